"""Where an element, or a part of it that differs, is on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.structure.records import Change
from boilerscope.extractors.text.align import align
from boilerscope.extractors.text.comparing import compared, compared_page

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.scoring.structure.records import Difference, ElementScore


def tokens_of(
    page: Page, element: ElementScore, part: Difference | None = None
) -> tuple[int, int] | None:
    """Return the tokens of a part of an element as a range, or those of the whole element.

    The whole element is returned if the part is not on the page; None if the element is not.
    A text that the element has more than once is found by counting those before it.
    """
    is_added = not element.number if part is None else part.change is Change.ADDED
    text = element.kept if is_added else element.gold
    found = np.flatnonzero(align(page, text).mask)
    if not len(found):
        return None
    first, last = int(found[0]), int(found[-1])
    if part is None:
        return first, last + 1
    inside = _nth_in(page, (first, last), text[part.start : part.end], text[: part.start])
    return inside or (first, last + 1)


def _nth_in(page: Page, tokens: tuple[int, int], text: str, before: str) -> tuple[int, int] | None:
    """Return the tokens of a text between two tokens, after as many equal texts as before it.

    The ends are not sure, because short texts are not aligned: if there are too few equal texts
    between them, the one after or the one before them is meant.
    """
    wanted = compared(text).as_text()
    if not wanted:
        return None
    ours, ranges = compared_page(page), page.tokens
    ends = int(ranges.start[tokens[0]]), int(ranges.end[tokens[1]])
    low, high = np.searchsorted(ours.positions, ends).tolist()
    page_text = ours.as_text()  # an index is a code point, as in `positions`
    beyond = len(compared(before).as_text()) + len(wanted)
    start = _nth(page_text, wanted, compared(before).as_text().count(wanted), low, high + beyond)
    if start < 0:
        start = page_text.rfind(wanted, max(low - beyond, 0), low)
    if start < 0:
        return None
    edges = ours.positions[[start, start + len(wanted) - 1]]
    first = int(np.searchsorted(ranges.end, edges[0], side="right"))
    last = int(np.searchsorted(ranges.start, edges[1], side="right"))
    return (first, last) if first < last else None


def _nth(text: str, wanted: str, n_before: int, low: int, high: int) -> int:
    """Return the offset of an occurrence after `n_before` others, or of the last; -1 for none."""
    start = text.find(wanted, low, high)
    for _ in range(n_before):
        later = text.find(wanted, start + len(wanted), high)
        if later < 0:
            break
        start = later
    return start
