"""Words and tokens as found by the original's ``UnicodeTokenizer``.

The original uses Java's white space and word boundaries. Java's rules, up to release 18, differ
from Python's, so the tokenizer replaces each character by its class: one ASCII character, from a
table of all code points.
"""

from __future__ import annotations

import functools
import re
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.code_points import category_table, code_points

if TYPE_CHECKING:
    from numpy.typing import NDArray

LETTER, CJK, NUMBER, CONNECTOR, MARK, JOINER, OTHER, SPACE = "lcn_m.o "
"""Classes of characters.

- Letters and decimal digits; Han, Hiragana and Katakana have a class of their own.
- Other numbers, such as superscripts and fractions.
- The underscore.
- Non-spacing marks.
- The 15 characters that no word boundary separates from their neighbours.
- All other characters that are not white space, also the three no-break spaces.
- White space.
"""
_WIDE = {LETTER: "L", CJK: "C", NUMBER: "N", MARK: "M", OTHER: "O"}
"""The same classes for characters that take two units of UTF-16."""

ANCHOR_START, ANCHOR_END = "<>"
"""Tokens for the start and the end of a link; no character has these as its class."""

TRIMMED = "".join(map(chr, range(0x21)))
"""Characters that the original trims from both ends of a text."""

_JOINERS = "\"'.,!@-:;$?()/"
_NO_BREAK_SPACES = "\u00a0\u2007\u202f"
_CONTROL_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f"
_CLASS_OF_CATEGORY = {
    **dict.fromkeys(("Lu", "Ll", "Lt", "Lm", "Lo", "Nd"), LETTER),
    **dict.fromkeys(("Nl", "No"), NUMBER),
    "Mn": MARK,
    **dict.fromkeys(("Zs", "Zl", "Zp"), SPACE),
}
_CJK_BLOCKS = ((0x3040, 0x30FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))

_UNITS = str.maketrans(
    {**{wide: 2 * narrow for narrow, wide in _WIDE.items()}, CJK: LETTER, _WIDE[CJK]: 2 * LETTER}
)
_MARKS_OF_WORD = re.compile(f"{LETTER}{MARK}+")
_WORD_BOUNDARIES = [
    (before + after, before + SPACE + after)
    for in_word, outside in product((LETTER, CONNECTOR), (NUMBER, OTHER))
    for before, after in ((in_word, outside), (outside, in_word))
]
"""Neighbours with a word boundary between them; none of them is a joining character."""


def character_classes(text: str) -> str:
    """Return the class of each character of a text; capitals for wide characters."""
    return _class_table()[code_points(text)].tobytes().decode("ascii")


def with_plain_spaces(text: str) -> str:
    """Return a text with each white space character replaced by a space."""
    for space in _other_spaces():
        text = text.replace(space, " ")
    return text


def tokenize(classes: str) -> list[str]:
    """Return the tokens of a text as classes, one letter for each unit of UTF-16.

    A token is a run of characters without spaces and word boundaries. Word boundaries beside a
    joining character do not count: ``don't`` and ``x@y.z`` are one token.

    Parameters
    ----------
    classes : str
        Classes of its characters, with `ANCHOR_START` and `ANCHOR_END` between them.
    """
    units = classes.translate(_UNITS)
    if MARK in units:  # a mark after a letter belongs to its word
        units = _MARKS_OF_WORD.sub(lambda marks: LETTER * len(marks[0]), units)
        units = units.replace(MARK, OTHER)
    if NUMBER in units or OTHER in units:  # most blocks have no character beside such a boundary
        for neighbours, apart in _WORD_BOUNDARIES:
            units = units.replace(neighbours, apart)
    return units.split()


def is_word(token: str) -> bool:
    """Return whether a token contains a letter or a number."""
    return LETTER in token or NUMBER in token


def cjk_share(text: str) -> float:
    """Return the share of Han, Hiragana and Katakana among the letters and digits of a text."""
    classes = character_classes(text)
    n_cjk = classes.count(CJK) + classes.count(_WIDE[CJK])
    n_others = classes.count(LETTER) + classes.count(_WIDE[LETTER])
    return n_cjk / (n_cjk + n_others) if n_cjk else 0.0


@functools.cache
def _class_table() -> NDArray[np.uint8]:
    """Return the class of every code point as its code in ASCII, shape (0x110000,)."""
    table = category_table({name: ord(kind) for name, kind in _CLASS_OF_CATEGORY.items()})
    table[table == 0] = ord(OTHER)
    for first, last in _CJK_BLOCKS:
        block = table[first : last + 1]
        block[block == ord(LETTER)] = ord(CJK)
    for characters, kind in (
        (_NO_BREAK_SPACES, OTHER),
        (_CONTROL_SPACES, SPACE),
        (_JOINERS, JOINER),
        ("_", CONNECTOR),
    ):
        table[code_points(characters)] = ord(kind)
    beyond_bmp = table[0x10000:]
    for narrow, wide in _WIDE.items():
        beyond_bmp[beyond_bmp == ord(narrow)] = ord(wide)
    table.flags.writeable = False
    return table


@functools.cache
def _other_spaces() -> str:
    """Return the white space characters other than the space."""
    codes = np.flatnonzero(_class_table() == ord(SPACE)).tolist()
    return "".join(map(chr, codes)).replace(" ", "")
