"""Exclusive text: nested elements cut out, signs and words found, elements counted."""

from __future__ import annotations

import random

import numpy as np
import pytest

from extractors.model.token_blocks import exclusive_blocks
from extractors.page import Page
from extractors.text.exclusive_text import (
    ExclusiveText,
    count_in_slots,
    exclusive_text,
    is_read,
    link_of,
)
from extractors.text.word_patterns import any_word

TAGS = frozenset(("div", "body"))


def units(body: str) -> ExclusiveText:
    return exclusive_text(Page.from_text(f"<body>{body}</body>", name="test"), TAGS)


def texts(made: ExclusiveText) -> list[str]:
    return made.texts_of(np.arange(len(made)))


def test_nested_element_is_cut_out_and_leaves_a_space():
    page = Page.from_text("<body>a<div>b</div>c</body>", name="test")
    made = exclusive_text(page, TAGS)
    blocks = exclusive_blocks(page, made)

    assert texts(made) == ["a c", "b"]
    assert made.parent.tolist() == [-1, 0]
    assert [blocks.runs(block) for block in (0, 1)] == [[(0, 1), (2, 3)], [(1, 2)]]


def test_white_space_of_any_kind_is_collapsed():
    assert texts(units("\u3000a \xa0\n b\u2028<script>x</script>")) == ["a b"]


def test_signs_are_counted_by_element():
    page = Page.from_text("<body>a,b<div>c。d,</div></body>", name="test")

    counted = exclusive_text(page, TAGS).sum_slots(count_in_slots(page, ",。"))

    assert counted.tolist() == [1, 2]


def test_words_are_found_by_element():
    made = units("ICP备<div>ICP备04号</div>")

    assert made.contains(["ICP备#号"]).tolist() == [False, True]
    assert made.contains(["", "x"]).tolist() == [False, False]
    assert made.contains(["icp"], ignore_case=True).tolist() == [True, True]


def test_word_across_two_elements_is_in_none_and_hides_none():
    made = units("<div>a b</div><div>c b</div><div></div><div>a</div>")

    assert made.lines == "\na b\nc b\n\na\n"
    assert made.contains(["bc", "b\nc", "\n", "b\n\na"]).tolist() == [False] * 5
    assert made.contains(["bc b", "c b"]).tolist() == [False, False, True, False, False]


@pytest.mark.parametrize("left_out", ["", "<noscript> </noscript>", "<noscript>x</noscript>"])
def test_word_across_what_is_left_out_is_found(left_out: str):
    made = units(f"<div>x</div><b>fo</b>{left_out}<i>o 1</i>2<div>fo</div>")

    assert texts(made) == ["foo 12", "x", "fo"]
    assert made.contains(["foo"]).tolist() == [True, False, False]
    assert made.contains(["o #"]).tolist() == [True, False, False]
    assert made.contains(["#"]).tolist() == [True, False, False]


_PARTS = ("a", "b", " ", "B", "1", "<div>", "</div>", "<b>", "</b>", "<noscript>", "</noscript>")
_WORDS = ("a", "ab", "b a", " b", "#", "a#b", "Ba", "", "1 ", "bb1")


@pytest.mark.parametrize("ignore_case", [False, True])
def test_words_are_found_where_a_search_in_each_text_finds_them(ignore_case: bool):  # noqa: FBT001 - a parameter of the test
    drawn = random.Random(7)
    for _ in range(300):
        made = units("".join(drawn.choices(_PARTS, k=drawn.randrange(1, 20))))
        for word in _WORDS:
            alike = any_word((word,), ignore_case=ignore_case)
            found = [alike.search(text) is not None for text in texts(made)]
            assert made.contains([word], ignore_case=ignore_case).tolist() == found


def test_nested_element_counts_in_the_one_around_it():
    page = Page.from_text("<body><p>a<div><i>b</i><div>c</div></div>", name="test")
    made = exclusive_text(page, TAGS)

    assert made.count_rows(is_read(page)).tolist() == [2, 2, 0]


def test_scripts_and_what_they_hold_are_not_read():
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
    made = exclusive_text(page, TAGS)

    assert len(made) == 0
    assert made.count_rows(is_read(page)).tolist() == []
