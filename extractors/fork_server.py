"""The server that forks worker processes: it loads modules once for all of them.

A program that knows that it will need workers starts it before its own imports: both load at the
same time then. Hence this module imports nothing of the package.
"""

from __future__ import annotations

import multiprocessing
import signal
from multiprocessing import forkserver, resource_tracker
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.context import ForkServerContext

_OF_ALL_WORKERS = "extractors.loaded_worker"


def start(preload: Sequence[str] = ()) -> ForkServerContext:
    """Start the server, unless it runs, and return the context for worker processes.

    Ctrl+C reaches neither it nor its workers, at any moment: who waits for them is interrupted, and
    ends them. It keeps the environment of its own start.

    Parameters
    ----------
    preload : sequence of str
        Modules that are there when a worker begins. They have no effect if the server runs.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([_OF_ALL_WORKERS, *preload])
    resource_tracker.ensure_running()  # comes first, because it allows signals again at its end
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return context
