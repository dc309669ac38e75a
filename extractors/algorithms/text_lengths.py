"""Lengths of the text of every element and text node, white space collapsed, in one pass."""

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
    return space_table()[codes]


def _build(page: Page, left_out: SlotFlag) -> TextLengths:
    slots, elements = page.slots, page.elements
    read = (slots.flags & int(left_out | SlotFlag.RAW | SlotFlag.COMMENT)) == 0
    edges = np.append(slots.start, np.int32(len(page.text)))
    length = _CollapsedLength(page.text, np.repeat(read, np.diff(edges)))
    tokens = np.where(read, slots.token_end - slots.token_start, 0)
    tokens_before = np.append(0, np.cumsum(tokens))
    return TextLengths(
        read=read,
        element=length.between(edges[elements.slot_start], edges[elements.slot_end]),
        slot=length.between(edges[:-1], edges[1:]),
        element_tokens=(
            tokens_before[elements.slot_end] - tokens_before[elements.slot_start]
        ).astype(np.int32),
        slot_tokens=tokens.astype(np.int32),
    )


class _CollapsedLength:
    """Answers how long a stretch of text is with its white space collapsed and trimmed.

    That is its characters which are no white space, and one for every two of them in a row that
    have white space between them.
    """

    def __init__(self, text: str, read: BoolArray) -> None:
        space = is_space(code_points(text))
        ink = read & ~space
        places = np.flatnonzero(ink)
        spaces_before = np.cumsum(read & space, dtype=np.int32)[places]
        self._ink_before = np.append(np.int32(0), np.cumsum(ink, dtype=np.int32))
        parted = np.diff(spaces_before, prepend=spaces_before[:1]) > 0
        self._parted_up_to = np.append(np.cumsum(parted, dtype=np.int32), np.int32(0))

    def between(self, start: IntArray, end: IntArray) -> IntArray:
        """Return the length of the text from each start to each end."""
        first, after = self._ink_before[start], self._ink_before[end]
        gaps = self._parted_up_to[after - 1] - self._parted_up_to[first]
        return np.where(after > first, after - first + gaps, 0).astype(np.int32)
