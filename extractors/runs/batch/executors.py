"""Executors that run shards: threads of this program, a Dask cluster, or the user's executor."""

from __future__ import annotations

import importlib
import re
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from boilerscope.extractors.errors import CorpusError, UnknownNameError
from boilerscope.extractors.system.installing import extra_command

if TYPE_CHECKING:
    from collections.abc import Callable

Report = TypeVar("Report")

LOCAL = "local"
AHEAD = 2
"""Shards submitted per slot, bounded so that memory does not grow with the crawl."""

CONNECT_S = 10
"""Maximum time to connect to the scheduler of a Dask cluster, seconds."""

_DASK = "dask:"
_ASK_S = 5
"""Interval of asking a cluster for the number of its threads, seconds."""

_CLOSE_S = 5
_REPORT_S = 60


@dataclass(frozen=True, slots=True)
class Workers:
    """Executor with its capacity.

    Attributes
    ----------
    executor : Executor
        Executor that runs the shards.
    count_slots : function
        Returns the number of shards whose pages it runs at a time, at least 1. The number of a
        cluster changes.
    close : function
        Closes the executor; waits for shards of this program, but not for shards elsewhere.
    """

    executor: Executor
    count_slots: Callable[[], int]
    close: Callable[[], object]


def opener(
    name: str, jobs: int, notify: Callable[[str], object] = lambda _: None
) -> Callable[[], Workers]:
    """Return a function that opens an executor; it is called again if the executor breaks.

    Parameters
    ----------
    name : str
        ``local``, ``dask:`` with the address of a scheduler, such as ``dask:tcp://host:8786``, or
        ``module:factory``, a function without arguments that returns a
        ``concurrent.futures.Executor``; the module may be in the working folder.
    jobs : int
        Shards to run at a time; a Dask cluster uses its number of threads instead.
    notify : function, optional
        Called with a message for the user, such as that a cluster has no workers yet.

    Raises
    ------
    UnknownNameError, CorpusError
        If the name has none of these forms, or the address has no port. The returned function
        raises if it cannot open.
    """
    if name == LOCAL:
        return lambda: _threads(jobs)
    if name.startswith(_DASK):
        if not re.search(r":\d+$", name.removeprefix(_DASK)):
            raise CorpusError(f"--executor {name} has no port. Expected: dask:tcp://host:8786")
        return lambda: _dask(name.removeprefix(_DASK), notify)
    module, colon, factory = name.partition(":")
    if not colon or not module or not factory:
        raise UnknownNameError(
            "executor", name, [LOCAL, "dask:tcp://host:port", "module:factory"], place="--executor"
        )
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    return lambda: _from_factory(module, factory, jobs)


def _threads(jobs: int) -> Workers:
    # A thread supervises a process that runs pages. There are more threads than processes, so that
    # pages run while other shards are written, see `shard_running.restart`.
    executor = ThreadPoolExecutor(jobs * AHEAD, thread_name_prefix="shard")
    return Workers(executor, lambda: jobs, executor.shutdown)


def _dask(address: str, notify: Callable[[str], object]) -> Workers:
    try:
        from distributed import Client
    except ImportError as error:
        raise CorpusError(
            "--executor dask needs distributed, which is not installed. Install it here and on the"
            f" workers of the cluster: {extra_command('cluster')}"
        ) from error
    make_client: Any = Client  # its signature is not annotated
    client: Any = make_client(address, timeout=CONNECT_S, set_as_default=False)
    threads = ClusterThreads(client)
    if not threads.count:
        notify(
            f"The cluster at {address} has no workers yet. The batch waits for them; start one"
            f" with: dask worker {address}"
        )
    return Workers(DaskExecutor(client), threads, lambda: client.close(timeout=_CLOSE_S))


class ClusterThreads:
    """Number of threads of a Dask cluster, whose workers come and go.

    Attributes
    ----------
    count : int
        Number of threads when the cluster was last asked.
    """

    def __init__(self, client: Any) -> None:  # its methods are not annotated
        self._client = client
        self.count = self._ask()

    def __call__(self) -> int:
        """Return the number of threads, a few seconds old, at least 1."""
        if time.monotonic() - self._asked_at >= _ASK_S:
            # A lost scheduler is noticed, and connected again, when a shard is submitted.
            with suppress(OSError, RuntimeError):
                self.count = self._ask()
        return max(1, self.count)

    def _ask(self) -> int:
        self._asked_at = time.monotonic()
        return sum(self._client.nthreads().values())


class DaskExecutor(Executor):
    """Executor that runs functions on a Dask cluster.

    It differs from the executor of ``Client.get_executor()`` in one respect: every future ends.
    There, a future stays pending for ever if the scheduler is lost while the result is fetched.

    Parameters
    ----------
    client : distributed.Client
        Client of the cluster; the caller closes it.
    """

    def __init__(self, client: Any) -> None:  # its methods are not annotated
        self._client = client

    def submit(
        self, fn: Callable[..., Report], /, *args: object, **kwargs: object
    ) -> Future[Report]:
        """Run a function on a worker of the cluster."""
        future: Future[Report] = Future()
        remote = self._client.submit(fn, *args, pure=False, retries=0, **kwargs)
        remote.add_done_callback(partial(_copy_result, future))
        future.add_done_callback(lambda done: remote.cancel() if done.cancelled() else None)
        return future


def _copy_result(future: Future[Any], remote: Any) -> None:  # its methods are not annotated
    """Copy the result or error of a finished remote future."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        report = remote.result(timeout=_REPORT_S)
    except BaseException as error:  # noqa: BLE001 - the future passes every error on
        future.set_exception(error)
    else:
        future.set_result(report)


def _from_factory(module: str, factory: str, jobs: int) -> Workers:
    try:
        executor = getattr(importlib.import_module(module), factory)()
    except (ImportError, AttributeError) as error:
        raise CorpusError(f"--executor {module}:{factory}: {error}.") from error
    if not isinstance(executor, Executor):
        kind = type(executor).__name__
        raise CorpusError(
            f"--executor {module}:{factory}: expected a concurrent.futures.Executor, not {kind}."
        )
    return Workers(executor, lambda: jobs, lambda: executor.shutdown(wait=False))
