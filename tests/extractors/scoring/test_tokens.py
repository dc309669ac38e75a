"""Precision, recall and F1 are three sums over masks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.scoring.tokens import MeanScore, TokenScore, macro, score


def test_scores_of_a_page_are_those_of_its_masks():
    predicted = np.array([True, True, True, False, False])
    gold = np.array([True, False, False, True, False])

    made = score(predicted, gold)

    assert made == TokenScore(3, 2, 1)
    assert made.precision == pytest.approx(1 / 3)
    assert made.recall == 0.5
    assert made.f1 == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("counts", "precision", "recall", "f1"),
    [
        ((0, 0, 0), 1.0, 1.0, 1.0),
        ((0, 5, 0), 0.0, 0.0, 0.0),
        ((5, 0, 0), 0.0, 1.0, 0.0),
        ((5, 5, 0), 0.0, 0.0, 0.0),
        ((5, 5, 5), 1.0, 1.0, 1.0),
    ],
)
def test_nothing_kept_and_nothing_to_keep_are_no_division_by_zero(
    counts: tuple[int, int, int], precision: float, recall: float, f1: float
):
    made = TokenScore(*counts)

    assert (made.precision, made.recall, made.f1) == (precision, recall, f1)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_scores_lie_between_nought_and_one_and_f1_between_the_two(pairs: list[tuple[bool, bool]]):
    made = score(*np.array(pairs).T)

    assert 0 <= made.precision <= 1
    assert 0 <= made.recall <= 1
    assert min(made.precision, made.recall) - 1e-12 <= made.f1 or made.f1 == 0
    assert made.f1 <= max(made.precision, made.recall) + 1e-12


def test_every_page_weighs_the_same_in_the_mean():
    mean = macro([TokenScore(1, 1, 1), TokenScore(1000, 1000, 0)])

    assert mean == MeanScore(0.5, 0.5, 0.5, 2)
    assert macro([]) == MeanScore(0.0, 0.0, 0.0, 0)
