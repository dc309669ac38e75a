"""Groups of pages: by language, page type, length, set, site, or site and layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from boilerscope.extractors.scoring.results import ScoredPage

LENGTH_GROUPS = 5
UNKNOWN = "unknown"


BY_LAYOUT = "layout"
"""Groups for which a table must have the layouts of its pages, see `ScoreTable.take_layouts`."""


def group_names(pages: Sequence[ScoredPage], by: str) -> list[str]:
    """Return the group of each page.

    Parameters
    ----------
    by : str
        A name in `GROUPS`.
    """
    return GROUPS[by](pages)


def _by_length(pages: Sequence[ScoredPage]) -> list[str]:
    """Return the fifth that each page is in by the length of its main content, or of the page.

    The length of the page counts where no page has gold. Pages of equal length are in the same
    fifth, the first that has one of them.
    """
    has_gold = any(page.n_gold for page in pages)
    unit = "gold words" if has_gold else "words"
    lengths = np.array([page.n_gold if has_gold else page.n_tokens for page in pages], np.int64)
    ordered = np.sort(lengths)
    starts = [part[0] for part in np.array_split(np.arange(len(pages)), LENGTH_GROUPS) if len(part)]
    first = np.searchsorted(ordered, lengths, side="left")
    fifth = np.searchsorted(starts, first, side="right")
    names = {}
    for number, of_fifth in enumerate(np.unique(fifth).tolist(), 1):
        members = lengths[fifth == of_fifth]
        names[of_fifth] = f"{number}: {members.min():,} to {members.max():,} {unit}"
    return [names[of_page] for of_page in fifth.tolist()]


GROUPS: Mapping[str, Callable[[Sequence[ScoredPage]], list[str]]] = {
    "language": lambda pages: [page.language or UNKNOWN for page in pages],
    "type": lambda pages: [page.page_type or UNKNOWN for page in pages],
    "length": _by_length,
    "set": lambda pages: [page.set_name for page in pages],
    "site": lambda pages: [page.site or UNKNOWN for page in pages],
    BY_LAYOUT: lambda pages: [page.site_and_layout or UNKNOWN for page in pages],
}
"""Functions that return the group of each page, by criterion."""

_TITLES = {"type": "page type", BY_LAYOUT: "site and layout"}


def group_title(by: str) -> str:
    """Return what forms the groups, as the title of a table names it: ``page type``."""
    return _TITLES.get(by, by)
