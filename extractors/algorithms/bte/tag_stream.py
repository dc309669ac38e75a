"""The source of a page as a stream of tags and words.

The stream is not repaired: it contains the start and end tags that are written, and no other tags.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.model.token_blocks import blocks_of_tokens
from boilerscope.extractors.page.code_points import code_points, is_space
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.ranges import run_bounds
from boilerscope.extractors.page.source_scan import reference_value, references
from boilerscope.extractors.page.tokens import ALONE, FIRST_ALONE, RUN, classes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.code_points import CodeArray
    from boilerscope.extractors.page.records import BoolArray, IntArray
    from boilerscope.extractors.page.source_scan import Pieces


@dataclass(frozen=True, slots=True, eq=False)
class TagStream:
    """Tags and words in the order of the source.

    Attributes
    ----------
    n_tags : int
        Tags of the stream.
    text : str
        The texts between tags joined, character references resolved.
    word_first, word_end : array of int, shape (n_words,)
        Offsets in `text` of the start and end of each word.
    word_index : array of int, shape (n_words,)
        Index in the stream of each word.
    run_first : array of int, shape (n_runs + 1,)
        The words of word run r, with no tag among them, are ``run_first[r]`` ...
        ``run_first[r + 1] - 1``.
    blocks : Blocks
        Block r has the page's tokens that begin in a word of word run r.
    """

    n_tags: int
    text: str
    word_first: IntArray
    word_end: IntArray
    word_index: IntArray
    run_first: IntArray
    blocks: Blocks

    def __len__(self) -> int:
        return self.n_tags + self.n_words

    @property
    def n_words(self) -> int:
        """Number of words."""
        return len(self.word_index)

    @property
    def n_runs(self) -> int:
        """Number of word runs."""
        return len(self.run_first) - 1

    @property
    def is_word(self) -> BoolArray:
        """Whether each token of the stream is a word, shape (n_stream,); else it is a tag."""
        is_word = np.zeros(len(self), dtype=np.bool_)
        is_word[self.word_index] = True
        return is_word

    def text_of(self, first_run: int, end_run: int) -> str:
        """Return the words of consecutive word runs, joined by spaces."""
        words = slice(self.run_first[first_run], self.run_first[end_run])
        ranges = zip(self.word_first[words].tolist(), self.word_end[words].tolist(), strict=True)
        return " ".join([self.text[first:end] for first, end in ranges])


def tag_stream(page: Page, *, skip_script: bool = True, cjk_words: bool = True) -> TagStream:
    """Return the stream of a page, cached on the page.

    Parameters
    ----------
    skip_script : bool
        Whether to leave out the text of scripts and styles.
    cjk_words : bool
        Whether each letter of a script without spaces is a word, with the punctuation after it;
        else only white space separates words.
    """
    key = ("tag stream", skip_script, cjk_words)
    return page.cached(key, lambda page: _build(page, skip_script=skip_script, cjk_words=cjk_words))


def _build(page: Page, *, skip_script: bool, cjk_words: bool) -> TagStream:
    pieces = page.source_pieces
    texts = _texts(pieces, skip_script=skip_script)
    codes = code_points(texts.text)
    word_first, word_end = _words(codes, texts.first, cjk_words=cjk_words)
    text_of_word = texts.first.searchsorted(word_first, side="right") - 1
    tags_before = texts.tags_before[text_of_word]
    run_first = run_bounds(tags_before[1:] != tags_before[:-1], len(word_first)).astype(np.int32)
    first_word, last_word = run_first[:-1], run_first[1:] - 1
    run_start, _ = texts.in_source(word_first[first_word], text_of_word[first_word])
    _, run_end = texts.in_source(word_end[last_word] - 1, text_of_word[last_word])
    run_of_token = _run_of_tokens(page, run_start, run_end)
    return TagStream(
        n_tags=len(pieces.tag_start),
        text=texts.text,
        word_first=word_first,
        word_end=word_end,
        word_index=np.arange(len(word_first), dtype=np.int32) + tags_before,
        run_first=run_first,
        blocks=blocks_of_tokens(page, run_of_token, len(first_word)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Texts:
    """The texts of the source joined, character references resolved.

    Attributes
    ----------
    first : array of int, shape (n_texts,)
        Offset in `text` at which each text begins.
    shift : array of int, shape (n_texts,)
        Offset in the source minus offset in the joined texts before references are resolved.
    tags_before : array of int, shape (n_texts,)
        Tags before each text.
    value_start, value_end : array of int, shape (n_references,)
        Range in `text` of the value of each character reference.
    written_start, written_end : array of int, shape (n_references,)
        Range of each character reference in the joined texts before references are resolved.
    """

    text: str
    first: IntArray
    shift: IntArray
    tags_before: IntArray
    value_start: IntArray
    value_end: IntArray
    written_start: IntArray
    written_end: IntArray

    def in_source(
        self, offset: IntArray, text_number: NDArray[np.integer[Any]]
    ) -> tuple[IntArray, IntArray]:
        """Return the source ranges of some characters.

        Parameters
        ----------
        offset : array of int
            Offsets of the characters in `text`.
        text_number : array of int
            The text that each character belongs to.
        """
        shift = self.shift[text_number]
        if not len(self.value_start):
            return offset + shift, offset + 1 + shift
        # The last reference that begins at or before each character, -1 for none.
        reference = self.value_start.searchsorted(offset, side="right") - 1
        lengthening = self.written_end - self.value_end
        start = offset + np.where(reference < 0, 0, lengthening[reference])
        end = start + 1
        in_value = (reference >= 0) & (offset < self.value_end[reference])
        start[in_value] = self.written_start[reference[in_value]]
        end[in_value] = self.written_end[reference[in_value]]
        return start + shift, end + shift


def _texts(pieces: Pieces, *, skip_script: bool) -> _Texts:
    is_used = ~pieces.is_raw if skip_script else np.ones(len(pieces.text), dtype=np.bool_)
    start, end = pieces.text_start[is_used], pieces.text_end[is_used]
    first = np.cumsum(end - start) - (end - start)
    written = "".join(compress(pieces.text, is_used.tolist()))
    values, written_start, written_end = _references(written, first, pieces.is_literal[is_used])
    resolved: list[str] = []
    copied = 0
    for value, value_start, value_end in zip(
        values, written_start.tolist(), written_end.tolist(), strict=True
    ):
        resolved += (written[copied:value_start], value)
        copied = value_end
    resolved.append(written[copied:])
    value_length = np.fromiter(map(len, values), dtype=np.int32, count=len(values))
    shortening = prefix_sums(written_end - written_start - value_length)
    return _Texts(
        text="".join(resolved),
        first=first - shortening[written_end.searchsorted(first, side="right")],
        shift=start - first,
        tags_before=pieces.tag_start.searchsorted(start).astype(np.int32),
        value_start=written_start - shortening[:-1],
        value_end=written_end - shortening[1:],
        written_start=written_start,
        written_end=written_end,
    )


def _references(
    joined: str, first: IntArray, is_literal: BoolArray
) -> tuple[list[str], IntArray, IntArray]:
    """Return value, start and end of the character references that are within a single text."""
    values: list[str] = []
    start: list[int] = []
    end: list[int] = []
    text_end = np.append(first[1:], len(joined))
    for match in references(joined) if "&" in joined else ():
        value, length = reference_value(match.group())
        text_number = int(first.searchsorted(match.start(), side="right")) - 1
        is_within = match.start() + length <= text_end[text_number]
        if length and is_within and not is_literal[text_number]:
            values.append(value)
            start.append(match.start())
            end.append(match.start() + length)
    return values, np.array(start, dtype=np.int32), np.array(end, dtype=np.int32)


def _words(codes: CodeArray, edges: IntArray, *, cjk_words: bool) -> tuple[IntArray, IntArray]:
    """Return the start and end of each word.

    Words are separated by white space, by edges, and with `cjk_words` also before and after
    letters that are tokens of their own (`boilerscope.extractors.page.tokens`).

    Parameters
    ----------
    codes : array of uint32, shape (n_characters,)
        The text.
    edges : array of int
        Offsets that no word crosses.
    cjk_words : bool
        See `tag_stream`.
    """
    is_visible = ~is_space(codes)
    follows_space = np.concatenate(([True], ~is_visible))
    follows_space[edges] = True
    is_first = is_visible & follows_space[:-1]
    if cjk_words and codes.max(initial=0) >= FIRST_ALONE:
        kind = classes_of(codes)
        letters = np.flatnonzero((kind == ALONE) | (kind == RUN))
        is_alone = kind[letters] == ALONE
        word = np.cumsum(is_first)[letters]
        is_same_word = word[1:] == word[:-1]
        is_first[letters[1:][is_same_word & (is_alone[1:] | is_alone[:-1])]] = True
    precedes_break = np.append(~is_visible | is_first, True)[1:]
    is_last = is_visible & precedes_break
    first, last = np.flatnonzero(is_first), np.flatnonzero(is_last)
    return first.astype(np.int32), last.astype(np.int32) + 1


def _run_of_tokens(page: Page, start: IntArray, end: IntArray) -> IntArray:
    """Return the word run of each token of the page, -1 for tokens outside all runs.

    Parameters
    ----------
    start, end : array of int, shape (n_runs,)
        Source range of each word run. All tokens that begin between its words are its tokens.
    """
    offset = page.source_positions.start
    run = start.searchsorted(offset, side="right").astype(np.int32) - 1
    is_outside = run < 0
    if len(end):
        is_outside |= offset >= end[run]
    run[is_outside] = -1
    return run
