"""Sums before places count what lies in a range; runs begin and end where something changes."""

from __future__ import annotations

import numpy as np
import pytest

from extractors.page.prefix_sums import prefix_sums
from extractors.page.ranges import run_bounds, run_edges


@pytest.mark.parametrize("kind", [np.bool_, np.int8, np.int32, np.int64])
@pytest.mark.parametrize("values", [[], [1], [1, 0, 1, 1, 0], [1] * 300])
def test_the_difference_of_two_sums_is_what_lies_between(values: list[int], kind: type):
    before = prefix_sums(np.array(values, dtype=kind))

    assert before.dtype == np.int32
    for end in range(len(values) + 1):
        first = end // 3
        assert before[end] - before[first] == sum(values[first:end])


@pytest.mark.parametrize(
    ("chosen", "edges"),
    [
        ([], []),
        ([False, False], []),
        ([True], [0, 1]),
        ([True, True, False, True], [0, 2, 3, 4]),
        ([False, True, False], [1, 2]),
    ],
)
def test_runs_are_as_long_as_they_can_be(chosen: list[bool], edges: list[int]):
    assert run_edges(np.array(chosen, dtype=np.bool_)).tolist() == edges


@pytest.mark.parametrize(
    ("items", "bounds"),
    [("", [0]), ("a", [0, 1]), ("aa", [0, 2]), ("aabcc", [0, 2, 3, 5])],
)
def test_runs_follow_one_another_from_the_first_item_to_the_last(items: str, bounds: list[int]):
    values = np.array(list(items), dtype="U1")

    assert run_bounds(values[1:] != values[:-1], len(values)).tolist() == bounds
