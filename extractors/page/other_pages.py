"""Other pages of a page's site, as digests: which texts they have, and which paths of elements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

    DigestArray = NDArray[np.uint64]

TOGETHER = ("folder ", "file ")
"""Beginnings of the names of sites of pages without an address, which are only listed together."""

SAME_LAYOUT = 0.5
"""Share of the paths of two pages that both have, from which on their layout is the same."""


@dataclass(frozen=True, slots=True, eq=False)
class SitePage:
    """What is kept of one page of a site.

    Attributes
    ----------
    name : str
        Name of the page in its listing, see `ListedPage.name`.
    url : str
        Address, empty if unknown.
    texts : array of uint64, shape (n_texts,)
        Digests of the distinct texts of its segments, sorted.
    sizes : array of int, shape (n_texts,)
        Tokens of all segments with each text.
    paths : array of uint64, shape (n_paths,)
        Digests of the distinct paths of elements that have text, sorted.
    """

    name: str
    url: str
    texts: DigestArray
    sizes: IntArray
    paths: DigestArray

    @property
    def n_tokens(self) -> int:
        """Tokens of the page."""
        return int(self.sizes.sum())

    @property
    def section(self) -> str:
        """First folder of the address, empty if it has none."""
        return section_of(self.url)

    def likeness(self, paths: DigestArray) -> float:
        """Return the share of all paths of this page and another that both have (Jaccard)."""
        n_both = int(np.count_nonzero(is_in(paths, self.paths)))
        n_all = len(paths) + len(self.paths) - n_both
        return n_both / n_all if n_all else 1.0


@dataclass(frozen=True, slots=True, eq=False)
class SiteTable:
    """Pages of one site, all of them or an even sample of a large one.

    Attributes
    ----------
    site : str
        Registered domain, or the folder of pages without an address.
    n_listed : int
        Pages of the site in the listing.
    pages : tuple of SitePage
        Pages that were read.
    layout : array of int, shape (n_pages,)
        Number of the layout of each page, from 1, the most frequent one first.
    """

    site: str
    n_listed: int
    pages: tuple[SitePage, ...]
    layout: IntArray

    @property
    def is_assumed(self) -> bool:
        """Whether nothing says that the pages are one site, except that they are together."""
        return self.site.startswith(TOGETHER)

    @classmethod
    def of(cls, site: str, n_listed: int, pages: Iterable[SitePage]) -> SiteTable:
        """Return the table of some pages, grouped by layout."""
        rows = tuple(pages)
        return cls(site, n_listed, rows, _layouts(rows))

    def template_shares(self, share: float) -> FloatArray:
        """Return the share of the tokens of each page that is template, shape (n_pages,).

        Parameters
        ----------
        share : float
            Share of the other pages that must have a text; at least 2 of them.
        """
        if not self.pages:
            return np.zeros(0)
        texts, counts = np.unique(
            np.concatenate([page.texts for page in self.pages]), return_counts=True
        )
        limit = max(2.0, share * (len(self.pages) - 1))
        template = texts[counts - 1 >= limit]
        shares = [
            page.sizes[is_in(page.texts, template)].sum() / max(page.n_tokens, 1)
            for page in self.pages
        ]
        return np.array(shares, dtype=np.float64)

    def layout_of(self, paths: DigestArray) -> int:
        """Return the layout of a page with these paths: that of the page most like it, else 0."""
        likeness = np.array([page.likeness(paths) for page in self.pages])
        if not len(likeness) or likeness.max() < SAME_LAYOUT:
            return 0
        return int(self.layout[likeness.argmax()])


class SiteLink(ABC):
    """Way from a page to the other pages of its site. It can be pickled, so that workers use it.

    Attributes
    ----------
    name : str
        Name of the page itself, which is not counted among the others.
    version : str
        Digest of the other pages: results that depend on the site are kept under it.
    """

    __slots__ = ()

    name: str
    version: str

    @abstractmethod
    def table(self) -> SiteTable:
        """Return the pages of the site."""

    @abstractmethod
    def sources(self) -> tuple[tuple[str, str], ...]:
        """Return name and markup of some pages of the site, for methods that learn from them."""


@dataclass(frozen=True, slots=True)
class KnownSite(SiteLink):
    """A table of pages that is in memory."""

    name: str
    pages: SiteTable
    version: str = ""
    markup: tuple[tuple[str, str], ...] = ()

    def table(self) -> SiteTable:
        """Return the pages of the site."""
        return self.pages

    def sources(self) -> tuple[tuple[str, str], ...]:
        """Return name and markup of the pages."""
        return self.markup


def section_of(url: str) -> str:
    """Return the first folder of an address: ``news`` of ``https://a.example/news/lake``."""
    try:
        folders = urlsplit(url).path.split("/")[1:-1]
    except ValueError:  # not an address
        return ""
    return folders[0] if folders else ""


def is_in(values: DigestArray, sorted_values: DigestArray) -> BoolArray:
    """Return which values are among sorted ones."""
    if not len(sorted_values):
        return np.zeros(len(values), dtype=np.bool_)
    index = sorted_values.searchsorted(values)
    index[index == len(sorted_values)] = 0
    is_found: BoolArray = sorted_values[index] == values
    return is_found


def _layouts(pages: tuple[SitePage, ...]) -> IntArray:
    """Return the layout of each page: that of the first page before it that is like it.

    Numbers are given by size, so that 1 is the layout of most pages.
    """
    leaders: list[SitePage] = []
    group = np.zeros(len(pages), dtype=np.int32)
    for row, page in enumerate(pages):
        likeness = [leader.likeness(page.paths) for leader in leaders]
        best = int(np.argmax(likeness)) if likeness else -1
        if best < 0 or likeness[best] < SAME_LAYOUT:
            best = len(leaders)
            leaders.append(page)
        group[row] = best
    order = np.argsort(-np.bincount(group, minlength=len(leaders)), kind="stable")
    number = np.zeros(len(leaders), dtype=np.int32)
    number[order] = np.arange(1, len(leaders) + 1)
    return number[group] if len(group) else group
