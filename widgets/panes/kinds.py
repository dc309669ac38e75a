"""How each segment is set in a pane, by the elements around it: heading, list item, quote, cell.

No Qt here; `widgets.panes.paragraph` turns a kind into fonts and distances.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING

import numpy as np

from extractors.page import segments

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray

MAX_INDENT = 4
_WIDE_FROM = 0x2E80
"""From here on code points are set as wide as they are high, as good as all of them."""


class Kind(IntEnum):
    """How a segment is set."""

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
    """How words stand out from their segment."""

    NONE = 0
    BOLD = 1
    ITALIC = 2
    MONO = 4


_EMPHASIS_OF_TAG = {
    **dict.fromkeys(("b", "strong"), Emphasis.BOLD),
    **dict.fromkeys(("em", "i", "cite", "dfn"), Emphasis.ITALIC),
    **dict.fromkeys(("code", "kbd", "samp", "tt", "var"), Emphasis.MONO),
}


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """How every segment of a page is set.

    Attributes
    ----------
    kind : array of int8, shape (n_segments,)
        `Kind`.
    indent : array of int8, shape (n_segments,)
        Depth of lists around it, 0 to `MAX_INDENT`.
    marker : array of int, shape (n_segments,)
        What stands before it: 0 nothing, -1 a bullet, n > 0 the number n.
    joined : array of bool, shape (n_segments,)
        Whether it goes on in the paragraph or row before it (a line break, the next cell).
    emphasis : array of int8, shape (n_slots,)
        `Emphasis` of each text slot; no italics where `wide`.
    wide : bool
        Whether most of the page is Chinese, Japanese or Korean: tokens are characters then.
    """

    kind: NDArray[np.int8]
    indent: NDArray[np.int8]
    marker: IntArray
    joined: BoolArray
    emphasis: NDArray[np.int8]
    wide: bool


def looks(page: Page) -> Looks:
    """Return how the segments of a page are set, kept on the page."""
    return page.stage("pane looks", _make)


def counts_characters(page: Page | None) -> bool:
    """Return whether the tokens of a page are called characters: Chinese, Japanese, Korean."""
    return page is not None and looks(page).wide


def widths(page: Page) -> NDArray[np.float64]:
    """Return how much room the tokens before each token take on one line, kept on the page.

    Returns
    -------
    array of float, shape (n_tokens + 1,)
        In units of the font's height; an estimate from code points, exact enough to say how high
        a text will be before it is laid out.
    """
    return page.stage("pane widths", _widths)


def _make(page: Page) -> Looks:
    found = segments(page)
    elements = page.elements
    own_kind = _by_tag(page, lambda tag: int(_KIND_OF_TAG.get(tag, Kind.BODY)))
    is_list = _by_tag(page, lambda tag: int(tag in {"ul", "ol", "dl", "menu"}))
    is_item = _by_tag(page, lambda tag: int(tag == "li"))
    rows = np.arange(len(elements))
    stressed = _by_tag(page, lambda tag: int(_EMPHASIS_OF_TAG.get(tag, Emphasis.NONE)))
    kind, indent, item = own_kind.copy(), is_list.copy(), np.where(is_item, rows, -1)
    handed_down = np.isin(own_kind, (Kind.ITEM, Kind.QUOTE, Kind.CODE))
    for level in _levels(elements.depth):
        around = elements.parent[level]
        inherited = np.where(handed_down[around], kind[around], Kind.BODY)
        kind[level] = np.where(own_kind[level] > 0, own_kind[level], inherited)
        handed_down[level] |= handed_down[around] & (own_kind[level] == Kind.BODY)
        indent[level] = indent[around] + is_list[level]
        stressed[level] |= stressed[around]
        item[level] = np.where(is_item[level] > 0, level, item[around])
    of = found.element
    fresh_item = np.zeros(len(found), dtype=np.bool_)
    if len(found):
        _, first = np.unique(item[of], return_index=True)
        fresh_item[first] = item[of][first] >= 0
    numbers = _numbers(page, is_item)
    wide = _is_wide(page)
    marker = np.where(fresh_item, numbers[np.maximum(item[of], 0)], 0)
    # a cell which holds more than one text is no figure of a table but a piece of the page's layout
    is_cell = np.isin(kind[of], (Kind.CELL, Kind.HEAD_CELL)) & found.whole
    return Looks(
        np.where(is_cell | (kind[of] < Kind.CELL), kind[of], Kind.BODY).astype(np.int8),
        np.minimum(indent[of], MAX_INDENT).astype(np.int8),
        marker.astype(np.int32),
        _joined(page),
        (stressed[page.slots.owner] & ~(Emphasis.ITALIC if wide else 0)).astype(np.int8),
        wide,
    )


def _by_tag(page: Page, value: Callable[[str], int]) -> IntArray:
    known = np.array([value(name) for name in page.elements.tag_names], dtype=np.int32)
    return known[page.elements.tag_id]


def _levels(depth: IntArray) -> list[IntArray]:
    """Return the rows of each depth but the root's, parents before children."""
    order = np.argsort(depth, kind="stable").astype(np.int32)
    edges = np.searchsorted(depth[order], np.arange(1, int(depth.max(initial=0)) + 1))
    return np.split(order, edges)[1:]


def _numbers(page: Page, is_item: IntArray) -> IntArray:
    """Return the marker of each element: its number in an ordered list, -1 in another one."""
    elements = page.elements
    marker = np.zeros(len(elements), dtype=np.int32)
    items = np.flatnonzero(is_item)
    if not len(items):
        return marker
    parents = elements.parent[items]
    order = np.argsort(parents, kind="stable")
    grouped = parents[order]
    first = np.searchsorted(grouped, grouped)
    place = np.empty(len(items), dtype=np.int32)
    place[order] = np.arange(len(items)) - first + 1
    ordered = _by_tag(page, lambda tag: int(tag == "ol"))
    marker[items] = np.where(ordered[np.maximum(parents, 0)] > 0, place, -1)
    return marker


def _joined(page: Page) -> BoolArray:
    found = segments(page)
    joined = np.zeros(len(found), dtype=np.bool_)
    if len(found) < 2:
        return joined
    before, here = found.element[:-1], found.element[1:]
    joined[1:] = before == here
    is_cell = _by_tag(page, lambda tag: int(tag in {"td", "th"}))
    same_row = page.elements.parent[before] == page.elements.parent[here]
    joined[1:] |= same_row & (is_cell[before] > 0) & (is_cell[here] > 0)
    return joined


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
    each = (end - start) * np.where(wide, 1.0, 0.53) + 0.28 * np.minimum(gap, 2)
    return np.concatenate([[0.0], np.cumsum(each)])


def _code_points(page: Page) -> NDArray[np.uint32]:
    data = page.text.encode("utf-32-le", "surrogatepass")
    return np.frombuffer(data, dtype=np.uint32)
