"""Typographic style of each segment in a pane: heading, list item, quote, code or table cell.

The elements around a segment decide. This module does not use Qt;
`boilerscope.widgets.panes.paragraph` turns a style into fonts and distances.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page import segments

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray

MAX_INDENT = 4
_WIDE_FROM = 0x2E80
"""Nearly all characters from this code point on are as wide as they are high."""


class Kind(IntEnum):
    """Kind of a segment: decides its font and its distances."""

    BODY = 0
    HEADING = 1
    SUBHEADING = 2
    ITEM = 3
    QUOTE = 4
    CODE = 5
    CELL = 6
    HEAD_CELL = 7


_KIND_OF_TAG = {
    "h1": Kind.HEADING,
    **dict.fromkeys(("h2", "h3", "h4", "h5", "h6", "summary", "legend"), Kind.SUBHEADING),
    **dict.fromkeys(("li", "dd", "dt"), Kind.ITEM),
    "blockquote": Kind.QUOTE,
    **dict.fromkeys(("pre", "textarea", "xmp", "listing", "plaintext"), Kind.CODE),
    "td": Kind.CELL,
    "th": Kind.HEAD_CELL,
}


class Emphasis(IntFlag):
    """Emphasis of words within their segment."""

    NONE = 0
    BOLD = 1
    ITALIC = 2
    MONO = 4


_EMPHASIS_OF_TAG = {
    **dict.fromkeys(("b", "strong"), Emphasis.BOLD),
    **dict.fromkeys(("em", "i", "cite", "dfn"), Emphasis.ITALIC),
    **dict.fromkeys(("code", "kbd", "samp", "tt", "var"), Emphasis.MONO),
}


_LTR, _RTL, _AUTO = 1, 2, 3
_DIRECTIONS = {"ltr": _LTR, "rtl": _RTL, "auto": _AUTO}
_RTL_LETTER = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff]")
"""Letter of a script that is written from right to left; most pages have none."""
_MAX_LOOK = 20
"""Tokens of a segment in which a letter with a direction is looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class SegmentStyles:
    """Styles of all segments of a page.

    Attributes
    ----------
    kind : array of int8, shape (n_segments,)
        `Kind`.
    indent : array of int8, shape (n_segments,)
        Number of lists around the segment, at most `MAX_INDENT`.
    marker : array of int, shape (n_segments,)
        Marker before the segment: 0 none, -1 a bullet, n > 0 the number n.
    joined : array of bool, shape (n_segments,)
        Whether the segment continues the paragraph or row of the previous segment (after a line
        break; the next cell).
    emphasis : array of int8, shape (n_slots,)
        `Emphasis` of each text slot; never italic if `wide`.
    rtl : array of bool, shape (n_segments,)
        Whether the segment is written from right to left: the nearest ``dir`` decides, else the
        first letter with a direction.
    wide : bool
        Whether most of the page is Chinese, Japanese or Korean; its tokens are then characters.
    """

    kind: NDArray[np.int8]
    indent: NDArray[np.int8]
    marker: IntArray
    joined: BoolArray
    emphasis: NDArray[np.int8]
    rtl: BoolArray
    wide: bool


def segment_styles(page: Page) -> SegmentStyles:
    """Return the styles of the segments of a page, cached on the page."""
    return page.cached("segment styles", _segment_styles)


def counts_characters(page: Page | None) -> bool:
    """Return whether tokens are counted as characters: mostly Chinese, Japanese or Korean text."""
    return page is not None and segment_styles(page).wide


def widths(page: Page) -> NDArray[np.float64]:
    """Return the prefix sums of the token widths on one line, cached on the page.

    Returns
    -------
    array of float, shape (n_tokens + 1,)
        In units of the font's height. The widths are estimated from the code points, well enough
        to predict the height of a text before it is laid out.
    """
    return page.cached("pane widths", _widths)


def _segment_styles(page: Page) -> SegmentStyles:
    all_segments = segments(page)
    elements = page.elements
    own_kind = _by_tag(page, lambda tag: int(_KIND_OF_TAG.get(tag, Kind.BODY)))
    is_list = _by_tag(page, lambda tag: int(tag in {"ul", "ol", "dl", "menu"}))
    is_item = _by_tag(page, lambda tag: int(tag == "li"))
    rows = np.arange(len(elements))
    emphasis = _by_tag(page, lambda tag: int(_EMPHASIS_OF_TAG.get(tag, Emphasis.NONE)))
    kind, indent, item = own_kind.copy(), is_list.copy(), np.where(is_item, rows, -1)
    is_inherited = np.isin(own_kind, (Kind.ITEM, Kind.QUOTE, Kind.CODE))
    for level in _levels(elements.depth):
        parent = elements.parent[level]
        inherited = np.where(is_inherited[parent], kind[parent], Kind.BODY)
        kind[level] = np.where(own_kind[level] > 0, own_kind[level], inherited)
        is_inherited[level] |= is_inherited[parent] & (own_kind[level] == Kind.BODY)
        indent[level] = indent[parent] + is_list[level]
        emphasis[level] |= emphasis[parent]
        item[level] = np.where(is_item[level] > 0, level, item[parent])
    element = all_segments.element
    starts_item = np.zeros(len(all_segments), dtype=np.bool_)
    if len(all_segments):
        _, first = np.unique(item[element], return_index=True)
        starts_item[first] = item[element][first] >= 0
    numbers = _numbers(page, is_item)
    wide = _is_wide(page)
    marker = np.where(starts_item, numbers[np.maximum(item[element], 0)], 0)
    # A cell with several segments belongs to the page's layout, not to a table of values.
    is_cell = np.isin(kind[element], (Kind.CELL, Kind.HEAD_CELL)) & all_segments.is_whole
    return SegmentStyles(
        np.where(is_cell | (kind[element] < Kind.CELL), kind[element], Kind.BODY).astype(np.int8),
        np.minimum(indent[element], MAX_INDENT).astype(np.int8),
        marker.astype(np.int32),
        _joined(page),
        (emphasis[page.slots.owner] & ~(Emphasis.ITALIC if wide else 0)).astype(np.int8),
        _right_to_left(page),
        wide,
    )


def _by_tag(page: Page, value: Callable[[str], int]) -> IntArray:
    """Return a value for each element, computed once for each tag name."""
    value_of_tag = np.array([value(name) for name in page.elements.tag_names], dtype=np.int32)
    return value_of_tag[page.elements.tag_id]


def _levels(depth: IntArray) -> list[IntArray]:
    """Return the element rows of each depth below the root, parents before children."""
    order = np.argsort(depth, kind="stable").astype(np.int32)
    edges = np.searchsorted(depth[order], np.arange(1, int(depth.max(initial=0)) + 1))
    return np.split(order, edges)[1:]


def _numbers(page: Page, is_item: IntArray) -> IntArray:
    """Return the marker of each element: the number in an ordered list, -1 in other lists."""
    elements = page.elements
    marker = np.zeros(len(elements), dtype=np.int32)
    items = np.flatnonzero(is_item)
    if not len(items):
        return marker
    parents = elements.parent[items]
    order = np.argsort(parents, kind="stable")
    grouped = parents[order]
    first = np.searchsorted(grouped, grouped)
    item_number = np.empty(len(items), dtype=np.int32)
    item_number[order] = np.arange(len(items)) - first + 1
    ordered = _by_tag(page, lambda tag: int(tag == "ol"))
    marker[items] = np.where(ordered[np.maximum(parents, 0)] > 0, item_number, -1)
    return marker


def _joined(page: Page) -> BoolArray:
    element = segments(page).element
    joined = np.zeros(len(element), dtype=np.bool_)
    if len(element) < 2:
        return joined
    previous, current = element[:-1], element[1:]
    joined[1:] = previous == current
    is_cell = _by_tag(page, lambda tag: int(tag in {"td", "th"}))
    same_row = page.elements.parent[previous] == page.elements.parent[current]
    joined[1:] |= same_row & (is_cell[previous] > 0) & (is_cell[current] > 0)
    return joined


def _right_to_left(page: Page) -> BoolArray:
    """Return whether each segment is written from right to left."""
    all_segments, elements = segments(page), page.elements
    if not len(all_segments) or _RTL_LETTER.search(page.text) is None:
        return np.zeros(len(all_segments), dtype=np.bool_)
    declared = [_DIRECTIONS.get(str(node.get("dir") or "").lower(), 0) for node in elements.node]
    direction = np.array(declared, dtype=np.int8)
    for level in _levels(elements.depth):
        inherited = direction[elements.parent[level]]
        direction[level] = np.where(direction[level] == 0, inherited, direction[level])
    of_segment = direction[all_segments.element]
    rtl = np.asarray(of_segment == _RTL)
    for segment in np.flatnonzero((of_segment != _RTL) & (of_segment != _LTR)):
        first = int(all_segments.token_start[segment])
        last = min(int(all_segments.token_end[segment]), first + _MAX_LOOK) - 1
        text = page.text[int(page.tokens.start[first]) : int(page.tokens.end[last])]
        rtl[segment] = _starts_right_to_left(text)
    return rtl


def _starts_right_to_left(text: str) -> bool:
    """Return whether the first letter with a direction is written from right to left."""
    kinds = map(unicodedata.bidirectional, text)
    return next((kind for kind in kinds if kind in {"L", "R", "AL"}), "L") != "L"


def _is_wide(page: Page) -> bool:
    if not page.n_tokens:
        return False
    single = (page.tokens.end - page.tokens.start) == 1
    wide = _code_points(page)[page.tokens.start] >= _WIDE_FROM
    return bool((single & wide).mean() > 0.5)


def _widths(page: Page) -> NDArray[np.float64]:
    start, end = page.tokens.start, page.tokens.end
    if not page.n_tokens:
        return np.zeros(1)
    wide = _code_points(page)[start] >= _WIDE_FROM
    gap = np.append(start[1:], len(page.text)) - end
    width = (end - start) * np.where(wide, 1.0, 0.53) + 0.28 * np.minimum(gap, 2)
    return np.concatenate([[0.0], np.cumsum(width)])


def _code_points(page: Page) -> NDArray[np.uint32]:
    data = page.text.encode("utf-32-le", "surrogatepass")
    return np.frombuffer(data, dtype=np.uint32)
