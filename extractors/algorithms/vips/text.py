"""Text of slots as a reader sees it: a block-level element begins a new line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.ranges import joined_ranges, run_bounds
from boilerscope.extractors.page.segments import breaks_before
from boilerscope.extractors.text.collapsed_text import slot_texts

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray


def text_of_slots(page: Page, is_kept: BoolArray) -> str:
    """Return the text of slots, white space collapsed, a line break after each line.

    Parameters
    ----------
    is_kept : array of bool, shape (n_slots,)
        The slots. White space between two slots in a line becomes a space, even if it is in
        a slot that is not kept.
    """
    texts = slot_texts(page)
    has_text = texts.end > texts.start
    slots = np.flatnonzero(is_kept & has_text)
    if not len(slots):
        return ""
    line = breaks_before(page)[slots]
    n_dropped = np.cumsum(has_text & ~is_kept)[slots]
    starts_line = line[1:] != line[:-1]
    # Slots with only white space between them are one range of the collapsed text.
    edges = run_bounds(starts_line | (n_dropped[1:] != n_dropped[:-1]), len(slots))
    first, last = edges[:-1], edges[1:] - 1
    separator = np.zeros(len(first), dtype=np.int32)
    separator[1:] = np.where(starts_line[last[:-1]], 2, 1)
    start, end = texts.start[slots[first]], texts.end[slots[last]]
    return joined_ranges(texts.text, start, end, separator, ("", " ", "\n")) + "\n"
