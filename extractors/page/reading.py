"""The page text as a person reads it: with spaces that the page shows but its source lacks.

``<a>Old Bridge</a><a>Tidal power</a>`` has no space between its two links in the page text, so
algorithms do not see a space, but the page shows the links apart. Views quote the text with a space
between them; tokens, masks and the texts of extractors do not change.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.segments import INLINE_TAGS, breaks_before, edges_before

if TYPE_CHECKING:
    from boilerscope.extractors.page.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

_EXACT = frozenset(("pre", "textarea", "listing", "xmp", "plaintext"))
_WHITE_SPACE = re.compile(r"(?:^|[;\s])white-space\s*:\s*([a-z-]{3,15})", re.IGNORECASE)
_EXACT_VALUES = frozenset(("pre", "pre-wrap", "pre-line", "break-spaces"))
EDITOR_LINES = frozenset(("CodeMirror-line", "cm-line", "view-line", "ace_line"))
"""Classes of the lines of editors."""
_EXACT_CLASSES = {
    **{f"whitespace-{value}": value for value in ("normal", "nowrap", *sorted(_EXACT_VALUES))},
    **dict.fromkeys(sorted(EDITOR_LINES), "pre"),
}
"""Values of ``white-space`` by class: those of Tailwind, and the lines of editors."""

_LINK = frozenset(("a",))
_REPLACED = frozenset(("annotation", "img", "input", "meter", "progress", "svg"))
"""Inline elements that the page shows in place of text, and the second text of a formula."""

_BLANKS = np.array([9, 10, 11, 12, 13, 32, 160], dtype=np.uint32)
_IDEOGRAPHS = 0x2E80
"""First code point of scripts without spaces between words; lines break between any two."""
_GAP = 0.15
"""Boxes with a wider gap, as a share of their height, are apart."""
_OVERLAP = 0.5
"""Boxes that share less of their height are on different lines; raised letters share more.

With tight lines, text boxes are higher than the lines, especially at a small zoom.
"""


def reading_spaces(page: Page) -> IntArray:
    """Return the offsets in the page text where a reader sees a space that the source lacks.

    Cached on the page. There is a space at every block-level boundary, and between two texts of a
    line that the page shows apart: according to a browser (`Page.set_apart`, else the layout), or,
    without a browser, if each text is in its own link. Preformatted text gets none.
    """
    return page.cached(("reading spaces", page.layout, page.set_apart), _spaces)


def reading_text(page: Page, start: int, end: int) -> str:
    """Return the page text between two offsets as a person reads it, white space collapsed."""
    offsets = reading_spaces(page)
    first, last = np.searchsorted(offsets, [start, end], side="left")
    cuts = [start, *offsets[first:last].tolist(), end]
    return " ".join(" ".join(page.text[a:b] for a, b in pairwise(cuts)).split())


def touching_slots(page: Page) -> tuple[IntArray, IntArray]:
    """Return pairs of neighbouring text slots in one line without white space between them."""
    return page.cached("touching slots", _touching_slots)


def is_preformatted(page: Page) -> BoolArray:
    """Return which elements show their line breaks, most of them all white space; cached."""
    return page.cached("preformatted", lambda read: _preformatted(read, _EXACT_VALUES))


def has_indents(page: Page) -> BoolArray:
    """Return which elements show all their white space, indents too, cached on the page.

    Others of `is_preformatted` show only their line breaks (``white-space: pre-line``).
    """
    values = _EXACT_VALUES - {"pre-line"}
    return page.cached("with indents", lambda read: _preformatted(read, values))


def slots_after_images(page: Page) -> IntArray:
    """Return the slots that only an image or a field separates from the text before them.

    Cached on the page, ascending. Texts have a space there, as they have one for white space.
    """
    return page.cached("slots after images", _slots_after_images)


def slots_apart(page: Page, first: FloatArray, second: FloatArray) -> tuple[int, ...]:
    """Return the second slot of each pair of `touching_slots` that a browser shows apart.

    Parameters
    ----------
    first, second : array of float, shape (n_pairs, 4)
        x, y, width and height of the first and the second text of each pair; NaN without a box.
    """
    before, after = touching_slots(page)
    return tuple(after[_are_apart(page, before, after, first, second)].tolist())


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


def _preformatted(page: Page, exact_values: frozenset[str]) -> BoolArray:
    elements = page.elements
    values, is_exact = _white_space(page), elements.tagged(_EXACT)
    if not values:
        return elements.at_or_below(is_exact)
    decides = is_exact.copy()
    for row, value in values.items():
        is_exact[row], decides[row] = value in exact_values, True
    deciding = elements.innermost(decides)
    below: BoolArray = (deciding >= 0) & is_exact[deciding]
    return below


def _white_space(page: Page) -> dict[int, str]:
    """Return how block-level elements show their white space, by inline style or by class.

    Inline elements are left out: the text of one line would have two ways.
    """
    if "white-space" not in page.source and not any(name in page.source for name in _EXACT_CLASSES):
        return {}
    values: dict[int, str] = {}
    for row in np.flatnonzero(~page.elements.tagged(INLINE_TAGS)).tolist():
        node = page.elements.node[row]
        style = _WHITE_SPACE.search(node.get("style") or "")
        classes = (node.get("class") or "").split()
        value = next((_EXACT_CLASSES[name] for name in classes if name in _EXACT_CLASSES), "")
        if style or value:
            values[row] = style[1].lower() if style else value
    return values


def _slots_after_images(page: Page) -> IntArray:
    before, after = touching_slots(page)
    edges = edges_before(page, page.elements.tagged(_REPLACED))
    slots: IntArray = after[edges[before] != edges[after]]
    return slots


def _filled_slots(page: Page) -> IntArray:
    return np.flatnonzero(page.slots.end > page.slots.start).astype(np.int32)


def _touching_slots(page: Page) -> tuple[IntArray, IntArray]:
    slots, filled = page.slots, _filled_slots(page)
    before, after = filled[:-1], filled[1:]
    breaks = breaks_before(page)
    exact = is_preformatted(page)[slots.owner[before]]
    sides = page.codes[np.stack([slots.start[after] - 1, slots.start[after]])]
    is_blank = np.isin(sides, _BLANKS).any(axis=0)
    touches = (breaks[before] == breaks[after]) & ~exact & ~is_blank
    return before[touches], after[touches]


def _are_apart(
    page: Page, before: IntArray, after: IntArray, first: FloatArray, second: FloatArray
) -> BoolArray:
    """Return whether pairs of texts are apart, by their boxes or else by their links."""
    links = page.elements.innermost(page.elements.tagged(_LINK))
    link, next_link = links[page.slots.owner[before]], links[page.slots.owner[after]]
    in_two_links = (link >= 0) & (next_link >= 0) & (link != next_link)
    start = np.maximum(first[:, :2], second[:, :2])
    end = np.minimum(first[:, :2] + first[:, 2:], second[:, :2] + second[:, 2:])
    across, down = (end - start).T  # overlap; negative for a gap
    height = np.minimum(first[:, 3], second[:, 3])
    in_two_lines = down < _OVERLAP * height
    starts = page.slots.start[after]
    has_ideograph = (page.codes[np.stack([starts - 1, starts])] >= _IDEOGRAPHS).any(axis=0)
    by_boxes = np.where(in_two_lines, in_two_links | ~has_ideograph, across < -_GAP * height)
    return np.asarray(np.where(np.isnan(height), in_two_links, by_boxes))
