"""Run of panes over the pages of a corpus, with streamed results and a store of results."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError, CorpusError
from boilerscope.extractors.model.extraction import ANSWERED, Status
from boilerscope.extractors.runs.kept import KeptPage, KeptScore
from boilerscope.extractors.runs.keys import fingerprint, key_of, reads_site
from boilerscope.extractors.runs.limits import DEFAULT_LIMITS
from boilerscope.extractors.runs.pool import MAX_CRASHES, PagePool, StoppedError
from boilerscope.extractors.runs.score_task import PaneResult, ScoreTask, scoring_of
from boilerscope.extractors.scoring.measures import count_names
from boilerscope.extractors.scoring.results import (
    PageResult,
    PageStatus,
    PaneScore,
    ScoredPage,
    ScoreOptions,
)
from boilerscope.extractors.sources.site_tables import SiteTables

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.runs.kept import KeptOutcome
    from boilerscope.extractors.runs.keys import ResultKey
    from boilerscope.extractors.runs.limits import RunLimits
    from boilerscope.extractors.runs.pool import Collected
    from boilerscope.extractors.runs.store import ResultStore


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Options for running and scoring panes.

    Attributes
    ----------
    again : frozenset of Status
        Statuses whose stored results are computed again.
    """

    score: ScoreOptions = field(default_factory=ScoreOptions)
    limits: RunLimits = DEFAULT_LIMITS
    again: frozenset[Status] = frozenset()


@dataclass(frozen=True, slots=True)
class RunProgress:
    """Progress of a run.

    Attributes
    ----------
    n_pages, n_done, n_kept : int
        Pages of the run, finished pages, and finished pages from the store.
    seconds : float
        Time of the run so far in seconds, without pauses.
    not_kept : str
        Reason why results are not stored any more; empty if they are.
    """

    n_pages: int
    n_done: int
    n_kept: int
    seconds: float
    not_kept: str = ""

    @property
    def rate(self) -> float:
        """Computed pages per second; 0 at the start."""
        return (self.n_done - self.n_kept) / self.seconds if self.seconds > 0 else 0.0

    @property
    def left_s(self) -> float | None:
        """Remaining time in seconds, None if unknown."""
        n_left, n_computed = self.n_pages - self.n_done, self.n_done - self.n_kept
        if not n_left:
            return 0.0
        # Workers that start, and the first page of each, say little about the others.
        is_short = self.seconds < _EARLY_S and n_computed < _EARLY_PAGES
        is_early = is_short or n_computed < _FIRST_PAGES
        return None if is_early or self.rate <= 0 else n_left / self.rate


_EARLY_S, _EARLY_PAGES = 5.0, 20
"""Until one of them is over, the rate of a run is not known well enough for an estimate."""
_FIRST_PAGES = 5
"""Fewer pages are no estimate, however long they took."""


class CorpusRun:
    """Run of panes over pages in worker processes.

    One thread iterates over the results; any thread may pause, resume or cancel the run.

    Parameters
    ----------
    panes : sequence of Pane
        Panes to run. A page is parsed once for all of them.
    options : RunOptions
        Options for running and scoring.
    store : ResultStore, optional
        Store of results; without a store all panes run on all pages.
    files : sequence of FilePane
        Additional panes with results from files.
    indices : sequence of int, optional
        Numbers of the pages to run on, in this order; all by default.
    """

    def __init__(
        self,
        pages: Sequence[ListedPage],
        panes: Sequence[Pane],
        options: RunOptions,
        store: ResultStore | None = None,
        *,
        files: Sequence[FilePane] = (),
        indices: Sequence[int] | None = None,
    ) -> None:
        self._needs_store, self._not_kept = True, ""
        self._pages, self._panes = pages, tuple(panes)
        self._files = {file.pane.name: file for file in files}
        self._options, self._store = options, store
        self._indices = range(len(pages)) if indices is None else indices
        self._names = (*(pane.name for pane in self._panes), *self._files)
        self._kinds = frozenset(count_names(options.score.measures))
        stored = () if store is None else self._panes
        self._keys = {pane.name: key_of(pane) for pane in stored}
        self._reads_site = frozenset(
            pane.name for pane in self._panes if reads_site(pane.extractor, pane.settings)
        )
        self._scoring = scoring_of(options.score) if store is not None else ""
        self._planned: dict[int, tuple[str, dict[str, PaneScore]]] = {}
        self._running = threading.Event()
        self._running.set()
        self._cancelled = threading.Event()
        self._n_done = self._n_kept = 0
        self._seconds, self._started_at = 0.0, 0.0

    def pause(self) -> None:
        """Pause: workers finish their current pages, and no new page starts."""
        self._running.clear()

    def resume(self) -> None:
        """Continue after a pause."""
        self._running.set()

    def cancel(self) -> None:
        """Cancel the run; finished pages stay, current pages are lost."""
        self._cancelled.set()
        self._running.set()

    @property
    def is_paused(self) -> bool:
        """Whether the run is paused."""
        return not self._running.is_set()

    @property
    def is_cancelled(self) -> bool:
        """Whether the run was cancelled."""
        return self._cancelled.is_set()

    def progress(self) -> RunProgress:
        """Return the progress of the run."""
        running = time.monotonic() - self._started_at if self._started_at else 0.0
        seconds = self._seconds + running
        n_done, n_kept = self._n_done, self._n_kept
        return RunProgress(len(self._indices), n_done, n_kept, seconds, self._not_kept)

    def survive_store(self) -> None:
        """Go on without the store, instead of ending, if the store cannot be read or written."""
        self._needs_store = False

    def go_on_without_store(self, reason: str) -> None:
        """Store no more results, for example because the disk is full."""
        self._store, self._not_kept = None, reason

    def results(self) -> Generator[PageResult, None, None]:
        """Run, and yield every finished page: stored pages at once, other pages in any order.

        Raises
        ------
        CorpusError
            If a pane reads other pages of the site and their cache cannot be written.
        """
        self._started_at = time.monotonic()
        try:
            self._link_sites()
            with PagePool[PaneResult](self._options.limits, self._cancelled.is_set) as pool:
                for index in self._indices:
                    yield from self._while_paused(pool)
                    if self.is_cancelled:
                        return
                    plan = self._plan(index)
                    if isinstance(plan, PageResult):
                        yield self._done(plan)
                        continue
                    pool.submit(plan)
                    while pool.is_full:
                        yield self._collect(pool)
                while pool.n_waiting:
                    yield self._collect(pool)
        except StoppedError:
            return
        finally:
            self._stop_clock()

    def kept_results(self) -> Generator[PageResult, None, None]:
        """Yield the pages whose results are all stored; nothing runs."""
        self._link_sites()
        for index in self._indices:
            if self.is_cancelled:
                return
            plan = self._plan(index)
            if isinstance(plan, PageResult):
                if plan.is_kept:
                    yield self._done(plan)
            else:
                self._planned.pop(index)

    def _link_sites(self) -> None:
        """Give the pages the way to their sites, if a pane reads other pages of the site."""
        if self._reads_site:
            self._pages = SiteTables().linked(self._pages, self._check)

    def _check(self, *_: int) -> None:
        if self.is_cancelled:
            raise StoppedError

    def _while_paused(self, pool: PagePool[PaneResult]) -> Iterator[PageResult]:
        while self.is_paused:
            if pool.n_waiting:
                yield self._collect(pool)
                continue
            self._stop_clock()
            self._running.wait()
            self._started_at = time.monotonic()

    def _stop_clock(self) -> None:
        self._seconds += time.monotonic() - self._started_at if self._started_at else 0.0
        self._started_at = 0.0

    def _done(self, result: PageResult) -> PageResult:
        self._n_done += 1
        self._n_kept += result.is_kept
        return result

    def _plan(self, index: int) -> PageResult | ScoreTask:
        """Return the result of a page if it is stored, else a task for a worker."""
        page = self._pages[index]
        try:
            entry = page.located()
            mark = f"{fingerprint(entry)} {self._scoring}" if self._store is not None else ""
        except BoilerscopeError as error:
            return self._unread(index, str(error))
        stored_scores: dict[str, PaneScore] = {}
        kept = None
        try:
            kept = self._store.page(mark) if self._store is not None else None
            stored_scores = {} if kept is None else self._stored_scores(page, kept)
        except CorpusError as error:
            self._on_store_error(error)
        if kept is not None and len(stored_scores) == len(self._names):
            scores = tuple(stored_scores[name] for name in self._names)
            return PageResult(index, kept.scored, scores, is_kept=True)
        self._planned[index] = (mark, stored_scores)
        return self._task(index, entry, stored_scores)

    def _stored_scores(self, page: ListedPage, kept: KeptPage) -> dict[str, PaneScore]:
        """Return the usable scores in the store, by pane."""
        if self._store is None:
            return {}
        scored_page = kept.scored
        keys = {name: self._key(name, page) for name in self._names}
        wanted = {*keys.values()}
        outcomes = self._store.outcomes(kept.digest, self._scoring_of(scored_page), wanted)
        stored_scores: dict[str, PaneScore] = {}
        for name, key in keys.items():
            stored = outcomes.get(key)
            if stored is not None and self._serves(scored_page, *stored):
                stored_scores[name] = _pane_score(scored_page, name, *stored)
        return stored_scores

    def _serves(self, page: ScoredPage, outcome: KeptOutcome, score: KeptScore | None) -> bool:
        options = self._options
        if outcome.status in options.again or not outcome.serves(options.limits.timeout_s):
            return False
        if options.score.losses and not _has_losses(page, outcome, score):
            return False
        if page.status is not PageStatus.SCORED:
            return True
        return score is not None and self._kinds <= score.counts.keys()

    def _task(
        self, index: int, entry: ListedPage, stored_scores: dict[str, PaneScore]
    ) -> ScoreTask:
        page = self._pages[index]
        return ScoreTask(
            entry,
            tuple(pane for pane in self._panes if pane.name not in stored_scores),
            self._options.score,
            index,
            self._options.limits.timeout_s,
            self._store.folder if self._store is not None else None,
            self._options.again,
            tuple(
                (file.pane, file.output(page))
                for name, file in self._files.items()
                if name not in stored_scores
            ),
        )

    def _key(self, name: str, page: ListedPage) -> ResultKey:
        if name in self._reads_site:
            pane = next(pane for pane in self._panes if pane.name == name)
            return key_of(pane, page.site)
        if name in self._keys:
            return self._keys[name]
        return self._files[name].key(page)

    def _collect(self, pool: PagePool[PaneResult]) -> PageResult:
        collected = pool.collect(first_done=True)
        task = collected.task
        if not isinstance(task, ScoreTask):
            raise TypeError(task)
        mark, stored_scores = self._planned.pop(task.index)
        results = {record.score.pane: record for record in collected.records}
        self._keep(task.index, mark, results)
        return self._done(self._page_result(task, collected, stored_scores, results))

    def _page_result(
        self,
        task: ScoreTask,
        collected: Collected[PaneResult],
        stored_scores: dict[str, PaneScore],
        results: dict[str, PaneResult],
    ) -> PageResult:
        by_name = stored_scores | {name: result.score for name, result in results.items()}
        read = [score.page for score in by_name.values()]
        page = next(
            (scored_page for scored_page in read if scored_page.status is not PageStatus.UNREAD),
            None,
        )
        if page is None:
            page = read[0] if read else self._unread(task.index, "").page
        scores = []
        for name in self._names:
            pane_score = by_name.get(name)
            if pane_score is None:
                pane_score = PaneScore(
                    page, name, Status.ERROR, "The page has no result of this pane."
                )
            scores.append(replace(pane_score, page=page))
        is_given_up = collected.n_crashes >= MAX_CRASHES
        return PageResult(task.index, page, tuple(scores), is_given_up=is_given_up)

    def _keep(self, index: int, mark: str, results: dict[str, PaneResult]) -> None:
        """Store a finished page."""
        read = [result for result in results.values() if result.page_digest]
        if self._store is None or not read:
            return
        page = self._pages[index]
        digest = read[0].page_digest
        kept = [
            (
                self._key(name, page),
                result.result,
                _kept_score(result, self._scoring_of(result.score.page)),
            )
            for name, result in results.items()
            if result.page_digest
            if result.score.status is not Status.CANCELLED
        ]
        try:
            self._store.keep(digest, kept, {mark: KeptPage(digest, read[0].score.page)})
        except CorpusError as error:
            self._on_store_error(error)

    def _on_store_error(self, error: CorpusError) -> None:
        if self._needs_store:
            raise error
        self.go_on_without_store(str(error))

    def _scoring_of(self, page: ScoredPage) -> str:
        """Return the key of the scores of a page, which also depend on its gold."""
        return f"{page.digest} {self._scoring}"

    def _unread(self, index: int, message: str) -> PageResult:
        page = self._pages[index]
        unread = ScoredPage(page.page_id, page.set_name, PageStatus.UNREAD, message)
        scores = (PaneScore(unread, name, Status.ERROR, message) for name in self._names)
        return PageResult(index, unread, tuple(scores))


def _pane_score(
    page: ScoredPage, name: str, outcome: KeptOutcome, score: KeptScore | None
) -> PaneScore:
    used, template = outcome.used, outcome.template
    ran = page, name, outcome.status, outcome.message, outcome.seconds
    if score is None:
        return PaneScore(*ran, used=used, template=template)
    scored = score.text, score.aligned, used, score.counts, score.losses
    return PaneScore(*ran, *scored, template=template)


def _has_losses(page: ScoredPage, outcome: KeptOutcome, score: KeptScore | None) -> bool:
    """Return whether a stored result has its losses, if it can have any."""
    if page.status is PageStatus.NO_GOLD and outcome.status not in ANSWERED:
        return True
    is_counted = page.status in {PageStatus.SCORED, PageStatus.NO_GOLD}
    return not is_counted or (score is not None and score.losses is not None)


def _kept_score(result: PaneResult, scoring: str) -> KeptScore | None:
    """Return the score to store, None if there is none or scoring failed."""
    score, kept = result.score, result.result
    has_failed = kept is not None and kept.outcome.status is not score.status
    if has_failed or (score.page.status is not PageStatus.SCORED and score.losses is None):
        return None
    return KeptScore(scoring, score.text, score.aligned, score.counts, score.losses)
