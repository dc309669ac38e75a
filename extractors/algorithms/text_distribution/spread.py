"""Spread of each element's text over its subnodes, and the descent along it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from extractors.page import Page
    from extractors.page.records import BoolArray, FloatArray, IntArray


class Spread(StrEnum):
    """Measure of the spread of lengths."""

    MAD = "mad"
    SD = "sd"
    SAMPLE_SD = "sample_sd"
    RANGE = "range"


class TextLongest(StrEnum):
    """Behaviour if the longest subnode is a text node."""

    STOP = "stop"
    IGNORE = "ignore"


class Ending(StrEnum):
    """Why the walk stops at a node, or goes on from it."""

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
        Row of the element, ascending.
    item : array of int
        Row of the child element, or slot of the text node.
    is_text : array of bool
        Which of both it is.
    """

    parent: IntArray
    item: IntArray
    is_text: BoolArray

    def chosen(self, used: BoolArray) -> Subnodes:
        """Return some of the subnodes."""
        return Subnodes(self.parent[used], self.item[used], self.is_text[used])


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """Quantities of every element.

    Attributes
    ----------
    subnodes, part : Subnodes and array of int, shape (n_subnodes,)
        The subnodes that count, and the length of each.
    first : array of int, shape (n_elements + 1,)
        Those of element e are ``first[e]`` ... ``first[e + 1] - 1``.
    length, count, spread, k : arrays, shape (n_elements,)
        Length of the element's own text, number of subnodes, spread of their lengths, and the
        coefficient 100 * spread / length; NaN where there are fewer than two subnodes.
    """

    subnodes: Subnodes
    part: IntArray
    first: IntArray
    length: IntArray
    count: IntArray
    spread: FloatArray
    k: FloatArray


@dataclass(frozen=True, slots=True)
class Level:
    """One node of the descent.

    Attributes
    ----------
    node : int
        Row of the element.
    ending : Ending
        What happens there.
    child : int
        Row of the element that the walk goes into, -1 where it stops.
    longest : int
        Length of the longest subnode; 0 where none was looked for.
    """

    node: int
    ending: Ending
    child: int = -1
    longest: int = 0


def subnodes_of(page: Page) -> Subnodes:
    """Return all subnodes of a page, cached on it."""
    return page.cached("subnodes", _build)


def _build(page: Page) -> Subnodes:
    elements, slots = page.elements, page.slots
    rows = np.arange(1, len(elements), dtype=np.int32)
    texts = np.flatnonzero(slots.end > slots.start).astype(np.int32)
    parent = np.concatenate((elements.parent[1:], slots.owner[texts]))
    # An element stands before the first slot that is not before it.
    place = np.concatenate((elements.slot_start[1:] * 2, texts * 2 + 1))
    order = (parent * np.int64(2 * len(slots) + 2) + place).argsort(kind="stable")
    return Subnodes(
        parent[order],
        np.concatenate((rows, texts))[order],
        order >= len(rows),
    )


def measure(subnodes: Subnodes, part: IntArray, length: IntArray, spread: Spread) -> Measured:
    """Return the coefficient of every element.

    Parameters
    ----------
    subnodes : Subnodes
        Those that count.
    part : array of int, shape (n_subnodes,)
        Their lengths.
    length : array of int, shape (n_elements,)
        Lengths of the elements.
    spread : Spread
        How the spread is measured.
    """
    parent, n = subnodes.parent, len(length)
    count = np.bincount(parent, minlength=n).astype(np.int32)
    divisor = np.maximum(count, 1)
    mean = np.bincount(parent, weights=part, minlength=n) / divisor
    apart = part - mean[parent]
    if spread is Spread.MAD:
        amount = np.bincount(parent, weights=np.abs(apart), minlength=n) / divisor
    elif spread is Spread.RANGE:
        amount = _ranges(parent, part, n)
    else:
        freedom = divisor if spread is Spread.SD else np.maximum(count - 1, 1)
        amount = np.sqrt(np.bincount(parent, weights=apart**2, minlength=n) / freedom)
    amount[count < 2] = np.nan
    # Without any text all subnodes are alike.
    k = np.where(count < 2, np.nan, 0.0)
    np.divide(100 * amount, length, out=k, where=length > 0)
    return Measured(subnodes, part, prefix_sums(count), length, count, amount, k)


def descend(
    measured: Measured, body: int, threshold: float, text_longest: TextLongest
) -> list[Level]:
    """Return the nodes of the walk from the body down to where it stops."""
    levels: list[Level] = []
    node = body
    while node >= 0:
        levels.append(_level(measured, node, threshold, text_longest))
        node = levels[-1].child
    return levels


def _level(measured: Measured, node: int, threshold: float, text_longest: TextLongest) -> Level:
    subnodes = measured.subnodes
    first, after = measured.first[node : node + 2].tolist()
    if first == after:
        return Level(node, Ending.NO_SUBNODES)
    if after - first > 1 and measured.k[node] < threshold:
        return Level(node, Ending.UNIFORM)
    part, is_text = measured.part[first:after], subnodes.is_text[first:after]
    if is_text.all():
        several = after - first > 1 and text_longest is TextLongest.STOP
        ending = Ending.LONGEST_IS_TEXT if several else Ending.ONLY_TEXT
        return Level(node, ending, longest=int(part.max()))
    candidates = np.where(is_text, -1, part) if text_longest is TextLongest.IGNORE else part
    place = first + int(candidates.argmax())
    longest = int(measured.part[place])
    if subnodes.is_text[place]:
        return Level(node, Ending.LONGEST_IS_TEXT, longest=longest)
    ending = Ending.SINGLE if after - first == 1 else Ending.LONGEST
    return Level(node, ending, int(subnodes.item[place]), longest)


def _ranges(parent: IntArray, part: IntArray, n: int) -> FloatArray:
    amount = np.zeros(n)
    if len(parent):
        first = np.flatnonzero(np.append(True, np.diff(parent) > 0))
        amount[parent[first]] = np.maximum.reduceat(part, first) - np.minimum.reduceat(part, first)
    return amount
