"""Words, for papers that do not define them: by example, and compared with a pattern."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.text.words import count_words, find_words

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
def test_words_and_their_offsets_are_those_of_the_pattern(text: str) -> None:
    words = find_words(code_points(text))

    matches = list(WORD.finditer(text))
    assert words.text == [match.group() for match in matches]
    assert words.start.tolist() == [match.start() for match in matches]


def test_every_code_point_is_a_word_exactly_if_the_pattern_matches_it() -> None:
    characters = "".join(f"{chr(code)} " for code in range(0x110000) if not 0xD800 <= code < 0xE000)

    assert find_words(code_points(characters)).text == WORD.findall(characters)


@given(st.lists(texts))
def test_words_are_counted_line_by_line(lines: list[str]) -> None:
    edges = np.cumsum([0, *(len(line) + 1 for line in lines)])
    codes = code_points("".join(f"{line}\n" for line in lines))

    assert count_words(codes, edges).tolist() == [len(WORD.findall(line)) for line in lines]
