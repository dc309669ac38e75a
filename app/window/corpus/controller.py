"""The open corpus with its scores, and the only object that changes the Corpus face.

Views call its methods and listen to `changed`, as those of the Page face do with the session.
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
    CorpusView,
    ReadLife,
    RunLife,
    RunRecord,
    Tab,
    without_panes,
)
from boilerscope.app.window.work.corpus_jobs import RunRequest, list_pages, run_panes
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import RunOptions
from boilerscope.extractors.runs.limits import RunLimits
from boilerscope.extractors.runs.store import default_folder
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES, MEASURES
from boilerscope.extractors.scoring.order import PageFilter
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.sources.corpus import Corpus
from boilerscope.widgets.records import PaneRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from boilerscope.app.session.changes import Changed
    from boilerscope.app.window.session_controller import SessionController
    from boilerscope.app.window.work.work import Failure
    from boilerscope.extractors.model.extraction import Status
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.runs.corpus_run import RunProgress
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.scoring.averages import Average
    from boilerscope.extractors.scoring.case import ScoredText
    from boilerscope.extractors.scoring.order import PageOrder, Sort
    from boilerscope.extractors.scoring.results import PageResult
    from boilerscope.extractors.search.sweep import SweepRun
    from boilerscope.extractors.search.tune import TuneRun

AT_ONCE_S = 2.0
"""A changed pane whose last run took less runs by itself."""

_SETTLE_MS = 250
"""Time without a further change of settings after which a changed pane runs by itself."""

_LIST = Kind("pages of a corpus", at_once=True)
_RUN = Kind("run of a corpus", at_once=True)

_Use = tuple[str, "Settings", "ScoredText"]
"""Extractor, settings and scored text: the results of a pane depend on them."""


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

    Attributes
    ----------
    view : CorpusView
        The user's choices of what the face shows.
    record : CorpusRecord
        The corpus, as texts describe it.
    corpus : Corpus or None
        The corpus; its pages grow while it is read.
    table : ScoreTable or None
        Scores of all panes on all pages; None until the corpus is read.
    crashed : list of int
        Pages of the run that are not tried again, because they ended several worker processes.
    order : PageOrder or None
        Pages in the order of the list; None until they are sorted.
    swept : SweepRun or None
        The last sweep that ended, for the export.
    searched : TuneRun or None
        The last search with a trial, for the export.

    Signals
    -------
    changed(CorpusChanged)
        Something that the face shows has changed.
    """

    changed = Signal(object)

    def __init__(
        self,
        session_controller: SessionController,
        store: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session_controller = session_controller
        self._session = session_controller.session
        self._store = store
        self.view, self.record, self.run = CorpusView(), CorpusRecord(), RunRecord()
        self.corpus: Corpus | None = None
        self.table: ScoreTable | None = None
        self.order: PageOrder | None = None
        self.is_shown = False
        self.swept: SweepRun | None = None
        self.searched: TuneRun | None = None
        self.crashed: list[int] = []
        self._left_out: set[int] = set()
        self._files: tuple[FilePane, ...] = ()
        self._uses: dict[str, _Use] = {}
        self._measures: tuple[str, ...] = ()
        self._took_s: dict[str, float] = {}
        self._running: dict[str, _Use] = {}
        self._computed: list[str] = []
        self._work = session_controller.work
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        session_controller.changed.connect(self._on_session)
        self._settle.timeout.connect(self._run_by_itself)

    @property
    def lists_pages(self) -> bool:
        """Whether the list of pages is on screen and not empty."""
        is_shown = self.is_shown and self.view.tab is Tab.PAGES
        return is_shown and self.order is not None and len(self.order) > 0

    # -- panes -----------------------------------------------------------------------------

    @property
    def panes(self) -> tuple[PaneRecord, ...]:
        """Panes of the session, then those of results files."""
        n_own = len(self._session.panes)
        alone = (file.pane for file in self._files if file.stands_for is None)
        of_files = (
            PaneRecord(n_own + number, pane.name, pane.extractor, "", pane.settings)
            for number, pane in enumerate(alone, start=1)
        )
        return (*self._session.panes, *of_files)

    @property
    def files(self) -> tuple[FilePane, ...]:
        """Panes with results from files: additional panes, or replacements of session panes."""
        session_panes = self._own_panes()
        return tuple(
            file
            for file in self._files
            if file.stands_for is None or file.stands_for in session_panes
        )

    @property
    def store_folder(self) -> Path:
        """Folder of the store of results."""
        return default_folder() if self._store is None else self._store

    @property
    def active(self) -> str:
        """Name of the active pane, empty without panes."""
        return self._session.active

    def ran_panes(self) -> tuple[Pane, ...]:
        """Return the panes that have results, with the settings of these results."""
        names = () if self.table is None else self.table.panes
        return tuple(Pane(name, *self._uses[name][:2]) for name in names if name in self._uses)

    def outdated(self) -> list[str]:
        """Return the panes whose results belong to earlier settings."""
        uses = self._present_uses()
        return [name for name, use in self._uses.items() if name in uses and uses[name] != use]

    def pending(self) -> list[str]:
        """Return the panes for which a run would compute results."""
        table = self.table
        if table is None:
            return []
        if self.view.measure not in self._measures:
            return list(table.panes)
        stale = set(self.outdated())
        is_wanted = np.ones(len(table.pages), dtype=np.bool_)
        is_wanted[list(self._left_out)] = False
        is_missing = (table.status[is_wanted] == 0).any(axis=0).tolist()
        return [
            name
            for name, missing in zip(table.panes, is_missing, strict=True)
            if missing or name in stale
        ]

    # -- the corpus ------------------------------------------------------------------------

    def open(self, path: Path, *, skip_errors: bool = False) -> None:
        """Open a corpus in place of the present corpus."""
        self._work.drop(_RUN)
        self._settle.stop()
        self._session_controller.open_usual_panes()
        corpus = Corpus([path], skip_errors=skip_errors)
        self.corpus = corpus
        self.table = self.order = None
        self._files, self._uses, self._took_s, self._measures = (), {}, {}, ()
        self.crashed, self._left_out = [], set()
        self.swept = self.searched = None
        self.run = RunRecord()
        self.view = replace(self.view, row=None, pane="", page_filter=PageFilter())
        self.record = CorpusRecord(ReadLife.READING, str(path))
        self._work.ask(
            _LIST,
            partial(list_pages, corpus),
            lambda _: self._on_read(corpus),
            progress=self._on_progress,
            failed=self._on_unread,
        )
        self._emit(CorpusPart.CORPUS | CorpusPart.TABLE | CorpusPart.RUN | CorpusPart.ROW)

    def open_without_errors(self) -> None:
        """Open the corpus that could not be read, without its unreadable parts."""
        if self.corpus is not None:
            self.open(self.corpus.paths[0], skip_errors=True)

    def add_files(self, panes: Iterable[FilePane]) -> None:
        """Add panes whose results come from a file."""
        self._files = (*self._files, *panes)
        self._follow_panes(CorpusPart.PANES)

    def show_files(self, panes: Sequence[FilePane]) -> None:
        """Show only the panes of these files, with their results."""
        self._files = tuple(panes)
        self._session_controller.open_panes(
            file.stands_for for file in panes if file.stands_for is not None
        )
        self.start()

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
        if self.corpus is None or self.table is None or not self.table.panes:
            return
        self._settle.stop()
        measures = measures_of(self.view.measure)
        options = RunOptions(
            ScoreOptions(self.view.text, measures=measures), RunLimits(n_jobs()), frozenset(again)
        )
        self._computed, self.crashed = self.pending(), []
        if indices is None and self._left_out:
            indices = [row for row in range(len(self.corpus.pages)) if row not in self._left_out]
        self._running = self._present_uses()
        self._uses = self._running | self._uses
        self._measures = measures
        self._sync_table()
        self.run = RunRecord(RunLife.RUNNING, self.run.number + 1, jobs=options.limits.jobs)
        files = self.files
        of_files = {file.pane.name for file in files}
        request = RunRequest(
            self.corpus.pages,
            tuple(pane for pane in self._own_panes() if pane.name not in of_files),
            files,
            options,
            self.store_folder,
            indices,
        )
        self._work.ask(
            _RUN,
            partial(run_panes, request),
            self._on_run_end,
            progress=self._on_run_progress,
            failed=lambda failure: self.take_run_end(RunLife.FAILED, failure.text),
        )
        self._emit(CorpusPart.RUN | CorpusPart.TABLE)

    def run_without_crashed(self) -> None:
        """Run the pages again, except those that ended worker processes."""
        if self.table is None:
            return
        for row in self.crashed:
            self.table.remove(row)
        self._left_out.update(self.crashed)
        self._emit(CorpusPart.RESULTS)
        self.start()

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        """Pause the run after the pages in progress, or resume it."""
        if self.run.is_busy:
            self._work.set_paused(_RUN, paused)
            self.run = replace(self.run, life=RunLife.PAUSED if paused else RunLife.RUNNING)
            self._emit(CorpusPart.RUN)

    def cancel(self) -> None:
        """End the run; finished pages stay."""
        self._work.cancel(_RUN)

    def stop(self) -> None:
        """Begin no more runs; the window closes."""
        self._settle.stop()

    # -- state of the face -----------------------------------------------------------------

    def show_face(self, shown: bool) -> None:  # noqa: FBT001 - Qt slot
        """Show the Corpus face, or the Page face."""
        if shown != self.is_shown:
            self.is_shown = shown
            self._emit(CorpusPart.FACE)

    def show_tab(self, tab: Tab) -> None:
        """Show the pages or the sweep in the middle."""
        self._change(CorpusPart.TAB, tab=tab)

    def score_by(self, measure: str, *, initiator: str = "") -> None:
        """Score by another measure."""
        if measure != self.view.measure:
            sort = replace(self.view.sort, measure=measure)
            self._change(
                CorpusPart.SCORES | CorpusPart.CHOICE, initiator, measure=measure, sort=sort
            )
            self._follow_panes(CorpusPart.RUN)

    def average_by(self, average: Average) -> None:
        """Average over pages in another way."""
        self._change(CorpusPart.SCORES, average=average)

    def score_text(self, text: ScoredText) -> None:
        """Score another text of the results."""
        self._change(CorpusPart.SCORES, text=text)
        self._follow_panes(CorpusPart.RUN)

    def compare_with(self, baseline: str) -> None:
        """Compare the panes with another baseline."""
        sort = replace(self.view.sort, baseline=baseline)
        self._change(CorpusPart.SCORES | CorpusPart.CHOICE, baseline=baseline, sort=sort)

    def sort_by(self, sort: Sort, *, initiator: str = "") -> None:
        """Sort the pages in another way."""
        self._change(CorpusPart.CHOICE, initiator, sort=sort)

    def filter_by(self, page_filter: PageFilter, *, initiator: str = "") -> None:
        """Show other pages."""
        self._change(CorpusPart.CHOICE, initiator, page_filter=page_filter)

    def take_found(self, text: str, rows: Sequence[int]) -> None:
        """Add the pages whose text contains the text of the filter."""
        if self.table is not None:
            self.table.take_found(text, rows)
            self._emit(CorpusPart.CHOICE)

    def list_pages(self, order: PageOrder) -> None:
        """Set the list of pages that follows from filter, sort order and results."""
        self.order = order
        self._emit(CorpusPart.ORDER)

    def select(self, row: int | None, pane: str = "", *, initiator: str = "") -> None:
        """Select a page, and the pane of a cell."""
        self._change(CorpusPart.ROW, initiator, row=row, pane=pane)

    def activate(self, pane: str) -> None:
        """Make a pane of the session the active pane."""
        self._session_controller.activate(pane)

    # -- changes ---------------------------------------------------------------------------

    def _change(self, parts: CorpusPart, initiator: str = "", **fields: object) -> None:
        changed = replace(self.view, **fields)  # type: ignore[arg-type]  # fields of the record
        if changed != self.view:
            self.view = changed
            self._emit(parts, initiator)

    def _emit(self, parts: CorpusPart, initiator: str = "") -> None:
        self.changed.emit(CorpusChanged(parts, initiator))

    def _own_panes(self) -> tuple[Pane, ...]:
        """Return the panes of the session."""
        return tuple(Pane(p.name, p.extractor, p.settings) for p in self._session.panes)

    def _present_uses(self) -> dict[str, _Use]:
        return {pane.name: (pane.extractor, pane.settings, self.view.text) for pane in self.panes}

    def _on_session(self, change: Changed) -> None:
        if change.parts & (
            SessionPart.PAGE | SessionPart.ARRANGEMENT | SessionPart.SETTINGS | SessionPart.ACTIVE
        ):
            self._follow_panes(CorpusPart.PANES)

    def _follow_panes(self, parts: CorpusPart) -> None:
        """Update the table after a change of panes or scores; run quick panes."""
        if self._sync_table():
            parts |= CorpusPart.TABLE
        if self._is_quick():
            self._settle.start()
        self._emit(parts | CorpusPart.RUN)

    def _sync_table(self) -> bool:
        """Give the table the present panes and measures; return whether the table is new."""
        if self.table is None:
            return False
        names = tuple(pane.name for pane in self.panes)
        measures = self._measures or measures_of(self.view.measure)
        is_other = (names, measures) != (self.table.panes, self.table.measures)
        if is_other:
            self.table = self.table.carried(names, measures)
            self._uses = {name: use for name, use in self._uses.items() if name in names}
            self.view = without_panes(self.view, names)
        stale = set(self.outdated())
        self.table.is_outdated[:] = [name in stale for name in names]
        return is_other

    def _is_quick(self) -> bool:
        """Return whether the changed panes run by themselves."""
        pending = self.pending()
        took = [self._took_s.get(name) for name in pending]
        return (
            bool(took)
            and self.is_shown
            and self.run.life is not RunLife.PAUSED
            and all(seconds is not None and seconds < AT_ONCE_S for seconds in took)
        )

    def _run_by_itself(self) -> None:
        if self._is_quick():
            self.start()

    # -- answers of the threads ------------------------------------------------------------

    def _on_progress(self, n_pages: list[int]) -> None:
        self.record = replace(self.record, n_pages=n_pages[-1])
        self._emit(CorpusPart.CORPUS)

    def _on_read(self, corpus: Corpus) -> None:
        names = [pane.name for pane in self.panes]
        self.table = ScoreTable(corpus.pages, names, measures_of(self.view.measure))
        self.record = replace(
            self.record,
            life=ReadLife.READ,
            n_pages=len(corpus.pages),
            n_left_out=len(corpus.problems),
        )
        self._emit(CorpusPart.CORPUS | CorpusPart.TABLE | CorpusPart.RUN)

    def _on_unread(self, failure: Failure) -> None:
        self.record = replace(self.record, life=ReadLife.FAILED, problem=failure.text)
        self._emit(CorpusPart.CORPUS)

    def take_results(self, results: list[PageResult]) -> None:
        """Add results of the current run to the table."""
        if self.table is not None:
            for result in results:
                self.table.add(result)
                if result.is_given_up:
                    self.crashed.append(result.index)
            self._emit(CorpusPart.RESULTS)

    def _on_run_progress(self, steps: list[tuple[PageResult, RunProgress]]) -> None:
        self.take_results([result for result, _ in steps])
        self.run = replace(self.run, progress=steps[-1][1])
        self._emit(CorpusPart.RUN)

    def _on_run_end(self, is_cancelled: bool) -> None:  # noqa: FBT001 - result of the job
        self.take_run_end(RunLife.CANCELLED if is_cancelled else RunLife.DONE, "")

    def take_run_end(self, life: RunLife, problem: str) -> None:
        """Record the end of the current run."""
        self.run = replace(
            self.run, life=life, problem=problem, ended=datetime.now(UTC).isoformat()
        )
        if life is RunLife.DONE:
            seconds = self.run.progress.seconds if self.run.progress is not None else 0.0
            self._took_s |= dict.fromkeys(self._computed, seconds)
            self._uses = dict(self._running)
            self._sync_table()
        self._emit(CorpusPart.RUN | CorpusPart.PANES)


def measures_of(measure: str) -> tuple[str, ...]:
    """Return the measures of a run that is scored by a measure: token scores, and its own kind."""
    kind = MEASURES[measure].counts
    same = (name for name, other in MEASURES.items() if other.counts == kind)
    return tuple(dict.fromkeys((*DEFAULT_MEASURES, *same)))


def n_jobs() -> int:
    """Return the number of worker processes: the processors that the program may use."""
    return max(len(os.sched_getaffinity(0)), 1)
