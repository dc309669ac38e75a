"""Lines without words: brackets of code, rules of dashes, a mark between two paragraphs.

A segment has tokens, so these lines are in none. Which of them a result keeps follows from the
tokens beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.code_points import is_visible
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.ranges import run_bounds
from boilerscope.extractors.page.segments import breaks_before

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class WordlessLines:
    """The lines of a page that have visible characters but no token, in order.

    A line belongs to the token beside it with which it shares the smaller element: the last bracket
    of code belongs to the code, not to the paragraph after it. If both share the same element, the
    line belongs to both.

    Attributes
    ----------
    first_slot, last_slot : array of int, shape (n_lines,)
        The slots of its first and last visible characters.
    token : array of int, shape (n_lines,)
        Number of tokens before the line.
    is_of_previous, is_of_next : array of bool, shape (n_lines,)
        Whether it belongs to the last token before it, and to the first one after it.
    """

    first_slot: NDArray[np.int64]
    last_slot: NDArray[np.int64]
    token: IntArray
    is_of_previous: BoolArray
    is_of_next: BoolArray

    def kept(self, mask: BoolArray) -> BoolArray:
        """Return which lines are kept with some tokens: all tokens that they belong to are kept."""
        padded = np.zeros(len(mask) + 2, dtype=np.bool_)
        padded[1:-1] = mask
        is_lost = (self.is_of_previous & ~padded.take(self.token)) | (
            self.is_of_next & ~padded.take(self.token + 1)
        )
        return (self.is_of_previous | self.is_of_next) & ~is_lost


def wordless_lines(page: Page) -> WordlessLines:
    """Return the lines without words of a page, cached on it."""
    return page.cached("wordless lines", _build)


def _build(page: Page) -> WordlessLines:
    slots, breaks = page.slots, breaks_before(page)
    n_visible = prefix_sums(is_visible(page.codes))
    has_words = slots.token_end > slots.token_start
    is_line_of_words = np.zeros(int(breaks[-1]) + 1 if len(breaks) else 0, dtype=np.bool_)
    is_line_of_words[breaks[has_words]] = True
    is_wordless = (n_visible.take(slots.end) > n_visible.take(slots.start)) & ~(
        is_line_of_words.take(breaks)
    )
    slot = is_wordless.nonzero()[0]
    line = breaks.take(slot)
    edges = run_bounds(line[1:] != line[:-1], len(slot))
    first, last = slot.take(edges[:-1]), slot.take(edges[1:] - 1)
    # Slots follow each other in the order of the document, so the innermost element that two of
    # them share is as deep as the least deep owner from the first to the second.
    depth = page.elements.depth.take(slots.owner)
    depth_before = _least_since(depth, has_words).take(first)
    depth_after = _least_since(depth[::-1], has_words[::-1])[::-1].take(last)
    words_before = prefix_sums(slots.token_end - slots.token_start)
    token = words_before.take(first)
    flags = slots.flags.take(first)
    return WordlessLines(
        first_slot=first,
        last_slot=last,
        token=token,
        is_of_previous=(depth_before >= depth_after) & (flags == _flags_of(page, token - 1)),
        is_of_next=(depth_after >= depth_before) & (flags == _flags_of(page, token)),
    )


def _least_since(depth: IntArray, has_words: BoolArray) -> IntArray:
    """Return the minimum of a depth since the last slot with words, -1 before the first one."""
    n_since = has_words.cumsum(dtype=np.int64)
    # Each slot with words begins anew: its stretch lies below all of the one before it.
    below = n_since * (int(depth.max(initial=0)) + 1)
    least = np.minimum.accumulate(depth - below) + below
    return np.where(n_since > 0, least, -1).astype(np.int32)


def _flags_of(page: Page, token: IntArray) -> NDArray[np.int64]:
    """Return the flags of the slots of some tokens, -1 for those that do not exist."""
    padded = np.full(page.n_tokens + 2, -1, dtype=np.int64)
    padded[1:-1] = page.slots.flags.take(page.tokens.slot)
    return padded.take(token + 1)
