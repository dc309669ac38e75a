"""The page as a stream of events, in the order of a SAX parser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import ElementColumns, IntArray

START, END, TEXT = range(3)
"""Kinds of events: start of an element, end of an element, text slot."""


@dataclass(frozen=True, slots=True, eq=False)
class Events:
    """One row per event.

    Attributes
    ----------
    kind : array of uint8, shape (2 * n_elements + n_slots,)
        `START`, `END` or `TEXT`.
    index : array of int
        Row of the element; for `TEXT`, row of the slot.
    """

    kind: NDArray[np.uint8]
    index: IntArray

    def __len__(self) -> int:
        return len(self.kind)


def make_events(elements: ElementColumns, n_slots: int) -> Events:
    """Return the events of a page.

    The index of each event follows without a walk. Before the start of element i there are the
    starts of i elements, the ends of those that are not its ancestors, and the slots before it; the
    index of its end follows in the same way.
    """
    n_elements = len(elements)
    rows = np.arange(n_elements, dtype=np.int32)
    start_event = rows + (rows - elements.depth) + elements.slot_start
    end_event = elements.subtree_end * 2 - elements.depth - 1 + elements.slot_end
    kind = np.full(2 * n_elements + n_slots, TEXT, dtype=np.uint8)
    index = np.empty(len(kind), dtype=np.int32)
    kind[start_event] = START
    kind[end_event] = END
    index[start_event] = rows
    index[end_event] = rows
    index[kind == TEXT] = np.arange(n_slots, dtype=np.int32)
    return Events(kind, index)
