"""Headings of the list of pages: sorted column, active pane, tips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QToolTip

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.pages import sentences
from boilerscope.widgets.corpus.pages.columns import NAME, WORDS
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    from boilerscope.widgets.corpus.pages.model import PageModel
    from boilerscope.widgets.corpus.pages.painter import ListPainter

HEADING = 24
"""Height, pixels at 100 % interface size."""


class PageHeading(QHeaderView):
    """Headings of the columns; a click on a heading sorts by its column."""

    def __init__(self, model: PageModel, list_painter: ListPainter, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._pages, self._painter = model, list_painter
        self.active = ""
        self.setSectionsClickable(True)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(0)
        self.setHighlightSections(False)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), theme.px(HEADING))

    def paintSection(self, painter: QPainter, rect: QRect, logical_index: int) -> None:
        painter.save()
        painter.fillRect(rect, theme.colour("surface"))
        if rect.width():
            self._painter.draw_heading(painter, rect, logical_index, self.active)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme.colour("line"))
        painter.restore()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme.colour("surface"))
        bottom = self.viewport().height() - 1
        painter.fillRect(0, bottom, self.viewport().width(), 1, theme.colour("line"))
        painter.end()
        super().paintEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QHelpEvent.Type.ToolTip:
            column = self.logicalIndexAt(event.pos())
            QToolTip.showText(event.globalPos(), plain(self._tip(column)), self.viewport())
            return True
        return super().viewportEvent(event)

    def _tip(self, column: int) -> str:
        pane = self._pages.pane_at(column)
        if pane:
            label = str(self._pages.headerData(column, Qt.Orientation.Horizontal))
            return self.tr("{pane}: click to sort by its worst pages").format(pane=label)
        if column == NAME:
            return self.tr("Click to sort by name")
        if column == WORDS:
            return self.tr("Click to sort by length")
        if column == self._pages.columnCount() - 1:
            order = sentences.sort_words(self._pages.sorted_by, self._pages.panes)
            return self.tr("Sorted by {words}. Click to reverse the order").format(words=order)
        return ""
