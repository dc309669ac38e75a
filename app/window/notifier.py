"""Messages in the status bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NOTICE_MS = 6000


class Notifier:
    """Shows messages for some seconds.

    Parameters
    ----------
    show : callable
        Shows a message for a number of milliseconds, as `QStatusBar.showMessage` does.
    """

    def __init__(self, show: Callable[[str, int], object]) -> None:
        self._show = show
        self._reported: set[str] = set()

    def notify(self, text: str, stays_ms: int = NOTICE_MS) -> None:
        """Show a message in place of the previous message."""
        self._show(text, stays_ms)

    def report_once(self, problem: str) -> None:
        """Show a problem only the first time, because it would return with every change."""
        if problem and problem not in self._reported:
            self._reported.add(problem)
            self.notify(problem)
