"""A gold standard says which tokens are main content, and which of them a score counts."""

from __future__ import annotations

import numpy as np

from extractors.model.gold import Gold, GoldClass, Outcome, Provenance

_ONE_OF_EACH = Gold(
    np.array([kind.value for kind in GoldClass], dtype=np.uint8), Provenance("test", "memory")
)


def _names(mask: np.ndarray) -> set[str]:
    return {kind.name for kind in GoldClass if mask[kind.value]}


def test_titles_are_main_content_and_comments_only_on_request() -> None:
    assert _names(_ONE_OF_EACH.main()) == {"MAIN", "TITLE"}
    assert _names(_ONE_OF_EACH.main(comments=True)) == {"MAIN", "TITLE", "COMMENT"}


def test_unmarked_and_undecided_tokens_are_not_scored() -> None:
    assert _names(_ONE_OF_EACH.scored()) == {"MAIN", "BOILERPLATE", "TITLE", "COMMENT"}


def test_an_outcome_says_what_became_of_each_token_that_counts() -> None:
    nothing, everything = np.zeros(6, dtype=np.bool_), np.ones(6, dtype=np.bool_)

    dropped = _ONE_OF_EACH.outcomes(nothing)
    kept = _ONE_OF_EACH.outcomes(everything)

    assert _names(np.isnan(dropped)) == _names(np.isnan(kept)) == {"UNMARKED", "UNDECIDED"}
    assert _names(dropped == Outcome.MISSED) == {"MAIN", "TITLE"}
    assert _names(dropped == Outcome.DROPPED) == {"BOILERPLATE", "COMMENT"}
    assert _names(kept == Outcome.KEPT) == {"MAIN", "TITLE"}
    assert _names(kept == Outcome.WRONGLY_KEPT) == {"BOILERPLATE", "COMMENT"}
    with_comments = _ONE_OF_EACH.outcomes(everything, comments=True)
    assert _names(with_comments == Outcome.KEPT) == {"MAIN", "TITLE", "COMMENT"}


def test_the_values_of_the_classes_stay_as_they_stand_in_files() -> None:
    assert [(kind.name, kind.value) for kind in GoldClass] == [
        ("UNMARKED", 0),
        ("MAIN", 1),
        ("BOILERPLATE", 2),
        ("TITLE", 3),
        ("COMMENT", 4),
        ("UNDECIDED", 5),
    ]
