"""Run extractors in worker processes, with a deadline and a memory limit.

For what is foreign or slow: peer libraries, plug-ins, batches. A worker that overruns is killed
and replaced by its parent; only its own result is lost, and says so.
"""

from __future__ import annotations

import multiprocessing
import pickle
import resource
import uuid
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractors import runner
from extractors.model.extraction import Extraction, Status

if TYPE_CHECKING:
    from pebble import ProcessPool

    from extractors.model.settings import Settings
    from extractors.page import Page

MEMORY_LIMIT = 4 * 2**30
"""Address space a worker may use, bytes."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A page on its way to a worker, which unpacks it once however many runs it is used for.

    Attributes
    ----------
    key : str
        Names the page.
    data : bytes
        The page, pickled.
    """

    key: str
    data: bytes


def make_pool(workers: int = 1) -> ProcessPool:
    """Return a pool of fresh worker processes; close it with `end`."""
    from pebble import ProcessPool

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["extractors.page", "extractors.workers"])
    return ProcessPool(max_workers=workers, max_tasks=0, initializer=_limit_memory, context=context)


def end(pool: ProcessPool) -> None:
    """Stop the workers at once and wait until they are gone."""
    pool.stop()  # type: ignore[no-untyped-call]  # the library's method has no annotation
    pool.join()


def pack(page: Page) -> Parcel:
    """Return a page as a parcel, packed once per page and layout."""
    return page.stage(
        ("parcel", page.layout), lambda _: Parcel(uuid.uuid4().hex, pickle.dumps(page))
    )


def unpack(parcel: Parcel) -> Page:
    """Return the page of a parcel; the last one is kept, with its stages."""
    page = _UNPACKED.get(parcel.key)
    if page is None:
        _UNPACKED.clear()
        page = _UNPACKED[parcel.key] = pickle.loads(parcel.data)  # noqa: S301 - from our own parent process
    return page


def submit(
    pool: ProcessPool, page: Page, identifier: str, settings: Settings, timeout_s: float
) -> Future[bytes]:
    """Run one extractor in a worker; `outcome` reads what the future brings."""
    made: Future[bytes] = pool.schedule(
        _run, args=(pack(page), identifier, settings), timeout=timeout_s
    )
    return made


def outcome(
    future: Future[bytes], page: Page, identifier: str, settings: Settings, timeout_s: float
) -> Extraction:
    """Return what a finished future brought; a lost worker is a result that says so."""
    if future.cancelled():
        return runner.failed(page, identifier, settings, Status.CANCELLED, "Cancelled.")
    fault = future.exception()
    if fault is not None:
        return runner.failed(page, identifier, settings, *describe(fault, timeout_s))
    try:
        made: Extraction = pickle.loads(future.result())  # noqa: S301 - from our own worker process
    except Exception as error:  # noqa: BLE001 - what a plug-in put into its result decides what is raised
        message = f"The result cannot be read: {type(error).__name__}: {error}"
        return runner.failed(page, identifier, settings, Status.ERROR, message)
    return made


def describe(fault: BaseException, timeout_s: float) -> tuple[Status, str]:
    """Return status and message for a run that brought no result."""
    if isinstance(fault, FutureTimeoutError):
        return Status.TIMEOUT, f"No result within {timeout_s:g} s."
    if isinstance(fault, MemoryError):
        return Status.ERROR, f"More than {MEMORY_LIMIT / 2**30:g} GiB of memory were needed."
    exit_code = getattr(fault, "exitcode", None)
    if exit_code is not None:
        return Status.ERROR, f"The worker process ended without a result (exit code {exit_code})."
    return Status.ERROR, f"The run brought no result: {type(fault).__name__}: {fault}"


_UNPACKED: dict[str, Page] = {}


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))


def _run(parcel: Parcel, identifier: str, settings: Settings) -> bytes:
    page = unpack(parcel)
    made = runner.run(page, identifier, settings)
    try:
        return pickle.dumps(made)
    except Exception as error:  # noqa: BLE001 - what a plug-in put into its result decides what is raised
        message = f"The result cannot be sent: {type(error).__name__}: {error}"
        return pickle.dumps(runner.failed(page, identifier, settings, Status.ERROR, message))
