"""Run panes over pages in local worker processes: bounded, with deadlines, nothing left out.

A worker reads a page, runs every pane on it and writes the result down in the wanted format. A
page whose worker is lost is run again pane by pane, so that one bad extractor spoils only its own
record.
"""

from __future__ import annotations

import sys
from collections import deque
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractors import runner, workers
from extractors.batch.inputs import STDIN, Source, is_address
from extractors.errors import BoilerscopeError
from extractors.formats import FORMATS
from extractors.formats.record import Result
from extractors.model.extraction import Extraction, Status
from extractors.page import Page
from extractors.page.kept import kept_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pebble import ProcessPool

    from extractors.runner import Pane

_AHEAD = 2
"""Pages waiting per worker: memory does not grow with the corpus."""


@dataclass(frozen=True, slots=True)
class Task:
    """One page with everything a worker needs.

    Attributes
    ----------
    source : Source
        Where the page is.
    data : bytes or None
        The page itself where it came from standard input.
    panes : tuple of Pane
        What to run.
    format : str
        Name in `FORMATS`.
    page_text : bool
        Whether the text format writes the page's own spacing instead of the own text.
    encoding, url : str or None
        The user's choices.
    """

    source: Source
    data: bytes | None
    panes: tuple[Pane, ...]
    format: str
    page_text: bool = False
    encoding: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
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
        The result in the wanted format.
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
) -> Iterator[list[Written]]:
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
    waiting: deque[tuple[Task, Future[list[Written]]]] = deque()
    try:
        for task in tasks:
            waiting.append((task, _schedule(pool, task, timeout_s)))
            if len(waiting) >= jobs * _AHEAD:
                yield _collect(pool, *waiting.popleft(), timeout_s)
        while waiting:
            yield _collect(pool, *waiting.popleft(), timeout_s)
    finally:
        workers.end(pool)


def run_task(task: Task) -> list[Written]:
    """Return the records of one page, made in this process."""
    try:
        page = read_page(task)
    except BoilerscopeError as error:
        return [_failed(task, pane, Status.ERROR, str(error)) for pane in task.panes]
    except Exception as error:  # noqa: BLE001 - one bad page must not end a run over many
        fault = f"{type(error).__name__}: {error}"
        return [_failed(task, pane, Status.ERROR, fault) for pane in task.panes]
    made = runner.run_panes(page, task.panes)
    return [_write(task, pane, page, made[pane.name]) for pane in task.panes]


def read_page(task: Task) -> Page:
    """Return the page of a task."""
    source = task.source.source
    if task.data is not None:
        return Page.from_bytes(task.data, name=source, url=task.url, encoding=task.encoding)
    if is_address(source):
        return Page.from_url(source, encoding=task.encoding)
    return Page.from_file(source, encoding=task.encoding)


def make_tasks(
    sources: Iterable[Source],
    panes: tuple[Pane, ...],
    *,
    format: str,  # noqa: A002 - the word of the command line
    page_text: bool = False,
    encoding: str | None = None,
    url: str | None = None,
) -> Iterator[Task]:
    """Yield a task per page; standard input is read when its turn comes."""
    for source in sources:
        data = sys.stdin.buffer.read() if source.source == STDIN else None
        yield Task(source, data, panes, format, page_text, encoding, url)


def _schedule(pool: ProcessPool, task: Task, timeout_s: float) -> Future[list[Written]]:
    made: Future[list[Written]] = pool.schedule(
        run_task, args=(task,), timeout=timeout_s * max(len(task.panes), 1)
    )
    return made


def _collect(
    pool: ProcessPool, task: Task, future: Future[list[Written]], timeout_s: float
) -> list[Written]:
    fault = future.exception()
    if fault is None:
        return future.result()
    if len(task.panes) > 1:
        alone = [_one_pane(task, pane) for pane in task.panes]
        return [
            written
            for single in alone
            for written in _collect(pool, single, _schedule(pool, single, timeout_s), timeout_s)
        ]
    return [_failed(task, task.panes[0], *_why(fault, timeout_s))]


def _why(fault: BaseException, timeout_s: float) -> tuple[Status, str]:
    if isinstance(fault, FutureTimeoutError):
        return Status.TIMEOUT, f"No result within {timeout_s:g} s."
    return Status.ERROR, f"The worker was lost: {type(fault).__name__}: {fault}"


def _one_pane(task: Task, pane: Pane) -> Task:
    return Task(
        task.source, task.data, (pane,), task.format, task.page_text, task.encoding, task.url
    )


def _failed(task: Task, pane: Pane, status: Status, message: str) -> Written:
    return _write(
        task, pane, None, runner.failed(None, pane.extractor, pane.settings, status, message)
    )


def _write(task: Task, pane: Pane, page: Page | None, made: Extraction) -> Written:
    result = Result(task.source.source, task.source.page_id, pane.name, page, made)
    if task.page_text and task.format == "text" and page is not None:
        text = kept_text(page, made.mask)
    else:
        text = FORMATS[task.format].write(result)
    warnings = () if page is None else tuple(one.message for one in page.warnings)
    return Written(task.source, pane.name, made.status, made.message, text, warnings)
