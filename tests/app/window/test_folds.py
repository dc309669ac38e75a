"""Rules of the folds, without a window: the space decides, unless the user did."""

from __future__ import annotations

import pytest

from boilerscope.app.window.folds import SMALL, WIDE, Folds, Space

LARGE, LOW, NARROW = Space(1600, 1000), Space(1600, 800), Space(1000, 1000)


@pytest.mark.parametrize(
    ("space", "folded"),
    [
        (LARGE, set()),
        (LOW, {"bottom", "curves"}),
        (Space(1300, 1000), {"tabs", "curves"}),
        (NARROW, {"tabs", "curves", "rail"}),
    ],
)
def test_views_fold_for_lack_of_space(space: Space, folded: set[str]):
    assert Folds().in_space(space, is_corpus=False) == folded


def test_on_the_corpus_face_only_its_height_puts_the_docks_into_one():
    folds = Folds({"curves", "bottom"})

    assert folds.in_space(LARGE, is_corpus=True) == {"curves", "bottom"}
    assert "tabs" in folds.in_space(LOW, is_corpus=True)


def test_the_choice_of_the_user_holds_until_the_space_would_make_it():
    folds = Folds()
    folds.choose("bottom", folded=True)

    assert "bottom" in folds.in_space(LARGE, is_corpus=False)
    assert "bottom" in folds.in_space(LOW, is_corpus=False)
    assert "bottom" not in folds.in_space(LARGE, is_corpus=False)


def test_only_changed_folds_are_carried_out_and_in_their_order():
    folds = Folds({"tabs"})

    changes = folds.changed({"rail", "bottom"})

    assert changes == [("bottom", True), ("tabs", False), ("rail", True)]
    assert folds.folded == {"rail", "bottom"}


def test_folds_are_saved_and_read_again():
    folds = Folds({"rail", "curves"}, {"rail": True})

    assert Folds.from_text(folds.as_text()) == folds


@pytest.mark.parametrize("text", ["", "[]", "{broken", '{"folded": 3, "by_hand": []}'])
def test_a_damaged_text_folds_nothing(text: str):
    assert Folds.from_text(text) == Folds()


@pytest.mark.parametrize(
    ("space", "name"), [(LARGE, WIDE), (LOW, SMALL), (Space(1439, 1000), SMALL)]
)
def test_each_size_class_has_its_own_arrangement(space: Space, name: str):
    assert space.size_class == name
