"""Sweeps and searches in a thread of their own; intermediate results arrive."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from boilerscope.app.window.work.worker_thread import WorkerThread
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.search.sweep import SweepRun
from boilerscope.extractors.search.tune import TuneRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boilerscope.extractors.runs.corpus_run import RunOptions
    from boilerscope.extractors.search.sweep import Sweep, SweepResult
    from boilerscope.extractors.search.tune import Trial, Tune
    from boilerscope.extractors.sources.pages import CorpusPage

_PUBLISH_S = 0.25
"""Interval between two states that the window shows."""

_ESTIMATE_S = 1.0
"""Time during which results arrive before they give an estimate of the time left."""


@dataclass(frozen=True, slots=True, eq=False)
class SweepState:
    """State of a sweep.

    Attributes
    ----------
    run : SweepRun
        The sweep. Its scores may be read after its end.
    result : SweepResult or None
        The scores; without intervals before the end, None before the first page.
    n_done, n_pages : int
        Numbers of finished pages and of all pages.
    seconds : float
        Elapsed time.
        is_over : bool
            Whether this is the last state.
    is_cancelled : bool
        Whether it was ended early.
    """

    run: SweepRun
    result: SweepResult | None
    n_done: int
    n_pages: int
    seconds: float
    is_over: bool = False
    is_cancelled: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class SearchState:
    """State of a search.

    Attributes
    ----------
    run : TuneRun
        The search. Scores of finished trials may be read while it runs.
    trials : tuple of Trial
        Finished trials.
    share_done : float
        Finished share of the search, 0 to 1.
    left_s : float or None
        Time left, None if unknown.
    is_over, is_cancelled : bool
        Whether this is the last state, and whether the search was ended early.
    """

    run: TuneRun
    trials: tuple[Trial, ...]
    share_done: float
    left_s: float | None
    is_over: bool = False
    is_cancelled: bool = False


class Task(Protocol):
    """Work of the thread; it yields states to show."""

    def states(self) -> Iterator[object]:
        """Work, and yield a state at intervals; the last state at the end."""
        ...

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        """Pause or resume."""
        ...

    def cancel(self) -> None:
        """End early; a last state follows."""
        ...


class _Clock:
    """Seconds of work without pauses, and times to publish a state."""

    def __init__(self) -> None:
        self._worked, self._began = 0.0, time.monotonic()
        self._published = 0.0

    @property
    def seconds(self) -> float:
        return self._worked + (time.monotonic() - self._began if self._began else 0.0)

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        self._worked, self._began = self.seconds, 0.0 if paused else time.monotonic()

    def is_due(self) -> bool:
        now = time.monotonic()
        is_due = now - self._published >= _PUBLISH_S
        if is_due:
            self._published = now
        return is_due


class SweepTask:
    """A sweep; the values of all points grow with every page.

    A page is parsed once for all points, so every point has a score of the finished pages: the
    shape of the curve is visible after a few pages, and the whole sweep costs less than two single
    runs. Computing one point after the other would need a pass over the pages for each point.
    """

    def __init__(
        self,
        pages: Sequence[CorpusPage],
        sweep: Sweep,
        options: RunOptions,
        indices: Sequence[int] | None,
    ) -> None:
        self._make = partial(SweepRun, pages, sweep, options, indices=indices)
        self._run: SweepRun | None = None
        self._is_cancelled = False

    def states(self) -> Iterator[SweepState]:
        """Work, and yield the scores of the finished pages."""
        clock, running = _Clock(), self._make()
        self._run = running
        if self._is_cancelled:
            running.run.cancel()
        n_done = 0
        for page in running.run.results():
            running.table.add(page)
            n_done += 1
            if clock.is_due():
                so_far = running.result(intervals=False)
                yield SweepState(running, so_far, n_done, running.n_pages, clock.seconds)
        yield SweepState(
            running,
            running.result() if n_done else None,
            n_done,
            running.n_pages,
            clock.seconds,
            is_over=True,
            is_cancelled=running.run.is_cancelled,
        )

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        """Pause or resume."""
        if self._run is not None:
            (self._run.run.pause if paused else self._run.run.resume)()

    def cancel(self) -> None:
        """End the sweep; scores of finished pages stay."""
        self._is_cancelled = True
        if self._run is not None:
            self._run.run.cancel()


class SearchTask:
    """A search over several settings."""

    def __init__(self, pages: Sequence[CorpusPage], tune: Tune, options: RunOptions) -> None:
        self._make = partial(TuneRun, pages, tune, options)
        self._run: TuneRun | None = None
        self._is_cancelled = self._is_paused = False
        self._clock = _Clock()

    def states(self) -> Iterator[SearchState]:
        """Work, and yield the finished trials."""
        running = self._make()
        self._run = running
        if self._is_cancelled:
            running.cancel()
        if self._is_paused:
            running.set_paused(True)
        n_trials = 0
        started_s: float | None = None
        for n_done, _ in enumerate(running.results(), start=1):
            if started_s is None:
                started_s = self._clock.seconds
            if len(running.trials) != n_trials or self._clock.is_due():
                n_trials = len(running.trials)
                yield self._state(running, n_done, started_s)
        yield SearchState(
            running,
            tuple(running.trials),
            1.0,
            0.0,
            is_over=True,
            is_cancelled=running.is_cancelled,
        )

    def _state(self, running: TuneRun, n_done: int, started_s: float) -> SearchState:
        """Return the state of the search; `started_s`: time from the start to the first result."""
        share = n_done / max(running.n_runs, 1)
        worked_s = self._clock.seconds - started_s
        left_s = worked_s * (1 - share) / share if worked_s >= _ESTIMATE_S else None
        return SearchState(running, tuple(running.trials), share, left_s)

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        """Pause or resume."""
        self._is_paused = paused
        self._clock.set_paused(paused)
        if self._run is not None:
            self._run.set_paused(paused)

    def cancel(self) -> None:
        """End the search; finished trials stay."""
        self._is_cancelled = True
        if self._run is not None:
            self._run.cancel()


class Sweeper(QObject):
    """Works on one task at a time; a newer task cancels an older task.

    Signals
    -------
    progressed(object)
        The newest state of the task.
    failed(str)
        The error that ended the task.
    """

    progressed = Signal(object)
    failed = Signal(str)
    _state = Signal(object, object)
    _end = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._threads: list[WorkerThread] = []
        self._state.connect(self._deliver)
        self._end.connect(self._on_end)

    @property
    def is_busy(self) -> bool:
        """Whether a task is in progress."""
        return self._task is not None

    def begin(self, task: Task) -> None:
        """Start a task."""
        self.drop()
        self._task = task
        thread = WorkerThread(lambda: self._work(task))
        self._threads = [other for other in self._threads if other.isRunning()]
        self._threads.append(thread)
        thread.start()

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        """Pause the task, or resume it."""
        if self._task is not None:
            self._task.set_paused(paused)

    def cancel(self) -> None:
        """End the task; its last state follows."""
        if self._task is not None:
            self._task.cancel()

    def drop(self) -> None:
        """End the task without further states."""
        self.cancel()
        self._task = None

    def stop(self, *, wait: bool = True) -> bool:
        """End the threads; the object cannot be used afterwards. See `WorkerThread.end`."""
        self.drop()
        ended = [thread.end(wait=wait) for thread in self._threads]
        return all(ended)

    # -- worker thread ---------------------------------------------------------------------

    def _work(self, task: Task) -> None:
        message = ""
        try:
            for state in task.states():
                self._state.emit(task, state)
        except BoilerscopeError as error:
            message = str(error)
        except Exception as error:  # noqa: BLE001 - every error is shown to the user
            message = f"{type(error).__name__}: {error}"
        self._end.emit(task, message)

    # -- thread of the window --------------------------------------------------------------

    def _deliver(self, task: Task, state: object) -> None:
        if task is self._task:
            self.progressed.emit(state)

    def _on_end(self, task: Task, message: str) -> None:
        if task is not self._task:
            return
        self._task = None
        if message:
            self.failed.emit(message)
