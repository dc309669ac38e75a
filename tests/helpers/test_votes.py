"""Choice of voters: scores by hand, the choice, the folds."""

from __future__ import annotations

import numpy as np
import pytest

from boilerscope.extractors.algorithms.consensus import built_in
from boilerscope.extractors.scoring import ratios
from tests.helpers.votes import (
    ROUNDS,
    Ballots,
    Choice,
    HeldOut,
    choose,
    folds,
    grow,
    held_out,
    page_scores,
    vote,
)


def ballots(**kept: str) -> Ballots:
    """Return ballots of two pages of four tokens; gold is ``1100`` on each."""
    names = tuple(kept)
    rows = [[mark == "1" for mark in marks] for marks in kept.values()]
    gold = np.array([True, True, False, False] * 2)
    return Ballots(
        names, np.array(rows), gold, np.repeat([0, 1], 4).astype(np.int32), 2, np.ones(2)
    )


def test_page_scores_are_those_of_the_token_score() -> None:
    cast = ballots(a="11100000")

    scores = page_scores(cast, cast.kept[0])

    counts = np.array(
        [
            ratios.overlap(cast.gold[:4], cast.kept[0][:4]),
            ratios.overlap(cast.gold[4:], cast.kept[0][4:]),
        ]
    )
    assert scores[:, 0].tolist() == ratios.precision(counts).tolist()
    assert scores[:, 1].tolist() == ratios.recall(counts).tolist()
    assert scores[:, 2].tolist() == ratios.f1(counts).tolist()


def test_single_perfect_candidate_is_chosen_alone() -> None:
    cast = ballots(bad="00110011", good="11001100")

    choice = choose(cast, held_out(cast, 2, seed=0), tolerance=0.0)

    assert dict(choice.weights) == {"good": 1}
    assert choice.f1 == 1


def test_two_candidates_with_different_errors_win_together() -> None:
    cast = ballots(a="11101110", b="11011101")

    choice = choose(cast, held_out(cast, 2, seed=0), tolerance=1.0)

    alone = max(page_scores(cast, row)[:, 2].mean() for row in cast.kept)
    together = page_scores(cast, vote(cast, choice))[:, 2].mean()
    assert dict(choice.weights) == {"a": 1, "b": 1}
    assert together > alone
    assert together == pytest.approx(choice.f1)


def test_votes_grow_by_one_member_at_a_time() -> None:
    grown = grow(ballots(a="11101110", b="11011101"))

    assert [sum(choice.weights.values()) for choice in grown] == list(range(1, ROUNDS + 1))


def test_a_vote_is_tested_on_the_pages_it_was_not_chosen_on() -> None:
    # Each candidate is right on one page, so a candidate chosen on one page fails on the other.
    cast = ballots(first="11000011", second="00111100")

    tried = held_out(cast, 2, seed=0)

    assert tried.f1[0] == 0
    assert tried.error[0] == 0


def test_the_smallest_vote_within_the_tolerance_is_selected() -> None:
    tried = HeldOut((0.70, 0.84, 0.86, 0.85), (0.02, 0.02, 0.02, 0.02))

    assert [tried.smallest_good(tolerance) for tolerance in (0.0, 1.0, 8.0)] == [3, 2, 1]


def test_the_built_in_consensus_has_the_votes_that_the_rule_gives() -> None:
    tried = HeldOut(tuple(built_in()["held_out"]["f1"]), tuple(built_in()["held_out"]["error"]))

    votes = sum(weight for _, weight in built_in()["members"])

    assert votes == tried.smallest_good(built_in()["provenance"]["tolerance"])


def test_candidate_that_keeps_nothing_of_a_page_abstains_on_it() -> None:
    cast = ballots(a="11001100", b="11000000")
    choice = Choice({"a": 1, "b": 1}, 0.75, 0.0)

    assert vote(cast, choice).tolist() == cast.gold.tolist()


def test_folds_contain_every_page_once_and_are_the_same_every_time() -> None:
    parts = folds(23, 5)

    assert sorted(np.concatenate(parts).tolist()) == list(range(23))
    assert [part.tolist() for part in parts] == [part.tolist() for part in folds(23, 5)]


def test_part_of_the_pages_keeps_their_tokens_together() -> None:
    cast = ballots(a="11000011")

    part = cast.take(np.array([1], dtype=np.int32))

    assert part.n_pages == 1
    assert part.kept.tolist() == [[False, False, True, True]]
    assert part.page.tolist() == [0] * 4
