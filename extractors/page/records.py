"""The columns of a page: the meaning of each row of elements, text slots and tokens.

Every array has one row per element, slot or token, in document order. They are built once and never
modified.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import IntFlag
from itertools import count
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from lxml import etree

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int32]
FloatArray = NDArray[np.float64]


class SlotFlag(IntFlag):
    """Context of a slot's text; each algorithm leaves out the flags its specification names."""

    NONE = 0
    RAW = 1  # script, style: not page text, no tokens
    COMMENT = 2  # text of a comment or processing instruction: not page text, no tokens
    TITLE = 4
    NOSCRIPT = 8
    TEMPLATE = 16
    IFRAME = 32  # iframe, noembed: no browser shows it; not page text, no tokens
    TEXTAREA = 64
    OPTION = 128
    SVG = 256
    HEAD = 512  # below the head element


@dataclass(frozen=True, slots=True, eq=False)
class ElementColumns:
    """One row per element (comments and processing instructions have none).

    Attributes
    ----------
    node : list of lxml elements
        The element itself; never modify it.
    tag : list of str
        Lower-case local tag name.
    tag_id : array of int, shape (n_elements,)
        Index into `tag_names`.
    tag_names : tuple of str
        The distinct tag names of this page.
    parent : array of int
        Row of the parent, -1 for the root.
    subtree_end : array of int
        Row after the last descendant: the descendants of row i are i + 1 ... subtree_end[i] - 1.
    depth : array of int
        0 for the root.
    slot_start, slot_end : array of int
        Range of the text slots below the element, without its own tail. An element starts before
        slot `slot_start` and ends before slot `slot_end`.
    token_start, token_end : array of int
        Range of the tokens below the element.
    """

    node: list[etree._Element]
    tag: list[str]
    tag_id: IntArray
    tag_names: tuple[str, ...]
    parent: IntArray
    subtree_end: IntArray
    depth: IntArray
    slot_start: IntArray
    slot_end: IntArray
    token_start: IntArray
    token_end: IntArray

    def __len__(self) -> int:
        return len(self.tag)

    def tagged(self, tags: Container[str]) -> BoolArray:
        """Return a mask of the elements with any of these tags, shape (n_elements,)."""
        names = self.tag_names
        is_tagged = np.fromiter(map(tags.__contains__, names), dtype=np.bool_, count=len(names))
        return is_tagged.take(self.tag_id)

    def at_or_below(self, selected: BoolArray) -> BoolArray:
        """Return a mask of the selected elements and their descendants, shape (n_elements,)."""
        return self._selected_end(selected) > np.arange(len(self))

    def below(self, selected: BoolArray) -> BoolArray:
        """Return a mask of the descendants of selected elements, shape (n_elements,)."""
        inside = np.zeros(len(self), dtype=np.bool_)
        np.greater(self._selected_end(selected)[:-1], np.arange(1, len(self)), out=inside[1:])
        return inside

    def innermost(self, selected: BoolArray) -> IntArray:
        """Return the row of the innermost selected element at or above each element, -1 if none.

        Each unselected row refers to its parent. Replacing each reference by the reference of its
        target doubles the distance, so deep trees need few rounds.
        """
        nearest = np.empty(len(self) + 1, dtype=np.intp)
        nearest[:-1] = np.where(selected, np.arange(len(self)), self.parent)
        nearest[-1] = -1  # the last row is also row -1
        for _ in range(int(self.depth.max(initial=0)).bit_length()):
            nearest = nearest[nearest]
        return nearest[:-1].astype(np.int32)

    def _selected_end(self, selected: BoolArray) -> IntArray:
        """Return the end of all selected elements that start at or before each row."""
        ends: IntArray = np.maximum.accumulate(self.subtree_end * selected)
        return ends


@dataclass(frozen=True, slots=True, eq=False)
class SlotColumns:
    """One row per non-empty `.text` or `.tail`.

    Attributes
    ----------
    owner : array of int, shape (n_slots,)
        Row of the element that directly contains the text.
    after : array of int
        Row of the nearest element sibling before the text, -1 if none.
    holder : list of lxml nodes
        The node whose `.text` or `.tail` this is (a comment may have a tail).
    is_tail : array of bool
        Whether the text is the holder's tail.
    start, end : array of int
        Range in the page text, in code points; empty if the text is not page text.
    flags : array of int
        `SlotFlag` bits.
    token_start, token_end : array of int
        Range of the slot's tokens.
    """

    owner: IntArray
    after: IntArray
    holder: list[etree._Element]
    is_tail: BoolArray
    start: IntArray
    end: IntArray
    flags: IntArray
    token_start: IntArray
    token_end: IntArray

    def __len__(self) -> int:
        return len(self.holder)

    def raw_text(self, slot: int) -> str:
        """Return the text of the slot as parsed, even if it is not page text."""
        holder = self.holder[slot]
        return (holder.tail if self.is_tail[slot] else holder.text) or ""


@dataclass(frozen=True, slots=True, eq=False)
class TokenColumns:
    """One row per token.

    Attributes
    ----------
    slot : array of int, shape (n_tokens,)
        Slot of the token.
    start, end : array of int
        Range in the page text, in code points.
    """

    slot: IntArray
    start: IntArray
    end: IntArray

    def __len__(self) -> int:
        return len(self.start)


@dataclass(frozen=True, slots=True, eq=False)
class SourcePositions:
    """The range of each token in the decoded source.

    Attributes
    ----------
    start, end : array of int, shape (n_tokens,)
        Range in `Page.source`, in code points; -1 if the token was not found.
    n_missing : int
        Number of tokens that were not found.
    """

    start: IntArray
    end: IntArray
    n_missing: int


@dataclass(frozen=True, slots=True)
class PageWarning:
    """A loss or repair while the page was built.

    Attributes
    ----------
    code : str
        Stable identifier, such as ``replaced-characters`` or ``cut-at-depth``.
    message : str
        One sentence: what happened, where, how much.
    """

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """A resource that was recorded with a page.

    Attributes
    ----------
    media_type : str
        Media type from the server, such as ``text/css``.
    """

    data: bytes
    media_type: str


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Boxes and styles of a page, measured by a browser.

    Attributes
    ----------
    view_width : int
        Width of the view in CSS pixels.
    scripts : bool
        Whether the page's scripts ran.
    pixel_ratio : float
        Device pixels per CSS pixel.
    page_width, page_height : int
        Size of the page in CSS pixels.
    element_box : array of float, shape (n_elements, 4)
        x, y, width, height in page pixels; NaN if the element has no box.
    slot_box : array of float, shape (n_slots, 4)
        As `element_box`, for the text of each slot.
    font_size : array of float, shape (n_elements,)
        In CSS pixels.
    font_weight : array of int, shape (n_elements,)
    background : array of int, shape (n_elements,)
        Effective background colour as 0xRRGGBB.
    visible : array of bool, shape (n_elements,)
        Displayed, visible and not transparent.
    """

    view_width: int
    scripts: bool
    pixel_ratio: float
    page_width: int
    page_height: int
    element_box: FloatArray
    slot_box: FloatArray
    font_size: FloatArray
    font_weight: IntArray
    background: IntArray
    visible: BoolArray


def numbered(tags: Sequence[str]) -> tuple[tuple[str, ...], IntArray]:
    """Return the distinct tags in order of first appearance, and the index of each tag in them."""
    number: defaultdict[str, int] = defaultdict(count().__next__)
    tag_id = np.fromiter(map(number.__getitem__, tags), np.int32, len(tags))
    return tuple(number), tag_id
