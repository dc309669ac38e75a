"""Listed pages of a batch: what a shard holds until a worker reads them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from boilerscope.extractors.errors import CorpusError, GoldError
from boilerscope.extractors.sources.lines import LinePlace
from boilerscope.extractors.sources.pages import EntryPlace, Problem
from boilerscope.extractors.sources.warc import WarcPlace
from boilerscope.extractors.system.storage import StoredFile

if TYPE_CHECKING:
    from boilerscope.extractors.sources.pages import CorpusPage, Place

UNKNOWN_SIZE = 2**16
"""Assumed size of a page whose size is unknown before it is read, bytes."""


@dataclass(frozen=True, slots=True)
class CrawlPage:
    """Listed page of a batch, not read yet. It can be pickled.

    Attributes
    ----------
    source : str
        File of the page; for WARC files and JSON lines with the page's offset in bytes.
    page_id : str
        Set and page, as in the list of a corpus, with a number if an earlier page has the same;
        empty for a line of JSON before `identified`, unless it needs a number.
    place : Place
        Location of the page; an `UnreadPlace` for a page that could not be listed.
    size : int
        Bytes of the page as stored, estimated if unknown.
    url : str or None
        Address of the page, None if the list has none; of a line of JSON, once it is `identified`.
    """

    source: str
    page_id: str
    place: Place
    size: int
    url: str | None = None

    def identified(self) -> CrawlPage:
        """Return the page with its identifier, parsing a line of JSON to get it.

        It does not raise: a line that is not a page becomes a page that raises when it is read.
        """
        if self.page_id or not isinstance(self.place, LinePlace):
            return self
        try:
            item = self.place.listed()
        except GoldError as error:
            return unread(self.source, str(error))
        if isinstance(item, Problem):
            return unread_of(item)
        return replace(self, page_id=item.name, url=item.url)


@dataclass(frozen=True, slots=True)
class UnreadPlace:
    """Place of a page or file that could not be listed.

    Attributes
    ----------
    message : str
        Reason.
    """

    message: str

    def entry(self) -> NoReturn:
        """Raise the reason as a `CorpusError`."""
        raise CorpusError(self.message)


def page_of(page: CorpusPage, name: str) -> CrawlPage:
    """Return a page of a corpus under a name."""
    size = UNKNOWN_SIZE if page.size is None else page.size
    return CrawlPage(_source_of(page), name, page.place, size, page.url)


def unread_of(problem: Problem) -> CrawlPage:
    """Return the page of an invalid line or record, which raises when it is read."""
    suffix = "" if problem.line is None else f"#line={problem.line}"
    if problem.offset is not None:
        suffix = f"#offset={problem.offset}"
    return unread(f"{problem.file}{suffix}", problem.message)


def unread(source: str, message: str) -> CrawlPage:
    """Return a page that raises a message when it is read."""
    return CrawlPage(source, source, UnreadPlace(message), 0)


def source_at(place: LinePlace | WarcPlace) -> str:
    """Return file and offset of a page in a file of many."""
    return f"{place.file}#offset={place.offset}"


def _source_of(page: CorpusPage) -> str:
    place = page.place
    if isinstance(place, LinePlace | WarcPlace):
        return source_at(place)
    file = getattr(place, "file", None)
    if isinstance(place, EntryPlace):
        html = place.given.html
        file = html if isinstance(html, Path | StoredFile) else None
    return page.name if file is None else str(file)
