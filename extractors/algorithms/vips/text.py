"""The text of slots as a reader sees it: one line per run that no block-level element breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.page.ranges import joined_ranges, run_bounds
from extractors.page.segments import breaks_before
from extractors.text.collapsed_text import slot_texts

if TYPE_CHECKING:
    from extractors.page import Page
    from extractors.page.records import BoolArray


def text_of_slots(page: Page, kept: BoolArray) -> str:
    """Return the text of slots, white space collapsed, a line break after each line.

    Parameters
    ----------
    page : Page
        The page.
    kept : array of bool, shape (n_slots,)
        The slots, of which those without ink are nothing; white space between two of them in a
        line counts though it is in others.
    """
    whole = slot_texts(page)
    inked = whole.end > whole.start
    slots = (kept & inked).nonzero()[0]
    if not len(slots):
        return ""
    line = breaks_before(page)[slots]
    left_out = (inked & ~kept).cumsum()[slots]
    new_line = line[1:] != line[:-1]
    # Slots with nothing but white space between them stand in one piece of the collapsed text.
    edges = run_bounds(new_line | (left_out[1:] != left_out[:-1]), len(slots))
    first, last = edges[:-1], edges[1:] - 1
    start, end = whole.start[slots[first]], whole.end[slots[last]]
    before = np.zeros(len(first), dtype=np.int32)
    before[1:] = np.where(new_line[last[:-1]], 2, 1)
    return joined_ranges(whole.text, start, end, before, ("", " ", "\n")) + "\n"
