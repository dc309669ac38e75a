"""Fetching of a page from its address: http and https only, with limits of time and size.

The exchange with the server runs in its own thread. The waiting thread can give up at any moment,
whatever the server does: this closes the connection.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import (
    BinaryContentError,
    FetchCancelledError,
    FetchError,
    TooLargeError,
)
from boilerscope.extractors.page.connection import Connection, reason_of
from boilerscope.extractors.page.parsing import MAX_BYTES
from boilerscope.extractors.system.unpacking import Inflater, PackingError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import httpx

MAX_REDIRECTS = 10
_HEADERS = {
    "User-Agent": "Mozilla/5.0 (compatible; Boilerscope)",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate",
}
_POLL_S = 0.05
"""Interval at which a waiting fetch checks for a cancellation."""
_NOT_TEXT = ("image/", "audio/", "video/", "font/")
_NOT_PAGES = {
    "application/pdf": "a PDF document",
    "application/zip": "a ZIP archive",
    "application/gzip": "a gzip archive",
}


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
    """

    timeout_s: float = 30.0
    max_bytes: int = MAX_BYTES
    on_progress: Callable[[int, int | None], None] | None = None
    cancelled: Callable[[], bool] | None = None

    def check(self, url: str, deadline: float, *, answered: bool = True) -> None:
        """Raise if the fetch was cancelled or its time is over."""
        if self.cancelled is not None and self.cancelled():
            raise FetchCancelledError(f"Reading {url} was cancelled.")
        if time.monotonic() > deadline:
            fault = "was not read" if answered else "did not answer"
            limit = f"{self.timeout_s:g} s"
            raise FetchError(f"{url} {fault} within {limit}. Try again, or allow more time.")


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
    _check_address(url)
    deadline = time.monotonic() + control.timeout_s
    control.check(url, deadline)
    exchange = _Exchange(url, control, deadline, pages_only=pages_only)
    try:
        while not exchange.ended.wait(_POLL_S):
            control.check(url, deadline, answered=exchange.answered)
    finally:
        exchange.connection.cut()
    return exchange.result()


class _Exchange:
    """One request and its response, in a thread that the caller can leave.

    Attributes
    ----------
    connection : Connection
        Cutting it ends the exchange.
    answered : bool
        Whether the headers have arrived.
    ended : threading.Event
        Set when `result` can be called.
    """

    def __init__(
        self, url: str, control: FetchControl, deadline: float, *, pages_only: bool
    ) -> None:
        self._url, self._control, self._deadline = url, control, deadline
        self._pages_only = pages_only
        self._outcome: Fetched | Exception | None = None
        self.answered = False
        self.connection = Connection()
        self.ended = threading.Event()
        threading.Thread(target=self._run, name="fetch", daemon=True).start()

    def result(self) -> Fetched:
        """Return the response, or raise the error of the exchange."""
        if isinstance(self._outcome, Exception):
            raise self._outcome
        if self._outcome is None:
            raise RuntimeError("the exchange has not ended")
        return self._outcome

    def _run(self) -> None:
        try:
            self._outcome = self._ask()
        except Exception as error:  # noqa: BLE001 - raised again in the thread that waits
            self._outcome = error
        self.ended.set()

    def _ask(self) -> Fetched:
        import httpx

        url, timeout_s = self._url, self._control.timeout_s
        try:
            with (
                httpx.Client(
                    follow_redirects=True,
                    max_redirects=MAX_REDIRECTS,
                    timeout=timeout_s,
                    headers=_HEADERS,
                ) as client,
                client.stream("GET", url, extensions={"trace": self.connection.trace}) as response,
            ):
                self.answered = True
                _check_answer(response, url, pages_only=self._pages_only)
                body = self._read_body(response)
                return Fetched(body, str(response.url), response.charset_encoding)
        except httpx.TimeoutException as error:
            raise FetchError(
                f"{url} did not answer within {timeout_s:g} s. Try again, or allow more time."
            ) from error
        except httpx.TooManyRedirects as error:
            raise FetchError(f"{url} redirects more than {MAX_REDIRECTS} times.") from error
        except httpx.UnsupportedProtocol as error:
            raise FetchError(
                f"{url} leads to an address that is neither http nor https."
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            raise FetchError(f"{url} cannot be read: {reason_of(error)}") from error

    def _read_body(self, response: httpx.Response) -> bytes:
        url, control = self._url, self._control
        announced = response.headers.get("Content-Length", "")
        total = int(announced) if announced.isdecimal() else None
        unpacker = _unpacker(response.headers.get("Content-Encoding", ""), url)
        body = bytearray()
        for packed in response.iter_raw():
            control.check(url, self._deadline)
            try:
                for part in unpacker.unpack(packed):
                    body += part
                    if len(body) > control.max_bytes:
                        limit = f"{control.max_bytes / 2**20:,.4g} MB"
                        raise TooLargeError(f"{url} is larger than {limit}, the limit.")
            except PackingError as error:
                raise FetchError(f"{url} has a damaged body: {error}.") from error
            if control.on_progress is not None and not self.connection.is_cut:
                control.on_progress(response.num_bytes_downloaded, total)
        if not unpacker.is_complete:
            raise FetchError(f"{url} ended in the middle of its compressed body; try again.")
        return bytes(body)


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


def _check_answer(response: httpx.Response, url: str, *, pages_only: bool) -> None:
    if not response.is_success:
        reason = f" {response.reason_phrase}" if response.reason_phrase else ""
        raise FetchError(f"{url} answers {response.status_code}{reason}.")
    media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if not pages_only:
        return
    if media_type.startswith(_NOT_TEXT) or media_type in _NOT_PAGES:
        kind = _NOT_PAGES.get(media_type, media_type)
        raise BinaryContentError(f"{url} is {kind}, not an HTML page. Open the page that shows it.")


def _unpacker(packing: str, url: str) -> _Plain | Inflater:
    packings = [name for part in packing.split(",") if (name := part.strip().lower())]
    if not packings or packings == ["identity"]:
        return _Plain()
    if packings in (["gzip"], ["x-gzip"], ["deflate"]):
        return Inflater()
    raise FetchError(
        f"{url} cannot be read: unsupported compression {packing}. Save the page in a browser and"
        " open the file."
    )


class _Plain:
    """A body without compression."""

    is_complete = True

    def unpack(self, packed: bytes) -> Iterator[bytes]:
        yield packed
