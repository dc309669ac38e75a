"""A page that is listed and not read yet: what it is called, where it is, where its gold is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol, runtime_checkable

from boilerscope.extractors.errors import CorpusError, NoGoldError
from boilerscope.extractors.page import Page
from boilerscope.extractors.page.files import read_bytes, unpack
from boilerscope.extractors.page.snapshot import is_snapshot, read_snapshot

if TYPE_CHECKING:
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.page.other_pages import SiteLink
    from boilerscope.extractors.system.storage import AnyFile

UNKNOWN_SIZE = 2**16
"""Assumed size of a page whose size is unknown before it is read, bytes."""


class GoldSource(Protocol):
    """Source of the gold of one page. It can be pickled, so that workers read it."""

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page."""
        ...


@runtime_checkable
class AnnotatedSource(GoldSource, Protocol):
    """Source of gold that can have the marks of several annotators."""

    def annotators(self) -> tuple[str, ...]:
        """Return the names of the annotators, without reading the page."""
        ...


class Place(ABC):
    """Location of the markup of one page. It can be pickled, so that workers read it."""

    __slots__ = ()

    @property
    def source(self) -> str:
        """File, with the offset in a file of many pages, or address; empty if it has no name."""
        return ""

    @abstractmethod
    def page(self, *, name: str, url: str | None, encoding: str | None) -> Page:
        """Read the page.

        Parameters
        ----------
        encoding : str or None
            Encoding that the user or the set names; None if the bytes decide.
        """

    def identified(self, page: ListedPage) -> ListedPage:
        """Return a page at this place with identifier and address; it does not raise."""
        return page

    def located(self, page: ListedPage) -> ListedPage:
        """Return a page at this place with all that the place knows of it.

        Raises
        ------
        BoilerscopeError
            If the place cannot be read; the message names file and line.
        """
        return page


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page as listed, with its gold, both still unread.

    It is small and can be pickled. Of a page in a line of JSON, the list may have only the place;
    `located` parses the line.

    Attributes
    ----------
    page_id, set_name : str
        Identifier of the page in its set, and the name of the set; empty if the place knows them.
    gold_source : GoldSource or None
        Source of the gold, None if the page has none.
    language : str
        Code such as ``en`` or ``zh``, empty if unknown.
    page_type : str
        Such as ``article``, empty if unknown.
    url : str or None
        Address of the page.
    title : str
        Title of the page according to its set, empty if unknown.
    size : int or None
        Bytes of the page as stored, None if unknown before it is read.
    encoding : str or None
        Encoding according to the set or the user; None if the page's bytes decide.
    site : SiteLink or None
        Way to the other pages of its site, see `boilerscope.extractors.sources.site_tables`; None
        if nothing that runs needs them.
    gold_by : str
        Annotator whose marks are the gold; empty for the gold itself.
    """

    page_id: str
    set_name: str
    place: Place
    gold_source: GoldSource | None = None
    language: str = ""
    page_type: str = ""
    url: str | None = None
    title: str = ""
    size: int | None = None
    encoding: str | None = None
    site: SiteLink | None = None
    gold_by: str = ""

    @property
    def name(self) -> str:
        """Set and identifier: the name of the page in messages, results and models."""
        return f"{self.set_name}/{self.page_id}" if self.set_name else self.page_id

    @property
    def source(self) -> str:
        """File or address of the page; its name if it has neither."""
        return self.place.source or self.name

    @property
    def has_gold(self) -> bool:
        """Whether the list has gold for the page."""
        return self.gold_source is not None

    @property
    def is_unread(self) -> bool:
        """Whether it stands for an input that could not be listed."""
        return isinstance(self.place, UnreadPlace)

    @property
    def assumed_size(self) -> int:
        """Bytes of the page as stored, or an estimate."""
        return UNKNOWN_SIZE if self.size is None else self.size

    def identified(self) -> ListedPage:
        """Return the page with its identifier and address.

        It does not raise: a line that is not a page becomes a page that raises when it is read.
        """
        return self._as_asked(self.place.identified(self))

    def located(self) -> ListedPage:
        """Return the page with all that its place knows, without reading page or gold.

        Raises
        ------
        BoilerscopeError
            If the place cannot be read; the message names file and line.
        """
        return self._as_asked(self.place.located(self))

    def _as_asked(self, page: ListedPage) -> ListedPage:
        """Return a page as its place knows it, with what the place does not know.

        That is the way to its site, and the annotator whose marks are its gold.
        """
        if page.site is self.site and page.gold_by == self.gold_by:
            return page
        return replace(page, site=self.site, gold_by=self.gold_by)

    def page(self) -> Page:
        """Read the page, decoded according to its set.

        Raises
        ------
        BoilerscopeError
            If it cannot be read, or is not a page.
        """
        located = self.located()
        place, encoding = located.place, located.encoding
        page = place.page(name=located.page_id, url=located.url, encoding=encoding)
        return page if self.site is None else page.with_site(self.site)

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page that `page` returned.

        Raises
        ------
        NoGoldError
            If the page has no gold, or none of the annotator `gold_by`.
        GoldError
            If the gold does not belong to the page.
        """
        gold_source = self.located().gold_source
        if gold_source is None:
            raise NoGoldError(f"{self.name} has no gold. Mark it, or name a set that has some.")
        gold = gold_source.gold(page)
        marked = gold.marked_by(self.gold_by) if self.gold_by else gold
        if marked is None:
            raise NoGoldError(f"{self.gold_by} has not marked the page {self.name}.")
        return marked

    def annotators(self) -> tuple[str, ...]:
        """Return the names of the annotators of its gold, without reading the page.

        Raises
        ------
        BoilerscopeError
            If the gold cannot be read.
        """
        source = self.gold_source
        return source.annotators() if isinstance(source, AnnotatedSource) else ()


@dataclass(frozen=True, slots=True)
class FilePlace(Place):
    """A page in a file of its own: markup, packed or not, or a snapshot."""

    file: AnyFile

    @property
    def source(self) -> str:
        """The file."""
        return str(self.file)

    def page(self, *, name: str, url: str | None, encoding: str | None) -> Page:
        """Read the page; that of a snapshot comes with its layout and its own address.

        Raises
        ------
        PageError
            If the file cannot be read, or is not a page.
        UnknownNameError
            If the encoding is unknown.
        """
        if isinstance(self.file, Path) and is_snapshot(self.file):
            return read_snapshot(self.file, encoding=encoding)
        return Page.from_bytes(read_bytes(self.file), name=name, url=url, encoding=encoding)


@dataclass(frozen=True, slots=True)
class BytesPlace(Place):
    """A page whose bytes are known, such as one from standard input.

    Attributes
    ----------
    origin : str
        Where the bytes come from, see `Place.source`.
    """

    data: bytes
    origin: str = ""

    @property
    def source(self) -> str:
        """Where the bytes come from."""
        return self.origin

    def page(self, *, name: str, url: str | None, encoding: str | None) -> Page:
        """Return the page, unpacked if it is packed."""
        data = unpack(self.data, name=name)
        return Page.from_bytes(data, name=name, url=url, encoding=encoding)


@dataclass(frozen=True, slots=True)
class UnreadPlace(Place):
    """Place of a page or file that could not be listed.

    Attributes
    ----------
    origin : str
        File, with the line or offset, or the word of the user.
    message : str
        Reason, with the file and what would be right.
    is_part : bool
        Whether it is one of many inside a folder that the user named; the others can be read.
    """

    origin: str
    message: str
    is_part: bool = False

    @property
    def source(self) -> str:
        """The file or word."""
        return self.origin

    def located(self, page: ListedPage) -> NoReturn:
        """Raise the reason as a `CorpusError`."""
        del page
        raise CorpusError(self.message)

    def page(self, *, name: str, url: str | None, encoding: str | None) -> NoReturn:
        """Raise the reason as a `CorpusError`."""
        del name, url, encoding
        raise CorpusError(self.message)


def unread(source: str, message: str, *, is_part: bool = False) -> ListedPage:
    """Return a page that raises a message when it is read, see `UnreadPlace`."""
    return ListedPage(source, "", UnreadPlace(source, message, is_part), size=0)
