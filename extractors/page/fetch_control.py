"""What a download gets and gives: its limits, its progress and its response."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import FetchCancelledError, FetchError
from boilerscope.extractors.page.parsing import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Fetched:
    """Response of an address.

    Attributes
    ----------
    data : bytes
        The body, unpacked.
    url : str
        Its address, after redirects.
    charset : str or None
        The charset in the server's Content-Type.
    """

    data: bytes
    url: str
    charset: str | None


@dataclass(frozen=True, slots=True)
class FetchControl:
    """Limits, progress callback and cancel check of a download.

    Attributes
    ----------
    timeout_s : float
        Limit for connection, headers and body together, in seconds.
    max_bytes : int
        Limit on the unpacked body.
    on_progress : function of (int, int or None)
        Called with the bytes received and the bytes announced (None if unknown), in a thread other
        than the caller's.
    cancelled : function
        Called before connecting, at each chunk received and every 50 ms while waiting.
    host : str
        The only host, with its port, that may be asked, also after redirects; empty for any. A
        ``www.`` makes no difference.
    """

    timeout_s: float = 30.0
    max_bytes: int = MAX_BYTES
    on_progress: Callable[[int, int | None], None] | None = None
    cancelled: Callable[[], bool] | None = None
    host: str = ""

    def may_ask(self, host: str) -> bool:
        """Return whether a request may go to a host."""
        return not self.host or plain_host(host) == plain_host(self.host)

    def check(self, url: str, deadline: float, *, answered: bool = True) -> None:
        """Raise if the fetch was cancelled or its time is over."""
        if self.cancelled is not None and self.cancelled():
            raise FetchCancelledError(f"Reading {url} was cancelled.")
        if time.monotonic() > deadline:
            fault = "was not read" if answered else "did not answer"
            limit = f"{self.timeout_s:g} s"
            raise FetchError(f"{url} {fault} within {limit}. Try again, or allow more time.")


def plain_host(host: str) -> str:
    """Return a host without ``www.``, in lower case."""
    return host.lower().removeprefix("www.")
