"""A leaderboard of six panes with values written by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors import registry
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.bootstrap import Estimate
from boilerscope.extractors.scoring.leaderboard import (
    BINS,
    Difference,
    Leaderboard,
    LeaderboardRow,
    PaneMean,
)
from boilerscope.widgets.corpus.leaderboard.records import BoardRecord
from boilerscope.widgets.records import PaneRecord

if TYPE_CHECKING:
    from collections.abc import Mapping

N_PAGES = 166
BASELINE = "boilerpipe.article"
_HALF = 0.04

# Number of the pane: extractor, mean, precision, recall, difference with the half-width of its
# interval, wins, ties and losses, milliseconds, failures and empty results.
_ROWS: Mapping[int, tuple[str, float, float, float, float, tuple[int, int, int], float]] = {
    1: ("boilerpipe.article", 0.770, 0.88, 0.75, 0.0, (0, 0, 0), 2.5),
    2: ("boilerpipe.article#2", 0.771, 0.87, 0.76, 0.001, (16, 144, 6), 0.8),
    3: ("cx_extractor", 0.664, 0.64, 0.76, -0.106, (55, 12, 99), 5.9),
    4: ("link_ratio", 0.815, 0.74, 0.97, 0.045, (66, 14, 86), 1.1),
    5: ("text_distribution", 0.681, 0.80, 0.68, -0.089, (76, 22, 68), 0.9),
    6: ("consensus", 0.873, 0.87, 0.92, 0.103, (86, 50, 30), 0.5),
}
_OUTCOMES: Mapping[int, Mapping[Status, int]] = {
    1: {Status.EMPTY: 2},
    2: {Status.EMPTY: 2},
    3: {Status.EMPTY: 27},
    4: {Status.TIMEOUT: 1, Status.ERROR: 1},
    5: {Status.EMPTY: 1},
    6: {},
}
_UNCLEAR = {2: 0.004, 4: 0.05}
"""Half-width of the interval of a difference that includes 0."""


def panes() -> tuple[PaneRecord, ...]:
    """Return the panes; panes 2 and 4 have settings other than the defaults."""
    records = []
    for number, (name, *_) in _ROWS.items():
        extractor = registry.extractor(name.partition("#")[0])
        settings = extractor.settings_class()
        if number == 2:
            settings = replace(settings, max_link_density=0.45, nw_cur=10)
        if number == 4:
            settings = replace(settings, rate=1.6)
        records.append(PaneRecord(number, name, extractor.id, extractor.name, settings))
    return tuple(records)


def board(*, intervals: bool = True) -> Leaderboard:
    """Return the scores."""
    rows = tuple(_row(number, intervals=intervals) for number in _ROWS)
    return Leaderboard(rows, np.arange(168), N_PAGES)


def record(**changes: object) -> BoardRecord:
    """Return the record of a leaderboard; pane 2 is active."""
    board_record = BoardRecord(board(), panes(), active="boilerpipe.article#2")
    return replace(board_record, **changes)  # type: ignore[arg-type]  # fields of the record


def silent(pane: str) -> Leaderboard:
    """Return the scores of a board on which a pane failed on every page."""
    scores = board()
    nothing = Estimate(math.nan, math.nan, math.nan, math.nan, 0)
    rows = tuple(
        replace(
            row,
            means=dict.fromkeys(row.means, PaneMean(nothing, nothing)),
            outcomes={Status.UNAVAILABLE: 168},
            distribution=(0,) * BINS,
            reason="No layout. Lay the page out first.",
        )
        if row.pane == pane
        else row
        for row in scores.rows
    )
    return replace(scores, rows=rows)


def _row(number: int, *, intervals: bool) -> LeaderboardRow:
    name, f1, precision, recall, delta, counts, milliseconds = _ROWS[number]
    half = _HALF if intervals else math.nan
    difference = None
    if name != BASELINE:
        of_delta = _UNCLEAR.get(number, 0.02) if intervals else math.nan
        difference = Difference(BASELINE, _estimate(delta, of_delta), *counts)
    outcomes = dict(_OUTCOMES[number])
    outcomes[Status.OK] = 168 - sum(outcomes.values())
    failed = outcomes.get(Status.TIMEOUT, 0) + outcomes.get(Status.ERROR, 0)
    return LeaderboardRow(
        name,
        {
            (measure, average): PaneMean(
                estimate, _estimate(estimate.value * (168 - failed) / 168, math.nan), difference
            )
            for measure, estimate in (
                ("token_f1", _estimate(f1, half)),
                ("token_precision", _estimate(precision, math.nan)),
                ("token_recall", _estimate(recall, math.nan)),
            )
            for average in Average
        },
        outcomes,
        milliseconds,
        _distribution(f1),
    )


def _estimate(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half, half / 2, N_PAGES)


def _distribution(mean: float) -> tuple[int, ...]:
    """Return many good pages and a few bad ones."""
    last = round(90 * mean)
    rising = [round(2 + 8 * mean * bar / BINS) for bar in range(BINS - 1)]
    return (*rising, last)
