"""Tokens, compared with their definition in words."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.page.tokens import (
    ALONE,
    BREAK,
    MARK,
    RUN,
    class_table,
    find_tokens,
    lowered_tokens,
)
from tests.helpers.columns import plain_tokens

# Surrogates never reach the tokens; characters of later Unicode versions have no name here.
_characters = st.characters(exclude_categories=["Cs", "Cn"])


def _cut(text: str, breaks: tuple[int, ...] = ()) -> list[str]:
    tokens = find_tokens(code_points(text), np.array(breaks, dtype=np.int32))
    return [text[start:end] for start, end in zip(tokens.start, tokens.end, strict=True)]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Two words, 3rd.", ["Two", "words", "3rd"]),
        ("don't e-mail 1,000", ["don", "t", "e", "mail", "1", "000"]),
        ("新闻, 中国2020年", ["新", "闻", "中", "国", "2020", "年"]),
        ("ひらカタ漢字mix", ["ひ", "ら", "カ", "タ", "漢", "字", "mix"]),
        ("コーヒー ｶﾌｪ", ["コ", "ー", "ヒ", "ー", "ｶ", "ﾌ", "ｪ"]),
        ("人々 〇 〡", ["人", "々", "〇", "〡"]),
        ("한국어 뉴스", ["한국어", "뉴스"]),
        ("ภาษาไทย", ["ภาษาไทย"]),
        ("e\u0301te\u0301 nai\u0308ve", ["e\u0301te\u0301", "nai\u0308ve"]),
        ("\u0301a", ["a"]),
        ("か\u3099a葛\U000e0100b", ["か\u3099", "a", "葛\U000e0100", "b"]),
        ("½ x² Ⅳ ①", ["½", "x²", "Ⅳ", "①"]),
        ("a\u00adb a\u200db a\u00a0b", ["a", "b", "a", "b", "a", "b"]),
        ("😀 ☃ … — _", []),
        ("𠀀𝒳𝟙", ["𠀀", "𝒳𝟙"]),
        ("", []),
    ],
)
def test_text_is_divided_into_tokens_as_defined(text: str, tokens: list[str]) -> None:
    cut = _cut(text)

    assert cut == tokens


@given(st.text(_characters, max_size=60))
@example("中a\u0301\u0301中\u03011 \u0301")
def test_any_text_has_the_tokens_of_the_plain_definition(text: str) -> None:
    tokens = find_tokens(code_points(text), np.zeros(0, dtype=np.int32))

    assert list(zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)) == plain_tokens(text)


@given(st.text(_characters, max_size=30), st.text(_characters, max_size=30))
def test_no_token_crosses_a_break(left: str, right: str) -> None:
    cut = _cut(left + right, (len(left),))

    assert cut == _cut(left) + _cut(right)


def test_mark_after_a_break_belongs_to_no_token() -> None:
    cut = _cut("a\u0301\u0301b", (1,))

    assert cut == ["a", "b"]


def test_every_letter_and_digit_of_unicode_has_a_class() -> None:
    table = class_table()

    majors = {code: unicodedata.category(chr(code))[0] for code in range(0x110000)}
    letters = {code for code, major in majors.items() if major in "LN"}
    assert set(np.flatnonzero((table == RUN) | (table == ALONE)).tolist()) == letters
    marks = {code for code, major in majors.items() if major == "M"}
    assert set(np.flatnonzero(table == MARK).tolist()) == marks
    assert len(table) == 0x110000


def test_the_table_of_classes_cannot_be_written_to() -> None:
    table = class_table()

    with pytest.raises(ValueError, match="read-only"):
        table[65] = BREAK


@given(st.text(_characters))
@example("İstanbul VE ΟΔΟΣ'Α, ΟΔΥΣΣΕΥΣ Straße")
@example("ΟΔΟΣ'Α")
@example("Two WORDS")
def test_each_token_is_lowered_by_itself(text: str):
    assert lowered_tokens(text) == [token.lower() for token in _cut(text)]
