"""Records of the site of a page, as views show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.segments import segments

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.widgets.records import Selection


@dataclass(frozen=True, slots=True)
class SiteRow:
    """One page of the site.

    Attributes
    ----------
    name : str
        Name of the page in its listing.
    label : str
        Its path on the site, or its name if it has no address.
    layout : int
        Number of its layout, from 1; 0 if it is like no other page.
    template : float
        Share of its words that are on enough other pages of the site.
    n_words : int
        Its words.
    """

    name: str
    label: str
    layout: int
    template: float
    n_words: int


@dataclass(frozen=True, slots=True, eq=False)
class SiteRecord:
    """Other pages of the site of a page.

    Attributes
    ----------
    site : str
        Registered domain, or the folder of pages without an address.
    page : SiteRow
        The page on screen.
    others : tuple of SiteRow
        The other pages, without copies of the page.
    n_listed, n_copies : int
        Pages of the site in the listing, and copies of the page that are not counted.
    has_segment : array of bool, shape (n_others, n_segments)
        Which other pages have which segment of the page, word for word.
    """

    site: str
    page: SiteRow
    others: tuple[SiteRow, ...]
    n_listed: int
    n_copies: int
    has_segment: BoolArray

    def layouts(self) -> list[tuple[int, int]]:
        """Return the layouts with their numbers of pages, the page on screen included."""
        numbers = [row.layout for row in (self.page, *self.others)]
        return [(layout, numbers.count(layout)) for layout in sorted(set(numbers))]


def segment_of(page: Page, selection: Selection) -> int:
    """Return the segment with the first selected token, -1 without tokens."""
    parts = segments(page)
    if not selection.runs or not len(parts):
        return -1
    return int(np.searchsorted(parts.token_end, selection.start, side="right"))
