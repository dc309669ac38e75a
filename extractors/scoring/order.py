"""Selection and order of the pages in a list."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.parts import Compared

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.extractors.scoring.parts import OfRule, PanePart
    from boilerscope.extractors.scoring.table import ScoreTable


class SortKey(StrEnum):
    """Sort criterion of pages."""

    WORST = "worst"
    SPREAD = "spread"
    DIFFERENCE = "difference"
    EXPECTED = "expected"
    DISAGREEMENT = "disagreement"
    LENGTH = "length"
    NAME = "name"
    RULE = "rule"


_LARGEST_FIRST = frozenset({SortKey.SPREAD, SortKey.DISAGREEMENT, SortKey.LENGTH, SortKey.RULE})


@dataclass(frozen=True, slots=True)
class Sort:
    """Order of pages.

    Attributes
    ----------
    key : SortKey
        Value of a pane, lowest first; best minus worst pane, largest first; value of a pane minus
        value of the baseline, lowest first; expected F1 of a pane, lowest first; 1 minus the mean
        agreement of the panes, largest first; number of words, largest first; name; words that a
        rule got wrong, most first.
    measure : str
        Measure of the values.
    pane, baseline : str
        Panes of `WORST`, `DIFFERENCE` and `EXPECTED`; the first pane if empty.
    rule : OfRule or None
        Rule of `RULE`.
    reverse : bool
        Whether the order is reversed. Failures and pages without a value keep their positions.
    """

    key: SortKey = SortKey.SPREAD
    measure: str = "token_f1"
    pane: str = ""
    baseline: str = ""
    rule: OfRule | None = None
    reverse: bool = False

    @property
    def is_descending(self) -> bool:
        """Whether the largest value comes first."""
        return (self.key in _LARGEST_FIRST) is not self.reverse


EXPECTED_AXIS = "expected F1"
"""Horizontal axis with the expected F1 of the pane of the vertical axis."""


@dataclass(frozen=True, slots=True)
class Box:
    """Rectangle in the scatter plot: pages whose values of two panes are within limits.

    Attributes
    ----------
    across, up : str
        Panes of the two axes; `across` may be `EXPECTED_AXIS`.
    left, right, bottom, top : float
        Limits, both included.
    """

    measure: str
    across: str
    up: str
    left: float
    right: float
    bottom: float
    top: float

    @property
    def panes(self) -> frozenset[str]:
        """The panes of the axes."""
        return frozenset((self.across, self.up)) - {EXPECTED_AXIS}


@dataclass(frozen=True, slots=True)
class PageFilter:
    """Filter of pages; empty or None conditions match all pages.

    Attributes
    ----------
    text : str
        Part of the name, the title or the address, or of the text of pages that were already
        searched (`ScoreTable.take_found`); case is ignored.
    languages, page_types, sets, sites, layouts : frozenset of str
        Allowed values of the page; a layout with its site, see `ScoredPage.site_and_layout`.
    min_words, max_words : int or None
        Length of the page, both limits included.
    min_gold, max_gold : int or None
        Length of the main content, both limits included.
    only_failures : bool
        Whether a pane must have failed on the page.
    box : Box or None
        Rectangle in the scatter plot.
    part : PanePart or None
        Pages that a number of the leaderboard counts.
    """

    text: str = ""
    languages: frozenset[str] = frozenset()
    page_types: frozenset[str] = frozenset()
    sets: frozenset[str] = frozenset()
    sites: frozenset[str] = frozenset()
    layouts: frozenset[str] = frozenset()
    min_words: int | None = None
    max_words: int | None = None
    min_gold: int | None = None
    max_gold: int | None = None
    only_failures: bool = False
    box: Box | None = None
    part: PanePart | None = None

    @property
    def is_empty(self) -> bool:
        """Whether the filter matches all pages."""
        return self == PageFilter()


class PageOrder:
    """Pages in their listed order.

    Parameters
    ----------
    rows : array of int
        Numbers of the pages in the corpus.
    values : array of float, optional
        Sort value of each page, see `sort_values`; NaN by default.
    has_failed : array of bool, optional
        Whether a pane failed on the page; False by default.
    """

    def __init__(
        self,
        rows: NDArray[np.int64],
        values: FloatArray | None = None,
        has_failed: BoolArray | None = None,
    ) -> None:
        self.rows = rows
        self.values = np.full(len(rows), np.nan) if values is None else values
        self.has_failed = np.zeros(len(rows), np.bool_) if has_failed is None else has_failed
        self._position = {row: position for position, row in enumerate(rows.tolist())}

    def __len__(self) -> int:
        return len(self.rows)

    def position(self, row: int) -> int | None:
        """Return the position of a page, from 0; None if it is not listed."""
        return self._position.get(row)

    def after(self, row: int | None, step: int = 1) -> int | None:
        """Return the page `step` positions after a page, None beyond either end.

        A page that is not listed counts as before the first page, or as after the last page if
        `step` is negative.
        """
        position = None if row is None else self.position(row)
        if position is None:
            position = -1 if step > 0 else len(self)
        target = position + step
        return int(self.rows[target]) if 0 <= target < len(self) else None


def chosen(table: ScoreTable, page_filter: PageFilter) -> BoolArray:
    """Return the mask of finished pages that match a filter, shape (n_pages,)."""
    mask = table.is_done.copy()
    pages = table.pages
    if page_filter.text:
        text = page_filter.text.casefold()
        is_named = np.array([text in haystack for haystack in table.haystacks], dtype=np.bool_)
        mask &= is_named | table.with_text(page_filter.text)
    for allowed, names in (
        (page_filter.languages, map(table.language, range(len(pages)))),
        (page_filter.page_types, (page.page_type for page in pages)),
        (page_filter.sets, (page.set_name for page in pages)),
        (page_filter.sites, map(table.site, range(len(pages)))),
        (page_filter.layouts, map(partial(table.site, layout=True), range(len(pages)))),
    ):
        if allowed:
            mask &= np.fromiter((name in allowed for name in names), np.bool_, len(pages))
    for low, high, lengths in (
        (page_filter.min_words, page_filter.max_words, table.n_tokens),
        (page_filter.min_gold, page_filter.max_gold, table.n_gold),
    ):
        if low is not None:
            mask &= lengths >= low
        if high is not None:
            mask &= lengths <= high
    if page_filter.only_failures:
        mask &= table.has_failed.any(axis=1)
    if page_filter.box is not None:
        mask &= _in_box(table, page_filter.box)
    part = page_filter.part
    if isinstance(part, Compared):
        return mask & part.pages(table, mask)
    return mask if part is None else mask & part.pages(table)


def ordered(table: ScoreTable, mask: BoolArray, sort: Sort) -> PageOrder:
    """Sort pages, with failures first and pages without a value last."""
    rows = np.flatnonzero(mask)
    values = sort_values(table, sort)[rows]
    is_unknown = np.isnan(values)
    sort_keys = np.where(is_unknown, 0.0, -values if sort.is_descending else values)
    has_failed: BoolArray = np.logical_or.reduce(table.has_failed[rows], axis=1)
    order = np.lexsort((table.name_rank[rows], sort_keys, is_unknown & ~has_failed, ~has_failed))
    return PageOrder(rows[order], values[order], has_failed[order])


def sort_values(table: ScoreTable, sort: Sort) -> FloatArray:
    """Return the sort value of each page, NaN if it has none; shape (n_pages,)."""
    if sort.key in _BY_PAGE:
        return _BY_PAGE[sort.key](table, sort)
    values = table.values(sort.measure)
    if sort.key is SortKey.SPREAD:
        return spread(values)
    pane_values = values[:, _column(table, sort.pane)]
    if sort.key is SortKey.WORST:
        return pane_values
    return pane_values - values[:, _column(table, sort.baseline)]


def _wrong_words(table: ScoreTable, rule: OfRule | None) -> FloatArray:
    values = np.full(len(table.pages), np.nan)
    if rule is not None:
        values[list(rule.rows)] = rule.words
    return values


def _expected(table: ScoreTable, sort: Sort) -> FloatArray:
    return table.expected[:, _column(table, sort.pane)]


_BY_PAGE: Mapping[SortKey, Callable[[ScoreTable, Sort], FloatArray]] = {
    SortKey.NAME: lambda table, _: table.name_rank.astype(np.float64),
    SortKey.LENGTH: lambda table, _: table.n_tokens.astype(np.float64),
    SortKey.RULE: lambda table, sort: _wrong_words(table, sort.rule),
    SortKey.EXPECTED: _expected,
    SortKey.DISAGREEMENT: lambda table, _: 1 - _known_mean(table.agreement),
}
"""Values that do not come from a measure."""


def spread(values: FloatArray) -> FloatArray:
    """Return the best minus the worst value of each page, NaN without values."""
    if not values.shape[1]:
        return np.full(len(values), np.nan)
    is_unknown = np.isnan(values)
    best = np.where(is_unknown, -np.inf, values).max(axis=1)
    worst = np.where(is_unknown, np.inf, values).min(axis=1)
    return np.where(is_unknown.all(axis=1), np.nan, best - worst)


def _known_mean(values: FloatArray) -> FloatArray:
    """Return the mean of the known values of each page, NaN without any."""
    is_known = ~np.isnan(values)
    sums = np.where(is_known, values, 0.0).sum(axis=1)
    n_known = is_known.sum(axis=1)
    mean: FloatArray = np.where(n_known > 0, sums / np.maximum(n_known, 1), np.nan)
    return mean


def _in_box(table: ScoreTable, box: Box) -> BoolArray:
    values = table.values(box.measure)
    up = values[:, _column(table, box.up)]
    if box.across == EXPECTED_AXIS:
        across = table.expected[:, _column(table, box.up)]
    else:
        across = values[:, _column(table, box.across)]
    inside = (across >= box.left) & (across <= box.right)
    return inside & (up >= box.bottom) & (up <= box.top)


def _column(table: ScoreTable, pane: str) -> int:
    return table.panes.index(pane) if pane else 0
