"""Background runs of the window's panes: one worker, the newest request of a pane wins.

Our own extractors run in one thread; foreign ones, and those that were slow on this page, run in
a worker process with a deadline.
"""

from __future__ import annotations

import threading
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QThread, Signal

from extractors import registry, runner, workers
from extractors.model.extraction import Extraction, Status

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from pebble import ProcessPool

    from extractors.model.settings import Settings
    from extractors.page import Page

SLOW_S = 0.25
"""A run longer than this moves the extractor into a process on this page, where it can be
stopped; below, handing the page over costs more than it saves."""


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """One run of one pane."""

    pane: str
    run: int
    page: Page
    extractor: str
    settings: Settings


class Runs(QObject):
    """Takes jobs and gives results back on the thread that made it.

    Signals
    -------
    finished(pane, run, Extraction)
        A run ended, however it ended.
    """

    finished = Signal(str, int, object)

    def __init__(self, timeout_s: float = 10.0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.timeout_s = timeout_s
        self._pending: dict[str, Job] = {}
        self._slow: set[tuple[int, str]] = set()
        self._known: dict[int, dict[tuple[str, Any], Extraction]] = {}
        self._futures: dict[str, tuple[Job, Future[bytes]]] = {}
        self._wake = threading.Condition()
        self._stopping = False
        self._pool: ProcessPool | None = None
        self._thread = _Thread(self._work)
        self._thread.start()

    def submit(self, job: Job, *, first: bool = False) -> None:
        """Run a job; an older one of the same pane that has not begun is forgotten.

        Parameters
        ----------
        job : Job
            What to run.
        first : bool
            Whether it goes before the other panes' jobs (the active pane).
        """
        self._abandon(job.pane)
        with self._wake:
            self._pending.pop(job.pane, None)
            self._pending = (
                {job.pane: job, **self._pending} if first else {**self._pending, job.pane: job}
            )
            self._wake.notify()

    def cancel(self, pane: str) -> None:
        """Forget a pane's pending job and stop its process."""
        with self._wake:
            job = self._pending.pop(pane, None)
        if job is not None:
            self.finished.emit(pane, job.run, _cancelled(job))
        held = self._futures.get(pane)
        if held is not None:
            held[1].cancel()

    def forget_page(self) -> None:
        """Drop what was kept of earlier pages."""
        with self._wake:
            self._pending.clear()
            self._known.clear()
            self._slow.clear()
        for pane in list(self._futures):
            self._abandon(pane)

    def stop(self) -> None:
        """End the worker; the object is of no use afterwards."""
        with self._wake:
            self._stopping = True
            self._pending.clear()
            self._wake.notify()
        self._thread.wait()
        if self._pool is not None:
            workers.end(self._pool)
            self._pool = None

    # -- worker thread ---------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._stopping or bool(self._pending))
                if self._stopping:
                    return
                job = self._pending.pop(next(iter(self._pending)))
            if self._belongs_in_process(job):
                self._send_away(job)
            else:
                self.finished.emit(job.pane, job.run, self._run_here(job))

    def _run_here(self, job: Job) -> Extraction:
        known = self._known.setdefault(id(job.page), {})
        made = runner.run(job.page, job.extractor, job.settings, known)
        known.clear()
        if made.seconds > SLOW_S:
            self._slow.add((id(job.page), job.extractor))
        return made

    def _belongs_in_process(self, job: Job) -> bool:
        found = registry.entry(job.extractor)
        foreign = found.distribution != registry.BUILT_IN or (
            found.extractor is not None and found.extractor.foreign
        )
        return foreign or (id(job.page), job.extractor) in self._slow

    def _send_away(self, job: Job) -> None:
        if self._pool is None:
            self._pool = workers.make_pool(1)
        try:
            future = workers.submit(
                self._pool, job.page, job.extractor, job.settings, self.timeout_s
            )
        except Exception:  # noqa: BLE001 - a page or plug-in that cannot be sent is shown as error
            fault = traceback.format_exc(limit=0).strip()
            made = runner.failed(job.page, job.extractor, job.settings, Status.ERROR, fault)
            self.finished.emit(job.pane, job.run, made)
            return
        self._futures[job.pane] = (job, future)
        future.add_done_callback(lambda done: self._came_back(job, done))

    def _came_back(self, job: Job, future: Future[bytes]) -> None:
        held = self._futures.get(job.pane)
        if held is None or held[1] is not future:
            return
        del self._futures[job.pane]
        made = workers.outcome(future, job.page, job.extractor, job.settings, self.timeout_s)
        self.finished.emit(job.pane, job.run, made)

    def _abandon(self, pane: str) -> None:
        held = self._futures.pop(pane, None)
        if held is not None:
            held[1].cancel()


class _Thread(QThread):
    """Runs one function."""

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self._work = work

    def run(self) -> None:
        self._work()


def _cancelled(job: Job) -> Extraction:
    return runner.failed(
        job.page, job.extractor, job.settings, Status.CANCELLED, "Cancelled before it began."
    )
