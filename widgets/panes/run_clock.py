"""Clock of a pane's current run; it ticks only while the pane is visible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from boilerscope.widgets.records import RunState

if TYPE_CHECKING:
    from boilerscope.widgets.records import PaneRecord

_TICK_MS = 60
_BUSY = {RunState.RUNNING, RunState.OUTDATED}


class RunClock(QObject):
    """Clock that starts at the elapsed time of a pane's record.

    Signals
    -------
    ticked()
        Some time of a run has passed.
    """

    ticked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = QElapsedTimer()
        self._start_s = 0.0
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self.ticked)
        self._visible = False

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start of the run, 0 without a run."""
        return self._start_s + self._clock.elapsed() / 1000 if self._clock.isValid() else 0.0

    def follow(self, previous: PaneRecord | None, pane: PaneRecord) -> None:
        """Update the clock from the previous and the new record of a pane."""
        started = pane.state in _BUSY and (previous is None or previous.state not in _BUSY)
        restarted = previous is not None and previous.settings != pane.settings
        if started or (restarted and pane.state in _BUSY) or pane.elapsed_s > self.elapsed_s:
            self._start_s = pane.elapsed_s
            self._clock.start()
        if pane.state not in _BUSY:
            self._clock.invalidate()
        self._run()

    def set_visible(self, visible: bool) -> None:  # noqa: FBT001 - Qt setter
        """Tick only while the pane is visible."""
        self._visible = visible
        self._run()

    def _run(self) -> None:
        if not (self._clock.isValid() and self._visible):
            self._tick.stop()
        elif not self._tick.isActive():
            self._tick.start()
