"""The scale of sliders."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.model.settings import Knob, find_knob
from boilerscope.widgets.distribution import bars, extent_of, reach
from boilerscope.widgets.settings.sample import SampleSettings
from boilerscope.widgets.settings.scale import Scale, decimals_of, round_step, scale_for


def number_knob(
    kind: str = "float",
    *,
    low: float | None = None,
    high: float | None = None,
    step: float | None = None,
) -> Knob:
    """Return the declaration of a number."""
    declared = find_knob(SampleSettings, "max_link_density")
    return replace(declared, kind=kind, low=low, high=high, step=step)


def test_a_declared_range_of_the_right_size_is_used():
    scale = scale_for(number_knob(low=0.0, high=1.0, step=0.01), 0.33, 0.5)

    assert (scale.low, scale.high, scale.n_stops) == (0.0, 1.0, 100)


def test_an_end_far_off_is_replaced_by_the_range_of_the_page():
    word_counts = np.array([1.0, 5.0, 20.0, 80.0])
    scale = scale_for(number_knob("int", low=0, high=100_000), 16, 16, extent_of(word_counts))

    assert 80 <= scale.high <= 150


def test_the_scale_always_contains_the_value():
    scale = scale_for(number_knob("int", low=0, high=100_000), 16, 5000)

    assert scale.high >= 5000


def test_a_range_without_ends_contains_default_and_negative_values():
    scale = scale_for(number_knob(), -2.0, 3.0)

    assert scale.low <= -2.0
    assert scale.high >= 3.0


def test_a_scale_never_has_more_stops_than_pixels():
    scale = scale_for(number_knob(low=0.0, high=1.0, step=1e-7), 0.5, 0.5)

    assert scale.n_stops <= 10_000


@pytest.mark.parametrize(("step", "decimals"), [(1.0, 0), (0.5, 1), (0.01, 2), (0.125, 3)])
def test_decimals_are_those_of_the_step(step: float, decimals: int):
    assert decimals_of(step) == decimals


def test_whole_numbers_stay_whole():
    scale = Scale(0.0, 20.0, 1.0, whole=True)

    assert isinstance(scale.value(7), int)
    assert isinstance(scale.value(20), int)


@given(st.integers(min_value=0, max_value=100))
def test_a_stop_is_found_again_from_its_value(stop: int):
    scale = Scale(0.0, 1.0, 0.01, whole=False)

    assert scale.stop(scale.value(stop)) == stop


@given(
    st.lists(st.one_of(st.floats(-1e6, 1e6), st.just(math.nan), st.just(math.inf)), max_size=30),
    st.integers(1, 40),
)
def test_bars_count_every_value_in_range_once(values: list[float], n_bars: int):
    amounts = np.array(values, dtype=np.float64)
    bar_chart = bars(amounts, -10.0, 10.0, n_bars)

    assert bar_chart.n_values == int((np.abs(amounts[np.isfinite(amounts)]) <= 10).sum())
    assert len(bar_chart.heights) == n_bars
    assert bar_chart.heights.max(initial=0) <= 1


def test_heights_are_square_roots_of_counts():
    bar_chart = bars(np.array([0.1, 0.9, 0.9, 0.9, 0.9]), 0.0, 1.0, 2)

    assert bar_chart.heights.tolist() == [0.5, 1.0]


def test_without_measured_values_there_is_no_reach():
    assert math.isnan(reach(np.array([math.nan])))


@pytest.mark.parametrize(
    ("pixel", "step"), [(0.17, 0.2), (0.2, 0.2), (0.004, 0.005), (3, 5), (7, 10), (1, 1)]
)
def test_dragging_stops_at_round_steps_of_at_least_a_pixel(pixel: float, step: float):
    assert round_step(pixel) == pytest.approx(step)
