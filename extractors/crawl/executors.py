"""Executors that run shards: threads of this program, a Dask cluster, or one of the user's."""

from __future__ import annotations

import importlib
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from extractors.errors import CorpusError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable

Report = TypeVar("Report")

LOCAL = "local"
AHEAD = 2
"""Shards submitted per slot: memory does not grow with the crawl."""

_DASK = "dask:"
_CLOSE_S = 5
_REPORT_S = 60
_DASK_MISSING = (
    "--executor dask needs distributed, which is not installed. Install it with: pip install"
    " 'boilerscope[cluster]'"
)


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor.

    Attributes
    ----------
    executor : Executor
        Runs the shards.
    n_slots : int
        Number of shards whose pages it runs at a time.
    close : function
        Ends it. Shards that run in this program end first; those of other machines may go on.
    """

    executor: Executor
    n_slots: int
    close: Callable[[], object]


def opener(name: str, jobs: int) -> Callable[[], Workers]:
    """Return a function that opens an executor; it is called again if the executor breaks.

    Parameters
    ----------
    name : str
        ``local``, ``dask:`` with the address of a scheduler, such as ``dask:tcp://host:8786``, or
        ``module:factory``, a function without arguments that returns a
        ``concurrent.futures.Executor``.
    jobs : int
        Shards that run at a time; a Dask cluster has its own number.

    Raises
    ------
    UnknownNameError, CorpusError
        If the name is of none of these forms.
    """
    if name == LOCAL:
        return lambda: _threads(jobs)
    if name.startswith(_DASK):
        return lambda: _dask(name.removeprefix(_DASK))
    module, colon, factory = name.partition(":")
    if not colon or not module or not factory:
        raise UnknownNameError(
            "executor", name, [LOCAL, "dask:tcp://host:port", "module:factory"], place="--executor"
        )
    return lambda: _of_factory(module, factory, jobs)


def _threads(jobs: int) -> Workers:
    # Each supervises a process that runs pages. There are more of them than processes, so that
    # pages run while other shards are written, see `shard_running.restart`.
    executor = ThreadPoolExecutor(jobs * AHEAD, thread_name_prefix="shard")
    return Workers(executor, jobs, executor.shutdown)


def _dask(address: str) -> Workers:
    try:
        from distributed import Client
    except ImportError as error:
        raise CorpusError(_DASK_MISSING) from error
    make_client: Any = Client  # its signature is not annotated
    client: Any = make_client(address, timeout=30, set_as_default=False)
    n_threads = sum(client.nthreads().values())
    return Workers(DaskExecutor(client), max(1, n_threads), lambda: client.close(timeout=_CLOSE_S))


class DaskExecutor(Executor):
    """Runs functions on a Dask cluster.

    It does what ``Client.get_executor()`` does, with one difference: each future ends. There, a
    future stays pending for ever if the scheduler is lost while the result is on its way.

    Parameters
    ----------
    client : distributed.Client
        The client; whoever made it closes it.
    """

    def __init__(self, client: Any) -> None:  # its methods are not annotated
        self._client = client

    def submit(
        self, fn: Callable[..., Report], /, *args: object, **kwargs: object
    ) -> Future[Report]:
        """Have a worker of the cluster run a function."""
        future: Future[Report] = Future()
        remote = self._client.submit(fn, *args, pure=False, retries=0, **kwargs)
        remote.add_done_callback(partial(_hand_over, future))
        future.add_done_callback(lambda done: remote.cancel() if done.cancelled() else None)
        return future


def _hand_over(future: Future[Any], remote: Any) -> None:  # its methods are not annotated
    """Fetch the result of a remote future that is done."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        report = remote.result(timeout=_REPORT_S)
    except BaseException as error:  # noqa: BLE001 - whatever it is, whoever waits for the future gets it
        future.set_exception(error)
    else:
        future.set_result(report)


def _of_factory(module: str, factory: str, jobs: int) -> Workers:
    try:
        executor = getattr(importlib.import_module(module), factory)()
    except (ImportError, AttributeError) as error:
        raise CorpusError(f"--executor {module}:{factory}: {error}.") from error
    if not isinstance(executor, Executor):
        kind = type(executor).__name__
        raise CorpusError(
            f"--executor {module}:{factory}: expected a concurrent.futures.Executor, not {kind}."
        )
    return Workers(executor, jobs, lambda: executor.shutdown(wait=False))
