"""Candidates: blocks that a step of our own algorithms compared with each other."""

from __future__ import annotations

import pytest

from boilerscope.extractors import runner
from boilerscope.extractors.model.candidates import CandidateState
from boilerscope.extractors.model.choices import candidates_of
from boilerscope.extractors.page import Page

_LONG = "The tram of the valley runs along the river, and people like it, as they always say. "
_LINKS = "<li><a href='/a'>Old bridge of the town</a></li>"
PAGE = Page.from_text(
    f"<html><body><div id='top'>Home and archive</div><div class='story'><p>{_LONG * 6}</p></div>"
    f"<ul>{_LINKS * 12}</ul><div class='other'><p>{_LONG * 2}</p></div></body></html>",
    name="page",
)


@pytest.mark.parametrize("identifier", ["largest_body", "boilerpipe.largest_content", "joyhtml"])
def test_the_candidates_of_a_choice_are_listed_from_the_best_down(identifier: str):
    extraction = runner.run(PAGE, identifier)
    candidates = candidates_of(PAGE, extraction)
    scores = [candidate.score for candidate in candidates]

    assert len(candidates) > 1
    assert scores == sorted(scores, reverse=True)
    used = [candidate for candidate in candidates if candidate.state is CandidateState.USED]
    assert used[0] is candidates[0]
    assert _LONG.strip() in used[0].text(PAGE)
    assert all(candidate.decision for candidate in candidates)
    assert used[0].characters > 400


def test_a_method_that_judges_each_block_alone_has_no_candidates():
    assert candidates_of(PAGE, runner.run(PAGE, "boilerpipe.num_words_rules")) == ()


def test_the_largest_body_names_what_it_was_compared_with():
    first, second, *_ = candidates_of(PAGE, runner.run(PAGE, "largest_body"))

    assert first.name == '<div class="story">'
    assert second.state is CandidateState.REJECTED
    assert second.decision == "not largest, 34 < 102 words"
