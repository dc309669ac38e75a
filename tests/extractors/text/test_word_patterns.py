"""Patterns of words: linear time, nothing but digits for ``#``, letters made small."""

from __future__ import annotations

import re
import string

import pytest

from extractors.text.word_patterns import any_word, small_letters


def test_capital_and_small_letters_are_the_same_sign_for_sign():
    every = "".join(map(chr, range(0x20000)))
    small = small_letters(every.replace("\ud800", " "))

    assert len(small) == len(every)
    for letter in string.ascii_lowercase:
        same = re.findall(letter, every, re.IGNORECASE)
        assert [sign for sign, one in zip(every, small, strict=True) if one == letter] == same


@pytest.mark.parametrize("word", ["a.c", "(", "#", "[0]"])
def test_word_is_no_pattern(word: str):
    assert any_word([word]).search("abc") is None
    assert any_word([word]).search(word.replace("#", "7")) is not None


def test_numbers_in_words_are_searched_in_linear_time():
    assert any_word(["#号"]).search("1" * 1_000_000) is None
