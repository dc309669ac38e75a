"""The server that forks worker processes: it loads modules once for all of them.

A program that will need workers starts the server before its own imports, so that both load at the
same time. Therefore this module imports nothing from the package.
"""

from __future__ import annotations

import multiprocessing
import signal
from multiprocessing import forkserver, resource_tracker
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.context import ForkServerContext

_OF_ALL_WORKERS = ("pebble.pool.process", "boilerscope.extractors.runs.loaded_worker")


def start(preload: Sequence[str] = ()) -> ForkServerContext:
    """Start the server, unless it runs, and return the context for worker processes.

    Ctrl+C never reaches the server or its workers: it interrupts the process that waits for them,
    which then ends them. The server keeps the environment of its own start.

    Parameters
    ----------
    preload : sequence of str
        Modules that are loaded when a worker starts; without effect if the server already runs.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*_OF_ALL_WORKERS, *preload])
    resource_tracker.ensure_running()  # comes first, because it allows signals again at its end
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return context
