"""Comparison of panes over the listed pages: leaderboard, groups, one pane against another.

All values are those of `extractors.scoring.summary`, computed from columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.corpus.table import STATUSES
from extractors.model.extraction import Status
from extractors.scoring.averages import Average, Averages, compared
from extractors.scoring.bootstrap import (
    Estimate,
    bootstrap,
    estimate,
    macro,
    micro,
    page_values,
)
from extractors.scoring.groups import group_names
from extractors.scoring.measures import MEASURES
from extractors.scoring.summary import SMALL_GROUP, UNDEFINED, Difference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from extractors.corpus.table import ScoreTable
    from extractors.page.records import BoolArray, FloatArray
    from extractors.scoring.averages import ScoreMatrix
    from extractors.scoring.bootstrap import Mean
    from extractors.scoring.results import ScoredPage

BINS = 20
"""Bars of a distribution, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One pane over some pages.

    Attributes
    ----------
    pane : str
        The pane.
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
        In the order of the panes.
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


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One group of pages.

    Attributes
    ----------
    name : str
        The group.
    rows : tuple of int
        Numbers of its pages.
    means : tuple of float
        Mean of each pane over the pages of the group that every pane answered; NaN without any.
    """

    name: str
    rows: tuple[int, ...]
    means: tuple[float, ...]

    @property
    def is_small(self) -> bool:
        """Whether there are too few pages for a meaningful mean."""
        return len(self.rows) < SMALL_GROUP


@dataclass(frozen=True, slots=True, eq=False)
class Scatter:
    """Values of two panes on the pages that both answered.

    Attributes
    ----------
    rows : array of int
        Numbers of the pages.
    across, up : array of float
        Values of the two panes.
    wins, ties, losses : int
        Pages on which the second pane is better, equal, worse.
    correlation : float
        Pearson's coefficient; NaN if it is not defined.
    n_failed : int
        Scored pages on which one of the panes failed.
    difference : Estimate
        Mean of the second pane minus that of the first one on these pages, macro.
    """

    rows: NDArray[np.int64]
    across: FloatArray
    up: FloatArray
    wins: int
    ties: int
    losses: int
    correlation: float
    n_failed: int
    difference: Estimate


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
        The scores.
    mask : array of bool, shape (n_pages,)
        The pages; pages that are not scored are left out.
    measures : sequence of str
        Measures to show. The first measure has intervals, differences and a distribution.
    average : Average
        Kind of average over pages.
    baseline : str
        Pane to compare the others with; the first pane if empty.
    intervals : bool
        Whether to compute intervals, which takes seconds on 10,000 pages; otherwise their ends are
        NaN.
    """
    rows = np.flatnonzero(mask & table.is_scored & table.is_complete)
    matrix = table.matrix(rows)
    everything = np.ones(len(rows), dtype=np.bool_)
    common = _Common(matrix, measures[0], average, resampled=intervals)
    with_failures, n_every = _means(matrix, measures[0], average, everything)
    plain = {name: _means(matrix, name, average, matrix.common) for name in measures[1:]}
    column = table.panes.index(baseline) if baseline else 0
    board = []
    for number, pane in enumerate(table.panes):
        is_silent = bool(matrix.silent[number])
        means = {measures[0]: UNDEFINED if is_silent else common.estimate(number)}
        for name, (values, n_pages) in plain.items():
            means[name] = UNDEFINED if is_silent else _point(values[number], n_pages)
        is_compared = number != column and not is_silent and not matrix.silent[column]
        board.append(
            LeaderboardRow(
                pane,
                means,
                _point(with_failures[number], n_every),
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
    """One measure over the pages that every pane answered."""

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
            return _point(self._values[column], self._n_pages)
        return estimate(float(self._values[column]), self._resampled[:, column], self._n_pages)

    def difference(self, panes: tuple[str, ...], column: int, baseline: int) -> Difference:
        """Return the mean of a pane minus the mean of another pane."""
        value = float(self._values[column] - self._values[baseline])
        if self._resampled is None:
            paired = _point(value, self._n_pages)
        else:
            resampled = self._resampled[:, column] - self._resampled[:, baseline]
            paired = estimate(value, resampled, self._n_pages)
        counted = self._averages.wins_ties_losses(column, baseline)
        return Difference(panes[baseline], paired, *counted)


def _prepared(
    matrix: ScoreMatrix, measure: str, average: Average, pages: BoolArray
) -> tuple[Mean, int, FloatArray]:
    """Return the mean of a measure over some pages, the number of counted pages, and the values."""
    described = MEASURES[measure]
    counts = matrix.counts(described.counts)
    counted = pages & ~np.isnan(counts).any(axis=(1, 2))
    part, failed = counts[counted], matrix.failed[counted]
    is_macro = average is Average.MACRO
    mean = macro(described, part, failed) if is_macro else micro(described, part)
    return mean, int(counted.sum()), page_values(described, part, failed)


def _means(
    matrix: ScoreMatrix, measure: str, average: Average, pages: BoolArray
) -> tuple[FloatArray, int]:
    mean, n_pages, _ = _prepared(matrix, measure, average, pages)
    return mean.value(), n_pages


def _point(value: float, n_pages: int) -> Estimate:
    """Return a mean without an interval."""
    return Estimate(float(value), float("nan"), float("nan"), float("nan"), n_pages)


def groups(table: ScoreTable, mask: BoolArray, by: str, measure: str) -> list[GroupRow]:
    """Return the groups of the scored pages among some pages, in alphabetical order.

    Parameters
    ----------
    table : ScoreTable
        The scores.
    mask : array of bool, shape (n_pages,)
        The pages.
    by : str
        A name in `extractors.scoring.groups.GROUPS`.
    measure : str
        Measure of the means.
    """
    rows = np.flatnonzero(mask & table.is_scored)
    pages: list[ScoredPage] = [
        page for row in rows.tolist() if (page := table.scored_page(row)) is not None
    ]
    members: dict[str, list[int]] = {}
    for row, name in zip(rows.tolist(), group_names(pages, by), strict=True):
        members.setdefault(name, []).append(row)
    values = table.values(measure)
    silent = table.has_failed[rows].all(axis=0)
    group_rows = []
    for name in sorted(members):
        of_group = values[members[name]]
        answered = ~np.isnan(of_group[:, ~silent]).any(axis=1)
        means = np.full(len(table.panes), np.nan)
        if answered.any():
            means[~silent] = of_group[answered][:, ~silent].mean(axis=0)
        group_rows.append(GroupRow(name, tuple(members[name]), tuple(means.tolist())))
    return group_rows


def scatter(
    table: ScoreTable,
    mask: BoolArray,
    measure: str,
    axes: tuple[str, str],
    *,
    intervals: bool = False,
) -> Scatter:
    """Compare two panes on the scored pages among some pages.

    Parameters
    ----------
    table : ScoreTable
        The scores.
    mask : array of bool, shape (n_pages,)
        The pages.
    measure : str
        What is compared.
    axes : tuple of (str, str)
        Panes across and up.
    intervals : bool
        Whether the difference has an interval, which takes a second on 10,000 pages.
    """
    rows = np.flatnonzero(mask & table.is_scored)
    columns = [table.panes.index(pane) for pane in axes]
    values = table.values(measure)[rows][:, columns]
    has_values = ~np.isnan(values).any(axis=1)
    first, second = values[has_values].T
    signs = compared(second - first)
    wins, ties, losses = (int(np.count_nonzero(signs == sign)) for sign in (1, 0, -1))
    is_defined = len(first) > 1 and bool(first.std()) and bool(second.std())
    return Scatter(
        rows[has_values],
        first,
        second,
        wins,
        ties,
        losses,
        float(np.corrcoef(first, second)[0, 1]) if is_defined else np.nan,
        int(table.has_failed[rows][:, columns].any(axis=1).sum()),
        _paired(table, rows[has_values], measure, columns, intervals=intervals),
    )


def _paired(
    table: ScoreTable,
    rows: NDArray[np.int64],
    measure: str,
    columns: list[int],
    *,
    intervals: bool,
) -> Estimate:
    """Return the mean of the second column minus that of the first one on some pages."""
    described = MEASURES[measure]
    matrix = table.matrix(rows)
    counts = matrix.counts(described.counts)[:, columns]
    mean = macro(described, counts, matrix.failed[:, columns])
    across, up = mean.value().tolist()
    value = up - across if len(rows) else float("nan")
    if not intervals:
        return _point(value, len(rows))
    resampled = bootstrap([mean], len(rows))[0]
    return estimate(value, resampled[:, 1] - resampled[:, 0], len(rows))


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
