"""Lines and steps as numbers; no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Points of a curve, ready to draw.

    Attributes
    ----------
    x : array of float
        As many values as `y`; if `stepped`, one more: the edges of the steps.
    y : array of float
        NaN is a gap.
    stepped : bool
        Whether each value is constant from one edge to the next.
    filled : bool
        Whether the whole area under it is filled (bars).
    """

    x: FloatArray
    y: FloatArray
    stepped: bool
    filled: bool


def edges(x: FloatArray) -> FloatArray:
    """Return the edges half-way between sorted points, shape (n_points + 1,)."""
    if len(x) == 0:
        return np.zeros(1)
    if len(x) == 1:
        return np.array([x[0] - 0.5, x[0] + 0.5])
    middles = (x[1:] + x[:-1]) / 2
    return np.concatenate([[x[0] - (middles[0] - x[0])], middles, [2 * x[-1] - middles[-1]]])


def outline(shape: Shape) -> tuple[FloatArray, FloatArray]:
    """Return x and y of the points that a line along the top of a shape connects."""
    if not shape.stepped:
        return shape.x, shape.y
    return np.repeat(shape.x, 2)[1:-1], np.repeat(shape.y, 2)


def merged_steps(
    borders: FloatArray, tops: FloatArray, visible: tuple[float, float], column: float
) -> tuple[FloatArray, FloatArray]:
    """Return the visible steps; merge steps to columns where they are narrower than a column.

    Parameters
    ----------
    borders : array of float, shape (n_steps + 1,)
        Edges of the steps, ascending.
    tops : array of float, shape (n_steps,)
        Height of each step, NaN for a gap.
    visible : tuple of float
        Ends of the visible part of the x axis.
    column : float
        Width of a pixel column in units of x.

    Returns
    -------
    tuple of array of float
        Edges and heights as above. A column has the height of its highest step, so that single
        high steps stay visible.
    """
    low, high = visible
    first = max(int(np.searchsorted(borders, low, side="right")) - 1, 0)
    last = min(int(np.searchsorted(borders, high, side="left")), len(tops))
    borders, tops = borders[first : last + 1], tops[first:last]
    if np.diff(borders).min(initial=column) >= column:
        return borders, tops
    columns = np.linspace(low, high, max(round((high - low) / column), 1) + 1)
    starts = np.searchsorted(borders[1:], columns[:-1], side="right")
    ends = np.searchsorted(borders[:-1], columns[1:], side="left")
    # Every second result is that of a column; the NaN is there for columns behind the last step.
    ranges = np.column_stack([starts, ends]).ravel()
    heights = np.fmax.reduceat(np.append(tops, np.nan), ranges)[::2]
    return columns, np.where(starts < ends, heights, np.nan)


def parts(y: FloatArray) -> list[slice]:
    """Return the parts of a line between its gaps (NaN)."""
    is_known = np.concatenate([[False], ~np.isnan(y), [False]])
    borders = np.flatnonzero(is_known[1:] != is_known[:-1]).tolist()
    return [slice(*ends) for ends in zip(borders[::2], borders[1::2], strict=True)]


def is_alone(y: FloatArray) -> BoolArray:
    """Return which points of a line are between two gaps, so that no line leads to them."""
    alone = np.zeros(len(y), dtype=bool)
    for part in parts(y):
        alone[part] = part.stop - part.start == 1
    return alone
