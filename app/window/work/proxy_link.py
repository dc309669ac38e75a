"""Process of the proxy, and the job that listens to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.proxy.records import ConfigReply, PageReply, Stopped
from boilerscope.extractors.system.late import late_call

if TYPE_CHECKING:
    from collections.abc import Generator

    from boilerscope.app.window.work.control import Control
    from boilerscope.app.window.work.work import Failure, Work
    from boilerscope.extractors.proxy.process import ProxyProcess
    from boilerscope.extractors.proxy.records import Event, ProxyOptions
    from boilerscope.extractors.proxy.settings import ProxyConfig
else:
    ProxyProcess = late_call("boilerscope.extractors.proxy.process", "ProxyProcess")

_WAIT_S = 1.0
_LISTEN = Kind("proxy", at_once=True)


class ProxyLink(QObject):
    """Runs one proxy at a time; no method waits for it.

    Parameters
    ----------
    work : Work
        Listens to the proxy, and ends it with the window.

    Signals
    -------
    event_received(Event)
        The proxy started, stopped, sent a page or answered.
    """

    event_received = Signal(object)

    def __init__(self, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._process: ProxyProcess | None = None
        self._sent: ProxyConfig | None = None
        self._next: ProxyConfig | None = None
        self._is_answered = True

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
        self._work.ask(
            _LISTEN,
            partial(_listen, process),
            lambda _: None,
            progress=self._on_events,
            failed=self._on_failure,
        )

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
        self._work.cancel(_LISTEN)

    def _send_next(self) -> None:
        """Send the newest configuration, unless an earlier answer is still pending."""
        if self._process is None or not self._is_answered or self._next in {None, self._sent}:
            return
        self._sent, self._next, self._is_answered = self._next, None, False
        assert self._sent is not None  # noqa: S101 - compared above
        self._process.change(self._sent)

    def _on_events(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Stopped):
                self._process = None
            elif isinstance(event, ConfigReply):
                self._is_answered = True
                self._send_next()
            self.event_received.emit(event)

    def _on_failure(self, failure: Failure) -> None:
        self._on_events([Stopped(failure.text)])


def _listen(process: ProxyProcess, control: Control) -> Generator[Event, None, None]:
    """Yield the events of a proxy until it has stopped."""
    control.attach(process.ask_to_stop)
    event: Event | None = None
    try:
        while not isinstance(event, Stopped):
            for event in process.events(_WAIT_S):
                yield event
    finally:
        control.detach()
        process.stop()
