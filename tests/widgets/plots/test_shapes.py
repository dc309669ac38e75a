"""Lines and steps as arrays."""

from __future__ import annotations

import math

import numpy as np
import pytest

from boilerscope.widgets.plots.shapes import Shape, edges, is_alone, merged_steps, outline, parts

GAP = math.nan


def test_steps_reach_half_way_to_their_neighbours():
    assert edges(np.array([0.0, 1.0, 3.0])).tolist() == [-0.5, 0.5, 2.0, 4.0]
    assert edges(np.array([5.0])).tolist() == [4.5, 5.5]
    assert len(edges(np.zeros(0))) == 1


def test_the_outline_of_steps_follows_their_tops():
    x, y = outline(Shape(edges(np.arange(2.0)), np.array([3.0, 5.0]), stepped=True, filled=False))

    assert x.tolist() == [-0.5, 0.5, 0.5, 1.5]
    assert y.tolist() == [3.0, 3.0, 5.0, 5.0]


def test_wide_steps_stay_unchanged_and_invisible_steps_are_left_out():
    borders, tops = np.arange(11.0), np.arange(10.0)
    merged = merged_steps(borders, tops, (2.5, 5.0), 0.5)

    assert merged[0].tolist() == [2.0, 3.0, 4.0, 5.0]
    assert merged[1].tolist() == [2.0, 3.0, 4.0]


def test_narrow_steps_become_columns_as_high_as_their_highest_step():
    borders = np.linspace(0.0, 2.0, 9)
    tops = np.array([1.0, 5.0, math.nan, 2.0, 0.5, math.nan, math.nan, math.nan])
    columns, heights = merged_steps(borders, tops, (0.0, 2.0), 0.5)

    assert columns.tolist() == [0.0, 0.5, 1.0, 1.5, 2.0]
    assert heights.tolist() == pytest.approx([5.0, 2.0, 0.5, math.nan], nan_ok=True)


def test_steps_between_columns_count_for_both():
    columns, heights = merged_steps(
        np.array([0.0, 0.1, 1.5, 3.0]), np.array([1.0, 9.0, 4.0]), (0.0, 3.0), 1.0
    )

    assert columns.tolist() == [0.0, 1.0, 2.0, 3.0]
    assert heights.tolist() == [9.0, 9.0, 4.0]


def test_gaps_divide_a_line_into_parts():
    line = np.array([GAP, 1.0, 2.0, GAP, GAP, 3.0, GAP])

    assert parts(line) == [slice(1, 3), slice(5, 6)]
    assert is_alone(line).tolist() == [False, False, False, False, False, True, False]
    assert parts(np.full(3, GAP)) == []
    assert parts(np.ones(2)) == [slice(0, 2)]
