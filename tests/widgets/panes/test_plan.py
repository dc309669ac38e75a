"""Open panes of a row, and their widths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.widgets.panes.plan import folded_by_width, index_after_move, shared_out

NAMES = ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("room", "active", "by_hand", "folded"),
    [
        (1000, "a", set(), set()),
        (880, "a", set(), set()),
        (879, "a", set(), {"d"}),
        (650, "a", set(), {"c", "d"}),
        (650, "d", set(), {"b", "c"}),
        (100, "c", set(), {"a", "b", "d"}),
        (800, "a", {"a"}, set()),
        (650, "a", {"b"}, {"d"}),
        (0, "x", set(), {"b", "c", "d"}),
    ],
)
def test_panes_fold_from_the_right_except_the_active_pane(
    room: int, active: str, by_hand: set[str], folded: set[str]
):
    assert folded_by_width(NAMES, by_hand, active, room, open_width=220, spine=40) == folded


def test_without_panes_nothing_is_folded():
    assert folded_by_width([], set(), "", 100, open_width=220, spine=40) == set()


@pytest.mark.parametrize(
    ("wished", "room", "widths"),
    [
        ([1, 1], 600, [300, 300]),
        ([1, 2], 900, [300, 600]),
        ([1, 9], 1000, [216, 784]),
        ([1, 1], 2000, [900, 900]),
        ([1, 1, 1], 100, [216, 216, 216]),
        ([1, 1], 601, [301, 300]),
        ([], 500, []),
    ],
)
def test_room_is_distributed_within_limits(wished: list[float], room: int, widths: list[int]):
    assert shared_out(wished, room, low=216, high=900) == widths


@given(
    st.lists(st.floats(0.1, 10), min_size=1, max_size=9),
    st.integers(0, 5000),
)
def test_shares_respect_their_limits_and_fill_the_room_if_they_can(wished: list[float], room: int):
    widths = shared_out(wished, room, low=216, high=520)

    assert all(216 <= width <= 520 for width in widths)
    if 216 * len(wished) <= room <= 520 * len(wished):
        assert abs(sum(widths) - room) <= len(wished)


@pytest.mark.parametrize(
    ("x", "moved", "index"), [(0, 2, 0), (160, 0, 1), (390, 0, 3), (240, 3, 2), (120, 1, 1)]
)
def test_a_dragged_pane_moves_past_panes_whose_middle_the_pointer_passed(
    x: int, moved: int, index: int
):
    assert index_after_move([50, 150, 250, 350], x, moved) == index
