"""Messages in the status bar, and the list of past messages."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NOTICE_MS = 6000
MAX_PAST = 200


@dataclass(frozen=True, slots=True)
class PastMessage:
    """A message that was given to the status bar, with its local time."""

    text: str
    time: datetime


class Notifier:
    """Shows messages for some seconds and remembers them.

    Parameters
    ----------
    show : callable
        Shows a message for a number of milliseconds, after those that wait; a message of the same
        kind, if that is not empty, is replaced. See `StatusBar.show_message`.

    Attributes
    ----------
    past : deque of PastMessage
        The last messages, newest first, at most `MAX_PAST`.
    """

    def __init__(self, show: Callable[[str, int, str], object]) -> None:
        self._show = show
        self._reported: set[str] = set()
        self.past: deque[PastMessage] = deque(maxlen=MAX_PAST)

    def notify(self, text: str, stays_ms: int = NOTICE_MS, *, kind: str = "") -> None:
        """Show a message after those that wait.

        Parameters
        ----------
        stays_ms : int
            Time on screen if no other message waits.
        kind : str
            Messages of one kind tell the newest state only: each replaces the previous one.
        """
        self.past.appendleft(PastMessage(text, datetime.now().astimezone()))
        self._show(text, stays_ms, kind)

    def report_once(self, problem: str) -> None:
        """Show a problem only the first time, because it would return with every change."""
        if problem and problem not in self._reported:
            self._reported.add(problem)
            self.notify(problem)
