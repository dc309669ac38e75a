"""Worker thread, and its end with the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QThread

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject

_GRACE_MS = 50
"""Maximum time for the end of an idle worker."""


class WorkerThread(QThread):
    """Thread that runs one function.

    Parameters
    ----------
    work : callable
        Runs in the thread until its owner asks it to return.
    parent : QObject, optional
        Qt parent.
    """

    def __init__(self, work: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work

    def run(self) -> None:
        """Run the function."""
        self._work()

    def end(self, *, wait: bool = True) -> bool:
        """Wait for the function, which its owner has asked to return.

        Parameters
        ----------
        wait : bool
            Wait until a run in progress has ended, which may take seconds. Otherwise wait only as
            long as an idle worker needs.

        Returns
        -------
        bool
            Whether the thread has ended. If it has not, the process must end by `os._exit`: Qt
            aborts a process that deletes a running thread.
        """
        return self.wait() if wait else self.wait(_GRACE_MS)
