"""Lengths of collapsed text of all nodes, compared with splitting and joining."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.page import Page, SlotFlag
from boilerscope.extractors.page.code_points import code_points, is_space
from boilerscope.extractors.page.segments import breaks_before
from boilerscope.extractors.text.collapsed_text import (
    collapsed_ranges,
    collapsed_text,
    collapsed_texts,
    slot_texts,
    text_lengths,
)

PIECES = (
    *("<div>", "</div>", "<p>", "</p>", "<b>", "</b>", "one", " two ", "\n", "\u3000", "\u00a0"),
    *("<script>s s</script>", "<noscript>n n</noscript>", "<!-- c -->", "<br>", "中文", " ", "!"),
)


def collapsed(text: str) -> int:
    return len(" ".join(text.split()))


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=25))
def test_lengths_are_those_of_the_joined_texts(pieces: list[str]):
    page = Page.from_text("".join(pieces), name="page")
    lengths = text_lengths(page, SlotFlag.NOSCRIPT)
    slots = page.slots

    for slot in range(len(slots)):
        text = page.slot_text(slot) if lengths.read[slot] else ""
        assert lengths.slot[slot] == collapsed(text)
    for row in range(len(page.elements)):
        inside = range(page.elements.slot_start[row], page.elements.slot_end[row])
        read = [slot for slot in inside if lengths.read[slot]]
        assert lengths.element[row] == collapsed("".join(page.slot_text(slot) for slot in read))
        tokens = sum(int(slots.token_end[slot] - slots.token_start[slot]) for slot in read)
        assert lengths.element_tokens[row] == tokens


def one_line(page: Page, row: int) -> str:
    """Return the text below an element with a space for each white space and block edge."""
    text, previous = "", -1
    for slot in range(page.elements.slot_start[row], page.elements.slot_end[row]):
        line = int(breaks_before(page)[slot])
        text += " " * (line != previous) + page.slot_text(slot)
        previous = line
    return " ".join(text.split())


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=25))
def test_collapsed_texts_are_those_of_splitting_and_joining(pieces: list[str]):
    page = Page.from_text("".join(pieces), name="page")
    texts = slot_texts(page)

    for slot in range(len(page.slots)):
        text = page.slot_text(slot)
        assert texts.text[texts.start[slot] : texts.end[slot]] == " ".join(text.split())
        assert texts.leads[slot] == text[:1].isspace()
        assert texts.trails[slot] == text[-1:].isspace()
    starts, ends = collapsed_ranges(page, np.arange(len(page.elements), dtype=np.int32))
    for row in range(len(page.elements)):
        joined = " ".join(page.element_text(row).split())
        assert texts.text[starts[row] : ends[row]] == joined
        assert collapsed_text(page, row) == one_line(page, row)
    rows = np.arange(len(page.elements), dtype=np.int32)
    assert collapsed_texts(page, rows) == [collapsed_text(page, row) for row in rows.tolist()]


def test_slots_are_spaced_if_there_is_white_space_at_or_between_them():
    page = Page.from_text("a<b> b</b><i>c </i> <u>d</u><s>e</s>", name="page")

    inked, spaced = slot_texts(page).spaced(np.arange(len(page.slots)))

    assert [page.slot_text(slot).strip() for slot in inked.tolist()] == list("abcde")
    assert spaced.tolist() == [False, True, False, True, False]


def test_text_of_neighbouring_elements_is_not_separated():
    page = Page.from_text("<div><p>ab</p><p>cd</p></div><div> e <b> f </b></div>", name="page")
    lengths = text_lengths(page, SlotFlag.NONE)
    by_tag = dict(zip(page.elements.tag, lengths.element.tolist(), strict=True))

    assert by_tag == {"html": 8, "body": 8, "div": 3, "p": 2, "b": 1}


def test_white_space_is_that_of_unicode():
    text = "a b\u00a0c\u3000d\u200be\u2028"

    assert is_space(code_points(text)).tolist() == [character.isspace() for character in text]
