"""Settings that would flip the selected block, as suggestions in the inspector."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from boilerscope.app.session.scene import token_score
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.page_jobs import WhatIfQuery, report, suggest
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.model.settings import find_knob
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.picking import leading_block
from boilerscope.widgets.records import NOT_SEARCHING, RunState, SearchView, WhatIfView

if TYPE_CHECKING:
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.bug_report import Reduction
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.what_if import Trying, WhatIf
    from boilerscope.widgets.inspector import Inspector
    from boilerscope.widgets.selection import SelectionModel


_SEARCH = Kind("what if")
_REPORT = Kind("bug report")


class WhatIfController(QObject):
    """Searches suggestions for the selected block of the active pane, and applies them.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handler.
    inspector : Inspector
        Shows the suggestions.
    selection : SelectionModel
        The window's selection.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        inspector: Inspector,
        selection: SelectionModel,
    ) -> None:
        super().__init__(context.views)
        self._session_controller, self._work = context.session_controller, context.work
        self._notifier = context.notifier
        self._inspector, self._selection = inspector, selection
        self._suggestions: tuple[WhatIf, ...] = ()
        self._query: WhatIfQuery | None = None
        self._search = NOT_SEARCHING
        self._previewed: WhatIf | None = None
        inspector.apply_asked.connect(self.apply)
        inspector.preview_asked.connect(self.preview)
        inspector.search_stopped.connect(lambda: self._work.cancel(_SEARCH))
        inspector.report_asked.connect(self.write_report)
        inspector.report_stopped.connect(lambda: self._work.cancel(_REPORT))
        for action, do in (("apply_what_if", self.apply), ("preview_what_if", self.preview_next)):
            actions.add(action, do, enabled=self._has_suggestions, why_not=self._why_none)
        row = inspector.report
        actions.add("copy_bug_report", row.button.click, enabled=lambda: not row.isHidden())

    @property
    def suggestions(self) -> tuple[WhatIf, ...]:
        """Suggestions found so far."""
        return self._suggestions

    def _has_suggestions(self) -> bool:
        return bool(self._suggestions)

    def _why_none(self) -> str:
        """Return why there is no suggestion yet; empty once the search is over."""
        running = translate("The search for a what-if suggestion is not over yet.")
        return running if self._search.is_running else ""

    def refresh(self) -> None:
        """Search again if the selected block, or the result that contains it, has changed."""
        query = self._current_query()
        same = (
            query is not None
            and self._query is not None
            and query.extraction is self._query.extraction
            and query.block == self._query.block
        )
        if same:
            self._show()
            return
        self._query, self._suggestions = query, ()
        self._search = SearchView(is_running=query is not None)
        self.end_preview()
        self._work.drop(_REPORT)  # it was about another block
        self._inspector.report.show_offer()
        self._inspector.show_what_if((), self._search)
        if query is None:
            self._work.drop(_SEARCH)
        else:
            self._work.ask(
                _SEARCH,
                partial(suggest, query),
                self._on_end,
                progress=self._on_progress,
                failed=self._on_failed,
            )

    def apply(self, index: int = -1) -> None:
        """Apply a suggestion, by default the one on screen, else the first; none does nothing."""
        if index < 0:
            index = max(self._index_of_preview(), 0)
        if self._query is not None and index < len(self._suggestions):
            suggestion = self._suggestions[index]
            self.end_preview()
            self._session_controller.set_settings({self._query.pane: suggestion.settings})

    # -- preview ---------------------------------------------------------------------------

    def preview(self, index: int) -> None:
        """Show the words that a suggestion would change; the one on screen ends the preview."""
        if self._query is None or not 0 <= index < len(self._suggestions):
            return
        suggestion = self._suggestions[index]
        if suggestion is self._previewed:
            self.end_preview()
            return
        self._previewed = suggestion
        self._session_controller.preview(self._query.pane, suggestion.mask)
        self._show()

    def preview_next(self) -> None:
        """Preview the suggestion after the one on screen; after the last, end the preview."""
        index = self._index_of_preview() + 1
        if index < len(self._suggestions):
            self.preview(index)
        else:
            self.end_preview()

    def end_preview(self) -> bool:
        """End the preview; return whether there was one."""
        was_shown, self._previewed = self._previewed is not None, None
        if was_shown:
            self._session_controller.preview("", None)
            self._show()
        return was_shown

    def _index_of_preview(self) -> int:
        """Return the index of the suggestion on screen, -1 for none."""
        shown = (index for index, each in enumerate(self._suggestions) if each is self._previewed)
        return next(shown, -1)

    def write_report(self) -> None:
        """Write a bug report about the block, and copy it to the clipboard when it is done."""
        if self._query is None:
            return
        self._inspector.report.show_progress(0, len(self._query.page.source))
        self._work.ask(
            _REPORT,
            partial(report, self._query),
            self._on_report,
            progress=self._on_reduced,
            failed=self._on_report_failed,
        )

    def _on_reduced(self, reductions: list[Reduction]) -> None:
        last = reductions[-1]
        self._inspector.report.show_progress(last.runs, last.characters)

    def _on_report(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._inspector.report.show_offer()
        self._notifier.notify(self.tr("The bug report is on the clipboard."))

    def _on_report_failed(self, failure: Failure) -> None:
        self._inspector.report.show_offer()
        self._notifier.notify(failure.text)

    def _current_query(self) -> WhatIfQuery | None:
        """Return the query for the selection; None without a block of a finished result."""
        session, selection = self._session_controller.session, self._selection.selection
        if selection is None or session.page is None or not session.active or session.step:
            return None
        pane = session.pane(session.active)
        if pane.shown is None or pane.state is not RunState.DONE:
            return None
        block = leading_block(pane, selection)
        if block < 0:
            return None
        return WhatIfQuery(session.page, pane.name, pane.shown, block)

    def _on_progress(self, items: list[WhatIf | Trying]) -> None:
        """Add suggestions, those that change the fewest other words first; show what is tried."""
        from boilerscope.extractors.what_if import Trying  # the start does not need it

        tried = [item for item in items if isinstance(item, Trying)]
        found = [*self._suggestions, *(item for item in items if not isinstance(item, Trying))]
        self._suggestions = tuple(sorted(found, key=lambda each: each.gained + each.lost))
        if tried:
            last, is_paired = tried[-1], len(tried[-1].fields) > 1
            self._search = SearchView(True, last.number, last.total, is_paired)
        self._show()

    def _on_end(self, is_complete: bool) -> None:  # noqa: FBT001 - result of the job
        self._search = SearchView(is_running=False, is_stopped=not is_complete)
        self._show()

    def _on_failed(self, failure: Failure) -> None:
        self._notifier.notify(failure.text)
        self._on_end(is_complete=True)

    def _show(self) -> None:
        """Show the suggestions found so far, with their F1 against the present gold standard."""
        query = self._query
        if query is None or query.page is not self._session_controller.session.page:
            return
        settings, characters = query.extraction.settings, counts_characters(query.page)
        views = tuple(
            dataclasses.replace(
                _view_of(settings, suggestion, characters=characters),
                f1_change=self._f1_change(query, suggestion),
            )
            for suggestion in self._suggestions
        )
        self._inspector.show_what_if(views, self._search, previewed=self._index_of_preview())

    def _f1_change(self, query: WhatIfQuery, suggestion: WhatIf) -> float | None:
        """Return how the token F1 of the page would change, None without a gold standard."""
        session = self._session_controller.session
        old_score = token_score(session.gold, query.extraction.mask, comments=session.comments)
        new_score = token_score(session.gold, suggestion.mask, comments=session.comments)
        return None if old_score is None or new_score is None else new_score.f1 - old_score.f1


def _view_of(settings: Settings, suggestion: WhatIf, *, characters: bool) -> WhatIfView:
    knob = find_knob(type(settings), suggestion.field)
    return WhatIfView(
        field=suggestion.field,
        label=knob.label,
        unit=knob.unit,
        old=suggestion.old,
        new=suggestion.new,
        keeps=suggestion.keeps,
        gained=suggestion.gained,
        lost=suggestion.lost,
        characters=characters,
        also=None
        if suggestion.also is None
        else (find_knob(type(settings), suggestion.also[0]).label, *suggestion.also[1:]),
    )
