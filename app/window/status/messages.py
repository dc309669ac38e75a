"""Queue of the messages that the status bar shows one after another."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

_READING_MS = 1500
_READING_MS_PER_CHARACTER = 40


@dataclass(frozen=True, slots=True)
class _Message:
    text: str
    stays_ms: int
    kind: str

    @property
    def reading_ms(self) -> int:
        """Time after which a message may give way to another one."""
        return min(self.stays_ms, _READING_MS + _READING_MS_PER_CHARACTER * len(self.text))


class MessageQueue(QObject):
    """Messages that wait for the line of the status bar.

    A message stays for its whole time if none waits, and otherwise until it can have been read.
    An equal message that is on screen or waits is not added again, and a message replaces those of
    its kind.

    Signals
    -------
    changed(str)
        The message to show now; empty for none.
    """

    changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._current: _Message | None = None
        self._waiting: list[_Message] = []
        self._shown_for = QElapsedTimer()
        self._end = QTimer(self, singleShot=True)
        self._end.timeout.connect(self._show_next)

    @property
    def current(self) -> str:
        """The message on screen, empty for none."""
        return "" if self._current is None else self._current.text

    @property
    def n_waiting(self) -> int:
        """Number of messages that wait."""
        return len(self._waiting)

    def add(self, text: str, stays_ms: int, kind: str = "") -> None:
        """Show a message now, or after those that wait."""
        message = _Message(text, stays_ms, kind)
        if kind:
            self._waiting = [waiting for waiting in self._waiting if waiting.kind != kind]
        current = self._current
        if current is None or (kind and current.kind == kind) or current.text == text:
            self._show(message)
        elif all(waiting.text != text for waiting in self._waiting):
            self._waiting.append(message)
            self._end.start(max(self._time_left(current), 0))

    def _show(self, message: _Message) -> None:
        self._current = message
        self._shown_for.start()
        self._end.start(message.reading_ms if self._waiting else message.stays_ms)
        self.changed.emit(message.text)

    def _time_left(self, current: _Message) -> int:
        """Return the milliseconds until the message on screen can have been read."""
        return current.reading_ms - self._shown_for.elapsed()

    def _show_next(self) -> None:
        self._current = None
        if self._waiting:
            self._show(self._waiting.pop(0))
        else:
            self.changed.emit("")
