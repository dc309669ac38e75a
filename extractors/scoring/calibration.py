"""Expected F1 against measured scores: bins, error of calibration, and area under the curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, FloatArray

GOOD = 0.8
"""A page with a lower score is a low page."""

N_BINS = 10


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """How well expected F1 predicts the scores of a pane.

    Attributes
    ----------
    expected, measured : array of float, shape (n_bins,)
        Means of the pages of each bin, in rising order of the expected value. Bins have equal
        numbers of pages; fewer pages than bins have a bin each.
    error : float
        Mean difference between expected and measured values of the bins, weighted by pages; NaN
        without pages.
    area : float
        Area under the curve: probability that a low page is expected to be worse than another
        page; NaN if no page or every page is low.
    n_low : int
        Number of pages with a score below `GOOD`.
    """

    expected: FloatArray
    measured: FloatArray
    error: float
    area: float
    n_low: int


def calibration(expected: FloatArray, measured: FloatArray) -> Calibration:
    """Return how well expected values predict measured ones, shape (n_pages,) each."""
    is_low = measured < GOOD
    bins = _bins(expected)
    return Calibration(
        np.array([expected[rows].mean() for rows in bins]),
        np.array([measured[rows].mean() for rows in bins]),
        calibration_error(expected, measured),
        area(expected, is_low),
        int(np.count_nonzero(is_low)),
    )


def calibration_error(expected: FloatArray, measured: FloatArray) -> float:
    """Return the mean difference of expected and measured values over ten equal bins."""
    if not len(expected):
        return float("nan")
    return float(
        sum(
            abs(expected[rows].mean() - measured[rows].mean()) * len(rows)
            for rows in _bins(expected)
        )
        / len(expected)
    )


def area(expected: FloatArray, is_low: BoolArray) -> float:
    """Return the probability that a low page is expected to be worse than another page.

    Of two pages with the same expected value, each is the worse one with probability one half.
    NaN if no page or every page is low.
    """
    low, other = np.sort(expected[is_low]), expected[~is_low]
    if not len(low) or not len(other):
        return float("nan")
    n_below = np.searchsorted(low, other, side="left")
    n_equal = np.searchsorted(low, other, side="right") - n_below
    return float((n_below + n_equal / 2).sum() / (len(low) * len(other)))


def _bins(expected: FloatArray) -> list[NDArray[np.int64]]:
    order = np.argsort(expected, kind="stable")
    return [rows for rows in np.array_split(order, N_BINS) if len(rows)]
