"""Marking text with the mouse, to copy it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from widgets.panes.line_view import LineView


class TextMarker(QObject):
    """Holds which stretch of the page text is marked; only kept text of it is shown as marked.

    Parameters
    ----------
    view : LineView
        The view in which the mouse moves; it is repainted when the mark changes.
    """

    def __init__(self, view: LineView) -> None:
        super().__init__(view)
        self._view = view
        self._pressed: QPoint | None = None
        self._last = QPoint()
        self._marking = False
        self._anchor = 0
        self.chosen: tuple[int, int] | None = None
        self._drag = QTimer(self, interval=40)
        self._drag.timeout.connect(self._scroll_on)

    @property
    def is_pressed(self) -> bool:
        """Whether the button is down."""
        return self._pressed is not None

    def press(self, at: QPoint, *, extend: bool) -> None:
        """Begin where the button went down; with Shift go on from where the last mark began."""
        self._pressed, self._marking = at, False
        if extend and self.chosen is not None:
            self._anchor, self._marking = self.chosen[0], True
            self._mark_to(at)
        else:
            self._anchor = self._view.offset_at(at)

    def move(self, at: QPoint) -> None:
        """Mark up to a point; outside the view it scrolls."""
        content = self._view.content
        self._last = at
        if self._pressed is None or content is None:
            return
        line = self._view.line_at(self._pressed)
        far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if not self._marking and not (far and line >= 0 and content.is_text(line)):
            return
        self._marking = True
        self._mark_to(at)
        if not self._view.viewport().rect().contains(at) and not self._drag.isActive():
            self._drag.start()

    def release(self) -> bool:
        """End; return whether it was a click: nothing was marked."""
        self._drag.stop()
        clicked = self._pressed is not None and not self._marking
        self._pressed, self._marking = None, False
        if clicked:
            self.set_chosen(None)
        return clicked

    def set_chosen(self, chosen: tuple[int, int] | None) -> None:
        """Mark a stretch of the page text."""
        if chosen != self.chosen:
            self.chosen = chosen
            self._view.viewport().update()

    def _mark_to(self, at: QPoint) -> None:
        here = self._view.offset_at(at)
        self.set_chosen((min(self._anchor, here), max(self._anchor, here)))

    def _scroll_on(self) -> None:
        viewport, at = self._view.viewport(), self._last
        if self._pressed is None or viewport.rect().contains(at):
            self._drag.stop()
            return
        beyond = at.y() - viewport.height() if at.y() > 0 else at.y()
        bar = self._view.verticalScrollBar()
        before = bar.value()
        bar.setValue(before + beyond // 2)
        self._pressed -= QPoint(0, bar.value() - before)
        self._mark_to(at)
