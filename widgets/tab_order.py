"""Tab and Shift+Tab in visual order: line by line, from left to right, the same in both directions.

Qt follows the order in which widgets were created, and with focus proxies the two directions even
visit different widgets. Here the order is read from the positions of the widgets on screen. A
container is left only after all of its widgets, so that columns stay together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_WEB = "QWebEngineView"


def is_stop(widget: QWidget) -> bool:
    """Return whether Tab stops at a widget."""
    if not widget.isEnabled() or widget.size().isEmpty():
        return False
    if widget.inherits(_WEB):
        # Its own policy is none, and its focus proxy belongs to the engine, which replaces it with
        # each renderer: not even a reference may be kept. A page that is being built behind the
        # page on screen is visible too, but its parent does not pass the focus to it.
        parent = widget.parentWidget()
        return parent is not None and parent.focusProxy() is widget
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None


def in_reading_order(widgets: Iterable[QWidget], *, from_right: bool = False) -> list[QWidget]:
    """Return widgets with one parent line by line, and from left to right in a line.

    A widget is in a line if it begins above the middle of each widget of the line.
    """
    lines: list[list[QWidget]] = []
    for widget in sorted(widgets, key=lambda widget: (widget.y(), widget.x())):
        if lines and widget.y() < min(each.geometry().center().y() for each in lines[-1]):
            lines[-1].append(widget)
        else:
            lines.append([widget])
    sign = -1 if from_right else 1
    return [widget for line in lines for widget in sorted(line, key=lambda each: sign * each.x())]


def tab_stops(containers: Sequence[QWidget]) -> list[QWidget]:
    """Return all widgets at which Tab stops, in visual order.

    Parameters
    ----------
    containers : sequence of QWidget
        Parts of a window, in their order.
    """
    return [widget for widget in _visible(containers) if is_stop(widget)]


def move_focus(containers: Sequence[QWidget], *, forward: bool) -> bool:
    """Give the next or previous widget the focus; return whether there is one."""
    focus = QApplication.focusWidget()
    widgets = list(_visible(containers))
    stops = [widget for widget in widgets if is_stop(widget)]
    if not stops:
        return False
    current = _index_of(focus, widgets)
    order = {widget: index for index, widget in enumerate(widgets)}
    if forward:
        target = next((stop for stop in stops if order[stop] > current), stops[0])
    else:
        before = [stop for stop in stops if order[stop] < max(current, 0)]
        target = before[-1] if before else stops[-1]
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    target.setFocus(reason)
    _bring_into_sight(target)
    return True


def _index_of(focus: QWidget | None, widgets: Sequence[QWidget]) -> int:
    """Return the index of the focused widget, or of the nearest one around it; -1 without one."""
    while focus is not None:
        if focus in widgets:
            return widgets.index(focus)
        focus = focus.parentWidget()
    return -1


def _visible(widgets: Iterable[QWidget]) -> Iterator[QWidget]:
    for widget in widgets:
        if not widget.isVisible():
            continue
        yield widget
        if widget.inherits(_WEB):
            continue
        children = [
            child
            for child in widget.children()
            if isinstance(child, QWidget) and not child.isWindow()
        ]
        from_right = widget.layoutDirection() is Qt.LayoutDirection.RightToLeft
        yield from _visible(in_reading_order(children, from_right=from_right))


def _bring_into_sight(widget: QWidget) -> None:
    outer = widget.parentWidget()
    while outer is not None:
        if isinstance(outer, QScrollArea):
            outer.ensureWidgetVisible(widget)
        outer = outer.parentWidget()
