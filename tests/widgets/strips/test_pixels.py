"""Images of strips: the tokens of each pixel."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.model.gold import GoldClass, Outcome
from boilerscope.widgets.equal_runs import equal_runs
from boilerscope.widgets.strips import pixels
from boilerscope.widgets.strips.pixels import PrefixSums
from boilerscope.widgets.strips.window import Window

KEPT_AND_DROPPED = np.array([True] * 6 + [False] * 4)


def kept_columns(picture: pixels.IndexArray) -> list[bool]:
    """Return the mask of columns of a label image that are solid content."""
    return [bool((column == pixels.CONTENT).all()) for column in picture.T]


def test_one_pixel_a_token_shows_each_token():
    sums = PrefixSums.of(KEPT_AND_DROPPED)
    picture = pixels.label_picture(sums, Window(0, 10), 10, 12, 1.0)

    assert kept_columns(picture) == KEPT_AND_DROPPED.tolist()


def test_several_tokens_a_pixel_show_the_majority():
    mask = np.array([True, True, False, False, False, True])
    picture = pixels.label_picture(PrefixSums.of(mask), Window(0, 6), 2, 4, 1.0)

    assert kept_columns(picture) == [True, False]


def test_several_pixels_a_token_show_the_same_token():
    picture = pixels.label_picture(PrefixSums.of(KEPT_AND_DROPPED), Window(5, 7), 8, 4, 1.0)

    assert kept_columns(picture) == [True] * 4 + [False] * 4


def test_dropped_text_is_hatched_so_that_colour_is_not_alone():
    picture = pixels.label_picture(
        PrefixSums.of(np.zeros(30, dtype=bool)), Window(0, 30), 30, 12, 1.0
    )
    levels = set(np.unique(picture).tolist())

    assert pixels.HATCH in levels
    assert pixels.HATCH + pixels.N_HATCH - 1 in levels
    assert pixels.CONTENT not in levels


def test_one_differing_token_in_a_million_marks_its_pixel():
    differing = np.zeros(1_000_000, dtype=bool)
    differing[765_432] = True
    picture = pixels.difference_picture(PrefixSums.of(differing), Window(0, 1e6), 1000, 3)

    assert np.flatnonzero(picture[0] == pixels.SPLIT).tolist() == [765]


def test_an_amount_is_shown_by_height_and_by_colour():
    sums = PrefixSums.of(np.array([0.0, 0.5, 1.0]))
    picture = pixels.amount_picture(sums, 1.0, Window(0, 3), 3, 10)
    heights = [(column != pixels.TRACK).sum() for column in picture.T]
    colours = picture[-1].tolist()

    assert heights == [1, 5, 10]
    assert colours == sorted(colours)
    assert colours[0] == pixels.AMOUNT
    assert colours[2] == pixels.AMOUNT + pixels.N_AMOUNT - 1


def test_an_amount_above_the_scale_is_a_full_bar():
    picture = pixels.amount_picture(PrefixSums.of(np.array([7.0])), 2.0, Window(0, 1), 1, 10)

    assert (picture == pixels.AMOUNT + pixels.N_AMOUNT - 1).all()


def test_unmeasured_text_is_dotted_and_not_zero():
    picture = pixels.amount_picture(
        PrefixSums.of(np.array([math.nan] * 8)), 1.0, Window(0, 8), 8, 8
    )

    assert set(np.unique(picture).tolist()) == {pixels.MISSING, pixels.MISSING_DOT}


def test_the_mean_leaves_out_unmeasured_tokens():
    sums = PrefixSums.of(np.array([1.0, math.nan, 3.0]))

    assert sums.mean_of([(0, 3)]) == 2.0
    assert math.isnan(sums.mean_of([(1, 2)]))


def test_agreement_goes_from_boilerplate_to_content():
    sums = PrefixSums.of(np.array([0.0, 2.0, 4.0]))
    picture = pixels.agreement_picture(sums, 4, Window(0, 3), 3, 12)
    bottom = picture[-1].tolist()

    assert bottom[0] == pixels.AGREEMENT
    assert bottom[2] == pixels.AGREEMENT + pixels.N_AGREEMENT - 1
    assert [(column != pixels.TRACK).sum() for column in picture.T] == [1, 6, 12]


def test_classes_are_plain_colours():
    picture = pixels.class_picture(
        PrefixSums.of(np.array([0.0, 2.0, math.nan])), Window(0, 3), 3, 4
    )

    assert picture[0].tolist() == [pixels.CLASSES, pixels.CLASSES + 2, pixels.MISSING]


@given(
    st.lists(st.booleans(), min_size=1, max_size=200),
    st.integers(1, 300),
    st.floats(0, 0.99),
    st.floats(0.01, 1.0),
)
def test_every_pixel_has_at_least_one_token_of_the_window(
    mask: list[bool], width: int, start: float, share: float
):
    n_tokens = len(mask)
    window = Window(start * n_tokens, start * n_tokens + max(share * n_tokens, 1.0)).inside(
        n_tokens
    )
    first, last = pixels.ranges(window, width, n_tokens)

    assert (last > first).all()
    assert first.min() >= 0
    assert last.max() <= n_tokens
    assert (np.diff(first) >= 0).all()
    assert first[0] <= window.start + 1
    assert last[-1] >= window.end - 1


def test_zooming_keeps_the_token_under_the_pointer():
    window = Window(0, 1000)
    before = window.token_at(0.25)
    zoomed = window.zoomed(0.5, 0.25, 1000)

    assert zoomed.length == 500
    assert zoomed.token_at(0.25) == pytest.approx(before)


def test_zooming_stops_at_the_whole_page_and_at_a_few_tokens():
    assert Window(10, 20).zoomed(1e6, 0.5, 1000) == Window(0, 1000)
    assert Window(0, 1000).zoomed(1e-9, 0.5, 1000).length == 8


def test_panning_stops_at_the_ends():
    assert Window(10, 20).moved(-100, 1000) == Window(0, 10)
    assert Window(10, 20).moved(5000, 1000) == Window(990, 1000)


def test_a_window_moves_only_if_a_range_is_not_visible():
    window = Window(100, 200)

    assert window.around(120, 150, 1000) is window
    moved = window.around(500, 520, 1000)

    assert moved.start < 500
    assert moved.end > 520


def test_sections_are_runs_of_equal_codes():
    codes = np.array([0, 0, 3, 3, 3, 0], dtype=np.int32)

    assert equal_runs(codes) == [(0, 2, 0), (2, 5, 3), (5, 6, 0)]


@pytest.mark.parametrize(("minimum", "step"), [(1, 1), (1.5, 2), (3, 5), (7, 10), (30, 50)])
def test_ticks_are_at_round_numbers(minimum: float, step: int):
    assert pixels.nice_step(minimum) == step


def test_ticks_are_inside_the_window_and_apart():
    ticks = pixels.ticks(Window(95, 1079), 1000, 80)

    assert ticks[0] >= 95
    assert ticks[-1] <= 1079
    assert min(np.diff(ticks)) * 1000 / (1079 - 95) >= 80


def test_each_gold_class_looks_different():
    classes = np.array([kind.value for kind in GoldClass for _ in range(8)], dtype=np.float64)
    picture = pixels.gold_picture(PrefixSums.of(classes), Window(0, 48), 48, 12, 1.0)
    looks = [picture[:, kind * 8 : kind * 8 + 8] for kind in GoldClass]

    assert (looks[GoldClass.MAIN] == pixels.CONTENT).all()
    assert set(np.unique(looks[GoldClass.UNMARKED])) == {pixels.MISSING, pixels.MISSING_DOT}
    assert looks[GoldClass.BOILERPLATE].min() >= pixels.HATCH
    assert set(np.unique(looks[GoldClass.COMMENT])) == {pixels.COMMENT, pixels.COMMENT_LINE}
    assert len({look.tobytes() for look in looks}) == len(GoldClass)


def test_errors_are_strong_and_correct_text_is_pale():
    kept = np.array([True, False, True, False, True, False])
    outcomes = np.array(
        [Outcome.KEPT, Outcome.DROPPED, Outcome.WRONGLY_KEPT, Outcome.MISSED, np.nan, np.nan]
    )
    picture = pixels.error_picture(
        PrefixSums.of(outcomes.repeat(8)), PrefixSums.of(kept.repeat(8)), Window(0, 48), 48, 12, 1.0
    )
    looks = [picture[:, start : start + 8] for start in range(0, 48, 8)]

    assert (looks[0] == pixels.PALE_CONTENT).all()
    pale_hatch = range(pixels.PALE_HATCH, pixels.PALE_HATCH + pixels.N_PALE_HATCH)
    assert set(np.unique(looks[1]).tolist()) <= set(pale_hatch)
    assert (looks[2] == pixels.CONTENT).all()
    hatch = range(pixels.HATCH, pixels.HATCH + pixels.N_HATCH)
    assert set(np.unique(looks[3]).tolist()) <= set(hatch)
    assert np.count_nonzero(looks[4] == pixels.MISSING_DOT) == 8  # a line: unmarked, but kept
    assert (looks[5] == pixels.TRACK).all()


def test_the_most_frequent_code_of_some_ranges_ignores_tokens_without_one():
    sums = PrefixSums.of(np.array([3, 3, np.nan, np.nan, np.nan, 1, 1, 1]))

    assert sums.most_frequent([(0, 4)]) == 3
    assert sums.most_frequent([(1, 2), (5, 7)]) == 1
    assert sums.most_frequent([(2, 5)]) == -1
    assert sums.most_frequent([]) == -1
