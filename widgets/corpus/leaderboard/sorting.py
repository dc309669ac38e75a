"""Order of the panes in the leaderboard, by any column."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.settings import changed
from boilerscope.widgets.corpus.leaderboard.records import Column, beside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boilerscope.extractors.scoring.leaderboard import LeaderboardRow
    from boilerscope.widgets.corpus.leaderboard.records import BoardRecord, Line


def sorted_lines(record: BoardRecord) -> tuple[Line, ...]:
    """Return the lines of a leaderboard in their order.

    Lines without a value are last; lines with equal values are in the order of their numbers.
    """
    sign = -1.0 if record.is_reversed else 1.0
    ranked = [(sign * _rank(record, line), line) for line in record.lines()]
    with_value = [pair for pair in ranked if not math.isnan(pair[0])]
    with_value.sort(key=lambda pair: pair[0])
    return (
        *(line for _, line in with_value),
        *(line for rank, line in ranked if math.isnan(rank)),
    )


def _rank(record: BoardRecord, line: Line) -> float:
    """Return the sort key of a line, best first; NaN without a value."""
    column = record.sort_column
    if column is Column.PANE:
        return float(line.pane.number)
    if column is Column.SETTINGS:
        return -float(len(changed(line.pane.settings)))
    if line.row is None:
        return math.nan
    return _ranks(record)[column](line.row)


def _ranks(record: BoardRecord) -> Mapping[Column, Callable[[LeaderboardRow], float]]:
    precision, recall = beside(record.measure)
    return {
        Column.MEAN: lambda row: -record.mean(row).answered.value,
        Column.PRECISION: lambda row: -record.mean(row, precision).answered.value,
        Column.RECALL: lambda row: -record.mean(row, recall).answered.value,
        Column.FAILED: _failures,
        Column.SPEED: lambda row: row.ms_per_page,
        Column.DISTRIBUTION: _best_pages,
        Column.DIFFERENCE: lambda row: _difference(record, row),
        Column.RESULTS: lambda row: _losses(record, row),
    }


def _failures(row: LeaderboardRow) -> float:
    """Return the number of failures; empty results decide between equal numbers."""
    n_empty = row.outcomes.get(Status.EMPTY, 0)
    return row.n_failed + n_empty / (1 + sum(row.outcomes.values()))


def _best_pages(row: LeaderboardRow) -> float:
    """Return the negative share of pages in the bar of the best values."""
    total = sum(row.distribution)
    return -row.distribution[-1] / total if total else math.nan


def _difference(record: BoardRecord, row: LeaderboardRow) -> float:
    difference = record.mean(row).difference
    if difference is None:
        return 0.0 if row.pane == record.baseline_name else math.nan
    return -difference.estimate.value


def _losses(record: BoardRecord, row: LeaderboardRow) -> float:
    difference = record.mean(row).difference
    if difference is None:
        return 0.0 if row.pane == record.baseline_name else math.nan
    return float(difference.losses - difference.wins)
