"""Runs of panes over pages in local worker processes, with limits and a record for every pane.

A worker reads a page, runs every pane on it and creates the records. Pages are sent together if
sending a page takes as long as running it. After a failure, they are sent one by one; a page that
fails again is read alone and every pane is run alone, so that a bad extractor affects only its own
record.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from boilerscope.extractors import runner
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.explaining import explaining
from boilerscope.extractors.model.extraction import Extraction, Fault, Status
from boilerscope.extractors.runs import workers
from boilerscope.extractors.runs.limits import DEFAULT_LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.limits import RunLimits
    from boilerscope.extractors.runs.workers import LivePool, PackedPage

_AHEAD = 2
"""Pages or groups waiting per worker, bounded so that memory does not grow with the corpus."""

_MAX_GROUP = 32
"""Maximum number of pages sent together."""

MAX_CRASHES = 3
"""Number of crashed worker processes after which a page or pane is given up."""

T = TypeVar("T")
Record = TypeVar("Record")
"""Outcome of one pane on one page."""


class PageTask(ABC, Generic[Record]):
    """One page with everything a worker needs. It is pickled for the worker."""

    @property
    @abstractmethod
    def panes(self) -> tuple[Pane, ...]:
        """Panes to run."""

    @property
    def reading_s(self) -> float:
        """Maximum time for reading the page, seconds, in addition to the panes."""
        return 0.0

    @property
    def recording_s(self) -> float:
        """Maximum time for traces and records, seconds, in addition to the panes."""
        return 0.0

    @property
    def explains(self) -> bool:
        """Whether libraries are traced, which takes two to four times as long."""
        return False

    @abstractmethod
    def page(self) -> Page:
        """Return the page.

        Raises
        ------
        PageError
            If it cannot be read.
        """

    def missing(self, page: Page) -> tuple[Pane, ...]:  # noqa: ARG002 - subclasses look up stored results of the page
        """Return the panes to run on the page: all panes, unless the task has stored results."""
        return self.panes

    @abstractmethod
    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[Record]:
        """Return a record for each result of a page, by pane."""

    @abstractmethod
    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[Record]:
        """Return a record for each pane whose run had no result.

        Parameters
        ----------
        page : Page or None
            Page, None if it could not be read.
        results : mapping of str to Extraction
            Status and message by pane; the masks are empty.
        """


def run_tasks(
    tasks: Iterable[PageTask[Record]], limits: RunLimits = DEFAULT_LIMITS
) -> Generator[list[Record], None, None]:
    """Yield the records of every page in order: one per pane, also after failures.

    Parameters
    ----------
    tasks : iterable of PageTask
        Read as workers become free.
    """
    with PagePool[Record](limits) as pool:
        for task in tasks:
            pool.submit(task)
            if pool.is_full:
                yield pool.collect().records
        while pool.n_waiting:
            yield pool.collect().records


@dataclass(frozen=True, slots=True)
class Collected(Generic[Record]):
    """Outcome of one page.

    Attributes
    ----------
    records : list
        Records, one per pane.
    n_crashes : int
        Number of worker processes that ended on it without a result; at `MAX_CRASHES`, a pane or
        the page itself was given up.
    """

    task: PageTask[Record]
    records: list[Record]
    n_crashes: int


@dataclass(frozen=True, slots=True)
class _Sent(Generic[Record]):
    """Pages that were sent to a worker together."""

    tasks: tuple[PageTask[Record], ...]
    future: Future[tuple[float, list[list[Record]]]]


class StoppedError(Exception):
    """Error: the caller stopped the wait for a page."""


class PagePool(Generic[Record]):
    """Worker processes that create the records of pages; they start with the first page.

    Parameters
    ----------
    is_stopped : function, optional
        Called regularly during a wait; `StoppedError` is raised once it returns true.
    together_s : float
        Maximum time of pages sent together, estimated from the previous pages, seconds; 0: one by
        one.
    """

    def __init__(
        self,
        limits: RunLimits,
        is_stopped: Callable[[], bool] | None = None,
        together_s: float = 0.0,
    ) -> None:
        self._limits, self._is_stopped = limits, is_stopped
        self._together_s = self._page_s = together_s
        self._pool: LivePool | None = None
        self._gathered: list[PageTask[Record]] = []
        self._waiting: deque[_Sent[Record]] = deque()
        self._done: deque[Collected[Record]] = deque()
        self._n_crashes = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.end()

    @property
    def n_waiting(self) -> int:
        """Number of submitted pages that are not collected yet."""
        return (
            len(self._gathered) + sum(len(sent.tasks) for sent in self._waiting) + len(self._done)
        )

    @property
    def is_full(self) -> bool:
        """Whether enough pages wait to keep all workers busy."""
        return len(self._waiting) >= self._limits.jobs * _AHEAD

    def submit(self, task: PageTask[Record]) -> None:
        """Submit a page to be run."""
        self._gathered.append(task)
        n_together = self._together_s / self._page_s if self._page_s > 0 else 1
        if len(self._gathered) >= min(max(int(n_together), 1), _MAX_GROUP):
            self._send_gathered()

    def collect(self, *, first_done: bool = False) -> Collected[Record]:
        """Wait for the page that was submitted first, and return its outcome.

        Parameters
        ----------
        first_done : bool
            Whether to return the page that is done first instead.

        Raises
        ------
        StoppedError
            If the wait was stopped.
        """
        if not self._done:
            if not self._waiting:
                self._send_gathered()
            if first_done:
                futures = [sent.future for sent in self._waiting]
                self._waiting.rotate(-workers.first_done(futures, self._check))
            self._done.extend(self._results_of(self._waiting.popleft()))
        return self._done.popleft()

    def _send_gathered(self) -> None:
        self._waiting.append(self._send(tuple(self._gathered)))
        self._gathered.clear()

    def _send(self, tasks: tuple[PageTask[Record], ...]) -> _Sent[Record]:
        """Send pages to a worker together, with the time limit of a single page for all."""
        limit = self._limits.timeout_s + max(task.reading_s + task.recording_s for task in tasks)
        return _Sent(tasks, self._schedule(_run_tasks, tasks, timeout_s=limit))

    def _results_of(self, sent: _Sent[Record]) -> Iterator[Collected[Record]]:
        """Yield the results of pages sent together; without a result, send them one by one."""
        fault = workers.fault_of(sent.future, self._check)
        if fault is None:
            seconds, records = sent.future.result()
            self._page_s = seconds / len(sent.tasks)
            yield from map(Collected, sent.tasks, records, repeat(0))
        elif len(sent.tasks) > 1:
            for task in sent.tasks:
                yield from self._results_of(self._send((task,)))
        else:
            self._n_crashes = int(workers.is_crash(fault))
            yield Collected(sent.tasks[0], self._run_separately(sent.tasks[0]), self._n_crashes)

    def _check(self) -> None:
        if self._is_stopped is not None and self._is_stopped():
            raise StoppedError

    def _schedule(self, work: Callable[..., T], *args: object, timeout_s: float) -> Future[T]:
        if self._pool is None:
            self._pool = workers.LivePool(partial(workers.make_pool, self._limits))
        return self._pool.schedule(work, *args, timeout_s=timeout_s)

    def _run_separately(self, task: PageTask[Record]) -> list[Record]:
        """Return the records of a page after reading it alone and running every pane alone."""
        reading = self._attempt(_read, task, timeout_s=self._limits.timeout_s + task.reading_s)
        fault = reading.exception()
        if isinstance(fault, BoilerscopeError):
            return task.lost(None, _failures(task.panes, Status.ERROR, str(fault)))
        if fault is not None:
            return task.lost(None, self._described(task.panes, fault))
        packed, panes = reading.result(), task.panes
        limit = self._limits.timeout_s + task.recording_s
        futures = [self._schedule(_run_pane, task, pane, packed, timeout_s=limit) for pane in panes]
        records: list[Record] = []
        for pane, future in zip(panes, futures, strict=True):
            running = self._attempt(_run_pane, task, pane, packed, timeout_s=limit, first=future)
            fault = running.exception()
            records += running.result() if fault is None else self._lost(task, pane, packed, fault)
        return records

    def _attempt(
        self,
        work: Callable[..., T],
        *args: object,
        timeout_s: float,
        first: Future[T] | None = None,
    ) -> Future[T]:
        """Return a finished future; repeat the work if its worker crashed, see `MAX_CRASHES`."""
        future = first or self._schedule(work, *args, timeout_s=timeout_s)
        while True:
            fault = workers.fault_of(future, self._check)
            if fault is None or not workers.is_crash(fault):
                return future
            self._n_crashes += 1
            if self._n_crashes >= MAX_CRASHES:
                return future
            future = self._schedule(work, *args, timeout_s=timeout_s)

    def _described(self, panes: Iterable[Pane], fault: BaseException) -> dict[str, Extraction]:
        return _failures(panes, *workers.describe(fault, self._limits.timeout_s))

    def _lost(
        self, task: PageTask[Record], pane: Pane, packed: PackedPage, fault: BaseException
    ) -> list[Record]:
        """Return the record of a lost pane, created in a worker that has the page."""
        failure = self._described((pane,), fault)
        limit = self._limits.timeout_s + task.recording_s
        future = self._schedule(_record_lost, task, packed, failure, timeout_s=limit)
        if workers.fault_of(future, self._check) is None:
            return future.result()
        return task.lost(None, failure)


def run_task(task: PageTask[Record]) -> list[Record]:
    """Run a page in this process and return its records."""
    try:
        page = task.page()
    except Exception as error:  # noqa: BLE001 - one bad page must not end a run over many
        return task.lost(None, _failures(task.panes, *_reading_failure(error)))
    with explaining(on=task.explains):
        results = runner.run_panes(page, task.missing(page))
    return task.records(page, results)


def _run_tasks(tasks: Sequence[PageTask[Record]]) -> tuple[float, list[list[Record]]]:
    """Run several pages; return the seconds they took, and the records of every page."""
    started_at = time.perf_counter()
    records = [run_task(task) for task in tasks]
    return time.perf_counter() - started_at, records


def _read(task: PageTask[Record]) -> PackedPage:
    return workers.pack(task.page())


def _run_pane(task: PageTask[Record], pane: Pane, packed: PackedPage) -> list[Record]:
    page = workers.unpack(packed)
    with explaining(on=task.explains):
        results = runner.run_panes(page, (pane,))
    return task.records(page, results)


def _record_lost(
    task: PageTask[Record], packed: PackedPage, failure: Mapping[str, Extraction]
) -> list[Record]:
    return task.lost(workers.unpack(packed), failure)


def _failures(
    panes: Iterable[Pane], status: Status, message: str, fault: Fault = Fault.NONE
) -> dict[str, Extraction]:
    return {
        pane.name: runner.failed(None, pane.extractor, pane.settings, status, message, fault)
        for pane in panes
    }


def _reading_failure(error: Exception) -> tuple[Status, str, Fault]:
    if isinstance(error, BoilerscopeError):
        return Status.ERROR, str(error), Fault.NONE
    if isinstance(error, MemoryError):
        return Status.ERROR, runner.NO_MEMORY, Fault.MEMORY
    message = f"The page could not be read: {type(error).__name__}: {error}"
    return Status.ERROR, message, Fault.NONE
