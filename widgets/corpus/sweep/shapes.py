"""Curve and grid of a sweep as numbers; no Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.extractors.search.sweep import SweepPoint, SweepResult

VALIDATION = "validation"
"""Name of the line of validation pages in `CurveShape.lines`."""


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """Positions of a setting's values on an axis: numbers to scale, other values side by side.

    Attributes
    ----------
    x : array of float, shape (n_values,)
        Their positions.
    is_number : bool
        Whether the values are numbers.
    """

    values: tuple[object, ...]
    x: FloatArray
    is_number: bool

    @classmethod
    def of(cls, values: Sequence[object]) -> Scale:
        """Return the scale of some values."""
        is_number = all(is_a_number(value) for value in values)
        positions = values if is_number else range(len(values))
        return cls(tuple(values), np.array(positions, dtype=np.float64), is_number)

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest position."""
        low, high = float(self.x.min()), float(self.x.max())
        return (low, high) if high > low else (low - 0.5, high + 0.5)

    def position(self, value: object) -> float:
        """Return the position of a value, NaN if it is not on the axis."""
        if self.is_number and is_a_number(value):
            return float(value)  # type: ignore[arg-type]  # it is a number
        return float(self.x[self.values.index(value)]) if value in self.values else math.nan

    def value(self, position: float) -> object:
        """Return the number at a position, or the nearest of values that are not numbers."""
        return float(position) if self.is_number else self.values[self.nearest(position)]

    def nearest(self, position: float) -> int:
        """Return the index of the nearest value."""
        return int(np.argmin(np.abs(self.x - position)))

    def step(self, position: float, direction: int) -> object:
        """Return the next value up or down; at the end, the last value."""
        order = np.sort(self.x)
        beyond = order[order > position + 1e-9] if direction > 0 else order[order < position - 1e-9]
        if not len(beyond):
            target = order[-1] if direction > 0 else order[0]
        else:
            target = beyond[0 if direction > 0 else -1]
        return self.values[int(np.flatnonzero(self.x == target)[0])]


@dataclass(frozen=True, slots=True, eq=False)
class CurveShape:
    """Scores over one setting.

    Attributes
    ----------
    lines : mapping of str to array
        Mean of each measure on training pages, and of the first on validation pages; NaN where
        a point could not be run.
    low, high : array of float
        Interval of the first measure on training pages; NaN while results arrive.
    """

    field: str
    scale: Scale
    lines: Mapping[str, FloatArray]
    low: FloatArray
    high: FloatArray
    points: tuple[SweepPoint, ...]

    def at(self, position: float) -> float:
        """Return the mean of the first measure at a position, interpolated between points."""
        line = next(iter(self.lines.values()))
        is_known = ~np.isnan(line)
        low, high = self.scale.ends
        if not is_known.any() or not low <= position <= high:
            return math.nan
        order = np.argsort(self.scale.x[is_known])
        return float(np.interp(position, self.scale.x[is_known][order], line[is_known][order]))

    def is_point(self, position: float) -> bool:
        """Return whether a position is a point of the sweep; otherwise its mean is interpolated."""
        return bool(np.isclose(self.scale.x, position).any())

    @property
    def best(self) -> int:
        """Index of the point with the highest mean, the middle of equal points; -1 for none."""
        line = next(iter(self.lines.values()))
        if np.isnan(line).all():
            return -1
        equal = np.flatnonzero(line == np.nanmax(line))
        return int(equal[(len(equal) - 1) // 2])


@dataclass(frozen=True, slots=True, eq=False)
class GridShape:
    """Scores over two settings.

    Attributes
    ----------
    across, up : Scale
        Values of the first setting from left to right, and of the second from bottom to top.
    means : array of float, shape (n_up, n_across)
        Mean on training pages, NaN where a point could not be run.
    is_near_best : array of bool, same shape
        Points near the best point.
    points : tuple of tuple of SweepPoint
        The points, by row and column.
    """

    across: Scale
    up: Scale
    means: FloatArray
    is_near_best: BoolArray
    points: tuple[tuple[SweepPoint, ...], ...]

    @property
    def ends(self) -> tuple[float, float]:
        """The range of the means; (0, 1) without means."""
        if np.isnan(self.means).all():
            return 0.0, 1.0
        return float(np.nanmin(self.means)), float(np.nanmax(self.means))

    def share(self, value: float) -> float:
        """Return the position of a mean in their range, 0 to 1."""
        low, high = self.ends
        return (value - low) / (high - low) if high > low else 1.0


def row_of(result: SweepResult, second: object) -> int:
    """Return the row nearest to a value of the second setting; 0 over one setting."""
    axes = result.sweep.axes
    if len(axes) < 2:
        return 0
    scale = Scale.of(axes[1].values)
    position = scale.position(second)
    return 0 if math.isnan(position) else scale.nearest(position)


def curve_of(result: SweepResult, row: int = 0) -> CurveShape:
    """Return the curve of a sweep; over two settings, of a row of their grid."""
    axes = result.sweep.axes
    points = result.points
    if len(axes) > 1:
        points = tuple(point for point in points if point.values[1] == axes[1].values[row])
    measures = result.sweep.measures
    lines = {name: _column([_mean(point.training, name) for point in points]) for name in measures}
    lines[VALIDATION] = _column([_mean(point.validation, measures[0]) for point in points])
    ends = [point.training.get(measures[0]) for point in points]
    return CurveShape(
        axes[0].field,
        Scale.of(axes[0].values),
        lines,
        _column([math.nan if end is None else end.low for end in ends]),
        _column([math.nan if end is None else end.high for end in ends]),
        points,
    )


def grid_of(result: SweepResult) -> GridShape | None:
    """Return the grid of a sweep over two settings, None for one setting."""
    axes = result.sweep.axes
    if len(axes) < 2:
        return None
    shape = (len(axes[0].values), len(axes[1].values))
    near = {id(point) for point in result.near_best}
    means = _column([result.value(point) for point in result.points]).reshape(shape).T
    is_near = np.array([id(point) in near for point in result.points]).reshape(shape).T
    points = tuple(
        tuple(result.points[column * shape[1] + row] for column in range(shape[0]))
        for row in range(shape[1])
    )
    return GridShape(Scale.of(axes[0].values), Scale.of(axes[1].values), means, is_near, points)


def is_a_number(value: object) -> bool:
    """Return whether a value of a setting is a number; switches are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def value_text(value: object) -> str:
    """Return a value of a setting as text, in the form of settings files."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _mean(means: Mapping[str, object], measure: str) -> float:
    return float(getattr(means.get(measure), "value", math.nan))


def _column(values: Sequence[float]) -> FloatArray:
    return np.array(values, dtype=np.float64)
