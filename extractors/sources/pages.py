"""Pages of a corpus before they are read: list entries and locations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.gold.entry import GoldEntry
    from boilerscope.extractors.system.storage import AnyFile


class Place(Protocol):
    """Location of one page and its gold. It can be pickled, so that workers can read it."""

    def entry(self) -> GoldEntry:
        """Return the page with its gold, without reading either.

        Raises
        ------
        BoilerscopeError
            If the place cannot be read; the message names file and line.
        """
        ...


@dataclass(frozen=True, slots=True)
class CorpusPage:
    """Page of a corpus, not read yet.

    Attributes
    ----------
    place : Place
        Location of page and gold.
    language, page_type : str
        Language and page type, empty if unknown.
    url : str or None
        Address of the page.
    title : str
        Title in the corpus, empty if it has none.
    size : int or None
        Bytes of the stored page, None if unknown before reading.
    has_gold : bool
        Whether the corpus has gold for the page.
    """

    page_id: str
    set_name: str
    place: Place
    language: str = ""
    page_type: str = ""
    url: str | None = None
    title: str = ""
    size: int | None = None
    has_gold: bool = False

    @property
    def name(self) -> str:
        """Set and page: the name of the page in messages and models."""
        return f"{self.set_name}/{self.page_id}"


@dataclass(frozen=True, slots=True)
class Problem:
    """Unreadable part of a corpus.

    Attributes
    ----------
    file : Path or StoredFile
        File with the problem.
    line : int or None
        Line in the file, from 1; None if the problem concerns the whole file.
    message : str
        Message with file, line and what would be valid.
    offset : int or None
        Start of the unreadable record in bytes, if it is known.
    """

    file: AnyFile
    line: int | None
    message: str
    offset: int | None = None


class PageReader(Protocol):
    """Function that reads the pages of one part of a corpus."""

    def __call__(self) -> Iterator[CorpusPage | Problem]:
        """Yield pages, and problems instead of unreadable pages."""
        ...


@dataclass(frozen=True, slots=True)
class EntryPlace:
    """Location of a page whose entry was already read from a gold standard."""

    given: GoldEntry

    def entry(self) -> GoldEntry:
        """Return the page with its gold."""
        return self.given


def page_of_entry(entry: GoldEntry) -> CorpusPage:
    """Return the list entry for an entry of a gold standard."""
    return CorpusPage(
        entry.page_id,
        entry.set_name,
        EntryPlace(entry),
        entry.language,
        entry.page_type,
        entry.url,
        entry.title,
        len(entry.html) if isinstance(entry.html, bytes) else None,
        entry.source is not None,
    )
