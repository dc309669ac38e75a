"""Evidence of the site: on how many other pages of the site each segment is, word for word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.other_pages import SAME_LAYOUT, is_in, section_of
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.segments import segments
from boilerscope.extractors.page.site.digests import path_digests, text_digests

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page.other_pages import SitePage
    from boilerscope.extractors.page.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

MIN_OTHERS = 4
"""Other pages from which on the evidence is used: four give nearly all of its use."""

COPY_SHARE = 0.9
"""Share of the words of a page that a copy of it has, see `site_evidence`."""

LONG_TOKENS = 10
"""Tokens of a segment that counts as running text."""


@dataclass(frozen=True, slots=True, eq=False)
class SiteEvidence:
    """Other pages of the site of a page, without copies of the page.

    Attributes
    ----------
    site : str
        Registered domain, or the folder of pages without an address.
    n_listed : int
        Pages of the site in the listing, this one included.
    copies : tuple of str
        Names of the copies of the page, which are not counted.
    others : sequence of SitePage
        The other pages.
    has_segment : array of bool, shape (n_others, n_segments)
        Which pages have the text of which segment of this page.
    layout : int
        Layout of this page, from 1; 0 if no other page is like it.
    other_layout : array of int, shape (n_others,)
        Layouts of the other pages.
    n_with : array of int, shape (n_segments,)
        Number of other pages with the text of each segment.
    n_tokens : array of int, shape (n_segments,)
        Tokens of each segment of this page.
    section : str
        First folder of the address of this page.
    """

    site: str
    n_listed: int
    copies: tuple[str, ...]
    others: Sequence[SitePage]
    has_segment: BoolArray
    layout: int
    other_layout: IntArray
    n_with: IntArray
    n_tokens: IntArray
    section: str

    @property
    def n_others(self) -> int:
        """Number of other pages that count."""
        return len(self.others)

    @property
    def share(self) -> FloatArray:
        """Share of the other pages with the text of each segment; NaN without other pages."""
        if not self.n_others:
            return np.full(len(self.n_with), np.nan)
        return self.n_with / self.n_others

    @property
    def token_share(self) -> FloatArray:
        """`share` for each token of the page, shape (n_tokens,)."""
        return self.share.repeat(self.n_tokens)

    def within(self, is_counted: BoolArray) -> SiteEvidence:
        """Return the evidence of some of the other pages."""
        rows = is_counted.nonzero()[0]
        has_segment = self.has_segment[rows]
        return SiteEvidence(
            self.site,
            self.n_listed,
            self.copies,
            [self.others[row] for row in rows.tolist()],
            has_segment,
            self.layout,
            self.other_layout[rows],
            has_segment.sum(axis=0, dtype=np.int32),
            self.n_tokens,
            self.section,
        )

    def of_layout(self) -> SiteEvidence:
        """Return the evidence of pages of the same layout."""
        return self.within((self.other_layout == self.layout) & (self.layout > 0))

    def of_section(self) -> SiteEvidence:
        """Return the evidence of pages of the same section."""
        return self.within(
            np.array([other.section == self.section for other in self.others], dtype=np.bool_)
        )

    def pages_with(self, segment: int) -> list[SitePage]:
        """Return the other pages with the text of a segment."""
        return [self.others[row] for row in self.has_segment[:, segment].nonzero()[0].tolist()]


def site_evidence(page: Page) -> SiteEvidence | None:
    """Return the evidence of the site of a page, cached on the page.

    A page with `COPY_SHARE` of the words of this page, and with as much of its running text, is a
    copy, such as a print version or a reprint. It is not counted: else the article would be
    template. Pages that are only listed together, without an address, are of one site if their
    layout is the same.

    Returns
    -------
    SiteEvidence or None
        None if the page was listed without its site.
    """
    return None if page.site is None else page.cached(("site evidence", page.site), _evidence)


def _evidence(page: Page) -> SiteEvidence | None:
    if page.site is None:
        return None
    table, texts = page.site.table(), text_digests(page)
    parts = segments(page)
    n_tokens = parts.token_end - parts.token_start
    paths = path_digests(page)
    rows = [
        row
        for row, other in enumerate(table.pages)
        if other.name != page.site.name
        if not table.is_assumed or other.likeness(paths) >= SAME_LAYOUT
    ]
    has_segment = np.zeros((len(rows), len(texts)), dtype=np.bool_)
    for number, row in enumerate(rows):
        has_segment[number] = is_in(texts, table.pages[row].texts)
    own_url = next((other.url for other in table.pages if other.name == page.site.name), "")
    is_copy = _covers(has_segment, n_tokens)
    is_long = n_tokens >= LONG_TOKENS
    if is_long.any():
        is_copy &= _covers(has_segment[:, is_long], n_tokens[is_long])
    counted = (~is_copy).nonzero()[0]
    others = [table.pages[rows[number]] for number in counted.tolist()]
    return SiteEvidence(
        table.site,
        max(table.n_listed, len(rows) + 1),
        tuple(table.pages[rows[number]].name for number in is_copy.nonzero()[0].tolist()),
        others,
        has_segment[counted],
        table.layout_of(paths),
        table.layout[np.array(rows, dtype=np.int32)[counted]],
        has_segment[counted].sum(axis=0, dtype=np.int32),
        n_tokens,
        section_of(own_url or page.url or ""),
    )


def _covers(has_segment: BoolArray, n_tokens: IntArray) -> BoolArray:
    """Return which pages have almost all tokens of some segments."""
    total = int(prefix_sums(n_tokens)[-1])
    shared = has_segment @ n_tokens
    covers: BoolArray = (shared >= COPY_SHARE * total) & (total > 0)
    return covers
