"""Regions of cx-extractor: from line lengths to ranges of dense text.

Pure functions on arrays. ``D[i]`` is the total length of lines i ... i + K - 1; values beyond the
end of D count as 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Block lengths, and sums and minima of the following blocks, shape (n_lines,) each.

    Attributes
    ----------
    block : array of int
        D, 0 without a block.
    n_blocks : int
        Number of blocks: lines minus K, so the last possible block is missing.
    two, three : array of int
        D[i+1] + D[i+2], and that plus D[i+3].
    minimum : array of int
        The minimum of D[i+1] ... D[i+K]; 0 if one of these blocks does not exist.
    """

    block: IntArray
    n_blocks: int
    two: IntArray
    three: IntArray
    minimum: IntArray

    @classmethod
    def of(cls, length: IntArray, block_lines: int) -> Distribution:
        """Return the distribution of some line lengths."""
        n_lines = len(length)
        n_blocks = max(0, n_lines - block_lines)
        total = np.append(0, np.cumsum(length))
        padded = np.zeros(n_lines + block_lines + 3, dtype=np.int32)
        padded[:n_blocks] = total[block_lines : block_lines + n_blocks] - total[:n_blocks]

        def after(step: int) -> IntArray:
            return padded[step : step + n_lines]

        minimum = after(1)
        for step in range(2, block_lines + 1):
            minimum = np.minimum(minimum, after(step))
        two = after(1) + after(2)
        return cls(after(0), n_blocks, two, two + after(3), minimum)


@dataclass(frozen=True, slots=True, eq=False)
class Bounds:
    """Lines where regions may start and end, shape (n_lines,) each.

    Attributes
    ----------
    starts, ends : array of bool
        Lines at which a region may start or end.
    first_starts : array of bool
        Lines where a single region may also start; all False in most profiles.
    visited : int
        Lines 0 ... visited - 1 are tested.
    """

    starts: BoolArray
    ends: BoolArray
    first_starts: BoolArray
    visited: int


@dataclass(frozen=True, slots=True)
class Region:
    """A range of lines.

    Attributes
    ----------
    start, end : int
        First and last line.
    closed : int
        Line at which it was first closed; -1 if still open at the end of the page.
    by_first : bool
        Whether it started by the special rule of the first region.
    dropped_by : str
        Word in its text that drops it, empty if none.
    """

    start: int
    end: int
    closed: int
    by_first: bool
    dropped_by: str


Drops = Callable[[int, int, bool], str]
"""Function of start, end and whether the page ended; returns the dropping word, or empty."""


def find_regions(
    bounds: Bounds, n_lines: int, drops: Drops, *, reset_after_drop: bool
) -> list[Region]:
    """Return the regions in order.

    In the original a dropped region is not closed: it continues to the last line where a region
    could have ended, and no other region starts. `reset_after_drop` repairs that.
    """
    starts = np.flatnonzero(bounds.starts[: bounds.visited])
    ends = np.flatnonzero(bounds.ends[: bounds.visited])
    first_starts = np.flatnonzero(bounds.first_starts[: bounds.visited])
    regions: list[Region] = []
    line = 0
    while True:
        start = _next(starts, line)
        first = _next(first_starts, line)
        by_first = first >= 0 and (start < 0 or first <= start)
        if by_first:
            start, first_starts = first, first_starts[:0]
        if start < 0:
            return regions
        end = _next(ends, start + 1)
        if end < 0:
            word = drops(start, n_lines - 1, True)
            return [*regions, Region(start, n_lines - 1, -1, by_first, word)]
        word = drops(start, end, False)
        if word and not reset_after_drop:
            return [*regions, Region(start, int(ends[-1]), end, by_first, word)]
        regions.append(Region(start, end, end, by_first, word))
        line = end + 1


def automatic_threshold(distribution: Distribution, reached: IntArray, low: int, high: int) -> int:
    """Return the threshold that the 2011 revision computes from the page.

    Parameters
    ----------
    distribution : Distribution
        With at least one block.
    reached : array of int, shape (n_lines,)
        Length of each line when the original tests whether it is empty.
    low, high : int
        Limits; `low` wins if it is above `high`.

    Notes
    -----
    ``(mean of D) << ((empty / not empty) >> 1)`` in Java's 32-bit integers: only five bits of the
    shift count, and overflowing bits are lost.
    """
    n_blocks = distribution.n_blocks
    empty = int(np.count_nonzero(reached[:n_blocks] == 0))
    mean = int(distribution.block.sum()) // n_blocks
    shift = (empty // (len(reached) - empty)) >> 1
    shifted = (mean << (shift & 31)) & 0xFFFFFFFF
    if shifted >= 1 << 31:
        shifted -= 1 << 32
    return max(low, min(high, shifted))


def _next(lines: NDArray[np.integer[Any]], first: int) -> int:
    """Return the first of some lines at or after a line, -1 if there is none."""
    index = int(np.searchsorted(lines, first))
    return int(lines[index]) if index < len(lines) else -1
