"""Other pages of a site, fetched on request and kept as JSON lines in the cache, by host.

Pages are those that the page links to on its own host. One is fetched at a time, with a pause
between two, and none that the host's robots.txt excludes (RFC 9309).
"""

from __future__ import annotations

import json
import mimetypes
import time
from dataclasses import dataclass
from hashlib import blake2b
from itertools import takewhile
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit
from urllib.robotparser import RobotFileParser

from boilerscope.extractors.errors import (
    AnswerError,
    BoilerscopeError,
    CorpusError,
    FetchCancelledError,
)
from boilerscope.extractors.page import Page, absolute_address, base_address
from boilerscope.extractors.page.fetch_control import plain_host
from boilerscope.extractors.page.fetching import FetchControl, fetch
from boilerscope.extractors.sources.listing import list_pages
from boilerscope.extractors.sources.site_tables import MAX_PAGES, default_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from boilerscope.extractors.model.listed_page import ListedPage

MAX_FETCHED = 20
"""Maximum number of pages of one request: four other pages give nearly all of the evidence."""

PAUSE_S = 1.0
"""Minimum time between two requests, seconds; robots.txt can ask for more."""

AGENT = "Boilerscope"
"""Name in rules of robots.txt."""

_TIMEOUT_S = 20.0
_MAX_FAILURES = 5
"""Pages that fail one after the other, after which no more are asked for."""

_TURNED_AWAY = (429, 503)
"""Answers of a server that wants fewer requests."""

_POLL_S = 0.05
_PAGE_TYPES = (None, "text/html", "application/xhtml+xml")
_ANSWERS_NONE, _SERVER_FAULT = 400, 500


@dataclass(frozen=True, slots=True)
class FetchedSite:
    """Result of one request for other pages.

    Attributes
    ----------
    n_read : int
        Pages that were read and kept.
    n_asked : int
        Pages that were asked for.
    problem : str
        The last failure, or why there are no pages; empty if all were read.
    """

    n_read: int
    n_asked: int
    problem: str = ""


class KeptSite:
    """Pages of one host that were fetched.

    Parameters
    ----------
    url : str
        Address of a page of the host.
    folder : Path, optional
        Folder of the files of all hosts; it is created if necessary.
    """

    def __init__(self, url: str, folder: Path | None = None) -> None:
        host = host_of(url)
        digest = blake2b(host.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
        plain = "".join(sign if sign.isalnum() or sign in "-." else "_" for sign in host)[:80]
        folder = default_folder() / "kept" if folder is None else folder
        self._file = folder / f"{plain}-{digest}.jsonl"
        self._urls = {page.url for page in self.pages()}

    @property
    def urls(self) -> frozenset[str]:
        """Addresses of the pages."""
        return frozenset(url for url in self._urls if url)

    def pages(self) -> list[ListedPage]:
        """Return the pages."""
        return [*list_pages([str(self._file)])] if self._file.is_file() else []

    def keep(self, page: Page, url: str) -> None:
        """Keep a page unless it is kept already or its site has enough.

        Raises
        ------
        CorpusError
            If the file cannot be written; the message names it.
        """
        if len(self._urls) >= MAX_PAGES or url in self._urls:
            return
        line = json.dumps({"id": url, "url": url, "html": page.source})
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="ascii") as stream:
                stream.write(f"{line}\n")
        except OSError as error:
            raise CorpusError(f"{self._file} cannot be written: {error.strerror}.") from error
        self._urls.add(url)


def host_of(url: str) -> str:
    """Return host and port of an address without ``www.``; empty without a web address."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if parts.scheme not in {"http", "https"} or not host:
        return ""
    return plain_host(host if port is None else f"{host}:{port}")


def candidates(page: Page, url: str, known: frozenset[str] = frozenset()) -> list[str]:
    """Return the addresses on its own host that a page links to, those most like its own first.

    Addresses that share more of the path come first, because their pages have the same layout,
    then those with as many parts. Links with ``rel="nofollow"`` and other files are left out.

    Parameters
    ----------
    url : str
        Address of the page.
    known : set of str
        Addresses that are left out.
    """
    host, own, base = host_of(url), _parts(url), base_address(page) or url
    found: dict[str, None] = {}
    for link in page.root.iter("a"):
        if "nofollow" in (link.get("rel") or "").lower().split():
            continue
        address, _ = urldefrag(absolute_address(link.get("href") or "", base))
        if host_of(address) == host and _is_page(address):
            found.setdefault(address)
    others = [it for it in found if it not in known and _bare(it) != _bare(url)]

    def distance(address: str) -> tuple[int, int, bool]:
        parts = _parts(address)
        same = takewhile(lambda pair: pair[0] == pair[1], zip(parts, own, strict=False))
        n_same = len(list(same))
        has_other_query = bool(urlsplit(address).query) and not urlsplit(url).query
        return -n_same, abs(len(parts) - len(own)), has_other_query

    return sorted(others, key=distance)


def fetch_site(
    page: Page,
    url: str,
    kept: KeptSite,
    cancelled: Callable[[], bool],
    pause_s: float = PAUSE_S,
) -> Generator[tuple[int, int], None, FetchedSite]:
    """Fetch other pages of the site of a page and keep them, and it; yield pages read and wanted.

    Parameters
    ----------
    url : str
        Address of the page.
    cancelled : function
        Whether to stop; what was read until then is kept.

    Raises
    ------
    FetchError
        If robots.txt cannot be read: then nothing else may be asked for.
    CorpusError
        If a page cannot be kept.
    """
    yield 0, 0
    rules = _rules(url, cancelled)
    wanted = [it for it in candidates(page, url, kept.urls) if rules.can_fetch(AGENT, it)]
    wanted = wanted[:MAX_FETCHED]
    if not wanted:
        return FetchedSite(0, 0, f"{url} links to no further page of its host that may be read.")
    kept.keep(page, url)
    pause_s = max(pause_s, float(rules.crawl_delay(AGENT) or 0.0))
    n_read = n_failed = n_asked = 0
    problem = ""
    for address in wanted:
        yield n_read, len(wanted)
        if _waits(pause_s, cancelled):
            break
        n_asked += 1
        try:
            other, answered = _read(address, cancelled)
        except FetchCancelledError:
            break
        except BoilerscopeError as error:
            problem, n_failed = str(error), n_failed + 1
            is_unwelcome = isinstance(error, AnswerError) and error.status in _TURNED_AWAY
            if is_unwelcome or n_failed == _MAX_FAILURES:
                break
            continue
        kept.keep(other, answered)
        n_read, n_failed = n_read + 1, 0
    return FetchedSite(n_read, n_asked, problem)


def _read(address: str, cancelled: Callable[[], bool]) -> tuple[Page, str]:
    control = FetchControl(_TIMEOUT_S, cancelled=cancelled, host=host_of(address))
    answer = fetch(address, control)
    page = Page.from_bytes(
        answer.data, name=address, url=answer.url, encoding=None, http_charset=answer.charset
    )
    return page, answer.url


def _rules(url: str, cancelled: Callable[[], bool]) -> RobotFileParser:
    """Return the rules of a host: all is allowed where the file is missing (RFC 9309, 2.3.1.3)."""
    parts = urlsplit(url)
    rules = RobotFileParser()
    control = FetchControl(_TIMEOUT_S, cancelled=cancelled, host=host_of(url))
    lines: list[str] = []
    try:
        answer = fetch(f"{parts.scheme}://{parts.netloc}/robots.txt", control, pages_only=False)
        lines = answer.data.decode("utf-8", "replace").splitlines()
    except AnswerError as error:
        if not _ANSWERS_NONE <= error.status < _SERVER_FAULT:
            raise
    rules.parse(lines)
    return rules


def _waits(seconds: float, cancelled: Callable[[], bool]) -> bool:
    """Wait; return whether the work was cancelled meanwhile."""
    until = time.monotonic() + seconds
    while not cancelled():
        rest = until - time.monotonic()
        if rest <= 0:
            return False
        time.sleep(min(rest, _POLL_S))
    return True


def _is_page(address: str) -> bool:
    kind, packing = mimetypes.guess_type(urlsplit(address).path)
    return packing is None and kind in _PAGE_TYPES


def _parts(url: str) -> list[str]:
    return [part for part in urlsplit(url).path.split("/") if part]


def _bare(url: str) -> tuple[str, ...]:
    """Return what addresses of the same page have in common."""
    parts = urlsplit(url)
    return host_of(url), parts.path.rstrip("/"), parts.query
