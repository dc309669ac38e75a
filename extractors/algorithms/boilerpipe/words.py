"""Tokens and words of pieces, and lines of words as wrapped at a given length.

A token is what the original's tokenizer leaves together: characters with no space and no word
boundary between them, where boundaries beside a joining character do not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.boilerpipe.characters import (
    BASE,
    CJK,
    COUNTS,
    JOINER,
    MARK,
    SPACE,
    WIDE,
    WORD,
    FlagArray,
)
from extractors.page.prefix_sums import prefix_sums
from extractors.page.ranges import mask_of_ranges

if TYPE_CHECKING:
    from extractors.algorithms.boilerpipe.pieces import Pieces
    from extractors.page import BoolArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of some pieces, in order.

    Attributes
    ----------
    before : array of int, shape (n_pieces + 1,)
        How many words begin before each piece, and in all.
    length : array of int, shape (n_words,)
        Units of UTF-16.
    cjk_share : float
        Share of Han, Hiragana and Katakana among the letters and digits of the pieces.
    """

    before: IntArray
    length: IntArray
    cjk_share: float


def find_words(pieces: Pieces, fresh: BoolArray) -> Words:
    """Return the words of pieces.

    Parameters
    ----------
    pieces : Pieces
        The texts.
    fresh : array of bool, shape (n_pieces,)
        Whether no word goes on from the piece before.
    """
    begin = prefix_sums(pieces.end - pieces.start)
    flags = pieces.flags[mask_of_ranges(pieces.start, pieces.end, len(pieces.flags))]
    if not len(flags):
        none = np.zeros(0, dtype=np.int32)
        return Words(begin, none, 0.0)
    solid = (flags & SPACE) == 0
    apart = np.empty(len(flags), dtype=np.bool_)
    apart[0] = True
    np.logical_not(solid[:-1], out=apart[1:])
    apart[begin[:-1][fresh]] = True
    starts = solid & (apart | _boundaries(flags, apart))
    stops = solid.copy()
    stops[:-1] &= ~solid[1:] | starts[1:]
    first, last = starts.nonzero()[0].astype(np.int32), stops.nonzero()[0].astype(np.int32)
    counts = np.logical_or.reduceat((flags & COUNTS) != 0, first)
    first, last = first[counts], last[counts]
    length = last + 1 - first
    wide = (flags & WIDE).nonzero()[0].astype(np.int32)
    if len(wide):
        length += (wide.searchsorted(last + 1) - wide.searchsorted(first)).astype(np.int32)
    return Words(
        before=first.searchsorted(begin).astype(np.int32),
        length=length,
        cjk_share=_cjk_share(flags),
    )


def wrap(length: IntArray, first_word: IntArray, max_line_length: int) -> tuple[IntArray, IntArray]:
    """Return for each block in how many lines its words break and at which word the last begins.

    Parameters
    ----------
    length : array of int, shape (n_words,)
        Lengths of the words.
    first_word : array of int, shape (n_blocks + 1,)
        The words of block b are first_word[b] ... first_word[b + 1] - 1.
    max_line_length : int
        A line breaks before the word that would make it longer.

    Returns
    -------
    n_breaks : array of int, shape (n_blocks,)
        Breaks; a first word longer than a line counts one before itself.
    last_line : array of int, shape (n_blocks,)
        First word of the last line.
    """
    ends = (length + 1).cumsum()
    begins = ends - length - 1
    # The word before which a line that begins with each word breaks.
    next_line = ends.searchsorted(begins + max_line_length + 1, side="right")
    next_line = np.maximum(next_line, np.arange(1, len(length) + 1))
    n_breaks = np.zeros(len(first_word) - 1, dtype=np.int32)
    last_line = first_word[:-1].copy()
    holds_words = (first_word[1:] > first_word[:-1]).nonzero()[0]
    first, end = first_word[holds_words], first_word[holds_words + 1]
    n_breaks[holds_words] = length.take(first) > max_line_length
    several = holds_words[next_line.take(first) < end]
    jumps = next_line.tolist() if len(several) else []
    for block in several.tolist():
        word, end_word, breaks = int(first_word[block]), int(first_word[block + 1]), 0
        while jumps[word] < end_word:
            word = jumps[word]
            breaks += 1
        n_breaks[block] += breaks
        last_line[block] = word
    return n_breaks, last_line


def _boundaries(flags: FlagArray, apart: BoolArray) -> BoolArray:
    """Return whether a word boundary that counts lies before each character."""
    in_word = (flags & WORD) != 0
    marks = (flags & MARK) != 0
    if np.count_nonzero(marks):
        places = np.arange(len(flags))
        base = np.maximum.accumulate(np.where(marks & ~apart, 0, places))
        in_word |= marks & ((flags[base] & BASE) != 0)
    joins = (flags & JOINER) != 0
    boundaries = np.zeros(len(flags), dtype=np.bool_)
    boundaries[1:] = (in_word[1:] != in_word[:-1]) & ~joins[1:] & ~joins[:-1]
    return boundaries


def _cjk_share(flags: FlagArray) -> float:
    n_letters = np.count_nonzero(flags & BASE)
    return np.count_nonzero(flags & CJK) / n_letters if n_letters else 0.0
