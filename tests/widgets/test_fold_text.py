"""Runs and lines of a pane contain every token once; folds hide only dropped tokens."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.model.gold import Outcome
from boilerscope.extractors.page import Page, segments
from boilerscope.widgets.fold_text import (
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
    token_runs = runs(PAGE, segments(PAGE), mask)
    flags = np.zeros((2, len(LENGTHS)), dtype=np.bool_)
    flags[0, list(opened)] = True
    flags[1, list(selected)] = True
    pane_lines = lines(token_runs, flags[0], flags[1])
    return [
        (LineKind(kind).name, start, end, out)
        for kind, start, end, out in zip(
            pane_lines.kind.tolist(),
            pane_lines.start.tolist(),
            pane_lines.end.tolist(),
            pane_lines.left_out.tolist(),
            strict=True,
        )
    ]


def test_the_example_has_the_segments_that_the_tests_expect():
    text_segments = segments(PAGE)

    assert tuple((text_segments.token_end - text_segments.token_start).tolist()) == LENGTHS


def test_whole_dropped_segments_side_by_side_share_one_fold():
    shown_lines = shown(mask_of((0, 3), (36, 40)))

    assert shown_lines == [
        ("TEXT", 0, 3, 0),
        ("FOLD_CLOSED", 3, 36, 3),
        ("TEXT", 36, 40, 0),
    ]


def test_kept_segments_are_one_line_each():
    shown_lines = shown(mask_of((0, 5)))

    assert shown_lines[:2] == [("TEXT", 0, 3, 0), ("TEXT", 3, 5, 0)]


def test_a_short_dropped_run_stays_in_the_sentence_of_its_segment():
    shown_lines = shown(mask_of((0, 15), (20, 40)))

    assert shown_lines == [
        ("TEXT", 0, 3, 0),
        ("TEXT", 3, 5, 0),
        ("TEXT", 5, 35, 0),
        ("TEXT", 35, 36, 0),
        ("TEXT", 36, 40, 0),
    ]


def test_a_long_dropped_run_folds_in_the_middle_of_its_segment():
    assert INLINE_TOKENS < 20
    shown_lines = shown(mask_of((0, 10), (30, 40)))

    assert shown_lines[2:5] == [
        ("TEXT", 5, 10, 0),
        ("FOLD_CLOSED", 10, 30, 1),
        ("TEXT", 30, 35, 0),
    ]


def test_an_opened_fold_keeps_its_line_above_its_text():
    shown_lines = shown(mask_of((0, 3)), opened=(1, 2))

    assert shown_lines == [
        ("TEXT", 0, 3, 0),
        ("FOLD_OPEN", 3, 35, 2),
        ("TEXT", 3, 5, 0),
        ("TEXT", 5, 35, 0),
        ("FOLD_CLOSED", 35, 40, 2),
    ]


def test_a_selected_segment_in_a_closed_fold_is_shown_alone_between_two_folds():
    shown_lines = shown(mask_of((0, 3)), selected=(2,))

    assert shown_lines == [
        ("TEXT", 0, 3, 0),
        ("FOLD_CLOSED", 3, 5, 1),
        ("TEXT", 5, 35, 0),
        ("FOLD_CLOSED", 35, 40, 2),
    ]


def test_selecting_inside_an_open_fold_does_not_split_it():
    shown_lines = shown(mask_of((0, 3)), opened=(1, 2, 3, 4), selected=(2,))

    assert [kind for kind, *_ in shown_lines] == [
        "TEXT",
        "FOLD_OPEN",
        "TEXT",
        "TEXT",
        "TEXT",
        "TEXT",
    ]


def test_dropped_text_is_marked():
    token_runs = runs(PAGE, segments(PAGE), mask_of((0, 3)))
    none = np.zeros(len(LENGTHS), dtype=np.bool_)
    selected = none.copy()
    selected[2] = True
    pane_lines = lines(token_runs, none, selected)

    assert pane_lines.folded.tolist() == [False, False, True, False]


def test_a_difference_distinguishes_both_here_there_and_neither():
    first = np.array([True, True, False, False])
    second = np.array([True, False, True, False])

    assert difference(first, second).tolist() == [
        Part.KEPT,
        Part.ONLY_HERE,
        Part.ONLY_THERE,
        Part.DROPPED,
    ]


def test_words_that_only_the_other_pane_keeps_are_not_folded():
    parts = difference(mask_of((0, 3)), mask_of((3, 5)))
    token_runs = runs(PAGE, segments(PAGE), parts)

    assert token_runs.part.tolist() == [Part.ONLY_HERE, Part.ONLY_THERE, *[Part.DROPPED] * 3]
    assert token_runs.group.tolist() == [-1, -1, 0, 0, 0]


def test_a_mask_of_a_different_page_is_refused():
    with pytest.raises(ValueError, match="40 tokens is needed, got 3"):
        runs(PAGE, segments(PAGE), np.zeros(3, dtype=np.bool_))


def test_an_empty_page_has_no_lines():
    page = Page.from_text("", name="empty")
    token_runs = runs(page, segments(page), np.zeros(0, dtype=np.bool_))
    none = np.zeros(0, dtype=np.bool_)
    pane_lines = lines(token_runs, none, none)

    assert len(token_runs) == 0
    assert len(pane_lines) == 0
    assert pane_lines.of_token(0) == -1


def test_a_segment_of_any_length_is_cut_into_lines_of_bounded_length():
    page = Page.from_text("<p>" + "w " * (3 * PIECE_TOKENS + 7), name="long")
    token_runs = runs(page, segments(page), np.ones(page.n_tokens, dtype=np.bool_))
    none = np.zeros(1, dtype=np.bool_)
    pane_lines = lines(token_runs, none, none)

    assert (pane_lines.end - pane_lines.start).tolist() == [PIECE_TOKENS] * 3 + [7]


def test_the_end_of_a_long_fold_is_not_treated_as_a_short_fold():
    page = Page.from_text("<p>" + "w " * (2 * PIECE_TOKENS), name="long")
    mask = np.zeros(page.n_tokens, dtype=np.bool_)
    mask[:20] = True
    mask[PIECE_TOKENS + 3 :] = True
    token_runs = runs(page, segments(page), mask)

    assert set(token_runs.group[token_runs.part == Part.DROPPED].tolist()) == {0}


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
    is_touched = touched(segments(PAGE), token_runs)

    assert np.flatnonzero(is_touched).tolist() == expected


@pytest.mark.parametrize(
    ("token", "line"), [(0, 0), (2, 0), (3, 1), (4, 1), (5, 2), (34, 2), (35, 3), (39, 3)]
)
def test_every_token_is_found_in_its_text_or_in_the_fold_that_hides_it(token: int, line: int):
    token_runs = runs(PAGE, segments(PAGE), mask_of((0, 3)))
    none = np.zeros(len(LENGTHS), dtype=np.bool_)
    selected = none.copy()
    selected[2] = True
    pane_lines = lines(token_runs, none, selected)

    assert pane_lines.of_token(token) == line


@given(
    parts=st.lists(st.integers(0, 3), min_size=40, max_size=40),
    opened=st.sets(st.integers(0, 4)),
    selected=st.sets(st.integers(0, 4)),
)
def test_lines_contain_every_token_once_and_hide_only_dropped_tokens(
    parts: list[int], opened: set[int], selected: set[int]
):
    token_runs = runs(PAGE, segments(PAGE), np.array(parts, dtype=np.int8))
    flags = np.zeros((2, 5), dtype=np.bool_)
    flags[0, list(opened)] = True
    flags[1, list(selected)] = True
    pane_lines = lines(token_runs, flags[0], flags[1])
    owner = segments(PAGE).of_token()

    covered: list[int] = []
    for kind, start, end in zip(
        pane_lines.kind, pane_lines.start.tolist(), pane_lines.end.tolist(), strict=True
    ):
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


def test_missed_text_has_its_own_fold_beside_correctly_dropped_text():
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
