"""Edit similarity, compared with rapidfuzz."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from rapidfuzz.distance import Levenshtein

from boilerscope.extractors.scoring import ratios
from boilerscope.extractors.scoring.counts import MAX_CELLS, edit
from tests.helpers.material import every_page
from tests.helpers.scores import texts_to_score
from tests.helpers.text_pairs import text_pairs

if TYPE_CHECKING:
    from tests.helpers.material import CorpusPage


@pytest.mark.parametrize(
    ("gold", "kept", "counts"),
    [
        ("", "", (0, 0)),
        ("abc", "", (0, 3)),
        ("kitten", "sitting", (4, 7)),
        ("two  words\n", "two words", (9, 9)),
        ("天气很好", "天气不好", (3, 4)),
    ],
)
def test_matching_characters_are_the_longer_text_without_the_distance(
    gold: str, kept: str, counts: tuple[int, int]
):
    assert edit(*texts_to_score(gold, kept)) == counts


@pytest.mark.parametrize("corpus_page", every_page(24))
def test_similarity_is_that_of_rapidfuzz_on_real_texts(corpus_page: CorpusPage):
    for gold, kept in text_pairs(corpus_page):
        counts = edit(*texts_to_score(gold, kept))
        left, right = " ".join(gold.split()), " ".join(kept.split())

        if len(left) * len(right) > MAX_CELLS:
            assert counts is None
        else:
            expected = Levenshtein.normalized_similarity(left, right)
            assert float(ratios.share(np.array(counts))) == pytest.approx(expected, abs=1e-15)


def test_texts_that_cannot_be_compared_in_time_are_not_scored():
    assert edit(*texts_to_score("a" * 100_000, "a" * 100_001)) is None
    assert edit(*texts_to_score("a" * 100_000, "")) == (0, 100_000)
