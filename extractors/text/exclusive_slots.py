"""The text slots that make the exclusive texts of a set of elements, and the texts made of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.page.ranges import run_bounds
from extractors.text.collapsed_text import slot_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray, SlotColumns, SlotFlag
    from extractors.text.collapsed_text import SlotTexts


@dataclass(frozen=True, slots=True, eq=False)
class ReadSlots:
    """The slots with page text that is not left out: what sets of elements divide among them.

    Slots of white space alone are no rows of their own: they part those before and after them.

    Attributes
    ----------
    slots : SlotColumns
        All slots of the page.
    texts : SlotTexts
        Their collapsed texts.
    slot : array of int, shape (n,)
        The slots that hold more than white space, in document order.
    row : array of int, shape (n,)
        The element that directly contains each.
    number : array of int, shape (n,)
        How many slots of the page up to each one hold more than white space, read or not.
    linked : array of bool, shape (n,)
        Whether each one stands in a link.
    parted : array of bool, shape (n,)
        Whether white space follows.
    parted_in : array of int, shape (n,)
        The slot in which the first sign of that stands.
    parted_linked : array of bool, shape (n,)
        Whether that one stands in a link.
    is_whole : bool
        Whether no slot with page text is left out.
    """

    slots: SlotColumns
    texts: SlotTexts
    slot: IntArray
    row: IntArray
    number: NDArray[np.int64]
    linked: BoolArray
    parted: BoolArray
    parted_in: IntArray
    parted_linked: BoolArray
    is_whole: bool


@dataclass(frozen=True, eq=False)
class ExclusiveSlots:
    """The slots that hold exclusive text, other than white space, grouped by element.

    Attributes
    ----------
    read : ReadSlots
        What can be exclusive text.
    element : array of int, shape (n_owners,)
        Rows of the elements, also those without text.
    begins : array of int, shape (n_owners,)
        The slot that each of them begins before.
    place : array of int, shape (n,)
        Places of the slots in `read`.
    owner : array of int, shape (n,)
        Whose exclusive text each one is, rising.
    spaced : array of bool, shape (n,)
        Whether a space is before it in the exclusive text; False for the first slot of an element.
    """

    read: ReadSlots
    element: IntArray
    begins: IntArray
    place: NDArray[np.int64]
    owner: IntArray
    spaced: BoolArray

    @cached_property
    def slot(self) -> IntArray:
        """The slots, shape (n,)."""
        return self.read.slot[self.place]

    def count(self, values: NDArray[Any]) -> IntArray:
        """Return the sum over the slots of each element, shape (n_owners,).

        Parameters
        ----------
        values : array of int or bool, shape (n,)
            Per slot.
        """
        counted = np.bincount(self.owner, weights=values, minlength=len(self.element))
        return counted.astype(np.int32)

    @cached_property
    def size(self) -> IntArray:
        """Characters of the trimmed text of each slot."""
        texts = self.read.texts
        return texts.end.take(self.slot) - texts.start.take(self.slot)

    @cached_property
    def linked(self) -> BoolArray:
        """Whether each slot stands in a link."""
        return self.read.linked[self.place]

    @cached_property
    def linked_space(self) -> BoolArray:
        """Whether the space before each slot stands in a link; False where there is none.

        White space is linked where its first sign is; what stands for a cut is not.
        """
        read, before = self.read, self.place[:-1]
        after, parted = read.slot[before], read.parted_in[before]
        after_cut = _count_started(self.begins, after) != _count_started(self.begins, parted)
        linked = self.spaced.copy()
        linked[1:] &= read.parted_linked[before] & ~after_cut
        return linked

    def texts(self, owners: NDArray[np.integer[Any]]) -> list[str]:
        """Return the exclusive texts of some elements."""
        text, (pieces, first) = self.read.texts.text, self._pieces
        made = []
        for a, b in zip(first.take(owners).tolist(), first.take(owners + 1).tolist(), strict=True):
            if b - a == 1:
                _, start, end = pieces[a]
                made.append(text[start:end])
            else:
                parts = [" " * spaced + text[start:end] for spaced, start, end in pieces[a:b]]
                made.append("".join(parts))
        return made

    @cached_property
    def _pieces(self) -> tuple[list[tuple[bool, int, int]], NDArray[np.int64]]:
        """The exclusive texts in pieces, and the first piece of each element.

        Slots that follow one another in the collapsed text of the page as they do in the exclusive
        text are one piece: whether a space is before it, never in a first one, and its range there.
        """
        texts, owner, spaced = self.read.texts, self.owner, self.spaced
        start, end, number = (
            texts.start.take(self.slot),
            texts.end.take(self.slot),
            self.read.number[self.place],
        )
        begins = (
            (owner[1:] != owner[:-1])
            | (number[1:] - number[:-1] != 1)
            | (start[1:] - end[:-1] != spaced[1:])
        )
        edges = run_bounds(begins, len(start))
        first, last = edges[:-1], edges[1:] - 1
        ranges = zip(spaced[first].tolist(), start[first].tolist(), end[last].tolist(), strict=True)
        return list(ranges), self._first_of_owners(first)

    def _first_of_owners(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many of some places, rising, belong to elements before each one and in all."""
        return self.owner[places].searchsorted(np.arange(len(self.element) + 1, dtype=np.int32))


def read_slots(page: Page, linked_rows: BoolArray, left_out: SlotFlag) -> ReadSlots:
    """Return the slots that can be exclusive text of some element.

    Parameters
    ----------
    page : Page
        The page.
    linked_rows : array of bool, shape (n_elements,)
        Which elements are links or stand in one.
    left_out : SlotFlag
        Text that is no text of any element.
    """
    slots, texts = page.slots, slot_texts(page)
    inked = texts.end > texts.start
    has_text = slots.end > slots.start
    read = (((slots.flags & int(left_out)) == 0) & has_text).nonzero()[0]
    place = inked[read].nonzero()[0]
    slot = read[place].astype(np.int32)
    follower = read[np.minimum(place + 1, len(read) - 1)].astype(np.int32)
    parted_in = np.where(texts.trails.take(slot), slot, follower)
    return ReadSlots(
        slots=slots,
        texts=texts,
        slot=slot,
        row=slots.owner.take(slot),
        number=inked.cumsum().take(slot),
        linked=linked_rows.take(slots.owner.take(slot)),
        parted=texts.trails.take(slot) | texts.leads.take(follower),
        parted_in=parted_in,
        parted_linked=linked_rows.take(slots.owner.take(parted_in)),
        is_whole=len(read) == np.count_nonzero(has_text),
    )


def exclusive_slots(
    page: Page, read: ReadSlots, element: IntArray, owner: IntArray
) -> ExclusiveSlots:
    """Return the slots of the exclusive texts of some elements.

    Parameters
    ----------
    page : Page
        The page.
    read : ReadSlots
        What can be exclusive text.
    element : array of int, shape (n_owners,)
        Rows of the elements, rising.
    owner : array of int, shape (n_elements,)
        Place in `element` of the innermost of them at or above each row, -1 if there is none.
    """
    holder = owner.take(read.row)
    place = holder.argsort(kind="stable")[np.count_nonzero(holder < 0) :]
    holder = holder[place]
    # Between two slots of one element a nested one was cut out if one begins there. If none does,
    # all that is read between them is text of that element.
    begins = page.elements.slot_start.take(element)
    begun = _count_started(begins, read.slot[place])
    spaced = np.zeros(len(place), dtype=np.bool_)
    spaced[1:] = read.parted[place[:-1]] | (begun[1:] != begun[:-1])
    spaced[1:] &= holder[1:] == holder[:-1]
    return ExclusiveSlots(read, element, begins, place, holder, spaced)


def _count_started(starts: IntArray, slots: IntArray) -> NDArray[np.int64]:
    """Return how many of some elements begin before each of some slots, or with it."""
    return starts.searchsorted(slots, side="right")
