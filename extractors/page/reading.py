"""The page text as it is read: with a space where the page shows one and its source has none.

``<a>Old Bridge</a><a>Tidal power</a>`` are two words in the page text, and so in what algorithms
make of it, but two things on the page. Views quote the text with a space between them; nothing here
changes a token, a mask or a text of an extractor.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.segments import breaks_before

if TYPE_CHECKING:
    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray, Layout

_EXACT = frozenset(("pre", "textarea", "listing", "xmp", "plaintext"))
_IDEOGRAPHS = 0x2E80
"""From here on, letters are set without spaces between words."""
_GAP = 0.15
"""Boxes with a wider gap between them, as a share of their height, are read apart."""
_OVERLAP = 0.25
"""Boxes that share less of their height are in different lines; a raised letter shares more."""


def reading_spaces(page: Page) -> IntArray:
    """Return the offsets in the page text before which a space is read that the source lacks.

    Cached on the page. A space is read at every block-level boundary; between two texts in one
    line if their boxes do not touch in the page's layout, and without a layout if each is in a link
    of its own. None is read inside preformatted text or beside ideographs.
    """
    return page.stage(("reading spaces", page.layout), _spaces)


def reading_text(page: Page, start: int, end: int) -> str:
    """Return the page text between two offsets as it is read, white space collapsed."""
    offsets = reading_spaces(page)
    first, last = np.searchsorted(offsets, [start, end], side="left")
    cuts = [start, *offsets[first:last].tolist(), end]
    return " ".join(" ".join(page.text[a:b] for a, b in pairwise(cuts)).split())


def _spaces(page: Page) -> IntArray:
    slots = page.slots
    filled = np.flatnonzero(slots.end > slots.start).astype(np.int32)
    before, after = filled[:-1], filled[1:]
    breaks = breaks_before(page)
    is_break = breaks[before] != breaks[after]
    is_apart = ~is_break & ~_is_exact(page, before) & _is_solid(page, slots.start[after])
    if page.layout is None:
        links = page.elements.innermost(page.elements.tagged(frozenset(("a",))))
        one, other = links[slots.owner[before]], links[slots.owner[after]]
        is_apart &= (one >= 0) & (other >= 0) & (one != other)
    else:
        is_apart &= _are_boxes_apart(page.layout, before, after)
    offsets: IntArray = slots.start[after][is_break | is_apart]
    return offsets


def _is_exact(page: Page, slot: IntArray) -> BoolArray:
    inside = page.elements.innermost(page.elements.tagged(_EXACT))[page.slots.owner[slot]]
    return np.asarray(inside >= 0)


def _is_solid(page: Page, offset: IntArray) -> BoolArray:
    """Return whether neither white space nor an ideograph is on either side of each offset."""
    sides = page.codes[np.stack([offset - 1, offset])]
    is_blank = np.isin(sides, np.array([9, 10, 11, 12, 13, 32, 160], dtype=sides.dtype))
    return np.asarray(~(is_blank | (sides >= _IDEOGRAPHS)).any(axis=0))


def _are_boxes_apart(layout: Layout, before: IntArray, after: IntArray) -> BoolArray:
    """Return whether the boxes of two texts are beside or below each other without touching.

    A text without a box touches every other one.
    """
    one, other = layout.slot_box[before], layout.slot_box[after]
    start = np.maximum(one[:, :2], other[:, :2])
    end = np.minimum(one[:, :2] + one[:, 2:], other[:, :2] + other[:, 2:])
    across, down = (end - start).T  # how far they overlap, negative where there is a gap
    height = np.minimum(one[:, 3], other[:, 3])
    return np.asarray((across < -_GAP * height) | (down < _OVERLAP * height))
