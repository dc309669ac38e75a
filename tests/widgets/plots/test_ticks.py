"""Round values on axes, and their texts."""

from __future__ import annotations

import itertools
import math

import pytest

from boilerscope.widgets.plots.ticks import labels, powers_of_ten, spread, stride, ticks


def test_labels_keep_their_order_and_do_not_overlap():
    placed = spread([50.0, 52.0, 10.0, 51.0], 12, 0, 60)

    assert sorted(range(4), key=lambda index: placed[index]) == [2, 0, 3, 1]
    ordered = sorted(placed)
    assert all(after - before >= 12 for before, after in itertools.pairwise(ordered))
    assert max(placed) <= 60


@pytest.mark.parametrize(
    ("low", "high", "n", "expected"),
    [
        (0.0, 1.0, 5, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        (0.66, 0.93, 3, ["0.7", "0.8", "0.9"]),
        (0.0, 120.0, 6, ["0", "20", "40", "60", "80", "100", "120"]),
        (0.8, 0.84, 4, ["0.80", "0.81", "0.82", "0.83", "0.84"]),
        (1.0, 1.0, 4, ["1"]),
    ],
)
def test_ticks_are_round_and_have_the_decimals_they_need(
    low: float, high: float, n: int, expected: list[str]
):
    assert labels(ticks(low, high, n)) == expected


def test_an_axis_of_counts_has_ticks_at_whole_numbers_only():
    assert ticks(0.5, 3.5, 8, whole=True) == [1, 2, 3]
    assert ticks(0.5, 3.5, 8) == [0.5, 1, 1.5, 2, 2.5, 3, 3.5]


def test_powers_of_ten_have_values_between_them_while_there_is_room():
    values = [round(10**logarithm, 6) for logarithm in powers_of_ten(0, 1)]

    assert values == [1, 2, 5, 10]
    assert powers_of_ten(-1, 3) == [-1, 0, 1, 2, 3]
    assert powers_of_ten(math.log10(3), math.log10(4)) == []


def test_every_text_stays_while_it_fits_and_only_some_of_them_afterwards():
    assert [stride(20, distance) for distance in (20, 19, 7, 0)] == [1, 2, 3, 20_000_000_000]
