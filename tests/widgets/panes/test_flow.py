"""Heights are estimated until a line is visible; lines on screen do not move."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.widgets.panes.flow import Flow


class Measure:
    """True heights, and the lines that were measured."""

    def __init__(self, heights: list[float]) -> None:
        self.heights = heights
        self.measured: list[int] = []

    def __call__(self, line: int) -> float:
        self.measured.append(line)
        return self.heights[line]


@pytest.fixture
def flow() -> Flow:
    flow = Flow()
    flow.set_heights(np.full(100, 10.0), np.zeros(100, dtype=np.bool_))
    return flow


def test_lines_are_below_each_other(flow: Flow):
    assert flow.total == 1000
    assert flow.top(3) == 30
    assert [flow.line_at(y) for y in (-5, 0, 9, 10, 999, 5000)] == [0, 0, 0, 1, 99, 99]


def test_only_lines_on_screen_are_measured(flow: Flow):
    measure = Measure([25.0] * 100)
    scroll = flow.settle(50, 30, 100, measure)

    assert sorted(measure.measured) == [48, 49, 50, 51, 52]
    assert scroll == flow.top(50) - 30


def test_the_pinned_line_does_not_move_whatever_the_lines_above_measure(flow: Flow):
    measure = Measure([70.0] * 100)
    scroll = flow.settle(50, 40, 200, measure)

    assert flow.top(50) - scroll == 40
    assert flow.top(49) - scroll == -30


def test_measured_lines_are_not_measured_again(flow: Flow):
    measure = Measure([10.0] * 100)
    flow.settle(0, 0, 50, measure)
    measure.measured.clear()
    flow.settle(0, 0, 50, measure)

    assert measure.measured == []


def test_pinning_the_first_line_lower_leaves_room_above_it(flow: Flow):
    assert flow.settle(0, 40, 100, Measure([10.0] * 100)) == -40


def test_without_lines_there_is_no_line():
    flow = Flow()

    assert flow.line_at(0) == -1
    assert flow.total == 0
