"""Gestures of the user: what is done between a press and the next one is undone together.

One drag of the mouse, one key that is held down, and wheel steps or presses of one key that follow
each other at once are one gesture, however many changes they make and however long they take.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent

from boilerscope.app.session.history import GESTURE
from boilerscope.widgets.native_events import NativeEvents

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject

_SAME_S = 1.0
_PRESSES = {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick}


class Gestures(NativeEvents):
    """Numbers the gestures in windows.

    Parameters
    ----------
    parent : QObject
        Qt parent.
    clock : callable
        Returns monotonic time, seconds.
    """

    def __init__(self, parent: QObject, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._clock = clock
        self._number = 0
        self._kind, self._time = "", float("-inf")

    @property
    def current(self) -> str:
        """Name of the gesture that is in progress or was the last one; empty before the first."""
        return f"{GESTURE}{self._number}" if self._number else ""

    def takes(self, event: QEvent) -> bool:
        """Count the gesture that an event begins; widgets get every event."""
        self._note(event)
        return False

    def _note(self, event: QEvent) -> None:
        kind = event.type()
        if kind in _PRESSES:
            self._begin("")
        elif kind == QEvent.Type.Wheel:
            self._begin("wheel")
        elif kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.isAutoRepeat():
                self._time = self._clock()
            else:
                self._begin(f"key {event.key()}")

    def _begin(self, kind: str) -> None:
        """Begin a gesture, or go on with one of the same kind that has just been made."""
        now = self._clock()
        if not kind or kind != self._kind or now - self._time >= _SAME_S:
            self._number += 1
        self._kind, self._time = kind, now
