"""Prefix sums: a range's sum is the difference of two prefix sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import IntArray


def prefix_sums(values: NDArray[Any]) -> IntArray:
    """Return the sum of the values before each index, and of all values, shape (n_values + 1,).

    Parameters
    ----------
    values : array of int or bool, shape (n_values,)
        Lengths or counts, together below 2 ** 31.
    """
    summed = np.zeros(len(values) + 1, dtype=np.int32)
    np.add.accumulate(values, out=summed[1:])
    return summed


def range_sums(values: NDArray[Any], start: IntArray, end: IntArray) -> IntArray:
    """Return the sums of ``values[start:end]`` for many ranges, shape (n_ranges,).

    Parameters
    ----------
    values : array of int or bool, shape (n_values,)
        See `prefix_sums`.
    start, end : array of int, shape (n_ranges,)
        Ranges of values, ends not included.
    """
    before = prefix_sums(values)
    return before[end] - before[start]
