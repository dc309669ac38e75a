"""Tree that the focus enters without a change of the current row, with a ring of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QTreeView

from boilerscope.widgets import terms
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.tables.calm_focus import draw_ring, nothing_selected

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
    from PySide6.QtWidgets import QWidget


class CalmTree(QTreeView):
    """Tree that selects nothing when it gets the focus; a menu explains its headings."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        terms.offer_headings(self.header())

    def term(self) -> str:
        """Return the heading of the current column, which *What is this?* explains."""
        return terms.heading(self.header(), self.currentIndex().column())

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Leave Return to the window, which shows the steps of the block."""
        return False if is_enter(event) else None

    def focusInEvent(self, event: QFocusEvent) -> None:
        with nothing_selected(self):
            super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_ring(self)
