"""Precision, recall and F1 of counts, including counts of 0."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.scoring import ratios


def test_counts_of_a_page_are_those_of_its_masks():
    kept = np.array([True, True, True, False, False])
    gold = np.array([True, False, False, True, False])

    counts = np.array(ratios.overlap(gold, kept))

    assert counts.tolist() == [1, 3, 2]
    assert ratios.precision(counts) == 1 / 3
    assert ratios.recall(counts) == 0.5
    assert ratios.f1(counts) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("counts", "of_tokens", "of_benchmark", "of_rouge"),
    [
        ((0, 0, 0), (1.0, 1.0, 1.0), (math.nan, math.nan), (0.0, 0.0, 0.0)),
        ((0, 5, 0), (0.0, 1.0, 0.0), (0.0, math.nan), (0.0, 0.0, 0.0)),
        ((0, 0, 5), (0.0, 0.0, 0.0), (math.nan, 0.0), (0.0, 0.0, 0.0)),
        ((0, 5, 5), (0.0, 0.0, 0.0), (0.0, 0.0), (0.0, 0.0, 0.0)),
        ((5, 5, 5), (1.0, 1.0, 1.0), (1.0, 1.0), (1.0, 1.0, 1.0)),
    ],
)
def test_nothing_kept_and_nothing_to_keep_have_the_values_of_each_source(
    counts: tuple[int, int, int],
    of_tokens: tuple[float, ...],
    of_benchmark: tuple[float, ...],
    of_rouge: tuple[float, ...],
):
    count_array = np.array(counts)

    np.testing.assert_equal(
        (ratios.precision(count_array), ratios.recall(count_array), ratios.f1(count_array)),
        of_tokens,
    )
    np.testing.assert_equal(
        (ratios.benchmark_precision(count_array), ratios.benchmark_recall(count_array)),
        of_benchmark,
    )
    np.testing.assert_equal(
        (
            ratios.rouge_precision(count_array),
            ratios.rouge_recall(count_array),
            ratios.rouge_f1(count_array),
        ),
        of_rouge,
    )


def test_share_of_nothing_is_1():
    assert ratios.share(np.array([[3, 4], [0, 4], [0, 0]])).tolist() == [0.75, 0.0, 1.0]


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_scores_are_between_0_and_1_and_f1_between_precision_and_recall(
    pairs: list[tuple[bool, bool]],
):
    counts = np.array(ratios.overlap(*np.array(pairs).T))

    precision, recall, f1 = ratios.precision(counts), ratios.recall(counts), ratios.f1(counts)

    assert 0 <= precision <= 1
    assert 0 <= recall <= 1
    assert min(precision, recall) - 1e-12 <= f1 or f1 == 0
    assert f1 <= max(precision, recall) + 1e-12


def test_a_page_all_pages_and_all_resamples_are_one_computation():
    pages = np.array([[1, 2, 4], [3, 3, 5], [0, 0, 2]])

    assert ratios.f1(pages).tolist() == [float(ratios.f1(page)) for page in pages]
    assert ratios.f1(pages[None])[0].tolist() == ratios.f1(pages).tolist()
