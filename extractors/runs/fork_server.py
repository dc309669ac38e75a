"""The server that forks worker processes: it loads modules and extractors once for all of them.

A program that will need workers starts the server before its own imports, so that both load at the
same time. Therefore this module imports nothing from the package.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import ForkServerContext, ForkServerProcess
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

EXTRACTORS = "BOILERSCOPE_LOADED_EXTRACTORS"
"""Environment variable of the server: extractors for `loaded_worker`, separated by spaces."""

_QUIET = "ignore::UserWarning:multiprocessing.resource_tracker"
_starting = threading.Lock()


class _Process(ForkServerProcess):
    """Process of a worker. It does not run the script of the user, of which it needs nothing.

    Else a script that calls `boilerscope.score` would have to guard its lines by
    ``if __name__ == "__main__"``.
    """

    @staticmethod
    def _Popen(process: Any) -> Any:  # noqa: N802 - the name in multiprocessing
        with _starting:
            main = sys.modules["__main__"]
            sys.modules["__main__"] = ModuleType("__main__")
            try:
                return ForkServerProcess._Popen(process)  # noqa: SLF001 - extended
            finally:
                sys.modules["__main__"] = main


class _Context(ForkServerContext):
    Process = _Process


OF_ALL_WORKERS = ("pebble.pool.process", "boilerscope.extractors.runs.loaded_worker")


def _start_tracker() -> None:
    """Start the process that removes the semaphores of a killed program, without its warning."""
    sys.warnoptions.append(_QUIET)  # is passed on to the process
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove(_QUIET)


def start(modules: Sequence[str] = (), extractors: Iterable[str] = ()) -> ForkServerContext:
    """Start the server, unless it runs, and return the context for worker processes.

    Ctrl+C never reaches the server or its workers: it interrupts the process that waits for them,
    which then ends them. The server keeps the environment of its own start.

    Parameters
    ----------
    modules, extractors : sequence of str, iterable of str
        Modules, and identifiers of extractors, that the server loads for its workers; without
        effect if it already runs. Only extractors of Boilerscope are loaded.
    """
    context = _Context()
    context.set_forkserver_preload([*OF_ALL_WORKERS, *modules])
    with _starting:  # the environment belongs to all threads
        _start_tracker()  # comes first, because it allows signals again at its end
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        os.environ[EXTRACTORS] = " ".join(extractors)
        try:
            forkserver.ensure_running()
        finally:
            del os.environ[EXTRACTORS]
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return context
