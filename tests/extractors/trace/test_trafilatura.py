"""Rules of trafilatura that no removal shows: lists in cells, candidates, empty results."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest

from boilerscope.extractors.model.candidates import Candidate, CandidateState
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.sentence import explain_step
from boilerscope.extractors.model.steps import Outcome
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


def _candidates(html: str, settings: dict[str, object] | None = None) -> dict[str, Candidate]:
    page = Page.from_text(f"<html><body>{html}</body></html>", name="page")
    extraction = traced(page, "trafilatura", settings)
    assert extraction.trace_problem == ""
    return {candidate.name: candidate for candidate in extraction.candidates}


def test_the_cascade_names_the_comparison_that_decided():
    candidates = _candidates(f"<article><p>{_SENTENCE * 40}</p></article><p>Other</p>")
    own, readability = candidates["own extraction"], candidates["readability"]

    assert own.state is CandidateState.USED
    assert own.characters > 3000
    assert readability.state is CandidateState.REJECTED
    assert readability.characters > 3000
    assert readability.source.startswith("trafilatura/external.py:")
    justext = candidates["justext"]
    assert justext.state is CandidateState.NOT_RUN
    assert justext.characters == -1
    assert "characters so far" in justext.decision
    assert ">= 250 (options.min_extracted_size)" in justext.decision
    retry = candidates["recall retry"]
    assert retry.state is CandidateState.NOT_RUN
    assert "(ESCALATION_MAX_LENGTH)" in retry.decision


def test_the_fast_mode_says_why_the_fallbacks_were_not_run():
    candidates = _candidates(f"<article><p>{_SENTENCE * 40}</p></article>", {"fast": True})

    for name in ("readability", "justext"):
        assert candidates[name].state is CandidateState.NOT_RUN
        assert "options.fast" in candidates[name].decision


def test_a_result_that_wins_replaces_the_own_extraction():
    candidates = _candidates(f"<div><span>{_SENTENCE}</span></div>")
    used = [item.name for item in candidates.values() if item.state is CandidateState.USED]

    assert [name for name in used if not name.startswith("<")] == ["readability"]
    assert candidates["own extraction"].state is CandidateState.REJECTED
    assert candidates["own extraction"].decision == candidates["readability"].decision


def test_elements_with_scores_follow_their_choice():
    extraction = traced(PAGE, "readability_lxml")
    best, *others = extraction.candidates

    assert best.state is CandidateState.USED
    assert best.choice == "Choose the article"
    assert best.name == "<article>"
    preferred = [other for other in others if "<article> is preferred" in other.decision]
    assert [other.score > best.score for other in others] == [
        other in preferred for other in others
    ]
    assert all("score" in other.decision for other in others)


def test_sections_that_stay_because_too_little_would_be_left_have_both_numbers():
    paragraphs = "".join(f"<p>{_SENTENCE} {number}</p>" for number in range(14))
    page = Page.from_text(
        f"<html><body><article><p>{_SENTENCE}</p><div class='sidebar'>{paragraphs}</div></article>"
        "</body></html>",
        name="page",
    )
    extraction = traced(page, "trafilatura")
    [step] = [step for step in extraction.steps if step.title == "Discard sections"]
    block = blocks_with(extraction, page, _SENTENCE)[-1]
    rule = step.rule_of(block)

    assert extraction.content[block]
    assert rule is not None
    assert rule.outcome is Outcome.CONFIRM
    assert "characters outside of these sections" in explain_step(extraction, step, block)
    assert "old_len / 7" in explain_step(extraction, step, block)
    assert rule.source.startswith("trafilatura/htmlprocessing.py:")


def _prune_as_of_old(tree: Any, nodelist: Any, with_backup: object = None) -> Any:
    """Detach sections by a method of lxml, as trafilatura 2.0 does."""
    del with_backup
    for expression in nodelist:
        for subtree in expression(tree):
            subtree.getparent().remove(subtree)
    return tree


def test_a_section_that_an_older_release_detaches_by_itself_has_its_expression(
    monkeypatch: pytest.MonkeyPatch,
):
    for module in ("htmlprocessing", "main_extractor", "core"):
        holder = import_module(f"trafilatura.{module}")
        if hasattr(holder, "prune_unwanted_nodes"):
            monkeypatch.setattr(holder, "prune_unwanted_nodes", _prune_as_of_old)
    text = "Thanks for reading this almost timely letter"
    markup = f'<p>{_SENTENCE * 3}</p><p class="cta-caption">{text}</p><p>{_SENTENCE * 4}</p>'
    page = Page.from_text(f"<html><body><main>{markup}</main></body></html>", name="page")
    extraction = traced(page, "trafilatura")
    [block] = blocks_with(extraction, page, text)
    _, sentence = decision(extraction, block)

    assert not extraction.content[block]
    assert "DISCARD_IMAGE_ELEMENTS" in sentence
    assert "class “cta-caption”" in sentence


def test_a_result_that_is_compared_with_the_text_of_the_page_has_both_numbers():
    prose = "<p>The harbour tram ran on time all winter, and people were glad of it.</p>"
    html = f"<html><body><article>{prose * 8}</article><footer>{prose * 3}</footer></body></html>"
    extraction = traced(Page.from_text(html, name="page"), "trafilatura")
    decisions = {candidate.name: candidate.decision for candidate in extraction.candidates}

    assert "(ESCALATION_PAGE_SHARE * len(html2txt(tree)))" in decisions["recall retry"]
    assert re.match(r"characters so far [\d.,]+ >= [\d.,]+ \(", decisions["recall retry"])
