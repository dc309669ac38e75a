"""Learning from the marked pages of the open corpus: one more pane, and the page to mark next."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from boilerscope.app.session.corpus import CorpusPart
from boilerscope.app.window.corpus.controller import n_jobs
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.app.window.work.mark_jobs import MarksRequest, learn_from_marks
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors import registry
from boilerscope.extractors.runs.judging import judge
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.system.folders import config_folder
from boilerscope.widgets.corpus.marks_card import MarksCard
from boilerscope.widgets.corpus.pages.sentences import pages_words
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.app.window.window import Window
    from boilerscope.app.window.work.mark_jobs import LearnedFromMarks, MarksProgress
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.sources.corpus import Corpus

_LEARN = Kind("learn from marks", at_once=True)
_MODELS = "models"
"""Folder of the models, in the configuration folder."""


class MarksController(QObject):
    """Carries out the action *Learn from my marks*.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    open_to_mark : callable
        Opens a page of the corpus, by its number, and begins to mark it.
    """

    def __init__(
        self,
        context: Context,
        actions: ActionRegistry,
        window: Window,
        open_to_mark: Callable[[int], object],
    ) -> None:
        super().__init__(context.views)
        self._context, self._window, self._open_to_mark = context, window, open_to_mark
        self._state = context.corpus.state
        self._card: MarksCard | None = None
        self._of: Corpus | None = None
        self._pane = ""
        """Pane with the model of the last learning; empty before the first one."""
        self._next_row: int | None = None
        actions.add("learn_from_marks", self.learn, enabled=self._can_learn)

    def views(self) -> list[View]:
        """Return the view that forgets an earlier corpus."""
        return [View("marks learned from", self._forget_other, CorpusPart.CORPUS)]

    def learn(self) -> None:
        """Learn from the present marks, and show how far it is and what came out."""
        table = self._state.table
        if table is None:
            return
        self._of = self._state.corpus
        card = self._shown_card()
        n_marked = sum(page.has_gold for page in table.pages)
        card.show_progress(_progress_text(0, n_marked, is_judging=False), 0.0)
        request = MarksRequest(
            table.pages,
            self._state.record.path,
            config_folder() / _MODELS,
            RunLimits(n_jobs()),
        )
        self._context.work.ask(
            _LEARN,
            partial(learn_from_marks, request),
            self._on_learned,
            progress=self._on_progress,
            failed=self._on_failed,
        )

    def _shown_card(self) -> MarksCard:
        if self._card is None:
            self._card = MarksCard(self._window)
            self._card.cancelled.connect(self._cancel)
            self._card.again_asked.connect(self.learn)
            self._card.mark_asked.connect(self._mark_next)
        self._card.show()
        self._card.raise_()
        return self._card

    def _can_learn(self) -> bool:
        table = self._state.table
        return table is not None and table.lists_gold

    def _cancel(self) -> None:
        self._context.work.drop(_LEARN)
        if self._card is not None:
            self._card.show_end(translate("Cancelled."))

    def _forget_other(self) -> None:
        """Drop what belongs to an earlier corpus; its pane stays."""
        if self._state.corpus is not self._of:
            self._of, self._pane, self._next_row = self._state.corpus, "", None
            self._context.work.drop(_LEARN)
            if self._card is not None:
                self._card.close()
                self._card.deleteLater()
                self._card = None

    def _on_progress(self, states: list[MarksProgress]) -> None:
        state = states[-1]
        if self._card is not None:
            text = _progress_text(state.n_done, state.n_pages, is_judging=state.is_judging)
            half = state.n_done / max(state.n_pages, 1) / 2
            self._card.show_progress(text, half + 0.5 * state.is_judging)

    def _on_failed(self, failure: Failure) -> None:
        if self._card is not None:
            self._card.show_end(failure.text)

    def _on_learned(self, learned: LearnedFromMarks | None) -> None:
        if learned is None or self._card is None:
            return
        self._show_pane(learned)
        self._next_row = None if learned.next_page is None else learned.next_page.row
        text = translate("Pane {pane} has learned from {pages}.").format(
            pane=self._pane, pages=pages_words(learned.n_used)
        )
        if learned.left_out:
            left_out = translate("Too little of the gold text was found on {pages}.")
            text += " " + left_out.format(pages=pages_words(len(learned.left_out)))
        has_curve = len(learned.curve) > 1
        note = (
            translate("Mean F1 on marked pages that were not learned from.")
            if has_curve
            else translate("Mark a second page to see what marks gain.")
        )
        if has_curve and learned.n_known:
            known = translate(
                "The built-in model knew {pages} of them, which gain less than new ones."
            )
            note += " " + known.format(pages=pages_words(learned.n_known))
        self._card.show_learned(
            text,
            learned.curve if has_curve else (),
            note,
            self._next_text(learned),
            has_next=self._next_row is not None,
        )

    def _next_text(self, learned: LearnedFromMarks) -> str:
        proposed, table = learned.next_page, self._state.table
        if proposed is None or table is None:
            return translate("Every page with a result is marked.")
        text = translate(
            "Mark next: {page}. Its expected F1 is {value}, the lowest of {pages} without marks."
        )
        return text.format(
            page=table.pages[proposed.row].page_id,
            value=number(proposed.expected, decimals=2),
            pages=pages_words(proposed.n_judged),
        )

    def _show_pane(self, learned: LearnedFromMarks) -> None:
        """Add a pane with the model, or give it to the pane of the last learning: one undo step."""
        controller, extractor = self._context.session_controller, judge()
        session = controller.session
        if session.has(self._pane) and session.pane(self._pane).extractor == extractor:
            settings: Any = session.pane(self._pane).settings
            controller.set_settings({self._pane: settings.replace(model=str(learned.file))})
            return
        settings = registry.extractor(extractor).default_settings()
        controller.add_pane(extractor, settings.replace(model=str(learned.file)))
        self._pane = session.panes[-1].name

    def _mark_next(self) -> None:
        if self._next_row is not None and self._card is not None:
            self._card.close()
            self._open_to_mark(self._next_row)


def _progress_text(n_done: int, n_pages: int, *, is_judging: bool) -> str:
    text = translate("Learning from your marks: {done} of {pages}")
    if is_judging:
        text = translate("Looking for the page to mark next: {done} of {pages}")
    return text.format(done=number(n_done), pages=pages_words(n_pages))
