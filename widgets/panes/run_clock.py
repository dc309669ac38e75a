"""How long the present run of a pane has been going on, ticking only while somebody sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from widgets.records import RunState

if TYPE_CHECKING:
    from widgets.records import PaneRecord

_TICK_MS = 60
_BUSY = {RunState.RUNNING, RunState.OUTDATED}


class RunClock(QObject):
    """Counts from what a record says.

    Signals
    -------
    ticked()
        Some time went by during a run.
    """

    ticked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = QElapsedTimer()
        self._began_s = 0.0
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self.ticked)
        self._seen = False

    @property
    def elapsed_s(self) -> float:
        """Seconds since the run began, 0 where nothing runs."""
        return self._began_s + self._clock.elapsed() / 1000 if self._clock.isValid() else 0.0

    def follow(self, before: PaneRecord | None, pane: PaneRecord) -> None:
        """Take in that a record is followed by another one of the same pane."""
        began = pane.state in _BUSY and (before is None or before.state not in _BUSY)
        again = before is not None and before.settings != pane.settings
        if began or (again and pane.state in _BUSY) or pane.elapsed_s > self.elapsed_s:
            self._began_s = pane.elapsed_s
            self._clock.start()
        if pane.state not in _BUSY:
            self._clock.invalidate()
        self._run()

    def set_seen(self, seen: bool) -> None:  # noqa: FBT001 - Qt setter
        """Tick only while seen."""
        self._seen = seen
        self._run()

    def _run(self) -> None:
        if not (self._clock.isValid() and self._seen):
            self._tick.stop()
        elif not self._tick.isActive():
            self._tick.start()
