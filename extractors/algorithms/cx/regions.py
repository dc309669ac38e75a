"""Regions of cx-extractor: from lengths of lines to the stretches where text is dense.

Pure functions over arrays, no page in sight. ``D[i]`` is the length of lines i ... i + K - 1
together; what lies beyond the end of D reads as 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from extractors.page.records import BoolArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Block lengths with what stands after each of them, shape (n_lines,) each.

    Attributes
    ----------
    block : array of int
        D, 0 where no block is formed.
    n_blocks : int
        How many blocks are formed: the number of lines less K, so the last possible one is not.
    two, three : array of int
        D[i+1] + D[i+2], and with D[i+3] added.
    least : array of int
        The least of D[i+1] ... D[i+K]; 0 where one of them is not formed.
    """

    block: IntArray
    n_blocks: int
    two: IntArray
    three: IntArray
    least: IntArray

    @classmethod
    def of(cls, length: IntArray, block_lines: int) -> Distribution:
        """Return the distribution of lines of these lengths."""
        n_lines = len(length)
        n_blocks = max(0, n_lines - block_lines)
        total = np.append(0, np.cumsum(length))
        padded = np.zeros(n_lines + block_lines + 3, dtype=np.int32)
        padded[:n_blocks] = total[block_lines : block_lines + n_blocks] - total[:n_blocks]

        def after(step: int) -> IntArray:
            return padded[step : step + n_lines]

        least = after(1)
        for step in range(2, block_lines + 1):
            least = np.minimum(least, after(step))
        two = after(1) + after(2)
        return cls(after(0), n_blocks, two, two + after(3), least)


@dataclass(frozen=True, slots=True, eq=False)
class Bounds:
    """Where regions may start and end, shape (n_lines,) each.

    Attributes
    ----------
    starts, ends : array of bool
        Lines at which a region may start or end.
    first_starts : array of bool
        Lines at which one region, once, may start besides; all False in most profiles.
    visited : int
        Lines 0 ... visited - 1 are looked at.
    """

    starts: BoolArray
    ends: BoolArray
    first_starts: BoolArray
    visited: int


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of lines.

    Attributes
    ----------
    start, end : int
        First and last line.
    closed : int
        Line at which it was closed first; -1 if it is still open at the end of the page.
    by_first : bool
        Whether it started by the special rule for the first region.
    dropped_by : str
        What its text holds that drops it, empty if nothing does.
    """

    start: int
    end: int
    closed: int
    by_first: bool
    dropped_by: str


Drops = Callable[[int, int, bool], str]
"""Why lines start ... end are dropped, empty if kept; the last: whether the page ended first."""


def find_regions(
    bounds: Bounds, n_lines: int, drops: Drops, *, reset_after_drop: bool
) -> list[Region]:
    """Return the regions in order.

    In the original a dropped region is not closed: it goes on to the last place where a region
    could have ended, and no other one starts. `reset_after_drop` repairs that.
    """
    starts = np.flatnonzero(bounds.starts[: bounds.visited])
    ends = np.flatnonzero(bounds.ends[: bounds.visited])
    first_starts = np.flatnonzero(bounds.first_starts[: bounds.visited])
    regions: list[Region] = []
    at = 0
    while True:
        start = _next(starts, at)
        first = _next(first_starts, at)
        by_first = first >= 0 and (start < 0 or first <= start)
        if by_first:
            start, first_starts = first, first_starts[:0]
        if start < 0:
            return regions
        end = _next(ends, start + 1)
        if end < 0:
            held = drops(start, n_lines - 1, True)
            return [*regions, Region(start, n_lines - 1, -1, by_first, held)]
        held = drops(start, end, False)
        if held and not reset_after_drop:
            return [*regions, Region(start, int(ends[-1]), end, by_first, held)]
        regions.append(Region(start, end, end, by_first, held))
        at = end + 1


def automatic_threshold(distribution: Distribution, reached: IntArray, low: int, high: int) -> int:
    """Return the threshold that the 2011 revision takes from the page itself.

    Parameters
    ----------
    distribution : Distribution
        At least one block.
    reached : array of int, shape (n_lines,)
        Length of each line when the original looks whether it is empty.
    low, high : int
        Limits; the lower one is the stronger.

    Notes
    -----
    ``(mean of D) << ((empty / not empty) >> 1)`` in Java's whole numbers of 32 bits: only five
    bits of the shift count, and what leaves the top is lost.
    """
    n_blocks = distribution.n_blocks
    empty = int(np.count_nonzero(reached[:n_blocks] == 0))
    mean = int(distribution.block.sum()) // n_blocks
    shift = (empty // (len(reached) - empty)) >> 1
    shifted = (mean << (shift & 31)) & 0xFFFFFFFF
    if shifted >= 1 << 31:
        shifted -= 1 << 32
    return max(low, min(high, shifted))


def _next(places: NDArray[np.integer[Any]], at: int) -> int:
    row = int(np.searchsorted(places, at))
    return int(places[row]) if row < len(places) else -1
