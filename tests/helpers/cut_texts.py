"""Texts on screen that do not fit into their widgets and have no way to be read in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QToolButton, QWidget

from boilerscope.widgets.combo import Combo
from boilerscope.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOLERANCE = 1  # pixels that rounding may take


def cut_texts(root: QWidget) -> list[str]:
    """Return the visible buttons, boxes and labels whose text is cut, with their widths.

    Widgets that elide their text by design have a tip with all of it.
    """
    return [
        f"{type(widget).__name__} {text!r}: {widget.width()} of {needed} pixels"
        for widget, text, needed in _texts(root)
        if widget.width() + _TOLERANCE < needed
    ]


def _texts(root: QWidget) -> Iterator[tuple[QWidget, str, int]]:
    """Yield each visible widget with a text on one line, and the width that the text needs."""
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or isinstance(widget, (ElidedLabel, Combo)):
            continue
        if isinstance(widget, QToolButton):
            shows_text = widget.toolButtonStyle() is not Qt.ToolButtonStyle.ToolButtonIconOnly
            if widget.text() and shows_text:
                yield widget, widget.text(), widget.sizeHint().width()
        elif isinstance(widget, QPushButton) and widget.text():
            yield widget, widget.text(), widget.sizeHint().width()
        elif isinstance(widget, QComboBox):
            # The padding of the present entry is that of the longest one.
            metrics = widget.fontMetrics()
            widest = max(
                (metrics.horizontalAdvance(widget.itemText(at)) for at in range(widget.count())),
                default=0,
            )
            spare = widest - metrics.horizontalAdvance(widget.currentText())
            yield widget, widget.currentText(), widget.sizeHint().width() - spare
        elif isinstance(widget, QLabel) and not widget.wordWrap() and widget.pixmap().isNull():
            margins = widget.contentsMargins()
            needed = widget.fontMetrics().horizontalAdvance(widget.text())
            yield widget, widget.text(), needed + margins.left() + margins.right()
