"""The way to the network: what leaves the browser goes to an address that was judged.

A name can lead to another address each time it is looked up, so judging names is not enough. The
browser hands names to this SOCKS 5 proxy (RFC 1928), which looks each up once, judges the address
and connects to that very address. Numbers of this machine itself never come here, as browsers do
not use proxies for them: `policy` judges those.
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

from widgets.page.private_network import is_private_address, is_private_host

if TYPE_CHECKING:
    from collections.abc import Callable

_AHEAD = 256 * 1024
_VERSION, _CONNECT = 5, 1
_IPV4, _NAME, _IPV6 = 1, 3, 4
_DONE, _REFUSED, _UNREACHABLE = 0, 2, 4
_PROXIES = ("http_proxy", "https_proxy", "all_proxy")


class Gate(QObject):
    """Lets the page that is being shown reach public addresses, and private ones if it may.

    Signals
    -------
    refused(host)
        The page asked for a host that leads to this machine or its private networks.
    """

    refused = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._home, self._is_home_private = "", False
        self._knows_home = self._may_reach_private = False
        self._is_closed = True
        self._telling: QMetaObject.Connection | None = None
        self._server = QTcpServer(self)
        self._server.setProxy(QNetworkProxy(QNetworkProxy.ProxyType.NoProxy))
        self._server.newConnection.connect(self._on_connection)
        if not self._server.listen(QHostAddress(QHostAddress.SpecialAddress.LocalHost)):
            raise OSError(f"no local port is free: {self._server.errorString()}")

    @property
    def port(self) -> int:
        """Where the proxy listens, on this machine alone."""
        return self._server.serverPort()

    def begin(self, home: str, tell: Callable[[str], None], *, private: bool) -> None:
        """Go by another page from now on.

        Parameters
        ----------
        home : str
            Host of the page that the user opened. If it is a private one, it may be reached: but
            not if it was public at first and became private later.
        tell : callable
            Hears which hosts are refused to this page, and no other page's.
        private : bool
            Whether the user lets the page reach private addresses.
        """
        self.close()
        self._is_closed = False
        self._telling = self.refused.connect(tell)
        self._home, self._may_reach_private = home, private
        self._is_home_private = is_private_host(home)
        self._knows_home = self._is_home_private

    def close(self) -> None:
        """Go by a page from now on that reaches nothing: Chromium connects ahead without asking."""
        self._is_closed = True
        if self._telling is not None:
            QObject.disconnect(self._telling)
            self._telling = None

    def judged(self, host: str, addresses: list[str]) -> list[str]:
        """Return those addresses of a host that the page may reach."""
        if self._is_closed:
            return []
        if host == self._home and not self._knows_home and addresses:
            self._knows_home = True
            self._is_home_private = all(is_private_address(one) for one in addresses)
        if self._may_reach_private or (host == self._home and self._is_home_private):
            return addresses
        public = [one for one in addresses if not is_private_address(one)]
        if addresses and not public:
            self.refused.emit(host)
        return public

    def _on_connection(self) -> None:
        while self._server.hasPendingConnections():
            _Passage(self._server.nextPendingConnection(), self.judged, self)


class _Passage(QObject):
    """One connection of the browser, from its greeting to its end."""

    def __init__(
        self,
        browser: QTcpSocket,
        judge: Callable[[str, list[str]], list[str]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._browser, self._judge = browser, judge
        self._site = QTcpSocket(self)
        self._site.setProxy(QNetworkProxy(QNetworkProxy.ProxyType.NoProxy))
        self._said = b""
        self._is_greeted = self._is_asked = False
        self._addresses: list[str] = []
        self._name, self._port = "", 0
        browser.setParent(self)
        for one in (browser, self._site):
            one.setReadBufferSize(_AHEAD)
        browser.readyRead.connect(self._on_browser)
        browser.disconnected.connect(self._end)
        self._site.connected.connect(self._on_connected)
        self._site.errorOccurred.connect(self._on_error)
        self._site.disconnected.connect(self._on_site_gone)
        self._site.readyRead.connect(lambda: _pump(self._site, browser))
        browser.bytesWritten.connect(lambda _n: _pump(self._site, browser))
        self._site.bytesWritten.connect(lambda _n: self._on_browser())

    def _on_browser(self) -> None:
        if self._site.state() is QAbstractSocket.SocketState.ConnectedState:
            _pump(self._browser, self._site)
        elif not self._is_asked:
            self._said += bytes(self._browser.readAll().data())
            self._read_greeting()
            self._read_request()

    def _read_greeting(self) -> None:
        said = self._said
        if not self._is_greeted and len(said) >= 2 and len(said) >= 2 + said[1]:
            self._is_greeted, self._said = True, said[2 + said[1] :]
            self._browser.write(bytes((_VERSION, 0)))

    def _read_request(self) -> None:
        said = self._said
        if not self._is_greeted or len(said) < 5:
            return
        sizes = {_IPV4: 4, _IPV6: 16, _NAME: 1 + said[4]}
        size = sizes.get(said[3], 0)
        if said[0] != _VERSION or said[1] != _CONNECT or not size:
            self._answer(_REFUSED)
        elif len(said) >= 4 + size + 2:
            self._is_asked = True
            self._port = int.from_bytes(said[4 + size : 6 + size])
            self._look_up(said[3], said[4 : 4 + size])

    def _look_up(self, kind: int, named: bytes) -> None:
        if kind == _NAME:
            self._name = named[1:].decode("ascii", "replace")
            slot: Any = SLOT("_on_found(QHostInfo)")  # text, where the stubs ask for bytes
            QHostInfo.lookupHost(self._name, self, slot)
        elif kind == _IPV4:
            self._go(QHostAddress(int.from_bytes(named)).toString())
        else:
            self._go(QHostAddress(named.hex(":", 2)).toString())

    @Slot(QHostInfo)
    def _on_found(self, found: QHostInfo) -> None:
        self._go(self._name, [one.toString() for one in found.addresses()])

    def _go(self, host: str, addresses: list[str] | None = None) -> None:
        looked_up = [host] if addresses is None else addresses
        self._addresses = self._judge(host.lower(), looked_up)
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

    def _on_site_gone(self) -> None:
        if self._site.isOpen() and self._browser.isOpen():
            self._browser.write(self._site.readAll())
        self._browser.disconnectFromHost()  # when all is written

    def _answer(self, how: int) -> None:
        self._browser.write(bytes((_VERSION, how, 0, _IPV4, 0, 0, 0, 0, 0, 0)))
        if how != _DONE:
            self._browser.disconnectFromHost()

    def _end(self) -> None:
        self._site.abort()
        self.deleteLater()


def _pump(source: QTcpSocket, target: QTcpSocket) -> None:
    """Hand on what has come, no more than the other side takes."""
    is_open = source.isOpen() and target.isOpen()  # signals come late where one side has ended
    if is_open and target.bytesToWrite() < _AHEAD and source.bytesAvailable():
        target.write(source.read(_AHEAD))


def gate() -> Gate | None:
    """Return the gate of this program, made on first use; None behind a proxy of the user's own.

    That proxy looks names up itself, so nobody here knows where they lead.
    """
    application = QCoreApplication.instance()
    if application is None or any(
        os.environ.get(name) or os.environ.get(name.upper()) for name in _PROXIES
    ):
        return None
    found = application.findChild(Gate)
    if not isinstance(found, Gate):
        found = Gate(application)
        kind = QNetworkProxy.ProxyType.Socks5Proxy
        QNetworkProxy.setApplicationProxy(QNetworkProxy(kind, "127.0.0.1", found.port))
    return found
