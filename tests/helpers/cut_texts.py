"""Texts on screen that do not fit into their widgets and have no way to be read in full."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QTabBar,
    QToolButton,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.labels import ElidedLabel
from boilerscope.widgets.tables.heading import PaintedHeading

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOLERANCE = 1  # pixels that rounding may take
_LETTERS = 2
"""Letters that an elided text keeps at least, beside its ellipsis."""


_FIGURE = re.compile(r"(?<!\S)\d[\d.,]*(?: %)?(?!\S)")
"""A number of its own, with its percent sign; half of it would be another number."""

_COMBO_FRAME = 29  # margin and arrow of a box, at 100 %


class _Text(NamedTuple):
    """A text on one line, the width that it has, and the width that it needs, pixels."""

    text: str
    room: int
    needed: int


def cut_texts(root: QWidget) -> list[str]:
    """Return the visible controls that are cut, with their widths.

    Texts that are elided by design have a tip with all of it, and two letters at least. A control
    is also cut if another widget covers a part of it, unless the user can scroll to the rest.
    """
    widgets = [
        widget
        for widget in root.findChildren(QWidget)
        if widget.isVisible() and not widget.visibleRegion().isEmpty() and not _is_of_qt(widget)
    ]
    cut = [
        f"{type(widget).__name__} {text.text!r}: {text.room} of {text.needed} pixels"
        for widget in widgets
        for text in _texts(widget)
        if text.text and text.room + _TOLERANCE < text.needed
    ]
    return cut + [line for widget in widgets for line in _covered(widget, root)]


def dialog_faults(dialog: QDialog, width: int, height: int) -> list[str]:
    """Return what is wrong with the size of a dialog on a screen: too large, or texts cut."""
    name = f"{type(dialog).__name__} {dialog.windowTitle()!r}"
    size = dialog.size()
    faults = [f"{name}: {line}" for line in cut_texts(dialog)]
    if size.width() > width or size.height() > height:
        faults.append(f"{name}: {size.width()} x {size.height()} on a screen of {width} x {height}")
    return faults


def _is_of_qt(widget: QWidget) -> bool:
    """Return whether a widget is a part of Qt's own file dialog."""
    return isinstance(widget.window(), QFileDialog)


def _texts(widget: QWidget) -> Iterator[_Text]:
    if isinstance(widget, QTabBar):
        yield from _tabs(widget)
    elif isinstance(widget, QHeaderView):
        yield from _headings(widget)
    elif isinstance(widget, ElidedLabel):
        yield _elided(widget, widget.text(), widget.contentsRect().width())
    elif isinstance(widget, Combo):
        yield _elided(widget, widget.currentText(), widget.width() - theme.px(_COMBO_FRAME))
    elif isinstance(widget, QToolButton):
        shows_text = widget.toolButtonStyle() is not Qt.ToolButtonStyle.ToolButtonIconOnly
        yield _Text(widget.text() if shows_text else "", widget.width(), widget.sizeHint().width())
    elif isinstance(widget, QPushButton | QCheckBox | QRadioButton):
        yield _Text(widget.text(), widget.width(), widget.sizeHint().width())
    elif isinstance(widget, QComboBox):
        yield _entry(widget)
    elif isinstance(widget, QLabel) and not widget.wordWrap() and widget.pixmap().isNull():
        yield _label(widget)


def _elided(widget: QWidget, text: str, room: int) -> _Text:
    """Return a text that may be elided after two letters, but not inside of a number."""
    metrics = widget.fontMetrics()
    end = len(metrics.elidedText(text, Qt.TextElideMode.ElideRight, room + 1)) - 1
    if any(match.start() < end < match.end() for match in _FIGURE.finditer(text)):
        return _Text(text, room, metrics.horizontalAdvance(text))
    shortest = text if len(text) <= _LETTERS else f"{text[:_LETTERS]}…"
    return _Text(text, room, metrics.horizontalAdvance(shortest))


def _entry(box: QComboBox) -> _Text:
    """Return the present entry; its padding is that of the longest one."""
    metrics = box.fontMetrics()
    widths = [metrics.horizontalAdvance(box.itemText(at)) for at in range(box.count())]
    spare = max(widths, default=0) - metrics.horizontalAdvance(box.currentText())
    return _Text(box.currentText(), box.width(), box.sizeHint().width() - spare)


def _label(label: QLabel) -> _Text:
    metrics, margins = label.fontMetrics(), label.contentsMargins()
    widest = max(metrics.horizontalAdvance(line) for line in label.text().split("\n"))
    return _Text(label.text(), label.width(), widest + margins.left() + margins.right())


def _tabs(bar: QTabBar) -> Iterator[_Text]:
    """Yield the tabs; those beyond the bar are cut if it has no arrows to scroll by."""
    for index in range(bar.count()):
        if bar.isTabVisible(index):
            needed = bar.fontMetrics().horizontalAdvance(bar.tabText(index))
            rect = bar.tabRect(index)
            seen = rect if bar.usesScrollButtons() else rect.intersected(bar.rect())
            yield _Text(bar.tabText(index), seen.width(), needed)


def _headings(header: QHeaderView) -> Iterator[_Text]:
    """Yield the headings without a tip; painted ones have tips of their own."""
    if isinstance(header, PaintedHeading) or header.orientation() is not Qt.Orientation.Horizontal:
        return
    model, orientation = header.model(), header.orientation()
    for section in range(header.count()):
        width = header.sectionSize(section)
        text = model.headerData(section, orientation)
        if (
            width
            and text
            and not model.headerData(section, orientation, Qt.ItemDataRole.ToolTipRole)
        ):
            yield _Text(str(text), width, header.fontMetrics().horizontalAdvance(str(text)))


def _covered(widget: QWidget, root: QWidget) -> Iterator[str]:
    """Yield a control of which a part is outside the widgets around it."""
    if not isinstance(widget, QAbstractButton | QComboBox | QLineEdit):
        return
    room = widget.rect()
    outer = widget.parentWidget()
    while outer is not None:
        if isinstance(outer, QAbstractScrollArea):
            return  # the user can scroll
        corner = widget.mapTo(outer, QPoint())
        room = room.intersected(QRect(-corner, outer.size()))
        outer = None if outer is root else outer.parentWidget()
    whole = widget.size()
    if room.width() + _TOLERANCE < whole.width() or room.height() + _TOLERANCE < whole.height():
        name = widget.accessibleName() or getattr(widget, "text", str)() or widget.objectName()
        sizes = f"{room.width()} x {room.height()} of {whole.width()} x {whole.height()}"
        yield f"{type(widget).__name__} {name!r}: {sizes} pixels on screen"
