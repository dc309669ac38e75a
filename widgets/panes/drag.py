"""Drag of a pane by its header; a line shows the new position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.panes.plan import index_after_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.widgets.panes.slot import Slot


class HeaderDrag(QWidget):
    """Line between two panes at the new position of a dragged pane.

    Parameters
    ----------
    row : QWidget
        The row; the line is drawn over it.
    """

    def __init__(self, row: QWidget) -> None:
        super().__init__(row)
        self._row = row
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def move_to(self, name: str, position: QPoint, slots: Sequence[Slot]) -> None:
        """Show the new position of a pane that is dragged to a position on screen."""
        index = self._index(name, position, slots)
        if index is None:
            self.hide()
            return
        others = [slot for slot in slots if slot.name != name]
        shown = [slot for slot in slots if slot.isVisible()]
        left = max((slot.geometry().right() for slot in shown), default=0)
        if index < len(others):
            left = others[index].x() - 1
        self.setGeometry(max(left - 1, 0), 0, theme.px(3), self._row.height())
        self.raise_()
        self.show()

    def drop(self, name: str, position: QPoint, slots: Sequence[Slot]) -> int | None:
        """Return the new index of a dropped pane, None if it does not change."""
        self.hide()
        index = self._index(name, position, slots)
        return None if index == [slot.name for slot in slots].index(name) else index

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        QPainter(self).fillRect(self.rect(), theme.colour("ink"))

    def _index(self, name: str, position: QPoint, slots: Sequence[Slot]) -> int | None:
        local = self._row.mapFromGlobal(position)
        moved = next(index for index, slot in enumerate(slots) if slot.name == name)
        if slots[moved].detached or not self._row.rect().contains(local):
            return None
        middles = [slot.geometry().center().x() for slot in slots]
        return index_after_move(middles, local.x(), moved)
