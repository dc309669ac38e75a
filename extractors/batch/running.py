"""Run panes over pages in local worker processes: bounded, with deadlines, nothing left out.

A worker reads a page, runs every pane on it and makes the records. A page on which that brings
nothing is taken apart: it is read alone, and every pane is run alone, so that one bad extractor
spoils only its own record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from extractors import runner, workers
from extractors.errors import BoilerscopeError
from extractors.model.extraction import Extraction, Fault, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping
    from concurrent.futures import Future

    from extractors.page import Page
    from extractors.runner import Pane
    from extractors.workers import LivePool, PackedPage

_AHEAD = 2
"""Pages waiting per worker: memory does not grow with the corpus."""

MAX_CRASHES = 3
"""Worker processes that a page may end before it is given up."""

T = TypeVar("T")
Record = TypeVar("Record")
"""Outcome of one pane on one page."""


class PageTask(ABC, Generic[Record]):
    """One page with everything a worker needs. It is pickled on its way there."""

    @property
    @abstractmethod
    def panes(self) -> tuple[Pane, ...]:
        """Panes to run."""

    @property
    def reading_s(self) -> float:
        """Time that reading the page may take, seconds, besides that of the panes."""
        return 0.0

    @property
    def recording_s(self) -> float:
        """Time that making the records may take, seconds, besides that of the panes."""
        return 0.0

    @abstractmethod
    def page(self) -> Page:
        """Return the page.

        Raises
        ------
        PageError
            If it cannot be read.
        """

    def missing(self, page: Page) -> tuple[Pane, ...]:  # noqa: ARG002 - some tasks know results of the page
        """Return what to run on the page: all panes, if no results of them are kept."""
        return self.panes

    @abstractmethod
    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[Record]:
        """Return the record of each result, by pane, of a page that was read."""

    @abstractmethod
    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[Record]:
        """Return the record of each pane whose run brought no result.

        Parameters
        ----------
        page : Page or None
            None if the page could not be read.
        results : mapping of str to Extraction
            Status and message by pane; the masks are empty.
        """


def run_tasks(
    tasks: Iterable[PageTask[Record]], *, jobs: int = 1, timeout_s: float = 30.0
) -> Generator[list[Record], None, None]:
    """Yield the records of each page in order, one per pane, whatever happened.

    Parameters
    ----------
    tasks : iterable of PageTask
        Read as workers become free.
    jobs : int
        Worker processes.
    timeout_s : float
        Longest time of one extractor on one page.
    """
    with PagePool[Record](jobs, timeout_s) as pool:
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
    task : PageTask
        The page.
    records : list
        One per pane.
    n_crashes : int
        How many worker processes ended on it without a result; at `MAX_CRASHES` a pane, or the page
        itself, was given up.
    """

    task: PageTask[Record]
    records: list[Record]
    n_crashes: int


class StoppedError(Exception):
    """The wait for a page was stopped by the one who waits."""


class PagePool(Generic[Record]):
    """Worker processes that make the records of pages; they start with the first page.

    Parameters
    ----------
    jobs : int
        Worker processes.
    timeout_s : float
        Longest time of one extractor on one page.
    is_stopped : function, optional
        Asked now and then during a wait; `StoppedError` is raised once it returns true.
    memory_limit : int
        Address space that a worker process may use, bytes.
    """

    def __init__(
        self,
        jobs: int,
        timeout_s: float,
        is_stopped: Callable[[], bool] | None = None,
        memory_limit: int = workers.MEMORY_LIMIT,
    ) -> None:
        self._jobs, self._timeout_s, self._is_stopped = jobs, timeout_s, is_stopped
        self._memory_limit = memory_limit
        self._pool: LivePool | None = None
        self._waiting: deque[tuple[PageTask[Record], Future[list[Record]]]] = deque()
        self._n_crashes = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.end()

    @property
    def n_waiting(self) -> int:
        """Number of pages that were submitted and not collected."""
        return len(self._waiting)

    @property
    def is_full(self) -> bool:
        """Whether as many pages wait as keep all workers busy."""
        return len(self._waiting) >= self._jobs * _AHEAD

    def submit(self, task: PageTask[Record]) -> None:
        """Have the records of a page made."""
        limit = self._timeout_s + task.reading_s + task.recording_s
        self._waiting.append((task, self._schedule(run_task, task, timeout_s=limit)))

    def collect(self, *, first_done: bool = False) -> Collected[Record]:
        """Wait for the page that was submitted first, and return its records.

        Parameters
        ----------
        first_done : bool
            Whether to take the page that is done first instead.

        Raises
        ------
        StoppedError
            If the wait was stopped.
        """
        if first_done:
            futures = [future for _, future in self._waiting]
            self._waiting.rotate(-workers.first_done(futures, self._check))
        task, future = self._waiting.popleft()
        fault = workers.fault_of(future, self._check)
        if fault is None:
            return Collected(task, future.result(), 0)
        self._n_crashes = int(workers.is_crash(fault))
        return Collected(task, self._apart(task), self._n_crashes)

    def _check(self) -> None:
        if self._is_stopped is not None and self._is_stopped():
            raise StoppedError

    def _schedule(self, work: Callable[..., T], *args: object, timeout_s: float) -> Future[T]:
        if self._pool is None:
            make = partial(workers.make_pool, self._jobs, memory_limit=self._memory_limit)
            self._pool = workers.LivePool(make)
        return self._pool.schedule(work, *args, timeout_s=timeout_s)

    def _apart(self, task: PageTask[Record]) -> list[Record]:
        """Return the records of a page after reading it alone and running every pane alone."""
        reading = self._attempt(_read, task, timeout_s=self._timeout_s + task.reading_s)
        fault = reading.exception()
        if isinstance(fault, BoilerscopeError):
            return task.lost(None, _failures(task.panes, Status.ERROR, str(fault)))
        if fault is not None:
            return task.lost(None, self._described(task.panes, fault))
        packed, panes = reading.result(), task.panes
        limit = self._timeout_s + task.recording_s
        first = [self._schedule(_run_pane, task, pane, packed, timeout_s=limit) for pane in panes]
        records: list[Record] = []
        for pane, future in zip(panes, first, strict=True):
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
        """Return a future that is done; what ends its worker is tried again, see `MAX_CRASHES`."""
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
        return _failures(panes, *workers.describe(fault, self._timeout_s))

    def _lost(
        self, task: PageTask[Record], pane: Pane, packed: PackedPage, fault: BaseException
    ) -> list[Record]:
        """Return the record of a lost pane, made in a worker, which has the page."""
        failure = self._described((pane,), fault)
        limit = self._timeout_s + task.recording_s
        future = self._schedule(_record_lost, task, packed, failure, timeout_s=limit)
        if workers.fault_of(future, self._check) is None:
            return future.result()
        return task.lost(None, failure)


def run_task(task: PageTask[Record]) -> list[Record]:
    """Return the records of one page, made in this process."""
    try:
        page = task.page()
    except Exception as error:  # noqa: BLE001 - one bad page must not end a run over many
        return task.lost(None, _failures(task.panes, *_why_unread(error)))
    return task.records(page, runner.run_panes(page, task.missing(page)))


def _read(task: PageTask[Record]) -> PackedPage:
    return workers.pack(task.page())


def _run_pane(task: PageTask[Record], pane: Pane, packed: PackedPage) -> list[Record]:
    page = workers.unpack(packed)
    return task.records(page, runner.run_panes(page, (pane,)))


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


def _why_unread(error: Exception) -> tuple[Status, str, Fault]:
    if isinstance(error, BoilerscopeError):
        return Status.ERROR, str(error), Fault.NONE
    if isinstance(error, MemoryError):
        return Status.ERROR, runner.NO_MEMORY, Fault.MEMORY
    message = f"The page could not be read: {type(error).__name__}: {error}"
    return Status.ERROR, message, Fault.NONE
