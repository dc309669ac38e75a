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


@dataclass(frozen=True, eq=False)
class OwnSlots:
    """The slots that hold own text, other than white space, grouped by element.

    Attributes
    ----------
    page : Page
        The page.
    n_owners : int
        Elements, also those without text.
    slot : array of int, shape (n,)
        The slots.
    owner : array of int, shape (n,)
        Whose own text each one is, rising.
    spaced : array of bool, shape (n,)
        Whether a space stands before it in the own text; False for the first one of an element.
    linked, linked_space : array of bool, shape (n,)
        Whether it stands in a link, and whether that space does.
    """

    page: Page
    n_owners: int
    slot: IntArray
    owner: IntArray
    spaced: BoolArray
    linked: BoolArray
    linked_space: BoolArray

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
        texts = slot_texts(self.page)
        start, end = texts.start[self.slot], texts.end[self.slot]
        number = np.cumsum(texts.end > texts.start)[self.slot]
        opens = np.ones(len(start), dtype=np.bool_)
        opens[1:] = (
            (self.owner[1:] != self.owner[:-1])
            | (np.diff(number) != 1)
            | (start[1:] - end[:-1] != self.spaced[1:])
        )
        first = np.flatnonzero(opens)
        last = np.append(first[1:], len(start))[: len(first)] - 1
        ranges = zip(
            self.spaced[first].tolist(), start[first].tolist(), end[last].tolist(), strict=True
        )
        text = texts.text
        pieces = [" " + text[a:b] if spaced else text[a:b] for spaced, a, b in ranges]
        owners = np.arange(self.n_owners + 1, dtype=np.int32)
        return pieces, self.owner[first].searchsorted(owners)

    def blocks(self, element: IntArray) -> Blocks:
        """Return the tokens of each own text as a block of its element."""
        start, end = self.page.slots.token_start[self.slot], self.page.slots.token_end[self.slot]
        filled = end > start
        start, end, owner = start[filled], end[filled], self.owner[filled]
        joins = np.zeros(len(start), dtype=np.bool_)
        joins[1:] = (start[1:] == end[:-1]) & (owner[1:] == owner[:-1])
        first = np.flatnonzero(~joins)
        last = np.append(first[1:], len(start)) - 1 if len(first) else first
        counts = np.bincount(owner[first], minlength=self.n_owners)
        return Blocks(
            first_run=np.append(0, np.cumsum(counts)).astype(np.int32),
            run_start=start[first].astype(np.int32),
            run_end=end[last].astype(np.int32),
            element=element,
        )


def own_slots(
    page: Page, chosen: BoolArray, owner: IntArray, linked_rows: BoolArray, left_out: SlotFlag
) -> OwnSlots:
    """Return the slots of the own texts of chosen elements.

    Parameters
    ----------
    page : Page
        The page.
    chosen : array of bool, shape (n_elements,)
        The elements.
    owner : array of int, shape (n_elements,)
        Number of the innermost chosen element at or above each row, -1 if there is none.
    linked_rows : array of bool, shape (n_elements,)
        Which elements are links or stand in one.
    left_out : SlotFlag
        Text that is no text of any element.
    """
    slots, texts = page.slots, slot_texts(page)
    slot_owner = owner[slots.owner]
    used = (slot_owner >= 0) & ((slots.flags & int(left_out)) == 0) & (slots.end > slots.start)
    row = np.flatnonzero(used).astype(np.int32)
    row = row[np.argsort(slot_owner[row], kind="stable")]
    holder = slot_owner[row]
    linked = linked_rows[slots.owner[row]]
    # Between two slots of one element a nested one was cut out if one begins there.
    begun = page.elements.slot_start[chosen].searchsorted(row, side="right")
    is_cut = np.diff(begun, prepend=-1) != 0
    inked, spaced = texts.spaced(row)
    after = inked[:-1] + 1  # what follows the slot before
    spaced[1:] |= is_cut[after]
    spaced[1:] &= holder[inked[1:]] == holder[inked[:-1]]
    # White space is linked where its first sign is; what stands for a cut is not.
    linked_space = np.zeros(len(inked), dtype=np.bool_)
    linked_space[1:] = np.where(
        texts.trails[row[inked[:-1]]], linked[inked[:-1]], linked[after] & ~is_cut[after]
    )
    return OwnSlots(
        page=page,
        n_owners=int(np.count_nonzero(chosen)),
        slot=row[inked],
        owner=holder[inked],
        spaced=spaced,
        linked=linked[inked],
        linked_space=spaced & linked_space,
    )
