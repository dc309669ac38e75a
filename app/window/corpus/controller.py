"""The open corpus with its scores, and the only object that changes the Corpus face.

Views call its methods and are told by the refresher, as those of the Page face are.
"""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from boilerscope.app.session.changes import SessionPart
from boilerscope.app.session.corpus import (
    CorpusChanged,
    CorpusPart,
    CorpusRecord,
    ReadLife,
    Rescoring,
    RunLife,
    RunRecord,
    Tab,
    without_panes,
)
from boilerscope.app.session.face_state import CorpusState, measures_of
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.scoring.table import COMPARED
from boilerscope.extractors.system.late import late_call, late_calls

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from boilerscope.app.session.changes import Changed
    from boilerscope.app.session.corpus import CorpusChoice, Searching
    from boilerscope.app.session.read_only import CorpusView
    from boilerscope.app.window.session_controller import SessionController
    from boilerscope.app.window.work.corpus_jobs import (
        Figures,
        RunRequest,
        annotators,
        figures,
        kept_results,
        list_pages,
        rescore,
        run_panes,
    )
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.runs.corpus_run import RunOptions, RunProgress
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.runs.store import default_folder
    from boilerscope.extractors.scoring.averages import Average
    from boilerscope.extractors.scoring.case import ScoredText
    from boilerscope.extractors.scoring.order import PageFilter, PageOrder, Sort
    from boilerscope.extractors.scoring.results import PageResult
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.extractors.search.sweep import SweepRun
    from boilerscope.extractors.search.tune import TuneRun
    from boilerscope.extractors.sources.corpus import Corpus
else:
    RunRequest, annotators, figures, kept_results, list_pages, rescore, run_panes = late_calls(
        "boilerscope.app.window.work.corpus_jobs",
        "RunRequest",
        "annotators",
        "figures",
        "kept_results",
        "list_pages",
        "rescore",
        "run_panes",
    )
    RunOptions = late_call("boilerscope.extractors.runs.corpus_run", "RunOptions")
    default_folder = late_call("boilerscope.extractors.runs.store", "default_folder")
    Corpus = late_call("boilerscope.extractors.sources.corpus", "Corpus")

AT_ONCE_S = 2.0
"""A changed pane whose last run took less runs by itself."""

_SETTLE_MS = 250
"""Time without a further change of settings after which a changed pane runs by itself."""

_LIST = Kind("pages of a corpus", at_once=True)
_RUN = Kind("run of a corpus", at_once=True)
_KEPT = Kind("kept results of a corpus")
_ANNOTATORS = Kind("annotators of a corpus")
_RESCORE = Kind("other scores of a corpus", at_once=True)


class CorpusController(QObject):
    """Changes the Corpus face and emits every change.

    Parameters
    ----------
    session_controller : SessionController
        Provides the panes.
    store : Path, optional
        Folder of the store of results; by default in the user's cache.
    parent : QObject, optional
        Qt parent.

    Signals
    -------
    changed(CorpusChanged)
        Something that the face shows has changed.
    unread(str)
        Another corpus could not be read, for this reason; the present one stays.
    """

    changed = Signal(object)
    unread = Signal(str)

    def __init__(
        self,
        session_controller: SessionController,
        store: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session_controller = session_controller
        self._store = store
        self._state = CorpusState(session_controller.session)
        self._took_s: dict[str, float] = {}
        self._kept_s: dict[str, list[float]] = {}
        self._computed: list[str] = []
        self._before: CorpusRecord | None = None
        self._work = session_controller.work
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        session_controller.changed.connect(self._on_session)
        self._settle.timeout.connect(self._run_by_itself)

    @property
    def state(self) -> CorpusView:
        """State of the face, for reading."""
        return self._state

    @property
    def store_folder(self) -> Path:
        """Folder of the store of results."""
        return default_folder() if self._store is None else self._store

    # -- the corpus ------------------------------------------------------------------------

    def open(self, path: Path, *, batch: str = "") -> None:
        """Open a corpus; the present corpus stays until all pages of the new one are listed.

        Parts that cannot be read are left out and counted.

        Parameters
        ----------
        batch : str
            Folder of the batch whose results are scored by the gold of the corpus, see
            `CorpusRecord`.
        """
        self._session_controller.open_usual_panes()
        corpus = Corpus([path], skip_errors=True)
        record = CorpusRecord(ReadLife.READING, str(path), batch=batch)
        if not self._state.has_corpus:
            self._replace(corpus, record)
        self._read(corpus, record, self._on_read)

    def _read(
        self,
        corpus: Corpus,
        record: CorpusRecord,
        take: Callable[[Corpus, CorpusRecord], None],
    ) -> None:
        if self._state.has_corpus and self._before is None:
            self._before = self._state.record
        self._state.begin_reading(record)
        self._work.ask(
            _LIST,
            partial(list_pages, corpus),
            lambda _: take(corpus, record),
            progress=self._on_listed,
            failed=self._on_unread,
        )
        self._emit(CorpusPart.CORPUS)

    def _replace(self, corpus: Corpus, record: CorpusRecord) -> None:
        """Begin with another corpus in place of the present one."""
        self._settle.stop()
        for kind in (_RUN, _RESCORE, _KEPT, _ANNOTATORS):
            self._work.drop(kind)
        self._took_s, self._kept_s = {}, {}
        self._state.open(corpus, record)
        self._emit(
            CorpusPart.CORPUS
            | CorpusPart.TABLE
            | CorpusPart.LIFE
            | CorpusPart.RESCORING
            | CorpusPart.ROW
            | CorpusPart.TRIED
        )

    def read_again(self) -> None:
        """Read the present corpus again, whose files have changed, and then its results."""
        corpus = self._state.corpus
        if corpus is None or self._state.record.life is not ReadLife.READ:
            return
        again = Corpus(corpus.paths, skip_errors=True, gold_by=corpus.gold_by)
        record = self._state.record
        reading = CorpusRecord(ReadLife.READING, record.path, batch=record.batch)
        self._read(again, reading, self._on_read_again)

    def take_gold_of(self, annotator: str) -> None:
        """Score by the marks of an annotator, or by the gold itself if the name is empty.

        Extractors do not run again: their kept results are scored.
        """
        corpus = self._state.corpus
        is_read = self._state.record.life is ReadLife.READ
        if corpus is not None and is_read and corpus.gold_by != annotator:
            self._on_read_again(corpus.marked_by(annotator), self._state.record)

    def cancel_reading(self) -> None:
        """End the reading of a corpus, and return to the present one."""
        if self._state.record.life is ReadLife.READING:
            self._work.drop(_LIST)
            self._return()

    def _return(self) -> None:
        """Return to the present corpus, or to none."""
        before, self._before = self._before, None
        if before is None:
            self._state.close()
        else:
            self._state.record = before
        self._emit(CorpusPart.CORPUS)

    def add_files(self, panes: Iterable[FilePane]) -> None:
        """Add panes whose results come from a file."""
        self._state.add_files(panes)
        self._follow_panes()

    def remove_file(self, name: str) -> None:
        """Remove a pane whose results come from a file or from the gold."""
        self._state.remove_file(name)
        self._follow_panes()

    def replace_files(self, panes: Iterable[FilePane]) -> None:
        """Replace the results of panes whose file has changed, and show them."""
        had_results = self._state.has_results
        self._state.replace_files(panes)
        self._emit(CorpusPart.RESULTS | CorpusPart.PANES)
        if had_results:
            self.start()

    def show_files(self, panes: Sequence[FilePane]) -> None:
        """Show only the panes of these files, with their results."""
        self._state.show_files(panes)
        self._session_controller.open_panes(
            file.stands_for for file in panes if file.stands_for is not None
        )
        self.start()

    def show_table(self, table: ScoreTable) -> None:
        """Show scores that are there already."""
        self._state.show_table(table)
        self._emit(CorpusPart.TABLE)

    # -- the run ---------------------------------------------------------------------------

    def start(self, *, again: Iterable[Status] = (), indices: Sequence[int] | None = None) -> None:
        """Run the panes on the corpus; kept results are not computed again.

        Parameters
        ----------
        again : iterable of Status
            Kept results with such a status are computed again.
        indices : sequence of int, optional
            Numbers of the pages to run on; all by default.
        """
        state = self._state
        if state.corpus is None or state.table is None or not state.table.panes:
            return
        self._settle.stop()
        self._work.drop(_KEPT)
        self._end_rescoring_early()
        self._computed = state.pending()
        jobs = n_jobs()
        state.begin_run(RunRecord(RunLife.RUNNING, state.run.number + 1, jobs=jobs))
        options = RunOptions(
            state.choice.scoring(state.table.measures),
            RunLimits(jobs),
            frozenset(again),
        )
        request = RunRequest(
            state.corpus.pages,
            state.panes_to_run(),
            state.files,
            options,
            self.store_folder,
            state.pages_to_run() if indices is None else indices,
        )
        self._work.ask(
            _RUN,
            partial(run_panes, request),
            self._on_run_end,
            progress=self._on_results,
            failed=lambda failure: self.take_run_end(RunLife.FAILED, failure.text),
        )
        self._emit(CorpusPart.LIFE | CorpusPart.TABLE)

    def run_without_crashed(self) -> None:
        """Run the pages again, except those that ended worker processes."""
        self._state.leave_out_crashed()
        self._emit(CorpusPart.RESULTS)
        self.start()

    def bring_back(self) -> None:
        """Run the pages that were left out after crashes again."""
        rows = self._state.bring_back()
        self._emit(CorpusPart.RESULTS)
        if rows:
            self.start(again=(Status.ERROR,), indices=rows)

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        """Pause the run after the pages in progress, or resume it."""
        if self._state.run.is_busy:
            self._work.set_paused(_RUN, paused)
            life = RunLife.PAUSED if paused else RunLife.RUNNING
            self._state.run = replace(self._state.run, life=life)
            self._emit(CorpusPart.LIFE)

    def cancel(self) -> None:
        """End the run, whose finished pages stay, or return to the scores on screen."""
        self._work.cancel(_RUN)
        if self._state.rescoring is not None:
            self._end_rescoring_early()
            self._emit(CorpusPart.RESCORING)

    def stop(self) -> None:
        """Begin no more runs; the window closes."""
        self._settle.stop()

    # -- scores ----------------------------------------------------------------------------

    def score_by(self, measure: str, *, initiator: str = "") -> None:
        """Score by another measure; the scores that are not there are computed first."""
        self._score(replace(self._wanted(), measure=measure), initiator)

    def score_text(self, text: ScoredText, *, comments: bool = False) -> None:
        """Score another text of the results; the scores are computed first.

        Parameters
        ----------
        comments : bool
            Whether comments count as main content.
        """
        self._score(replace(self._wanted(), text=text, comments=comments))

    def _wanted(self) -> CorpusChoice:
        rescoring = self._state.rescoring
        return self._state.choice if rescoring is None else rescoring.choice

    def _score(self, wanted: CorpusChoice, initiator: str = "") -> None:
        """Show other scores: at once, or when all of them are computed."""
        state, table = self._state, self._state.table
        self._end_rescoring_early()
        is_there = wanted.scored == state.choice.scored and (
            table is None or not wanted.needs_gold or wanted.measure in table.measures
        )
        progress = state.run.progress
        is_kept = progress is None or not progress.not_kept
        if not is_there and (state.run.is_busy or not is_kept):  # stored results come at once
            self._work.drop(_RUN)
            state.choice_of_scores(wanted)
            state.restart_table()
            self.start()
        elif is_there and self._figure(wanted):
            pass  # shown when the figures are there
        elif is_there or not state.has_results:
            state.choice_of_scores(wanted)
            state.follow_panes()
        else:
            self._rescore(wanted)
        self._figure_missing()
        self._emit(
            CorpusPart.SCORES | CorpusPart.CHOICE | CorpusPart.TABLE | CorpusPart.RESCORING,
            initiator,
        )

    def _rescore(self, wanted: CorpusChoice) -> None:
        """Compute other scores of the results on screen, which stay there until all is done."""
        state, table = self._state, self._state.table
        if state.corpus is None or table is None:
            return
        state.rescoring = Rescoring(wanted, 0, int(table.is_done.sum()))
        wanted_scores = wanted.scoring(measures_of(wanted.measure))
        of_files = {file.pane.name for file in state.files}
        request = RunRequest(
            state.corpus.pages,
            tuple(pane for pane in state.ran_panes() if pane.name not in of_files),
            state.files,
            RunOptions(wanted_scores, RunLimits(n_jobs())),
            self.store_folder,
        )
        former = state.choice.scoring(table.measures)
        self._work.ask(
            _RESCORE,
            partial(rescore, table, former, request),
            self._on_rescored,
            progress=self._on_rescoring,
            failed=self._on_not_rescored,
        )

    def _on_rescoring(self, states: list[RunProgress]) -> None:
        rescoring, progress = self._state.rescoring, states[-1]
        if rescoring is not None:
            self._state.rescoring = Rescoring(rescoring.choice, progress.n_done, progress.n_pages)
            self._emit(CorpusPart.RESCORING)

    def _on_rescored(self, table: ScoreTable) -> None:
        self._state.end_rescoring(table)
        self._emit(
            CorpusPart.SCORES
            | CorpusPart.CHOICE
            | CorpusPart.TABLE
            | CorpusPart.LIFE
            | CorpusPart.RESCORING
        )
        self._figure_missing()
        self._settle.start()  # settings may have changed meanwhile

    def _on_not_rescored(self, failure: Failure) -> None:
        self._state.rescoring = None
        self._state.run = replace(self._state.run, life=RunLife.FAILED, problem=failure.text)
        self._emit(CorpusPart.RESCORING | CorpusPart.LIFE)

    def _figure(self, wanted: CorpusChoice) -> bool:
        """Compute the figures without gold that a choice needs and the table lacks.

        Return whether they are computed now; during a run or a computation of other scores, they
        are computed at its end.
        """
        state, table, kind = self._state, self._state.table, wanted.figures
        is_busy = state.run.is_busy or state.rescoring is not None
        if not kind or table is None or is_busy:
            return False
        rows = np.flatnonzero(table.lacks_figures(kind))
        if not rows.size:
            return False
        of_files = {file.pane.name for file in state.files}
        progress = state.run.progress
        is_kept = progress is None or not progress.not_kept
        request = RunRequest(
            table.pages,
            tuple(pane for pane in state.ran_panes() if pane.name not in of_files),
            state.files,
            RunOptions(state.choice.scoring(), RunLimits(n_jobs())),
            self.store_folder if is_kept else None,
            rows.tolist(),
        )
        state.rescoring = Rescoring(wanted, 0, len(rows), kind)
        self._work.ask(
            _RESCORE,
            partial(figures, request, table.panes, table.having(rows), is_quick=kind == COMPARED),
            partial(self._on_figures, table, rows),
            progress=self._on_figuring,
            failed=self._on_not_rescored,
        )
        self._emit(CorpusPart.RESCORING)
        return True

    def _figure_missing(self) -> None:
        """Compute figures of pages with other results, if they are shown."""
        self._figure(self._state.choice)

    def _on_figuring(self, n_done: list[int]) -> None:
        rescoring = self._state.rescoring
        if rescoring is not None:
            self._state.rescoring = replace(rescoring, n_done=n_done[-1])
            self._emit(CorpusPart.RESCORING)

    def _on_figures(
        self, table: ScoreTable, rows: NDArray[np.int64], found: Figures | None
    ) -> None:
        """Show figures without gold, with the measure, order and plot that were asked for."""
        state, rescoring = self._state, self._state.rescoring
        state.rescoring = None
        if rescoring is None or found is None:
            return
        if table is state.table:
            state.take_figures(rows, found.agreement, found.n_kept, found.expected)
        panes = () if state.table is None else state.table.panes
        if rescoring.choice.measure != state.choice.measure:
            state.choice_of_scores(rescoring.choice)
            state.follow_panes()
        asked = without_panes(rescoring.choice, panes)
        state.choice = replace(
            state.choice,
            sort=asked.sort,
            is_calibrated=asked.is_calibrated,
            ranks_expected=asked.ranks_expected,
        )
        self._emit(
            CorpusPart.RESCORING
            | CorpusPart.SCORES
            | CorpusPart.RESULTS
            | CorpusPart.CHOICE
            | CorpusPart.ROW
        )
        self._figure_missing()  # panes or results may have changed meanwhile
        self._settle.start()

    def _end_rescoring_early(self) -> None:
        self._work.drop(_RESCORE)
        self._state.rescoring = None

    def average_by(self, average: Average) -> None:
        """Average over pages in another way."""
        self._change(CorpusPart.SCORES, average=average)

    def compare_with(self, baseline: str) -> None:
        """Compare the panes with another baseline."""
        sort = replace(self._state.choice.sort, baseline=baseline)
        self._change(CorpusPart.SCORES | CorpusPart.CHOICE, baseline=baseline, sort=sort)

    def compare_on(self, pane: str, decides: bool) -> None:  # noqa: FBT001 - Qt slot
        """Compare the panes only on pages that a pane answered, or also on other pages."""
        self._state.decide(pane, decides=decides)
        self._emit(CorpusPart.SCORES | CorpusPart.CHOICE | CorpusPart.RESULTS)

    # -- state of the face -----------------------------------------------------------------

    def show_face(self, shown: bool) -> None:  # noqa: FBT001 - Qt slot
        """Show the Corpus face, or the Page face."""
        if shown != self._state.is_shown:
            self._state.is_shown = shown
            self._emit(CorpusPart.FACE)

    def show_tab(self, tab: Tab) -> None:
        """Show the pages or the sweep in the middle."""
        self._change(CorpusPart.TAB, tab=tab)

    def sort_by(self, sort: Sort, *, initiator: str = "") -> None:
        """Sort the pages in another way; figures without gold are computed first."""
        self._show_figures(initiator, sort=sort)

    def calibrate(self, calibrated: bool) -> None:  # noqa: FBT001 - Qt slot
        """Compare scores with expected F1 in the scatter plot, or with those of another pane."""
        self._show_figures("", is_calibrated=calibrated)

    def rank_by_expected(self, ranked: bool) -> None:  # noqa: FBT001 - Qt slot
        """Sort the panes by expected F1, which is computed first, or by another value."""
        if ranked != self._wanted().ranks_expected:
            self._show_figures("", ranks_expected=ranked)

    def _show_figures(self, initiator: str, **fields: object) -> None:
        """Change the choice; figures without gold that it needs are computed first."""
        rescoring, choice = self._state.rescoring, self._state.choice
        if rescoring is not None and rescoring.figures:
            choice = rescoring.choice
            if replace(choice, **fields) == choice:  # type: ignore[arg-type]  # fields of the record
                return  # they are being computed
            self._end_rescoring_early()
            self._emit(CorpusPart.RESCORING)
        wanted = replace(choice, **fields)  # type: ignore[arg-type]  # fields of the record
        if not self._figure(wanted):
            self._change(
                CorpusPart.CHOICE,
                initiator,
                sort=wanted.sort,
                is_calibrated=wanted.is_calibrated,
                ranks_expected=wanted.ranks_expected,
            )

    def filter_by(self, page_filter: PageFilter, *, initiator: str = "") -> None:
        """Show other pages."""
        self._change(CorpusPart.CHOICE, initiator, page_filter=page_filter)

    def take_found(self, text: str, rows: Sequence[int]) -> None:
        """Add the pages whose text contains the text of the filter."""
        self._state.take_found(text, rows)
        self._emit(CorpusPart.CHOICE)

    def take_layouts(self, layouts: Sequence[int]) -> None:
        """Add the layouts of the pages among those of their sites."""
        self._state.take_layouts(layouts)
        self._emit(CorpusPart.RESULTS)

    def note_search(self, searching: Searching | None) -> None:
        """Note how far the search in the texts of pages is; None at its end."""
        if searching != self._state.searching:
            is_other = (searching is None) != (self._state.searching is None)
            self._state.searching = searching
            self._emit(CorpusPart.LIFE if is_other else CorpusPart.RUN)

    def list_pages(self, order: PageOrder) -> None:
        """Set the list of pages that follows from filter, sort order and results."""
        self._state.order = order
        self._emit(CorpusPart.ORDER)

    def select(self, row: int | None, pane: str = "", *, initiator: str = "") -> None:
        """Select a page, and the pane of a cell."""
        self._change(CorpusPart.ROW, initiator, row=row, pane=pane)

    def activate(self, pane: str) -> None:
        """Make a pane of the session the active pane."""
        self._session_controller.activate(pane)

    def take_sweep(self, run: SweepRun) -> None:
        """Keep the last sweep for the export."""
        self._state.swept = run
        self._emit(CorpusPart.TRIED)

    def take_search(self, run: TuneRun) -> None:
        """Keep the last search for the export."""
        self._state.searched = run
        self._emit(CorpusPart.TRIED)

    # -- changes ---------------------------------------------------------------------------

    def _change(self, parts: CorpusPart, initiator: str = "", **fields: object) -> None:
        changed = replace(self._state.choice, **fields)  # type: ignore[arg-type]  # fields of the record
        if self._state.table is not None:  # a view may not know yet that a pane was removed
            changed = without_panes(changed, self._state.table.panes)
        if changed != self._state.choice:
            self._state.choice = changed
            self._emit(parts, initiator)

    def _emit(self, parts: CorpusPart, initiator: str = "") -> None:
        self.changed.emit(CorpusChanged(parts, initiator))

    def _on_session(self, change: Changed) -> None:
        if change.parts & (
            SessionPart.PAGE | SessionPart.ARRANGEMENT | SessionPart.SETTINGS | SessionPart.ACTIVE
        ):
            self._follow_panes()

    def _follow_panes(self) -> None:
        """Follow a change of panes; run quick panes."""
        parts = CorpusPart.PANES
        choice = self._state.choice
        if self._state.follow_panes():
            parts |= CorpusPart.TABLE
        if self._state.choice != choice:
            parts |= CorpusPart.CHOICE | CorpusPart.SCORES
        if self._is_quick():
            self._settle.start()
        self._emit(parts)
        if CorpusPart.TABLE in parts:
            self._figure_missing()
            self._show_kept_of_new()

    def _show_kept_of_new(self) -> None:
        """Show the kept results of panes that were added, such as a copy of another pane."""
        state = self._state
        is_waiting = state.run.is_busy or state.rescoring is not None
        if state.record.life is ReadLife.READ and not is_waiting:
            self._show_kept({*state.pending()} - {*state.outdated()})

    def _is_quick(self) -> bool:
        """Return whether the changed panes run by themselves."""
        state = self._state
        took = [self._took_s.get(name) for name in state.pending()]
        return (
            bool(took)
            and state.is_shown
            and state.rescoring is None
            and state.run.life is not RunLife.PAUSED
            and all(seconds is not None and seconds < AT_ONCE_S for seconds in took)
        )

    def _run_by_itself(self) -> None:
        if self._is_quick():
            self.start()

    # -- answers of the jobs ---------------------------------------------------------------

    def _on_listed(self, n_pages: list[int]) -> None:
        self._state.record = replace(self._state.record, n_pages=n_pages[-1])
        self._emit(CorpusPart.CORPUS)

    def _on_read(self, corpus: Corpus, record: CorpusRecord) -> None:
        self._before = None
        self._replace(corpus, record)
        self._state.end_reading(corpus)
        self._emit(CorpusPart.CORPUS | CorpusPart.TABLE | CorpusPart.LIFE)
        self.find_annotators()
        self._show_kept()

    def find_annotators(self) -> None:
        """Find the annotators that the gold of the open corpus names."""
        corpus = self._state.corpus
        if corpus is not None and corpus.n_gold:
            self._work.ask(_ANNOTATORS, partial(annotators, corpus.pages), self._take_annotators)

    def _take_annotators(self, names: tuple[str, ...]) -> None:
        if names != self._state.annotators:
            self._state.annotators = names
            self._emit(CorpusPart.CORPUS)

    def _on_read_again(self, corpus: Corpus, _record: CorpusRecord) -> None:
        had_results = self._state.has_results or self._state.run.is_busy
        before = self._before
        self._before = None
        for kind in (_RUN, _RESCORE, _KEPT):
            self._work.drop(kind)
        if before is not None:
            self._state.record = before
        self._state.reopen(corpus)
        self._emit(CorpusPart.CORPUS | CorpusPart.TABLE | CorpusPart.LIFE | CorpusPart.ROW)
        self.find_annotators()
        if had_results:
            self.start()

    def _on_unread(self, failure: Failure) -> None:
        if self._before is not None:
            self._return()
            self.unread.emit(failure.text)
            return
        record = replace(self._state.record, life=ReadLife.FAILED, problem=failure.text)
        self._state.record = record
        self._emit(CorpusPart.CORPUS)

    def _show_kept(self, names: Collection[str] | None = None) -> None:
        """Show the results that are kept from earlier runs.

        Parameters
        ----------
        names : collection of str, optional
            Panes whose results are read, none of them outdated; all by default.
        """
        state = self._state
        if state.corpus is None or state.table is None:
            return
        panes, files = state.panes_to_run(), state.files
        if names is not None:
            panes = tuple(pane for pane in panes if pane.name in names)
            files = tuple(file for file in files if file.pane.name in names)
        if not panes:
            return
        state.begin_kept(names)
        options = RunOptions(state.choice.scoring(state.table.measures), RunLimits(n_jobs()))
        whole = RunRequest(state.corpus.pages, panes, files, options, self.store_folder)
        requests = [whole]
        if names is not None:  # those of one pane do not wait for those of another
            alone = replace(whole, panes=(), files=())
            requests = [replace(alone, panes=(pane,)) for pane in panes]
            requests += [replace(alone, files=(file,)) for file in files]
        table = state.table
        self._work.ask(
            _KEPT,
            partial(kept_results, requests),
            self._on_kept_end,
            progress=lambda results: self._on_kept(table, results),
            failed=lambda _failure: None,  # the next run states the reason
        )

    def _on_kept_end(self, _result: object) -> None:
        self._emit(CorpusPart.LIFE)
        self._figure_missing()

    def _on_kept(self, table: ScoreTable, results: list[PageResult]) -> None:
        if self._state.table is table and not self._state.run.is_busy:
            self._estimate(results)
            self.take_results(results)

    def _estimate(self, results: Sequence[PageResult]) -> None:
        """Estimate from kept results how long a pane takes on all pages of the corpus."""
        for score in (score for result in results for score in result.scores):
            self._kept_s.setdefault(score.pane, []).append(score.seconds)
        n_pages = len(self._state.corpus.pages) if self._state.corpus is not None else 0
        for name, seconds in self._kept_s.items():
            self._took_s[name] = sum(seconds) / len(seconds) * n_pages / n_jobs()

    def take_results(self, results: Sequence[PageResult]) -> None:
        """Add results of the current run to the table."""
        self._state.take_results(results)
        self._emit(CorpusPart.RESULTS)

    def _on_results(self, steps: list[tuple[PageResult, RunProgress]]) -> None:
        self._state.take_results([result for result, _ in steps])
        self._state.run = replace(self._state.run, progress=steps[-1][1])
        self._emit(CorpusPart.RESULTS | CorpusPart.RUN)

    def _on_run_end(self, is_cancelled: bool) -> None:  # noqa: FBT001 - result of the job
        self.take_run_end(RunLife.CANCELLED if is_cancelled else RunLife.DONE)

    def take_run_end(self, life: RunLife, problem: str = "") -> None:
        """Record the end of the current run."""
        ended = datetime.now(UTC).isoformat()
        run = replace(self._state.run, life=life, problem=problem, ended=ended)
        self._state.run = run
        if life is RunLife.DONE:
            seconds = run.progress.seconds if run.progress is not None else 0.0
            self._took_s |= dict.fromkeys(self._computed, seconds)
            self._state.note_ran()
            if self._is_quick():  # settings were changed, and changed back, during the run
                self._settle.start()
        else:
            self._state.note_ended_early()
        self._emit(CorpusPart.LIFE | CorpusPart.PANES)
        self._figure_missing()


def n_jobs() -> int:
    """Return the number of worker processes: the processors that the program may use."""
    return max(len(os.sched_getaffinity(0)), 1)
