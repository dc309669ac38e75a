"""Ranges of items and of a text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.page.prefix_sums import prefix_sums
from extractors.page.ranges import (
    joined_ranges,
    mask_of_ranges,
    run_bounds,
    run_edges,
    without_overlap,
)

LENGTH = 12
_RANGES = st.lists(
    st.tuples(st.integers(0, LENGTH), st.integers(0, LENGTH)).map(sorted), max_size=6
)


def arrays(ranges: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    pairs = np.array(ranges, dtype=np.int32).reshape(-1, 2)
    return pairs[:, 0].copy(), pairs[:, 1].copy()


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        ([], ""),
        ([[0, 12]], "0 1 2 3 4 5 6 7 8 9 10 11"),
        ([[0, 1], [4, 6], [11, 12]], "0 4 5 11"),
        ([[2, 4], [4, 5], [7, 7]], "2 3 4"),
    ],
)
def test_the_mask_of_ranges_is_true_inside_them(ranges: list[list[int]], expected: str):
    mask = mask_of_ranges(*arrays(ranges), LENGTH)

    assert len(mask) == LENGTH
    assert " ".join(map(str, np.flatnonzero(mask).tolist())) == expected


@given(_RANGES)
def test_ranges_that_overlap_cover_the_same_items_without_overlap(ranges: list[list[int]]):
    start, end = without_overlap(*arrays(ranges))

    assert (start[1:] >= end[:-1]).all()
    covered = {item for first, after in ranges for item in range(first, after)}
    assert set(np.flatnonzero(mask_of_ranges(start, end, LENGTH)).tolist()) == covered


def test_ranges_of_a_text_are_joined_with_what_stands_before_each():
    start, end = arrays([[0, 3], [4, 5], [2, 2], [6, 9]])
    before = np.array([0, 1, 1, 2])

    assert joined_ranges("one two three", start, end, before, ("", " ", "\0")) == "one t \0o t"
    assert joined_ranges("one", *arrays([]), np.zeros(0, dtype=np.int32), ("",)) == ""


def test_runs_have_edges_and_bounds():
    assert run_edges(np.array([1, 1, 0, 1, 0], dtype=np.bool_)).tolist() == [0, 2, 3, 4]
    assert run_edges(np.zeros(0, dtype=np.bool_)).tolist() == []
    assert run_bounds(np.array([False, True]), 3).tolist() == [0, 2, 3]
    assert run_bounds(np.zeros(0, dtype=np.bool_), 0).tolist() == [0]


def test_a_range_has_the_difference_of_two_prefix_sums():
    sums = prefix_sums(np.array([3, 0, 4]))

    assert sums.tolist() == [0, 3, 3, 7]
    assert sums[3] - sums[1] == 4
