"""The proxy in a process of its own, for a window: plain records over a pipe, no Qt.

    proxy = ProxyProcess(ProxyOptions(), ProxyConfig(panes))
    proxy.start()
    for event in proxy.events(wait_s=5.0): ...    # Started first, then what is told; last Stopped
    proxy.change(ProxyConfig(other_panes))        # answered by ConfigTold
    proxy.ask_for_copy(record.number)             # answered by CopyTold
    proxy.ask_to_stop()                           # answered by Stopped
    proxy.stop()                                  # waits until it is gone

`fileno` becomes readable with each event, so that an event loop need not ask in turns.
"""

from __future__ import annotations

import multiprocessing
import queue
import threading
from typing import TYPE_CHECKING, Any

from extractors.errors import BoilerscopeError
from extractors.folders import config_folder, use_config_folder
from extractors.proxy.records import CopyTold, Stopped
from extractors.proxy.rules_file import LiveConfig, checked

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from pathlib import Path

    from extractors.proxy.records import Event, ProxyOptions
    from extractors.proxy.settings import ProxyConfig

_END_S = 10.0
"""Time for an orderly end before the process is ended at once."""

_MOST_EVENTS = 10_000
"""Events that wait for a parent that does not read; further pages are not told."""


class ProxyProcess:
    """A proxy in a process of its own.

    Parameters
    ----------
    options : ProxyOptions
        How it runs.
    config : ProxyConfig
        What is in force at first.

    Raises
    ------
    SettingsError, UnknownNameError
        If the configuration is wrong.
    """

    def __init__(self, options: ProxyOptions, config: ProxyConfig) -> None:
        self._options, self._config = options, checked(config)
        self._process: Any = None
        self._has_ended = False
        self._pipe: Connection[Any, Any] | None = None

    @property
    def is_running(self) -> bool:
        """Return whether the process lives."""
        return self._process is not None and self._process.is_alive()

    @property
    def pid(self) -> int | None:
        """Return the number of the process, None before its start."""
        return None if self._process is None else int(self._process.pid)

    def start(self) -> None:
        """Start the process; the first event says whether the proxy listens."""
        if self._process is not None:
            raise RuntimeError("the proxy was started before")
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(
            target=_run,
            args=(other, self._options, self._config, config_folder()),
            name="boilerscope proxy",
        )
        self._process.start()
        other.close()

    def fileno(self) -> int:
        """Return the descriptor that becomes readable with each event."""
        return self._opened().fileno()

    def events(self, wait_s: float = 0.0) -> Iterator[Event]:
        """Yield the events that are there, waiting for the first one; the last is `Stopped`.

        Parameters
        ----------
        wait_s : float
            Longest wait, seconds.
        """
        pipe = self._opened()
        while not self._has_ended and pipe.poll(wait_s):
            try:
                event: Event = pipe.recv()
            except (EOFError, ConnectionResetError):
                event = Stopped("The proxy ended unexpectedly.")
            self._has_ended = isinstance(event, Stopped)
            wait_s = 0.0
            yield event

    def change(self, config: ProxyConfig) -> None:
        """Put another configuration in force with the next request."""
        self._send(("change", config))

    def ask_for_copy(self, number: int) -> None:
        """Ask for the bytes of a page."""
        self._send(("copy", number))

    def ask_to_stop(self) -> None:
        """End the proxy without waiting for it."""
        self._send(("stop", None))

    def stop(self) -> None:
        """End the proxy and wait until it is gone; what it still tells is lost."""
        if self._pipe is None:
            return
        self.ask_to_stop()
        for _ in self.events(_END_S):
            pass
        self._process.join(_END_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._pipe.close()
        self._pipe = None

    def _opened(self) -> Connection[Any, Any]:
        if self._pipe is None:
            raise RuntimeError("the proxy was not started")
        return self._pipe

    def _send(self, command: tuple[str, Any]) -> None:
        try:
            self._opened().send(command)
        except (BrokenPipeError, ConnectionResetError):
            return  # it has ended; `events` says so


def _run(
    pipe: Connection[Any, Any], options: ProxyOptions, config: ProxyConfig, folder: Path
) -> None:
    """Be the process."""
    from extractors.proxy.serving import Serving

    use_config_folder(folder)
    teller = _Teller(pipe)
    serving = Serving(options, LiveConfig(lambda: config), teller.tell)

    def on_loop(loop: asyncio.AbstractEventLoop) -> None:
        loop.add_reader(pipe.fileno(), _obey, pipe, serving, teller, loop)

    try:
        serving.run(on_loop)
    except BoilerscopeError as error:
        teller.tell(Stopped(str(error)))
    finally:
        teller.close()


def _obey(
    pipe: Connection[Any, Any], serving: Any, teller: _Teller, loop: asyncio.AbstractEventLoop
) -> None:
    """Read a command and follow it; the end of the parent is the end of the proxy."""
    try:
        command, value = pipe.recv()
    except (EOFError, OSError):
        loop.remove_reader(pipe.fileno())
        command, value = "stop", None
    if command == "stop":
        serving.stop()
    elif command == "change":
        serving.addon.change(value)
    elif command == "copy":
        teller.tell(CopyTold(value, serving.addon.history.copy(value)))


class _Teller:
    """Sends events in a thread of its own, so that a parent that does not read blocks nothing."""

    def __init__(self, pipe: Connection[Any, Any]) -> None:
        self._pipe = pipe
        self._waiting: queue.Queue[Event | None] = queue.Queue(_MOST_EVENTS)
        self._thread = threading.Thread(target=self._send_all, name="events", daemon=True)
        self._thread.start()

    def tell(self, event: Event) -> None:
        """Send an event; numbers of pages show where one was left out."""
        try:
            self._waiting.put_nowait(event)
        except queue.Full:
            return

    def close(self) -> None:
        """Wait until everything is sent, as long as somebody reads."""
        try:
            self._waiting.put(None, timeout=_END_S)
        except queue.Full:
            return
        self._thread.join(_END_S)
        self._pipe.close()

    def _send_all(self) -> None:
        while (event := self._waiting.get()) is not None:
            try:
                self._pipe.send(event)
            except OSError:
                return
