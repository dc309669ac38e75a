"""From a layer over tokens to one value per segment, without Qt."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.page import Page, segments
from boilerscope.widgets.page import paint
from boilerscope.widgets.records import Layer, LayerKind

PAGE = Page.from_text(
    "<body><p>one two <b>three</b> four</p><p>five</p><div>six <i>seven</i></div></body>",
    name="test",
)
FOUND = segments(PAGE)
NAN = math.nan


def values(*numbers: float) -> paint.SegmentValues:
    return paint.segment_values(PAGE, FOUND, np.array(numbers, dtype=np.float64))


def test_a_segment_of_equal_tokens_has_their_value_and_no_runs():
    state = values(1, 1, 1, 1, 0, NAN, NAN)

    assert state.values[:2].tolist() == [1, 0]
    assert math.isnan(state.values[2])
    assert state.runs == {}


def test_a_divided_segment_has_its_most_frequent_value_and_its_runs():
    state = values(1, 1, 1, 0, 0, 0, 1)

    assert state.values.tolist() == [1, 0, 0]
    assert state.runs == {
        0: ((0, 0, 1, 5, 1), (2, 1, 2, 5, 0)),
        2: ((4, 0, 4, 3, 0), (5, 0, 5, 5, 1)),
    }


def test_unmeasured_tokens_are_a_separate_run():
    state = values(NAN, NAN, NAN, 2.5, 0, 0, 0)

    assert math.isnan(state.values[0])
    assert [run[4] for run in state.runs[0]] == [None, 2.5]


def test_infinite_amounts_are_sent_as_the_maximum():
    state = values(math.inf, math.inf, math.inf, -math.inf, 0, 0, 0)

    assert paint.message(state, [0])[0] == [10**15]
    assert [run[4] for run in state.runs[0]] == [10**15, -(10**15)]


def test_a_segment_divided_too_often_has_only_its_most_frequent_value():
    page = Page.from_text("<p>" + "word " * 400, name="test")
    state = paint.segment_values(page, segments(page), np.array([0.0, 1.0, 2.0] * 133 + [0.0]))

    assert state.runs == {}
    assert state.values.tolist() == [0]


def test_values_for_a_different_page_are_refused():
    with pytest.raises(ValueError, match="7 values are needed"):
        values(1, 2)


def test_a_page_without_tokens_has_no_values():
    page = Page.from_text("", name="test")

    assert len(paint.segment_values(page, segments(page), np.zeros(0)).values) == 0


def test_only_segments_that_differ_between_layers_are_changed():
    old = values(1, 1, 1, 1, 0, NAN, NAN)

    assert paint.changed(old, values(1, 1, 1, 1, 0, NAN, NAN)) == []
    assert paint.changed(old, values(1, 1, 1, 1, 1, NAN, NAN)) == [1]
    assert paint.changed(old, values(1, 1, 1, 0, 0, 0, 0)) == [0, 2]
    assert paint.changed(paint.SegmentValues.unknown(3), old) == [0, 1]


@given(st.lists(st.sampled_from([0.0, 1.0, 0.25, NAN]), min_size=7, max_size=7))
def test_the_runs_of_a_segment_contain_each_of_its_tokens_once(numbers: list[float]):
    state = values(*numbers)
    for segment in range(len(FOUND)):
        first, last = int(FOUND.token_start[segment]), int(FOUND.token_end[segment])
        runs = state.runs.get(segment, ())
        starts = {
            (int(PAGE.tokens.slot[t]), int(PAGE.tokens.start[t] - PAGE.slots.start[s])): t
            for t in range(first, last)
            for s in [int(PAGE.tokens.slot[t])]
        }
        firsts = [starts[run[0], run[1]] for run in runs] or [first]

        assert firsts[0] == first
        for index, run in enumerate(runs):
            end = firsts[index + 1] if index + 1 < len(firsts) else last
            inside = numbers[firsts[index] : end]
            assert all(x == run[4] or (math.isnan(x) and run[4] is None) for x in inside)


def test_a_token_is_found_at_and_beside_its_characters():
    assert [paint.token_at(PAGE, 0, char) for char in (0, 2, 3, 4, 7, 99)] == [0, 0, 1, 1, 1, 1]


def test_a_slot_without_tokens_has_none():
    page = Page.from_text("<p>one <b>two</b> </p>", name="test")

    assert paint.token_at(page, 2, 0) == -1


def test_whole_segments_are_outlined_together_and_parts_alone():
    assert paint.text_ranges(PAGE, FOUND, [(0, 5)]) == (paint.TextRange(0, 2),)
    assert paint.text_ranges(PAGE, FOUND, [(1, 6)]) == (
        paint.TextRange(0, 1, (0, 4, 2, 5)),
        paint.TextRange(1, 2),
        paint.TextRange(2, 3, (4, 0, 4, 3)),
    )


def test_ranges_beyond_the_end_of_the_page_are_cut_or_left_out():
    assert paint.text_ranges(PAGE, FOUND, [(4, 99), (120, 130)]) == (paint.TextRange(1, 3),)


@pytest.mark.parametrize(
    ("high", "numbers", "expected"),
    [(1.0, [0.5, 0.25], 2), (40.0, [3.5, 17.25], 1), (400.0, [3, 170], 0), (1.0, [NAN, 1], 0)],
)
def test_values_have_digits_according_to_their_size(
    high: float, numbers: list[float], expected: int
):
    layer = Layer("k", "K", LayerKind.AMOUNT, np.array(numbers, dtype=np.float64), high=high)

    assert paint.digits(layer) == expected
    assert paint.digits(replace(layer, kind=LayerKind.LABEL)) == 0


def test_every_class_has_a_letter_of_its_own():
    letters = paint.class_letters(["title", "time", "main", "main list", "标题", "title"])

    assert letters == ("T", "I", "M", "A", "标", "L")


def test_letters_run_out_only_after_all_letters_are_used():
    letters = paint.class_letters(["x"] * 40)

    assert len(set(letters[:36])) == 36
    assert set(letters[36:]) == {"?"}
