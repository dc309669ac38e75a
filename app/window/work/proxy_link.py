"""Process of the proxy, and the thread that listens to it."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.extractors.proxy.process import ProxyProcess
from boilerscope.extractors.proxy.records import ConfigReply, PageReply, Stopped

if TYPE_CHECKING:
    from boilerscope.extractors.proxy.records import ProxyOptions
    from boilerscope.extractors.proxy.settings import ProxyConfig

_WAIT_S = 1.0


class ProxyLink(QObject):
    """Runs one proxy at a time; no method waits for it.

    Signals
    -------
    event_received(Event)
        The proxy started, stopped, sent a page or answered.
    """

    event_received = Signal(object)
    _received = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: ProxyProcess | None = None
        self._thread: threading.Thread | None = None
        self._sent: ProxyConfig | None = None
        self._next: ProxyConfig | None = None
        self._is_answered = True
        self._received.connect(self._on_received)

    @property
    def is_busy(self) -> bool:
        """Whether a proxy runs, starts or stops."""
        return self._process is not None

    @property
    def is_settled(self) -> bool:
        """Whether the proxy uses the newest configuration."""
        return self._is_answered and self._next in {None, self._sent}

    @property
    def config(self) -> ProxyConfig | None:
        """Last configuration that was sent to the proxy, None before the first."""
        return self._sent

    @property
    def pid(self) -> int | None:
        """Process identifier of the proxy, None if it does not run."""
        return None if self._process is None else self._process.pid

    def start(self, options: ProxyOptions, config: ProxyConfig) -> None:
        """Start a proxy.

        Raises
        ------
        BoilerscopeError
            If the configuration is wrong, or no Python with mitmproxy is found.
        """
        process = ProxyProcess(options, config)
        process.start()
        self._process, self._sent, self._next, self._is_answered = process, config, None, True
        # A daemon, so that a proxy that does not end cannot keep the closed window waiting.
        self._thread = threading.Thread(
            target=self._listen, args=(process,), name="proxy", daemon=True
        )
        self._thread.start()

    def change(self, config: ProxyConfig) -> None:
        """Use another configuration with the next request; of several quick changes, the last."""
        self._next = config
        self._send_next()

    def ask_for_page(self, number: int) -> None:
        """Ask for a page as the server sent it; `PageReply` answers."""
        if self._process is None:
            self.event_received.emit(PageReply(number, fault="The proxy is no longer running."))
        else:
            self._process.ask_for_page(number)

    def stop(self) -> None:
        """End the proxy; `Stopped` follows."""
        if self._process is not None:
            self._process.ask_to_stop()

    def close(self, *, wait: bool) -> bool:
        """End the proxy, no signal follows; return whether it has ended."""
        process, self._process = self._process, None
        if process is not None:
            process.ask_to_stop()
        if self._thread is None:
            return True
        if wait:
            self._thread.join()
        return not self._thread.is_alive()

    def _send_next(self) -> None:
        """Send the newest configuration, unless an earlier answer is still pending."""
        if self._process is None or not self._is_answered or self._next in {None, self._sent}:
            return
        self._sent, self._next, self._is_answered = self._next, None, False
        assert self._sent is not None  # noqa: S101 - compared above
        self._process.change(self._sent)

    def _listen(self, process: ProxyProcess) -> None:
        event: object = None
        with suppress(RuntimeError):  # the window was deleted
            while not isinstance(event, Stopped):
                for event in process.events(_WAIT_S):
                    self._received.emit(process, event)
        process.stop()

    def _on_received(self, process: object, event: object) -> None:
        if process is not self._process:
            return
        if isinstance(event, Stopped):
            self._process = None
        elif isinstance(event, ConfigReply):
            self._is_answered = True
            self._send_next()
        self.event_received.emit(event)
