"""Run extractors in worker processes, with a deadline and a memory limit.

For what is foreign or slow: peer libraries, plug-ins, batches. A worker that overruns is killed
and replaced by its parent; only its own result is lost, and says so.
"""

from __future__ import annotations

import multiprocessing
import resource
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import TYPE_CHECKING

from extractors import runner
from extractors.model.extraction import Extraction, Status

if TYPE_CHECKING:
    from pebble import ProcessPool

    from extractors.model.settings import Settings
    from extractors.page import Page

MEMORY_LIMIT = 4 * 2**30
"""Address space a worker may use, bytes."""


def make_pool(workers: int = 1) -> ProcessPool:
    """Return a pool of fresh worker processes; close it with ``stop`` and ``join``."""
    from pebble import ProcessPool

    return ProcessPool(
        max_workers=workers,
        max_tasks=0,
        initializer=_limit_memory,
        context=multiprocessing.get_context("forkserver"),
    )


def end(pool: ProcessPool) -> None:
    """Stop the workers at once and wait until they are gone."""
    pool.stop()  # type: ignore[no-untyped-call]  # the library's method has no annotation
    pool.join()


def submit(
    pool: ProcessPool, page: Page, identifier: str, settings: Settings, timeout_s: float
) -> Future[Extraction]:
    """Run one extractor in a worker."""
    made: Future[Extraction] = pool.schedule(
        _run, args=(page, identifier, settings), timeout=timeout_s
    )
    return made


def outcome(
    future: Future[Extraction], page: Page, identifier: str, settings: Settings, timeout_s: float
) -> Extraction:
    """Return what a finished future brought; a lost worker is a result that says so."""
    if future.cancelled():
        return runner.failed(page, identifier, settings, Status.CANCELLED, "Cancelled.")
    fault = future.exception()
    if fault is None:
        return future.result()
    if isinstance(fault, FutureTimeoutError):
        return runner.failed(
            page, identifier, settings, Status.TIMEOUT, f"No result within {timeout_s:g} s."
        )
    if isinstance(fault, MemoryError):
        message = f"More than {MEMORY_LIMIT / 2**30:g} GiB of memory were needed."
        return runner.failed(page, identifier, settings, Status.ERROR, message)
    return runner.failed(
        page, identifier, settings, Status.ERROR, f"{type(fault).__name__}: {fault}"
    )


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))


def _run(page: Page, identifier: str, settings: Settings) -> Extraction:
    return runner.run(page, identifier, settings)
