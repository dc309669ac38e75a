"""Definition of a word for papers that do not give one.

A word is one CJK character, or a run of letters and digits in which single apostrophes and hyphens
may stand. Every code point has a kind in one table, so that words are found by array operations.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from extractors.page import tokens
from extractors.page.code_points import code_points
from extractors.page.tokens import class_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from extractors.page.code_points import CodeArray
    from extractors.page.records import IntArray
    from extractors.page.tokens import ClassArray

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
        Where each one begins.
    """

    text: list[str]
    start: IntArray


def find_words(codes: CodeArray) -> Words:
    """Return the words of a text, given by its code points."""
    kind = _kinds(codes)
    start = _starts(kind)
    # With a space for all that is no word, and between words that touch, Python parts them fast.
    spaced = np.where(kind == _BREAK, _SPACE, codes)
    if np.count_nonzero(kind == _ALONE):  # the only ones that touch others
        later = start[1:]
        spaced = np.insert(spaced, later[kind[later - 1] != _BREAK], _SPACE)
    return Words(spaced.tobytes().decode("utf-32-le").split(), start)


def count_words(codes: CodeArray, edges: NDArray[np.int64]) -> IntArray:
    """Return how many words each part of a text holds, shape (n_parts,).

    Parameters
    ----------
    codes : array of uint32
        Code points of the text.
    edges : array of int, shape (n_parts + 1,)
        Where the parts begin, and the last one ends; no word may stand across them.
    """
    before = _starts(_kinds(codes)).searchsorted(edges)
    return (before[1:] - before[:-1]).astype(np.int32)


def _starts(kind: ClassArray) -> IntArray:
    """Return where the words begin in a text with these kinds of characters."""
    is_start = kind != _BREAK
    is_start[1:] &= (kind[1:] != kind[:-1]) | (kind[1:] == _ALONE)
    start: IntArray = np.flatnonzero(is_start).astype(np.int32)
    return start


def _kinds(codes: CodeArray) -> ClassArray:
    """Return the kind of each character: joiners are in a run or none, shape (n_codes,)."""
    kind = _kind_table()[codes]
    joiner = np.flatnonzero(kind == _JOINER)
    # At the ends of the text a joiner is its own neighbour, which is no run.
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
