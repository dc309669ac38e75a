"""Ranges and runs: stretches of an array or of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, IntArray

    AnyIntArray: TypeAlias = NDArray[np.integer[Any]]


def mask_of_ranges(start: AnyIntArray, end: AnyIntArray, length: int) -> BoolArray:
    """Return a mask of the items 0 ... length - 1 that are in a range, shape (length,).

    Parameters
    ----------
    start, end : array of int, shape (n_ranges,)
        Ranges in order that do not overlap, ends not included.
    length : int
        Number of items.
    """
    # Gaps and ranges alternate: gap, range, gap, ..., gap.
    edges = np.zeros(2 * len(start) + 2, dtype=np.int32)
    edges[1:-1:2], edges[2:-1:2], edges[-1] = start, end, length
    is_inside = np.zeros(len(edges) - 1, dtype=np.bool_)
    is_inside[1::2] = True
    return is_inside.repeat(edges[1:] - edges[:-1])


def without_overlap(start: IntArray, end: IntArray) -> tuple[IntArray, IntArray]:
    """Return disjoint ranges, in order, that cover the same items; some may be empty."""
    order = start.argsort(kind="stable")
    start, end = start[order], np.maximum.accumulate(end[order])
    start[1:] = np.maximum(start[1:], end[:-1])
    return start, end


def joined_ranges(
    text: str,
    start: AnyIntArray,
    end: AnyIntArray,
    before: AnyIntArray,
    separators: Sequence[str],
) -> str:
    """Return the ranges of a text joined, each with a separator before it.

    Parameters
    ----------
    start, end : array of int, shape (n_ranges,)
        Ranges in any order, ends not included.
    before : array of int, shape (n_ranges,)
        Index of the separator before each range.
    """
    ranges = zip(before.tolist(), start.tolist(), end.tolist(), strict=True)
    return "".join([separators[kind] + text[first:after] for kind, first, after in ranges])


def run_edges(mask: BoolArray) -> IntArray:
    """Return the starts and ends of the maximal runs of True, shape (2 * n_runs,).

    Starts and ends alternate; an end is the index after the run.
    """
    padded = np.zeros(len(mask) + 2, dtype=np.bool_)
    padded[1:-1] = mask
    edges: IntArray = (padded[1:] != padded[:-1]).nonzero()[0].astype(np.int32)
    return edges


def run_bounds(starts: BoolArray, n_items: int) -> NDArray[np.int64]:
    """Return the start of each run of items and the end of the last run, shape (n_runs + 1,).

    Parameters
    ----------
    starts : array of bool, shape (n_items - 1,)
        Whether each item except the first starts a run.
    n_items : int
        Number of items, possibly 0.
    """
    is_bound = np.empty(n_items + 1, dtype=np.bool_)
    is_bound[0] = is_bound[-1] = True
    is_bound[1:-1] = starts
    return is_bound.nonzero()[0]
