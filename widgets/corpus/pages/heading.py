"""Headings of the list of pages: sorted column, active pane, tips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.pages import sentences
from boilerscope.widgets.corpus.pages.columns import NAME, WORDS
from boilerscope.widgets.tables.heading import PaintedHeading
from boilerscope.widgets.tips import Tips

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint, QRect
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QWidget

    from boilerscope.widgets.corpus.pages.model import PageModel
    from boilerscope.widgets.corpus.pages.painter import ListPainter

HEADING = 24
"""Height, pixels at 100 % interface size."""


class PageHeading(PaintedHeading):
    """Headings of the columns; a click on a heading sorts by its column."""

    def __init__(self, model: PageModel, list_painter: ListPainter, parent: QWidget) -> None:
        super().__init__(parent, sorts=True)
        self._pages, self._painter = model, list_painter
        self.active = ""
        Tips(self.viewport(), self._tip_at)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), theme.px(HEADING))

    def draw_heading(self, painter: QPainter, rect: QRect, column: int) -> None:
        self._painter.draw_heading(painter, rect, column, self.active)

    def _tip_at(self, position: QPoint) -> str:
        column = self.logicalIndexAt(position)
        pane = self._pages.pane_at(column)
        if pane:
            label = str(self._pages.headerData(column, Qt.Orientation.Horizontal))
            return self.tr("{pane}: click to sort by its worst pages").format(pane=label)
        if column == NAME:
            return self.tr("Click to sort by name")
        if column == WORDS:
            return self.tr(
                "Words of the whole page; in Chinese and Japanese, each character is one. Click to"
                " sort by length"
            )
        if column == self._pages.columnCount() - 1:
            order = sentences.sort_words(self._pages.sorted_by, self._pages.panes)
            return self.tr("Sorted by {words}. Click to reverse the order").format(words=order)
        return ""
