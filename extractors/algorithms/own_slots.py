"""The text slots that make the own texts of a set of elements, and the texts made of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.algorithms.text_lengths import slot_texts
from extractors.model.blocks import Blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray, SlotFlag


@dataclass(frozen=True, slots=True, eq=False)
class ReadSlots:
    """The slots with page text that is not left out: what sets of elements divide among them.

    Attributes
    ----------
    slot : array of int, shape (n,)
        The slots, in document order.
    row : array of int, shape (n,)
        The element that directly contains each.
    inked : array of bool, shape (n,)
        Whether each one holds more than white space.
    number : array of int, shape (n_slots,)
        How many slots of the page up to each one hold more than white space, read or not.
    linked : array of bool, shape (n_slots,)
        Whether each slot of the page stands in a link.
    """

    slot: IntArray
    row: IntArray
    inked: BoolArray
    number: NDArray[np.int64]
    linked: BoolArray


@dataclass(frozen=True, eq=False)
class OwnSlots:
    """The slots that hold own text, other than white space, grouped by element.

    Attributes
    ----------
    page : Page
        The page.
    read : ReadSlots
        What can be own text.
    n_owners : int
        Elements, also those without text.
    slot : array of int, shape (n,)
        The slots.
    owner : array of int, shape (n,)
        Whose own text each one is, rising.
    spaced : array of bool, shape (n,)
        Whether a space stands before it in the own text; False for the first one of an element.
    follower : array of int, shape (n - 1,)
        The slot that follows each one but the last: the next one, or one of white space.
    is_cut : array of bool, shape (n - 1,)
        Whether a nested element was cut out before the follower.
    """

    page: Page
    read: ReadSlots
    n_owners: int
    slot: IntArray
    owner: IntArray
    spaced: BoolArray
    follower: IntArray
    is_cut: BoolArray

    def count(self, values: NDArray[Any]) -> IntArray:
        """Return the sum over the slots of each element, shape (n_owners,).

        Parameters
        ----------
        values : array of int or bool, shape (n,)
            Per slot.
        """
        counted = np.bincount(self.owner, weights=values, minlength=self.n_owners)
        return counted.astype(np.int32)

    @cached_property
    def size(self) -> IntArray:
        """Characters of the trimmed text of each slot."""
        texts = slot_texts(self.page)
        return texts.end[self.slot] - texts.start[self.slot]

    @cached_property
    def linked(self) -> BoolArray:
        """Whether each slot stands in a link."""
        return self.read.linked[self.slot]

    @cached_property
    def linked_space(self) -> BoolArray:
        """Whether the space before each slot stands in a link; False where there is none.

        White space is linked where its first sign is; what stands for a cut is not.
        """
        linked = self.spaced.copy()
        linked[1:] &= np.where(
            slot_texts(self.page).trails[self.slot[:-1]],
            self.linked[:-1],
            self.read.linked[self.follower] & ~self.is_cut,
        )
        return linked

    def texts(self, owners: NDArray[np.integer[Any]]) -> list[str]:
        """Return the own texts of some elements."""
        pieces, first = self._pieces
        ranges = zip(first[owners].tolist(), first[owners + 1].tolist(), strict=True)
        return [pieces[a] if b - a == 1 else "".join(pieces[a:b]) for a, b in ranges]

    @cached_property
    def _pieces(self) -> tuple[list[str], NDArray[np.int64]]:
        """The own texts in pieces, and the first piece of each element.

        Slots that follow one another in the collapsed text of the page as they do in the own text
        are one piece.
        """
        texts, owner, spaced = slot_texts(self.page), self.owner, self.spaced
        start, end, number = (
            texts.start[self.slot],
            texts.end[self.slot],
            self.read.number[self.slot],
        )
        joins = (
            (owner[1:] == owner[:-1])
            & (number[1:] - number[:-1] == 1)
            & (start[1:] - end[:-1] == spaced[1:])
        )
        first, last = _runs(joins, len(start))
        ranges = zip(spaced[first].tolist(), start[first].tolist(), end[last].tolist(), strict=True)
        text = texts.text
        pieces = [" " + text[a:b] if is_spaced else text[a:b] for is_spaced, a, b in ranges]
        return pieces, self._first_of_owners(first)

    def blocks(self, element: IntArray) -> Blocks:
        """Return the tokens of each own text as a block of its element."""
        start, end = self.page.slots.token_start[self.slot], self.page.slots.token_end[self.slot]
        filled = (end > start).nonzero()[0]
        start, end, owner = start[filled], end[filled], self.owner[filled]
        first, last = _runs((start[1:] == end[:-1]) & (owner[1:] == owner[:-1]), len(start))
        return Blocks(
            first_run=self._first_of_owners(filled[first]).astype(np.int32),
            run_start=start[first],
            run_end=end[last],
            element=element,
        )

    def _first_of_owners(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many of some places, rising, belong to elements before each one and in all."""
        return self.owner[places].searchsorted(np.arange(self.n_owners + 1, dtype=np.int32))


def _runs(joins: BoolArray, n_items: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first and the last item of each run.

    Parameters
    ----------
    joins : array of bool, shape (n_items - 1,)
        Whether each item but the first belongs to the run of the one before.
    n_items : int
        How many there are, which may be none.
    """
    is_edge = np.ones(n_items + 1, dtype=np.bool_)
    np.logical_not(joins, out=is_edge[1:-1])
    edge = is_edge.nonzero()[0]
    return edge[:-1], edge[1:] - 1


def read_slots(page: Page, linked_rows: BoolArray, left_out: SlotFlag) -> ReadSlots:
    """Return the slots that can be own text of some element.

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
    slot = (((slots.flags & int(left_out)) == 0) & (slots.end > slots.start)).nonzero()[0]
    return ReadSlots(
        slot=slot.astype(np.int32),
        row=slots.owner[slot],
        inked=inked[slot],
        number=inked.cumsum(),
        linked=linked_rows[slots.owner],
    )


def own_slots(page: Page, read: ReadSlots, element: IntArray, owner: IntArray) -> OwnSlots:
    """Return the slots of the own texts of some elements.

    Parameters
    ----------
    page : Page
        The page.
    read : ReadSlots
        What can be own text.
    element : array of int, shape (n_owners,)
        Rows of the elements, rising.
    owner : array of int, shape (n_elements,)
        Place in `element` of the innermost of them at or above each row, -1 if there is none.
    """
    holder = owner[read.row]
    order = holder.argsort(kind="stable")[np.count_nonzero(holder < 0) :]
    slot, inked = read.slot[order], read.inked[order].nonzero()[0]
    before, follower = slot[inked[:-1]], slot[inked[:-1] + 1]
    # Between two slots of one element a nested one was cut out if one begins there.
    starts = page.elements.slot_start[element]
    is_cut = starts.searchsorted(before, "right") != starts.searchsorted(follower, "right")
    texts, holder = slot_texts(page), holder[order[inked]]
    spaced = np.zeros(len(inked), dtype=np.bool_)
    spaced[1:] = texts.trails[before] | texts.leads[follower] | is_cut
    spaced[1:] &= holder[1:] == holder[:-1]
    return OwnSlots(
        page=page,
        read=read,
        n_owners=len(element),
        slot=slot[inked],
        owner=holder,
        spaced=spaced,
        follower=follower,
        is_cut=is_cut,
    )
