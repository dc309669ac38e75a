"""What the original asks of a character, as one table over all code points.

The original runs on Java; its white space and its word boundaries are those of Java up to
release 18, which differ from Python's.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from extractors.page.code_points import category_table, code_points

FlagArray = NDArray[np.uint8]

SPACE = 1
"""White space of the original: not the three no-break spaces, but U+001C to U+001F."""
WORD = 2
"""A letter, a decimal digit or the underscore: word boundaries lie around runs of these."""
BASE = 4
"""A letter or a decimal digit: marks that follow it belong to its word."""
MARK = 8
"""A non-spacing mark."""
COUNTS = 16
"""A letter or a number of any kind: a token that holds one is a word."""
JOINER = 32
"""One of the characters that no word boundary separates from its neighbours."""
WIDE = 64
"""Two units of UTF-16."""
CJK = 128
"""A Han, Hiragana or Katakana letter."""

TRIMMED = "".join(map(chr, range(0x21)))
"""What the original's trimming takes off both ends of a text."""

_JOINERS = "\"'.,!@-:;$?()/"
_NO_BREAK_SPACES = "\u00a0\u2007\u202f"
_CONTROL_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f"
_OF_CATEGORY = {
    **dict.fromkeys(("Lu", "Ll", "Lt", "Lm", "Lo"), WORD | BASE | COUNTS),
    "Nd": WORD | BASE | COUNTS,
    "Nl": COUNTS,
    "No": COUNTS,
    "Mn": MARK,
    "Zs": SPACE,
    "Zl": SPACE,
    "Zp": SPACE,
}
_CJK_BLOCKS = ((0x3040, 0x30FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))


@functools.cache
def flag_table() -> FlagArray:
    """Return the flags of every code point, shape (0x110000,)."""
    table = category_table(_OF_CATEGORY)
    for first, last in _CJK_BLOCKS:
        block = table[first : last + 1]
        block[(block & BASE) != 0] |= CJK
    table[[ord(each) for each in _NO_BREAK_SPACES]] = 0
    table[[ord(each) for each in _CONTROL_SPACES]] = SPACE
    table[[ord(each) for each in _JOINERS]] |= JOINER
    table[ord("_")] |= WORD
    table[0x10000:] |= WIDE
    table.flags.writeable = False
    return table


def character_flags(text: str) -> FlagArray:
    """Return the flags of each character of a text, shape (n_characters,)."""
    return flag_table().take(code_points(text))


def with_plain_spaces(text: str) -> str:
    """Return a text with every white space turned into a space."""
    for sign in _other_spaces():
        text = text.replace(sign, " ")
    return text


@functools.cache
def _other_spaces() -> str:
    """Return the white space of the original that is no space."""
    codes = (flag_table() & SPACE).nonzero()[0].tolist()
    return "".join(map(chr, codes)).replace(" ", "")
