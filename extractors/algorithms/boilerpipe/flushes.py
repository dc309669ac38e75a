"""Flushes: the tags that are around a text when the original's handler makes a block of it.

A tag that breaks blocks only asks for that: the flush comes with the next text or end tag. The
body tag flushes by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.boilerpipe.pieces import BODY

if TYPE_CHECKING:
    from extractors.algorithms.boilerpipe.pieces import Actions, Rows
    from extractors.page import BoolArray, IntArray, Page


@dataclass(frozen=True, slots=True, eq=False)
class Flushes:
    """The first flush after each of some texts.

    Attributes
    ----------
    page : Page
        The page.
    started : array of int, shape (n_texts,)
        Row of the element that was the last to start before the flush.
    inside : array of int, shape (n_texts,)
        Row of the innermost element that is open then, an ending one still open; -1 for none.
    """

    page: Page
    started: Rows
    inside: Rows

    def labels(self, labelled: tuple[tuple[str, int], ...]) -> IntArray:
        """Return the labels of the tags that are open at each flush, shape (n_texts,)."""
        labels = np.zeros(len(self.inside), dtype=np.int32)
        elements = self.page.elements
        for tag, tag_bits in labelled:
            is_open = np.zeros(len(elements) + 1, dtype=np.bool_)  # the last row is also row -1
            is_open[:-1] = elements.at_or_below(elements.tagged({tag}))
            labels[is_open[self.inside]] |= tag_bits
        return labels

    def after(self, tag: str) -> BoolArray:
        """Return whether the last start tag before each flush has a name, shape (n_texts,)."""
        return self.page.elements.tagged({tag}).take(self.started)


def flushes_after(page: Page, action: Actions, slot: Rows) -> Flushes:
    """Return the flushes after some texts.

    Parameters
    ----------
    page : Page
        The page.
    action : array of int, shape (n_elements,)
        What tags do.
    slot : array of int, shape (n_texts,)
        Slots of the texts.
    """
    elements, n = page.elements, len(page.elements)
    breaks = action >= BODY
    around = page.slots.owner.take(slot)
    if not breaks.take(around).all():
        around = elements.innermost(breaks).take(around)
    end = elements.subtree_end.take(around)
    end[around < 0] = n
    is_edge = np.empty(n + 1, dtype=np.bool_)
    is_edge[:-1], is_edge[-1] = breaks, True
    breaking = is_edge.nonzero()[0]
    # The next tag that breaks blocks: the end of the one around, or a start before that.
    start = breaking.take(breaking.searchsorted(elements.slot_start.searchsorted(slot, "right")))
    starts = (start < end).nonzero()[0]
    started, inside = end - 1, around
    if len(starts):
        opening = start[starts]
        is_body = action.take(opening) == BODY
        last = _last_opened(page, action, opening)
        started[starts] = np.where(is_body, opening - 1, last)
        inside[starts] = np.where(is_body, elements.parent.take(opening), last)
    return Flushes(page, started, inside)


def _last_opened(page: Page, action: Actions, row: Rows) -> Rows:
    """Return the last of the elements that start with each of some, up to a text, end or body."""
    elements = page.elements
    goes_on = elements.parent[1:] == np.arange(len(elements) - 1)
    goes_on &= (elements.slot_start[1:] == elements.slot_start[:-1]) & (action[1:] != BODY)
    stops = np.append((~goes_on).nonzero()[0], len(elements) - 1)
    return stops.take(stops.searchsorted(row))
