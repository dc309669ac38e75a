"""Definition of a token: the only module that divides text into tokens.

A token is a maximal run of letters and digits (Unicode categories L and N, with the marks M that
follow them); each letter of the Han, Hiragana and Katakana scripts is a token. Every code point
has a class in one table, so that tokens are found by array operations.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boilerscope.extractors.page.code_points import category_table, looked_up

if TYPE_CHECKING:
    from boilerscope.extractors.page.code_points import CodeArray
    from boilerscope.extractors.page.records import BoolArray, IntArray

ClassArray = NDArray[np.uint8]

BREAK, RUN, ALONE, MARK = range(4)
"""Classes of code points: outside tokens, in a run, alone, mark of the preceding character."""

# Ranges of the scripts whose letters are separate tokens; other characters in them keep their
# class.
_ALONE_BLOCKS = (
    (0x3005, 0x3007),  # iteration mark, closing mark, zero
    (0x3021, 0x3029),  # Hangzhou numerals
    (0x3038, 0x303C),
    (0x3040, 0x309F),  # Hiragana
    (0x30A0, 0x30FF),  # Katakana
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),  # Katakana of half width
    (0x1AFF0, 0x1B16F),  # Kana of the supplementary plane
    (0x20000, 0x3FFFF),  # Han of the supplementary planes
)
FIRST_ALONE = np.uint32(_ALONE_BLOCKS[0][0])
"""No code point before this one is a token of its own."""

_CLASS_OF_CATEGORY = {"L": RUN, "N": RUN, "M": MARK}


@functools.cache
def class_table() -> ClassArray:
    """Return the class of every code point, shape (0x110000,)."""
    table = category_table(_CLASS_OF_CATEGORY)
    for first, last in _ALONE_BLOCKS:
        block = table[first : last + 1]
        block[block == RUN] = ALONE
    table.flags.writeable = False
    return table


def classes_of(codes: CodeArray) -> ClassArray:
    """Return the class of each code point of an array."""
    return looked_up(class_table(), codes)


_SIGMA = "\N{GREEK CAPITAL LETTER SIGMA}"
"""The only letter whose lower case depends on the letters around it."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenRanges:
    """Ranges of the tokens of a text, in code points, both of shape (n_tokens,)."""

    start: IntArray
    end: IntArray


def find_tokens(codes: CodeArray, breaks: IntArray) -> TokenRanges:
    """Return the tokens of a text.

    Parameters
    ----------
    codes : array of uint32
        Its code points.
    breaks : array of int
        Offsets that no token crosses, such as the ends of text slots.
    """
    classes = classes_of(codes)
    is_edge = np.zeros(len(classes) + 1, dtype=np.bool_)
    is_edge[[0, -1]] = True
    is_edge[breaks] = True
    highest = int(classes.max(initial=BREAK))
    kind = _with_marks(classes, is_edge) if highest >= MARK else classes
    is_edge[1:-1] |= kind[1:] != kind[:-1]
    if highest >= ALONE:
        is_edge[:-1] |= classes == ALONE
    is_in_token = kind != BREAK
    start = (is_edge[:-1] & is_in_token).nonzero()[0]
    end = (is_edge[1:] & is_in_token).nonzero()[0] + 1
    return TokenRanges(start.astype(np.int32), end.astype(np.int32))


def lowered_tokens(text: str) -> list[str]:
    """Return the tokens of a text from outside a page, in lower case."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    tokens = find_tokens(codes, np.zeros(0, dtype=np.int32))
    return lowered(text, tokens.start, tokens.end)


def lowered(text: str, start: IntArray, end: IntArray) -> list[str]:
    """Return the tokens of a text in lower case."""
    edges = zip(start.tolist(), end.tolist(), strict=True)
    whole = text.lower()
    if len(whole) != len(text) or _SIGMA in text:
        return [text[first:after].lower() for first, after in edges]
    return [whole[first:after] for first, after in edges]


def _with_marks(classes: ClassArray, is_break: BoolArray) -> ClassArray:
    """Return the classes; a mark takes that of the character before it in the same range."""
    indices = np.arange(len(classes), dtype=np.int32)
    is_mark = classes == MARK
    is_orphan = is_mark & is_break[:-1]
    base = np.maximum.accumulate(np.where(is_mark & ~is_orphan, 0, indices))
    kind = classes.take(base)
    kind[kind == MARK] = BREAK
    return kind
