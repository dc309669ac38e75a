"""A page as boxes: elements and texts with position and style, from a layout or from records."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boilerscope.extractors.text.collapsed_text import slot_texts
from boilerscope.extractors.text.exclusive_text import body_row, in_link

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boilerscope.extractors.page import Layout, Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray

Ints: TypeAlias = NDArray[np.integer[Any]]
"""Integers of any width: positions on a page fit in 32 bits, areas need 64."""

_FARTHEST = 10_000_000  # px; positions are clamped to this, so that areas stay exact
_SKIPPED = frozenset(("head", "script", "style", "noscript", "template"))
# Elements that the browser draws as one box; their content has no boxes.
_REPLACED = frozenset(("svg", "select", "textarea", "iframe", "object", "canvas", "video", "audio"))
_COLOUR = re.compile(r"rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)|#([0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """Elements in document order, and the visible texts.

    Attributes
    ----------
    tag_names : tuple of str
        The distinct tag names.
    tag_id : array of int, shape (n,)
        Index into `tag_names`.
    parent, end : array of int, shape (n,)
        Row of the parent (-1: none), and the row after the last descendant.
    order, order_end : array of int, shape (n,)
        Start and end of the element in document order; comparable with `text_order`.
    box : array of int, shape (n, 4)
        x, y, width, height in pixels of the page.
    seen : array of bool, shape (n,)
        Valid nodes: visible, with width and height.
    font_size : array of float, shape (n,)
    font_weight, background : array of int, shape (n,)
    root : int
        Row at which division begins.
    text_owner : array of int, shape (n_texts,)
        Element that directly contains the text.
    text_slot : array of int, shape (n_texts,)
        Slot of the text on the page; in a tree from records the number of the text.
    text_box : array of int, shape (n_texts, 4)
    text_chars, text_linked : array of int, shape (n_texts,)
        Characters, white space collapsed, and characters in links.
    width, height : int
        Size of the page, px.
    """

    tag_names: tuple[str, ...]
    tag_id: Ints
    parent: Ints
    end: Ints
    order: Ints
    order_end: Ints
    box: Ints
    seen: BoolArray
    font_size: FloatArray
    font_weight: Ints
    background: Ints
    root: int
    text_owner: Ints
    text_slot: Ints
    text_box: Ints
    text_chars: Ints
    text_linked: Ints
    width: int
    height: int

    def __len__(self) -> int:
        return len(self.tag_id)

    def tag(self, row: int) -> str:
        """Return the tag name of an element."""
        return self.tag_names[int(self.tag_id[row])]

    def by_tag(self, function: Callable[[str], Any]) -> NDArray[Any]:
        """Return the value of a function of the tag name for every element, shape (n,)."""
        return np.array([function(name) for name in self.tag_names])[self.tag_id]

    @property
    def text_order(self) -> Ints:
        """Position of each text in document order; comparable with `order`."""
        return 2 * self.text_slot + 1

    @property
    def area(self) -> int:
        """Area of the page, px²."""
        return self.width * self.height


def boxes_of_page(page: Page, layout: Layout, *, grow: bool) -> Boxes:
    """Return the boxes of a page as a browser laid it out.

    Parameters
    ----------
    grow : bool
        Whether elements without height get the union of their children's boxes.
    """
    elements, slots = page.elements, page.slots
    is_replaced = elements.tagged(_REPLACED)
    is_skipped = elements.at_or_below(elements.tagged(_SKIPPED)) | elements.below(is_replaced)
    slot_text = slot_texts(page)
    length = slot_text.end - slot_text.start
    has_text_boxes = layout.visible & ~(is_skipped | is_replaced)
    text = np.flatnonzero(has_text_boxes[slots.owner] & (length > 0))
    box, has_area = _whole_pixels(layout.element_box)
    text_box, text_has_area = _whole_pixels(layout.slot_box[text])
    text, text_box = text[text_has_area], text_box[text_has_area]
    owner, chars = slots.owner[text], length[text]
    seen = layout.visible & has_area & ~is_skipped
    if grow:
        may_grow = ~is_skipped & (layout.visible | np.isnan(layout.element_box[:, 0]))
        _grow(box, seen, may_grow, elements.parent, (owner, text_box))
    return Boxes(
        tag_names=elements.tag_names,
        tag_id=elements.tag_id,
        parent=elements.parent,
        end=elements.subtree_end,
        order=2 * elements.slot_start,
        order_end=2 * elements.slot_end,
        box=box,
        seen=seen,
        font_size=layout.font_size,
        font_weight=layout.font_weight,
        background=layout.background,
        root=max(body_row(page), 0),
        text_owner=owner,
        text_slot=text.astype(np.int32),
        text_box=text_box,
        text_chars=chars,
        text_linked=chars * in_link(page)[owner],
        width=layout.page_width,
        height=layout.page_height,
    )


def boxes_of_records(root: Mapping[str, Any], *, grow: bool = True) -> Boxes:
    """Build boxes from a tree of records.

    Parameters
    ----------
    root : mapping
        An element: ``tag``, ``box`` = [x, y, width, height], ``ch`` = children; ``bg`` effective
        background (white), ``fs`` font size (16), ``fw`` font weight (400), ``vis`` (true). A text
        has ``text`` and ``box``. The page has the size of the root's box.
    grow : bool
        As for `boxes_of_page`.
    """
    collector = _Collector()
    pending: list[tuple[Mapping[str, Any] | int, int]] = [(root, -1)]
    while pending:
        node, parent = pending.pop()
        if isinstance(node, int):  # all descendants of this row have been added
            collector.end[node] = len(collector.tag)
            collector.order_end[node] = 2 * len(collector.texts)
        elif "text" in node:
            collector.add_text(node, parent)
        else:
            row = collector.add_element(node, parent)
            pending.append((row, parent))
            pending.extend((child, row) for child in reversed(node.get("ch", ())))
    return collector.boxes(grow=grow)


class _Collector:
    """Rows of the elements and texts of a tree of records."""

    def __init__(self) -> None:
        self.tag: list[str] = []
        self.parent: list[int] = []
        self.end: list[int] = []
        self.order: list[int] = []
        self.order_end: list[int] = []
        self.style: list[tuple[list[float], bool, float, int, int]] = []
        self.in_link: list[bool] = []
        self.texts: list[tuple[int, list[float], int, bool]] = []

    def add_element(self, node: Mapping[str, Any], parent: int) -> int:
        self.tag.append(node["tag"])
        self.parent.append(parent)
        self.end.append(0)
        self.order.append(2 * len(self.texts))
        self.order_end.append(0)
        self.in_link.append(node["tag"] == "a" or (parent >= 0 and self.in_link[parent]))
        self.style.append(
            (
                node["box"],
                node.get("vis", True),
                node.get("fs", 16),
                node.get("fw", 400),
                _colour(node.get("bg", "#ffffff")),
            )
        )
        return len(self.tag) - 1

    def add_text(self, node: Mapping[str, Any], parent: int) -> None:
        length = len(" ".join(node["text"].split()))
        self.texts.append((parent, node["box"], length, self.in_link[parent]))

    def boxes(self, *, grow: bool) -> Boxes:
        names = tuple(dict.fromkeys(self.tag))
        element_boxes, visible, sizes, weights, colours = zip(*self.style, strict=True)
        box, has_area = _whole_pixels(np.array(element_boxes, dtype=np.float64))
        text_boxes = np.array([text[1] for text in self.texts], dtype=np.float64).reshape(-1, 4)
        text_box, text_has_area = _whole_pixels(text_boxes)
        is_visible = np.array(visible, dtype=np.bool_)
        parent = np.array(self.parent, dtype=np.int32)
        owner = np.array([text[0] for text in self.texts], dtype=np.int32)
        length = np.array([text[2] for text in self.texts], dtype=np.int32)
        in_link = np.array([text[3] for text in self.texts], dtype=np.bool_)
        text = np.flatnonzero(text_has_area & (length > 0) & is_visible[owner])
        seen = is_visible & has_area
        if grow:
            _grow(box, seen, is_visible, parent, (owner[text], text_box[text]))
        return Boxes(
            tag_names=names,
            tag_id=np.array([names.index(tag) for tag in self.tag], dtype=np.int32),
            parent=parent,
            end=np.array(self.end, dtype=np.int32),
            order=np.array(self.order, dtype=np.int32),
            order_end=np.array(self.order_end, dtype=np.int32),
            box=box,
            seen=seen,
            font_size=np.array(sizes, dtype=np.float64),
            font_weight=np.array(weights, dtype=np.int32),
            background=np.array(colours, dtype=np.int32),
            root=0,
            text_owner=owner[text],
            text_slot=text.astype(np.int32),
            text_box=text_box[text],
            text_chars=length[text],
            text_linked=np.where(in_link, length, 0)[text].astype(np.int32),
            width=int(box[0, 2]),
            height=int(box[0, 3]),
        )


def _colour(text: str) -> int:
    match = _COLOUR.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a colour; write #rrggbb or rgb(r, g, b)")
    if match[4]:
        return int(match[4], 16)
    red, green, blue = (min(int(match[channel]), 255) for channel in (1, 2, 3))
    return red << 16 | green << 8 | blue


def _whole_pixels(box: FloatArray) -> tuple[Ints, BoolArray]:
    """Return boxes in whole pixels, and which boxes have an area that a reader can scroll to.

    Boxes entirely to the left of the page or above it, such as links for screen readers, cannot be
    scrolled to. Unknown boxes (NaN) become 0.
    """
    is_known: BoolArray = np.logical_and.reduce(np.isfinite(box), axis=1)
    low, size = np.where(is_known[:, np.newaxis], box, 0.0).reshape(-1, 2, 2).swapaxes(0, 1)
    with np.errstate(over="ignore"):
        high = low + size
    low, high = (np.clip(np.rint(edge), -_FARTHEST, _FARTHEST) for edge in (low, high))
    has_area: BoolArray = is_known & np.logical_and.reduce(high > np.maximum(low, 0), axis=1)
    return np.concatenate((low, high - low), axis=1).astype(np.int32), has_area


def _grow(
    box: Ints,
    seen: BoolArray,
    may_grow: BoolArray,
    parent: Ints,
    texts: tuple[Ints, Ints],
) -> None:
    """Give elements without area the union of their children's boxes, innermost elements first.

    `box` and `seen` change; `texts` are the owner and the box of each text.
    """
    is_small = may_grow & ~seen
    if not is_small.any():
        return
    unions: dict[int, list[int]] = {}  # left, top, right, bottom by row
    owner, text_box = texts
    for text in np.flatnonzero(is_small[owner]).tolist():
        _unite(unions, int(owner[text]), text_box[text].tolist())
    is_in_small = is_small[parent] & (parent >= 0) & (seen | is_small)
    for row in np.flatnonzero(is_small | is_in_small)[::-1].tolist():
        if row in unions:
            left, top, right, bottom = unions[row]
            box[row] = (left, top, right - left, bottom - top)
            seen[row] = right > left and bottom > top
        if is_in_small[row] and seen[row]:
            _unite(unions, int(parent[row]), box[row].tolist())


def _unite(unions: dict[int, list[int]], row: int, box: list[int]) -> None:
    """Extend the union of an element by a box."""
    left, top, width, height = box
    union = unions.setdefault(row, [left, top, left + width, top + height])
    union[0], union[1] = min(union[0], left), min(union[1], top)
    union[2], union[3] = max(union[2], left + width), max(union[3], top + height)
