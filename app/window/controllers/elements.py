"""Tables, code blocks and formulas of the active pane against the gold, while on screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from boilerscope.app.session.page_scores import elements_query
from boilerscope.app.window.controllers.scores import not_found
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.page_jobs import compare_elements
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.extractors.scoring.structure.places import tokens_of
from boilerscope.widgets.records import Selection

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.session.page_scores import ScoreQuery
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.extractors.scoring.structure.records import ElementScore
    from boilerscope.widgets.elements.model import ElementRow
    from boilerscope.widgets.elements.view import ElementsView
    from boilerscope.widgets.selection import SelectionModel

_COMPARE = Kind("elements of the page")

VIEW = "elements"
"""Name of the view among those that are refreshed."""


class ElementsController(QObject):
    """Fills the structure view, and shows the selected part on the page.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    selection : SelectionModel
        The window's selection.
    mark : callable
        Begins to mark the page.
    """

    def __init__(
        self,
        context: Context,
        view: ElementsView,
        selection: SelectionModel,
        mark: Callable[[], object],
    ) -> None:
        super().__init__(context.views)
        self._context, self._view, self._selection = context, view, selection
        self._query: ScoreQuery | None = None
        view.row_chosen.connect(self._on_row)
        view.offer_chosen.connect(lambda _command: mark())

    def refresh(self) -> None:
        """Compare a changed result, if the view is on screen."""
        if not self._view.isVisible():
            return
        query = elements_query(self._context.views.scene)
        if query is None:
            self._query = None
            self._context.work.drop(_COMPARE)
            self._view.show_empty(*self._empty_note())
        elif not query.equals(self._query):
            self._query = query
            self._view.show_waiting()
            self._context.work.ask(
                _COMPARE,
                partial(compare_elements, query),
                partial(self._show, query.results[0][1]),
                failed=lambda failure: self._view.show_empty(failure.text),
            )

    def _show(self, pane: str, elements: list[ElementScore]) -> None:
        if elements:
            self._view.show_elements(pane, elements)
        else:
            text = translate("Neither the gold nor {pane} has a table, code or a formula.")
            self._view.show_empty(text.format(pane=pane))

    def _empty_note(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        scene = self._context.views.scene
        if scene.page is None:
            text = translate("Errors in tables, code and formulas of a page with gold appear here.")
            return text, ()
        if scene.gold is None:
            return translate("This page has no gold."), (("mark", translate("Mark it")),)
        if scene.gold.share < MIN_SHARE:
            return not_found(scene.gold.share), ()
        return translate("Run an extractor to see its errors in tables, code and formulas."), ()

    def _on_row(self, row: ElementRow) -> None:
        page = self._context.session.page
        if page is None:
            return
        tokens = tokens_of(page, row.element, row.part)
        if tokens is None:
            text = translate("This text of the gold is not on the page.")
            self._context.notifier.notify(text, kind="navigation")
        else:
            self._selection.select(Selection((tokens,)), self)
