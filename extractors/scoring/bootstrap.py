"""Means over pages with bootstrap intervals, the same resamples for all panes.

A mean is a function of sums over pages. A resample is the number of times each page is drawn, so
the sums of all resamples are one matrix product. Values are summed exactly, in resamples after
rounding to `_GRAIN`, so a sum depends neither on the order of its terms nor on the other columns
of the product. Panes with equal values then have a difference of exactly 0, and its interval
includes 0; rounding errors would mark it as a difference.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring import ratios
from boilerscope.extractors.scoring.measures import MEASURES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.extractors.scoring.measures import Measure

RESAMPLES = 2_000
SEED = 20_100_204
"""Seed of every bootstrap."""

QUANTILES = (0.025, 0.975)
"""Ends of an interval: 95 % of the resamples are within it."""

_GRAIN = 2.0**-30
"""Unit to which values are rounded in resamples: sums over up to eight million pages are exact."""

_CHUNK = 4_000_000
"""Draws at a time, so that memory does not grow with the corpus."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its uncertainty; NaN where it is not defined.

    Attributes
    ----------
    low, high : float
        Ends of the interval: percentiles of the resamples.
    deviation : float
        Standard deviation of the resamples. The article-extraction-benchmark prints 1.96 times it.
    n_pages : int
        Number of pages of the mean.
    """

    value: float
    low: float
    high: float
    deviation: float
    n_pages: int

    @property
    def includes_zero(self) -> bool:
        """Whether 0 is in the interval; True if the interval is not defined."""
        return not (self.low > 0 or self.high < 0)


@dataclass(frozen=True, slots=True, eq=False)
class Mean:
    """A mean over pages as a function of sums over pages.

    Attributes
    ----------
    columns : array of float, shape (n_pages, n_panes, n_columns)
        Values to sum.
    of_sums : function
        Returns means, shape (..., n_panes), of sums, shape (..., n_panes, n_columns).
    """

    columns: FloatArray
    of_sums: Callable[[FloatArray], FloatArray]

    def value(self) -> FloatArray:
        """Return the mean of each pane."""
        flat = self.columns.reshape(len(self.columns), math.prod(self.columns.shape[1:]))
        sums = flat.sum(axis=0)  # exact for counts
        for column in np.flatnonzero((flat != np.floor(flat)).any(axis=0)).tolist():
            sums[column] = math.fsum(flat[:, column].tolist())
        return self.of_sums(sums.reshape(self.columns.shape[1:]))


def macro(measure: Measure, counts: FloatArray, failed: BoolArray) -> Mean:
    """Return the macro average: every page weighs the same.

    Parameters
    ----------
    counts : array, shape (n_pages, n_panes, n_fields)
        Counts of its kind.
    failed : array of bool, shape (n_pages, n_panes)
        Results whose value is 0.
    """
    if measure.mean_of:
        return _harmonic([macro(MEASURES[name], counts, failed) for name in measure.mean_of])
    values = page_values(measure, counts, failed)
    is_defined = ~np.isnan(values)
    columns = np.stack([np.where(is_defined, values, 0.0), is_defined], axis=-1)
    return Mean(columns, lambda sums: ratios.ratio(sums[..., 0], sums[..., 1], np.nan))


def micro(measure: Measure, counts: FloatArray) -> Mean:
    """Return the micro average: the value of the sums of all pages' counts."""
    return Mean(counts, measure.value)


def page_values(measure: Measure, counts: FloatArray, failed: BoolArray) -> FloatArray:
    """Return the value of each page and pane, 0 where it failed, shape (n_pages, n_panes)."""
    return np.where(failed, 0.0, measure.value(counts))


def bootstrap(
    means: Sequence[Mean], n_pages: int, *, resamples: int = RESAMPLES, seed: int = SEED
) -> list[FloatArray]:
    """Return each mean for every resample of the pages, of shape (resamples, n_panes).

    All means use the same resamples, so that differences of two rows are paired.
    """
    sizes = [math.prod(mean.columns.shape[1:]) for mean in means]
    edges = np.cumsum([0, *sizes])
    joined = np.zeros((n_pages, edges[-1]))
    for mean, first, size in zip(means, edges, sizes, strict=False):
        joined[:, first : first + size] = mean.columns.reshape(n_pages, size)
    joined = np.round(joined / _GRAIN) * _GRAIN
    draws = _drawn(n_pages, resamples, seed)
    sums = np.concatenate([drawn @ joined for drawn in draws])
    return [
        mean.of_sums(sums[:, first:last].reshape(resamples, *mean.columns.shape[1:]))
        for mean, first, last in zip(means, edges[:-1], edges[1:], strict=True)
    ]


def estimate(value: float, resampled: FloatArray, n_pages: int) -> Estimate:
    """Return a mean with the interval of its resamples, ignoring undefined resamples.

    Without a page there is no mean. One page gives no interval: all its resamples are equal.
    """
    if not n_pages:
        return Estimate(np.nan, np.nan, np.nan, np.nan, 0)
    defined = resampled[~np.isnan(resampled)]
    if np.isnan(value) or n_pages < 2 or len(defined) < 2:
        return Estimate(value, np.nan, np.nan, np.nan, n_pages)
    low, high = np.quantile(defined, QUANTILES)
    return Estimate(float(value), float(low), float(high), float(defined.std(ddof=1)), n_pages)


def _harmonic(parts: list[Mean]) -> Mean:
    """Return the harmonic mean of two means; if one of them is not defined, the other.

    Without any kept text, precision is not defined, and the F1 of each page equals its recall.
    """
    edge = parts[0].columns.shape[-1]

    def of_sums(sums: FloatArray) -> FloatArray:
        first = parts[0].of_sums(sums[..., :edge])
        second = parts[1].of_sums(sums[..., edge:])
        defined = np.where(np.isnan(first), second, first)
        return ratios.harmonic(defined, np.where(np.isnan(second), defined, second))

    return Mean(np.concatenate([part.columns for part in parts], axis=-1), of_sums)


def _drawn(n_pages: int, resamples: int, seed: int) -> Iterator[FloatArray]:
    """Yield the number of draws of each page in each resample, some resamples at a time."""
    generator = np.random.default_rng(seed)
    step = max(1, min(resamples, _CHUNK // max(n_pages, 1)))
    for first in range(0, resamples, step):
        n = min(step, resamples - first)
        draws = generator.integers(0, max(n_pages, 1), size=(n, n_pages))
        offsets = np.arange(n)[:, None] * n_pages
        counted = np.bincount((draws + offsets).ravel(), minlength=n * n_pages)
        yield counted.reshape(n, n_pages).astype(np.float64)


def without_interval(value: float, n_pages: int) -> Estimate:
    """Return a mean without an interval: its ends and deviation are NaN."""
    return Estimate(float(value), float("nan"), float("nan"), float("nan"), n_pages)
