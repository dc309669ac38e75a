"""Histogram of a measured quantity on a page, drawn above a slider."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """Histogram with square-root heights, so that single blocks stay visible.

    Attributes
    ----------
    heights : array of float, shape (n_bars,)
        Height of each bar, 0 to 1.
    n_values : int
        Number of values in the range.
    """

    heights: FloatArray
    n_values: int


def measured(values: FloatArray) -> FloatArray:
    """Return the finite values."""
    amounts = np.asarray(values, dtype=np.float64)
    return amounts[np.isfinite(amounts)]


def bars(values: FloatArray, low: float, high: float, n_bars: int) -> Bars:
    """Return the histogram of a quantity in a range.

    Parameters
    ----------
    values : array of float
        Value of each block, NaN for none; values outside the range are ignored.
    low, high : float
        Ends of the range.
    n_bars : int
        Number of bars.

    Returns
    -------
    Bars
    """
    amounts = measured(values)
    if n_bars < 1 or not high > low:
        return Bars(np.zeros(max(n_bars, 0)), 0)
    counts, _ = np.histogram(amounts, bins=n_bars, range=(low, high))
    highest = counts.max(initial=0)
    heights = np.sqrt(counts / highest) if highest else np.zeros(n_bars)
    return Bars(heights, int(counts.sum()))


@dataclass(frozen=True, slots=True)
class Extent:
    """Range that the scale of a quantity covers.

    Attributes
    ----------
    low : float
        The lowest value.
    reach : float
        The upper end, see `reach`.
    """

    low: float
    reach: float


def extent_of(values: FloatArray | None) -> Extent | None:
    """Return the extent of a quantity, None if it has no finite value."""
    finite = np.zeros(0) if values is None else measured(values)
    return Extent(float(finite.min()), reach(finite)) if len(finite) else None


def reach(values: FloatArray, *, percentile: float = 98.0) -> float:
    """Return the upper end of a quantity's scale: a percentile of its values, NaN if none."""
    amounts = measured(values)
    return float(np.percentile(amounts, percentile)) if len(amounts) else float("nan")
