"""Jobs on a corpus, without Qt: its list of pages, runs, sweeps and searches."""

from __future__ import annotations

import gc
from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.audit.findings import audit
from boilerscope.extractors.audit.task import audit_pages
from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.extractors.runs.corpus_run import CorpusRun
from boilerscope.extractors.runs.expecting import expect_stored
from boilerscope.extractors.runs.gold_panes import find_annotators
from boilerscope.extractors.runs.rescoring import Rescoring
from boilerscope.extractors.runs.store import ResultStore, default_folder
from boilerscope.extractors.search.sweep import SweepRun
from boilerscope.extractors.search.tune import TuneRun

if TYPE_CHECKING:
    from collections.abc import Container, Generator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from boilerscope.app.window.work.control import Control
    from boilerscope.extractors.audit.facts import PageFacts
    from boilerscope.extractors.audit.findings import Audit
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.corpus_run import RunOptions, RunProgress
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.runs.limits import RunLimits
    from boilerscope.extractors.scoring.results import PageResult, ScoreOptions
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.extractors.search.sweep import Sweep, SweepResult
    from boilerscope.extractors.search.tune import Trial, Tune
    from boilerscope.extractors.sources.corpus import Corpus

MANY_PAGES = 10_000
"""Number of pages from which a walk of the garbage collector would be noticed."""

_PUBLISH_S = 0.25
"""Interval between two states of a sweep or search, which take longer than a page."""

_ESTIMATE_S = 1.0
"""Time during which results arrive before they give an estimate of the time left."""


def list_pages(corpus: Corpus, _control: Control) -> Generator[int, None, None]:
    """List the pages of a corpus, and yield their number so far."""
    yield from corpus.read()
    if len(corpus.pages) >= MANY_PAGES:
        gc.freeze()  # pages do not form cycles, so they are freed without the collector


def annotators(
    pages: Sequence[ListedPage], control: Control
) -> Generator[None, None, tuple[str, ...]]:
    """Return the annotators that the gold of pages names, sorted."""
    names: set[str] = set()
    for found in find_annotators(pages):
        names.update(found)
        if control.is_cancelled():
            break
        yield
    return tuple(sorted(names))


@dataclass(frozen=True, slots=True, eq=False)
class RunRequest:
    """Panes and pages to run.

    Attributes
    ----------
    files : tuple of FilePane
        Panes whose results come from files.
    options : RunOptions
        Options of runs and scores.
    store : Path or None
        Folder of the store of results; None computes all of them.
    indices : sequence of int or None
        Numbers of the pages to run on; None for all pages.
    """

    pages: Sequence[ListedPage]
    panes: tuple[Pane, ...]
    files: tuple[FilePane, ...]
    options: RunOptions
    store: Path | None
    indices: Sequence[int] | None = None

    @property
    def rows(self) -> Sequence[int]:
        """Numbers of the pages to run on."""
        return range(len(self.pages)) if self.indices is None else self.indices

    def run(self, store: ResultStore | None, control: Control) -> CorpusRun:
        """Return the run of the panes with an open store, which a control cancels and pauses."""
        run = CorpusRun(
            *(self.pages, self.panes, self.options, store), files=self.files, indices=self.indices
        )
        control.attach(run.cancel, lambda paused: run.pause() if paused else run.resume())
        return run


def run_panes(
    request: RunRequest, control: Control
) -> Generator[tuple[PageResult, RunProgress], None, bool]:
    """Run panes over a corpus, and yield the results; return whether the run was cancelled.

    If the store cannot be used, the run goes on without it, and the progress has the reason.
    """
    problem = ""
    store: AbstractContextManager[ResultStore | None] = nullcontext()
    try:
        store = nullcontext() if request.store is None else ResultStore(request.store)
    except CorpusError as error:
        problem = str(error)
    with store as opened:
        run = request.run(opened, control)
        run.survive_store()
        if problem:
            run.go_on_without_store(problem)
        for result in run.results():
            yield result, run.progress()
        return run.is_cancelled


def audit_corpus(
    pages: Sequence[ListedPage], limits: RunLimits, control: Control
) -> Generator[int, None, Audit]:
    """Audit the gold of pages in worker processes, and yield how many pages are done."""
    found: list[PageFacts] = []
    with closing(audit_pages(pages, limits)) as facts:
        for page in facts:
            found.append(page)
            yield len(found)
            if control.is_cancelled():
                break
    return audit(found)


def kept_results(
    requests: Sequence[RunRequest], control: Control
) -> Generator[PageResult, None, None]:
    """Yield the pages of each request for which the store has all results; no pane runs."""
    for request in requests:
        if request.store is not None:
            with ResultStore(request.store) as store:
                yield from request.run(store, control).kept_results()


def rescore(
    table: ScoreTable, former: ScoreOptions, request: RunRequest, control: Control
) -> Generator[RunProgress, None, ScoreTable]:
    """Score the results of a run in another way; return the new table.

    Parameters
    ----------
    table : ScoreTable
        Scores of the run, which stay as they are.
    former : ScoreOptions
        Options of these scores.
    request : RunRequest
        Panes with the settings of their results, and the options of the new scores.
    """
    with ResultStore(request.store or default_folder()) as store:
        run = Rescoring(table, former, request.panes, request.options, store, files=request.files)
        control.attach(run.cancel, run.set_paused)
        yield from run.results()
        return run.table


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """Figures without gold of panes on some pages, shape (n_pages, n_panes).

    Attributes
    ----------
    agreement, n_kept : array of float
        See `ScoreTable`.
    expected : array of float, or None
        Expected F1, if it was asked for.
    """

    agreement: FloatArray
    n_kept: FloatArray
    expected: FloatArray | None


def figures(
    request: RunRequest,
    names: Sequence[str],
    having: Mapping[int, Container[str]],
    control: Control,
    *,
    is_quick: bool,
) -> Generator[int, None, Figures | None]:
    """Compute the figures without gold on the pages of a request; yield how many are done.

    Parameters
    ----------
    request : RunRequest
        Its panes, files and pages, which have run.
    names : sequence of str
        Panes, in the order of the columns.
    having : mapping of int to container of str
        Panes with a result on each page: figures of a page do not depend on when they are asked
        for, although an interrupted run has left some panes without one.
    is_quick : bool
        Whether expected F1 is left out.

    Returns
    -------
    Figures or None
        NaN for a pane without a result; None if the computation was cancelled.
    """
    place = {row: at for at, row in enumerate(request.rows)}
    columns = {name: column for column, name in enumerate(names)}
    agreement, n_kept, expected = np.full((3, len(place), len(columns)), np.nan)
    stored = expect_stored(
        *(request.pages, request.rows, request.panes, request.options.limits, request.store),
        files=request.files,
        having=having,
        is_quick=is_quick,
    )
    with closing(stored) as pages:
        for n_done, (row, records) in enumerate(pages, start=1):
            for record in records:
                at = place[row], columns[record.pane]
                agreement[at] = record.agreement
                if record.status in ANSWERED:
                    n_kept[at] = record.n_kept
                if record.expected is not None:
                    expected[at] = record.expected.value
            yield n_done
            if control.is_cancelled():
                return None
    return Figures(agreement, n_kept, None if is_quick else expected)


@dataclass(frozen=True, slots=True, eq=False)
class SweepState:
    """State of a sweep.

    Attributes
    ----------
    run : SweepRun
        The sweep. Its scores may be read after its end.
    result : SweepResult or None
        The scores; without intervals before the end, None before the first page.
    n_done, n_pages : int
        Numbers of finished pages and of all pages.
    seconds : float
        Elapsed time, without pauses.
    """

    run: SweepRun
    result: SweepResult | None
    n_done: int
    n_pages: int
    seconds: float

    @property
    def is_cancelled(self) -> bool:
        """Whether it was ended early."""
        return self.run.is_cancelled


def sweep(
    pages: Sequence[ListedPage],
    wanted: Sweep,
    options: RunOptions,
    indices: Sequence[int] | None,
    control: Control,
) -> Generator[SweepState, None, SweepState]:
    """Sweep settings, and yield the scores of the finished pages; return the last state.

    A page is parsed once for all points, so every point has a score of the finished pages: the
    shape of the curve is visible after a few pages, and the whole sweep costs less than two single
    runs. Computing one point after the other would need a pass over the pages for each point.
    """
    run = SweepRun(pages, wanted, options, indices=indices)
    control.attach(run.cancel, run.set_paused)
    n_done, published_s = 0, 0.0
    for n_done, _ in enumerate(run.results(), start=1):
        if n_done == 1 or control.seconds - published_s >= _PUBLISH_S:
            published_s = control.seconds
            result = run.result(intervals=False)
            yield SweepState(run, result, n_done, run.n_pages, published_s)
    last = run.result() if n_done else None
    return SweepState(run, last, n_done, run.n_pages, control.seconds)


@dataclass(frozen=True, slots=True, eq=False)
class SearchState:
    """State of a search.

    Attributes
    ----------
    run : TuneRun
        The search. Scores of finished trials may be read while it runs.
    trials : tuple of Trial
        Finished trials.
    share_done : float
        Finished share of the search, 0 to 1.
    left_s : float or None
        Time left, None if unknown.
    """

    run: TuneRun
    trials: tuple[Trial, ...]
    share_done: float
    left_s: float | None

    @property
    def is_cancelled(self) -> bool:
        """Whether it was ended early."""
        return self.run.is_cancelled


def search(
    pages: Sequence[ListedPage], wanted: Tune, options: RunOptions, control: Control
) -> Generator[SearchState, None, SearchState]:
    """Search over several settings, and yield the finished trials; return the last state."""
    run = TuneRun(pages, wanted, options)
    control.attach(run.cancel, run.set_paused)
    n_trials, published_s, started_s = 0, 0.0, None
    for n_done, _ in enumerate(run.results(), start=1):
        seconds = control.seconds
        started_s = seconds if started_s is None else started_s
        if len(run.trials) != n_trials or seconds - published_s >= _PUBLISH_S:
            n_trials, published_s = len(run.trials), seconds
            share = n_done / max(run.n_runs, 1)
            worked_s = seconds - started_s
            left_s = worked_s * (1 - share) / share if worked_s >= _ESTIMATE_S else None
            yield SearchState(run, tuple(run.trials), share, left_s)
    return SearchState(run, tuple(run.trials), 1.0, 0.0)
