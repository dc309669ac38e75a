"""Exclusive text: nested elements left out, characters and words found, elements counted."""

from __future__ import annotations

import random

import numpy as np
import pytest

from boilerscope.extractors.model.token_blocks import exclusive_blocks
from boilerscope.extractors.page import Page
from boilerscope.extractors.text.exclusive_text import (
    ExclusiveText,
    count_in_slots,
    exclusive_text,
    is_read,
    link_of,
)
from boilerscope.extractors.text.word_patterns import any_word

TAGS = frozenset(("div", "body"))


def units(body: str) -> ExclusiveText:
    return exclusive_text(Page.from_text(f"<body>{body}</body>", name="test"), TAGS)


def texts(exclusive: ExclusiveText) -> list[str]:
    return exclusive.texts_of(np.arange(len(exclusive)))


def test_nested_element_is_left_out_and_leaves_a_space():
    page = Page.from_text("<body>a<div>b</div>c</body>", name="test")
    exclusive = exclusive_text(page, TAGS)
    blocks = exclusive_blocks(page, exclusive)

    assert texts(exclusive) == ["a c", "b"]
    assert exclusive.parent.tolist() == [-1, 0]
    assert [blocks.runs(block) for block in (0, 1)] == [[(0, 1), (2, 3)], [(1, 2)]]


def test_white_space_of_any_kind_is_collapsed():
    assert texts(units("\u3000a \xa0\n b\u2028<script>x</script>")) == ["a b"]


def test_characters_are_counted_by_element():
    page = Page.from_text("<body>a,b<div>c。d,</div></body>", name="test")

    counts = exclusive_text(page, TAGS).sum_slots(count_in_slots(page, ",。"))

    assert counts.tolist() == [1, 2]


def test_words_are_found_by_element():
    exclusive = units("ICP备<div>ICP备04号</div>")

    assert exclusive.contains(["ICP备#号"]).tolist() == [False, True]
    assert exclusive.contains(["", "x"]).tolist() == [False, False]
    assert exclusive.contains(["icp"], ignore_case=True).tolist() == [True, True]


def test_word_across_two_elements_is_in_neither_and_hides_no_other_word():
    exclusive = units("<div>a b</div><div>c b</div><div></div><div>a</div>")

    assert exclusive.lines == "\na b\nc b\n\na\n"
    assert exclusive.contains(["bc", "b\nc", "\n", "b\n\na"]).tolist() == [False] * 5
    assert exclusive.contains(["bc b", "c b"]).tolist() == [False, False, True, False, False]


@pytest.mark.parametrize("left_out", ["", "<noscript> </noscript>", "<noscript>x</noscript>"])
def test_word_across_text_that_is_left_out_is_found(left_out: str):
    exclusive = units(f"<div>x</div><b>fo</b>{left_out}<i>o 1</i>2<div>fo</div>")

    assert texts(exclusive) == ["foo 12", "x", "fo"]
    assert exclusive.contains(["foo"]).tolist() == [True, False, False]
    assert exclusive.contains(["o #"]).tolist() == [True, False, False]
    assert exclusive.contains(["#"]).tolist() == [True, False, False]


_PARTS = ("a", "b", " ", "B", "1", "<div>", "</div>", "<b>", "</b>", "<noscript>", "</noscript>")
_WORDS = ("a", "ab", "b a", " b", "#", "a#b", "Ba", "", "1 ", "bb1")


@pytest.mark.parametrize("ignore_case", [False, True])
def test_words_are_found_in_the_texts_in_which_a_search_finds_them(ignore_case: bool):  # noqa: FBT001 - a parameter of the test
    drawn = random.Random(7)
    for _ in range(300):
        exclusive = units("".join(drawn.choices(_PARTS, k=drawn.randrange(1, 20))))
        for word in _WORDS:
            pattern = any_word((word,), ignore_case=ignore_case)
            expected = [pattern.search(text) is not None for text in texts(exclusive)]
            assert exclusive.contains([word], ignore_case=ignore_case).tolist() == expected


def test_nested_element_counts_in_the_element_around_it():
    page = Page.from_text("<body><p>a<div><i>b</i><div>c</div></div>", name="test")
    exclusive = exclusive_text(page, TAGS)

    assert exclusive.count_rows(is_read(page)).tolist() == [2, 2, 0]


def test_noscript_and_its_content_are_not_read():
    page = Page.from_text("<body><noscript><b>a</b></noscript><i>b</i>", name="test")

    tags = [tag for tag, read in zip(page.elements.tag, is_read(page), strict=True) if read]
    assert tags == ["html", "body", "i"]


def test_link_has_its_text_and_address():
    page = Page.from_text('<a href="/x y"> a <b>b</b></a><a name=z>c</a>', name="test")
    rows = [row for row, tag in enumerate(page.elements.tag) if tag == "a"]

    links = [link_of(page, row) for row in rows]
    assert links == [("a b", "/x y"), ("c", "")]


def test_page_without_body_has_no_units():
    page = Page.from_text("<frameset><frame></frameset>", name="test")
    exclusive = exclusive_text(page, TAGS)

    assert len(exclusive) == 0
    assert exclusive.count_rows(is_read(page)).tolist() == []
