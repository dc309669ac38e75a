"""Marking of text with the mouse, for copying."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from boilerscope.widgets.panes.line_view import LineView


class TextMarker(QObject):
    """Marked range of the page text; only the kept text in it appears as marked.

    Parameters
    ----------
    view : LineView
        The view with the text; it is repainted when the range changes.
    """

    def __init__(self, view: LineView) -> None:
        super().__init__(view)
        self._view = view
        self._pressed: QPoint | None = None
        self._last = QPoint()
        self._marking = False
        self._anchor = 0
        self.marked: tuple[int, int] | None = None
        self._drag = QTimer(self, interval=40)
        self._drag.timeout.connect(self._scroll_on)

    @property
    def is_pressed(self) -> bool:
        """Whether the mouse button is pressed."""
        return self._pressed is not None

    def press(self, point: QPoint, *, extend: bool) -> None:
        """Start at the pressed point; with Shift, extend the last range."""
        self._pressed, self._marking = point, False
        if extend and self.marked is not None:
            self._anchor, self._marking = self.marked[0], True
            self._mark_to(point)
        else:
            self._anchor = self._view.offset_at(point)

    def move(self, point: QPoint) -> None:
        """Mark up to a point; outside the view, scroll."""
        content = self._view.content
        self._last = point
        if self._pressed is None or content is None:
            return
        line = self._view.line_at(self._pressed)
        far = (point - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if not self._marking and not (far and line >= 0 and content.is_text(line)):
            return
        self._marking = True
        self._mark_to(point)
        if not self._view.viewport().rect().contains(point) and not self._drag.isActive():
            self._drag.start()

    def release(self) -> bool:
        """Finish marking; return whether it was a click, so that no text was marked."""
        self._drag.stop()
        clicked = self._pressed is not None and not self._marking
        self._pressed, self._marking = None, False
        if clicked:
            self.set_marked(None)
        return clicked

    def set_marked(self, marked: tuple[int, int] | None) -> None:
        """Mark a range of the page text; None marks nothing."""
        if marked != self.marked:
            self.marked = marked
            self._view.viewport().update()

    def _mark_to(self, point: QPoint) -> None:
        offset = self._view.offset_at(point)
        self.set_marked((min(self._anchor, offset), max(self._anchor, offset)))

    def _scroll_on(self) -> None:
        viewport, point = self._view.viewport(), self._last
        if self._pressed is None or viewport.rect().contains(point):
            self._drag.stop()
            return
        beyond = point.y() - viewport.height() if point.y() > 0 else point.y()
        bar = self._view.verticalScrollBar()
        before = bar.value()
        bar.setValue(before + beyond // 2)
        self._pressed -= QPoint(0, bar.value() - before)
        self._mark_to(point)
