"""Tokens and words as the original's tokenizer finds them."""

from __future__ import annotations

import pytest

from boilerscope.extractors.algorithms.boilerpipe.block_list import text_blocks
from boilerscope.extractors.algorithms.boilerpipe.settings import BlockSettings
from boilerscope.extractors.page import Page
from tests.helpers.boilerpipe_reference import is_java_space, tokenize


def count(text: str) -> int:
    settings = BlockSettings()
    page = Page.from_text(f"<body><p>{text}</p>", name="page")
    blocks = text_blocks(page, settings.tag_actions(), 80)
    return int(blocks.words.sum())


@pytest.mark.parametrize(
    ("text", "n_words"),
    [
        ("don't e.g. foo,bar a-b x@y.z 1/2", 6),
        ("\"quoted\" 'single' (round)? yes! no: so; $5", 7),
        ("AT&amp;T", 2),
        ("a|b a+b a*b a#b a%b", 10),
        ("a\\b", 2),
        ("snake_case", 1),
        ("“quoted” text", 2),
        ("中文正文没有空格，只有标点。第二句话在这里", 3),
        ("日本語、ひらがな", 2),
        ("x\u00b2y", 3),
        ("Ⅷ ½ ²", 3),
        ("e\u0301te\u0301", 1),
        (" \u0301x", 1),
        ("_\u0301a", 1),
        ("a\u00a0b", 2),
        ("a\u3000b", 2),
        ("& | %", 0),
        ("— … ·", 0),
    ],
)
def test_words_are_counted_as_in_the_original(text: str, n_words: int):
    assert count(text) == n_words


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("a\\b", ["a", "\\", "b"]),
        ('a"b', ['a"b']),
        ("x\\y/z", ["x", "\\", "y/z"]),
        ("a_b _c", ["a_b", "_c"]),
        ("e\u0301x", ["e\u0301x"]),
        ("x\u00b2y", ["x", "\u00b2", "y"]),
        ("a\u2014b", ["a", "\u2014", "b"]),
        ("a\u00a0b", ["a", "\u00a0", "b"]),
    ],
)
def test_the_plain_tokenizer_gives_the_tokens_of_the_java_tokenizer(text: str, tokens: list[str]):
    assert tokenize(text) == tokens


def test_white_space_is_that_of_java():
    spaces = "\t\n\v\f\r\x1c\x1d\x1e\x1f \u1680\u2000\u2028\u2029\u205f\u3000"

    assert all(is_java_space(character) for character in spaces)
    assert not any(is_java_space(character) for character in "\u00a0\u2007\u202f\u200b\u0085")
