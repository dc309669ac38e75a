"""List of pages: filter and order in the background, the selected cell, new pages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from boilerscope.app.session.corpus import CorpusPart, Tab
from boilerscope.app.window.controllers.corpus.text_search import TextSearch
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.work import Kind, once
from boilerscope.extractors.scoring.order import PageOrder, chosen, ordered

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.work import Failure
    from boilerscope.widgets.corpus.pages.view import PagesView

_NAME = "pages"
_LIST, _COUNT = Kind("list of pages"), Kind("new pages")
_NOTHING = PageOrder(np.zeros(0, dtype=np.int64))
_OTHER_LIST = CorpusPart.CHOICE | CorpusPart.TABLE | CorpusPart.SCORES | CorpusPart.LIFE


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
        self._state = context.corpus.state
        self._texts = TextSearch(context.corpus, context.work)
        self._steps: dict[Tab, Callable[[int], None]] = {}
        actions.add("select_next_page", partial(self._step, 1))
        actions.add("select_previous_page", partial(self._step, -1))
        view.cell_chosen.connect(self._on_cell)
        view.opened.connect(open_page)
        view.sort_chosen.connect(self._corpus.sort_by)
        view.filter_chosen.connect(self._corpus.filter_by)
        view.new_pages_asked.connect(self._list)
        view.offer_chosen.connect(actions.trigger)

    def step_in(self, tab: Tab, step: Callable[[int], None]) -> None:
        """Let the keys for the next and the previous page step through another tab, on that tab."""
        self._steps[tab] = step

    def _step(self, by: int) -> None:
        self._steps.get(self._state.choice.tab, self._view.step)(by)

    def _on_cell(self, row: int, pane: str) -> None:
        self._corpus.select(row, pane, initiator=_NAME)
        if pane:
            self._corpus.activate(pane)

    def views(self) -> list[View]:
        """Return the views of the list."""
        shown = self._is_shown
        rows = CorpusPart.ORDER | CorpusPart.PANES
        return [
            View("list of pages", self._list, _OTHER_LIST, is_shown=shown),
            View("new pages", self._take_results, CorpusPart.RESULTS, is_shown=shown),
            View("rows of pages", self._show, rows, is_shown=shown),
            View(_NAME, self._show_current, CorpusPart.ROW, is_shown=shown),
        ]

    def _is_shown(self) -> bool:
        return self._state.is_shown

    def _show_current(self) -> None:
        self._view.set_current(self._state.choice.row, self._state.choice.pane)

    # -- the list --------------------------------------------------------------------------

    def _list(self) -> None:
        """List the pages that pass the filter, in their order."""
        table = self._state.table
        if table is None:
            self._view.show_note("")
            return
        page_filter, sort = self._state.choice.page_filter, self._state.choice.sort
        self._texts.search(table, page_filter.text)
        work = once(lambda: ordered(table, chosen(table, page_filter), sort))
        self._work.ask(_LIST, work, self._take_order, failed=self._on_failed)

    def _take_order(self, order: PageOrder) -> None:
        self._view.show_new(0)
        self._corpus.list_pages(order)

    def _take_results(self) -> None:
        """Show new values at once, and new pages unless the user is working in the list."""
        order, table = self._state.order, self._state.table
        if order is None or table is None or not len(order) or not self._view.is_in_use:
            self._list()
            return
        page_filter = self._state.choice.page_filter

        def count() -> int:
            return int(np.setdiff1d(np.flatnonzero(chosen(table, page_filter)), order.rows).size)

        self._work.ask(_COUNT, once(count), self._view.show_new)
        self._show()

    def _show(self) -> None:
        state, view = self._state, self._state.choice
        table = state.table
        if table is None:
            return
        self._view.show_table(
            table,
            _NOTHING if state.order is None else state.order,
            state.panes,
            view.measure,
            view.sort,
            view.page_filter,
            baseline=view.baseline,
        )
        self._view.set_active(state.active)
        self._view.set_current(view.row, view.pane)
        if not table.is_done.any() and not state.run.is_busy:
            note = translate("Run the panes to see their scores page by page.")
            self._view.show_note(note, [("run_corpus", translate("Run"))])

    def _on_failed(self, failure: Failure) -> None:
        message = translate("The pages cannot be listed: {error}")
        self._view.show_note(message.format(error=failure.text))
