"""A search in many joined texts, compared with a search in each text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.features.word_lists import word_lists
from boilerscope.extractors.text.searching import JoinedTexts

LISTS = word_lists()
PATTERNS = [
    *LISTS.keywords.values(),
    re.compile(r"^\W*(related|read (more|next)|comments?\b)", re.MULTILINE),
    LISTS.legal,
    LISTS.date,
    LISTS.price,
]
WORDS = [
    "ad",
    "ads",
    "nav",
    "-",
    "Comments",
    "related",
    "$",
    "5",
    "€",
    "2024",
    " ",
    "©",
    "read more",
    "pop-up",
    "popup",
    "more",
    "page",
]


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=4).map("".join), max_size=6))
def test_joined_texts_give_the_result_of_a_search_in_each_text(texts: list[str]):
    joined = JoinedTexts(texts)

    for pattern in PATTERNS:
        alone = [re.compile(pattern.pattern).search(text) is not None for text in texts]
        assert joined.found(pattern).tolist() == alone, pattern.pattern


@pytest.mark.parametrize("pattern", ["ab|b", "pop-?up|a-", "a?b?c", "b+", "a.c", "^ab"])
@given(st.lists(st.text("abcpou-+.^", max_size=6), max_size=5))
def test_lists_of_words_and_other_patterns_give_the_result_of_a_search_in_each_text(
    pattern: str, texts: list[str]
):
    search = re.compile(pattern, re.MULTILINE).search
    assert JoinedTexts(texts).found(re.compile(pattern, re.MULTILINE)).tolist() == [
        search(text) is not None for text in texts
    ]


@pytest.mark.parametrize("texts", [[], [""], ["", ""]])
def test_texts_may_be_empty(texts: list[str]):
    assert not JoinedTexts(texts).found(re.compile("a")).any()
