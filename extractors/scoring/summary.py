"""Summary of a scored run: means of each pane, differences to a baseline, groups of pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.averages import Average, ScoreMatrix, averages_of
from boilerscope.extractors.scoring.bootstrap import Estimate
from boilerscope.extractors.scoring.groups import group_names
from boilerscope.extractors.scoring.results import ANSWERED, PageStatus

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from boilerscope.extractors.scoring.averages import Averages
    from boilerscope.extractors.scoring.results import PaneScore, ScoredRun

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
    """One measure of one pane.

    Attributes
    ----------
    average : Average
        Kind of the mean.
    answered : Estimate
        Mean over the pages that every pane answered; not defined for a pane without answers.
    with_failures : Estimate
        Mean over all scored pages, with failures as 0.
    difference : Difference or None
        Difference to the baseline on the same pages as `answered`; None for the baseline itself.
    """

    pane: str
    measure: str
    average: Average
    answered: Estimate
    with_failures: Estimate
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class Summary:
    """Scores of all panes on some pages.

    Attributes
    ----------
    group : str
        Name of the pages; empty for all pages.
    n_pages : int
        Pages that are scored.
    n_answered : int
        Scored pages that every pane answered, ignoring panes that answered no page.
    outcomes : mapping of str to mapping of Status to int
        Number of pages of each pane by outcome.
    silent : tuple of str
        Panes that answered no page.
    means : tuple of PaneMean
        By measure, average and pane.
    """

    group: str
    n_pages: int
    n_answered: int
    outcomes: Mapping[str, Mapping[Status, int]]
    silent: tuple[str, ...]
    means: tuple[PaneMean, ...] = field(repr=False)

    @property
    def is_small(self) -> bool:
        """Whether there are too few pages for a meaningful mean."""
        return self.n_pages < SMALL_GROUP

    def n_failed(self, pane: str) -> int:
        """Return the number of pages on which a pane failed."""
        outcomes = self.outcomes[pane].items()
        return sum(count for status, count in outcomes if status not in ANSWERED)

    def n_empty(self, pane: str) -> int:
        """Return the number of pages on which a pane kept nothing; these are scored."""
        return self.outcomes[pane].get(Status.EMPTY, 0)

    def mean(self, pane: str, measure: str, average: Average = Average.MACRO) -> PaneMean:
        """Return a mean of a pane.

        Raises
        ------
        KeyError
            If the pane or the measure is not in the run.
        """
        for mean in self.means:
            if (mean.pane, mean.measure, mean.average) == (pane, measure, average):
                return mean
        raise KeyError((pane, measure, average))


def summarize(
    run: ScoredRun,
    *,
    baseline: str | None = None,
    pages: Collection[int] | None = None,
    group: str = "",
) -> Summary:
    """Return the summary of the scored pages of a run, or of some of them.

    Parameters
    ----------
    baseline : str, optional
        Pane that the others are compared with; the first one by default.
    pages : collection of int, optional
        Rows of the pages to summarize; all by default.

    Raises
    ------
    UnknownNameError
        If the baseline is not a pane of the run.
    """
    panes = tuple(run.panes)
    if baseline is not None and baseline not in run.panes:
        raise UnknownNameError("pane", baseline, panes)
    rows = [
        row
        for number, (page, row) in enumerate(zip(run.pages, run.scores, strict=True))
        if page.status is PageStatus.SCORED and (pages is None or number in pages)
    ]
    matrix = ScoreMatrix(rows, len(panes))
    column = panes.index(baseline) if baseline is not None else 0
    common = averages_of(matrix, run.options.measures, matrix.common)
    overall = averages_of(matrix, run.options.measures, np.ones_like(matrix.common))
    means = (
        mean
        for measure, answered, all_pages in zip(run.options.measures, common, overall, strict=True)
        for mean in _means(panes, measure, (answered, all_pages), column, matrix)
    )
    return Summary(
        group,
        len(rows),
        int(matrix.common.sum()),
        {pane: _outcomes(row[number] for row in rows) for number, pane in enumerate(panes)},
        tuple(pane for pane, silent in zip(panes, matrix.silent, strict=True) if silent),
        tuple(means),
    )


def summarize_groups(run: ScoredRun, by: str, *, baseline: str | None = None) -> list[Summary]:
    """Return a summary for each group of scored pages, in alphabetical order.

    Parameters
    ----------
    by : str
        A name in `boilerscope.extractors.scoring.groups.GROUPS`.
    baseline : str, optional
        Pane that the others are compared with; the first one by default.
    """
    scored = [row for row, page in enumerate(run.pages) if page.status is PageStatus.SCORED]
    members: dict[str, set[int]] = {}
    for row, name in zip(scored, group_names([run.pages[row] for row in scored], by), strict=True):
        members.setdefault(name, set()).add(row)
    return [
        summarize(run, baseline=baseline, pages=members[name], group=name)
        for name in sorted(members)
    ]


def _means(
    panes: Sequence[str],
    measure: str,
    averages: tuple[Averages, Averages],
    baseline: int,
    matrix: ScoreMatrix,
) -> Iterator[PaneMean]:
    """Yield the means of one measure, by average and pane."""
    answered, overall = averages
    for average in Average:
        for column, pane in enumerate(panes):
            is_silent = bool(matrix.silent[column])
            difference = None
            if column != baseline and not is_silent and not matrix.silent[baseline]:
                estimate = answered.difference(average, column, baseline)
                counted = answered.wins_ties_losses(column, baseline)
                difference = Difference(panes[baseline], estimate, *counted)
            yield PaneMean(
                pane,
                measure,
                average,
                UNDEFINED if is_silent else answered.estimate(average, column),
                overall.estimate(average, column),
                difference,
            )


def _outcomes(scores: Iterable[PaneScore]) -> dict[Status, int]:
    outcomes: dict[Status, int] = {}
    for score in scores:
        outcomes[score.status] = outcomes.get(score.status, 0) + 1
    return outcomes
