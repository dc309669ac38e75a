"""Moving a pane by its header: a line shows where it will stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from widgets import theme
from widgets.panes.row_plan import index_after_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from widgets.panes.slot import Slot


class HeaderDrag(QWidget):
    """The line between two panes at which a dragged one would go in.

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

    def move_to(self, name: str, at: QPoint, slots: Sequence[Slot]) -> None:
        """Show where a pane that is held at a place on screen would go in."""
        index = self._index(name, at, slots)
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

    def drop(self, name: str, at: QPoint, slots: Sequence[Slot]) -> int | None:
        """Return the new index of a pane that is let go, None where nothing changes."""
        self.hide()
        index = self._index(name, at, slots)
        return None if index == [slot.name for slot in slots].index(name) else index

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        QPainter(self).fillRect(self.rect(), theme.colour("ink"))

    def _index(self, name: str, at: QPoint, slots: Sequence[Slot]) -> int | None:
        here = self._row.mapFromGlobal(at)
        moved = next(place for place, slot in enumerate(slots) if slot.name == name)
        if slots[moved].detached or not self._row.rect().contains(here):
            return None
        middles = [slot.geometry().center().x() for slot in slots]
        return index_after_move(middles, here.x(), moved)
