"""Garbage collection in the window's thread only.

Python starts a collection in whichever thread allocates next, and a collection destroys the Qt
objects that are in reference cycles. In another thread than their own, Qt forbids that: timers
cannot be stopped there, and a destructor can wait for ever for a lock of the window's thread, which
waits for the interpreter. Extractors run in threads of the window and allocate most of the time.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 200
_FULL_S = 30.0
"""Minimum interval of collections of all objects, which can take a tenth of a second."""

_FULL = 2


class GarbageCollector(QObject):
    """Turns automatic collections off, and collects between the events of the window's thread."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._full_at = time.monotonic()
        self._timer = QTimer(self, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the oldest generation that is due by Python's thresholds."""
        generation = due_generation()
        if generation == _FULL and time.monotonic() - self._full_at < _FULL_S:
            generation = _FULL - 1
        if generation >= 0:
            gc.collect(generation)
        if generation == _FULL:
            self._full_at = time.monotonic()


def due_generation() -> int:
    """Return the oldest generation with more objects than its threshold, -1 if none has."""
    counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [number for number, (count, threshold) in enumerate(counts) if count > threshold]
    return max(due, default=-1)
