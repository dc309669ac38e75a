"""The source of a page as one stream of tags and words, as body text extraction reads it.

No parser repairs the stream: it holds the start and end tags that are written, and no others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.text_lengths import is_space
from extractors.algorithms.token_blocks import blocks_of_tokens
from extractors.page.source_scan import reference_value, references
from extractors.page.tokens import ALONE, RUN, classes_of, code_points

if TYPE_CHECKING:
    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray
    from extractors.page.source_scan import Pieces
    from extractors.page.tokens import CodeArray


@dataclass(frozen=True, slots=True, eq=False)
class TagStream:
    """Tags and words in the order of the source.

    Attributes
    ----------
    is_word : array of bool, shape (n_stream,)
        Whether a token of the stream is a word; else it is a tag.
    start : array of int, shape (n_stream,)
        Where it begins in the source.
    word_place : array of int, shape (n_words,)
        Token of the stream that each word is.
    text : str
        All words, character references resolved, nothing between them.
    text_first : array of int, shape (n_words + 1,)
        Word w is ``text_first[w]`` ... ``text_first[w + 1] - 1`` of `text`.
    run_first : array of int, shape (n_runs + 1,)
        The words of run r, with no tag among them, are ``run_first[r]`` ... ``run_first[r + 1] -
        1``.
    blocks : Blocks
        Block r holds the page's tokens that begin in a word of run r.
    """

    is_word: BoolArray
    start: IntArray
    word_place: IntArray
    text: str
    text_first: IntArray
    run_first: IntArray
    blocks: Blocks

    def __len__(self) -> int:
        return len(self.is_word)

    @property
    def n_runs(self) -> int:
        """Number of runs of words."""
        return len(self.run_first) - 1

    def words(self, first_run: int, end_run: int) -> list[str]:
        """Return the words of some runs in a row."""
        first, end = self.run_first[first_run], self.run_first[end_run]
        edges = self.text_first[first : end + 1].tolist()
        return [self.text[a:b] for a, b in pairwise(edges)]


def tag_stream(page: Page, *, skip_script: bool = True, cjk_words: bool = True) -> TagStream:
    """Return the stream of a page, cached on it.

    Parameters
    ----------
    page : Page
        The page.
    skip_script : bool
        Whether the text of scripts and styles is left out.
    cjk_words : bool
        Whether each letter of a script without spaces is a word, with the signs after it; else
        words are what stands between white space.
    """
    key = ("tag stream", skip_script, cjk_words)
    return page.stage(key, lambda one: _build(one, skip_script, cjk_words))


@dataclass(frozen=True, slots=True, eq=False)
class _Characters:
    """The characters of all texts, references resolved, with their places in the source."""

    code: CodeArray
    start: IntArray
    end: IntArray
    piece: IntArray


def _build(page: Page, skip_script: bool, cjk_words: bool) -> TagStream:  # noqa: FBT001 - the key of the stage
    pieces = page.source_pieces
    chars = _characters(page.source, pieces, ~pieces.is_raw if skip_script else None)
    starts, owner = _words(chars, cjk_words=cjk_words)
    ink = owner >= 0
    count = int(starts.sum())
    first = np.flatnonzero(starts)
    word_start = chars.start[first]
    last = np.append(first[1:], len(owner)) - 1 if count else first
    last = np.maximum.accumulate(np.where(ink, np.arange(len(owner)), -1))[last]
    text = chars.code[ink].astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
    text_first = np.append(0, np.cumsum(np.bincount(owner[ink], minlength=count)))
    place, run_first = _places(pieces.tag_start, word_start)
    n_stream = len(pieces.tag_start) + count
    is_word = np.zeros(n_stream, dtype=np.bool_)
    is_word[place] = True
    start = np.empty(n_stream, dtype=np.int32)
    start[is_word], start[~is_word] = word_start, pieces.tag_start
    runs = np.repeat(np.arange(len(run_first) - 1, dtype=np.int32), np.diff(run_first))
    token_run = _run_of_tokens(page, word_start, chars.end[last], runs)
    return TagStream(
        is_word=is_word,
        start=start,
        word_place=place,
        text=text,
        text_first=text_first.astype(np.int32),
        run_first=run_first,
        blocks=blocks_of_tokens(page, token_run, len(run_first) - 1),
    )


def _characters(source: str, pieces: Pieces, wanted: BoolArray | None) -> _Characters:
    use = np.flatnonzero(wanted) if wanted is not None else np.arange(len(pieces.text_start))
    first, last = pieces.text_start[use], pieces.text_end[use]
    length = last - first
    between = "".join(
        [source[start:end] for start, end in zip(first.tolist(), last.tolist(), strict=True)]
    )
    ends = np.cumsum(length)
    piece = np.repeat(np.arange(len(use), dtype=np.int32), length)
    place = (np.arange(len(between)) + np.repeat(first - (ends - length), length)).astype(np.int32)
    chars = _Characters(code_points(between), place, place + 1, piece)
    return _resolved(chars, between, pieces.is_literal[use]) if "&" in between else chars


def _resolved(chars: _Characters, between: str, is_literal: BoolArray) -> _Characters:
    """Return the characters with what references stand for in their place."""
    held = np.ones(len(chars.code), dtype=np.bool_)
    at: list[int] = []
    values: list[str] = []
    lengths: list[int] = []
    piece = chars.piece
    for match in references(between):
        begin = match.start()
        value, length = reference_value(match.group())
        crosses = length and piece[begin] != piece[begin + length - 1]
        if not length or crosses or is_literal[piece[begin]]:
            continue
        held[begin : begin + length] = False
        at.append(begin)
        values.append(value)
        lengths.append(length)
    if not at:
        return chars
    begin_of = np.array(at, dtype=np.int32)
    spread = np.array([len(value) for value in values])
    before = np.repeat(np.cumsum(held)[begin_of], spread)  # how many characters stay before it
    start = np.repeat(chars.start[begin_of], spread)
    end = start + np.repeat(np.array(lengths, dtype=np.int32), spread)
    return _Characters(
        np.insert(chars.code[held], before, code_points("".join(values))),
        np.insert(chars.start[held], before, start),
        np.insert(chars.end[held], before, end),
        np.insert(piece[held], before, np.repeat(piece[begin_of], spread)),
    )


def _words(chars: _Characters, *, cjk_words: bool) -> tuple[BoolArray, IntArray]:
    """Return which characters begin a word, and the word of each one (-1 for white space)."""
    ink = ~is_space(chars.code)
    n = len(ink)
    fresh = np.ones(n, dtype=np.bool_)
    fresh[1:] = ~ink[:-1] | (np.diff(chars.piece) != 0)
    starts = ink & fresh
    if cjk_words:
        run = np.cumsum(starts)
        kind = classes_of(chars.code)
        letters = np.flatnonzero(ink & ((kind == ALONE) | (kind == RUN)))
        alone, same = kind[letters] == ALONE, run[letters]
        parted = (alone[1:] | alone[:-1]) & (same[1:] == same[:-1])
        starts[letters[1:][parted]] = True
    owner = np.where(ink, np.cumsum(starts) - 1, -1).astype(np.int32)
    return starts, owner


def _places(tag_start: IntArray, word_start: IntArray) -> tuple[IntArray, IntArray]:
    """Return the token of the stream each word is, and the first word of each run."""
    tags_before = np.searchsorted(tag_start, word_start)
    place = (np.arange(len(word_start)) + tags_before).astype(np.int32)
    fresh = np.diff(tags_before, prepend=-1) != 0
    return place, np.append(np.flatnonzero(fresh), len(word_start)).astype(np.int32)


def _run_of_tokens(page: Page, start: IntArray, end: IntArray, run: IntArray) -> IntArray:
    """Return the run of each token of the page, -1 where it stands in no word."""
    position = page.source_positions.start
    found = np.full(page.n_tokens, -1, dtype=np.int32)
    if len(start):
        word = np.searchsorted(start, position, side="right") - 1
        inside = (word >= 0) & (position >= 0) & (position < end[word])
        found[inside] = run[word[inside]]
    return found
