"""The connection to a server: closed from another thread, and its faults in words."""

from __future__ import annotations

import errno
import socket
import ssl
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_REASONS = {
    errno.ECONNREFUSED: "the server did not accept the connection. Check the address and the port,"
    " or try again later.",
    errno.ECONNRESET: "the server broke the connection off. Try again later.",
    errno.EPIPE: "the server broke the connection off. Try again later.",
    errno.ETIMEDOUT: "the server did not answer. Check the address, or try again later.",
    errno.EHOSTUNREACH: "the server cannot be reached. Check the network and the address.",
    errno.ENETUNREACH: "there is no way to the server. Check the network.",
    errno.ENETDOWN: "the network is down. Check its connection.",
    errno.EACCES: "this machine does not allow the connection. Check its firewall.",
    errno.EADDRNOTAVAIL: "there is no server at this address. Check it.",
}
_NO_NAME = "no server of this name was found. Check the address and the network."
_NO_CERTIFICATE = "the certificate of the server is not valid, so its page cannot be trusted."
_NO_TLS = "the server offers no secure connection. Try the address with http://."
_NO_HTTP = "the server broke off, or does not speak HTTP. Check the port, or try again later."
_NO_ADDRESS = "it is not a valid address. Check how it is written."


class Connection:
    """The connection of one exchange, which any thread can cut.

    Attributes
    ----------
    is_cut : bool
        Whether nobody waits for the exchange any more.
    """

    def __init__(self) -> None:
        self.is_cut = False
        self._socket: socket.socket | None = None
        self._lock = threading.Lock()

    def trace(self, event: str, details: Mapping[str, Any]) -> None:
        """Keep hold of each connection that httpx opens (its extension ``trace``)."""
        if event != "connection.connect_tcp.complete":
            return
        opened = details["return_value"].get_extra_info("socket")
        with self._lock:
            self._let_go()
            self._socket = opened.dup()  # TLS takes the first one over
            if self.is_cut:
                self._shut()

    def cut(self) -> None:
        """Close the connection; whoever reads from it at this moment wakes up with an error."""
        with self._lock:
            self.is_cut = True
            self._shut()

    def _shut(self) -> None:
        if self._socket is not None:
            with suppress(OSError):  # closed by the server already
                self._socket.shutdown(socket.SHUT_RDWR)
        self._let_go()

    def _let_go(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def reason_of(error: BaseException) -> str:
    """Return why an exchange failed: a sentence, what helps, and the system's word in brackets."""
    for fault in _chain(error):
        if isinstance(fault, socket.gaierror):
            return _NO_NAME
        if isinstance(fault, ssl.SSLCertVerificationError):
            return f"{_NO_CERTIFICATE} ({fault.verify_message})"
        if isinstance(fault, ssl.SSLError):
            return f"{_NO_TLS} ({fault.reason or 'SSL'})"
        if isinstance(fault, OSError) and fault.errno is not None:
            reason = _REASONS.get(fault.errno, "the connection failed. Try again later.")
            return f"{reason} ({errno.errorcode.get(fault.errno, fault.errno)})"
    if type(error).__name__ in {"InvalidURL", "LocalProtocolError"}:
        return f"{_NO_ADDRESS} ({error})"
    return f"{_NO_HTTP} ({type(error).__name__})"


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and those that led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
