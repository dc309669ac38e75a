"""One page of a gold standard: the sources of its markup and its gold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.files import read_bytes
from boilerscope.extractors.page.kept_text import kept_text, run_text
from boilerscope.extractors.page.ranges import run_edges
from boilerscope.extractors.page.snapshot import is_snapshot, read_snapshot
from boilerscope.extractors.system.storage import AnyFile, StoredFile

if TYPE_CHECKING:
    from boilerscope.extractors.model.gold import Gold, GoldClass


class GoldSource(Protocol):
    """Source of the gold of one page. It can be pickled, so that workers read it."""

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page."""
        ...


class Markup(Protocol):
    """Source of the markup of a page that is not a file. It can be pickled."""

    def page(self, *, name: str, url: str | None, encoding: str | None) -> Page:
        """Return the page."""
        ...


@dataclass(frozen=True, slots=True)
class GoldEntry:
    """One page with its gold, both still unread.

    Attributes
    ----------
    page_id, set_name : str
        Identifier of the page in its set, and the set's name.
    html : Path or StoredFile or bytes or Markup
        Bytes or file of the page, or another source of its markup.
    encoding : str or None
        Encoding according to the set; None if the page's bytes decide.
    language : str
        Code such as ``en`` or ``zh``, empty if unknown.
    page_type : str
        Such as ``article``, empty if unknown.
    url : str or None
        Address of the page.
    title : str
        Title of the page according to the set, empty if unknown.
    source : GoldSource or None
        Source of the gold; None if the page has no gold.
    """

    page_id: str
    set_name: str
    html: AnyFile | bytes | Markup
    encoding: str | None = None
    language: str = ""
    page_type: str = ""
    url: str | None = None
    title: str = ""
    source: GoldSource | None = None

    @property
    def name(self) -> str:
        """Set and identifier, the name of the page in messages and models."""
        return f"{self.set_name}/{self.page_id}"

    def page(self) -> Page:
        """Return the page, decoded according to the set.

        Raises
        ------
        PageError
            If the file cannot be read, or is not a page.
        UnknownNameError
            If the encoding is unknown.
        """
        if isinstance(self.html, bytes):
            data = self.html
        elif not isinstance(self.html, Path | StoredFile):
            return self.html.page(name=self.page_id, url=self.url, encoding=self.encoding)
        elif isinstance(self.html, Path) and is_snapshot(self.html):
            return read_snapshot(self.html, encoding=self.encoding)
        else:
            data = read_bytes(self.html)
        return Page.from_bytes(data, name=self.page_id, url=self.url, encoding=self.encoding)

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page that `page` returned.

        Raises
        ------
        GoldError
            If the page has no gold, or the gold does not belong to it.
        """
        if self.source is None:
            raise GoldError(f"{self.name} has no gold. Mark it, or name a set that has some.")
        return self.source.gold(page)


@dataclass(frozen=True, slots=True, eq=False)
class GoldPage:
    """A page with its gold, both read.

    Attributes
    ----------
    entry : GoldEntry
        The page's entry in its set.
    """

    entry: GoldEntry
    page: Page
    gold: Gold

    @classmethod
    def read(cls, entry: GoldEntry) -> GoldPage:
        """Read page and gold of an entry."""
        page = entry.page()
        return cls(entry, page, entry.gold(page))

    @property
    def url(self) -> str | None:
        """Address of the page according to its set or its file."""
        return self.entry.url or self.page.url

    def text(self) -> str:
        """Return the gold text: as the source gives it, else the text of the main content."""
        if self.gold.text is not None:
            return self.gold.text
        return kept_text(self.page, self.gold.main())

    def texts_of(self, kind: GoldClass) -> list[str]:
        """Return the text of each run of words of a class."""
        edges = run_edges(self.gold.classes == kind).reshape(-1, 2).tolist()
        return [run_text(self.page, first, end) for first, end in edges]
