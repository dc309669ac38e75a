"""Marks as values: each change gives a new value, and undo returns the old value."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.gold.marking import (
    MAX_UNDO,
    Marking,
    element_runs,
    marked_gold,
    merge,
)
from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance, Snippets
from boilerscope.extractors.page import Page

MAIN, REST, TITLE = GoldClass.MAIN, GoldClass.BOILERPLATE, GoldClass.TITLE
PROVENANCE = Provenance("boilerscope", "a.html.gold.jsonl", "Ada", "2026-11-22T12:00:00+00:00")


def _classes(marking: Marking) -> str:
    return "".join(".MBTCU"[kind] for kind in marking.classes.tolist())


def _blocks(*ranges: tuple[int, int]) -> Blocks:
    start, end = np.array(ranges, dtype=np.int32).T
    return Blocks.from_ranges(start, end, np.zeros(len(ranges), dtype=np.int32))


def test_ranges_blocks_and_elements_are_marked():
    page = Page.from_text("<h1>Old lake</h1><p>The council <b>agreed</b> on it</p>", name="page")
    row = page.elements.tag.index("b")
    marking = Marking.begin(page.n_tokens)

    marking = marking.mark(_blocks((0, 2), (2, 7)).runs(0), TITLE)
    marking = marking.mark([(2, 7)], MAIN).mark(element_runs(page, row), GoldClass.COMMENT)

    assert _classes(marking) == "TTMMCMM"


def test_an_element_without_words_marks_nothing():
    page = Page.from_text("<p>a</p><img>", name="page")

    assert element_runs(page, page.elements.tag.index("img")) == []


def test_the_rest_is_marked_and_marked_words_keep_their_class():
    marking = Marking.begin(5).mark([(1, 2)], MAIN).mark([(3, 4)], GoldClass.UNDECIDED)

    assert _classes(marking.mark_rest()) == "BMBUB"


def test_clearing_unmarks():
    assert _classes(Marking.begin(4).mark([(0, 4)], MAIN).clear([(1, 3)])) == "M..M"


def test_a_range_outside_the_page_is_refused():
    with pytest.raises(GoldError, match="words 2 to 5 are not on the page, which has 4 words"):
        Marking.begin(4).mark([(2, 5)], MAIN)


def test_words_are_counted_by_class():
    counts = Marking.begin(6).mark([(0, 2)], MAIN).mark([(2, 3)], GoldClass.UNDECIDED).counts

    assert (counts.n_words, counts.n_marked) == (6, 3)
    assert counts.by_class[MAIN] == 2
    assert counts.by_class[GoldClass.UNMARKED] == 3


def test_a_mark_that_changes_nothing_is_not_a_step():
    marking = Marking.begin(3).mark([(0, 2)], MAIN)

    assert marking.mark([(0, 1)], MAIN) is marking
    assert marking.clear([]) is marking


def test_undo_and_redo_end_at_the_first_and_last_state():
    empty = Marking.begin(3)
    marked = empty.mark([(0, 1)], MAIN)

    assert (empty.can_undo, empty.can_redo) == (False, False)
    assert empty.undo() is empty
    assert marked.redo() is marked
    assert (marked.undo().can_redo, marked.undo().can_undo) == (True, False)
    assert not marked.undo().mark([(2, 3)], REST).can_redo


def test_the_number_of_undo_steps_is_limited():
    marking = Marking.begin(2)
    for number in range(MAX_UNDO + 10):
        marking = marking.mark([(0, 1)], MAIN if number % 2 else REST)

    n_undone = 0
    while marking.can_undo:
        marking = marking.undo()
        n_undone += 1

    assert n_undone == MAX_UNDO


def test_the_search_for_an_unmarked_block_continues_from_the_first_block():
    blocks = _blocks((0, 2), (2, 4), (4, 6))
    marking = Marking.begin(6).mark([(2, 4)], MAIN)

    assert marking.next_unmarked(blocks) == 0
    assert marking.next_unmarked(blocks, after=0) == 2
    assert marking.next_unmarked(blocks, after=2) == 0
    assert marking.mark_rest().next_unmarked(blocks) is None


MARKS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 10), st.sampled_from(list(GoldClass))), max_size=12
)


@given(MARKS)
def test_undo_returns_every_state_and_redo_every_later_state(
    marks: list[tuple[int, int, GoldClass]],
):
    states = [Marking.begin(10)]
    for start, end, kind in marks:
        marked = states[-1].mark([(min(start, end), max(start, end))], kind)
        if marked is not states[-1]:
            states.append(marked)
    expected = [_classes(state) for state in states]

    back = [states[-1]]
    while back[-1].can_undo:
        back.append(back[-1].undo())
    forth = [back[-1]]
    while forth[-1].can_redo:
        forth.append(forth[-1].redo())

    assert [_classes(state) for state in back] == expected[::-1]
    assert [_classes(state) for state in forth] == expected


def test_replacing_all_classes_is_one_step_and_must_fit_the_page():
    marking = Marking.begin(3)

    replaced = marking.replace_all(np.array([1, 2, 0], dtype=np.uint8))

    assert _classes(replaced) == "MB."
    assert _classes(replaced.undo()) == "..."
    with pytest.raises(GoldError, match="the page has 3 words, got 2 marks"):
        marking.replace_all(np.zeros(2, dtype=np.uint8))


def test_marked_gold_keeps_the_snippets_and_drops_the_outdated_text():
    snippets = Snippets(("a",), ())
    before = Gold(
        np.ones(2, dtype=np.uint8), Provenance("corpus", "gold.jsonl"), "a b", 0.5, ("b",), snippets
    )

    gold = marked_gold(before, Marking.begin(2).mark_rest(), PROVENANCE)

    assert (gold.text, gold.share, gold.missing) == (None, 1.0, ())
    assert (gold.snippets, gold.provenance) == (snippets, PROVENANCE)
    assert gold.classes.tolist() == [REST, REST]
    assert marked_gold(None, Marking.begin(2), PROVENANCE).snippets is None


def test_marks_of_two_programs_are_merged_unless_they_contradict():
    base = np.array([0, 0, 0, 1, 1, 0], dtype=np.uint8)
    ours = np.array([1, 0, 2, 1, 0, 1], dtype=np.uint8)
    theirs = np.array([0, 2, 2, 2, 2, 2], dtype=np.uint8)

    merged = merge(base, ours, theirs)

    assert merged.classes.tolist() == [1, 2, 2, 2, 0, 0]
    assert merged.contradicts.tolist() == [False, False, False, False, True, True]
    assert merged.n_contradictions == 2


@given(st.lists(st.tuples(*[st.sampled_from(list(GoldClass))] * 3), min_size=1, max_size=8))
def test_a_merge_has_every_change_that_only_one_program_made(
    words: list[tuple[GoldClass, GoldClass, GoldClass]],
):
    base, ours, theirs = np.array(words, dtype=np.uint8).T

    merged = merge(base, ours, theirs)

    for b, o, t, result, contradicts in zip(
        base, ours, theirs, merged.classes, merged.contradicts, strict=True
    ):
        changed = {kind for kind in (o, t) if kind != b}
        assert contradicts == (len(changed) == 2)
        assert result == (0 if contradicts else changed.pop() if changed else b)
