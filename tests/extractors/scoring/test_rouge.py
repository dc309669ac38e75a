"""ROUGE-LSum, compared with the package ``rouge-score``."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from boilerscope.extractors.scoring import ratios, rouge
from tests.helpers.material import every_page
from tests.helpers.text_pairs import text_pairs

if TYPE_CHECKING:
    from tests.helpers.material import CorpusPage

MAX_CELLS = 400_000
"""Largest table that the slow package must fill, with a cell for each pair of words."""


class _Lines:
    """Tokenizer for the package: our tokens."""

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of a line."""
        return [token for line in rouge.token_sentences(text) for token in line]


def values(counts: tuple[int, int, int] | None) -> tuple[float, float, float]:
    assert counts is not None
    count_array = np.array(counts)
    return (
        float(ratios.rouge_precision(count_array)),
        float(ratios.rouge_recall(count_array)),
        float(ratios.rouge_f1(count_array)),
    )


def ours(gold: str, kept: str) -> tuple[float, float, float]:
    return values(rouge.overlap(rouge.ascii_sentences(gold), rouge.ascii_sentences(kept)))


def reference(gold: str, kept: str) -> tuple[float, float, float]:
    score = RougeScorer(["rougeLsum"]).score(gold, kept)["rougeLsum"]
    return score.precision, score.recall, score.fmeasure


def shortened(text: str) -> str:
    """Return the first lines of a text, as many as the package can compare."""
    n_words, lines = 0, []
    for line in text.split("\n"):
        words = line.split()[:150]
        n_words += len(words)
        if n_words > MAX_CELLS**0.5:
            break
        lines.append(" ".join(words))
    return "\n".join(lines)


@pytest.mark.parametrize("corpus_page", every_page(12))
def test_values_are_those_of_the_package_on_real_texts(corpus_page: CorpusPage):
    for gold, kept in text_pairs(corpus_page):
        pair = shortened(gold), shortened(kept)

        assert ours(*pair) == reference(*pair)


LINES = st.lists(st.text("aabbcd  ", max_size=24), max_size=4).map("\n".join)


@given(LINES, LINES)
def test_values_are_those_of_the_package_on_texts_with_many_ties(gold: str, kept: str):
    assert ours(gold, kept) == reference(gold, kept)


def test_chinese_scores_0_in_the_package_and_by_character_with_our_tokens():
    gold, kept = "天气很好。\n我们去公园。", "天气不好。\n我们去公园了。"
    with_tokens = RougeScorer(["rougeLsum"], tokenizer=_Lines()).score(gold, kept)["rougeLsum"]

    counts = rouge.overlap(rouge.token_sentences(gold), rouge.token_sentences(kept))

    assert ours(gold, kept) == reference(gold, kept) == (0.0, 0.0, 0.0)
    assert counts == (8, 10, 9)
    assert values(counts) == (
        with_tokens.precision,
        with_tokens.recall,
        with_tokens.fmeasure,
    )


def test_a_word_is_a_hit_as_often_as_it_is_in_the_kept_text():
    gold = rouge.ascii_sentences("the cat\nthe cat\nthe cat")

    assert rouge.overlap(gold, rouge.ascii_sentences("the cat sat")) == (2, 3, 6)


def test_texts_that_cannot_be_compared_in_time_are_not_scored():
    words = " ".join(random.Random(1).choices("ab", k=40_000))
    long = rouge.ascii_sentences(words)

    assert rouge.overlap(long, long) is None
    assert rouge.overlap(long, rouge.ascii_sentences("c")) == (0, 1, 40_000)
