"""Means of all panes over some pages, with the intervals of means and of differences."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.bootstrap import (
    Estimate,
    bootstrap,
    estimate,
    macro,
    micro,
    page_values,
    without_interval,
)
from boilerscope.extractors.scoring.measures import measure_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.extractors.scoring.bootstrap import Mean

TIE = 0.005
"""Largest difference of two values on a page that counts as a tie."""

LOW = 0.3
"""Values below are counted as pages on which an extraction failed, as papers since 2025 do."""

MIN_ANSWERED = 0.5
"""Share of the answers of the pane with the most answers from which a pane limits the comparison.

A pane below it would leave few or no pages to compare the other panes on.
"""

_ROUNDING = 1e-9
"""Margin for rounding: 0.705 and 0.7 are a tie, although they differ by a little more."""


def compared(difference: FloatArray) -> FloatArray:
    """Return 1 for a win, 0 for a tie and -1 for a loss; NaN where the difference is not defined.

    Parameters
    ----------
    difference : array of float
        Value of a page minus the value that it is compared with.
    """
    is_tie = np.abs(difference) <= TIE + _ROUNDING
    return np.where(is_tie, 0.0, np.sign(difference))


class Average(StrEnum):
    """Kind of mean over pages."""

    MACRO = "macro"
    MICRO = "micro"


@dataclass(frozen=True, slots=True)
class Deciders:
    """User's choice of the panes whose answers decide which pages are compared; see `ScoreMatrix`.

    Attributes
    ----------
    always, never : frozenset of str
        Panes that decide, and panes that do not, whatever they answered. The rule decides on the
        other panes.
    """

    always: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()

    def changed(self, pane: str, *, decides: bool) -> Deciders:
        """Return the choice with another one for a pane."""
        one, others = frozenset({pane}), Deciders(self.always - {pane}, self.never - {pane})
        if decides:
            return Deciders(others.always | one, others.never)
        return Deciders(others.always, others.never | one)

    def among(self, panes: Collection[str]) -> Deciders:
        """Return the choice for some panes."""
        return Deciders(self.always & frozenset(panes), self.never & frozenset(panes))

    def columns(self, panes: Sequence[str]) -> dict[int, bool]:
        """Return whether each chosen pane decides, by its column."""
        chosen = self.always | self.never
        return {column: pane in self.always for column, pane in enumerate(panes) if pane in chosen}


class ScoreMatrix:
    """Scores of some pages, and the one rule for the pages that panes are compared on.

    Panes are compared on the *common* pages, which all *deciding* panes answered. A pane decides
    if it has at least `MIN_ANSWERED` of the answers of the pane with the most answers. The other
    panes are *apart*: their means are over those common pages that they answered themselves, and
    the means of the deciding panes do not depend on them. A pane without any answer on these pages
    is *silent*: it has no mean. Each group of pages has a matrix of its own, so that a pane is
    apart or silent in one group only.

    Parameters
    ----------
    failed : array of bool, shape (n_pages, n_panes)
        Whether the result is missing.
    counts : mapping of str to array, shape (n_pages, n_panes, n_fields)
        By name in `boilerscope.extractors.scoring.counts.COUNTS`; NaN if a page is not scored
        this way.
    chosen : mapping of int to bool
        Whether a pane decides by the user's choice, by its column; silent panes never decide.

    Attributes
    ----------
    silent : array of bool, shape (n_panes,)
        Panes without any result.
    apart : array of bool, shape (n_panes,)
        Panes with answers that do not decide.
    common : array of bool, shape (n_pages,)
        Pages that every deciding pane answered.
    """

    def __init__(
        self,
        failed: BoolArray,
        counts: Mapping[str, FloatArray],
        chosen: Mapping[int, bool] | None = None,
    ) -> None:
        self.failed = failed
        self.silent: BoolArray = np.logical_and.reduce(failed, axis=0) & bool(len(failed))
        n_answers = np.count_nonzero(~failed, axis=0)
        decides = n_answers >= MIN_ANSWERED * n_answers.max(initial=0)
        for column, is_deciding in (chosen or {}).items():
            decides[column] = is_deciding
        self.apart: BoolArray = ~decides & ~self.silent
        is_limiting = decides & ~self.silent
        self.common: BoolArray = ~np.logical_or.reduce(failed & is_limiting, axis=1)
        self._counts = {kind: _with_lost(array.copy(), failed) for kind, array in counts.items()}

    def answered(self, *columns: int) -> BoolArray:
        """Return the mask of the common pages that some panes answered, shape (n_pages,)."""
        pages: BoolArray = self.common & ~np.logical_or.reduce(self.failed[:, columns], axis=1)
        return pages

    def counts(self, kind: str) -> FloatArray:
        """Return counts, shape (n_pages, n_panes, n_fields); NaN for pages not scored this way."""
        return self._counts[kind]


@dataclass(frozen=True, slots=True, eq=False)
class Averages:
    """One measure of all panes over some pages.

    Attributes
    ----------
    n_pages : int
        Number of pages.
    values : array of float, shape (n_pages, n_panes)
        Value of each page.
    means : mapping of Average to (array, array or None)
        Mean of each pane, shape (n_panes,), and of each resample, shape (resamples, n_panes); None
        without intervals.
    """

    n_pages: int
    values: FloatArray
    means: dict[Average, tuple[FloatArray, FloatArray | None]]

    def estimate(self, average: Average, column: int) -> Estimate:
        """Return the mean of a pane with its interval."""
        mean, resampled = self.means[average]
        if resampled is None:
            return without_interval(mean[column], self.n_pages)
        return estimate(float(mean[column]), resampled[:, column], self.n_pages)

    def difference(self, average: Average, column: int, baseline: int) -> Estimate:
        """Return the mean of a pane minus that of another pane, with the paired interval."""
        mean, resampled = self.means[average]
        value = float(mean[column] - mean[baseline])
        if resampled is None:
            return without_interval(value, self.n_pages)
        return estimate(value, resampled[:, column] - resampled[:, baseline], self.n_pages)

    def median(self, column: int) -> float:
        """Return the median value of a pane; NaN if no page has a value."""
        values = self._defined(column)
        return float(np.median(values)) if len(values) else math.nan

    def low_share(self, column: int) -> float:
        """Return the share of pages on which a pane has a value below `LOW`; NaN without pages."""
        values = self._defined(column)
        return float(np.mean(values < LOW)) if len(values) else math.nan

    def _defined(self, column: int) -> FloatArray:
        values = self.values[:, column]
        return values[~np.isnan(values)]

    def wins_ties_losses(self, column: int, baseline: int) -> tuple[int, int, int]:
        """Return the number of pages on which a pane has a higher, an equal and a lower value.

        Pages on which one of the values is not defined are not counted.
        """
        signs = compared(self.values[:, column] - self.values[:, baseline])
        wins, ties, losses = (int(np.count_nonzero(signs == sign)) for sign in (1, 0, -1))
        return wins, ties, losses


def averages_of(
    matrix: ScoreMatrix,
    measures: Sequence[str],
    pages: BoolArray,
    averages: Collection[Average] = tuple(Average),
    intervals: Collection[str] | None = None,
) -> list[Averages]:
    """Return the averages of measures over some of the pages.

    Pages that a measure does not score for every pane (no snippets, a text that is too long) are
    left out of this measure.

    Parameters
    ----------
    pages : array of bool, shape (n_pages,)
        Pages to average over.
    averages : collection of Average
        Kinds of the means.
    intervals : collection of str, optional
        Measures whose means have intervals; all by default.
    """
    results: list[Averages] = []
    by_pages: dict[bytes, list[tuple[Averages, Average, Mean]]] = {}
    for name in measures:
        measure = measure_of(name)
        counts = matrix.counts(measure.counts)
        is_included = pages & ~np.isnan(counts).any(axis=(1, 2))
        part, failed = counts[is_included], matrix.failed[is_included]
        result = Averages(int(is_included.sum()), page_values(measure, part, failed), {})
        results.append(result)
        for average in averages:
            is_macro = average is Average.MACRO
            mean = macro(measure, part, failed) if is_macro else micro(measure, part)
            result.means[average] = mean.value(), None
            if intervals is None or name in intervals:
                by_pages.setdefault(is_included.tobytes(), []).append((result, average, mean))
    for same_pages in by_pages.values():
        all_resampled = bootstrap([mean for _, _, mean in same_pages], same_pages[0][0].n_pages)
        for (result, average, _), resampled in zip(same_pages, all_resampled, strict=True):
            result.means[average] = result.means[average][0], resampled
    return results


def _with_lost(counts: FloatArray, failed: BoolArray) -> FloatArray:
    """Fill missing counts of failures: nothing found, and the gold size of the other panes."""
    is_unknown = np.isnan(counts[..., 0])
    is_lost = failed & is_unknown & ~np.logical_and.reduce(is_unknown, axis=1, keepdims=True)
    gold = np.where(is_unknown, 0.0, counts[..., -1]).max(axis=1, initial=0.0)
    counts[is_lost] = 0.0
    counts[..., -1] = np.where(is_lost, gold[:, None], counts[..., -1])
    return counts
