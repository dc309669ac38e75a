"""Refresh of the list of advertisement hosts in the background; it can be cancelled."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.extractors.data import kept_hosts
from boilerscope.extractors.data.ad_hosts import HostList
from boilerscope.extractors.errors import BoilerscopeError, FetchCancelledError

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance


class HostRefresh(QObject):
    """Reads one list at a time.

    Signals
    -------
    progress(float)
        Finished share; below 0 if the size is unknown.
    refreshed(HostList)
        The new list, which is in use now.
    failed(str)
        Message of the error; the old list remains in use.
    cancelled()
        The user cancelled the refresh; the old list remains in use.
    """

    progress = Signal(float)
    refreshed = Signal(object)
    failed = Signal(str)
    cancelled = Signal()
    _done = Signal(object, object)
    _read = Signal(object, float)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop: threading.Event | None = None
        self._lock = threading.Lock()
        self._done.connect(self._finished)
        self._read.connect(self._advanced)

    @property
    def busy(self) -> bool:
        """Whether a list is being read."""
        return self._stop is not None

    def start(self, source: str, timeout_s: float) -> None:
        """Read the list from a file or an address; do nothing while another list is read."""
        if self._stop is not None:
            return
        self._stop = stop = threading.Event()
        self.progress.emit(-1.0)
        # A daemon, so that a server that does not answer cannot keep the closed window waiting.
        threading.Thread(
            target=self._work, args=(source, timeout_s, stop), name="hosts", daemon=True
        ).start()

    def cancel(self) -> None:
        """Cancel the refresh at once; data that still arrives is ignored."""
        if self._stop is not None:
            self.stop()
            self.cancelled.emit()

    def stop(self) -> None:
        """End the refresh; no signal follows."""
        with self._lock:  # the thread is not inside a signal
            if self._stop is not None:
                self._stop.set()
            self._stop = None

    def _work(self, source: str, timeout_s: float, stop: threading.Event) -> None:
        def emit(signal: SignalInstance, value: object) -> None:
            with self._lock:  # a refresh that has ended may outlive this object
                if not stop.is_set():
                    signal.emit(stop, value)

        def progress(received: int, total: int | None) -> None:
            emit(self._read, received / total if total else -1.0)

        outcome: object
        try:
            outcome = kept_hosts.refresh(
                source, timeout_s=timeout_s, on_progress=progress, cancelled=stop.is_set
            )
            kept_hosts.hosts_in_use()  # parses the list in this thread, not in the window's
        except Exception as error:  # noqa: BLE001 - every error is shown to the user
            outcome = error
        emit(self._done, outcome)

    def _advanced(self, stop: object, share: float) -> None:
        if stop is self._stop:
            self.progress.emit(share)

    def _finished(self, stop: object, outcome: object) -> None:
        if stop is not self._stop:
            return
        self._stop = None
        if isinstance(outcome, HostList):
            self.refreshed.emit(outcome)
        elif isinstance(outcome, FetchCancelledError):
            self.cancelled.emit()
        elif isinstance(outcome, BoilerscopeError):
            self.failed.emit(str(outcome))
        else:
            self.failed.emit(f"{type(outcome).__name__}: {outcome}")
