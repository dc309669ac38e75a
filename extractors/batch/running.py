"""Run panes over pages in local worker processes: bounded, with deadlines, nothing left out.

A worker reads a page, runs every pane on it and makes the records. A page on which that brings
nothing is taken apart: it is read alone, and every pane is run alone, so that one bad extractor
spoils only its own record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING, Generic, TypeVar

from extractors import runner, workers
from extractors.errors import BoilerscopeError
from extractors.model.extraction import Extraction, Status

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping
    from concurrent.futures import Future

    from pebble import ProcessPool

    from extractors.page import Page
    from extractors.runner import Pane
    from extractors.workers import PackedPage

_AHEAD = 2
"""Pages waiting per worker: memory does not grow with the corpus."""

Record = TypeVar("Record")
"""What becomes of one pane on one page."""


class PageTask(ABC, Generic[Record]):
    """One page with everything a worker needs. It is pickled on its way there."""

    @property
    @abstractmethod
    def panes(self) -> tuple[Pane, ...]:
        """What to run."""

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
    pool = workers.make_pool(jobs)
    waiting: deque[tuple[PageTask[Record], Future[list[Record]]]] = deque()
    try:
        for task in tasks:
            limit = timeout_s + task.reading_s + task.recording_s
            waiting.append((task, pool.schedule(run_task, args=(task,), timeout=limit)))
            if len(waiting) >= jobs * _AHEAD:
                yield _collect(pool, *waiting.popleft(), timeout_s)
        while waiting:
            yield _collect(pool, *waiting.popleft(), timeout_s)
    finally:
        workers.end(pool)


def run_task(task: PageTask[Record]) -> list[Record]:
    """Return the records of one page, made in this process."""
    try:
        page = task.page()
    except Exception as error:  # noqa: BLE001 - one bad page must not end a run over many
        return task.lost(None, _failures(task.panes, Status.ERROR, _why_unread(error)))
    return task.records(page, runner.run_panes(page, task.panes))


def _collect(
    pool: ProcessPool, task: PageTask[Record], future: Future[list[Record]], timeout_s: float
) -> list[Record]:
    return future.result() if workers.fault_of(future) is None else _apart(pool, task, timeout_s)


def _apart(pool: ProcessPool, task: PageTask[Record], timeout_s: float) -> list[Record]:
    """Return the records of a page after reading it alone and running every pane alone."""
    reading: Future[PackedPage] = pool.schedule(
        _read, args=(task,), timeout=timeout_s + task.reading_s
    )
    fault = workers.fault_of(reading)
    if isinstance(fault, BoilerscopeError):
        return task.lost(None, _failures(task.panes, Status.ERROR, str(fault)))
    if fault is not None:
        return task.lost(None, _failures(task.panes, *workers.describe(fault, timeout_s)))
    packed = reading.result()
    running: list[Future[list[Record]]] = [
        pool.schedule(_run_pane, args=(task, pane, packed), timeout=timeout_s + task.recording_s)
        for pane in task.panes
    ]
    records: list[Record] = []
    for pane, future in zip(task.panes, running, strict=True):
        fault = workers.fault_of(future)
        if fault is None:
            records += future.result()
        else:
            failure = _failures((pane,), *workers.describe(fault, timeout_s))
            records += _lost(pool, task, packed, failure, timeout_s)
    return records


def _lost(
    pool: ProcessPool,
    task: PageTask[Record],
    packed: PackedPage,
    failure: Mapping[str, Extraction],
    timeout_s: float,
) -> list[Record]:
    """Return the record of a lost pane, made in a worker, which has the page."""
    future: Future[list[Record]] = pool.schedule(
        _record_lost, args=(task, packed, failure), timeout=timeout_s + task.recording_s
    )
    return future.result() if workers.fault_of(future) is None else task.lost(None, failure)


def _read(task: PageTask[Record]) -> PackedPage:
    return workers.pack(task.page())


def _run_pane(task: PageTask[Record], pane: Pane, packed: PackedPage) -> list[Record]:
    page = workers.unpack(packed)
    return task.records(page, runner.run_panes(page, (pane,)))


def _record_lost(
    task: PageTask[Record], packed: PackedPage, failure: Mapping[str, Extraction]
) -> list[Record]:
    return task.lost(workers.unpack(packed), failure)


def _failures(panes: Iterable[Pane], status: Status, message: str) -> dict[str, Extraction]:
    return {
        pane.name: runner.failed(None, pane.extractor, pane.settings, status, message)
        for pane in panes
    }


def _why_unread(error: Exception) -> str:
    if isinstance(error, BoilerscopeError):
        return str(error)
    return f"The page could not be read: {type(error).__name__}: {error}"
