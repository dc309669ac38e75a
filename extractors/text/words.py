"""Definition of a word for methods whose papers do not define it.

A word is one CJK character, or a run of letters and digits that may contain single apostrophes and
hyphens. A table gives the kind of every code point, so that words are found by array operations.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page import tokens
from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.page.tokens import class_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page.code_points import CodeArray
    from boilerscope.extractors.page.records import IntArray
    from boilerscope.extractors.page.tokens import ClassArray

_BREAK, _RUN, _ALONE, _JOINER = range(4)
_CJK_BLOCKS = ((0x3400, 0x9FFF), (0xF900, 0xFAFF))
_JOINERS = "'’-"
_SPACE = np.uint32(ord(" "))


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of a text, in order.

    Attributes
    ----------
    text : list of str, length n
    start : array of int, shape (n,)
        Offset of each word.
    """

    text: list[str]
    start: IntArray


def find_words(codes: CodeArray) -> Words:
    """Return the words of a text, given by its code points."""
    kind = _kinds(codes)
    start = _starts(kind)
    # Python splits fast once spaces replace all other characters and separate adjacent words.
    spaced = np.where(kind == _BREAK, _SPACE, codes)
    if np.count_nonzero(kind == _ALONE):  # only these can be adjacent
        later = start[1:]
        spaced = np.insert(spaced, later[kind[later - 1] != _BREAK], _SPACE)
    return Words(spaced.tobytes().decode("utf-32-le").split(), start)


def count_words(codes: CodeArray, edges: NDArray[np.int64]) -> IntArray:
    """Return the number of words in each part of a text, shape (n_parts,).

    Parameters
    ----------
    codes : array of uint32
        Code points of the text.
    edges : array of int, shape (n_parts + 1,)
        Start of each part, and the end of the last part; no word may cross an edge.
    """
    before = _starts(_kinds(codes)).searchsorted(edges)
    return (before[1:] - before[:-1]).astype(np.int32)


def _starts(kind: ClassArray) -> IntArray:
    """Return the offsets of the words, from the kinds of the characters."""
    is_start = kind != _BREAK
    is_start[1:] &= (kind[1:] != kind[:-1]) | (kind[1:] == _ALONE)
    start: IntArray = np.flatnonzero(is_start).astype(np.int32)
    return start


def _kinds(codes: CodeArray) -> ClassArray:
    """Return the kind of each character; a joiner is in a run or outside, shape (n_codes,)."""
    kind = _kind_table()[codes]
    joiner = np.flatnonzero(kind == _JOINER)
    # At either end of the text a joiner counts as its own neighbour, which is not part of a run.
    before, after = kind.take((joiner - 1, joiner + 1), mode="clip")
    kind[joiner] = np.where((before == _RUN) & (after == _RUN), _RUN, _BREAK)
    return kind


@cache
def _kind_table() -> ClassArray:
    """Return the kind of every code point, shape (0x110000,)."""
    classes = class_table()
    is_letter = (classes == tokens.RUN) | (classes == tokens.ALONE)
    table = np.where(is_letter, _RUN, _BREAK).astype(np.uint8)
    for first, last in _CJK_BLOCKS:
        table[first : last + 1] = _ALONE
    table[code_points(_JOINERS)] = _JOINER
    table.flags.writeable = False
    return table
