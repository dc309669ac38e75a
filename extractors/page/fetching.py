"""Fetching of a page from its address: http and https only, with limits of time and size.

The exchange with the server is a task of an event loop in its own thread. The waiting thread can
give up at any moment, whatever the server does: it cancels the task, which closes the connection.
"""

from __future__ import annotations

import time
from contextlib import suppress

from boilerscope.extractors.errors import FetchError
from boilerscope.extractors.page.fetch_control import FetchControl, Fetched

__all__ = ["FetchControl", "Fetched", "fetch"]

_POLL_S = 0.05
"""Interval at which a waiting fetch checks for a cancellation."""


def fetch(url: str, control: FetchControl, *, pages_only: bool = True) -> Fetched:
    """Return the body at an address.

    Parameters
    ----------
    url : str
        With scheme, http or https.
    control : FetchControl
        Time, size, progress and cancellation.
    pages_only : bool
        Whether to refuse images, fonts and other files that are not pages.

    Raises
    ------
    FetchError
        The message gives the reason and, where possible, a remedy.
    FetchCancelledError
        If `control.cancelled` returned True.
    TooLargeError
        If the body exceeds `control.max_bytes`.
    BinaryContentError
        If the server declares that the body is not text.
    """
    from boilerscope.extractors.page.exchange import Exchange

    _check_address(url)
    deadline = time.monotonic() + control.timeout_s
    control.check(url, deadline)
    exchange = Exchange(url, control, deadline, pages_only=pages_only)
    try:
        while True:
            with suppress(TimeoutError):
                return exchange.outcome.result(_POLL_S)
            control.check(url, deadline, answered=exchange.answered)
    finally:
        exchange.cancel()


def _check_address(url: str) -> None:
    if not url.strip():
        raise FetchError("The address is empty. Enter one such as https://example.org/.")
    scheme, separator, rest = url.partition("://")
    if not separator:
        raise FetchError(f"{url!r} has no scheme. Write https://{url}.")
    if scheme.lower() not in ("http", "https"):
        raise FetchError(f"{url!r} has the scheme {scheme!r}. Only http and https can be read.")
    if not rest.strip("/ "):
        raise FetchError(f"{url!r} names no server. Enter one such as https://example.org/.")
