"""Comparison of all panes over some pages: means, differences to a baseline, and groups of pages.

The window, `score`, sweeps and the catalogue all show these records.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.model.extraction import ANSWERED, Status, TemplateUse
from boilerscope.extractors.scoring.averages import Average, averages_of
from boilerscope.extractors.scoring.bootstrap import Estimate
from boilerscope.extractors.scoring.groups import group_names
from boilerscope.extractors.scoring.table import STATUSES, TEMPLATE_USES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.extractors.scoring.averages import Averages, ScoreMatrix
    from boilerscope.extractors.scoring.table import ScoreTable

T = TypeVar("T")

BINS = 20
"""Bars of a distribution, from 0 to 1."""

SMALL_GROUP = 10
"""Groups of fewer pages are marked: their means vary too much."""

UNDEFINED = Estimate(float("nan"), float("nan"), float("nan"), float("nan"), 0)
"""Mean of a pane without any answer."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Comparison of a pane with the baseline, page by page.

    Attributes
    ----------
    baseline : str
        The pane that it is compared with.
    estimate : Estimate
        Mean of the pane minus that of the baseline, with the interval of the paired difference.
    wins, ties, losses : int
        Pages on which the value is higher, equal within `TIE`, lower.
    """

    baseline: str
    estimate: Estimate
    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True)
class PaneMean:
    """One measure of one pane, averaged in one way.

    Attributes
    ----------
    answered : Estimate
        Mean over the pages that every pane answered, or of a pane that is apart over those of them
        that it answered, see `ScoreMatrix`; not defined for a pane without answers.
    with_failures : Estimate
        Mean over all scored pages, with failures as 0.
    difference : Difference or None
        Difference to the baseline on the same pages as `answered`, as far as the baseline answered
        them; None for the baseline itself, and for a pane without answers on them.
    median, low_share : float
        Median of the pages of `answered`, and the share of them below
        `boilerscope.extractors.scoring.averages.LOW`; NaN if not defined.
    """

    answered: Estimate
    with_failures: Estimate
    difference: Difference | None = None
    median: float = float("nan")
    low_share: float = float("nan")


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One pane over some pages.

    Attributes
    ----------
    means : mapping of (str, Average) to PaneMean
        By measure and average.
    outcomes : mapping of Status to int
        Number of scored pages by status; without any, as in a corpus without gold, of all finished
        pages.
    ms_per_page : float
        Mean time of a run, milliseconds; NaN without any.
    distribution : tuple of int
        Pages in each of `BINS` equal parts of 0 to 1, by the first measure.
    is_outdated : bool
        Whether some results are from earlier settings.
    reason : str
        Message of the first failure if the pane has no result at all; else empty.
    is_apart : bool
        Whether the pane does not limit the pages that panes are compared on, see `ScoreMatrix`.
    template : mapping of TemplateUse to int
        Number of pages that `outcomes` counts by what minus template did; without those on which
        this is unknown, and empty for a pane without the step.
    """

    pane: str
    means: Mapping[tuple[str, Average], PaneMean] = field(repr=False)
    outcomes: Mapping[Status, int]
    ms_per_page: float
    distribution: tuple[int, ...]
    is_outdated: bool = False
    reason: str = ""
    is_apart: bool = False
    template: Mapping[TemplateUse, int] = field(default_factory=dict)

    def mean(self, measure: str, average: Average = Average.MACRO) -> PaneMean:
        """Return a mean.

        Raises
        ------
        KeyError
            If the leaderboard does not have the measure.
        """
        return self.means[measure, average]

    @property
    def is_silent(self) -> bool:
        """Whether the pane failed on every scored page."""
        return 0 < self.n_failed == sum(self.outcomes.values())

    @property
    def n_failed(self) -> int:
        """Scored pages without a result."""
        return sum(n for status, n in self.outcomes.items() if status not in ANSWERED)

    @property
    def n_empty(self) -> int:
        """Pages on which the pane kept nothing; these are scored."""
        return self.outcomes.get(Status.EMPTY, 0)

    @property
    def n_with_site(self) -> int:
        """Pages on which minus template could act: enough other pages of the site were known."""
        return self.template.get(TemplateUse.JUDGED, 0) + self.n_kept_whole

    @property
    def n_kept_whole(self) -> int:
        """Pages on which minus template would have dropped too much, and kept everything."""
        return sum(self.template.get(use, 0) for use in (TemplateUse.GUARD, TemplateUse.BODY))

    @property
    def n_template_unknown(self) -> int:
        """Pages with a result of which it is not known what minus template did, if it is on."""
        return sum(self.outcomes.values()) - self.n_failed - sum(self.template.values())


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All panes over some pages.

    Attributes
    ----------
    rows : tuple of LeaderboardRow
        Rows in the order of the panes.
    pages : array of int
        Numbers of the scored pages.
    n_common : int
        Pages that panes are compared on, see `ScoreMatrix`.
    group : str
        Name of the pages; empty for all pages.
    n_counted : int
        Pages that `LeaderboardRow.outcomes` counts.
    """

    rows: tuple[LeaderboardRow, ...]
    pages: NDArray[np.int64] = field(compare=False, repr=False)
    n_common: int
    group: str = ""
    n_counted: int = 0

    @property
    def n_scored(self) -> int:
        """Number of scored pages."""
        return len(self.pages)

    @property
    def is_small(self) -> bool:
        """Whether there are too few pages for a meaningful mean."""
        return self.n_scored < SMALL_GROUP

    @property
    def silent(self) -> tuple[str, ...]:
        """Panes that failed on every page."""
        return tuple(row.pane for row in self.rows if row.is_silent)

    @property
    def apart(self) -> tuple[str, ...]:
        """Panes with answers that do not limit the pages that panes are compared on."""
        return tuple(row.pane for row in self.rows if row.is_apart)

    def row(self, pane: str) -> LeaderboardRow:
        """Return the row of a pane.

        Raises
        ------
        KeyError
            If there is no such pane.
        """
        for row in self.rows:
            if row.pane == pane:
                return row
        raise KeyError(pane)

    def mean(self, pane: str, measure: str, average: Average = Average.MACRO) -> PaneMean:
        """Return a mean of a pane.

        Raises
        ------
        KeyError
            If the leaderboard does not have the pane or the measure.
        """
        return self.row(pane).mean(measure, average)

    def sorted_by(self, measure: str) -> tuple[LeaderboardRow, ...]:
        """Return the rows, highest macro average first; rows without a value last."""

        def rank(row: LeaderboardRow) -> tuple[bool, float]:
            value = row.mean(measure).answered.value
            return bool(np.isnan(value)), -value

        return tuple(sorted(self.rows, key=rank))


def leaderboard(
    table: ScoreTable,
    mask: BoolArray,
    measures: Sequence[str],
    *,
    baseline: str = "",
    averages: Collection[Average] = tuple(Average),
    intervals: Collection[str] | None = None,
) -> Leaderboard:
    """Return the leaderboard of some pages.

    Parameters
    ----------
    mask : array of bool, shape (n_pages,)
        Selected pages. Those that are not scored, or lack the outcome of a pane that has run, are
        left out.
    measures : sequence of str
        Measures to show; the distribution is that of the first measure.
    baseline : str
        Pane to compare the other panes with; the first pane if empty.
    averages : collection of Average
        Kinds of averages over pages.
    intervals : collection of str, optional
        Measures that have an interval of the mean over the pages that every pane answered; the ends
        of other intervals are NaN. By default, every mean has an interval, which takes seconds
        on 10,000 pages.

    Raises
    ------
    UnknownNameError
        If the baseline is not a pane of the table.
    """
    if baseline and baseline not in table.panes:
        raise UnknownNameError("pane", baseline, table.panes)
    rows = _scored(table, mask)
    matrix = table.matrix(rows, measures)
    counted = rows if len(rows) else np.flatnonzero(mask & table.is_done & table.is_complete)
    means = _Means(table.panes, matrix, measures, averages, intervals)
    everywhere = np.ones_like(matrix.common)
    of_failures = None if intervals is None else ()
    overall = averages_of(matrix, measures, everywhere, averages, of_failures)
    compared_with = table.panes.index(baseline) if baseline else 0
    board = tuple(
        LeaderboardRow(
            pane,
            {
                (measure, average): means.mean(number, average, column, compared_with, of_measure)
                for number, (measure, of_measure) in enumerate(zip(measures, overall, strict=True))
                for average in averages
            },
            _tallied(table.status[counted, column], STATUSES),
            1_000 * _mean_of(table.seconds[counted, column]),
            _distribution(table.values(measures[0])[rows, column]),
            bool(table.is_outdated[column]),
            _reason(table, counted, pane) if _is_silent(table, counted, column) else "",
            bool(matrix.apart[column]),
            _tallied(table.template[counted, column], TEMPLATE_USES),
        )
        for column, pane in enumerate(table.panes)
    )
    return Leaderboard(board, rows, int(matrix.common.sum()), n_counted=len(counted))


def groups(
    table: ScoreTable, mask: BoolArray, by: str, measures: Sequence[str], *, baseline: str = ""
) -> list[Leaderboard]:
    """Return a leaderboard for each group of scored pages, in alphabetical order.

    The pages that panes are compared on are chosen in each group by itself, see `ScoreMatrix`.

    Parameters
    ----------
    by : str
        A name in `boilerscope.extractors.scoring.groups.GROUPS`.
    mask, measures, baseline
        See `leaderboard`.
    """
    return [
        replace(leaderboard(table, members, measures, baseline=baseline), group=name)
        for name, members in _grouped(table, mask, by)
    ]


@dataclass(frozen=True, slots=True)
class GroupRow:
    """Group of pages with one macro average of each pane.

    Attributes
    ----------
    rows : tuple of int
        Numbers of the pages.
    means : tuple of float
        Mean of each pane, see `PaneMean.answered`; NaN if it is not defined.
    """

    name: str
    rows: tuple[int, ...]
    means: tuple[float, ...]

    @property
    def is_small(self) -> bool:
        """Whether there are too few pages for a meaningful mean."""
        return len(self.rows) < SMALL_GROUP


def group_rows(table: ScoreTable, mask: BoolArray, by: str, measure: str) -> list[GroupRow]:
    """Return the groups of some pages with their means by one measure, see `groups`."""
    rows = []
    for name, members in _grouped(table, mask, by):
        board = leaderboard(table, members, (measure,), averages=(Average.MACRO,), intervals=())
        means = (row.mean(measure).answered.value for row in board.rows)
        rows.append(GroupRow(name, tuple(board.pages.tolist()), tuple(means)))
    return rows


def edges_of(bar: int) -> tuple[float, float]:
    """Return the ends of a bar of a distribution."""
    low, high = np.linspace(0.0, 1.0, BINS + 1)[bar : bar + 2].tolist()
    return low, high


def _scored(table: ScoreTable, mask: BoolArray) -> NDArray[np.int64]:
    """Return the pages to average over."""
    return np.flatnonzero(mask & table.counts_page & table.is_complete)


def _grouped(table: ScoreTable, mask: BoolArray, by: str) -> Iterator[tuple[str, BoolArray]]:
    """Yield the name and the mask of each group of scored pages, in alphabetical order."""
    rows = _scored(table, mask)
    names = np.array(group_names(table.scored_pages(rows.tolist()), by), dtype=object)
    for name in sorted(set(names.tolist())):
        members = np.zeros_like(mask)
        members[rows[names == name]] = True
        yield name, members


class _Means:
    """Means of panes over the pages that they are compared on, computed once for the same pages."""

    def __init__(
        self,
        panes: Sequence[str],
        matrix: ScoreMatrix,
        measures: Sequence[str],
        averages: Collection[Average],
        intervals: Collection[str] | None,
    ) -> None:
        self._panes, self._matrix, self._measures = panes, matrix, measures
        self._averages, self._intervals = averages, intervals
        self._by_pages: dict[bytes, list[Averages]] = {}

    def mean(
        self, number: int, average: Average, column: int, baseline: int, overall: Averages
    ) -> PaneMean:
        """Return the mean of a pane by the measure of this number, compared with the baseline."""
        with_failures = overall.estimate(average, column)
        if self._matrix.silent[column]:
            return PaneMean(UNDEFINED, with_failures)
        answered = self._over(self._matrix.answered(column))[number]
        return PaneMean(
            answered.estimate(average, column),
            with_failures,
            self._difference(number, average, column, baseline),
            answered.median(column),
            answered.low_share(column),
        )

    def _difference(
        self, number: int, average: Average, column: int, baseline: int
    ) -> Difference | None:
        if column == baseline or self._matrix.silent[baseline]:
            return None
        both = self._matrix.answered(column, baseline)
        if not both.any() and self._matrix.apart[[column, baseline]].any():
            return None
        paired = self._over(both)[number]
        estimate = paired.difference(average, column, baseline)
        name = self._panes[baseline]
        return Difference(name, estimate, *paired.wins_ties_losses(column, baseline))

    def _over(self, pages: BoolArray) -> list[Averages]:
        key = pages.tobytes()
        if key not in self._by_pages:
            self._by_pages[key] = averages_of(
                self._matrix, self._measures, pages, self._averages, self._intervals
            )
        return self._by_pages[key]


def _mean_of(values: FloatArray) -> float:
    answered = values[~np.isnan(values)]
    return float(answered.mean()) if len(answered) else float("nan")


def _reason(table: ScoreTable, rows: NDArray[np.int64], pane: str) -> str:
    """Return the message of a pane on the first of some pages."""
    scores = table.scores(int(rows[0])) if len(rows) else ()
    return next((score.message for score in scores if score.pane == pane), "")


def _is_silent(table: ScoreTable, rows: NDArray[np.int64], column: int) -> bool:
    """Return whether a pane failed on all of some pages."""
    return bool(len(rows)) and bool(table.has_failed[rows, column].all())


def _tallied(codes: NDArray[np.uint8], names: Sequence[T | None]) -> dict[T, int]:
    """Return the number of each code by its name, without codes that do not occur."""
    counted = np.bincount(codes, minlength=len(names)).tolist()
    return {
        name: count
        for name, count in zip(names, counted, strict=True)
        if name is not None and count
    }


def _distribution(values: FloatArray) -> tuple[int, ...]:
    counted, _ = np.histogram(values[~np.isnan(values)], bins=BINS, range=(0.0, 1.0))
    return tuple(counted.tolist())
