"""Run extractors in worker processes, with a deadline and a memory limit.

They run foreign or slow code: peer libraries, plug-ins, batches. The parent kills and replaces a
worker that exceeds a limit; only the result of that worker is lost, and its message says why.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import resource
import signal
import sys
import threading
import uuid
from concurrent.futures import FIRST_COMPLETED, Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures import wait as wait_for_futures
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.explaining import TRACING_S, explaining
from boilerscope.extractors.model.extraction import Extraction, Fault, Status
from boilerscope.extractors.own import added
from boilerscope.extractors.runs import fork_server
from boilerscope.extractors.runs.limits import DEFAULT_LIMITS
from boilerscope.extractors.system.folders import (
    config_folder,
    use_config_folder,
    use_versions_folder,
    versions_folder,
)
from boilerscope.extractors.system.interrupts import interruptible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pebble import ProcessPool

    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runs.limits import RunLimits

RUN_S = 30.0
"""Maximum time of a run that a user waits for, in seconds."""

T = TypeVar("T")

_POLL_S = 0.2
"""Interval of checks while waiting: a signal just before a wait does not end it."""


@dataclass(frozen=True, slots=True)
class PackedPage:
    """Pickled page that a worker unpacks once and reuses."""

    key: str
    data: bytes


def make_pool(limits: RunLimits = DEFAULT_LIMITS, preload: Sequence[str] = ()) -> ProcessPool:
    """Return a pool of new worker processes; close it with `end`.

    Modules to `preload` are loaded when a worker starts, if this is the first pool of the process.
    The pool does not use the time limit: each call has its own.

    The server that forks the workers keeps the environment of its own start. The workers therefore
    get the user's folders and the working folder, so that the user's lists and relative paths have
    the same effect everywhere.
    """
    from pebble import ProcessPool

    return ProcessPool(
        max_workers=limits.jobs,
        max_tasks=0,
        initializer=_prepare,
        initargs=(Path.cwd(), (config_folder(), versions_folder()), added.added(), limits.memory),
        context=fork_server.start(preload),
    )


class LivePool:
    """A pool that is replaced if its workers died while they were idle.

    Parameters
    ----------
    make : function
        Returns a new pool.
    """

    def __init__(self, make: Callable[[], ProcessPool]) -> None:
        self._make = make
        self._pool = make()

    def schedule(self, work: Callable[..., T], *args: object, timeout_s: float) -> Future[T]:
        """Run a function in a worker with a time limit in seconds."""
        if not self._pool.active:
            broken, self._pool = self._pool, self._make()
            # Waiting for its threads would hold up an event loop.
            threading.Thread(target=end, args=(broken,), daemon=True).start()
        future: Future[T] = self._pool.schedule(work, args=args, timeout=timeout_s)
        return future

    def end(self) -> None:
        """Stop the workers at once and wait until they have ended."""
        end(self._pool)


def end(pool: ProcessPool) -> None:
    """Stop the workers at once and wait until they have ended."""
    pool.stop()  # type: ignore[no-untyped-call]  # the library's method has no annotation
    pool.join()


def fault_of(
    future: Future[Any], check: Callable[[], object] | None = None
) -> BaseException | None:
    """Wait for a future and return its error, None without one; Ctrl+C ends the wait.

    Parameters
    ----------
    check : function, optional
        Called repeatedly during the wait; an error that it raises ends the wait.
    """
    first_done([future], check)
    return future.exception()


def first_done(futures: Sequence[Future[Any]], check: Callable[[], object] | None = None) -> int:
    """Wait until a future is done and return its index, the lowest if several are done.

    Ctrl+C ends the wait, and so does `check`, see `fault_of`.
    """
    return all_done(futures, check)[0]


def all_done(
    futures: Sequence[Future[Any]], check: Callable[[], object] | None = None
) -> list[int]:
    """Wait as `first_done` does and return the indices of all that are done, in order."""
    with interruptible():
        while True:
            done = wait_for_futures(futures, timeout=_POLL_S, return_when=FIRST_COMPLETED).done
            if done:
                return [number for number, future in enumerate(futures) if future in done]
            if check is not None:
                check()


def is_crash(fault: BaseException) -> bool:
    """Return whether a fault means that the worker process ended without a result."""
    return getattr(fault, "exitcode", None) is not None


def pack(page: Page) -> PackedPage:
    """Pack a page for a worker, once per page and layout."""
    return page.cached(
        ("packed page", page.layout), lambda _: PackedPage(uuid.uuid4().hex, pickle.dumps(page))
    )


def unpack(packed: PackedPage) -> Page:
    """Unpack a page; the last page is kept, with its cached results."""
    page = _UNPACKED.get(packed.key)
    if page is None:
        _UNPACKED.clear()
        page = _UNPACKED[packed.key] = pickle.loads(packed.data)  # noqa: S301 - from our own parent process
    return page


def submit(
    pool: ProcessPool,
    page: Page,
    identifier: str,
    settings: Settings,
    timeout_s: float,
    *,
    explain: bool = False,
) -> Future[bytes]:
    """Run one extractor in a worker; `outcome` reads the future.

    Parameters
    ----------
    timeout_s : float
        Maximum time of the run, seconds; tracing may take `TRACING_S` more.
    explain : bool
        Whether libraries are traced, see `explaining`.
    """
    tracing_s = TRACING_S if explain and registry.explains(identifier) else 0.0
    future: Future[bytes] = pool.schedule(
        _run, args=(pack(page), identifier, settings, explain), timeout=timeout_s + tracing_s
    )
    return future


def run_until(
    pool: ProcessPool,
    page: Page,
    use: tuple[str, Settings],
    is_cancelled: Callable[[], bool],
    *,
    explain: bool = False,
    timeout_s: float = RUN_S,
) -> Extraction:
    """Run one extractor in a worker and wait for its result, or until the caller gives up.

    Parameters
    ----------
    pool : ProcessPool
        From `make_pool`.
    is_cancelled : function
        Called several times a second, in the waiting thread.
    explain : bool
        Whether libraries are traced.
    timeout_s : float
        Maximum time of the run, seconds.
    """
    future = submit(pool, page, *use, timeout_s, explain=explain)
    while not wait_for_futures([future], timeout=_POLL_S).done:
        if is_cancelled():
            future.cancel()
    return outcome(future, page, *use, timeout_s)


def outcome(
    future: Future[bytes], page: Page, identifier: str, settings: Settings, timeout_s: float
) -> Extraction:
    """Return the extraction of a finished future; a failed one if the worker was lost."""
    if future.cancelled():
        return runner.failed(page, identifier, settings, Status.CANCELLED, "Cancelled.")
    fault = future.exception()
    if fault is not None:
        return runner.failed(page, identifier, settings, *describe(fault, timeout_s))
    try:
        extraction: Extraction = pickle.loads(future.result())  # noqa: S301 - from our own worker process
    except Exception as error:  # noqa: BLE001 - the content of the result decides which error is raised
        message = f"The result cannot be read: {type(error).__name__}: {error}"
        return runner.failed(page, identifier, settings, Status.ERROR, message)
    return extraction


def describe(fault: BaseException, timeout_s: float) -> tuple[Status, str, Fault]:
    """Return status, message and kind of fault for a run without a result."""
    if isinstance(fault, FutureTimeoutError):
        return Status.TIMEOUT, f"No result within {timeout_s:g} s.", Fault.NONE
    if isinstance(fault, MemoryError):
        return Status.ERROR, runner.NO_MEMORY, Fault.MEMORY
    ended = "The worker process ended without a result"
    if isinstance(fault, BrokenProcessPool):
        return Status.ERROR, f"{ended}.", Fault.CRASH
    exit_code = getattr(fault, "exitcode", None)
    if exit_code is not None:
        return Status.ERROR, f"{ended} (exit code {exit_code}).", Fault.CRASH
    return Status.ERROR, f"The run has no result: {type(fault).__name__}: {fault}", Fault.NONE


_UNPACKED: dict[str, Page] = {}


def _prepare(
    folder: Path, folders: tuple[Path, Path], own_extractors: dict[str, str], memory_limit: int
) -> None:
    """Make a new worker ready: limited, quiet on standard output, and not outliving its parent."""
    os.chdir(folder)
    config, versions = folders
    use_config_folder(config)
    use_versions_folder(versions)
    added.use(own_extractors)
    # Of the two limits only the soft one: the web engine reserves far more addresses than memory,
    # and the process that has it counts memory itself (`boilerscope.app.readability`).
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory_limit, hard))
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    end_with_parent()
    gc.freeze()  # the collector skips loaded modules, which saves 30 ms on one of the pages


def end_with_parent() -> None:
    """Kill this worker process as soon as the process that started it has ended."""
    threading.Thread(target=_wait_for_parent, name="parent", daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGKILL)


def _run(packed: PackedPage, identifier: str, settings: Settings, explain: bool) -> bytes:  # noqa: FBT001 - sent to a worker
    page = unpack(packed)
    with explaining(on=explain):
        extraction = runner.run(page, identifier, settings)
    try:
        return pickle.dumps(extraction)
    except Exception as error:  # noqa: BLE001 - the content of the result decides which error is raised
        message = f"The result cannot be sent: {type(error).__name__}: {error}"
        return pickle.dumps(runner.failed(page, identifier, settings, Status.ERROR, message))
