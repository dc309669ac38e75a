"""Proxy in a process of its own, for a window: plain records over a pipe, no Qt.

    proxy = ProxyProcess(ProxyOptions(), ProxyConfig(panes))
    proxy.start()
    for event in proxy.events(wait_s=5.0): ...    # first Started, last Stopped
    proxy.change(ProxyConfig(other_panes))        # answered by ConfigReply
    proxy.ask_for_page(record.number)             # answered by PageReply
    proxy.ask_to_stop()                           # answered by Stopped
    proxy.stop()                                  # waits until it has ended

`fileno` becomes readable with every event, so that an event loop need not poll.

The process runs in a Python with mitmproxy (`proxy_python`), possibly in an environment beside this
one: mitmproxy requires older versions of many packages than the rest of the program.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import BoilerscopeError, ProxyError
from boilerscope.extractors.proxy.records import ConfigReply, PageReply, Stopped
from boilerscope.extractors.proxy.rules_file import LiveConfig, checked
from boilerscope.extractors.system.environments import Environment
from boilerscope.extractors.system.folders import config_folder, use_config_folder
from boilerscope.extractors.system.installing import same_project

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterator

    from boilerscope.extractors.proxy.records import Event, PageCopy, ProxyOptions
    from boilerscope.extractors.proxy.serving import Serving
    from boilerscope.extractors.proxy.settings import ProxyConfig

PYTHON_VARIABLE = "BOILERSCOPE_PROXY_PYTHON"
"""Environment variable with the path of a Python that has mitmproxy."""

_END_S = 10.0
"""Time for an orderly end before the process is killed."""

_MAX_BYTES = 64 * 2**20
"""Maximum size of an unpacked page."""

_MAX_EVENTS = 10_000
"""Maximum number of events waiting for the parent to read; further events are dropped."""


def proxy_python() -> Path:
    """Return the Python that runs the proxy.

    That is the Python in `PYTHON_VARIABLE`, this Python if it has mitmproxy, or the Python of the
    environment `.venv-proxy` beside this environment, in this order.

    Raises
    ------
    ProxyError
        If there is none; the message explains the installation.
    """
    named = os.environ.get(PYTHON_VARIABLE)
    if named:
        if not Path(named).is_file():
            raise ProxyError(f"{PYTHON_VARIABLE}: {named} is not a file; name a Python program")
        return Path(named)
    if find_spec("mitmproxy") is not None:
        return Path(sys.executable)
    beside = Environment(Path(sys.prefix).parent / ".venv-proxy")
    if not beside.exists():
        raise ProxyError(
            "mitmproxy is not installed. Install it beside this environment:"
            f" {beside.command(same_project('proxy'))}"
        )
    return beside.python


class ProxyProcess:
    """Proxy in a process of its own.

    Parameters
    ----------
    options : ProxyOptions
        Fixed options.
    config : ProxyConfig
        Configuration in force at first.

    Raises
    ------
    SettingsError, UnknownNameError
        If the configuration is invalid.
    """

    def __init__(self, options: ProxyOptions, config: ProxyConfig) -> None:
        self._options, self._config = options, checked(config)
        self._process: subprocess.Popen[bytes] | None = None
        self._has_ended = False
        self._pipe: Connection[Any, Any] | None = None

    @property
    def is_running(self) -> bool:
        """Whether the process is running."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int | None:
        """Process ID, None before the start."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start the process; the first event is `Started`, or `Stopped` with the fault.

        Raises
        ------
        ProxyError
            If no Python with mitmproxy is found.
        """
        if self._process is not None:
            raise RuntimeError("the proxy was started before")
        python = proxy_python()
        self._pipe, child_end = multiprocessing.Pipe()
        with child_end:
            descriptor = child_end.fileno()
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [python, "-P", "-m", "boilerscope.extractors.proxy", str(descriptor)],
                stdin=subprocess.DEVNULL,
                pass_fds=(descriptor,),
            )
        self._send((self._options, self._config, config_folder()))

    def fileno(self) -> int:
        """Return the descriptor that becomes readable with every event."""
        return self._opened().fileno()

    def events(self, wait_s: float = 0.0) -> Iterator[Event]:
        """Yield the pending events, waiting for the first event; the last event is `Stopped`.

        Parameters
        ----------
        wait_s : float
            Maximum wait, seconds.
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
        """Use another configuration from the next request on."""
        self._send(("change", config))

    def ask_for_page(self, number: int) -> None:
        """Request the original of a page."""
        self._send(("page", number))

    def ask_to_stop(self) -> None:
        """Ask the proxy to stop, without waiting for its end."""
        self._send(("stop", None))

    def stop(self) -> None:
        """Stop the proxy and wait for its end; later messages are lost."""
        if self._pipe is None or self._process is None:
            return
        self.ask_to_stop()
        for _ in self.events(_END_S):
            pass
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_S)
        if self.is_running:
            self._process.kill()
            self._process.wait()
        self._pipe.close()
        self._pipe = None

    def _opened(self) -> Connection[Any, Any]:
        if self._pipe is None:
            raise RuntimeError("the proxy was not started")
        return self._pipe

    def _send(self, command: tuple[Any, ...]) -> None:
        try:
            self._opened().send(command)
        except (BrokenPipeError, ConnectionResetError):
            return  # the process has ended; `events` reports it


def main(descriptor: int) -> None:
    """Run the proxy as the child process at the other end of a pipe."""
    from boilerscope.extractors.proxy.serving import Serving

    pipe: Connection[Any, Any] = Connection(descriptor)
    sender = _EventSender(pipe)
    try:
        options, config, folder = pipe.recv()
    except EOFError:
        return
    except (AttributeError, ImportError) as error:
        sender.send(Stopped(f"{sys.prefix} lacks a module that a pane needs: {error}"))
        sender.close()
        return
    use_config_folder(folder)
    serving = Serving(options, LiveConfig(lambda: config), sender.send)

    def on_loop(loop: asyncio.AbstractEventLoop) -> None:
        loop.add_reader(pipe.fileno(), _handle_command, pipe, serving, sender, loop)

    try:
        serving.run(on_loop)
    except BoilerscopeError as error:
        sender.send(Stopped(str(error)))
    finally:
        sender.close()


def _handle_command(
    pipe: Connection[Any, Any],
    serving: Serving,
    sender: _EventSender,
    loop: asyncio.AbstractEventLoop,
) -> None:
    """Read and execute a command; stop if the parent has ended."""
    try:
        command, value = pipe.recv()
    except (EOFError, OSError):
        loop.remove_reader(pipe.fileno())
        command, value = "stop", None
    except (AttributeError, ImportError) as error:
        sender.send(ConfigReply(f"{sys.prefix} lacks a module that a pane needs: {error}"))
        return
    if command == "stop" or serving.addon is None:
        serving.stop()
    elif command == "change":
        serving.addon.change(value)
    elif command == "page":
        copy = serving.addon.history.copy(value)
        loop.run_in_executor(None, lambda: sender.send(page_reply(value, copy)))


def page_reply(number: int, copy: PageCopy | None) -> PageReply:
    """Return the original of a page, decompressed here, where all decoders are installed."""
    if copy is None or not copy.received:
        return PageReply(number, fault="The proxy has not kept the bytes of this page.")
    try:
        data = copy.unpacked(_MAX_BYTES)
    except BoilerscopeError as error:
        return PageReply(number, fault=str(error))
    return PageReply(number, copy.record.url, data, copy.charset, copy.record.pane)


class _EventSender:
    """Thread that sends events, so that a parent that does not read blocks nothing."""

    def __init__(self, pipe: Connection[Any, Any]) -> None:
        self._pipe = pipe
        self._waiting: queue.Queue[Event | None] = queue.Queue(_MAX_EVENTS)
        self._thread = threading.Thread(target=self._send_all, name="events", daemon=True)
        self._thread.start()

    def send(self, event: Event) -> None:
        """Queue an event; drop it if the queue is full (gaps in the page numbers show it)."""
        try:
            self._waiting.put_nowait(event)
        except queue.Full:
            return

    def close(self) -> None:
        """Wait until all events are sent, or the time limit is over."""
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
