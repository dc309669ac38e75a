"""A gold standard says which tokens are main content, and which of them a score counts."""

from __future__ import annotations

import numpy as np

from extractors.model.gold import Gold, GoldClass, Provenance

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


def test_the_values_of_the_classes_stay_as_they_stand_in_files() -> None:
    assert [(kind.name, kind.value) for kind in GoldClass] == [
        ("UNMARKED", 0),
        ("MAIN", 1),
        ("BOILERPLATE", 2),
        ("TITLE", 3),
        ("COMMENT", 4),
        ("UNDECIDED", 5),
    ]
