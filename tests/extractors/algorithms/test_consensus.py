"""Consensus: votes counted by hand, abstentions, settings, and inputs from the runner."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from boilerscope.extractors.algorithms.consensus import CONSENSUS, ConsensusSettings, built_in
from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.sentence import explain_decision
from boilerscope.extractors.page import Page
from boilerscope.extractors.runner import run
from tests.helpers.extractions import assert_sound

PAGE = Page.from_text("<body><p>one two three four</p><p>five six</p></body>", name="test")


def voter(name: str, *kept: int, status: Status = Status.OK) -> Extraction:
    mask = np.zeros(PAGE.n_tokens, dtype=np.bool_)
    mask[list(kept)] = True
    return Extraction(name, status, mask=mask)


def members(*rows: tuple[str, str]) -> ConsensusSettings:
    return ConsensusSettings(members=rows, threshold=0.5)


def extract(settings: ConsensusSettings, *results: Extraction) -> Extraction:
    return CONSENSUS.extract(PAGE, settings, results)


def test_majority_of_equal_weights_keeps_a_token() -> None:
    settings = members(("a", "1"), ("b", "1"), ("c", "1"))

    extraction = extract(settings, voter("a", 0, 1), voter("b", 1, 4), voter("c", 1, 4, 5))

    assert extraction.mask.tolist() == [False, True, False, False, True, False]
    assert_sound(PAGE, extraction)


def test_weights_count() -> None:
    settings = members(("a", "3"), ("b", "1"), ("c", "1"))

    extraction = extract(settings, voter("a", 0), voter("b", 4), voter("c", 4))

    assert extraction.mask.tolist() == [True, False, False, False, False, False]
    assert extraction.column_values()["share"][0] == pytest.approx(3 / 5)


def test_threshold_is_reached_exactly() -> None:
    extraction = extract(members(("a", "1"), ("b", "1")), voter("a", 0), voter("b", 4))

    assert extraction.mask.tolist() == [True, False, False, False, True, False]


def test_member_that_keeps_nothing_abstains_unless_count_empty_is_on() -> None:
    settings = members(("a", "1"), ("b", "1"), ("c", "1"))
    votes = (voter("a", 0), voter("b", status=Status.EMPTY), voter("c", status=Status.EMPTY))

    abstaining = extract(settings, *votes)
    counted = extract(settings.replace(count_empty=True), *votes)

    assert abstaining.mask[0]
    assert abstaining.warnings == ("b does not vote on this page", "c does not vote on this page")
    assert not counted.mask.any()
    assert counted.status is Status.EMPTY
    assert counted.message == "No text has enough votes."


def test_failed_member_does_not_vote() -> None:
    settings = members(("a", "1"), ("b", "1"))

    extraction = extract(settings, voter("a", 0), voter("b", 1, status=Status.ERROR))

    assert extraction.mask.tolist() == [True] + [False] * 5
    assert extraction.warnings == ("b does not vote on this page",)


def test_result_is_empty_if_no_member_keeps_text() -> None:
    silent = voter("b", status=Status.ERROR)
    extraction = extract(members(("a", "1"), ("b", "1")), voter("a", status=Status.EMPTY), silent)

    assert extraction.status is Status.EMPTY
    assert extraction.message == "No member keeps any text: a, b"


def test_without_a_voting_member_it_is_unavailable_and_names_the_members() -> None:
    extraction = extract(members(("a", "1")), voter("a", status=Status.ERROR))

    assert extraction.status is Status.UNAVAILABLE
    assert extraction.message == "No member has a result: a"


def test_threshold_zero_keeps_only_text_that_a_member_keeps() -> None:
    settings = dataclasses.replace(members(("a", "1")), threshold=0.0)

    extraction = extract(settings, voter("a", 0))

    assert extraction.mask.tolist() == [True] + [False] * 5
    assert explain_decision(extraction, 1) == "V3: no member keeps it"


def test_every_rule_has_a_sentence_with_its_values() -> None:
    settings = members(("a", "1"), ("b", "3"))

    extraction = extract(settings, voter("a", 0), voter("b", 4))

    assert explain_decision(extraction, 0) == "V2: share of votes 0.25 < 0.5"
    assert explain_decision(extraction, 2) == "V1: share of votes 0.75 >= 0.5"


def test_agreement_is_1_if_all_members_keep_the_same_text() -> None:
    settings = members(("a", "1"), ("b", "1"))

    same = extract(settings, voter("a", 0, 1), voter("b", 0, 1))
    split = extract(settings, voter("a", 0, 1, 2), voter("b", 3, 4, 5))

    assert same.scores["agreement"] == 1
    assert split.scores["agreement"] == 0


def test_blocks_never_cross_a_segment_or_a_change_of_votes() -> None:
    extraction = extract(members(("a", "1"), ("b", "1")), voter("a", 0, 1, 4, 5), voter("b", 0))

    runs = [extraction.blocks.runs(block) for block in range(len(extraction.blocks))]
    assert runs == [[(0, 1)], [(1, 2)], [(2, 4)], [(4, 6)]]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((("a",),), "list of rows"),
        ((("a", "1"), ("a", "2")), "has a twice"),
        ((("a", "0"),), "must be a number above 0"),
        ((("a", "much"),), "must be a number above 0"),
        ((("a", "inf"),), "must be a number above 0"),
    ],
)
def test_error_of_a_wrong_member_says_what_is_needed(
    rows: tuple[tuple[str, ...], ...], message: str
) -> None:
    with pytest.raises(SettingsError, match=message) as caught:
        ConsensusSettings(members=rows)

    assert caught.value.field == "members"


def test_automatic_members_are_the_built_in_members() -> None:
    resolved = ConsensusSettings().resolve()

    assert [row[0] for row in resolved.members or ()] == [row[0] for row in built_in()["members"]]
    assert resolved.threshold == built_in()["threshold"]


def test_the_built_in_choice_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        built_in()["scores"]["consensus"]["all"] = []


def test_runner_passes_the_results_of_the_members() -> None:
    words = " ".join(f"word{n}" for n in range(60))
    html = f"<body><div><a href=x>Home</a></div><div><p>{words}.</p></div></body>"
    page = Page.from_text(html, name="test")
    cached: dict[Any, Extraction] = {}

    extraction = run(page, "consensus", None, cached)

    assert extraction.status is Status.OK
    assert "word0" in extraction.own_text
    assert {name for name, _ in cached} >= {row[0] for row in built_in()["members"]}


def test_another_consensus_can_be_a_member() -> None:
    extraction = run(
        PAGE, "consensus", members(("consensus", "1"), ("boilerpipe.keep_everything", "1"))
    )

    assert extraction.status is Status.OK
    assert extraction.mask.all()


def test_built_in_choice_beats_every_single_member_in_cross_validation() -> None:
    scores = dict(built_in()["scores"])
    folds = built_in()["provenance"]["folds"]
    crossed = scores.pop(f"consensus ({folds}-fold cross-validation)")["all"][2]
    members = [name for name, _ in built_in()["members"]]

    assert folds == 5
    assert all(crossed > scores[name]["all"][2] for name in members)
