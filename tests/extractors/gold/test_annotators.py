"""Several annotators: consensus, decisions that stay, agreement, and their lines in a file."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.annotators import (
    consensus,
    page_agreement,
    total_agreement,
    with_annotation,
)
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.saving import (
    GoldConflictError,
    SavedMarks,
    load_marks,
    save_marks,
)
from boilerscope.extractors.model.gold import Annotation, Gold, Provenance
from boilerscope.extractors.page import Page

if TYPE_CHECKING:
    from pathlib import Path

HTML = "<p>one two three four five six seven eight nine ten</p>"
N = 10
PROVENANCE = Provenance(own.NAME, "test")


def annotation(name: str, classes: str) -> Annotation:
    """Return marks of one digit for each word."""
    return Annotation(name, np.array([int(sign) for sign in classes], dtype=np.uint8), "2026-01-01")


ADA, BOB = annotation("Ada", "1111122200"), annotation("Bob", "1113222220")


@pytest.fixture
def html(tmp_path: Path) -> Path:
    file = tmp_path / "page.html"
    file.write_text(HTML)
    return file


def page_of(html: Path) -> Page:
    return Page.from_bytes(html.read_bytes(), name=html.name)


def gold_of(*annotations: Annotation) -> Gold:
    gold = None
    for each in annotations:
        gold = with_annotation(gold, each, PROVENANCE)
    assert gold is not None
    return gold


def test_words_follow_those_who_marked_them_and_contradictions_are_undecided():
    assert consensus((ADA, BOB), N).tolist() == [1, 1, 1, 5, 5, 2, 2, 2, 2, 0]
    assert consensus((), N).tolist() == [0] * N
    third = annotation("Cy", "1111111111")
    assert consensus((ADA, BOB, third), N).tolist()[3:5] == [5, 5]
    assert np.array_equal(consensus((BOB, third, ADA), N), consensus((ADA, BOB, third), N))


def test_a_decision_on_the_gold_stays_when_annotators_change_their_marks():
    decided = gold_of(ADA, BOB)
    decided.classes[3] = 1
    again = with_annotation(decided, annotation("Ada", "2222222222"), PROVENANCE)

    assert again.classes.tolist() == [5, 5, 5, 1, 2, 2, 2, 2, 2, 2]
    assert [each.annotator for each in again.annotations] == ["Ada", "Bob"]
    assert decided.annotation("Ada") is ADA


def test_agreement_counts_words_that_both_decided_on():
    [pair] = page_agreement((BOB, ADA))

    assert (pair.first, pair.second) == ("Ada", "Bob")
    assert (pair.both, pair.only_first, pair.only_second, pair.neither) == (4, 1, 0, 3)
    assert pair.observed == 7 / 8
    assert pair.f1 == pytest.approx(8 / 9)
    chance = (5 / 8) * (4 / 8) + (3 / 8) * (4 / 8)
    assert pair.kappa == pytest.approx((7 / 8 - chance) / (1 - chance))


def test_agreement_over_pages_is_that_of_all_words():
    cy = annotation("Cy", "1111111111")
    pages = [page_agreement((ADA, BOB)), page_agreement((ADA, cy)), page_agreement((ADA, BOB))]
    ada_bob, ada_cy = total_agreement(pages)

    assert (ada_bob.n_pages, ada_bob.n_words, ada_bob.both) == (2, 16, 8)
    assert ada_bob.kappa == pytest.approx(pages[0][0].kappa)
    assert (ada_cy.second, ada_cy.n_pages) == ("Cy", 1)
    [alike] = page_agreement((cy, annotation("Dee", "1111111111")))
    assert math.isnan(alike.kappa)  # nothing is beyond chance in one class
    [apart] = page_agreement((annotation("a", "1000000000"), annotation("b", "0100000000")))
    assert math.isnan(apart.observed)


def test_a_file_has_the_marks_of_all_annotators(html: Path):
    page, marks = page_of(html), own.marks_file(html)
    saved = save_marks(SavedMarks(marks), page, gold_of(ADA, BOB), html, "Bob")
    gold = load_marks(marks, page).gold

    assert gold is not None
    assert saved.gold is not None
    assert gold.classes.tolist() == saved.gold.classes.tolist() == [1, 1, 1, 5, 5, 2, 2, 2, 2, 0]
    assert [each.annotator for each in gold.annotations] == ["Ada", "Bob"]
    assert [each.classes.tolist() for each in gold.annotations] == [
        ADA.classes.tolist(),
        BOB.classes.tolist(),
    ]
    assert gold.annotations[0].changed == "2026-01-01"


@pytest.mark.parametrize("name", ["", "Ada"])
def test_a_name_that_is_empty_or_occurs_twice_is_refused(html: Path, name: str):
    marks = own.marks_file(html)
    save_marks(SavedMarks(marks), page_of(html), gold_of(ADA, BOB), html, "Bob")
    line = json.loads(marks.read_text())
    line["annotators"][1]["annotator"] = name
    marks.write_text(json.dumps(line))

    with pytest.raises(GoldError, match=r"page\.html\.gold\.jsonl.*occurs once"):
        load_marks(marks, page_of(html))


def test_only_changes_of_the_same_marks_are_a_conflict(html: Path):
    page, marks = page_of(html), own.marks_file(html)
    first = save_marks(SavedMarks(marks), page, gold_of(ADA), html, "Ada")
    assert first.gold is not None
    save_marks(first, page, with_annotation(first.gold, BOB, PROVENANCE), html, "Bob")
    other = with_annotation(first.gold, annotation("Ada", "2222222222"), PROVENANCE)
    both = save_marks(first, page, other, html, "Ada")

    assert both.gold is not None
    assert [each.annotator for each in both.gold.annotations] == ["Ada", "Bob"]
    third = with_annotation(first.gold, annotation("Ada", "3222222222"), PROVENANCE)
    with pytest.raises(GoldConflictError) as conflict:
        save_marks(first, page, third, html, "Ada")
    assert conflict.value.merged.n_contradictions == 1
