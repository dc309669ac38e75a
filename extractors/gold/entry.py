"""One page of a gold standard: where its markup is, and how its gold is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from extractors.errors import GoldError
from extractors.page import Page
from extractors.page.files import read_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from extractors.model.gold import Gold


class GoldSource(Protocol):
    """Where the gold of one page comes from. It can be pickled, so that workers read it."""

    def gold(self, page: Page) -> Gold:
        """Return the gold of the page."""
        ...


@dataclass(frozen=True, slots=True)
class GoldEntry:
    """One page with its gold, neither of them read yet.

    Attributes
    ----------
    page_id, set_name : str
        Identifier of the page in its set, and the set's name.
    html : Path or bytes
        The page, or the file that contains it.
    encoding : str or None
        What the set says; None if the page's bytes decide.
    language : str
        Code such as ``en`` or ``zh``, empty if unknown.
    page_type : str
        Such as ``article``, empty if unknown.
    url : str or None
        Where the page came from.
    title : str
        What the set calls the page, empty if it does not say.
    source : GoldSource or None
        Where the gold comes from; None if the page has none.
    """

    page_id: str
    set_name: str
    html: Path | bytes
    encoding: str | None = None
    language: str = ""
    page_type: str = ""
    url: str | None = None
    title: str = ""
    source: GoldSource | None = None

    @property
    def name(self) -> str:
        """Set and page, as messages and models name the page."""
        return f"{self.set_name}/{self.page_id}"

    def page(self) -> Page:
        """Return the page, decoded as the set says.

        Raises
        ------
        PageError
            If the file cannot be read, or is not a page.
        UnknownNameError
            If the encoding is unknown.
        """
        data = self.html if isinstance(self.html, bytes) else read_bytes(self.html)
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
