"""Curves and grids of sweeps as arrays."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from boilerscope.extractors.search.sweep import SweepPoint
from boilerscope.widgets.corpus.sweep.shapes import Scale, curve_of, grid_of, row_of, value_text
from boilerscope.widgets.demo import Unit
from tests.helpers.sweep_records import DENSITIES, WORDS, result_of_one, result_of_two


def test_a_curve_has_a_line_for_each_measure_and_one_for_validation():
    shape = curve_of(result_of_one())

    assert list(shape.lines) == ["token_f1", "token_precision", "token_recall", "validation"]
    assert shape.scale.ends == (0.0, 1.0)
    assert shape.best == 10
    assert (shape.low < shape.lines["token_f1"]).all()
    assert (shape.high > shape.lines["token_f1"]).all()


def test_a_point_that_could_not_be_run_is_a_gap():
    shape = curve_of(result_of_one(gap_at=6))

    assert np.flatnonzero(np.isnan(shape.lines["token_f1"])).tolist() == [6]
    assert shape.points[6].problem


def test_between_two_points_the_score_is_interpolated():
    shape = curve_of(result_of_one())
    line = shape.lines["token_f1"]

    assert shape.at(0.35) == pytest.approx((line[3] + line[4]) / 2)
    assert shape.is_point(0.3)
    assert not shape.is_point(0.35)
    assert math.isnan(shape.at(1.2))


def test_the_curve_of_two_settings_is_the_row_of_the_current_value():
    result = result_of_two()
    shape = curve_of(result, row_of(result, 9))

    assert {point.values[1] for point in shape.points} == {8}
    assert len(shape.points) == len(DENSITIES)


def test_a_grid_has_the_first_setting_across_and_the_second_one_up():
    result = result_of_two()
    grid = grid_of(result)

    assert grid is not None
    assert grid.means.shape == (len(WORDS), len(DENSITIES))
    assert grid.points[2][5].values == (DENSITIES[5], WORDS[2])
    assert grid.means[2, 5] == result.value(grid.points[2][5])
    best = result.best
    assert best is not None
    assert grid.is_near_best[WORDS.index(best.values[1]), DENSITIES.index(best.values[0])]
    low, high = grid.ends
    assert (grid.share(low), grid.share(high)) == (0.0, 1.0)
    assert grid_of(result_of_one()) is None


def test_a_grid_without_scores_has_the_range_of_scores():
    result = result_of_two()
    bare = tuple(SweepPoint(point.values, {}, {}) for point in result.points)
    grid = grid_of(replace(result, points=bare))

    assert grid is not None
    assert grid.ends == (0.0, 1.0)


def test_values_that_are_not_numbers_are_side_by_side():
    scale = Scale.of((False, True))
    units = Scale.of(tuple(Unit))

    assert scale.ends == (0.0, 1.0)
    assert scale.position(True) == 1.0
    assert scale.value(0.7) is True
    assert units.step(0.0, 1) is Unit.CHARACTERS
    assert math.isnan(units.position("lines"))
    assert [value_text(value) for value in (True, Unit.WORDS, 1 / 3, 4)] == [
        *("true", "words", "0.3333333333", "4")
    ]


def test_a_step_goes_to_the_next_swept_value_and_stops_at_the_ends():
    scale = Scale.of((0.0, 0.5, 1.0))

    assert scale.step(0.4, 1) == 0.5
    assert scale.step(0.5, 1) == 1.0
    assert scale.step(1.0, 1) == 1.0
    assert scale.step(0.4, -1) == 0.0
