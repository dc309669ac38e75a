"""Connections to servers: a loop that nothing keeps from ending, and errors in plain words."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


class DaemonLoop(asyncio.SelectorEventLoop):
    """An event loop that looks up names in threads for which neither it nor the program waits.

    A lookup cannot be cancelled, and may take as long as the name servers let it.
    """

    async def getaddrinfo(self, *arguments: Any, **options: Any) -> list[Any]:
        """Look up a name as `socket.getaddrinfo` does."""
        found: asyncio.Future[list[Any]] = self.create_future()

        def tell(set_outcome: Callable[[Any], None], outcome: Any) -> None:
            with suppress(asyncio.InvalidStateError):  # cancelled meanwhile
                set_outcome(outcome)

        def look_up() -> None:
            set_outcome: Callable[[Any], None] = found.set_result
            outcome: Any
            try:
                outcome = socket.getaddrinfo(*arguments, **options)
            except Exception as error:  # noqa: BLE001 - raised again in the loop
                set_outcome, outcome = found.set_exception, error
            with suppress(RuntimeError):  # the loop is closed: nobody waits for the addresses
                self.call_soon_threadsafe(tell, set_outcome, outcome)

        threading.Thread(target=look_up, name="look up a name", daemon=True).start()
        return await found


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
    """Yield an error, then the errors that caused it; of several addresses the first error."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        else:
            error = error.__cause__ or error.__context__
