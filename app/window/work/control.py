"""What a background job is told while it runs: pause, cancellation and the window's attention."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def _ignore(_value: object) -> None:
    """Take a value that nobody waits for."""


class Control:
    """Pause and cancellation of one job; any thread may call it, also before the job begins.

    A job that waits for other threads or processes attaches them, so that they are told at once.
    All other jobs read `is_cancelled` from time to time, or yield.

    Parameters
    ----------
    report : callable, optional
        Takes progress of the job, as a ``yield`` of the job does; for callbacks of a library.
    """

    def __init__(self, report: Callable[[object], object] = _ignore) -> None:
        self.report = report
        self._lock = threading.RLock()
        self._is_cancelled = self._is_paused = False
        self._cancel: Callable[[], object] | None = None
        self._pause: Callable[[bool], object] | None = None
        self._worked_s, self._began = 0.0, time.monotonic()

    def attach(
        self, cancel: Callable[[], object], set_paused: Callable[[bool], object] | None = None
    ) -> None:
        """Pass the present state and every later change on to these functions."""
        with self._lock:
            self._cancel, self._pause = cancel, set_paused
            if self._is_paused and set_paused is not None:
                set_paused(True)
            if self._is_cancelled:
                cancel()

    def detach(self) -> None:
        """Pass nothing on from now on, because the job has ended."""
        with self._lock:
            self._cancel = self._pause = None
        self.report = _ignore

    def cancel(self) -> None:
        """Ask the job to end early."""
        with self._lock:
            self._is_cancelled = True
            if self._cancel is not None:
                self._cancel()

    def set_paused(self, paused: bool) -> None:  # noqa: FBT001 - a state, as of a switch
        """Pause the job, or let it continue."""
        with self._lock:
            self._worked_s, self._began = self.seconds, time.monotonic()
            self._is_paused = paused
            if self._pause is not None:
                self._pause(paused)

    def is_cancelled(self) -> bool:
        """Return whether the job should end early."""
        return self._is_cancelled

    @property
    def seconds(self) -> float:
        """Time since the job was asked for, without pauses."""
        return self._worked_s + (0.0 if self._is_paused else time.monotonic() - self._began)
