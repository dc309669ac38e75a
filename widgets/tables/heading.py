"""Base of painted headings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from boilerscope.widgets import theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent


class PaintedHeading(QHeaderView):
    """Headings of columns of fixed width on the surface of the table, with a line below.

    Subclasses paint a heading in `draw_heading`.

    Parameters
    ----------
    sorts : bool
        Whether a click on a heading emits `sectionClicked`.
    """

    def __init__(self, parent: QWidget, *, sorts: bool = False) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(sorts)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(0)

    def draw_heading(self, painter: QPainter, rect: QRect, column: int) -> None:
        """Draw the heading of a column."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme.colour("surface"))
        for column in range(self.count()):
            left, width = self.sectionViewportPosition(column), self.sectionSize(column)
            if width and not self.isSectionHidden(column):
                painter.save()
                self.draw_heading(painter, QRect(left, 0, width, self.height()), column)
                painter.restore()
        bottom = self.height() - 1
        painter.fillRect(0, bottom, self.width(), 1, theme.colour("line"))
