"""Rules of trafilatura that no removal shows: lists in cells, candidates, empty results."""

from __future__ import annotations

import pytest

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.page import Page
from tests.helpers.traced import blocks_with, decision, traced

_SENTENCE = "The tram of the valley runs along the river, and people like it, as they always say. "
_CELL = "<td>Cell one<ul><li>List entry in the first cell</li><li>Second entry</li></ul></td>"
PAGE = Page.from_text(
    f"<html><body><article><p>{_SENTENCE}</p><table><tr>{_CELL}<td>Other cell</td></tr></table>"
    f"<p>{_SENTENCE * 4}</p></article></body></html>",
    name="page",
)

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def test_a_list_in_a_cell_names_the_focus_on_recall():
    extraction = traced(PAGE, "trafilatura")
    (block,) = blocks_with(extraction, PAGE, "List entry in the first cell")
    title, sentence = decision(extraction, block)

    assert not extraction.content[block]
    assert title == "Read text elements"
    assert "kept only if options.focus == 'recall'" in sentence
    assert "trafilatura/main_extractor.py:" in sentence


def test_candidates_are_scores_and_columns():
    extraction = traced(PAGE, "trafilatura")

    assert extraction.scores["candidate_own_extraction"] > 300
    column = extraction.column("candidate_own_extraction")
    assert column is not None
    assert column.values.tolist() == extraction.content.astype(float).tolist()
    assert "Compare" in [step.title for step in extraction.steps]


def test_a_discarded_document_names_the_length_that_was_missing():
    extraction = traced(PAGE, "trafilatura", {"min_output_size": 4000})
    (block,) = blocks_with(extraction, PAGE, "The tram of the valley runs along")[:1]
    title, sentence = decision(extraction, block)

    assert extraction.status is Status.EMPTY
    assert title == "Check the result"
    assert "< 4,000" in sentence
