"""Compared characters: what is left out, what is equal, and where each character stands."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.page import Page
from boilerscope.extractors.text.comparing import (
    compared,
    compared_page,
    compared_without_readings,
)

_MARKED = (
    "ae\u0301\u0323\u0308é\u1112\u1161\u11ab한\u0928\u093c\u0958\u09c7\u09be\u212b"
    "\u00ad \u200bx\ufb1d"
)


def test_white_space_and_invisible_characters_are_left_out():
    text = "a\u00adb \u200bc\n\ufeffd\U000e0020\u3000e"

    result = compared(text)

    assert result.as_text() == "abcde"
    assert [text[position] for position in result.positions.tolist()] == list("abcde")


def test_united_characters_stand_where_the_first_of_them_stands():
    result = compared("x cafe\u0301s")

    assert result.as_text() == "xcafés"
    assert result.positions.tolist() == [0, 2, 3, 4, 5, 7]


def test_divided_characters_stand_where_the_whole_one_stands():
    result = compared("a\u0958b")

    assert result.as_text() == "a\u0915\u093cb"
    assert result.positions.tolist() == [0, 1, 1, 2]


def test_lone_surrogates_and_characters_above_the_basic_plane_stay():
    assert compared("\ud800 𠀀🌉").as_text() == "\ud800𠀀🌉"


def test_the_page_is_compared_without_title_head_and_template():
    page = Page.from_text(
        "<title>Title</title><body><p>one<template>two</template> three", name="page"
    )

    assert compared_page(page).as_text() == "onethree"
    assert compared_page(page) is compared_page(page)


def test_readings_can_be_left_out():
    page = Page.from_text("<p><ruby>港<rp>(</rp><rt>みなと</rt><rp>)</rp></ruby>の橋", name="page")
    without = compared_without_readings(page)

    assert compared_page(page).as_text() == "港(みなと)の橋"
    assert without is not None
    assert without.as_text() == "港の橋"
    assert compared_without_readings(Page.from_text("<p>港の橋", name="page")) is None


@given(st.text(st.sampled_from(_MARKED), max_size=12))
def test_canonically_equivalent_texts_are_equal(text: str):
    result = compared(text)
    left = "".join(c for c in text if c not in "\u00ad \u200b")

    assert result.as_text() == unicodedata.normalize("NFC", left)
    assert result.as_text() == compared(unicodedata.normalize("NFD", text)).as_text()
    assert (result.positions[1:] >= result.positions[:-1]).all()
    assert all(0 <= position < len(text) for position in result.positions.tolist())
