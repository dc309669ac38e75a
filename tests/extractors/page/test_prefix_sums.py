"""Prefix sums; the difference of two is the sum of the range between them."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.extractors.page.prefix_sums import prefix_sums, range_sums


@pytest.mark.parametrize("kind", [np.bool_, np.int8, np.int32, np.int64])
@pytest.mark.parametrize("values", [[], [1], [1, 0, 1, 1, 0], [1] * 300])
def test_the_difference_of_two_prefix_sums_is_the_sum_between_them(values: list[int], kind: type):
    before = prefix_sums(np.array(values, dtype=kind))

    assert before.dtype == np.int32
    for end in range(len(values) + 1):
        first = end // 3
        assert before[end] - before[first] == sum(values[first:end])


def test_range_sums_are_the_sums_of_many_ranges():
    values = np.array([3, 1, 4, 1, 5], dtype=np.int32)
    start, end = np.array([0, 1, 2, 5]), np.array([5, 3, 2, 5])

    assert range_sums(values, start, end).tolist() == [14, 5, 0, 0]
    assert range_sums(np.zeros(0, dtype=np.bool_), start[:0], end[:0]).tolist() == []
