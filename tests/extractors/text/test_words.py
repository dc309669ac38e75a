"""Words where a paper does not say what one is: by example, and by the definition as a pattern."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.page.code_points import code_points
from extractors.text.words import count_words, find_words

LETTER = r"[^\W_\u3400-\u9fff\uf900-\ufaff]"
WORD = re.compile(rf"[\u3400-\u9fff\uf900-\ufaff]|{LETTER}+(?:['’-]{LETTER}+)*")

texts = st.text(
    st.one_of(
        st.sampled_from("ab1é'’-_ .\n中文港カが한\u0301\uf900½①"),
        st.characters(exclude_categories=["Cs"]),
    )
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("don't well-known", ["don't", "well-known"]),
        ("中文五 and two", ["中", "文", "五", "and", "two"]),
        ("a_b", ["a", "b"]),
        ("it’s 3.14", ["it’s", "3", "14"]),
        ("--", []),
        ("-a- 'b' c--d", ["a", "b", "c", "d"]),
        ("中-a文b", ["中", "a", "文", "b"]),
    ],
)
def test_words_are_found(text: str, words: list[str]) -> None:
    assert find_words(code_points(text)).text == words


@given(texts)
def test_words_are_those_of_the_pattern_and_stand_where_it_finds_them(text: str) -> None:
    found = find_words(code_points(text))

    wanted = list(WORD.finditer(text))
    assert found.text == [match.group() for match in wanted]
    assert found.start.tolist() == [match.start() for match in wanted]


def test_every_code_point_is_a_word_where_the_pattern_takes_it_for_one() -> None:
    every = "".join(f"{chr(code)} " for code in range(0x110000) if not 0xD800 <= code < 0xE000)

    assert find_words(code_points(every)).text == WORD.findall(every)


@given(st.lists(texts))
def test_words_are_counted_line_by_line(lines: list[str]) -> None:
    edges = np.cumsum([0, *(len(line) + 1 for line in lines)])
    codes = code_points("".join(f"{line}\n" for line in lines))

    assert count_words(codes, edges).tolist() == [len(WORD.findall(line)) for line in lines]
