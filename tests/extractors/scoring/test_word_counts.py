"""Counts of words against the reference programs."""

from __future__ import annotations

import json
import re
from collections import Counter

import numpy as np
import pytest
from rouge_score.rouge_scorer import RougeScorer

from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.extractors.page import Page
from boilerscope.extractors.scoring import rouge
from boilerscope.extractors.scoring.case import Reference, ScoredText, prediction
from boilerscope.extractors.scoring.counts import COUNTS
from boilerscope.extractors.scoring.measures import MEASURES
from tests.helpers.material import DATA
from tests.helpers.scores import texts_to_score

PAIRS = [
    *(
        (sample["gold"], sample["kept"])
        for sample in json.loads((DATA / "scores" / "webmainbench.json").read_text("utf-8"))
    ),
    ("", ""),
    ("", "a b"),
    ("a b", ""),
    ("a a b", "a b b"),
    ("The ice melts.", "the ICE melts"),
    ("北京", "上海"),
]


def value_of(measure: str, gold: str, kept: str) -> float:
    counts = COUNTS[MEASURES[measure].counts].count(*texts_to_score(gold, kept))
    assert counts is not None
    return float(MEASURES[measure].value(np.array(counts)))


@pytest.mark.parametrize(("gold", "kept"), PAIRS)
def test_rouge_equals_the_package(gold: str, kept: str):
    names = {"rouge_1": "rouge1", "rouge_2": "rouge2", "rouge_l": "rougeL"}
    scores = RougeScorer([*names.values()]).score(gold, kept)

    for ours, theirs in names.items():
        assert value_of(ours, gold, kept) == pytest.approx(scores[theirs].fmeasure, abs=1e-6)


@pytest.mark.parametrize(
    ("gold", "kept", "precision", "recall", "f1"),
    [
        ("", "", 1.0, 1.0, 1.0),
        ("", "a", 0.0, 0.0, 0.0),
        ("a", "", 0.0, 0.0, 0.0),
        ("A a b", "a b c d", 0.5, 2 / 3, 4 / 7),
        ("x_1, y", "X_1 Y", 1.0, 1.0, 1.0),
        ("北京 大学", "北京大学", 0.0, 0.0, 0.0),
    ],
)
def test_word_scores_have_the_values_of_wcxb(
    gold: str, kept: str, precision: float, recall: float, f1: float
):
    values = [value_of(f"word_{name}", gold, kept) for name in ("precision", "recall", "f1")]

    assert values == pytest.approx([precision, recall, f1], abs=1e-6)


@pytest.mark.parametrize(("gold", "kept"), PAIRS)
def test_word_f1_is_that_of_bags_of_words(gold: str, kept: str):
    bags = [Counter(re.findall(r"\w+", text.lower())) for text in (gold, kept)]
    total = bags[0].total() + bags[1].total()
    expected = 2 * (bags[0] & bags[1]).total() / total if total else 1.0

    assert value_of("word_f1", gold, kept) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("gold", "kept", "expected"),
    [
        ("The ice melts.", "The ice\nmelts", 1.0),
        ("The ice melts.", "the ice melts", 0.0),
        ("", "", 1.0),
        ("a", "", 0.0),
        ("a b", "b a", 0.0),
    ],
)
def test_exact_match_compares_words_with_their_case(gold: str, kept: str, expected: float):
    assert value_of("exact_match", gold, kept) == expected


def test_texts_that_are_too_long_have_no_rouge_l(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rouge, "MAX_COST", 0)

    assert COUNTS["rouge_l"].count(*texts_to_score("a b", "a b")) is None


@pytest.mark.parametrize(
    ("scored_text", "markdown"),
    [
        (ScoredText.PAGE, None),
        (ScoredText.PAGE, "one two three four\n\nfive six seven"),
        (ScoredText.OWN, None),
    ],
)
def test_a_result_that_keeps_the_gold_has_the_best_score_of_each_measure(
    scored_text: ScoredText, markdown: str | None
):
    page = Page.from_bytes(b"<p>one two three four<p>five six seven<div>menu</div>", name="page")
    main = np.arange(page.n_tokens) < 7
    classes = np.where(main, GoldClass.MAIN, GoldClass.BOILERPLATE).astype(np.uint8)
    text = "one two three four\nfive six seven"
    extraction = Extraction("bte", Status.OK, mask=main, own_text=f"{text}\n")

    for gold_text in (None, text):
        gold = Gold(classes, Provenance("test", ""), text=gold_text, markdown=markdown)
        reference = Reference(page, gold)
        predicted = prediction(reference, extraction, scored_text)
        for name in ("word_f1", "rouge_1", "rouge_2", "rouge_5", "rouge_l", "exact_match"):
            counts = COUNTS[MEASURES[name].counts].count(reference, predicted)
            assert counts is not None
            assert float(MEASURES[name].value(np.array(counts))) == 1.0, name
