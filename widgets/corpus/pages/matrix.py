"""List of pages as a matrix: rows are pages, columns panes; only visible rows are painted."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView

from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey
from boilerscope.widgets import theme
from boilerscope.widgets.corpus.pages import sentences
from boilerscope.widgets.corpus.pages.columns import N_TEXTS, NAME, WORDS, WORDS_WIDTH, fit
from boilerscope.widgets.corpus.pages.heading import HEADING, PageHeading
from boilerscope.widgets.corpus.pages.model import PageModel
from boilerscope.widgets.corpus.pages.painter import (
    ROW_HEIGHT,
    ListPainter,
    Marked,
    first_and_last,
    heading_width,
)
from boilerscope.widgets.key_claims import is_enter, is_escape
from boilerscope.widgets.tables.calm_focus import draw_ring
from boilerscope.widgets.tables.table import CalmTable
from boilerscope.widgets.tips import Tips

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from boilerscope.extractors.scoring.order import PageOrder
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.records import PaneRecord

_NO_SHIFT = ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)


class PageMatrix(CalmTable):
    """Scores of all panes on the listed pages.

    J, K and the arrows select another page or cell, N and Shift+N a page with a failure, Home and
    End the first and the last page.

    Signals
    -------
    cell_chosen(int, str)
        The user selected this page of the corpus, and this pane, empty for the whole page.
    opened(int, str)
        Open this page, at the first error of this pane; empty for the active pane.
    sort_chosen(Sort)
        Sort the pages in this order.
    next_sort_asked()
        Sort in the next order of the chooser.
    failures_asked()
        Show only failures, or all pages again.
    clear_asked()
        Clear the filter.
    scrolled()
        Other rows are visible.
    """

    cell_chosen = Signal(int, str)
    opened = Signal(int, str)
    sort_chosen = Signal(object)
    next_sort_asked = Signal()
    failures_asked = Signal()
    clear_asked = Signal()
    scrolled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self.pages = PageModel()
        super().__init__(parent, name=self.tr("Pages"), row=ROW_HEIGHT, header=HEADING)
        self.setObjectName("pageMatrix")
        self._painter = ListPainter(self.pages)
        self._filter = PageFilter()
        self._heading = PageHeading(self.pages, self._painter, self)
        self._heading.sectionClicked.connect(self._on_heading)
        self.setHorizontalHeader(self._heading)
        self.setModel(self.pages)
        self.verticalHeader().hide()
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().valueChanged.connect(lambda _value: self.scrolled.emit())
        self.selectionModel().currentChanged.connect(self._on_current)
        self.doubleClicked.connect(self._open)
        Tips(self.viewport(), self.tip_at)

    # -- display -----------------------------------------------------------------------------

    def show_table(
        self,
        table: ScoreTable,
        order: PageOrder,
        panes: Sequence[PaneRecord],
        measure: str,
        sort: Sort,
        page_filter: PageFilter,
    ) -> None:
        """Show pages; the selected page stays selected and in its position on screen."""
        (row, pane), offset = self.current(), self.verticalScrollBar().value()
        shown_at = self._shown_at(row)
        self._filter = page_filter
        self.pages.show(table, order, panes, measure, sort)
        self.fit_columns()
        self.executeDelayedItemsLayout()  # the new range of the scroll bar is needed now
        self._select(row, pane)
        if shown_at is not None and self.currentIndex().isValid():
            height = self.verticalHeader().defaultSectionSize()
            offset = self.currentIndex().row() * height - shown_at
        self.verticalScrollBar().setValue(offset)
        self._heading.viewport().update()
        self.viewport().update()
        self.scrolled.emit()

    def set_active(self, pane: str) -> None:
        """Mark the active pane in the headings."""
        if pane != self._heading.active:
            self._heading.active = pane
            self._heading.viewport().update()

    def current(self) -> tuple[int | None, str]:
        """Return the selected page, as its number in the corpus, and the selected pane."""
        index = self.currentIndex()
        if not index.isValid():
            return None, ""
        return self.pages.row_of(index.row()), self.pages.pane_at(index.column())

    def set_current(self, row: int | None, pane: str) -> None:
        """Select a page and a cell, and scroll to them; None selects nothing."""
        if (row, pane) != self.current():
            self._select(row, pane)
            self._reveal()

    def copied_rows(self) -> list[list[str]]:
        """Return the header and the selected page, or all listed pages; scores with all digits."""
        rows = self.selected_rows() or range(len(self.pages.order))
        return [self.pages.titles(), *(self.pages.texts(row) for row in rows)]

    def step(self, by: int) -> None:
        """Select the next (1) or previous (-1) page, the first without a selection."""
        index = self.currentIndex()
        self._go(index.row() + by if index.isValid() else 0)

    def visible_rows(self) -> tuple[float, float]:
        """Return the positions between which rows are visible."""
        height = self.verticalHeader().defaultSectionSize()
        top = self.verticalScrollBar().value()
        return top / height, (top + self.viewport().height()) / height

    def scroll_to(self, position: float) -> None:
        """Bring a position to the middle."""
        height = self.verticalHeader().defaultSectionSize()
        middle = position * height - self.viewport().height() / 2
        self.verticalScrollBar().setValue(round(middle))

    def _select(self, row: int | None, pane: str) -> None:
        """Select without emitting a signal."""
        position = None if row is None else self.pages.order.position(row)
        model = self.selectionModel()
        blocked = model.blockSignals(True)
        if position is None:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
        else:
            column = self.pages.column_of(pane)
            flags = model.SelectionFlag.ClearAndSelect | model.SelectionFlag.Rows
            model.setCurrentIndex(self.pages.index(position, column), flags)
        model.blockSignals(blocked)
        self.viewport().update()

    def _shown_at(self, row: int | None) -> int | None:
        """Return the height of a page in the viewport, None if it is not visible."""
        position = None if row is None else self.pages.order.position(row)
        first, last = self.visible_rows()
        if position is None or not first - 1 < position < last:
            return None
        return round((position - first) * self.verticalHeader().defaultSectionSize())

    def _reveal(self) -> None:
        index = self.currentIndex()
        if index.isValid():
            self.scrollTo(index)

    # -- keys and mouse ----------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take the keys of the list; Escape only while something can be cleared."""
        if is_escape(event):
            return not self._filter.is_empty
        return True if self._action_of(event) is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self._action_of(event)
        if action is not None:
            action()
        elif is_escape(event) and not self._filter.is_empty:
            self.clear_asked.emit()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Do nothing, because letters are keys of the list."""

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        if event.modifiers() & _NO_SHIFT:
            return None
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if is_enter(event) and not shift:
            return lambda: self._open(self.currentIndex())
        plain_keys: dict[int, Callable[[], object]] = {
            Qt.Key.Key_J: lambda: self.step(1),
            Qt.Key.Key_K: lambda: self.step(-1),
            Qt.Key.Key_Right: lambda: self._step_cell(1),
            Qt.Key.Key_Left: lambda: self._step_cell(-1),
            Qt.Key.Key_Home: lambda: self._go(0),
            Qt.Key.Key_End: lambda: self._go(len(self.pages.order) - 1),
            Qt.Key.Key_N: lambda: self._step_failure(1),
            Qt.Key.Key_S: self.next_sort_asked.emit,
            Qt.Key.Key_F: self.failures_asked.emit,
        }
        with_shift: dict[int, Callable[[], object]] = {Qt.Key.Key_N: lambda: self._step_failure(-1)}
        return (with_shift if shift else plain_keys).get(event.key())

    def _go(self, position: int) -> None:
        if len(self.pages.order):
            position = min(max(position, 0), len(self.pages.order) - 1)
            column = self.currentIndex().column() if self.currentIndex().isValid() else NAME
            self.setCurrentIndex(self.pages.index(position, column))

    def _step_cell(self, by: int) -> None:
        """Select the cell of the next pane; left of the first pane is the name of the page."""
        index = self.currentIndex()
        column = max(index.column(), N_TEXTS - 1) + by
        column = NAME if column < N_TEXTS else min(column, N_TEXTS + len(self.pages.panes) - 1)
        if index.isValid():
            self.setCurrentIndex(index.siblingAtColumn(column))

    def _step_failure(self, by: int) -> None:
        """Select the next page with a failure; the first page follows the last."""
        failed = self.pages.order.has_failed.nonzero()[0]
        if not len(failed):
            return
        index = self.currentIndex()
        current = index.row() if index.isValid() else -1 if by > 0 else len(self.pages.order)
        ahead = failed[failed > current] if by > 0 else failed[failed < current][::-1]
        self._go(int(ahead[0] if len(ahead) else failed[0 if by > 0 else -1]))

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            row, pane = self.pages.row_of(index.row()), self.pages.pane_at(index.column())
            self.opened.emit(row, pane)

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self._reveal()
            row, pane = self.pages.row_of(current.row()), self.pages.pane_at(current.column())
            self.cell_chosen.emit(row, pane)

    def _on_heading(self, column: int) -> None:
        """Sort by a column; a second click reverses the order."""
        sort, pane = self.pages.sorted_by, self.pages.pane_at(column)
        if pane:
            has_scores = bool(self.pages.table.counts_page.any())
            key = SortKey.WORST if has_scores else SortKey.EXPECTED
            order = replace(sort, key=key, pane=pane, reverse=False)
        elif column in {NAME, WORDS}:
            key = SortKey.NAME if column == NAME else SortKey.LENGTH
            order = replace(sort, key=key, reverse=False)
        elif column == self.pages.columnCount() - 1:
            order = sort
        else:
            return
        is_again = replace(sort, reverse=False) == replace(order, reverse=False)
        self.sort_chosen.emit(replace(sort, reverse=not sort.reverse) if is_again else order)

    # -- size and painting -------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(theme.px(640), theme.px(HEADING + 12 * ROW_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(240), theme.px(HEADING + 3 * ROW_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrolled.emit()

    def tip_at(self, position: QPoint) -> str:
        """Return the tip of a point of the viewport."""
        index = self.indexAt(position)
        if not index.isValid():
            return ""
        row, column = self.pages.row_of(index.row()), index.column()
        if self.pages.pane_at(column):
            of_table = self.pages.columns[column - N_TEXTS]
            return sentences.cell_tip(self.pages.table, row, of_table, self.pages.measure)
        return sentences.page_tip(self.pages.table, row)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme.colour("surface"))
        n_columns = self.pages.columnCount()
        places = [
            (self.columnViewportPosition(column), self.columnWidth(column))
            for column in range(n_columns)
        ]
        height, offset = (
            self.verticalHeader().defaultSectionSize(),
            self.verticalScrollBar().value(),
        )
        index = self.currentIndex()
        marked = Marked(index.row(), max(index.column(), 0), self.hasFocus())
        rect = event.rect()
        n_rows = len(self.pages.order)
        positions = first_and_last(rect.top(), rect.bottom(), offset, height, n_rows)
        self._painter.draw_rows(painter, positions, places, (-offset, height), marked)
        painter.end()
        draw_ring(self)

    def draw_row(self, painter: QPainter, row: int, cells: Sequence[tuple[int, QRect]]) -> None:
        """Draw a page elsewhere as on screen."""
        places = [(0, 0)] * self.pages.columnCount()
        for column, rect in cells:
            places[column] = (rect.left(), rect.width())
        first = cells[0][1]
        room = (first.top() - row * first.height(), first.height())
        self._painter.draw_rows(painter, range(row, row + 1), places, room, Marked())

    def fit_columns(self) -> None:
        """Fit texts and cells to the width; hide the columns without room."""
        width, n_panes = self.viewport().width(), len(self.pages.panes)
        has_titles, words_width = self.pages.has_titles, self._words_width()
        columns = fit(width, n_panes, theme.scale(), has_titles=has_titles, words_width=words_width)
        widths = columns.widths
        for column, width in enumerate(widths):
            self.setColumnHidden(column, not width)  # the arrow keys skip it
            self.horizontalHeader().resizeSection(column, width)

    def _words_width(self) -> int:
        """Return the width of the column of lengths at an interface size of 1."""
        title = str(self.pages.headerData(WORDS, Qt.Orientation.Horizontal) or "")
        return max(WORDS_WIDTH, math.ceil(heading_width(title) / theme.scale()))

    def restyle(self) -> None:
        super().restyle()
        self.verticalScrollBar().setSingleStep(theme.px(ROW_HEIGHT))
