"""Measures on pages: the counts of each measure, and the texts it reads."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance, Snippets
from boilerscope.extractors.page import Page
from boilerscope.extractors.scoring.case import Reference, ScoredText, prediction
from boilerscope.extractors.scoring.counts import COUNTS, count
from boilerscope.extractors.scoring.measures import MEASURES, count_names
from boilerscope.extractors.text.align import align

MARKUP = b"""<html><body><nav><a href=/>Home</a> <a href=/a>About</a></nav>
<h1>Lake ice</h1><p>The ice melts in April this year.</p><p>It came late.</p>
<div id=c><p>A first comment here.</p></div><footer>Imprint</footer></body></html>"""
PROVENANCE = Provenance("test", "test")
EVERY_COUNT = tuple(COUNTS)
ABSENT = {"code", "formulas", "tables", "table_nodes", "published_table_nodes"}
"""Counts of what the page does not have."""


def page_of(markup: bytes = MARKUP) -> Page:
    return Page.from_bytes(markup, name="lake")


def classes_by_word(page: Page, **words: str) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Return the classes of the tokens from the words of each class; others are boilerplate."""
    classes = np.full(page.n_tokens, GoldClass.BOILERPLATE, dtype=np.uint8)
    for name, listed in words.items():
        for token in range(page.n_tokens):
            if page.token_text(token) in listed.split():
                classes[token] = GoldClass[name.upper()]
    return classes


def gold_of(page: Page) -> Gold:
    classes = classes_by_word(
        page, title="Lake", main="ice The melts in April this year It came late", comment="comment"
    )
    return Gold(classes, PROVENANCE)


def extraction_of(page: Page, *kept: str, own_text: str = "") -> Extraction:
    mask = np.array([page.token_text(token) in kept for token in range(page.n_tokens)])
    return Extraction("x", Status.OK, mask=mask, own_text=own_text)


def counts_of(
    reference: Reference, extraction: Extraction, text: ScoredText = ScoredText.PAGE
) -> dict[str, tuple[int, ...] | None]:
    return count(reference, prediction(reference, extraction, text), EVERY_COUNT)


def test_every_measure_has_a_formula_a_source_and_a_unit():
    for measure in MEASURES.values():
        assert measure.formula.endswith(".")
        assert measure.tip.endswith(f"Source: {measure.source}.")
        assert measure.unit in measure.tip
        assert measure.counts in COUNTS
        assert all(name in MEASURES for name in measure.mean_of)


def test_a_perfect_result_has_the_value_1_in_every_measure():
    page = page_of()
    gold = dataclasses.replace(gold_of(page), snippets=Snippets(("melts in april",), ("Imprint",)))
    reference = Reference(page, gold)
    extraction = dataclasses.replace(extraction_of(page), mask=gold.main())

    counts = counts_of(reference, extraction)

    for measure in MEASURES.values():
        counted = counts[measure.counts]
        assert counted is not None
        assert len(counted) == len(COUNTS[measure.counts].fields)
        value = float(measure.value(np.array(counted)))
        is_absent = measure.counts in ABSENT
        assert np.isnan(value) if is_absent else value == 1.0, measure.name


def test_title_counts_as_main_content_and_comments_by_choice():
    page = page_of()
    gold = gold_of(page)
    extraction = extraction_of(page, "Lake", "ice", "comment", "Imprint")

    without = counts_of(Reference(page, gold), extraction)["tokens"]
    with_comments = counts_of(Reference(page, gold, comments=True), extraction)["tokens"]

    assert without == (3, 5, 12)  # "ice" occurs twice
    assert with_comments == (4, 5, 13)


def test_undecided_and_unmarked_tokens_count_neither_as_kept_nor_as_missed():
    page = page_of()
    gold = gold_of(page)
    classes = gold.classes.copy()
    words = [page.token_text(token) for token in range(page.n_tokens)]
    classes[words.index("Imprint")] = GoldClass.UNDECIDED
    classes[words.index("melts")] = GoldClass.UNMARKED
    reference = Reference(page, dataclasses.replace(gold, classes=classes))

    counts = counts_of(reference, extraction_of(page, "Imprint", "melts", "Home", "April"))

    assert counts["tokens"] == (1, 2, 11)
    assert counts["rouge_lsum_tokens"] == (1, 2, 11)


def test_chinese_counts_by_character():
    page = page_of("<p>天气很好。</p><p>广告</p>".encode())
    alignment = align(page, "天气很好。")
    classes = np.where(alignment.mask, GoldClass.MAIN, GoldClass.BOILERPLATE).astype(np.uint8)
    gold = Gold(classes, PROVENANCE, text="天气很好。")

    counts = counts_of(Reference(page, gold), runner.run(page, "boilerpipe.keep_everything"))

    assert counts["tokens"] == (4, 6, 4)
    assert counts["rouge_lsum_tokens"] == (4, 6, 4)
    assert counts["rouge_lsum"] == (0, 0, 0)


def test_pages_without_snippets_have_no_snippet_score():
    page = page_of()
    gold = gold_of(page)

    assert counts_of(Reference(page, gold), extraction_of(page))["snippets"] is None
    empty = dataclasses.replace(gold, snippets=Snippets())
    assert counts_of(Reference(page, empty), extraction_of(page))["snippets"] is None


def test_text_scores_read_the_gold_text_of_the_source_if_there_is_one():
    page = page_of()
    gold = dataclasses.replace(gold_of(page), text="Lake ice\nand words that the page lacks")

    counts = counts_of(Reference(page, gold), extraction_of(page, "Lake", "ice"))

    assert counts["rouge_lsum"] == (2, 3, 8)


def test_blocks_agree_if_both_or_neither_keep_at_least_half_of_their_words():
    page = page_of()
    reference = Reference(page, gold_of(page))

    counts = counts_of(reference, extraction_of(page, "Lake", "The", "ice", "melts", "in", "Home"))

    # Navigation (half of it kept), heading, two paragraphs (the second one missed), comment, footer
    assert counts["blocks"] == (4, 6)


def test_own_text_is_scored_as_printed_and_its_tokens_are_aligned():
    page = page_of()
    reference = Reference(page, gold_of(page))
    extraction = extraction_of(page, "Home", own_text="The ice melts in April this year. [more]")

    by_page = prediction(reference, extraction, ScoredText.PAGE)
    by_own = prediction(reference, extraction, ScoredText.OWN)

    assert by_page.text.strip() == "Home"
    assert by_page.text_kind is ScoredText.PAGE
    assert by_page.aligned is None
    assert by_own.text == "The ice melts in April this year. [more]"
    assert by_own.text_kind is ScoredText.OWN
    assert by_own.aligned == pytest.approx(27 / 33)
    assert count(reference, by_own, ("tokens",))["tokens"] == (7, 7, 12)


def test_a_text_from_elsewhere_is_scored_unchanged_even_on_page_text():
    page = page_of()
    reference = Reference(page, gold_of(page))
    foreign = dataclasses.replace(
        extraction_of(page, "melts", own_text="melts, melted"), aligned=0.4
    )

    scored = prediction(reference, foreign, ScoredText.PAGE)

    assert (scored.text, scored.text_kind, scored.aligned) == ("melts, melted", ScoredText.OWN, 0.4)
    assert count(reference, scored, ("tokens",))["tokens"] == (1, 1, 12)


def test_counts_that_several_measures_need_are_listed_once():
    assert count_names(("token_f1", "token_recall", "shingle_f1")) == ("tokens", "shingles")
