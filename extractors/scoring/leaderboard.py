"""Comparison of all panes over the listed pages.

All values are those of `boilerscope.extractors.scoring.summary`, computed from columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.averages import Average, Averages
from boilerscope.extractors.scoring.bootstrap import (
    Estimate,
    bootstrap,
    estimate,
    macro,
    micro,
    page_values,
    without_interval,
)
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.summary import UNDEFINED, Difference
from boilerscope.extractors.scoring.table import STATUSES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.extractors.scoring.averages import ScoreMatrix
    from boilerscope.extractors.scoring.bootstrap import Mean
    from boilerscope.extractors.scoring.table import ScoreTable

BINS = 20
"""Bars of a distribution, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One pane over some pages.

    Attributes
    ----------
    means : mapping of str to Estimate
        Mean of each measure over the pages that every pane answered; the first measure has an
        interval.
    with_failures : Estimate
        Mean of the first measure over all scored pages, failures as 0.
    outcomes : mapping of Status to int
        Number of scored pages by status.
    ms_per_page : float
        Mean time of a run, milliseconds; NaN without any.
    distribution : tuple of int
        Pages in each of `BINS` equal parts of 0 to 1, by the first measure.
    difference : Difference or None
        Difference to the baseline; None for the baseline itself and for panes without an answer.
    is_outdated : bool
        Whether some results are from earlier settings.
    reason : str
        Message of the first failure if the pane has no result at all; else empty.
    """

    pane: str
    means: Mapping[str, Estimate]
    with_failures: Estimate
    outcomes: Mapping[Status, int]
    ms_per_page: float
    distribution: tuple[int, ...]
    difference: Difference | None
    is_outdated: bool = False
    reason: str = ""

    @property
    def is_silent(self) -> bool:
        """Whether the pane failed on every scored page."""
        return 0 < self.n_failed == sum(self.outcomes.values())

    @property
    def n_failed(self) -> int:
        """Scored pages without a result."""
        answered = (Status.OK, Status.EMPTY)
        return sum(n for status, n in self.outcomes.items() if status not in answered)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All panes over some pages.

    Attributes
    ----------
    rows : tuple of LeaderboardRow
        Rows in the order of the panes.
    n_scored : int
        Number of scored pages.
    n_common : int
        Scored pages that every pane answered, ignoring panes without any answer.
    """

    rows: tuple[LeaderboardRow, ...]
    n_scored: int
    n_common: int

    def sorted_by(self, measure: str) -> tuple[LeaderboardRow, ...]:
        """Return the rows, best first; rows without a value last."""

        def rank(row: LeaderboardRow) -> tuple[bool, float]:
            value = row.means[measure].value
            return bool(np.isnan(value)), -value

        return tuple(sorted(self.rows, key=rank))


def leaderboard(
    table: ScoreTable,
    mask: BoolArray,
    measures: Sequence[str],
    *,
    average: Average = Average.MACRO,
    baseline: str = "",
    intervals: bool = True,
) -> Leaderboard:
    """Return the leaderboard of some pages.

    Parameters
    ----------
    table : ScoreTable
        Scores of the run.
    mask : array of bool, shape (n_pages,)
        Selected pages; pages that are not scored are left out.
    measures : sequence of str
        Measures to show. The first measure has intervals, differences and a distribution.
    average : Average
        Kind of average over pages.
    baseline : str
        Pane to compare the other panes with; the first pane if empty.
    intervals : bool
        Whether to compute intervals, which takes seconds on 10,000 pages; otherwise their ends are
        NaN.
    """
    rows = np.flatnonzero(mask & table.is_scored & table.is_complete)
    matrix = table.matrix(rows)
    all_rows = np.ones(len(rows), dtype=np.bool_)
    common = _Common(matrix, measures[0], average, resampled=intervals)
    with_failures, n_counted = _means(matrix, measures[0], average, all_rows)
    other_means = {name: _means(matrix, name, average, matrix.common) for name in measures[1:]}
    column = table.panes.index(baseline) if baseline else 0
    board = []
    for number, pane in enumerate(table.panes):
        is_silent = bool(matrix.silent[number])
        means = {measures[0]: UNDEFINED if is_silent else common.estimate(number)}
        for name, (values, n_pages) in other_means.items():
            means[name] = UNDEFINED if is_silent else without_interval(values[number], n_pages)
        is_compared = number != column and not is_silent and not matrix.silent[column]
        board.append(
            LeaderboardRow(
                pane,
                means,
                without_interval(with_failures[number], n_counted),
                _outcomes(table.status[rows, number]),
                1_000 * _mean(table.seconds[rows, number]),
                _distribution(table.values(measures[0])[rows, number]),
                common.difference(table.panes, number, column) if is_compared else None,
                bool(table.is_outdated[number]),
                _reason(table, rows, pane) if is_silent else "",
            )
        )
    return Leaderboard(tuple(board), len(rows), int(matrix.common.sum()))


class _Common:
    """Means of one measure over the pages that every pane answered."""

    def __init__(
        self, matrix: ScoreMatrix, measure: str, average: Average, *, resampled: bool
    ) -> None:
        mean, self._n_pages, values = _prepared(matrix, measure, average, matrix.common)
        self._values = mean.value()
        self._resampled = bootstrap([mean], self._n_pages)[0] if resampled else None
        self._averages = Averages(self._n_pages, values, {})

    def estimate(self, column: int) -> Estimate:
        """Return the mean of a pane, with its interval if there are resamples."""
        if self._resampled is None:
            return without_interval(self._values[column], self._n_pages)
        return estimate(float(self._values[column]), self._resampled[:, column], self._n_pages)

    def difference(self, panes: tuple[str, ...], column: int, baseline: int) -> Difference:
        """Return the mean of a pane minus the mean of another pane."""
        value = float(self._values[column] - self._values[baseline])
        if self._resampled is None:
            paired = without_interval(value, self._n_pages)
        else:
            resampled = self._resampled[:, column] - self._resampled[:, baseline]
            paired = estimate(value, resampled, self._n_pages)
        wins_ties_losses = self._averages.wins_ties_losses(column, baseline)
        return Difference(panes[baseline], paired, *wins_ties_losses)


def _prepared(
    matrix: ScoreMatrix, measure: str, average: Average, pages: BoolArray
) -> tuple[Mean, int, FloatArray]:
    """Return the mean of a measure over some pages, the number of counted pages, and the values."""
    definition = MEASURES[measure]
    counts = matrix.counts(definition.counts)
    counted = pages & ~np.isnan(counts).any(axis=(1, 2))
    part, failed = counts[counted], matrix.failed[counted]
    is_macro = average is Average.MACRO
    mean = macro(definition, part, failed) if is_macro else micro(definition, part)
    return mean, int(counted.sum()), page_values(definition, part, failed)


def _means(
    matrix: ScoreMatrix, measure: str, average: Average, pages: BoolArray
) -> tuple[FloatArray, int]:
    mean, n_pages, _ = _prepared(matrix, measure, average, pages)
    return mean.value(), n_pages


def _mean(values: FloatArray) -> float:
    answered = values[~np.isnan(values)]
    return float(answered.mean()) if len(answered) else float("nan")


def _reason(table: ScoreTable, rows: NDArray[np.int64], pane: str) -> str:
    """Return the message of a pane on the first of some pages."""
    scores = table.scores(int(rows[0])) if len(rows) else ()
    return next((score.message for score in scores if score.pane == pane), "")


def edges_of(bar: int) -> tuple[float, float]:
    """Return the ends of a bar of a distribution."""
    low, high = np.linspace(0.0, 1.0, BINS + 1)[bar : bar + 2].tolist()
    return low, high


def _outcomes(codes: NDArray[np.uint8]) -> dict[Status, int]:
    counted = np.bincount(codes, minlength=len(STATUSES)).tolist()
    return {
        status: count
        for status, count in zip(STATUSES, counted, strict=True)
        if status is not None and count
    }


def _distribution(values: FloatArray) -> tuple[int, ...]:
    counted, _ = np.histogram(values[~np.isnan(values)], bins=BINS, range=(0.0, 1.0))
    return tuple(counted.tolist())
