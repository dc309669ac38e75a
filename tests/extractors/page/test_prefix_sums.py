"""The difference of two prefix sums is the sum of the range between them."""

from __future__ import annotations

import numpy as np
import pytest

from extractors.page.prefix_sums import prefix_sums


@pytest.mark.parametrize("kind", [np.bool_, np.int8, np.int32, np.int64])
@pytest.mark.parametrize("values", [[], [1], [1, 0, 1, 1, 0], [1] * 300])
def test_the_difference_of_two_sums_is_what_lies_between(values: list[int], kind: type):
    before = prefix_sums(np.array(values, dtype=kind))

    assert before.dtype == np.int32
    for end in range(len(values) + 1):
        first = end // 3
        assert before[end] - before[first] == sum(values[first:end])
