"""What a curve looks like as numbers: lines, steps, kept parts, ranges; no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from extractors.model.extraction import Curve
    from extractors.page.records import FloatArray

_ROOM = 0.08


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Points of a curve, ready to draw.

    Attributes
    ----------
    x : array of float
        As many as `y`, or one more where `stepped`: the edges of the steps.
    y : array of float
        NaN is a gap.
    stepped : bool
        Whether each value holds from one edge to the next.
    filled : bool
        Whether the area under all of it is filled (bars).
    """

    x: FloatArray
    y: FloatArray
    stepped: bool
    filled: bool


def shape_of(curve: Curve) -> Shape:
    """Return the shape of a curve in the style that it declares."""
    x, y = np.asarray(curve.x, dtype=np.float64), np.asarray(curve.y, dtype=np.float64)
    if curve.style == "line":
        return Shape(x, y, stepped=False, filled=False)
    return Shape(edges(x), y, stepped=True, filled=curve.style == "bars")


def edges(x: FloatArray) -> FloatArray:
    """Return the edges half-way between sorted points, shape (n_points + 1,)."""
    if len(x) == 0:
        return np.zeros(1)
    if len(x) == 1:
        return np.array([x[0] - 0.5, x[0] + 0.5])
    middles = (x[1:] + x[:-1]) / 2
    return np.concatenate([[x[0] - (middles[0] - x[0])], middles, [2 * x[-1] - middles[-1]]])


def kept_part(curve: Curve) -> FloatArray:
    """Return y where the curve's x lies in a kept range, NaN elsewhere."""
    x = np.asarray(curve.x, dtype=np.float64)
    kept = np.full(len(x), np.nan)
    if not curve.kept:
        return kept
    starts, ends = np.array(sorted(curve.kept), dtype=np.float64).T
    place = np.searchsorted(starts, x, side="right") - 1
    inside = (place >= 0) & (x <= ends[np.maximum(place, 0)])
    kept[inside] = np.asarray(curve.y, dtype=np.float64)[inside]
    return kept


def x_range(curve: Curve) -> tuple[float, float]:
    """Return from where to where a curve runs along x."""
    shown = shape_of(curve).x
    known = shown[np.isfinite(shown)]
    if not len(known):
        return 0.0, 1.0
    low, high = float(known.min()), float(known.max())
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def y_range(curve: Curve, threshold: float) -> tuple[float, float]:
    """Return from where to where a curve is drawn along y: with 0, the threshold and some room."""
    known = np.asarray(curve.y, dtype=np.float64)
    known = np.append(known[np.isfinite(known)], 0.0)
    if np.isfinite(threshold):
        known = np.append(known, threshold)
    low, high = float(known.min()), float(known.max())
    if high <= low:
        high = low + 1.0
    room = (high - low) * _ROOM
    return (low - room if low < 0 else low), high + room


def log_y_range(curve: Curve, threshold: float) -> tuple[float, float]:
    """Return the range along y in powers of ten, from the least positive value."""
    known = np.asarray(curve.y, dtype=np.float64)
    known = np.append(known, threshold)
    known = known[np.isfinite(known) & (known > 0)]
    if not len(known):
        return 0.0, 1.0
    low, high = float(np.log10(known.min())), float(np.log10(known.max()))
    room = max((high - low) * _ROOM, 0.1)
    return low - room, high + room


def point_of_block(curve: Curve, block: int) -> float:
    """Return where on x a block stands, NaN where the curve has no point for it."""
    if curve.block is None or block < 0:
        return float("nan")
    found = np.flatnonzero(np.asarray(curve.block) == block)
    return float(curve.x[found[0]]) if len(found) else float("nan")


def nearest_point(curve: Curve, x: float) -> int:
    """Return the point whose x is nearest, -1 if there is none."""
    points = np.asarray(curve.x, dtype=np.float64)
    return int(np.argmin(np.abs(points - x))) if len(points) else -1


def neighbour_point(curve: Curve, x: float, way: int) -> int:
    """Return the next point in a direction that stands for a block, -1 if there is none."""
    if curve.block is None:
        return -1
    usable = np.flatnonzero(np.asarray(curve.block) >= 0)
    points = np.asarray(curve.x, dtype=np.float64)[usable]
    beyond = points > x if way > 0 else points < x
    found = usable[beyond] if not np.isnan(x) else usable
    if not len(found):
        return -1
    return int(found[0 if way > 0 else -1])


def field_value(curve: Curve, y: float) -> float:
    """Return the value of the threshold's field for a place of the line."""
    return y / curve.threshold_scale if curve.threshold_scale else y
