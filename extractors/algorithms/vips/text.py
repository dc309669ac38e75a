"""The text of slots as a reader sees it: one line per run that no block-level element breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.page.segments import breaks_before
from extractors.page.sums import run_bounds
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
    ends_line = np.ones(len(last), dtype=np.bool_)
    ends_line[:-1] = new_line[last[:-1]]
    starts, ends = whole.start[slots[first]].tolist(), whole.end[slots[last]].tolist()
    ranges, text = zip(starts, ends, ends_line.tolist(), strict=True), whole.text
    return "".join([text[a:b] + ("\n" if is_last else " ") for a, b, is_last in ranges])
