"""Background runs of the window's panes: one worker thread, the newest job of a pane wins.

Our own extractors run in the worker thread. Foreign extractors, and those that were slow on this
page though its shared stages were ready, run in a worker process with a deadline.

Three kinds of thread meet here. The window's thread calls the public methods, the worker thread
runs `_do_next`, and a thread of the process pool calls `_on_process_end`. All of them read and
write `_newest`, `_pending`, `_ran`, `_slow` and `_stopping`, and the fields of a `_Run`, only while
they have `_lock`. No thread has the lock while a future is cancelled or a signal is emitted,
because both call other code. `_pool` belongs to the worker thread as long as that is alive.
"""

from __future__ import annotations

import threading
import time
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.app.session.layout_needs import needs_layout
from boilerscope.app.window.work.worker_thread import WorkerThread
from boilerscope.extractors import registry, runner
from boilerscope.extractors.model.extraction import ANSWERED, Extraction, Status
from boilerscope.extractors.runs.keys import reads_site
from boilerscope.extractors.system.late import late_module

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import Future

    from pebble import ProcessPool

    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runs import workers
else:
    workers = late_module("boilerscope.extractors.runs.workers")

SLOW_S = 0.25
"""A run that computes longer than this moves the extractor into a process on this page, where it
can be stopped; below, handing the page over costs more than it saves.

The first run of an extractor on a page is not judged: it builds stages that later runs share, and
that a process would have to build again. Time in which other programs compute is not counted.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """One run of one pane; `timeout_s` limits it where it runs in a process."""

    pane: str
    run: int
    page: Page
    extractor: str
    settings: Settings
    timeout_s: float


@dataclass(slots=True, eq=False)
class _Run:
    """A job, the future of its process if it runs in a process, and its result if usable."""

    job: Job
    is_cancelled: bool = False
    future: Future[bytes] | None = None
    result: Extraction | None = None


class RunQueue(QObject):
    """Runs jobs and returns their results to the thread that owns this object.

    The newest run of each pane is remembered with its result, so that an extractor with inputs
    takes the results that panes have instead of running these extractors again. A result is
    forgotten when its pane gets another job or is removed, and when another page is shown.

    Signals
    -------
    finished(pane, run, Extraction)
        A run ended in any way.
    """

    finished = Signal(str, int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Condition()
        self._newest: dict[str, _Run] = {}
        self._pending: dict[str, _Run] = {}
        self._ran: set[str] = set()
        self._slow: set[str] = set()
        self._stopping = False
        self._pool: ProcessPool | None = None
        self._thread = WorkerThread(self._work)
        self._thread.start()

    def submit(self, jobs: Iterable[Job], *, active: str = "") -> None:
        """Run jobs in their order, each in place of an older one of its pane.

        An older result of one of these panes is not an input of any of the jobs.

        Parameters
        ----------
        jobs : iterable of Job
            Jobs to run, one per pane.
        active : str
            The pane whose job runs before all other jobs.
        """
        added = {job.pane: _Run(job) for job in jobs}
        with self._lock:
            replaced = [run for pane, run in self._newest.items() if pane in added]
            others = {pane: run for pane, run in self._pending.items() if pane not in added}
            first = {pane: run for pane, run in added.items() if pane == active}
            self._newest |= added
            self._pending = first | others | added
            futures = _futures_of(replaced)
            self._lock.notify()
        _cancel(futures)

    def cancel(self, pane: str) -> None:
        """Drop a pane's job if it waits, and stop it if it is in a process."""
        with self._lock:
            run = self._newest.get(pane)
            if run is None:
                return
            run.is_cancelled = True
            was_pending = self._pending.pop(pane, None) is not None
            futures = _futures_of([run])
        if was_pending:
            self.finished.emit(pane, run.job.run, _cancelled(run.job))
        _cancel(futures)

    def keep_only(self, panes: Iterable[str]) -> None:
        """Forget the jobs and results of all other panes; stop their processes."""
        names = set(panes)
        with self._lock:
            dropped = [run for pane, run in self._newest.items() if pane not in names]
            for run in dropped:
                del self._newest[run.job.pane]
                self._pending.pop(run.job.pane, None)
            futures = _futures_of(dropped)
        _cancel(futures)

    def forget_page(self) -> None:
        """Forget everything about the page that was on screen."""
        self.keep_only(())
        with self._lock:
            self._ran.clear()
            self._slow.clear()

    def stop(self, *, wait: bool = True) -> bool:
        """End the worker; the object cannot be used afterwards. See `WorkerThread.end`."""
        with self._lock:
            self._stopping = True
            self._lock.notify()
        self.forget_page()
        has_ended = self._thread.end(wait=wait)
        if self._pool is not None:
            workers.end(self._pool)
            self._pool = None
        return has_ended

    @property
    def has_ended(self) -> bool:
        """Whether the worker thread has ended."""
        return self._thread.isFinished()

    # -- worker thread ---------------------------------------------------------------------

    def _work(self) -> None:
        while self._do_next():
            pass

    def _do_next(self) -> bool:
        """Wait for a run and do it; return False when the worker must end.

        Nothing is kept between two runs, so that no page is kept while the worker waits.
        """
        with self._lock:
            self._lock.wait_for(lambda: self._stopping or bool(self._pending))
            if self._stopping:
                return False
            run = self._pending.pop(next(iter(self._pending)))
            done = [
                (other.job, other.result)
                for other in self._newest.values()
                if other.result is not None
            ]
            slow = run.job.extractor in self._slow
        job = run.job
        if slow or registry.is_foreign(job.extractor, job.settings):
            self._start_process(run)
        else:
            results = {
                _use(other): result
                for other, result in done
                if _is_valid_on(job.page, other) and _use(other) != _use(job)
            }
            began = time.thread_time()
            extraction = runner.run(job.page, job.extractor, job.settings, results)
            self._judge(job, time.thread_time() - began)
            self._end(run, extraction)
        return True

    def _judge(self, job: Job, computed_s: float) -> None:
        """Remember that an extractor ran on the page on screen, and whether it is slow there."""
        with self._lock:
            newest = self._newest.get(job.pane)
            if newest is None or not newest.job.page.is_same_tree(job.page):
                return
            if job.extractor in self._ran and computed_s > SLOW_S:
                self._slow.add(job.extractor)
            self._ran.add(job.extractor)

    def _start_process(self, run: _Run) -> None:
        job = run.job
        try:
            if self._pool is None:
                self._pool = workers.make_pool()
            future = workers.submit(
                self._pool, job.page, job.extractor, job.settings, job.timeout_s, explain=True
            )
        except Exception:  # noqa: BLE001 - a page or plug-in that cannot be sent is shown as error
            fault = traceback.format_exc(limit=0).strip()
            failed = runner.failed(job.page, job.extractor, job.settings, Status.ERROR, fault)
            self._end(run, failed)
            return
        with self._lock:
            run.future = future
            is_given_up = run.is_cancelled or self._newest.get(job.pane) is not run
        future.add_done_callback(lambda done: self._on_process_end(run, done))
        if is_given_up:  # while it was sent
            future.cancel()

    # -- any thread that ends a run --------------------------------------------------------

    def _on_process_end(self, run: _Run, future: Future[bytes]) -> None:
        with self._lock:
            run.future = None
            is_replaced = self._newest.get(run.job.pane) is not run
        if not is_replaced:
            job = run.job
            self._end(
                run,
                workers.outcome(future, job.page, job.extractor, job.settings, job.timeout_s),
            )

    def _end(self, run: _Run, extraction: Extraction) -> None:
        """Remember a result if it is the newest of its pane; emit it in any case."""
        job = run.job
        with self._lock:
            is_newest = self._newest.get(job.pane) is run
            if is_newest and extraction.status in ANSWERED:
                run.result = extraction
        self.finished.emit(job.pane, job.run, extraction)


def _use(job: Job) -> tuple[str, Settings]:
    return job.extractor, job.settings


def _is_valid_on(page: Page, job: Job) -> bool:
    """Return whether a job's result is also valid on a page with the same tree."""
    has_layout = job.page.layout is page.layout or not needs_layout(job.extractor, job.settings)
    has_site = job.page.site == page.site or not reads_site(job.extractor, job.settings)
    return has_layout and has_site


def _futures_of(runs: Iterable[_Run]) -> list[Future[bytes]]:
    return [run.future for run in runs if run.future is not None]


def _cancel(futures: Iterable[Future[bytes]]) -> None:
    for future in futures:
        future.cancel()


def _cancelled(job: Job) -> Extraction:
    return runner.failed(
        job.page, job.extractor, job.settings, Status.CANCELLED, "Cancelled before it began."
    )
