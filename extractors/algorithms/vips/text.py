"""The text of slots as a reader sees it: one line per run that no block-level element breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.text_lengths import text_lengths
from extractors.page.records import SlotFlag
from extractors.page.segments import breaks_before

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
        The slots; white space between two of them in a line counts though it is in others.
    """
    if not kept.any():
        return ""
    line = breaks_before(page)
    usable = kept | (text_lengths(page, SlotFlag.NONE).slot == 0)
    fresh = np.append(True, (line[1:] != line[:-1]) | (usable[1:] != usable[:-1]))
    first = np.flatnonzero(fresh)
    last = np.append(first[1:], len(kept)) - 1
    held = np.logical_or.reduceat(kept, first)
    start, end = page.slots.start[first[held]], page.slots.end[last[held]]
    lines: dict[int, list[str]] = {}
    for number, begin, stop in zip(
        line[first[held]].tolist(), start.tolist(), end.tolist(), strict=True
    ):
        lines.setdefault(number, []).append(page.text[begin:stop])
    return "".join(" ".join(" ".join(parts).split()) + "\n" for parts in lines.values())
