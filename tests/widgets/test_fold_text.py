"""Runs and lines of a pane hold every token once, fold what was dropped and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.model.gold import Outcome
from extractors.page import Page, segments
from widgets.fold_text import (
    INLINE_TOKENS,
    PIECE_TOKENS,
    LineKind,
    Part,
    against_gold,
    difference,
    lines,
    runs,
    touched,
)

# Segments of 3, 2, 30, 1 and 4 tokens.
PAGE = Page.from_text(
    f"<h1>a b c</h1><p>d e</p><p>{'w ' * 30}</p><p>x</p><p>p q r s</p>", name="five"
)
LENGTHS = (3, 2, 30, 1, 4)


def mask_of(*kept: tuple[int, int]) -> np.ndarray:
    mask = np.zeros(PAGE.n_tokens, dtype=np.bool_)
    for start, end in kept:
        mask[start:end] = True
    return mask


def shown(mask: np.ndarray, *, opened: tuple[int, ...] = (), selected: tuple[int, ...] = ()):
    found = runs(PAGE, segments(PAGE), mask)
    flags = np.zeros((2, len(LENGTHS)), dtype=np.bool_)
    flags[0, list(opened)] = True
    flags[1, list(selected)] = True
    made = lines(found, flags[0], flags[1])
    return [
        (LineKind(kind).name, start, end, out)
        for kind, start, end, out in zip(
            made.kind.tolist(),
            made.start.tolist(),
            made.end.tolist(),
            made.left_out.tolist(),
            strict=True,
        )
    ]


def test_the_example_has_the_segments_the_tests_count_with():
    found = segments(PAGE)

    assert tuple((found.token_end - found.token_start).tolist()) == LENGTHS


def test_whole_dropped_segments_side_by_side_share_one_fold():
    made = shown(mask_of((0, 3), (36, 40)))

    assert made == [
        ("TEXT", 0, 3, 0),
        ("FOLD_CLOSED", 3, 36, 3),
        ("TEXT", 36, 40, 0),
    ]


def test_kept_segments_are_one_line_each():
    made = shown(mask_of((0, 5)))

    assert made[:2] == [("TEXT", 0, 3, 0), ("TEXT", 3, 5, 0)]


def test_a_short_dropped_run_stays_in_the_sentence_of_its_segment():
    made = shown(mask_of((0, 15), (20, 40)))

    assert made == [
        ("TEXT", 0, 3, 0),
        ("TEXT", 3, 5, 0),
        ("TEXT", 5, 35, 0),
        ("TEXT", 35, 36, 0),
        ("TEXT", 36, 40, 0),
    ]


def test_a_long_dropped_run_folds_in_the_middle_of_its_segment():
    assert INLINE_TOKENS < 20
    made = shown(mask_of((0, 10), (30, 40)))

    assert made[2:5] == [
        ("TEXT", 5, 10, 0),
        ("FOLD_CLOSED", 10, 30, 1),
        ("TEXT", 30, 35, 0),
    ]


def test_an_opened_fold_keeps_its_line_above_its_text():
    made = shown(mask_of((0, 3)), opened=(1, 2))

    assert made == [
        ("TEXT", 0, 3, 0),
        ("FOLD_OPEN", 3, 35, 2),
        ("TEXT", 3, 5, 0),
        ("TEXT", 5, 35, 0),
        ("FOLD_CLOSED", 35, 40, 2),
    ]


def test_a_selected_segment_in_a_closed_fold_is_shown_alone_between_two_lines():
    made = shown(mask_of((0, 3)), selected=(2,))

    assert made == [
        ("TEXT", 0, 3, 0),
        ("FOLD_CLOSED", 3, 5, 1),
        ("TEXT", 5, 35, 0),
        ("FOLD_CLOSED", 35, 40, 2),
    ]


def test_selecting_inside_an_open_fold_does_not_split_it():
    made = shown(mask_of((0, 3)), opened=(1, 2, 3, 4), selected=(2,))

    assert [kind for kind, *_ in made] == ["TEXT", "FOLD_OPEN", "TEXT", "TEXT", "TEXT", "TEXT"]


def test_text_that_was_dropped_says_so():
    found = runs(PAGE, segments(PAGE), mask_of((0, 3)))
    none = np.zeros(len(LENGTHS), dtype=np.bool_)
    chosen = none.copy()
    chosen[2] = True
    made = lines(found, none, chosen)

    assert made.folded.tolist() == [False, False, True, False]


def test_a_difference_tells_both_here_there_and_neither():
    here = np.array([True, True, False, False])
    there = np.array([True, False, True, False])

    assert difference(here, there).tolist() == [
        Part.KEPT,
        Part.ONLY_HERE,
        Part.ONLY_THERE,
        Part.DROPPED,
    ]


def test_what_only_the_other_pane_keeps_is_not_folded():
    parts = difference(mask_of((0, 3)), mask_of((3, 5)))
    found = runs(PAGE, segments(PAGE), parts)

    assert found.part.tolist() == [Part.ONLY_HERE, Part.ONLY_THERE, *[Part.DROPPED] * 3]
    assert found.group.tolist() == [-1, -1, 0, 0, 0]


def test_a_mask_of_another_page_is_refused():
    with pytest.raises(ValueError, match="40 tokens is needed, got 3"):
        runs(PAGE, segments(PAGE), np.zeros(3, dtype=np.bool_))


def test_an_empty_page_has_no_lines():
    page = Page.from_text("", name="empty")
    found = runs(page, segments(page), np.zeros(0, dtype=np.bool_))
    none = np.zeros(0, dtype=np.bool_)
    made = lines(found, none, none)

    assert len(found) == 0
    assert len(made) == 0
    assert made.of_token(0) == -1


def test_a_segment_of_any_length_is_cut_into_lines_of_bounded_length():
    page = Page.from_text("<p>" + "w " * (3 * PIECE_TOKENS + 7), name="long")
    found = runs(page, segments(page), np.ones(page.n_tokens, dtype=np.bool_))
    none = np.zeros(1, dtype=np.bool_)
    made = lines(found, none, none)

    assert (made.end - made.start).tolist() == [PIECE_TOKENS] * 3 + [7]


def test_the_end_of_a_long_fold_is_not_taken_for_a_short_one():
    page = Page.from_text("<p>" + "w " * (2 * PIECE_TOKENS), name="long")
    mask = np.zeros(page.n_tokens, dtype=np.bool_)
    mask[:20] = True
    mask[PIECE_TOKENS + 3 :] = True
    found = runs(page, segments(page), mask)

    assert set(found.group[found.part == Part.DROPPED].tolist()) == {0}


@pytest.mark.parametrize(
    ("token_runs", "expected"),
    [
        (((0, 1),), [0]),
        (((2, 6),), [0, 1, 2]),
        (((4, 4),), []),
        (((0, 1), (39, 40)), [0, 4]),
        (((0, 40),), [0, 1, 2, 3, 4]),
    ],
)
def test_a_selection_touches_the_segments_it_shares_a_token_with(
    token_runs: tuple[tuple[int, int], ...], expected: list[int]
):
    chosen = touched(segments(PAGE), token_runs)

    assert np.flatnonzero(chosen).tolist() == expected


@pytest.mark.parametrize(
    ("token", "line"), [(0, 0), (2, 0), (3, 1), (4, 1), (5, 2), (34, 2), (35, 3), (39, 3)]
)
def test_every_token_is_found_in_its_text_or_in_the_fold_that_hides_it(token: int, line: int):
    found = runs(PAGE, segments(PAGE), mask_of((0, 3)))
    none = np.zeros(len(LENGTHS), dtype=np.bool_)
    chosen = none.copy()
    chosen[2] = True
    made = lines(found, none, chosen)

    assert made.of_token(token) == line


@given(
    parts=st.lists(st.integers(0, 3), min_size=40, max_size=40),
    opened=st.sets(st.integers(0, 4)),
    selected=st.sets(st.integers(0, 4)),
)
def test_lines_hold_every_token_once_and_hide_only_what_was_dropped(
    parts: list[int], opened: set[int], selected: set[int]
):
    found = runs(PAGE, segments(PAGE), np.array(parts, dtype=np.int8))
    flags = np.zeros((2, 5), dtype=np.bool_)
    flags[0, list(opened)] = True
    flags[1, list(selected)] = True
    made = lines(found, flags[0], flags[1])
    owner = segments(PAGE).of_token()

    covered: list[int] = []
    for kind, start, end in zip(made.kind, made.start.tolist(), made.end.tolist(), strict=True):
        if kind == LineKind.FOLD_OPEN:
            assert all(parts[token] == Part.DROPPED for token in range(start, end))
            assert all(owner[token] in opened for token in range(start, end))
            continue
        covered.extend(range(start, end))
        if kind == LineKind.FOLD_CLOSED:
            assert all(parts[token] == Part.DROPPED for token in range(start, end))
            assert not {int(owner[token]) for token in range(start, end)} & (opened | selected)
        else:
            assert len({int(owner[token]) for token in range(start, end)}) == 1
    assert covered == list(range(40))


def test_missed_text_has_a_fold_of_its_own_beside_rightly_dropped_text():
    mask = mask_of((0, 3), (36, 40))
    outcomes = np.full(PAGE.n_tokens, np.nan)
    outcomes[0:3], outcomes[3:5], outcomes[5:36] = Outcome.KEPT, Outcome.DROPPED, Outcome.MISSED
    outcomes[36:38] = Outcome.WRONGLY_KEPT
    parts = against_gold(mask, outcomes)

    assert [Part(part) for part in parts[[0, 3, 5, 36, 38]].tolist()] == [
        Part.RIGHTLY_KEPT,
        Part.RIGHTLY_DROPPED,
        Part.MISSED,
        Part.WRONGLY_KEPT,
        Part.UNMARKED,
    ]
    assert shown(parts) == [
        ("TEXT", 0, 3, 0),
        ("FOLD_CLOSED", 3, 5, 1),
        ("FOLD_CLOSED", 5, 36, 2),
        ("TEXT", 36, 40, 0),
    ]
    assert shown(parts, opened=(1, 2, 3)) == [
        ("TEXT", 0, 3, 0),
        ("FOLD_OPEN", 3, 5, 1),
        ("TEXT", 3, 5, 0),
        ("FOLD_OPEN", 5, 36, 2),
        ("TEXT", 5, 35, 0),
        ("TEXT", 35, 36, 0),
        ("TEXT", 36, 40, 0),
    ]
