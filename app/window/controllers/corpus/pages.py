"""List of pages: filter and order in the background, the selected cell, new pages."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from boilerscope.app.session.corpus import CorpusPart
from boilerscope.app.window.controllers.corpus.text_search import TextSearch
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.scoring.order import PageOrder, chosen, ordered
from boilerscope.widgets.corpus.names import measure_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.session.corpus import CorpusChanged
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.scoring.order import PageFilter, Sort
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.corpus.pages.view import PagesView

_NAME = "pages"
_LIST, _COUNT = Kind("list of pages"), Kind("new pages")
_NOTHING = PageOrder(np.zeros(0, dtype=np.int64))
_OTHER_LIST = CorpusPart.CHOICE | CorpusPart.TABLE | CorpusPart.SCORES


class CorpusPagesController(QObject):
    """Lists the pages of the corpus.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    open_page : callable
        Opens a page of the corpus at the first error of a pane.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        view: PagesView,
        open_page: Callable[[int, str], None],
    ) -> None:
        super().__init__(context.views)
        self._corpus, self._view, self._work = context.corpus, view, context.work
        self._texts = TextSearch(context.corpus, context.work)
        actions.add("select_next_page", partial(view.step, 1))
        actions.add("select_previous_page", partial(view.step, -1))
        view.cell_chosen.connect(self._on_cell)
        view.opened.connect(open_page)
        view.sort_chosen.connect(self._corpus.sort_by)
        view.filter_chosen.connect(self._corpus.filter_by)
        view.new_pages_asked.connect(self._list)
        view.offer_chosen.connect(actions.trigger)
        self._corpus.changed.connect(self._on_change)

    def _on_cell(self, row: int, pane: str) -> None:
        self._corpus.select(row, pane, initiator=_NAME)
        if pane:
            self._corpus.activate(pane)

    def _on_change(self, change: CorpusChanged) -> None:
        parts = change.parts
        if parts & CorpusPart.TABLE and self._corpus.table is None:
            self._view.show_note("")
        if not self._corpus.is_shown or self._corpus.table is None:
            return
        if parts & (_OTHER_LIST | CorpusPart.FACE) or self._is_over(parts):
            self._list()
        elif parts & CorpusPart.RESULTS:
            self._take_results()
        if parts & (CorpusPart.ORDER | CorpusPart.PANES):
            self._show()
        if parts & CorpusPart.ROW and change.initiator != _NAME:
            self._view.set_current(self._corpus.view.row, self._corpus.view.pane)

    def _is_over(self, parts: CorpusPart) -> bool:
        return bool(parts & CorpusPart.RUN) and not self._corpus.run.is_busy

    # -- the list --------------------------------------------------------------------------

    def _list(self) -> None:
        """List the pages that pass the filter, in their order."""
        corpus, table = self._corpus, self._corpus.table
        if table is None:
            return
        page_filter, sort = possible(table, corpus.view.page_filter, corpus.view.sort)
        if (page_filter, sort) != (corpus.view.page_filter, corpus.view.sort):
            corpus.filter_by(page_filter)
            corpus.sort_by(sort)
            return
        if corpus.view.measure not in table.measures:
            note = translate("Run the panes to score by {measure}.")
            text = note.format(measure=measure_name(corpus.view.measure))
            self._view.show_note(text, [("run_corpus", translate("Run"))])
            return
        self._texts.search(table, page_filter.text)
        work = once(lambda: ordered(table, chosen(table, page_filter), sort))
        self._work.ask(_LIST, work, self._take_order, failed=self._on_failed)

    def _take_order(self, order: PageOrder) -> None:
        self._view.show_new(0)
        self._corpus.list_pages(order)

    def _take_results(self) -> None:
        """Show new values at once, and new pages unless the user is working in the list."""
        order, table = self._corpus.order, self._corpus.table
        if order is None or table is None or not len(order) or not self._view.is_in_use:
            self._list()
            return
        page_filter = self._corpus.view.page_filter

        def count() -> int:
            return int(np.setdiff1d(np.flatnonzero(chosen(table, page_filter)), order.rows).size)

        self._work.ask(_COUNT, once(count), self._view.show_new)
        self._show()

    def _show(self) -> None:
        corpus, view = self._corpus, self._corpus.view
        table = corpus.table
        if table is None or view.measure not in table.measures:
            return
        self._view.show_table(
            table,
            _NOTHING if corpus.order is None else corpus.order,
            corpus.panes,
            view.measure,
            view.sort,
            view.page_filter,
            baseline=view.baseline,
        )
        self._view.set_active(corpus.active)
        self._view.set_current(view.row, view.pane)
        if not table.is_done.any() and not corpus.run.is_busy:
            note = translate("Run the panes to see their scores page by page.")
            self._view.show_note(note, [("run_corpus", translate("Run"))])

    def _on_failed(self, failure: Failure) -> None:
        message = translate("The pages cannot be listed: {error}")
        self._view.show_note(message.format(error=failure.text))


def possible(table: ScoreTable, page_filter: PageFilter, sort: Sort) -> tuple[PageFilter, Sort]:
    """Return a filter and an order without references to removed panes."""
    names = {"", *table.panes}
    box, part = page_filter.box, page_filter.part
    if box is not None and not {box.across, box.up} <= names:
        page_filter = replace(page_filter, box=None)
    if part is not None and not {part.pane, getattr(part, "baseline", "")} <= names:
        page_filter = replace(page_filter, part=None)
    if sort.pane not in names:
        sort = replace(sort, pane="")
    if sort.baseline not in names:
        sort = replace(sort, baseline="")
    return page_filter, sort
