"""The connection to a server: closing it from another thread, its errors in plain words."""

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
    errno.ECONNRESET: "the server closed the connection. Try again later.",
    errno.EPIPE: "the server closed the connection. Try again later.",
    errno.ETIMEDOUT: "the server did not answer. Check the address, or try again later.",
    errno.EHOSTUNREACH: "the server cannot be reached. Check the network and the address.",
    errno.ENETUNREACH: "the network of the server cannot be reached. Check the network.",
    errno.ENETDOWN: "the network is down. Check its connection.",
    errno.EACCES: "this machine does not allow the connection. Check its firewall.",
    errno.EADDRNOTAVAIL: "no server exists at this address. Check it.",
}
_NO_NAME = "no server of this name was found. Check the address and the network."
_NO_CERTIFICATE = "the certificate of the server is not valid, so its page cannot be trusted."
_NO_TLS = "the server offers no secure connection. Try the address with http://."
_NO_HTTP = (
    "the server closed the connection or does not use HTTP. Check the port, or try again later."
)
_NO_ADDRESS = "it is not a valid address. Check how it is written."


class Connection:
    """Connection of one exchange; any thread can cut it.

    Attributes
    ----------
    is_cut : bool
        Whether the exchange was given up.
    """

    def __init__(self) -> None:
        self.is_cut = False
        self._socket: socket.socket | None = None
        self._lock = threading.Lock()

    def trace(self, event: str, details: Mapping[str, Any]) -> None:
        """Keep a handle to each connection that httpx opens (its extension ``trace``)."""
        if event != "connection.connect_tcp.complete":
            return
        opened = details["return_value"].get_extra_info("socket")
        with self._lock:
            self._let_go()
            self._socket = opened.dup()  # TLS takes over the original
            if self.is_cut:
                self._shut()

    def cut(self) -> None:
        """Close the connection; a thread that is reading from it gets an error at once."""
        with self._lock:
            self.is_cut = True
            self._shut()

    def _shut(self) -> None:
        if self._socket is not None:
            with suppress(OSError):  # already closed by the server
                self._socket.shutdown(socket.SHUT_RDWR)
        self._let_go()

    def _let_go(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def reason_of(error: BaseException) -> str:
    """Return why an exchange failed: a sentence, a remedy, and the system's message in brackets."""
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
    """Yield an error, then the errors that caused it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
