"""One request and its response, as a task of an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import (
    AnswerError,
    BinaryContentError,
    FetchError,
    TooLargeError,
)
from boilerscope.extractors.page.bodies import MissingChunksError, UnknownCodingError, decoded_body
from boilerscope.extractors.page.connection import DaemonLoop, reason_of
from boilerscope.extractors.page.fetch_control import FetchControl, Fetched
from boilerscope.extractors.system.unpacking import PackingError

if TYPE_CHECKING:
    import httpx

MAX_REDIRECTS = 10
_HEADERS = {
    "User-Agent": "Mozilla/5.0 (compatible; Boilerscope)",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate",
}
_NOT_TEXT = ("image/", "audio/", "video/", "font/")
_NOT_PAGES = {
    "application/pdf": "a PDF document",
    "application/zip": "a ZIP archive",
    "application/gzip": "a gzip archive",
}


class Exchange:
    """One request and its response, in a thread that the caller can leave.

    Attributes
    ----------
    answered : bool
        Whether the headers have arrived.
    outcome : Future
        The response, or the error of the exchange.
    """

    def __init__(
        self, url: str, control: FetchControl, deadline: float, *, pages_only: bool
    ) -> None:
        self._url, self._control, self._deadline = url, control, deadline
        self._pages_only = pages_only
        self.answered = self._is_left = False
        self.outcome: Future[Fetched] = Future()
        self._loop = DaemonLoop()
        self._task = self._loop.create_task(self._ask())
        threading.Thread(target=self._run, name="fetch", daemon=True).start()

    def cancel(self) -> None:
        """End the exchange wherever it is and close its connection, without waiting for that."""
        self._is_left = True
        with suppress(RuntimeError):  # the loop is closed: the exchange has ended
            self._loop.call_soon_threadsafe(self._task.cancel)

    def _run(self) -> None:
        try:
            tell = partial(self.outcome.set_result, self._loop.run_until_complete(self._task))
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            tell = partial(self.outcome.set_exception, error)
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()
        tell()

    async def _ask(self) -> Fetched:
        import httpx

        url = self._url
        try:
            async with (
                # The deadline is that of the waiting thread, for all parts together.
                httpx.AsyncClient(
                    follow_redirects=True,
                    max_redirects=MAX_REDIRECTS,
                    timeout=None,  # noqa: S113 - see above
                    headers=_HEADERS,
                    event_hooks={"request": [self._check_host]},
                ) as client,
                client.stream("GET", url) as response,
            ):
                self.answered = True
                _check_answer(response, url, pages_only=self._pages_only)
                body = await self._read_body(response)
                return Fetched(body, str(response.url), response.charset_encoding)
        except httpx.TooManyRedirects as error:
            raise FetchError(f"{url} redirects more than {MAX_REDIRECTS} times.") from error
        except httpx.UnsupportedProtocol as error:
            raise FetchError(
                f"{url} leads to an address that is neither http nor https."
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            raise FetchError(f"{url} cannot be read: {reason_of(error)}") from error

    async def _check_host(self, request: httpx.Request) -> None:
        """Refuse a request, also after a redirect, to a host that must not be asked."""
        host = request.url.netloc.decode("ascii", "replace")
        if not self._control.may_ask(host):
            raise FetchError(f"{self._url} leads to another host, {host}.")

    async def _read_body(self, response: httpx.Response) -> bytes:
        url, control = self._url, self._control
        announced = response.headers.get("Content-Length", "")
        total = int(announced) if announced.isdecimal() else None
        codings = response.headers.get("Content-Encoding", "")
        body = bytearray()
        async for part in response.aiter_raw():
            control.check(url, self._deadline)
            body += part
            if len(body) > control.max_bytes:
                raise self._too_large()
            if control.on_progress is not None and not self._is_left:
                control.on_progress(response.num_bytes_downloaded, total)
            await asyncio.sleep(0)  # a cancellation comes between parts, however fast they arrive
        return self._decoded(bytes(body), codings)

    def _decoded(self, body: bytes, codings: str) -> bytes:
        url, limit = self._url, self._control.max_bytes
        try:
            content = decoded_body(body, codings, limit=limit)
        except UnknownCodingError as error:
            raise FetchError(
                f"{url} cannot be read: {error}. Save the page in a browser and open the file."
            ) from error
        except PackingError as error:
            if error.ends_early:
                is_cut = isinstance(error, MissingChunksError)
                body_end = "before the last chunk" if is_cut else "in the middle"
                of_body = "of its body" if is_cut else "of its compressed body"
                reason = f"ended {body_end} {of_body}; try again."
                raise FetchError(f"{url} {reason}") from error
            raise FetchError(f"{url} has a damaged body: {error}.") from error
        if len(content) > limit:
            raise self._too_large()
        return content

    def _too_large(self) -> TooLargeError:
        limit = self._control.max_bytes / 2**20
        return TooLargeError(f"{self._url} is larger than {limit:,.4g} MB, the limit.")


def _check_answer(response: httpx.Response, url: str, *, pages_only: bool) -> None:
    if not response.is_success:
        reason = f" {response.reason_phrase}" if response.reason_phrase else ""
        message = f"{url} answers {response.status_code}{reason}."
        raise AnswerError(message, response.status_code)
    media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if not pages_only:
        return
    if media_type.startswith(_NOT_TEXT) or media_type in _NOT_PAGES:
        kind = _NOT_PAGES.get(media_type, media_type)
        raise BinaryContentError(f"{url} is {kind}, not an HTML page. Open the page that shows it.")
