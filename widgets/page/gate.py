"""Proxy for the browser's network requests: it connects only to addresses it has checked.

Each lookup of a host name can return another address, so checking names is not enough. The browser
passes names to this SOCKS 5 proxy (RFC 1928), which looks up each name once, checks the address and
connects to that address. Browsers do not use proxies for numeric addresses of this machine;
`policy` checks those addresses.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import SLOT, QCoreApplication, QMetaObject, QObject, Signal, Slot
from PySide6.QtNetwork import (
    QAbstractSocket,
    QHostAddress,
    QHostInfo,
    QNetworkProxy,
    QTcpServer,
    QTcpSocket,
)

from boilerscope.extractors.page.private_network import is_private_address, is_private_host

if TYPE_CHECKING:
    from collections.abc import Callable

_BUFFER_BYTES = 256 * 1024
_VERSION, _CONNECT = 5, 1
_IPV4, _NAME, _IPV6 = 1, 3, 4
_DONE, _REFUSED, _UNREACHABLE = 0, 2, 4
_PROXIES = ("http_proxy", "https_proxy", "all_proxy")


class Gate(QObject):
    """Proxy that lets the current page reach public addresses, and private addresses if allowed.

    Signals
    -------
    refused(host)
        The page requested a host on this machine or its private networks.
    """

    refused = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._home, self._is_home_private = "", False
        self._knows_home = self._may_reach_private = False
        self._is_closed = True
        self._refused_connection: QMetaObject.Connection | None = None
        self._server = QTcpServer(self)
        self._server.setProxy(QNetworkProxy(QNetworkProxy.ProxyType.NoProxy))
        self._server.newConnection.connect(self._on_connection)
        if not self._server.listen(QHostAddress(QHostAddress.SpecialAddress.LocalHost)):
            raise OSError(f"no local port is free: {self._server.errorString()}")

    @property
    def port(self) -> int:
        """Port on which the proxy listens for connections from this machine."""
        return self._server.serverPort()

    def begin(self, home: str, on_refused: Callable[[str], None], *, private: bool) -> None:
        """Switch to another page.

        Parameters
        ----------
        home : str
            Host of the page that the user opened. The page may reach it even if it is private,
            unless its address was public at first.
        on_refused : callable
            Called with each host that is refused to this page.
        private : bool
            Whether the user allowed the page to reach private addresses.
        """
        self.close()
        self._is_closed = False
        self._refused_connection = self.refused.connect(on_refused)
        self._home, self._may_reach_private = home, private
        self._is_home_private = is_private_host(home)
        self._knows_home = self._is_home_private

    def close(self) -> None:
        """Refuse all connections: Chromium may connect ahead of any request."""
        self._is_closed = True
        if self._refused_connection is not None:
            QObject.disconnect(self._refused_connection)
            self._refused_connection = None

    def allowed(self, host: str, addresses: list[str]) -> list[str]:
        """Return the addresses of a host that the page may reach."""
        if self._is_closed:
            return []
        if host == self._home and not self._knows_home and addresses:
            self._knows_home = True
            self._is_home_private = all(is_private_address(address) for address in addresses)
        if self._may_reach_private or (host == self._home and self._is_home_private):
            return addresses
        public = [address for address in addresses if not is_private_address(address)]
        if addresses and not public:
            self.refused.emit(host)
        return public

    def _on_connection(self) -> None:
        while self._server.hasPendingConnections():
            _Connection(self._server.nextPendingConnection(), self.allowed, self)


class _Connection(QObject):
    """One connection of the browser, from the greeting to the end."""

    def __init__(
        self,
        browser: QTcpSocket,
        allowed: Callable[[str, list[str]], list[str]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._browser, self._allowed = browser, allowed
        self._site = QTcpSocket(self)
        self._site.setProxy(QNetworkProxy(QNetworkProxy.ProxyType.NoProxy))
        self._received = b""
        self._has_greeting = self._has_request = False
        self._addresses: list[str] = []
        self._name, self._port = "", 0
        browser.setParent(self)
        for connection in (browser, self._site):
            connection.setReadBufferSize(_BUFFER_BYTES)
        browser.readyRead.connect(self._on_browser)
        browser.disconnected.connect(self._end)
        self._site.connected.connect(self._on_connected)
        self._site.errorOccurred.connect(self._on_error)
        self._site.disconnected.connect(self._on_site_disconnected)
        self._site.readyRead.connect(lambda: _pump(self._site, browser))
        browser.bytesWritten.connect(lambda _n: _pump(self._site, browser))
        self._site.bytesWritten.connect(lambda _n: self._on_browser())

    def _on_browser(self) -> None:
        if self._site.state() is QAbstractSocket.SocketState.ConnectedState:
            _pump(self._browser, self._site)
        elif not self._has_request:
            self._received += bytes(self._browser.readAll().data())
            self._read_greeting()
            self._read_request()

    def _read_greeting(self) -> None:
        data = self._received
        if not self._has_greeting and len(data) >= 2 and len(data) >= 2 + data[1]:
            self._has_greeting, self._received = True, data[2 + data[1] :]
            self._browser.write(bytes((_VERSION, 0)))

    def _read_request(self) -> None:
        data = self._received
        if not self._has_greeting or len(data) < 5:
            return
        sizes = {_IPV4: 4, _IPV6: 16, _NAME: 1 + data[4]}
        size = sizes.get(data[3], 0)
        if data[0] != _VERSION or data[1] != _CONNECT or not size:
            self._answer(_REFUSED)
        elif len(data) >= 4 + size + 2:
            self._has_request = True
            self._port = int.from_bytes(data[4 + size : 6 + size])
            self._look_up(data[3], data[4 : 4 + size])

    def _look_up(self, kind: int, target: bytes) -> None:
        if kind == _NAME:
            self._name = target[1:].decode("ascii", "replace")
            slot: Any = SLOT("_on_host_info(QHostInfo)")  # a str; the stubs require bytes
            QHostInfo.lookupHost(self._name, self, slot)
        elif kind == _IPV4:
            self._connect(QHostAddress(int.from_bytes(target)).toString())
        else:
            self._connect(QHostAddress(target.hex(":", 2)).toString())

    @Slot(QHostInfo)
    def _on_host_info(self, info: QHostInfo) -> None:
        self._connect(self._name, [address.toString() for address in info.addresses()])

    def _connect(self, host: str, addresses: list[str] | None = None) -> None:
        looked_up = [host] if addresses is None else addresses
        self._addresses = self._allowed(host.lower(), looked_up)
        if self._addresses:
            self._connect_next()
        else:
            self._answer(_REFUSED if looked_up else _UNREACHABLE)

    def _connect_next(self) -> None:
        self._site.connectToHost(QHostAddress(self._addresses.pop(0)), self._port)

    def _on_connected(self) -> None:
        self._answer(_DONE)

    def _on_error(self) -> None:
        if self._site.state() is not QAbstractSocket.SocketState.UnconnectedState:
            return
        if self._addresses:
            self._connect_next()
        else:
            self._answer(_UNREACHABLE)

    def _on_site_disconnected(self) -> None:
        if self._site.isOpen() and self._browser.isOpen():
            self._browser.write(self._site.readAll())
        self._browser.disconnectFromHost()  # when all is written

    def _answer(self, reply: int) -> None:
        self._browser.write(bytes((_VERSION, reply, 0, _IPV4, 0, 0, 0, 0, 0, 0)))
        if reply != _DONE:
            self._browser.disconnectFromHost()

    def _end(self) -> None:
        self._site.abort()
        self.deleteLater()


def _pump(source: QTcpSocket, target: QTcpSocket) -> None:
    """Forward received data, at most as much as the other side's buffer takes."""
    is_open = source.isOpen() and target.isOpen()  # a signal may arrive after one side closed
    if is_open and target.bytesToWrite() < _BUFFER_BYTES and source.bytesAvailable():
        target.write(source.read(_BUFFER_BYTES))


def gate() -> Gate | None:
    """Return the program's gate, created on first use; None if the user configured a proxy.

    The user's proxy looks up names itself, so their addresses are not known here.
    """
    application = QCoreApplication.instance()
    if application is None or any(
        os.environ.get(name) or os.environ.get(name.upper()) for name in _PROXIES
    ):
        return None
    current = application.findChild(Gate)
    if not isinstance(current, Gate):
        current = Gate(application)
        kind = QNetworkProxy.ProxyType.Socks5Proxy
        QNetworkProxy.setApplicationProxy(QNetworkProxy(kind, "127.0.0.1", current.port))
    return current
