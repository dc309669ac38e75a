"""Shape of a curve as numbers: lines, steps, kept parts, ranges; no Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.widgets.plots.shapes import Shape, edges

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Curve
    from boilerscope.extractors.page.records import FloatArray

_ROOM = 0.08


def shape_of(curve: Curve) -> Shape:
    """Return the shape of a curve in its declared style."""
    x, y = np.asarray(curve.x, dtype=np.float64), np.asarray(curve.y, dtype=np.float64)
    if curve.style == "line":
        return Shape(x, y, stepped=False, filled=False)
    return Shape(edges(x), y, stepped=True, filled=curve.style == "bars")


def kept_part(curve: Curve) -> FloatArray:
    """Return y if the curve's x is in a kept range, else NaN."""
    x = np.asarray(curve.x, dtype=np.float64)
    kept_y = np.full(len(x), np.nan)
    if not curve.kept:
        return kept_y
    starts, ends = np.array(sorted(curve.kept), dtype=np.float64).T
    index = np.searchsorted(starts, x, side="right") - 1
    inside = (index >= 0) & (x <= ends[np.maximum(index, 0)])
    kept_y[inside] = np.asarray(curve.y, dtype=np.float64)[inside]
    return kept_y


def x_range(curve: Curve) -> tuple[float, float]:
    """Return the range of a curve's x."""
    x = shape_of(curve).x
    finite = x[np.isfinite(x)]
    if not len(finite):
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def y_range(curve: Curve, threshold: float) -> tuple[float, float]:
    """Return the drawn range of y: the curve, 0, the threshold and some space."""
    values = np.asarray(curve.y, dtype=np.float64)
    values = np.append(values[np.isfinite(values)], 0.0)
    if np.isfinite(threshold):
        values = np.append(values, threshold)
    low, high = float(values.min()), float(values.max())
    if high <= low:
        high = low + 1.0
    room = (high - low) * _ROOM
    return (low - room if low < 0 else low), high + room


def log_y_range(curve: Curve, threshold: float) -> tuple[float, float]:
    """Return the drawn range of y as powers of ten, from the smallest positive value."""
    values = np.asarray(curve.y, dtype=np.float64)
    values = np.append(values, threshold)
    values = values[np.isfinite(values) & (values > 0)]
    if not len(values):
        return 0.0, 1.0
    low, high = float(np.log10(values.min())), float(np.log10(values.max()))
    room = max((high - low) * _ROOM, 0.1)
    return low - room, high + room


def point_of_block(curve: Curve, block: int) -> float:
    """Return the x of a block, NaN if the curve has no point for it."""
    if curve.block is None or block < 0:
        return float("nan")
    points = np.flatnonzero(np.asarray(curve.block) == block)
    return float(curve.x[points[0]]) if len(points) else float("nan")


def nearest_point(curve: Curve, x: float) -> int:
    """Return the index of the point with the nearest x, -1 without points."""
    points = np.asarray(curve.x, dtype=np.float64)
    return int(np.argmin(np.abs(points - x))) if len(points) else -1


def neighbour_point(curve: Curve, x: float, direction: int) -> int:
    """Return the index of the next point with a block in a direction, -1 for none."""
    if curve.block is None:
        return -1
    usable = np.flatnonzero(np.asarray(curve.block) >= 0)
    points = np.asarray(curve.x, dtype=np.float64)[usable]
    is_beyond = points > x if direction > 0 else points < x
    candidates = usable[is_beyond] if not np.isnan(x) else usable
    if not len(candidates):
        return -1
    return int(candidates[0 if direction > 0 else -1])


def field_value(curve: Curve, position: float) -> float:
    """Return the value of the threshold's field for a position of the line."""
    return position / curve.threshold_scale if curve.threshold_scale else position
