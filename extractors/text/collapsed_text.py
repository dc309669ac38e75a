"""Texts with white space collapsed: the range of each text slot, the length of each node's text.

White space is collapsed once for the whole page. The text of a slot or an element follows from the
slot ranges by array operations.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.code_points import is_space
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.ranges import joined_ranges, run_bounds
from boilerscope.extractors.page.reading import slots_after_images
from boilerscope.extractors.page.records import SlotFlag
from boilerscope.extractors.page.segments import breaks_before

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.code_points import CodeArray
    from boilerscope.extractors.page.records import BoolArray, ElementColumns, IntArray, SlotColumns

_SPACE = np.uint32(ord(" "))


@dataclass(frozen=True, slots=True, eq=False)
class SlotTexts:
    """The page text with each run of white space as one space, and the ranges of the slots in it.

    Attributes
    ----------
    text : str
        The whole text, not trimmed.
    codes : array of uint32, shape (len(text),)
        Its code points.
    start, end : array of int, shape (n_slots,)
        Range of the trimmed text of each slot; empty for slots without other characters.
    leads, trails : array of bool, shape (n_slots,)
        Whether the slot starts or ends with white space; both are True for white space alone and
        False for a slot without page text.
    follows_image : array of bool, shape (n_slots,)
        Whether only an image separates the slot from the text before it.
    """

    text: str
    codes: CodeArray
    start: IntArray
    end: IntArray
    leads: BoolArray
    trails: BoolArray
    follows_image: BoolArray

    def spaced(self, slots: NDArray[np.int64]) -> tuple[NDArray[np.int64], BoolArray]:
        """Return the slots that are not blank, and whether white space separates them.

        Parameters
        ----------
        slots : array of int
            Consecutive slots with page text, including blank ones.

        Returns
        -------
        filled : array of int, shape (n_filled,)
            Indices in `slots` of the slots that are not blank.
        spaced : array of bool, shape (n_filled,)
            Whether white space precedes each of these slots; False for the first slot.
        """
        filled = (self.end[slots] > self.start[slots]).nonzero()[0]
        spaced = np.zeros(len(filled), dtype=np.bool_)
        before, after = slots[filled[:-1]], slots[filled[:-1] + 1]
        spaced[1:] = self.trails[before] | self.leads[after]
        return filled, spaced

    def joined(self, slots: NDArray[np.int64], line: IntArray | None = None) -> str:
        """Return the texts of consecutive slots, white space collapsed and trimmed.

        Parameters
        ----------
        slots : array of int
            Consecutive slots with page text, including blank ones.
        line : array of int, optional
            Number of each slot's line, never decreasing: a line feed separates lines, and a space
            the words around an image.
        """
        filled, spaced = self.spaced(slots)
        slot = slots.take(filled)
        start, end = self.start.take(slot), self.end.take(slot)
        # Slots that are adjacent both in `slots` and in the text form one range.
        starts_range = start[1:] - end[:-1] != spaced[1:]
        between = spaced.astype(np.int32)
        if line is not None:
            follows_image = self.follows_image.take(slot[1:]) & ~spaced[1:]
            starts_range |= follows_image
            between[1:][follows_image] = 1
            number = line.take(filled)
            starts_line = number[1:] != number[:-1]
            starts_range |= starts_line
            between[1:][starts_line] = 2
        edges = run_bounds(starts_range, len(slot))
        first, last = edges[:-1], edges[1:] - 1
        return joined_ranges(self.text, start[first], end[last], between[first], ("", " ", "\n"))


def slot_texts(page: Page) -> SlotTexts:
    """Return the collapsed texts of all slots, cached on the page."""
    return page.cached("slot texts", _collapse)


def collapsed_text(page: Page, row: int) -> str:
    """Return the page text below an element in one line, white space collapsed and trimmed.

    A line break or the edge of a block becomes a space.
    """
    slots = page.slots
    first, after = page.elements.slot_start[row], page.elements.slot_end[row]
    filled = first + (slots.end[first:after] > slots.start[first:after]).nonzero()[0]
    return slot_texts(page).joined(filled, breaks_before(page)[filled]).replace("\n", " ")


def collapsed_texts(page: Page, rows: IntArray) -> list[str]:
    """Return the `collapsed_text` of some elements."""
    text = slot_texts(page).text
    start, end = collapsed_ranges(page, rows)
    texts = [text[first:after] for first, after in zip(start.tolist(), end.tolist(), strict=True)]
    # The range is the text unless a line ends inside it, or an image is between two of its words.
    slots, elements = page.slots, page.elements
    breaks = breaks_before(page) + np.cumsum(slot_texts(page).follows_image)
    filled = (slots.end > slots.start).nonzero()[0]
    if len(filled):
        first = filled.searchsorted(elements.slot_start.take(rows))
        after = filled.searchsorted(elements.slot_end.take(rows))
        first_filled = filled.take(np.minimum(first, len(filled) - 1))
        last_filled = filled.take(np.maximum(after - 1, 0))
        is_divided = (after > first) & (breaks.take(first_filled) != breaks.take(last_filled))
        for index in is_divided.nonzero()[0].tolist():
            texts[index] = collapsed_text(page, int(rows[index]))
    return texts


def collapsed_ranges(page: Page, rows: IntArray) -> tuple[IntArray, IntArray]:
    """Return the ranges in `SlotTexts.text` of the text of some elements.

    Their lengths are those of `TextLengths`: line breaks and edges of blocks add nothing.
    """
    texts = slot_texts(page)
    filled = (texts.end > texts.start).nonzero()[0]
    first = filled.searchsorted(page.elements.slot_start.take(rows))
    after = filled.searchsorted(page.elements.slot_end.take(rows))
    start, end = np.zeros((2, len(rows)), dtype=np.int32)
    has_text = after > first
    start[has_text] = texts.start[filled[first[has_text]]]
    end[has_text] = texts.end[filled[after[has_text] - 1]]
    return start, end


@dataclass(frozen=True, eq=False)
class TextLengths:
    """Length of each node's text, excluding some kinds of text.

    White space (Unicode) is collapsed to single spaces and trimmed before counting; nothing is
    added between the texts of neighbouring elements.

    Attributes
    ----------
    elements, slots
        The columns of the page.
    texts : SlotTexts
        The collapsed texts of the page.
    read : array of bool, shape (n_slots,)
        Slots whose text is counted.
    """

    elements: ElementColumns
    slots: SlotColumns
    texts: SlotTexts
    read: BoolArray

    @cached_property
    def slot(self) -> IntArray:
        """Characters of the text of each slot, shape (n_slots,)."""
        return (self.texts.end - self.texts.start) * self.read

    @cached_property
    def element(self) -> IntArray:
        """Characters of the text of each element, shape (n_elements,)."""
        slots, elements = self.slots, self.elements
        used = (self.read & (slots.end > slots.start)).nonzero()[0]
        filled, spaced = self.texts.spaced(used)
        before = prefix_sums(self.slot[used[filled]] + spaced)
        opens_with_space = np.zeros(len(filled) + 1, dtype=np.bool_)
        opens_with_space[:-1] = spaced
        n_filled_before = prefix_sums(self.slot > 0)
        first = n_filled_before.take(elements.slot_start)
        after = n_filled_before.take(elements.slot_end)
        return (
            before.take(after)
            - before.take(first)
            - (opens_with_space.take(first) & (after > first))
        )

    @cached_property
    def slot_tokens(self) -> IntArray:
        """Tokens of the text of each slot, shape (n_slots,)."""
        return (self.slots.token_end - self.slots.token_start) * self.read

    @cached_property
    def element_tokens(self) -> IntArray:
        """Tokens of the text of each element, shape (n_elements,)."""
        before = prefix_sums(self.slot_tokens)
        return before[self.elements.slot_end] - before[self.elements.slot_start]


def text_lengths(page: Page, left_out: SlotFlag) -> TextLengths:
    """Return the lengths of all nodes, cached on the page.

    Parameters
    ----------
    left_out : SlotFlag
        Text that no length includes.
    """
    return page.cached(("text lengths", int(left_out)), lambda of_page: _build(of_page, left_out))


def _collapse(page: Page) -> SlotTexts:
    codes, start, end = page.codes, page.slots.start, page.slots.end
    space = np.zeros(len(codes) + 1, dtype=np.bool_)  # the extra entry serves index -1
    space[:-1] = is_space(codes)
    follows = np.zeros(len(space), dtype=np.bool_)  # white space after white space
    np.logical_and(space[1:], space[:-1], out=follows[1:])
    collapsed = np.where(space[:-1], _SPACE, codes)[~follows[:-1]]
    dropped = follows.nonzero()[0].astype(np.int32)
    # Each slot ends where the next slot starts.
    n_dropped = dropped.searchsorted(np.append(start, np.int32(len(codes))))
    filled = end > start
    leads, trails = space.take(start) & filled, space.take(end - 1) & filled
    first = start - n_dropped[:-1] + (leads & ~follows.take(start))
    after = end - n_dropped[1:] - trails
    follows_image = np.zeros(len(leads), dtype=np.bool_)
    follows_image[slots_after_images(page)] = True
    return SlotTexts(
        text=collapsed.tobytes().decode("utf-32-le"),
        codes=collapsed,
        start=first.astype(np.int32),
        end=np.maximum(first, after).astype(np.int32),
        leads=leads,
        trails=trails,
        follows_image=follows_image,
    )


def _build(page: Page, left_out: SlotFlag) -> TextLengths:
    unread = int(left_out | SlotFlag.RAW | SlotFlag.COMMENT)
    read = (page.slots.flags & unread) == 0
    return TextLengths(page.elements, page.slots, slot_texts(page), read)
