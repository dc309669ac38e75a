"""A mask of the whole page in a column of pixels."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QRect

from boilerscope.widgets.fold_text import Part
from boilerscope.widgets.panes.overview import column_parts, error_parts, rect_of
from boilerscope.widgets.records import Selection


@pytest.mark.parametrize(
    ("mask", "height", "expected"),
    [
        ([1, 1, 0, 0], 4, [(0, 2, True), (2, 4, False)]),
        ([1, 1, 0, 0], 8, [(0, 4, True), (4, 8, False)]),
        ([1, 1, 1, 0], 2, [(0, 2, True)]),
        ([0, 0, 0, 1, 0, 0], 2, [(0, 2, False)]),
        ([1], 3, [(0, 3, True)]),
        ([], 3, []),
        ([1, 0], 0, []),
    ],
)
def test_each_pixel_shows_the_majority_of_its_tokens(
    mask: list[int], height: int, expected: list[tuple[int, int, bool]]
):
    assert column_parts(np.array(mask, dtype=np.bool_), height) == expected


def test_stretches_fill_the_column_for_a_million_tokens():
    mask = np.random.default_rng(1).random(1_000_000) < 0.5
    parts = column_parts(mask, 500)

    assert parts[0][0] == 0
    assert parts[-1][1] == 500
    assert all(before[1] == after[0] for before, after in itertools.pairwise(parts))


def test_a_selection_is_at_its_share_of_the_page_and_always_visible():
    rect = QRect(0, 0, 8, 100)
    large = rect_of(Selection(((20, 60),)), 100, rect, 2)
    small = rect_of(Selection(((50, 51),)), 10_000, rect, 8)

    assert (large.top(), large.bottom()) == (20, 60)
    assert small.height() == pytest.approx(8)


def test_an_error_of_one_word_in_a_long_page_is_a_pixel():
    parts = np.full(10_000, Part.RIGHTLY_KEPT, dtype=np.int8)
    parts[5_000], parts[9_000:] = Part.MISSED, Part.WRONGLY_KEPT

    assert error_parts(parts, 100) == [(50, 51, Part.MISSED), (90, 100, Part.WRONGLY_KEPT)]
