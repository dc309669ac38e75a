"""The run of the panes on the corpus: buttons, progress, failures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.session.corpus import CorpusPart, RunLife
from app.window.translation import translate
from widgets.corpus.run_bar import RunBarState
from widgets.words import number

if TYPE_CHECKING:
    from app.session.corpus import CorpusChanged
    from app.window.action_registry import ActionRegistry
    from app.window.controllers.context import Context
    from widgets.corpus.run_bar import RunBar

_SHOWN = (
    CorpusPart.CORPUS
    | CorpusPart.PANES
    | CorpusPart.TABLE
    | CorpusPart.RESULTS
    | CorpusPart.RUN
    | CorpusPart.SCORES
)


class RunningController(QObject):
    """Runs the panes, and fills the run bar.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    bar : RunBar
        The run bar.
    """

    def __init__(self, context: Context, actions: ActionRegistry, bar: RunBar) -> None:
        super().__init__(context.views)
        self._corpus, self._bar = context.corpus, bar
        corpus = self._corpus
        actions.add("run_corpus", corpus.start, enabled=self._can_run)
        actions.add("pause_corpus", self._pause, enabled=lambda: corpus.run.is_busy)
        actions.add("cancel_corpus", corpus.cancel, enabled=lambda: corpus.run.is_busy)
        bar.command.connect(actions.trigger)
        bar.failures_asked.connect(self._list_failures)
        corpus.changed.connect(self._on_change)

    def _can_run(self) -> bool:
        corpus = self._corpus
        return corpus.is_shown and corpus.table is not None and not corpus.run.is_busy

    def _pause(self) -> None:
        self._corpus.set_paused(self._corpus.run.life is not RunLife.PAUSED)

    def _list_failures(self) -> None:
        view = self._corpus.view
        self._corpus.filter_by(replace(view.page_filter, only_failures=True))

    def _on_change(self, change: CorpusChanged) -> None:
        if change.parts & _SHOWN and self._corpus.table is not None:
            self._bar.show_state(self._state())

    def _state(self) -> RunBarState:
        corpus, run = self._corpus, self._corpus.run
        progress = run.progress
        if run.is_busy:
            is_paused = run.life is RunLife.PAUSED
            pause = ("play", translate("Go on")) if is_paused else ("pause", translate("Pause"))
            buttons: tuple[tuple[str, str, str], ...] = (
                ("pause_corpus", *pause),
                ("cancel_corpus", "close", translate("Cancel")),
            )
        else:
            buttons = (("run_corpus", "play", translate("Run")),)
        n_pages = len(corpus.table.pages) if corpus.table is not None else 0
        headline = translate("{done} of {pages} pages").format(
            done=number(progress.n_done if progress is not None else 0), pages=number(n_pages)
        )
        share = None
        if run.is_busy and progress is not None and progress.n_pages:
            share = progress.n_done / progress.n_pages
        return RunBarState(buttons, headline, share=share, problem=run.problem)
