"""Run panes over pages in local worker processes: bounded, with deadlines, nothing left out.

A worker reads a page, runs every pane on it and writes the results down in the wanted format. A
page on which that brings nothing is taken apart: it is read alone, and every pane is run alone, so
that one bad extractor spoils only its own record.
"""

from __future__ import annotations

import sys
from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from extractors import runner, workers
from extractors.batch.inputs import STDIN, Source, is_address
from extractors.errors import BoilerscopeError
from extractors.formats import FORMATS
from extractors.formats.record import Result
from extractors.interrupts import interruptible
from extractors.model.extraction import Extraction, Status
from extractors.page import Page
from extractors.page.files import read_page
from extractors.page.kept_text import kept_text
from extractors.page.parsing import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from concurrent.futures import Future

    from pebble import ProcessPool

    from extractors.runner import Pane
    from extractors.workers import PackedPage

FETCH_S = 30.0
"""Longest wait for a page from an address."""

_AHEAD = 2
"""Pages waiting per worker: memory does not grow with the corpus."""


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """Options of a batch.

    Attributes
    ----------
    panes : tuple of Pane
        What to run.
    format : str
        Name in `FORMATS`.
    is_piece : bool
        Whether results stand in one file after one another, instead of each in its own.
    page_text : bool
        Whether the text format writes the page's own spacing instead of the own text.
    encoding : str or None
        The user's choice.
    url : str or None
        Address of the page, where it is one page and no address itself.
    """

    panes: tuple[Pane, ...]
    format: str = "text"
    is_piece: bool = False
    page_text: bool = False
    encoding: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One page with everything a worker needs.

    Attributes
    ----------
    source : Source
        Where the page is.
    options : BatchOptions
        What to do with it.
    data : bytes or None
        The page itself where it came from standard input.
    """

    source: Source
    options: BatchOptions
    data: bytes | None = None


@dataclass(frozen=True, slots=True)
class BatchRecord:
    """One record: what became of one pane on one page.

    Attributes
    ----------
    source : Source
        The page.
    pane : str
        The pane.
    status : Status
        How it ended.
    message : str
        Why, where it is not ok.
    text : str
        The result in the wanted format; empty where a failure is not written in it.
    warnings : tuple of str
        Of the page.
    """

    source: Source
    pane: str
    status: Status
    message: str
    text: str
    warnings: tuple[str, ...] = ()


def run_tasks(
    tasks: Iterable[Task], *, jobs: int = 1, timeout_s: float = 30.0
) -> Generator[list[BatchRecord], None, None]:
    """Yield the records of each page in order, one per pane, whatever happened.

    Parameters
    ----------
    tasks : iterable of Task
        Read as workers become free.
    jobs : int
        Worker processes.
    timeout_s : float
        Longest time of one extractor on one page.
    """
    pool = workers.make_pool(jobs)
    waiting: deque[tuple[Task, Future[list[BatchRecord]]]] = deque()
    try:
        for task in tasks:
            limit = timeout_s + _reading_s(task)
            waiting.append((task, pool.schedule(run_task, args=(task,), timeout=limit)))
            if len(waiting) >= jobs * _AHEAD:
                yield _collect(pool, *waiting.popleft(), timeout_s)
        while waiting:
            yield _collect(pool, *waiting.popleft(), timeout_s)
    finally:
        workers.end(pool)


def run_task(task: Task) -> list[BatchRecord]:
    """Return the records of one page, made in this process."""
    try:
        page = page_of(task)
    except Exception as error:  # noqa: BLE001 - one bad page must not end a run over many
        return _failed(task, Status.ERROR, _why_unread(error))
    made = runner.run_panes(page, task.options.panes)
    return [_write(task, pane, page, made[pane.name]) for pane in task.options.panes]


def page_of(task: Task) -> Page:
    """Return the page of a task.

    Raises
    ------
    PageError
        If there is none to be made.
    """
    source, options = task.source.source, task.options
    if task.data is not None:
        name = "standard input"
        return Page.from_bytes(task.data, name=name, url=options.url, encoding=options.encoding)
    if is_address(source):
        return Page.from_url(source, encoding=options.encoding, timeout_s=FETCH_S)
    page = read_page(source, encoding=options.encoding)
    return replace(page, url=options.url) if options.url else page


def make_tasks(sources: Iterable[Source], options: BatchOptions) -> Iterator[Task]:
    """Yield a task per page; standard input is read when its turn comes."""
    for source in sources:
        is_stdin = source.source == STDIN
        yield Task(source, options, _standard_input() if is_stdin else None)


def _standard_input() -> bytes:
    """Return what is read, one byte beyond the limit for the page to say that it is too large."""
    with interruptible():
        return sys.stdin.buffer.read(MAX_BYTES + 1)


def _collect(
    pool: ProcessPool, task: Task, future: Future[list[BatchRecord]], timeout_s: float
) -> list[BatchRecord]:
    return future.result() if workers.fault_of(future) is None else _apart(pool, task, timeout_s)


def _apart(pool: ProcessPool, task: Task, timeout_s: float) -> list[BatchRecord]:
    """Return the records of a page after reading it alone and running every pane alone."""
    reading: Future[PackedPage] = pool.schedule(
        _read, args=(task,), timeout=timeout_s + _reading_s(task)
    )
    fault = workers.fault_of(reading)
    if isinstance(fault, BoilerscopeError):
        return _failed(task, Status.ERROR, str(fault))
    if fault is not None:
        return _failed(task, *workers.describe(fault, timeout_s))
    packed = reading.result()
    running: list[Future[BatchRecord]] = [
        pool.schedule(_run_pane, args=(task, pane, packed), timeout=timeout_s)
        for pane in task.options.panes
    ]
    written: list[BatchRecord] = []
    for pane, future in zip(task.options.panes, running, strict=True):
        fault = workers.fault_of(future)
        if fault is None:
            written.append(future.result())
        else:
            status, message = workers.describe(fault, timeout_s)
            written.append(_failed_pane(task, pane, status, message))
    return written


def _reading_s(task: Task) -> float:
    return FETCH_S if is_address(task.source.source) else 0.0


def _read(task: Task) -> PackedPage:
    return workers.pack(page_of(task))


def _run_pane(task: Task, pane: Pane, packed: PackedPage) -> BatchRecord:
    page = workers.unpack(packed)
    return _write(task, pane, page, runner.run(page, pane.extractor, pane.settings))


def _why_unread(error: Exception) -> str:
    if isinstance(error, BoilerscopeError):
        return str(error)
    return f"The page could not be read: {type(error).__name__}: {error}"


def _failed(task: Task, status: Status, message: str) -> list[BatchRecord]:
    return [_failed_pane(task, pane, status, message) for pane in task.options.panes]


def _failed_pane(task: Task, pane: Pane, status: Status, message: str) -> BatchRecord:
    made = runner.failed(None, pane.extractor, pane.settings, status, message)
    return _write(task, pane, None, made)


def _write(task: Task, pane: Pane, page: Page | None, made: Extraction) -> BatchRecord:
    result = Result(task.source.source, task.source.page_id, pane.name, page, made)
    try:
        text = _as_text(task.options, result)
    except Exception as error:  # noqa: BLE001 - a result that cannot be written is a failure of its own pane
        message = f"The result could not be written: {type(error).__name__}: {error}"
        made = runner.failed(None, made.extractor, made.settings, Status.ERROR, message)
        text = _as_text(task.options, replace(result, page=None, extraction=made))
    warnings = () if page is None else tuple(one.message for one in page.warnings)
    return BatchRecord(task.source, pane.name, made.status, made.message, text, warnings)


def _as_text(options: BatchOptions, result: Result) -> str:
    wanted = FORMATS[options.format]
    if not wanted.takes(result.extraction.status):
        return ""
    if options.page_text and options.format == "text" and result.page is not None:
        spaced = kept_text(result.page, result.extraction.mask)
        result = replace(result, extraction=replace(result.extraction, own_text=spaced))
    write = wanted.piece if options.is_piece and wanted.piece is not None else wanted.write
    return write(result)
