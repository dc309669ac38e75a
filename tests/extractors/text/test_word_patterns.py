"""Patterns of words: linear time, ``#`` for digits only, letters in lower case."""

from __future__ import annotations

import re
import string

import pytest

from boilerscope.extractors.text.word_patterns import any_word, small_letters


def test_letters_match_the_same_characters_in_lower_case_as_with_ignored_case():
    characters = "".join(map(chr, range(0x20000)))
    small = small_letters(characters.replace("\ud800", " "))

    assert len(small) == len(characters)
    for letter in string.ascii_lowercase:
        same = re.findall(letter, characters, re.IGNORECASE)
        assert [
            character
            for character, lowered in zip(characters, small, strict=True)
            if lowered == letter
        ] == same


@pytest.mark.parametrize("word", ["a.c", "(", "#", "[0]"])
def test_word_is_not_read_as_a_pattern(word: str):
    assert any_word([word]).search("abc") is None
    assert any_word([word]).search(word.replace("#", "7")) is not None


def test_numbers_in_words_are_searched_in_linear_time():
    assert any_word(["#号"]).search("1" * 1_000_000) is None
