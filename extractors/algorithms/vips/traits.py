"""Properties of elements that the rules test, measured for all elements at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from extractors.algorithms.vips.boxes import Boxes, Ints
    from extractors.page.records import BoolArray, FloatArray

INLINE = frozenset(
    (
        *("a", "abbr", "acronym", "b", "bdo", "big", "br", "button", "cite", "code", "dfn", "em"),
        *("font", "i", "img", "input", "kbd", "label", "map", "q", "s", "samp", "select", "small"),
        *("span", "strike", "strong", "sub", "sup", "textarea", "tt", "u", "var"),
    )
)
"""Elements that change looks only and break no line; every other one breaks the line."""

REPLACED = frozenset(
    (
        *("img", "input", "select", "textarea", "button", "iframe", "object", "embed", "applet"),
        *("canvas", "video", "audio", "svg", "meter", "progress"),
    )
)
"""Elements that show something though they have no children."""

RULES = frozenset(("hr",))
"""Elements that are lines between others."""

_SHIFTS = np.array([[16], [8], [0]])  # bits below the red, the green and the blue of a colour


@dataclass(frozen=True, slots=True, eq=False)
class Traits:
    """One row per element; what is counted are valid children.

    Attributes
    ----------
    children, texts : array of int
        Valid children, and those of them that are text nodes.
    text_like : array of int
        Texts and virtual text nodes among them.
    breaking, rules : array of int
        Children that break the line, and HR elements.
    area, children_area, largest : array of int64
        Own area, sum and greatest of the children's, px².
    replaced : array of bool
        Shows something without children.
    one_font : array of bool
        All text below has the same font size and weight.
    first_text, last_text : array of int
        Range of the texts below.
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
    """Return which elements have one of some tags."""
    if names.isdisjoint(boxes.tag_names):
        return np.zeros(len(boxes), dtype=np.bool_)
    return boxes.by_tag(names.__contains__)


def measure(boxes: Boxes) -> Traits:
    """Return the traits of every element."""
    n = len(boxes)
    child = (boxes.seen & (boxes.parent >= 0)).nonzero()[0]
    parent, owner = boxes.parent.take(child), boxes.text_owner
    texts = np.bincount(owner, minlength=n)
    children = texts + np.bincount(parent, minlength=n)
    inline = tagged(boxes, INLINE)
    virtual = _virtual(boxes, inline, children)
    area = boxes.box[:, 2].astype(np.int64) * boxes.box[:, 3]
    text_area = boxes.text_box[:, 2].astype(np.int64) * boxes.text_box[:, 3]
    child_area = area.take(child)
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
        text_like=texts + np.bincount(parent[virtual.take(child)], minlength=n),
        breaking=np.bincount(parent[~inline.take(child)], minlength=n),
        rules=np.bincount(parent[tagged(boxes, RULES).take(child)], minlength=n),
        area=area,
        children_area=children_area,
        largest=largest,
        replaced=tagged(boxes, REPLACED) & boxes.seen,
        one_font=_one_font(boxes, first, last),
        first_text=first,
        last_text=last,
    )


def differing(boxes: Boxes, limit: float) -> BoolArray:
    """Return which valid elements have another background than their parent.

    Parameters
    ----------
    boxes : Boxes
        The page.
    limit : float
        Distance in red, green and blue beyond which colours differ.
    """
    other = boxes.background.take(boxes.parent)
    differs: BoolArray = (boxes.background != other) & boxes.seen & (boxes.parent >= 0)
    rows = differs.nonzero()[0]
    differs[rows] = spread(boxes.background.take(rows), other.take(rows)) > limit
    return differs


def spread(lowest: Ints, highest: Ints) -> FloatArray:
    """Return the distance of pairs of colours, 0xRRGGBB."""
    apart = (highest >> _SHIFTS & 255) - (lowest >> _SHIFTS & 255)
    distance: FloatArray = np.sqrt(np.add.reduce(apart * apart))
    return distance


def _texts_below(boxes: Boxes) -> tuple[Ints, Ints]:
    """Return the first text below every element, and the one after the last."""
    is_seen = np.zeros(boxes.place_end[0] // 2, dtype=np.bool_)  # of all texts, two places each
    is_seen[boxes.text_slot] = True
    before = prefix_sums(is_seen)
    return before.take(boxes.place // 2), before.take(boxes.place_end // 2)


def _virtual(boxes: Boxes, inline: BoolArray, children: Ints) -> BoolArray:
    """Return the virtual text nodes: inline, and all below is inline and ends in text."""
    virtual = inline & boxes.seen & (children > 0)
    breaks = boxes.seen & _reached(boxes) & ~virtual
    before = prefix_sums(breaks)
    virtual &= before.take(boxes.end) == before[:-1]
    return virtual


def _reached(boxes: Boxes) -> BoolArray:
    """Return which elements have no hidden element between them and the root."""
    first, last = boxes.root + 1, int(boxes.end[boxes.root])
    hidden_end = np.where(boxes.seen[first:last], 0, boxes.end[first:last])
    reached = np.zeros(len(boxes), dtype=np.bool_)
    # Reached is what no hidden element before it, nor one that it is itself, ends after.
    np.less_equal(
        np.maximum.accumulate(hidden_end), np.arange(first, last), out=reached[first:last]
    )
    return reached


def _one_font(boxes: Boxes, first: Ints, last: Ints) -> BoolArray:
    size = boxes.font_size.take(boxes.text_owner)
    weight = boxes.font_weight.take(boxes.text_owner)
    changed = np.zeros(len(size), dtype=np.bool_)
    changed[1:] = (size[1:] != size[:-1]) | (weight[1:] != weight[:-1])
    before = prefix_sums(changed)
    inner = np.minimum(first + 1, last)
    same: BoolArray = before[last] == before[inner]
    return same
