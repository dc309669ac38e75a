"""Gold classes: the tokens that are main content, and the tokens that a score counts."""

from __future__ import annotations

import numpy as np

from boilerscope.extractors.model.gold import Gold, GoldClass, Outcome, Provenance

_ALL_CLASSES = Gold(
    np.array([kind.value for kind in GoldClass], dtype=np.uint8), Provenance("test", "memory")
)


def _names(mask: np.ndarray) -> set[str]:
    return {kind.name for kind in GoldClass if mask[kind.value]}


def test_titles_are_main_content_and_comments_only_if_requested() -> None:
    assert _names(_ALL_CLASSES.main()) == {"MAIN", "TITLE"}
    assert _names(_ALL_CLASSES.main(comments=True)) == {"MAIN", "TITLE", "COMMENT"}


def test_unmarked_and_undecided_tokens_are_not_scored() -> None:
    assert _names(_ALL_CLASSES.scored()) == {"MAIN", "BOILERPLATE", "TITLE", "COMMENT"}


def test_every_token_that_counts_has_an_outcome() -> None:
    nothing, everything = np.zeros(6, dtype=np.bool_), np.ones(6, dtype=np.bool_)

    dropped = _ALL_CLASSES.outcomes(nothing)
    kept = _ALL_CLASSES.outcomes(everything)

    assert _names(np.isnan(dropped)) == _names(np.isnan(kept)) == {"UNMARKED", "UNDECIDED"}
    assert _names(dropped == Outcome.MISSED) == {"MAIN", "TITLE"}
    assert _names(dropped == Outcome.DROPPED) == {"BOILERPLATE", "COMMENT"}
    assert _names(kept == Outcome.KEPT) == {"MAIN", "TITLE"}
    assert _names(kept == Outcome.WRONGLY_KEPT) == {"BOILERPLATE", "COMMENT"}
    with_comments = _ALL_CLASSES.outcomes(everything, comments=True)
    assert _names(with_comments == Outcome.KEPT) == {"MAIN", "TITLE", "COMMENT"}


def test_the_values_of_the_classes_are_those_stored_in_files() -> None:
    assert [(kind.name, kind.value) for kind in GoldClass] == [
        ("UNMARKED", 0),
        ("MAIN", 1),
        ("BOILERPLATE", 2),
        ("TITLE", 3),
        ("COMMENT", 4),
        ("UNDECIDED", 5),
    ]
