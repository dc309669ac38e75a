"""List of pages with filters, sort, legend and overview.

Input: scores, pages in their order, panes. Output: selection, page to open, filter and sort order
of the user. The view keeps no choice of its own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from boilerscope.extractors.scoring.order import PageFilter, Sort, SortKey
from boilerscope.extractors.scoring.table import COMPARED, EXPECTED
from boilerscope.widgets import theme
from boilerscope.widgets.corpus.pages.chips import FilterChips
from boilerscope.widgets.corpus.pages.filters import FilterRow, next_sort
from boilerscope.widgets.corpus.pages.legend import ScoreLegend
from boilerscope.widgets.corpus.pages.matrix import PageMatrix
from boilerscope.widgets.corpus.pages.overview import PageOverview
from boilerscope.widgets.corpus.pages.sentences import are_in_characters
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from boilerscope.extractors.scoring.order import PageOrder
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.records import PaneRecord

_CLEAR = "clear_filters"


class PagesView(QWidget):
    """Pages against panes.

    Attributes
    ----------
    legend : ScoreLegend
        Explains the cells; the face takes it into the row of its tabs.

    Signals
    -------
    cell_chosen(int, str)
        The user selected this page of the corpus, and this pane, empty for the whole page.
    opened(int, str)
        Open this page, at the first error of this pane; empty for the active pane.
    sort_chosen(Sort)
        Sort the pages in this order.
    filter_chosen(PageFilter)
        Show only the pages that pass.
    new_pages_asked()
        Add the pages that were done after the list was created.
    offer_chosen(str)
        Command of a button of the empty view.
    """

    cell_chosen = Signal(int, str)
    opened = Signal(int, str)
    sort_chosen = Signal(object)
    filter_chosen = Signal(object)
    new_pages_asked = Signal()
    offer_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pagesView")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._filter, self._sort, self._baseline, self._active = PageFilter(), Sort(), "", ""
        self._panes: tuple[PaneRecord, ...] = ()
        self._order: PageOrder | None = None
        self.filters = FilterRow()
        self.chips = FilterChips()
        self.matrix = PageMatrix()
        self.overview = PageOverview()
        self.legend = ScoreLegend()
        self.empty_note = EmptyNote()
        self.new_pages = QPushButton(self.matrix)
        self.new_pages.setObjectName("newPages")
        self.new_pages.setProperty("role", "main")
        self.new_pages.hide()
        self._list = QWidget()
        self._stack = QStackedWidget()
        self._assemble()
        self._connect()
        theme.follow(self._restyle)

    # -- display -----------------------------------------------------------------------------

    def show_table(  # noqa: PLR0913 - the parts of one view of a table
        self,
        table: ScoreTable,
        order: PageOrder,
        panes: Sequence[PaneRecord],
        measure: str,
        sort: Sort,
        page_filter: PageFilter,
        *,
        baseline: str = "",
    ) -> None:
        """Show pages.

        Parameters
        ----------
        order : PageOrder
            The pages that pass the filter, in their order.
        measure : str
            Measure of the cells.
        sort : Sort
            Sort order of the pages.
        page_filter : PageFilter
            The present filter.
        baseline : str
            Pane of the differences; the first pane if empty.
        """
        self._filter, self._sort, self._baseline = page_filter, sort, baseline
        self._panes, self._order = tuple(panes), order
        self.filters.show_choice(table, page_filter, sort, panes, baseline)
        self.chips.show_filter(page_filter, characters=are_in_characters(table))
        self.legend.show_measure(measure)
        self.matrix.show_table(table, order, panes, measure, sort, page_filter)
        self.overview.show_order(order, sort)
        self._mark_selected()
        if len(order):
            had_focus = self.empty_note.has_focus()
            self._stack.setCurrentWidget(self._list)
            if had_focus:  # work goes on in the list, not at the next control
                self.matrix.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._show_none()

    def show_note(self, text: str, offers: Sequence[tuple[str, str]] = ()) -> None:
        """Show why no pages are listed, and commands that would list some, as (command, label)."""
        self.empty_note.show_note(text, offers)
        self._stack.setCurrentWidget(self.empty_note)

    def show_new(self, n_pages: int) -> None:
        """Offer to add pages that were done after the list was created; 0 offers nothing."""
        self.new_pages.setText(self.tr("Show {n} new").format(n=number(n_pages)))
        self.new_pages.setVisible(bool(n_pages))
        self._place_new()

    def set_current(self, row: int | None, pane: str) -> None:
        """Select a page of the corpus and a cell."""
        self.matrix.set_current(row, pane)
        self._mark_selected()

    def step(self, by: int) -> None:
        """Select the next (1) or previous (-1) page, the first without a selection; take the focus.

        The next key is then one of the list.
        """
        self.matrix.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.matrix.step(by)

    def set_active(self, pane: str) -> None:
        """Mark the active pane in the headings."""
        self._active = pane
        self.matrix.set_active(pane)

    @property
    def is_in_use(self) -> bool:
        """Whether another order would move a row that the user selected, reached or points at."""
        first, last = self.matrix.visible_rows()
        n_pages = 0 if self._order is None else len(self._order)
        is_long = n_pages > last - first
        has_current = self.matrix.hasFocus() and self.matrix.currentIndex().isValid()
        return has_current or first > 0 or (is_long and self.matrix.viewport().underMouse())

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus."""
        if self._stack.currentWidget() is self._list:
            return self.matrix
        return self.empty_note.entry() or self.filters.search

    def _show_none(self) -> None:
        if self._filter.is_empty:
            self.show_note(self.tr("Pages appear here when they are done."))
        else:
            clear = (_CLEAR, self.tr("Clear filters"))
            self.show_note(self.tr("No page matches."), [clear])

    def _mark_selected(self) -> None:
        row, _ = self.matrix.current()
        position = None if row is None or self._order is None else self._order.position(row)
        self.overview.set_selected(position)

    # -- actions of the user -----------------------------------------------------------------

    def _connect(self) -> None:
        for part in (self.filters, self.chips):
            part.filter_chosen.connect(self.filter_chosen)
        self.filters.sort_chosen.connect(self.sort_chosen)
        self.filters.left.connect(self.matrix.setFocus)
        self.filters.search.leads_to(self.matrix.setFocus)
        matrix = self.matrix
        matrix.cell_chosen.connect(self._on_cell)
        matrix.opened.connect(self.opened)
        matrix.sort_chosen.connect(self.sort_chosen)
        matrix.next_sort_asked.connect(self._on_next_sort)
        matrix.failures_asked.connect(self._on_failures)
        matrix.clear_asked.connect(lambda: self.filter_chosen.emit(PageFilter()))
        matrix.scrolled.connect(self._on_scrolled)
        matrix.installEventFilter(self)
        self.overview.scrolled_to.connect(matrix.scroll_to)
        self.overview.turned.connect(
            lambda event: QApplication.sendEvent(matrix.viewport(), event.clone())
        )
        self.new_pages.clicked.connect(self.new_pages_asked)
        self.empty_note.chosen.connect(self._on_offer)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.matrix and event.type() == QEvent.Type.Resize:
            self._place_new()
        return super().eventFilter(watched, event)

    def _on_cell(self, row: int, pane: str) -> None:
        self._mark_selected()
        self.cell_chosen.emit(row, pane)

    def _on_next_sort(self) -> None:
        active = self._active or (self._panes[0].name if self._panes else "")
        chosen = next_sort(self._sort, self._panes, self._baseline, active, self._slow_sorts())
        self.sort_chosen.emit(chosen)

    def _slow_sorts(self) -> frozenset[SortKey]:
        """Return the orders that a key must not begin to compute on its way to the next one."""
        table = self.matrix.pages.table
        if not table.is_scored.any():
            return frozenset()
        kinds = {SortKey.EXPECTED: EXPECTED, SortKey.DISAGREEMENT: COMPARED}
        return frozenset(key for key, kind in kinds.items() if table.lacks_figures(kind).any())

    def _on_failures(self) -> None:
        only_failures = not self._filter.only_failures
        self.filter_chosen.emit(replace(self._filter, only_failures=only_failures))

    def _on_offer(self, command: str) -> None:
        if command == _CLEAR:
            self.filter_chosen.emit(PageFilter())
        else:
            self.offer_chosen.emit(command)

    def _on_scrolled(self) -> None:
        self.overview.set_visible_rows(*self.matrix.visible_rows())

    # -- size --------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_new()

    def _place_new(self) -> None:
        """Put the offer of new pages over the lower edge of the list, so that no row moves."""
        size = self.new_pages.sizeHint()
        x = (self.matrix.width() - size.width()) // 2
        y = self.matrix.height() - size.height() - theme.px(8)
        self.new_pages.setGeometry(x, y, size.width(), size.height())
        self.new_pages.raise_()

    def _assemble(self) -> None:
        row = QHBoxLayout(self._list)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.matrix, 1)
        row.addWidget(self.overview)
        self._stack.addWidget(self._list)
        self._stack.addWidget(self.empty_note)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.filters)
        column.addWidget(self.chips)
        column.addWidget(self._stack, 1)

    def _restyle(self) -> None:
        self.layout().setContentsMargins(0, 0, theme.px(1), 0)  # type: ignore[union-attr]  # made above
        self._place_new()
