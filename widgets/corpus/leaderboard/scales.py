"""Common scales of the leaderboard: one axis for all intervals, one scale for all bars."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.widgets.plots.ticks import ticks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtCore import QRectF

    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.widgets.corpus.leaderboard.records import BoardRecord

_N_TICKS = 3
_MIN_SPAN = 0.02


@dataclass(frozen=True, slots=True)
class Axis:
    """Horizontal axis of a column.

    Attributes
    ----------
    low, high : float
        Values at its ends.
    ticks : tuple of float
        Round values on it.
    """

    low: float
    high: float
    ticks: tuple[float, ...]

    def x(self, value: float, rect: QRectF) -> float:
        """Return the pixel of a value; `rect` is as wide as the axis."""
        return rect.left() + (value - self.low) / (self.high - self.low) * rect.width()


@dataclass(frozen=True, slots=True)
class Scales:
    """Scales shared by all rows.

    Attributes
    ----------
    mean, difference : Axis
        Axes of means and of differences to the baseline. They cover all intervals.
    max_pages : int
        Pages in the highest bar of all distributions.
    """

    mean: Axis
    difference: Axis
    max_pages: int


def scales_of(record: BoardRecord) -> Scales:
    """Return the scales of a leaderboard."""
    rows = () if record.board is None else record.board.rows
    means = [record.mean(row).answered for row in rows]
    failing = [record.mean(row).with_failures for row in rows if row.n_failed]
    compared = (record.mean(row).difference for row in rows)
    differences = [difference.estimate for difference in compared if difference is not None]
    return Scales(
        _from_tick(_ends((*means, *failing))),
        _around_zero(_ends(differences)),
        max((max(row.distribution) for row in rows), default=0),
    )


def _ends(estimates: Iterable[Estimate]) -> list[float]:
    """Return all finite values and ends of intervals."""
    values = (
        end for estimate in estimates for end in (estimate.value, estimate.low, estimate.high)
    )
    return [value for value in values if math.isfinite(value)]


def _from_tick(values: Sequence[float]) -> Axis:
    """Return an axis that starts at a tick."""
    if not values:
        return Axis(0.0, 1.0, tuple(ticks(0.0, 1.0, _N_TICKS + 1)))
    low, high = min(values), max(values)
    missing = max(_MIN_SPAN - (high - low), 0.0) / 2
    low, high = low - missing, high + missing
    marks = ticks(low, high, _N_TICKS)
    if len(marks) > 1 and marks[0] > low:
        marks.insert(0, round(marks[0] - (marks[1] - marks[0]), 12))
    return Axis(min(low, marks[0]), high, tuple(marks))


def _around_zero(values: Sequence[float]) -> Axis:
    low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
    margin = max((high - low) * 0.04, _MIN_SPAN / 2)
    return Axis(low - margin, high + margin, (0.0,))
