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
    from extractors.page.records import BoolArray, FloatArray, IntArray

_EXACT = frozenset(("pre", "textarea", "listing", "xmp", "plaintext"))
_LINK = frozenset(("a",))
_BLANKS = np.array([9, 10, 11, 12, 13, 32, 160], dtype=np.uint32)
_IDEOGRAPHS = 0x2E80
"""From here on, letters are set without spaces between words, and lines break between any two."""
_GAP = 0.15
"""Boxes with a wider gap between them, as a share of their height, are read apart."""
_OVERLAP = 0.5
"""Boxes that share less of their height are in different lines; a raised letter shares more.

Boxes of text are higher than its lines where these are tight, the more so at a small zoom.
"""


def reading_spaces(page: Page) -> IntArray:
    """Return the offsets in the page text before which a space is read that the source lacks.

    Cached on the page. A space is read at every block-level boundary, and between two texts in one
    line that the page sets apart: by what a browser measured (`Page.set_apart`, else the layout),
    and without either if each is in a link of its own. None is read inside preformatted text.
    """
    return page.cached(("reading spaces", page.layout, page.set_apart), _spaces)


def reading_text(page: Page, start: int, end: int) -> str:
    """Return the page text between two offsets as it is read, white space collapsed."""
    offsets = reading_spaces(page)
    first, last = np.searchsorted(offsets, [start, end], side="left")
    cuts = [start, *offsets[first:last].tolist(), end]
    return " ".join(" ".join(page.text[a:b] for a, b in pairwise(cuts)).split())


def touching_slots(page: Page) -> tuple[IntArray, IntArray]:
    """Return pairs of neighbouring text slots in one line without white space between them."""
    return page.cached("touching slots", _touching_slots)


def slots_apart(page: Page, one: FloatArray, other: FloatArray) -> tuple[int, ...]:
    """Return the second slots of those `touching_slots` that a browser shows apart.

    Parameters
    ----------
    page : Page
        The page.
    one, other : array of float, shape (n_pairs, 4)
        x, y, width and height of the first and the second text of each pair; NaN without a box.
    """
    before, after = touching_slots(page)
    return tuple(after[_are_apart(page, before, after, one, other)].tolist())


def _spaces(page: Page) -> IntArray:
    slots, (before, after) = page.slots, touching_slots(page)
    if page.set_apart is not None:
        apart = np.array(page.set_apart, dtype=np.int32)
    else:
        boxes = np.full((len(slots), 4), np.nan) if page.layout is None else page.layout.slot_box
        apart = after[_are_apart(page, before, after, boxes[before], boxes[after])]
    filled = _filled_slots(page)
    is_break = np.diff(breaks_before(page)[filled]) != 0
    offsets: IntArray = slots.start[np.sort(np.append(filled[1:][is_break], apart))]
    return offsets


def _filled_slots(page: Page) -> IntArray:
    return np.flatnonzero(page.slots.end > page.slots.start).astype(np.int32)


def _touching_slots(page: Page) -> tuple[IntArray, IntArray]:
    slots, filled = page.slots, _filled_slots(page)
    before, after = filled[:-1], filled[1:]
    breaks = breaks_before(page)
    exact = page.elements.innermost(page.elements.tagged(_EXACT))[slots.owner[before]] >= 0
    sides = page.codes[np.stack([slots.start[after] - 1, slots.start[after]])]
    is_blank = np.isin(sides, _BLANKS).any(axis=0)
    touches = (breaks[before] == breaks[after]) & ~exact & ~is_blank
    return before[touches], after[touches]


def _are_apart(
    page: Page, before: IntArray, after: IntArray, one: FloatArray, other: FloatArray
) -> BoolArray:
    """Return whether two texts are read apart: by their boxes, without these by their links."""
    links = page.elements.innermost(page.elements.tagged(_LINK))
    first, second = links[page.slots.owner[before]], links[page.slots.owner[after]]
    in_two_links = (first >= 0) & (second >= 0) & (first != second)
    start = np.maximum(one[:, :2], other[:, :2])
    end = np.minimum(one[:, :2] + one[:, 2:], other[:, :2] + other[:, 2:])
    across, down = (end - start).T  # how far they overlap, negative where there is a gap
    height = np.minimum(one[:, 3], other[:, 3])
    in_two_lines = down < _OVERLAP * height
    starts = page.slots.start[after]
    has_ideograph = (page.codes[np.stack([starts - 1, starts])] >= _IDEOGRAPHS).any(axis=0)
    by_boxes = np.where(in_two_lines, in_two_links | ~has_ideograph, across < -_GAP * height)
    return np.asarray(np.where(np.isnan(height), in_two_links, by_boxes))
