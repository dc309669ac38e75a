"""The run of the panes on the corpus: buttons, progress, failures, status bar."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from boilerscope.app.session.corpus import CorpusPart, RunLife, Tab
from boilerscope.app.window.corpus import texts
from boilerscope.app.window.refresher import View
from boilerscope.app.window.translation import translate
from boilerscope.extractors.model.extraction import ANSWERED, Status
from boilerscope.extractors.scoring.order import chosen
from boilerscope.extractors.scoring.parts import Ended
from boilerscope.widgets.corpus.run_bar import RunBarState, RunButton
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.app.session.corpus import Rescoring, RunRecord
    from boilerscope.app.window.action_registry import ActionRegistry
    from boilerscope.app.window.controllers.context import Context
    from boilerscope.extractors.scoring.order import PageFilter
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.corpus.run_bar import RunBar

_SHOWN = (
    CorpusPart.CORPUS
    | CorpusPart.PANES
    | CorpusPart.TABLE
    | CorpusPart.RESULTS
    | CorpusPart.RUN
    | CorpusPart.LIFE
    | CorpusPart.RESCORING
    | CorpusPart.SCORES
    | CorpusPart.CHOICE
)
FAILURES = tuple(status for status in Status if status not in ANSWERED)


class RunningController(QObject):
    """Runs the panes, and fills the run bar.

    Parameters
    ----------
    context : Context
        Objects that controllers share.
    actions : ActionRegistry
        Registry of the handlers.
    """

    def __init__(self, context: Context, actions: ActionRegistry, bar: RunBar) -> None:
        super().__init__(context.views)
        self._corpus, self._bar = context.corpus, bar
        self._state = context.corpus.state
        self._notifier, self._warned = context.notifier, 0
        corpus = self._corpus
        actions.add("run_corpus", self.run, enabled=self._can_run)
        actions.add("pause_corpus", self.pause, enabled=lambda: self._state.run.is_busy)
        actions.add("cancel_corpus", corpus.cancel, enabled=self._can_cancel)
        actions.add("run_failed", self.run_failed, enabled=self._can_run_failed)
        actions.add(
            "run_without", corpus.run_without_crashed, enabled=lambda: bool(self._state.crashed)
        )
        actions.add("list_failures", self.list_failures, enabled=self._has_failures)
        actions.add("bring_back", corpus.bring_back, enabled=lambda: bool(self._state.left_out))
        bar.command.connect(actions.trigger)

    def views(self) -> list[View]:
        """Return the view of the run bar."""
        return [View("run bar", self.refresh, _SHOWN, is_shown=lambda: self._state.is_shown)]

    def refresh(self) -> None:
        """Show the state of the run."""
        if self._state.table is not None:
            self._bar.show_state(self._bar_state(self._state.table))
        progress = self._state.run.progress
        not_kept = "" if progress is None else progress.not_kept
        if not_kept and self._state.run.number != self._warned:
            self._warned = self._state.run.number
            text = translate("The results are not kept for later runs: {reason}")
            self._notifier.notify(text.format(reason=not_kept))

    def run(self) -> None:
        """Run the panes; kept results are not computed again."""
        self._corpus.start()

    def run_failed(self) -> None:
        """Run the panes again where they failed."""
        self._corpus.start(again=FAILURES)

    def pause(self) -> None:
        """Pause the run, or resume it."""
        self._corpus.set_paused(self._state.run.life is not RunLife.PAUSED)

    def list_failures(self) -> None:
        """Open a menu of failures and empty results that lists their pages."""
        table = self._state.table
        if table is None:
            return
        menu = QMenu(self._bar)
        bare = replace(self._state.choice.page_filter, only_failures=False, part=None)
        n_failed = int(table.has_failed.any(axis=1).sum())
        if n_failed:
            label = translate("Pages with a failure ({count})").format(count=number(n_failed))
            failures = replace(bare, only_failures=True)
            menu.addAction(label, partial(self._list, failures))
        for status in (*FAILURES, Status.EMPTY):
            ended = Ended("", status)
            n_pages = int(ended.pages(table).sum())
            if n_pages:
                label = f"{translate(status.value)} ({number(n_pages)})"
                menu.addAction(label, partial(self._list, replace(bare, part=ended)))
        menu.addSeparator()
        menu.addAction(translate("All pages"), partial(self._list, bare))
        if n_failed and not self._state.run.is_busy:
            menu.addAction(translate("Run the failed pages again"), self.run_failed)
        menu.aboutToHide.connect(menu.deleteLater)
        button = self._bar.failures
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _list(self, page_filter: PageFilter) -> None:
        self._corpus.show_tab(Tab.PAGES)
        self._corpus.filter_by(page_filter)

    def _has_failures(self) -> bool:
        """Return whether a page has failed or is empty, or only such pages are listed."""
        table = self._state.table
        return table is not None and (
            self._lists_failures()
            or bool(table.has_failed.any())
            or bool(Ended("", Status.EMPTY).pages(table).any())
        )

    def _can_run_failed(self) -> bool:
        table = self._state.table
        return self._can_run() and table is not None and bool(table.has_failed.any())

    def _can_run(self) -> bool:
        state = self._state
        return (
            state.is_shown
            and state.table is not None
            and bool(state.table.panes)
            and not self._can_cancel()
        )

    def _can_cancel(self) -> bool:
        return self._state.run.is_busy or self._state.rescoring is not None

    def _bar_state(self, table: ScoreTable) -> RunBarState:
        if self._state.rescoring is not None:
            return self._rescored(table, self._state.rescoring)
        run = self._state.run
        if run.is_busy:
            return self._running(table, run)
        is_first = not table.is_done.any()
        pending = len(self._state.pending())
        label = texts.run_label(pending, is_first=is_first, total=len(table.pages))
        buttons = [RunButton("run_corpus", "play", label, is_main=True)]
        problem = run.problem
        if self._state.crashed and not problem:
            problem = self._crash_text(table)
            label = translate("Run without this page")
            if len(self._state.crashed) > 1:
                label = translate("Run without these pages")
            buttons.append(RunButton("run_without", "play", label))
        n_left_out = len(self._state.left_out)
        if n_left_out:
            label = translate("Bring back 1 page that was left out")
            if n_left_out > 1:
                label = translate("Bring back {count} pages that were left out")
            label = label.format(count=number(n_left_out))
            buttons.append(RunButton("bring_back", "undo", label))
        return RunBarState(
            buttons=tuple(buttons),
            headline="" if problem else self._ended(table, run),
            details=() if problem else texts.ended_details(run),
            failures=texts.failures_text(table),
            has_failed=bool(table.has_failed.any()),
            lists_failures=self._lists_failures(),
            note=self._compared(table, interim=run.life is not RunLife.DONE and bool(pending)),
            problem=problem,
        )

    def _compared(self, table: ScoreTable, *, interim: bool) -> str:
        """Return the number of compared pages, which the leaderboard averages as well."""
        searching = self._state.searching
        if searching is not None:
            text = translate("Searching page texts, {done} of {pages}: all figures grow")
            pages = texts.n_pages(searching.n_pages)
            return text.format(done=number(searching.n_done), pages=pages)
        listed = chosen(table, self._state.choice.page_filter)
        return texts.compared_text(table, listed, interim=interim)

    def _lists_failures(self) -> bool:
        page_filter = self._state.choice.page_filter
        return page_filter.only_failures or isinstance(page_filter.part, Ended)

    def _running(self, table: ScoreTable, run: RunRecord) -> RunBarState:
        is_paused = run.life is RunLife.PAUSED
        pause = RunButton("pause_corpus", "pause", translate("Pause"))
        go_on = RunButton("pause_corpus", "play", translate("Go on"), is_main=True)
        cancel = RunButton("cancel_corpus", "close", translate("Cancel"))
        progress = run.progress
        n_done = 0 if progress is None else progress.n_done
        n_pages = len(table.pages) if progress is None else progress.n_pages
        details = texts.running_details(run)
        return RunBarState(
            buttons=(go_on if is_paused else pause, cancel),
            headline=translate("{done} of {pages}").format(
                done=number(n_done), pages=texts.n_pages(n_pages)
            ),
            details=(translate("Paused"), *details[-1:]) if is_paused else details,
            failures=texts.failures_text(table),
            has_failed=bool(table.has_failed.any()),
            lists_failures=self._lists_failures(),
            note=self._compared(table, interim=True),
            share=n_done / n_pages if n_pages else 0.0,
        )

    def _rescored(self, table: ScoreTable, rescoring: Rescoring) -> RunBarState:
        """Return the progress of other scores of the results that are there."""
        n_done, total = rescoring.n_done, rescoring.n_pages
        return RunBarState(
            buttons=(RunButton("cancel_corpus", "close", translate("Cancel")),),
            headline=translate("{done} of {pages}").format(
                done=number(n_done), pages=texts.n_pages(total)
            ),
            failures=texts.failures_text(table),
            has_failed=bool(table.has_failed.any()),
            lists_failures=self._lists_failures(),
            note=(
                translate("Figures without gold are being computed.")
                if rescoring.figures
                else translate("Other scores are being computed.")
            ),
            share=n_done / total if total else 0.0,
        )

    def _ended(self, table: ScoreTable, run: RunRecord) -> str:
        outdated = self._state.outdated()
        if outdated and run.life is RunLife.DONE:
            text = translate("1 pane is outdated")
            if len(outdated) > 1:
                text = translate("{count} panes are outdated")
            return text.format(count=number(len(outdated)))
        n_done = int(table.is_done.sum())
        if run.life is RunLife.CANCELLED:
            return translate("Cancelled after {done} of {pages}").format(
                done=number(n_done), pages=texts.n_pages(len(table.pages))
            )
        if run.life is RunLife.DONE:
            return translate("All {pages} done").format(pages=texts.n_pages(n_done))
        if run.life is RunLife.IDLE and n_done:
            return translate("{pages} kept from earlier runs").format(pages=texts.n_pages(n_done))
        return ""

    def _crash_text(self, table: ScoreTable) -> str:
        """Return which pane ended workers on which page."""
        row, panes = next(iter(self._state.crashed.items()))
        first, names = table.pages[row].name, translate(", ").join(panes)
        if len(self._state.crashed) == 1:
            text = translate("A worker crashed 3 times on {page}, running {panes}.")
            return text.format(page=first, panes=names)
        return translate(
            "Workers crashed 3 times on each of {count} pages, first on {page}, running {panes}."
        ).format(count=number(len(self._state.crashed)), page=first, panes=names)
