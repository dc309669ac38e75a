"""Texts with white space collapsed: where that of each text slot is, how long that of each node is.

White space is collapsed once for the whole page. What stands in a slot or an element follows from
where the slots begin and end, by array operations on slots.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.records import SlotFlag
from extractors.page.tokens import code_points

if TYPE_CHECKING:
    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray
    from extractors.page.tokens import CodeArray

_SPACE = np.uint32(ord(" "))


@dataclass(frozen=True, slots=True, eq=False)
class SlotTexts:
    """The page text with each run of white space made one space, and where the slots are in it.

    Attributes
    ----------
    text : str
        The whole text, not trimmed.
    start, end : array of int, shape (n_slots,)
        Range of the trimmed text of each slot; empty for slots without ink.
    leads, trails : array of bool, shape (n_slots,)
        Whether the slot begins, and ends, with white space; both for a slot of white space alone,
        neither for one without page text.
    """

    text: str
    start: IntArray
    end: IntArray
    leads: BoolArray
    trails: BoolArray

    def spaced(self, slots: IntArray) -> tuple[IntArray, BoolArray]:
        """Return what stands between the texts of slots that follow one another.

        Parameters
        ----------
        slots : array of int
            Slots with page text, those of white space alone among them.

        Returns
        -------
        inked : array of int, shape (n_inked,)
            Places, in `slots`, of those that hold more than white space.
        spaced : array of bool, shape (n_inked,)
            Whether white space stands before each of these; False for the first.
        """
        inked = np.flatnonzero(self.end[slots] > self.start[slots]).astype(np.int32)
        spaced = np.zeros(len(inked), dtype=np.bool_)
        before, after = slots[inked[:-1]], slots[inked[:-1] + 1]
        spaced[1:] = self.trails[before] | self.leads[after]
        return inked, spaced


def slot_texts(page: Page) -> SlotTexts:
    """Return the collapsed texts of all slots, cached on the page."""
    return page.stage("slot texts", _collapse)


def collapsed_text(page: Page, row: int) -> str:
    """Return the page text below an element, white space collapsed and trimmed."""
    whole = slot_texts(page)
    first, after = page.elements.slot_start[row], page.elements.slot_end[row]
    return whole.text[whole.start[first] : whole.end[after - 1]].strip() if after > first else ""


@dataclass(frozen=True, slots=True, eq=False)
class TextLengths:
    """How long the text of each node is, some kinds of text left out.

    Attributes
    ----------
    read : array of bool, shape (n_slots,)
        Slots whose text counts.
    element, slot : array of int
        Characters of the text of each element and each slot: white space (Unicode's) collapsed
        to single spaces and trimmed, nothing put between the texts of neighbouring elements.
    element_tokens, slot_tokens : array of int
        Tokens of the same texts.
    """

    read: BoolArray
    element: IntArray
    slot: IntArray
    element_tokens: IntArray
    slot_tokens: IntArray


def text_lengths(page: Page, left_out: SlotFlag) -> TextLengths:
    """Return the lengths of all nodes, cached on the page.

    Parameters
    ----------
    page : Page
        The page.
    left_out : SlotFlag
        Text that belongs to no node.
    """
    return page.stage(("text lengths", int(left_out)), lambda one: _build(one, left_out))


@cache
def space_table() -> BoolArray:
    """Return for every code point whether it is white space, shape (0x110000,)."""
    table = np.zeros(0x110000, dtype=np.bool_)
    table[:0x3001] = [chr(code).isspace() for code in range(0x3001)]
    table.flags.writeable = False
    return table


def is_space(codes: CodeArray) -> BoolArray:
    """Return which code points are white space."""
    return space_table().take(codes)


def _collapse(page: Page) -> SlotTexts:
    codes = code_points(page.text)
    space = is_space(codes)
    follows = np.zeros(len(codes), dtype=np.bool_)  # white space after white space
    follows[1:] = space[1:] & space[:-1]
    kept = ~follows
    text = np.where(space, _SPACE, codes)[kept].tobytes().decode("utf-32-le")
    dropped = np.flatnonzero(follows).astype(np.int32)
    start, end = page.slots.start, page.slots.end
    leads, trails = np.zeros((2, len(start)), dtype=np.bool_)
    filled = np.flatnonzero(end > start)
    leads[filled] = space[start[filled]]
    trails[filled] = space[end[filled] - 1]
    has_space = np.zeros(len(start), dtype=np.bool_)
    has_space[filled] = leads[filled] & kept[start[filled]]
    first = start - dropped.searchsorted(start) + has_space
    after = end - dropped.searchsorted(end) - trails
    return SlotTexts(
        text, first.astype(np.int32), np.maximum(first, after).astype(np.int32), leads, trails
    )


def _build(page: Page, left_out: SlotFlag) -> TextLengths:
    slots, elements = page.slots, page.elements
    read = (slots.flags & int(left_out | SlotFlag.RAW | SlotFlag.COMMENT)) == 0
    texts = slot_texts(page)
    size = np.where(read, texts.end - texts.start, 0).astype(np.int32)
    used = np.flatnonzero(read & (slots.end > slots.start)).astype(np.int32)
    _, spaced = texts.spaced(used)
    size_before = _summed(size)
    inked_before = _summed(size > 0)
    spaces_up_to = np.append(np.cumsum(spaced), 0)
    first, after = inked_before[elements.slot_start], inked_before[elements.slot_end]
    length = size_before[elements.slot_end] - size_before[elements.slot_start]
    spaces = spaces_up_to[after - 1] - spaces_up_to[first]
    tokens = np.where(read, slots.token_end - slots.token_start, 0).astype(np.int32)
    tokens_before = _summed(tokens)
    return TextLengths(
        read=read,
        element=np.where(after > first, length + spaces, 0).astype(np.int32),
        slot=size,
        element_tokens=tokens_before[elements.slot_end] - tokens_before[elements.slot_start],
        slot_tokens=tokens,
    )


def _summed(values: IntArray | BoolArray) -> IntArray:
    """Return the sum of the values before each place, shape (len(values) + 1,)."""
    summed = np.zeros(len(values) + 1, dtype=np.int32)
    np.cumsum(values, out=summed[1:])
    return summed
