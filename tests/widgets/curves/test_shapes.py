"""Curves as arrays."""

from __future__ import annotations

import math

import numpy as np
import pytest

from boilerscope.extractors.model.extraction import Curve
from boilerscope.widgets.curves.shapes import (
    field_value,
    kept_part,
    log_y_range,
    nearest_point,
    neighbour_point,
    point_of_block,
    shape_of,
    x_range,
    y_range,
)


def curve(
    y: list[float], *, style: str = "line", kept: tuple[tuple[float, float], ...] = ()
) -> Curve:
    """Return a curve over 0, 1, 2, ... whose points are the blocks 10, 11, 12, ..."""
    x = np.arange(len(y), dtype=np.float64)
    block = np.arange(10, 10 + len(y), dtype=np.int32)
    return Curve("c", x, np.array(y), "x", "y", style, block=block, kept=kept)


@pytest.mark.parametrize(
    ("style", "stepped", "filled"),
    [("line", False, False), ("steps", True, False), ("bars", True, True)],
)
def test_each_style_has_its_shape(style: str, stepped: bool, filled: bool):  # noqa: FBT001 - parameters of a table
    shape = shape_of(curve([1, 2], style=style))

    assert (shape.stepped, shape.filled) == (stepped, filled)
    assert len(shape.x) == len(shape.y) + stepped


def test_the_kept_part_is_the_curve_inside_kept_ranges():
    kept = kept_part(curve([1, 2, 3, 4, 5], kept=((3, 4), (0, 1))))

    assert [math.isnan(value) for value in kept] == [False, False, True, False, False]
    assert kept[3] == 4


def test_without_kept_ranges_nothing_is_kept():
    assert np.isnan(kept_part(curve([1, 2]))).all()


def test_the_range_contains_zero_and_the_threshold():
    assert y_range(curve([3, 4]), 10)[1] >= 10
    assert y_range(curve([3, 4]), math.nan)[0] == 0
    assert y_range(curve([-3, 4]), math.nan)[0] < -3


def test_a_curve_of_nothing_has_a_range():
    empty = curve([])

    assert x_range(empty) == (0.0, 1.0)
    assert y_range(empty, math.nan)[1] > 0
    assert log_y_range(empty, math.nan) == (0.0, 1.0)


def test_the_logarithmic_range_begins_at_the_minimum_positive_value():
    low, high = log_y_range(curve([0, 10, 1000]), math.nan)

    assert 0.5 < low < 1
    assert 3 < high < 4


def test_blocks_and_points_of_the_curve_map_to_each_other():
    small_curve = curve([5, 6, 7])

    assert point_of_block(small_curve, 11) == 1.0
    assert math.isnan(point_of_block(small_curve, 99))
    assert math.isnan(point_of_block(small_curve, -1))
    assert nearest_point(small_curve, 1.6) == 2
    assert nearest_point(curve([]), 0) == -1


def test_neighbours_are_points_with_a_block():
    small_curve = curve([5, 6, 7])
    assert small_curve.block is not None
    small_curve.block[1] = -1

    assert neighbour_point(small_curve, 0.0, 1) == 2
    assert neighbour_point(small_curve, 2.0, -1) == 0
    assert neighbour_point(small_curve, 2.0, 1) == -1
    assert neighbour_point(small_curve, math.nan, 1) == 0


def test_a_scaled_threshold_is_converted_back_to_units_of_its_field():
    scaled = Curve("c", np.zeros(1), np.zeros(1), "x", "y", threshold_scale=0.2)

    assert field_value(scaled, 0.3) == pytest.approx(1.5)
