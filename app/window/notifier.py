"""Messages in the status bar, and the list of past messages."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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
    offer_file : callable, optional
        Called with a message on a written file before it is shown: the file can be looked at.

    Attributes
    ----------
    past : deque of PastMessage
        The last messages, newest first, at most `MAX_PAST`.
    written : Path or None
        The file of the last message on a written file.
    """

    def __init__(
        self,
        show: Callable[[str, int, str], object],
        offer_file: Callable[[str], object] = lambda _text: None,
    ) -> None:
        self._show, self._offer_file = show, offer_file
        self.written: Path | None = None
        self._reported: set[str] = set()
        self.past: deque[PastMessage] = deque(maxlen=MAX_PAST)

    def notify(
        self, text: str, stays_ms: int = NOTICE_MS, *, kind: str = "", file: Path | None = None
    ) -> None:
        """Show a message after those that wait.

        Parameters
        ----------
        stays_ms : int
            Time on screen if no other message waits.
        kind : str
            Messages of one kind tell the newest state only: each replaces the previous one.
        file : Path, optional
            File that was written, or the first one of several.
        """
        if file is not None:
            self.written = file
            self._offer_file(text)
        self.past.appendleft(PastMessage(text, datetime.now().astimezone()))
        self._show(text, stays_ms, kind)

    def report_once(self, problem: str) -> None:
        """Show a problem only the first time, because it would return with every change."""
        if problem and problem not in self._reported:
            self._reported.add(problem)
            self.notify(problem)
