"""The coefficient K of each element, and the walk from the body down that it controls."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray


class Spread(StrEnum):
    """Measure of the spread of lengths."""

    MAD = "mad"
    SD = "sd"
    SAMPLE_SD = "sample_sd"
    RANGE = "range"


class TextLongest(StrEnum):
    """Action of the walk if the longest subnode is a text node."""

    STOP = "stop"
    IGNORE = "ignore"


class Ending(StrEnum):
    """Reason why the walk stops at a node or continues below it."""

    NO_SUBNODES = "no-subnodes"
    ONLY_TEXT = "only-text"
    UNIFORM = "uniform"
    LONGEST_IS_TEXT = "longest-is-text"
    SINGLE = "single"
    LONGEST = "longest"


@dataclass(frozen=True, slots=True, eq=False)
class Subnodes:
    """Child elements and text nodes of all elements, grouped by parent, in document order.

    Attributes
    ----------
    parent : array of int, shape (n_subnodes,)
        Row of the parent, in ascending order.
    item : array of int, shape (n_subnodes,)
        Row of a child element, or slot of a text node.
    is_text : array of bool, shape (n_subnodes,)
        Whether the subnode is a text node.
    """

    parent: IntArray
    item: IntArray
    is_text: BoolArray

    def subset(self, mask: BoolArray) -> Subnodes:
        """Return the subnodes in a mask."""
        return Subnodes(self.parent[mask], self.item[mask], self.is_text[mask])


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """Measures of every element, named as in the article.

    Attributes
    ----------
    subnodes : Subnodes
        The subnodes that count.
    subnode_length : array of int, shape (n_subnodes,)
        Length of the text of each subnode (L).
    first : array of int, shape (n_elements + 1,)
        The subnodes of element e are ``first[e]`` ... ``first[e + 1] - 1``.
    length : array of int, shape (n_elements,)
        Length of the text of each element (FTL).
    count : array of int, shape (n_elements,)
        Number of subnodes of each element.
    spread, k : array of float, shape (n_elements,)
        Spread of the subnodes' lengths (LV), and 100 * LV / FTL (K); NaN with fewer than two
        subnodes.
    """

    subnodes: Subnodes
    subnode_length: IntArray
    first: IntArray
    length: IntArray
    count: IntArray
    spread: FloatArray
    k: FloatArray


@dataclass(frozen=True, slots=True)
class Level:
    """One node of the walk.

    Attributes
    ----------
    node : int
        Row of the element.
    ending : Ending
        Reason why the walk stops or continues.
    child : int
        Row of the next element of the walk, -1 if the walk stops.
    longest : int
        Length of the longest subnode, 0 if the walk did not look for it.
    """

    node: int
    ending: Ending
    child: int = -1
    longest: int = 0


def subnodes_of(page: Page) -> Subnodes:
    """Return all subnodes of a page, cached on the page."""
    return page.cached("subnodes", _build)


def _build(page: Page) -> Subnodes:
    elements, slots = page.elements, page.slots
    rows = np.arange(1, len(elements), dtype=np.int32)
    texts = np.flatnonzero(slots.end > slots.start).astype(np.int32)
    parent = np.concatenate((elements.parent[1:], slots.owner[texts]))
    # A child element comes directly before its first slot, or before the slot that follows it.
    position = np.concatenate((elements.slot_start[1:] * 2, texts * 2 + 1))
    order = np.lexsort((position, parent))
    return Subnodes(
        parent[order],
        np.concatenate((rows, texts))[order],
        order >= len(rows),
    )


def measure(
    subnodes: Subnodes, subnode_length: IntArray, length: IntArray, spread: Spread
) -> Measures:
    """Compute the coefficient of every element.

    Parameters
    ----------
    subnodes, subnode_length, length
        See `Measures`.
    spread : Spread
        Measure of the spread.
    """
    parent, n = subnodes.parent, len(length)
    count = np.bincount(parent, minlength=n).astype(np.int32)
    divisor = np.maximum(count, 1)
    mean = np.bincount(parent, weights=subnode_length, minlength=n) / divisor
    deviation = subnode_length - mean[parent]
    if spread is Spread.MAD:
        lv = np.bincount(parent, weights=np.abs(deviation), minlength=n) / divisor
    elif spread is Spread.RANGE:
        lv = _ranges(parent, subnode_length, n)
    else:
        freedom = divisor if spread is Spread.SD else np.maximum(count - 1, 1)
        lv = np.sqrt(np.bincount(parent, weights=deviation**2, minlength=n) / freedom)
    lv[count < 2] = np.nan
    k = np.where(count < 2, np.nan, 0.0)  # 0 if no subnode has text
    np.divide(100 * lv, length, out=k, where=length > 0)
    return Measures(subnodes, subnode_length, prefix_sums(count), length, count, lv, k)


def _ranges(parent: IntArray, length: IntArray, n_elements: int) -> FloatArray:
    """Return the greatest minus the smallest length of the subnodes of each element."""
    ranges = np.zeros(n_elements)
    if len(parent):
        first = np.flatnonzero(np.append(True, np.diff(parent) > 0))
        ranges[parent[first]] = np.maximum.reduceat(length, first) - np.minimum.reduceat(
            length, first
        )
    return ranges


def descend(
    measures: Measures, body: int, threshold: float, text_longest: TextLongest
) -> list[Level]:
    """Walk from the body down; return the nodes of the walk, the main node last."""
    levels = [_level(measures, body, threshold, text_longest)]
    while levels[-1].child >= 0:
        levels.append(_level(measures, levels[-1].child, threshold, text_longest))
    return levels


def _level(measures: Measures, node: int, threshold: float, text_longest: TextLongest) -> Level:
    """Return the action of the walk at a node; the conditions are in the order of the article."""
    subnodes = range(measures.first[node], measures.first[node + 1])
    is_text, length = measures.subnodes.is_text, measures.subnode_length
    is_single = len(subnodes) == 1
    if not subnodes:
        return Level(node, Ending.NO_SUBNODES)
    if not is_single and measures.k[node] < threshold:
        return Level(node, Ending.UNIFORM)
    candidates = [
        subnode for subnode in subnodes if text_longest is TextLongest.STOP or not is_text[subnode]
    ]
    if not candidates:
        return Level(node, Ending.ONLY_TEXT, longest=max(int(length[text]) for text in subnodes))
    longest = max(candidates, key=lambda subnode: int(length[subnode]))  # the first on a tie
    if is_text[longest]:
        ending = Ending.ONLY_TEXT if is_single else Ending.LONGEST_IS_TEXT
        return Level(node, ending, longest=int(length[longest]))
    ending = Ending.SINGLE if is_single else Ending.LONGEST
    return Level(node, ending, int(measures.subnodes.item[longest]), int(length[longest]))
