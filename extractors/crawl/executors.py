"""Executors that run shards: threads of this program, a Dask cluster, or one of the user's."""

from __future__ import annotations

import importlib
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractors.errors import CorpusError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable

LOCAL = "local"

_DASK = "dask:"
_DASK_MISSING = (
    "--executor dask needs distributed, which is not installed. Install it with: pip install"
    " 'boilerscope[cluster]'"
)


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor and the number of shards that it runs at a time."""

    executor: Executor
    n_slots: int


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
        # Threads: each supervises a process that runs the pages.
        return lambda: Workers(ThreadPoolExecutor(jobs, thread_name_prefix="shard"), jobs)
    if name.startswith(_DASK):
        return lambda: _dask(name.removeprefix(_DASK))
    module, colon, factory = name.partition(":")
    if not colon or not module or not factory:
        raise UnknownNameError(
            "executor", name, [LOCAL, "dask:tcp://host:port", "module:factory"], place="--executor"
        )
    return lambda: _of_factory(module, factory, jobs)


def _dask(address: str) -> Workers:
    try:
        from distributed import Client
    except ImportError as error:
        raise CorpusError(_DASK_MISSING) from error
    client = Client(address, timeout=30, set_as_default=False)
    n_threads = sum(client.nthreads().values())
    return Workers(client.get_executor(pure=False, retries=0), max(1, n_threads))


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
    return Workers(executor, jobs)
