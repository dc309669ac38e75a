"""Running the proxy: mitmproxy with our addon, from its start to its end."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from extractors.errors import ProxyError
from extractors.proxy.addon import CleaningAddon
from extractors.proxy.cleaning import Cleaner
from extractors.proxy.records import Started, Stopped
from extractors.proxy.targets import GuardedLoop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from extractors.proxy.records import Event, ProxyOptions
    from extractors.proxy.rules_file import LiveConfig

_CERTIFICATE = "mitmproxy-ca-cert.pem"
_LONGEST_END_S = 5.0
_LOOK_S = 0.01


class Serving:
    """A proxy that runs in this thread.

    Parameters
    ----------
    options : ProxyOptions
        How it runs.
    live : LiveConfig
        What is in force.
    emit : callable
        Takes each event, in this thread.
    """

    def __init__(
        self, options: ProxyOptions, live: LiveConfig, emit: Callable[[Event], None]
    ) -> None:
        self._options, self._live, self._emit = options, live, emit
        self._master: Any = None
        self._fault = ""
        self.interrupted = False
        self.addon: CleaningAddon | None = None

    def run(self, on_loop: Callable[[asyncio.AbstractEventLoop], None] | None = None) -> None:
        """Serve until `stop`, Ctrl+C or SIGTERM.

        Parameters
        ----------
        on_loop : callable, optional
            Called once with the running event loop, to read commands in it.

        Raises
        ------
        ProxyError
            If the proxy cannot start; the message says what would be right.
        """
        fault = listen_fault(self._options.host, self._options.port)
        if fault:
            raise ProxyError(fault)
        cleaner = Cleaner(self._options.jobs, self._live.config.panes)
        try:
            with (
                _quiet(),
                asyncio.Runner(
                    loop_factory=lambda: GuardedLoop(allow_private=self._options.allow_private)
                ) as runner,
            ):
                runner.run(self._serve(cleaner, on_loop))
        finally:
            cleaner.close()
        if self._fault:
            raise ProxyError(self._fault)
        self._emit(Stopped())

    def stop(self) -> None:
        """End the proxy; safe in every thread."""
        if self._master is not None:
            self._master.shutdown()

    async def _serve(
        self, cleaner: Cleaner, on_loop: Callable[[asyncio.AbstractEventLoop], None] | None
    ) -> None:
        loop = asyncio.get_running_loop()
        self.addon = CleaningAddon(self._options, self._live, cleaner, self._emit)
        self._master = _master(self._options, self.addon, self._on_running)
        if threading.current_thread() is threading.main_thread():
            loop.add_signal_handler(signal.SIGINT, self._on_interrupt)
            loop.add_signal_handler(signal.SIGTERM, self.stop)
        if on_loop is not None:
            on_loop(loop)
        await self._master.run()
        await self._close_connections()

    async def _close_connections(self) -> None:
        """End what is still open in order, before the event loop ends it in the middle."""
        server = self._master.addons.get("proxyserver")
        await server.servers.update([])
        for connection in list(server.connections.values()):
            await connection.on_timeout()
        deadline = time.monotonic() + _LONGEST_END_S
        while server.connections and time.monotonic() < deadline:  # noqa: ASYNC110 - mitmproxy has no event for this
            await asyncio.sleep(_LOOK_S)

    def _on_running(self, server: Any) -> None:
        """Say where the proxy listens, or why it cannot."""
        faults = [
            str(instance.last_exception) for instance in server.servers if instance.last_exception
        ]
        if faults:
            self._fault = faults[0]
            self.stop()
            return
        host, port = server.listen_addrs()[0][:2]
        started = Started(host, port, self._options.folder / _CERTIFICATE)
        if self.addon is not None:
            self.addon.started = started
        gc.freeze()  # no reader waits while the collector walks over what is loaded
        self._emit(started)

    def _on_interrupt(self) -> None:
        self.interrupted = True
        self.stop()


def listen_fault(host: str, port: int) -> str:
    """Return why a port cannot be listened on, and what would be right; empty if it can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as error:
            return (
                f"The proxy cannot listen on {host}, port {port}: {error.strerror or error}."
                f" Choose another port, such as {port + 1}."
            )
    return ""


class _Announcer:
    """Tells when the other addons run."""

    def __init__(self, server: Any, on_running: Callable[[Any], None]) -> None:
        self._server, self._on_running = server, on_running

    def running(self) -> None:
        """Tell."""
        self._on_running(self._server)


def _master(options: ProxyOptions, addon: CleaningAddon, on_running: Callable[[Any], None]) -> Any:
    """Return mitmproxy with those of its parts that a plain proxy needs."""
    from mitmproxy.addons import core, disable_h2c, next_layer, proxyauth, proxyserver, tlsconfig
    from mitmproxy.master import Master
    from mitmproxy.options import Options

    mitmproxy_options = Options(
        listen_host=options.host, listen_port=options.port, confdir=str(options.folder), http3=False
    )
    mitmproxy_options.update(rawtcp=False)  # tunnels of other protocols carry no pages
    if options.trust is not None:
        mitmproxy_options.update(ssl_verify_upstream_trusted_ca=str(options.trust))
    master = Master(mitmproxy_options)
    server = proxyserver.Proxyserver()
    master.addons.add(
        core.Core(),
        disable_h2c.DisableH2C(),
        proxyauth.ProxyAuth(),
        server,
        next_layer.NextLayer(),
        tlsconfig.TlsConfig(),
        addon,
        _Announcer(server, on_running),
    )
    if options.passwords is not None:
        mitmproxy_options.update(proxyauth=f"@{options.passwords}")
    return master


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep addresses out of the log: mitmproxy names them in warnings and notes."""
    logger = logging.getLogger("mitmproxy")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)
