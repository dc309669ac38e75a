"""What is not on screen yet, made in pauses, one part at a time, so that it opens at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_QUIET_MS = 3000
_PAUSE_MS = 100
"""Time between two parts, in which the window answers its user."""


class MakingAhead(QObject):
    """Takes one step after the other while the window has nothing else to do.

    Parameters
    ----------
    steps : iterable of callable
        Each makes a part of what may be needed soon, in well under a tenth of a second.
    is_idle : callable
        Returns whether the window has nothing else to do.
    quiet_ms : int, optional
        Time between two looks at the window, both of which find it idle before a part is made; by
        default three seconds.
    """

    def __init__(
        self,
        steps: Iterable[Callable[[], object]],
        is_idle: Callable[[], bool],
        parent: QObject,
        *,
        quiet_ms: int | None = None,
    ) -> None:
        super().__init__(parent)
        self._quiet_ms = _QUIET_MS if quiet_ms is None else quiet_ms
        self._steps, self._is_idle = iter(steps), is_idle
        self._was_idle = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go_on)
        self._timer.start(self._quiet_ms)

    def _go_on(self) -> None:
        was_idle, self._was_idle = self._was_idle, self._is_idle()
        if not (was_idle and self._was_idle):
            self._timer.start(self._quiet_ms)
            return
        step = next(self._steps, None)
        if step is not None:
            self._timer.start(_PAUSE_MS)
            step()
