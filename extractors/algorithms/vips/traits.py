"""Properties of elements that the rules test, measured for all elements at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.vips.boxes import Boxes, Ints
    from boilerscope.extractors.page.records import BoolArray, FloatArray

INLINE = frozenset(
    (
        *("a", "abbr", "acronym", "b", "bdo", "big", "br", "button", "cite", "code", "dfn", "em"),
        *("font", "i", "img", "input", "kbd", "label", "map", "q", "s", "samp", "select", "small"),
        *("span", "strike", "strong", "sub", "sup", "textarea", "tt", "u", "var"),
    )
)
"""Inline nodes of the paper: they change only the appearance. All other elements break the line."""

REPLACED = frozenset(
    (
        *("img", "input", "select", "textarea", "button", "iframe", "object", "embed", "applet"),
        *("canvas", "video", "audio", "svg", "meter", "progress"),
    )
)
"""Elements that are visible without children."""

HR = frozenset(("hr",))
"""Elements that are separators by themselves."""

_SHIFTS = np.array([[16], [8], [0]])  # number of bits below red, green and blue in a colour


@dataclass(frozen=True, slots=True, eq=False)
class Traits:
    """Properties of every element; all arrays have shape (n,).

    Attributes
    ----------
    children, texts : array of int
        Number of valid children, and of valid children that are text nodes.
    text_like : array of int
        Number of valid children that are text nodes or virtual text nodes.
    breaking, rules : array of int
        Number of valid children that break the line, and that are HR elements.
    area, children_area, largest : array of int64
        Area of the element; sum and maximum of the areas of its valid children, px².
    replaced : array of bool
        Whether the element is visible without children.
    one_font : array of bool
        Whether all text below has the same font size and weight.
    first_text, last_text : array of int
        The first text below, and the text after the last text below.
    """

    children: Ints
    texts: Ints
    text_like: Ints
    breaking: Ints
    rules: Ints
    area: Ints
    children_area: Ints
    largest: Ints
    replaced: BoolArray
    one_font: BoolArray
    first_text: Ints
    last_text: Ints


def tagged(boxes: Boxes, names: frozenset[str]) -> BoolArray:
    """Return which elements have one of some tags, shape (n,)."""
    if names.isdisjoint(boxes.tag_names):
        return np.zeros(len(boxes), dtype=np.bool_)
    return boxes.by_tag(names.__contains__)


def measure(boxes: Boxes) -> Traits:
    """Return the traits of every element."""
    n = len(boxes)
    child = np.flatnonzero(boxes.seen & (boxes.parent >= 0))
    parent, owner = boxes.parent[child], boxes.text_owner
    texts = np.bincount(owner, minlength=n)
    children = texts + np.bincount(parent, minlength=n)
    is_inline = tagged(boxes, INLINE)
    is_virtual_text = _virtual_texts(boxes, is_inline, children)
    area = boxes.box[:, 2].astype(np.int64) * boxes.box[:, 3]
    text_area = boxes.text_box[:, 2].astype(np.int64) * boxes.text_box[:, 3]
    child_area = area[child]
    largest = np.zeros(n, dtype=np.int64)
    np.maximum.at(largest, parent, child_area)
    np.maximum.at(largest, owner, text_area)
    children_area = np.zeros(n, dtype=np.int64)
    np.add.at(children_area, parent, child_area)
    np.add.at(children_area, owner, text_area)
    first, last = _texts_below(boxes)
    return Traits(
        children=children,
        texts=texts,
        text_like=texts + np.bincount(parent[is_virtual_text[child]], minlength=n),
        breaking=np.bincount(parent[~is_inline[child]], minlength=n),
        rules=np.bincount(parent[tagged(boxes, HR)[child]], minlength=n),
        area=area,
        children_area=children_area,
        largest=largest,
        replaced=tagged(boxes, REPLACED) & boxes.seen,
        one_font=_one_font(boxes, first, last),
        first_text=first,
        last_text=last,
    )


def differing(boxes: Boxes, limit: float) -> BoolArray:
    """Return which valid elements have a different background from their parent's.

    Parameters
    ----------
    limit : float
        Distance in red, green and blue beyond which colours differ.
    """
    parent_background = boxes.background[boxes.parent]
    differs: BoolArray = (boxes.background != parent_background) & boxes.seen & (boxes.parent >= 0)
    differs &= colour_distance(boxes.background, parent_background) > limit
    return differs


def colour_distance(colours: Ints, others: Ints) -> FloatArray:
    """Return the distance of pairs of colours, 0xRRGGBB, in red, green and blue."""
    difference = (colours >> _SHIFTS & 255) - (others >> _SHIFTS & 255)
    distance: FloatArray = np.sqrt((difference**2).sum(axis=0))
    return distance


def _texts_below(boxes: Boxes) -> tuple[Ints, Ints]:
    """Return the first text below every element, and the text after the last text below."""
    text_order = boxes.text_order
    return text_order.searchsorted(boxes.order), text_order.searchsorted(boxes.order_end)


def _virtual_texts(boxes: Boxes, is_inline: BoolArray, children: Ints) -> BoolArray:
    """Return the virtual text nodes.

    They are inline nodes with at least one valid child, whose valid children are all text nodes or
    virtual text nodes. So no visible element below breaks the line or has no children.
    """
    can_be_virtual = is_inline & boxes.seen & (children > 0)
    prevents = boxes.seen & _is_reached(boxes) & ~can_be_virtual
    n_before = prefix_sums(prevents)
    has_none_inside: BoolArray = n_before[boxes.end] == n_before[:-1]
    return can_be_virtual & has_none_inside


def _is_reached(boxes: Boxes) -> BoolArray:
    """Return which elements have no hidden element between them and the root of division."""
    is_reached = np.zeros(len(boxes), dtype=np.bool_)
    first, last = boxes.root + 1, int(boxes.end[boxes.root])
    end_of_hidden = np.where(boxes.seen[first:last], 0, boxes.end[first:last])
    # An element is hidden or below a hidden element if a hidden element, up to it, ends after it.
    is_reached[first:last] = np.maximum.accumulate(end_of_hidden) <= np.arange(first, last)
    return is_reached


def _one_font(boxes: Boxes, first: Ints, last: Ints) -> BoolArray:
    """Return which elements have texts of one font size and weight only."""
    size = boxes.font_size[boxes.text_owner]
    weight = boxes.font_weight[boxes.text_owner]
    is_changed = np.zeros(len(size), dtype=np.bool_)  # against the previous text
    is_changed[1:] = (size[1:] != size[:-1]) | (weight[1:] != weight[:-1])
    n_before = prefix_sums(is_changed)
    one_font: BoolArray = n_before[last] == n_before[np.minimum(first + 1, last)]
    return one_font
