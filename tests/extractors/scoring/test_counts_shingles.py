"""Shingles, compared with the definition of the article-extraction-benchmark."""

from __future__ import annotations

import math
import re
import statistics
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.scoring import ratios
from boilerscope.extractors.scoring.bags import shingles_of
from boilerscope.extractors.scoring.counts import shingles
from tests.helpers.material import every_page
from tests.helpers.scores import texts_to_score
from tests.helpers.text_pairs import text_pairs

if TYPE_CHECKING:
    from tests.helpers.material import CorpusPage


def defined(gold: str, kept: str) -> tuple[float, float, float]:
    """Return the shares of true positives, false positives and false negatives.

    Written only from the definition: bags of four-word sequences (or the one shorter sequence of
    a shorter text), compared key by key and divided by their sum.
    """
    bags = []
    for text in (gold, kept):
        words = re.findall(r"\w+", text)
        starts = range(max(1, len(words) - 3))
        bags.append(Counter(tuple(words[index : index + 4]) for index in starts if words))
    of_gold, of_kept = bags
    true = sum((of_gold & of_kept).values())
    false = sum((of_kept - of_gold).values())
    missed = sum((of_gold - of_kept).values())
    total = true + false + missed
    return (true / total, false / total, missed / total) if total else (0.0, 0.0, 0.0)


def defined_means(rows: list[tuple[float, float, float]]) -> tuple[float, float, float]:
    """Return mean precision and mean recall where they are defined, and the F1 of both means."""
    precision = statistics.mean(tp / (tp + fp) for tp, fp, _ in rows if tp + fp > 0)
    recall = statistics.mean(tp / (tp + fn) for tp, _, fn in rows if tp + fn > 0)
    return precision, recall, 2 * precision * recall / (precision + recall)


def of_page(gold: str, kept: str) -> tuple[int, int, int]:
    return shingles(*texts_to_score(gold, kept))


@pytest.mark.parametrize(
    ("text", "bag"),
    [
        ("", {}),
        (" - ", {}),
        ("one", {("one",): 1}),
        ("One, one one!", {("One", "one", "one"): 1}),
        ("a b c d", {("a", "b", "c", "d"): 1}),
        ("a a a a a a", {("a", "a", "a", "a"): 3}),
        ("天气很好。我们去公园。", {("天气很好", "我们去公园"): 1}),
    ],
)
def test_a_shingle_is_four_words_or_a_shorter_text(text: str, bag: dict[tuple[str, ...], int]):
    assert shingles_of(text) == bag


@pytest.mark.parametrize("corpus_page", every_page(12))
def test_counts_are_those_of_the_benchmark_on_real_texts(corpus_page: CorpusPage):
    for gold, kept in text_pairs(corpus_page):
        both, n_kept, n_gold = of_page(gold, kept)
        total = both + (n_kept - both) + (n_gold - both)
        shares = [part / total if total else 0.0 for part in (both, n_kept - both, n_gold - both)]

        assert tuple(shares) == defined(gold, kept)


def test_means_are_those_of_the_benchmark():
    texts = [
        ("a b c d e f g", "a b c d e x y"),
        ("one two", ""),
        ("", "menu home about"),
        ("", ""),
        ("a b c d e", "a b c d e"),
    ]
    expected = defined_means([defined(*pair) for pair in texts])

    counts = np.array([of_page(*pair) for pair in texts])
    precision = float(np.nanmean(ratios.benchmark_precision(counts)))
    recall = float(np.nanmean(ratios.benchmark_recall(counts)))

    assert precision == pytest.approx(expected[0], abs=1e-15)
    assert recall == pytest.approx(expected[1], abs=1e-15)
    assert 2 * precision * recall / (precision + recall) == pytest.approx(expected[2], abs=1e-15)
    assert not math.isnan(precision)
