"""Server of the proxy: mitmproxy with our addon, from start to stop."""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
import time
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import ProxyError
from boilerscope.extractors.proxy.addon import CleaningAddon
from boilerscope.extractors.proxy.cleaning import Cleaner
from boilerscope.extractors.proxy.error_log import only_errors
from boilerscope.extractors.proxy.readers import PasswordFile
from boilerscope.extractors.proxy.records import Started, Stopped
from boilerscope.extractors.proxy.start_checks import CERTIFICATE, check_start
from boilerscope.extractors.proxy.targets import GuardedLoop

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.proxy.records import Event, ProxyOptions
    from boilerscope.extractors.proxy.rules_file import LiveConfig

_CLOSE_LIMIT_S = 5.0
_POLL_S = 0.01


class Serving:
    """Proxy that runs in this thread.

    Parameters
    ----------
    options : ProxyOptions
        Fixed options.
    live : LiveConfig
        Configuration in force.
    emit : callable
        Receives each event, in this thread.
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
        """Run until `stop`, Ctrl+C or SIGTERM.

        Parameters
        ----------
        on_loop : callable, optional
            Called once with the running event loop, to read commands in it.

        Raises
        ------
        ProxyError
            If the proxy cannot start; the message suggests a fix.
        """
        check_start(self._options)
        cleaner = Cleaner(self._options.jobs, self._live.config.panes)
        try:
            with (
                only_errors(),
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
        """Stop the proxy; safe to call from any thread."""
        if self._master is not None:
            self._master.shutdown()

    async def _serve(
        self, cleaner: Cleaner, on_loop: Callable[[asyncio.AbstractEventLoop], None] | None
    ) -> None:
        loop = asyncio.get_running_loop()
        self.addon = CleaningAddon(self._options, self._live, cleaner, self._emit)
        self._master = _master(self._options, self.addon, self._emit, self._on_running)
        if threading.current_thread() is threading.main_thread():
            loop.add_signal_handler(signal.SIGINT, self._on_interrupt)
            loop.add_signal_handler(signal.SIGTERM, self.stop)
        if on_loop is not None:
            on_loop(loop)
        await self._master.run()
        await self._close_connections()

    async def _close_connections(self) -> None:
        """Close open connections in order, before the event loop aborts them."""
        server = self._master.addons.get("proxyserver")
        await server.servers.update([])
        for connection in list(server.connections.values()):
            await connection.on_timeout()
        deadline = time.monotonic() + _CLOSE_LIMIT_S
        while server.connections and time.monotonic() < deadline:  # noqa: ASYNC110 - mitmproxy has no event for this
            await asyncio.sleep(_POLL_S)

    def _on_running(self, server: Any) -> None:
        """Report the address of the proxy; stop it if it cannot listen or has no authority."""
        faults = [
            str(instance.last_exception) for instance in server.servers if instance.last_exception
        ]
        certificate = self._options.folder / CERTIFICATE
        if not certificate.is_file():
            faults.append(f"{certificate}, the certificate of the proxy, cannot be created")
        if faults:
            self._fault = faults[0]
            self.stop()
            return
        host, port = server.listen_addrs()[0][:2]
        started = Started(host, port, certificate)
        if self.addon is not None:
            self.addon.started = started
        gc.freeze()  # garbage collections skip the loaded modules, so readers wait less
        self._emit(started)

    def _on_interrupt(self) -> None:
        self.interrupted = True
        self.stop()


class _Announcer:
    """Addon that calls back once the other addons run."""

    def __init__(self, server: Any, on_running: Callable[[Any], None]) -> None:
        self._server, self._on_running = server, on_running

    def running(self) -> None:
        """Call back."""
        self._on_running(self._server)


def _master(
    options: ProxyOptions,
    addon: CleaningAddon,
    emit: Callable[[Event], None],
    on_running: Callable[[Any], None],
) -> Any:
    """Return mitmproxy with only the addons that a plain proxy needs."""
    from mitmproxy.addons import core, disable_h2c, next_layer, proxyauth, proxyserver, tlsconfig
    from mitmproxy.master import Master
    from mitmproxy.options import Options

    mitmproxy_options = Options(
        listen_host=options.host, listen_port=options.port, confdir=str(options.folder), http3=False
    )
    mitmproxy_options.update(rawtcp=False)  # other protocols transfer no pages
    if options.trust is not None:
        mitmproxy_options.update(ssl_verify_upstream_trusted_ca=str(options.trust))
    master = Master(mitmproxy_options)
    server = proxyserver.Proxyserver()
    if options.passwords is not None:
        auth = proxyauth.ProxyAuth()
        passwords = PasswordFile(options.passwords, auth, emit)
        master.addons.add(passwords, auth)
        passwords.read()  # mitmproxy asks for passwords from here on
    master.addons.add(
        core.Core(),
        disable_h2c.DisableH2C(),
        server,
        next_layer.NextLayer(),
        tlsconfig.TlsConfig(),
        addon,
        _Announcer(server, on_running),
    )
    return master
