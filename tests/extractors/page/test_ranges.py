"""Ranges of items and of a text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.page.ranges import (
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


def test_ranges_of_a_text_are_joined_with_the_separator_before_each_range():
    start, end = arrays([[0, 3], [4, 5], [2, 2], [6, 9]])
    before = np.array([0, 1, 1, 2])

    assert joined_ranges("one two three", start, end, before, ("", " ", "\0")) == "one t \0o t"
    assert joined_ranges("one", *arrays([]), np.zeros(0, dtype=np.int32), ("",)) == ""


@pytest.mark.parametrize(
    ("is_selected", "edges"),
    [
        ([], []),
        ([False, False], []),
        ([True], [0, 1]),
        ([True, True, False, True], [0, 2, 3, 4]),
        ([False, True, False], [1, 2]),
    ],
)
def test_runs_are_as_long_as_they_can_be(is_selected: list[bool], edges: list[int]):
    assert run_edges(np.array(is_selected, dtype=np.bool_)).tolist() == edges


@pytest.mark.parametrize(
    ("items", "bounds"),
    [("", [0]), ("a", [0, 1]), ("aa", [0, 2]), ("aabcc", [0, 2, 3, 5])],
)
def test_runs_are_adjacent_from_the_first_item_to_the_last(items: str, bounds: list[int]):
    values = np.array(list(items), dtype="U1")

    assert run_bounds(values[1:] != values[:-1], len(values)).tolist() == bounds
