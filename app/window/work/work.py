"""Background jobs of the window: of each kind, the newest one wins.

A job is a generator function without Qt: it gets a `Control`, yields progress and returns a result.
The window's thread asks for it and gets progress, result or error. Nothing else in the window
starts a thread, except the run queue.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from boilerscope.app.window.work.control import Control
from boilerscope.extractors.errors import BoilerscopeError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    Job = Callable[[Control], "Generator[_P, None, _R]"]
    """Works in a thread, yields progress and returns a result."""

_P = TypeVar("_P")
_R = TypeVar("_R")

PACE_MS = 100
"""Minimum time between two reports of progress."""

_GRACE_S = 0.05
"""Maximum time for the end of a thread that the window does not wait for."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Kind of job.

    Attributes
    ----------
    name : str
        Name, different for each kind.
    lane : str
        The jobs of a lane run one after the other; by default those of the kind.
    at_once : bool
        Whether a job begins while an older one, which may wait for a network or for worker
        processes, still ends.
    is_kept : bool
        Whether a job is done even if the window closes meanwhile, such as writing a file.
    """

    name: str
    lane: str = ""
    at_once: bool = False
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """Error that ended a job.

    Attributes
    ----------
    text : str
        Message for the user.
    is_fault : bool
        Whether it is an error in Boilerscope, not of a file, an address or a setting.
    """

    text: str
    is_fault: bool = False


@dataclass(frozen=True, slots=True)
class _Result(Generic[_R]):
    value: _R


@dataclass(slots=True, eq=False)
class _Asked:
    """A job, who takes its answers, and the answers that wait for the window's thread."""

    kind: Kind
    job: Job[Any, Any]
    then: Callable[[Any], object]
    progress: Callable[[list[Any]], object] | None
    failed: Callable[[Failure], object] | None
    control: Control = field(default_factory=Control)
    items: deque[object] = field(default_factory=deque)
    outcome: _Result[Any] | Failure | None = None
    is_dropped: bool = False

    def drop(self) -> None:
        self.is_dropped = True
        self.control.cancel()


def once(function: Callable[[], _R]) -> Job[Any, _R]:
    """Return a job that calls a function; it has no progress and cannot be cancelled."""

    def job(_control: Control) -> Generator[Any, None, _R]:
        yield from ()
        return function()

    return job


class Work(QObject):
    """Does jobs in threads, so that the window does not freeze.

    Signals
    -------
    failed(str)
        Error of a job for whose errors nothing else was declared.
    """

    failed = Signal(str)
    _reported = Signal()
    _ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Condition()
        self._open: dict[str, list[_Asked]] = {}
        """Jobs by kind whose end has not been delivered; only the window's thread uses this."""
        self._lanes: dict[str, list[_Asked]] = {}
        """Jobs that wait, by the lane whose thread will do them."""
        self._threads: list[threading.Thread] = []
        self._n_kept = self._n_asked = 0
        self._is_stopping = False
        self._pace = QTimer(self, singleShot=True, interval=PACE_MS)
        self._pace.timeout.connect(self._deliver)
        self._reported.connect(self._on_report)
        self._ended.connect(self._deliver)

    def ask(
        self,
        kind: Kind,
        job: Job[_P, _R],
        then: Callable[[_R], object],
        *,
        progress: Callable[[list[_P]], object] | None = None,
        failed: Callable[[Failure], object] | None = None,
        replaces: bool = True,
    ) -> None:
        """Start a job in place of an older one of its kind.

        Parameters
        ----------
        kind : Kind
            A job of this kind that has not begun is forgotten.
        job : callable
            The job. It must not change data that the window reads.
        then : callable
            Takes the result in the thread of the window.
        progress : callable, optional
            Takes all that the job yielded since the last call, at most ten times a second.
        failed : callable, optional
            Takes the error; by default the signal `failed` is emitted.
        replaces : bool
            Whether an older job of the kind that has begun is cancelled and its answers dropped.
            Otherwise it ends first and is answered: the new job computes the same from newer data,
            which may arrive faster than jobs end.
        """
        if self._is_stopping:
            return
        asked = _Asked(kind, job, then, progress, failed)
        asked.control.report = lambda item: self._report(asked, item)
        opened = self._open.setdefault(kind.name, [])
        with self._lock:
            waiting = [older for older in opened if self._forget(older)]
        dropped = opened if replaces else waiting
        for older in dropped:
            older.drop()
        self._open[kind.name] = [*(older for older in opened if older not in dropped), asked]
        self._begin(asked)

    def drop(self, kind: Kind) -> None:
        """End the jobs of a kind; no answer follows."""
        for asked in self._open.pop(kind.name, []):
            with self._lock:
                self._forget(asked)
            asked.drop()

    def cancel(self, kind: Kind) -> None:
        """Ask the jobs of a kind to end early; their results follow."""
        for asked in self._open.get(kind.name, []):
            asked.control.cancel()

    def set_paused(self, kind: Kind, paused: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        """Pause the jobs of a kind, or let them continue."""
        for asked in self._open.get(kind.name, []):
            asked.control.set_paused(paused)

    def is_busy(self, kind: Kind) -> bool:
        """Return whether a job of a kind has not been answered."""
        return bool(self._open.get(kind.name))

    @property
    def is_idle(self) -> bool:
        """Whether all jobs were answered."""
        return not any(self._open.values())

    def stop(self, *, wait: bool = True) -> bool:
        """End all jobs, no answer follows; the object cannot be used afterwards.

        Jobs of a kind that is kept are done in any case.

        Parameters
        ----------
        wait : bool
            Wait until jobs in progress have ended, which may take seconds. Otherwise wait only as
            long as an idle thread needs.

        Returns
        -------
        bool
            Whether all threads have ended. If not, the process must end by `os._exit`: Python
            waits for its threads.
        """
        with self._lock:
            self._is_stopping = True
            for lane, jobs in self._lanes.items():
                self._lanes[lane] = [asked for asked in jobs if asked.kind.is_kept]
        self._pace.stop()
        for asked in (asked for jobs in self._open.values() for asked in jobs):
            if not asked.kind.is_kept:
                asked.drop()
        self._open.clear()
        with self._lock:
            self._lock.wait_for(lambda: not self._n_kept)
        for thread in self._threads:
            thread.join(None if wait else _GRACE_S)
        return not any(thread.is_alive() for thread in self._threads)

    # -- lanes -----------------------------------------------------------------------------

    def _begin(self, asked: _Asked) -> None:
        self._n_asked += 1
        lane = asked.kind.lane or asked.kind.name
        if asked.kind.at_once:
            lane = f"{lane} {self._n_asked}"
        with self._lock:
            self._n_kept += asked.kind.is_kept
            is_working = lane in self._lanes
            self._lanes.setdefault(lane, []).append(asked)
        if not is_working:
            thread = threading.Thread(target=self._work, args=(lane,), name=f"work: {lane}")
            self._threads = [other for other in self._threads if other.is_alive()]
            self._threads.append(thread)
            thread.start()

    def _forget(self, asked: _Asked) -> bool:
        """Take a job that waits out of its lane; return whether it waited."""
        jobs = next((jobs for jobs in self._lanes.values() if asked in jobs), None)
        if jobs is None:
            return False
        jobs.remove(asked)
        self._n_kept -= asked.kind.is_kept
        return True

    # -- worker threads --------------------------------------------------------------------

    def _work(self, lane: str) -> None:
        while (asked := self._next(lane)) is not None:
            outcome = self._outcome(asked)
            asked.control.detach()
            with self._lock:
                asked.outcome = outcome
                self._n_kept -= asked.kind.is_kept
                self._lock.notify_all()
                self._emit(self._ended)

    def _next(self, lane: str) -> _Asked | None:
        with self._lock:
            if self._lanes[lane]:
                return self._lanes[lane].pop(0)
            del self._lanes[lane]
            return None

    def _outcome(self, asked: _Asked) -> _Result[Any] | Failure:
        try:
            steps = asked.job(asked.control)
            with contextlib.closing(steps):
                while not asked.is_dropped:
                    self._report(asked, next(steps))
        except StopIteration as end:
            return _Result(end.value)
        except (BoilerscopeError, OSError) as error:
            return Failure(str(error))
        except Exception as error:  # noqa: BLE001 - every error is shown to the user
            return Failure(f"{type(error).__name__}: {error}", is_fault=True)
        return _Result(None)

    def _report(self, asked: _Asked, item: object) -> None:
        if asked.progress is not None and not asked.is_dropped:
            asked.items.append(item)
            with self._lock:
                self._emit(self._reported)

    def _emit(self, signal: Any) -> None:
        """Wake the window's thread, unless this object may be deleted already."""
        if not self._is_stopping:
            signal.emit()

    # -- thread of the window --------------------------------------------------------------

    def _on_report(self) -> None:
        if not self._pace.isActive():
            self._deliver()

    def _deliver(self) -> None:
        """Answer; an error in one answer does not keep the other jobs from theirs."""
        ready = [a for jobs in self._open.values() for a in jobs if a.items or a.outcome]
        if ready:
            self._pace.start()
        with contextlib.ExitStack() as stack:
            for asked in reversed(ready):
                stack.callback(self._answer, asked)

    def _answer(self, asked: _Asked) -> None:
        outcome = asked.outcome  # before the items, all of which come before it
        items = [asked.items.popleft() for _ in range(len(asked.items))]
        if items and asked.progress is not None and not asked.is_dropped:
            asked.progress(items)
        if outcome is None or asked.is_dropped:
            return
        self._open[asked.kind.name].remove(asked)
        if isinstance(outcome, _Result):
            asked.then(outcome.value)
        elif asked.failed is not None:
            asked.failed(outcome)
        else:
            self.failed.emit(outcome.text)
