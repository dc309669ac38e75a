"""How a measured quantity is distributed on a page, as the bars that stand above a slider."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from extractors.page.records import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """A histogram drawn with square-root heights, so that single blocks stay visible.

    Attributes
    ----------
    heights : array of float, shape (n_bars,)
        0 to 1.
    n_values : int
        Measured values in the range.
    """

    heights: FloatArray
    n_values: int


def measured(values: FloatArray) -> FloatArray:
    """Return the values which are figures: no NaN, no infinity."""
    amounts = np.asarray(values, dtype=np.float64)
    return amounts[np.isfinite(amounts)]


def bars(values: FloatArray, low: float, high: float, n_bars: int) -> Bars:
    """Return the histogram of a quantity between two ends.

    Parameters
    ----------
    values : array of float
        One per block, NaN where nothing was measured; values outside the range are left out.
    low, high : float
        Ends of the range.
    n_bars : int
        How many bars fit.

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


def reach(values: FloatArray, *, percentile: float = 98.0) -> float:
    """Return up to where a quantity is drawn: its 98th percentile, NaN if nothing was measured."""
    amounts = measured(values)
    return float(np.percentile(amounts, percentile)) if len(amounts) else float("nan")
