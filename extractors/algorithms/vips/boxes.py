"""A page as boxes: elements and texts with places and looks, from a layout or written by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from extractors.text.collapsed_text import slot_texts
from extractors.text.exclusive_text import body_row, in_link

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from extractors.page import Layout, Page
    from extractors.page.records import BoolArray, FloatArray

Ints: TypeAlias = NDArray[np.integer[Any]]
"""Whole numbers of any width: places of a page fit in 32 bits, areas need 64."""

_FARTHEST = 10_000_000  # px; places beyond it are brought back, so that areas stay exact
_SKIPPED = frozenset(("head", "script", "style", "noscript", "template"))
# Elements the browser draws as one; what stands in them has no place of its own.
_WHOLE = frozenset(("svg", "select", "textarea", "iframe", "object", "canvas", "video", "audio"))
_COLOUR = re.compile(r"rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)|#([0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """Elements in document order, and the texts that can be seen.

    Attributes
    ----------
    tag_names : tuple of str
        The distinct tag names.
    tag_id : array of int, shape (n,)
        Index into `tag_names`.
    parent, end : array of int, shape (n,)
        Row of the parent (-1: none), and the row after the last descendant.
    place, place_end : array of int, shape (n,)
        Where the element begins and ends in the order of `text_place`.
    box : array of int, shape (n, 4)
        x, y, width, height in pixels of the page.
    seen : array of bool, shape (n,)
        Valid nodes: visible, with width and height.
    font_size : array of float, shape (n,)
    font_weight, background : array of int, shape (n,)
    root : int
        Where division begins.
    text_owner : array of int, shape (n_texts,)
        Element that directly contains the text.
    text_slot : array of int
        Its slot on the page (its number in a tree written by hand).
    text_box : array of int, shape (n_texts, 4)
    text_chars, text_linked : array of int
        Characters, white space collapsed, and those of them that stand in links.
    width, height : int
        Of the page.
    """

    tag_names: tuple[str, ...]
    tag_id: Ints
    parent: Ints
    end: Ints
    place: Ints
    place_end: Ints
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

    def by_tag(self, fact: Callable[[str], Any]) -> NDArray[Any]:
        """Return a fact about the tag of every element, shape (n,)."""
        return np.array(list(map(fact, self.tag_names))).take(self.tag_id)

    @property
    def text_place(self) -> Ints:
        """Where each text stands among texts and beginnings of elements."""
        return 2 * self.text_slot + 1

    @property
    def area(self) -> int:
        """Area of the page, px²."""
        return self.width * self.height


def boxes_of_page(page: Page, layout: Layout, *, grow: bool) -> Boxes:
    """Return a page as its layout places it.

    Parameters
    ----------
    page : Page
        The page.
    layout : Layout
        Of this page.
    grow : bool
        Whether elements without height take the union of their children's boxes.
    """
    elements, slots = page.elements, page.slots
    whole = elements.tagged(_WHOLE)
    skipped = elements.at_or_below(elements.tagged(_SKIPPED)) | elements.below(whole)
    texts = slot_texts(page)
    length = texts.end - texts.start
    readable = (layout.visible & ~(skipped | whole)).take(slots.owner)
    text = (readable & (length > 0)).nonzero()[0]
    n = len(elements)
    all_boxes, all_placed = _whole_pixels(layout.element_box, layout.slot_box[text])
    box, placed, text_placed = all_boxes[:n], all_placed[:n], all_placed[n:]
    text, text_box = text[text_placed], all_boxes[n:][text_placed]
    owner, chars = slots.owner.take(text), length.take(text)
    root = max(body_row(page), 0)
    seen = layout.visible & placed & ~skipped
    may_grow = ~skipped & (layout.visible | np.isnan(layout.element_box[:, 0]))
    if grow:
        _grow(box, seen, may_grow, elements.parent, (owner, text_box))
    return Boxes(
        tag_names=elements.tag_names,
        tag_id=elements.tag_id,
        parent=elements.parent,
        end=elements.subtree_end,
        place=2 * elements.slot_start,
        place_end=2 * elements.slot_end,
        box=box,
        seen=seen,
        font_size=layout.font_size,
        font_weight=layout.font_weight,
        background=layout.background,
        root=root,
        text_owner=owner,
        text_slot=text.astype(np.int32),
        text_box=text_box,
        text_chars=chars,
        text_linked=chars * in_link(page).take(owner),
        width=layout.page_width,
        height=layout.page_height,
    )


def boxes_of_records(root: Mapping[str, Any], *, grow: bool = True) -> Boxes:
    """Return a tree of boxes that is written by hand.

    Parameters
    ----------
    root : mapping
        An element: ``tag``, ``box`` = [x, y, width, height], ``ch`` = children; ``bg`` effective
        background (white), ``fs`` font size (16), ``fw`` font weight (400), ``vis`` (true). A text
        has ``text`` and ``box``. The page is as large as the root's box.
    grow : bool
        As for `boxes_of_page`.
    """
    rows = _Rows()
    pending: list[tuple[Mapping[str, Any] | int, int]] = [(root, -1)]
    while pending:
        node, parent = pending.pop()
        if isinstance(node, int):
            rows.end[node] = len(rows.tag)
            rows.place_end[node] = 2 * len(rows.texts)
        elif "text" in node:
            rows.add_text(node, parent)
        else:
            row = rows.add_element(node, parent)
            pending.append((row, parent))
            pending.extend((child, row) for child in reversed(node.get("ch", ())))
    return rows.finished(grow=grow)


class _Rows:
    """Collects the rows of a tree written by hand."""

    def __init__(self) -> None:
        self.tag: list[str] = []
        self.parent: list[int] = []
        self.end: list[int] = []
        self.place: list[int] = []
        self.place_end: list[int] = []
        self.looks: list[tuple[list[float], bool, float, int, int]] = []
        self.in_link: list[bool] = []
        self.texts: list[tuple[int, list[float], int, bool]] = []

    def add_element(self, node: Mapping[str, Any], parent: int) -> int:
        self.tag.append(node["tag"])
        self.parent.append(parent)
        self.end.append(0)
        self.place.append(2 * len(self.texts))
        self.place_end.append(0)
        self.in_link.append(node["tag"] == "a" or (parent >= 0 and self.in_link[parent]))
        self.looks.append(
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

    def finished(self, *, grow: bool) -> Boxes:
        names = tuple(dict.fromkeys(self.tag))
        boxes, visible, sizes, weights, colours = zip(*self.looks, strict=True)
        of_texts = np.array([one[1] for one in self.texts], dtype=np.float64).reshape(-1, 4)
        all_boxes, all_placed = _whole_pixels(np.array(boxes, dtype=np.float64), of_texts)
        n = len(self.tag)
        box, placed = all_boxes[:n], all_placed[:n]
        text_box, text_placed = all_boxes[n:], all_placed[n:]
        shown = np.array(visible, dtype=np.bool_)
        parent = np.array(self.parent, dtype=np.int32)
        owner = np.array([one[0] for one in self.texts], dtype=np.int32)
        length = np.array([one[2] for one in self.texts], dtype=np.int32)
        linked = np.array([one[3] for one in self.texts], dtype=np.bool_)
        text = np.flatnonzero(text_placed & (length > 0) & shown[owner])
        seen = shown & placed
        if grow:
            _grow(box, seen, shown, parent, (owner[text], text_box[text]))
        return Boxes(
            tag_names=names,
            tag_id=np.array([names.index(tag) for tag in self.tag], dtype=np.int32),
            parent=parent,
            end=np.array(self.end, dtype=np.int32),
            place=np.array(self.place, dtype=np.int32),
            place_end=np.array(self.place_end, dtype=np.int32),
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
            text_linked=np.where(linked, length, 0)[text].astype(np.int32),
            width=int(box[0, 2]),
            height=int(box[0, 3]),
        )


def _colour(text: str) -> int:
    found = _COLOUR.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a colour; write #rrggbb or rgb(r, g, b)")
    if found[4]:
        return int(found[4], 16)
    red, green, blue = (min(int(found[part]), 255) for part in (1, 2, 3))
    return red << 16 | green << 8 | blue


def _whole_pixels(of_elements: FloatArray, of_texts: FloatArray) -> tuple[Ints, BoolArray]:
    """Return boxes in whole pixels, and which of them have an area that can be scrolled to.

    Those of elements come first. What lies wholly left of the page or above it, as links for screen
    readers do, cannot be scrolled to.
    """
    n = len(of_elements)
    edges = np.empty((4, n + len(of_texts)))  # one row per side, which are quicker to work on
    edges[:, :n], edges[:, n:] = of_elements.T, of_texts.T
    known = np.logical_and.reduce(np.isfinite(edges))
    with np.errstate(invalid="ignore", over="ignore"):
        edges[2:] += edges[:2]
    edges[:, ~known] = 0
    np.rint(edges, out=edges)
    np.minimum(np.maximum(edges, -_FARTHEST, out=edges), _FARTHEST, out=edges)
    placed = known & np.logical_and.reduce(edges[2:] > np.maximum(edges[:2], 0))
    edges[2:] -= edges[:2]
    return edges.T.astype(np.int32, order="C"), placed


def _grow(
    box: Ints,
    seen: BoolArray,
    may_grow: BoolArray,
    parent: Ints,
    texts: tuple[Ints, Ints],
) -> None:
    """Give elements without area the union of their children's boxes, innermost first."""
    small = may_grow & ~seen
    if not np.count_nonzero(small):
        return
    union: dict[int, list[int]] = {}
    owner, text_box = texts
    for place in np.flatnonzero(small[owner]).tolist():
        _unite(union, int(owner[place]), text_box[place].tolist())
    inside = small[parent] & (parent >= 0) & (seen | small)
    for row in np.flatnonzero(small | inside)[::-1].tolist():
        grown = union.get(row)
        if grown is not None:
            left, top, right, bottom = grown
            box[row] = (left, top, right - left, bottom - top)
            seen[row] = right > left and bottom > top
        if inside[row] and seen[row]:
            _unite(union, int(parent[row]), box[row].tolist())


def _unite(union: dict[int, list[int]], row: int, box: list[int]) -> None:
    left, top, width, height = box
    edges = union.setdefault(row, [left, top, left + width, top + height])
    edges[0], edges[1] = min(edges[0], left), min(edges[1], top)
    edges[2], edges[3] = max(edges[2], left + width), max(edges[3], top + height)
