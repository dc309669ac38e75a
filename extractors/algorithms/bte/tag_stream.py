"""The source of a page as one stream of tags and words, as body text extraction reads it.

No parser repairs the stream: it holds the start and end tags that are written, and no others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.model.token_blocks import blocks_of_tokens
from extractors.page.code_points import code_points
from extractors.page.prefix_sums import prefix_sums
from extractors.page.ranges import run_bounds
from extractors.page.source_scan import reference_value, references
from extractors.page.tokens import ALONE, FIRST_ALONE, RUN, classes_of
from extractors.text.collapsed_text import is_space

_SPACE = ord(" ")

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.code_points import CodeArray
    from extractors.page.records import BoolArray, IntArray
    from extractors.page.source_scan import Pieces


@dataclass(frozen=True, slots=True, eq=False)
class TagStream:
    """Tags and words in the order of the source.

    Attributes
    ----------
    n_tags : int
        Tags of the stream.
    text : str
        The texts between tags, one after the other, character references resolved.
    word_first, word_end : array of int, shape (n_words,)
        Where in `text` each word stands.
    word_place : array of int, shape (n_words,)
        Token of the stream that each word is.
    run_first : array of int, shape (n_runs + 1,)
        The words of run r, with no tag among them, are ``run_first[r]`` ... ``run_first[r + 1] -
        1``.
    blocks : Blocks
        Block r holds the page's tokens that begin in a word of run r.
    """

    n_tags: int
    text: str
    word_first: IntArray
    word_end: IntArray
    word_place: IntArray
    run_first: IntArray
    blocks: Blocks

    def __len__(self) -> int:
        return self.n_tags + len(self.word_place)

    @property
    def is_word(self) -> BoolArray:
        """Whether each token of the stream is a word, shape (n_stream,); else it is a tag."""
        is_word = np.zeros(len(self), dtype=np.bool_)
        is_word[self.word_place] = True
        return is_word

    @property
    def n_runs(self) -> int:
        """Number of runs of words."""
        return len(self.run_first) - 1

    def text_of(self, first_run: int, end_run: int) -> str:
        """Return the words of some runs in a row with spaces between them."""
        words = slice(self.run_first[first_run], self.run_first[end_run])
        first, end = self.word_first[words], self.word_end[words]
        if not len(first):
            return ""
        # Each word with the character behind it, which becomes a space.
        size = end - first + 1
        after = size.cumsum()
        place = (first - first[0] - (after - size)).repeat(size)[:-1]
        place += np.arange(len(place))
        spaced = code_points(self.text[first[0] : end[-1]])[place]
        spaced[after[:-1] - 1] = _SPACE
        return bytes(spaced).decode("utf-32-le")


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
    return page.cached(key, lambda one: _build(one, skip_script, cjk_words))


@dataclass(frozen=True, slots=True, eq=False)
class _Texts:
    """The texts of the source one after the other, character references resolved.

    Attributes
    ----------
    text : str
        What they say. What is said of places is said of this text.
    first : array of int, shape (n_pieces,)
        Where each text begins.
    shift : array of int, shape (n_pieces,)
        From the texts as they are written to the source.
    tags_before : array of int, shape (n_pieces,)
        Tags before each text.
    reference, reference_end : array of int, shape (n_references,)
        What stands for references, each in one of the texts.
    written, written_end : array of int, shape (n_references,)
        The references in the texts as they are written.
    """

    text: str
    first: IntArray
    shift: IntArray
    tags_before: IntArray
    reference: IntArray
    reference_end: IntArray
    written: IntArray
    written_end: IntArray

    def in_source(
        self, place: IntArray, piece: NDArray[np.integer[Any]]
    ) -> tuple[IntArray, IntArray]:
        """Return where in the source the characters at some rising places of some texts stand."""
        shift = self.shift[piece]
        if not len(self.reference):
            return place + shift, place + 1 + shift
        known = _count_up_to(self.reference, place) - 1  # the last reference up to each place
        longer, reference_end = self.written_end - self.reference_end, self.reference_end
        start = place + np.where(known < 0, 0, longer[known])
        end = start + 1
        held = (known >= 0) & (place < reference_end[known])
        number = known[held]
        start[held], end[held] = self.written[number], self.written_end[number]
        return start + shift, end + shift


def _build(page: Page, skip_script: bool, cjk_words: bool) -> TagStream:  # noqa: FBT001 - the key of the stage
    pieces = page.source_pieces
    texts = _texts(pieces, skip_script=skip_script)
    codes = code_points(texts.text)
    first, end = _words(codes, ~is_space(codes), texts.first, cjk_words=cjk_words)
    words_before = np.empty(len(texts.first) + 1, dtype=np.int32)
    words_before[:-1], words_before[-1] = first.searchsorted(texts.first), len(first)
    tags_before = texts.tags_before.repeat(words_before[1:] - words_before[:-1])
    run_first = run_bounds(tags_before[1:] != tags_before[:-1], len(first)).astype(np.int32)
    opens, closes = run_first[:-1], run_first[1:] - 1
    piece_of_run = words_before.searchsorted(opens, side="right") - 1
    run_start, _ = texts.in_source(first[opens], piece_of_run)
    piece_of_run = words_before.searchsorted(closes, side="right") - 1
    _, run_end = texts.in_source(end[closes] - 1, piece_of_run)
    return TagStream(
        n_tags=len(pieces.tag_start),
        text=texts.text,
        word_first=first,
        word_end=end,
        word_place=np.arange(len(first), dtype=np.int32) + tags_before,
        run_first=run_first,
        blocks=blocks_of_tokens(page, _run_of_tokens(page, run_start, run_end), len(opens)),
    )


def _texts(pieces: Pieces, *, skip_script: bool) -> _Texts:
    use = ~pieces.is_raw if skip_script else np.ones(len(pieces.text), dtype=np.bool_)
    start, end = pieces.text_start.compress(use), pieces.text_end.compress(use)
    first = (end - start).cumsum() - (end - start)
    joined = "".join(compress(pieces.text, use.tolist()))
    values, written, written_end = _references(joined, first, pieces.is_literal.compress(use))
    parts: list[str] = []
    done = 0
    for value, place, place_end in zip(values, written.tolist(), written_end.tolist(), strict=True):
        parts += (joined[done:place], value)
        done = place_end
    parts.append(joined[done:])
    size = np.fromiter(map(len, values), dtype=np.int32, count=len(values))
    shorter = prefix_sums(written_end - written - size)
    return _Texts(
        text="".join(parts),
        first=first - shorter[_count_up_to(written_end, first)],
        shift=start - first,
        tags_before=pieces.tag_start.searchsorted(start).astype(np.int32),
        reference=written - shorter[:-1],
        reference_end=written_end - shorter[1:],
        written=written,
        written_end=written_end,
    )


def _references(
    joined: str, first: IntArray, is_literal: BoolArray
) -> tuple[list[str], IntArray, IntArray]:
    """Return meaning, begin and end of the references that each lie in one text."""
    if "&" not in joined:
        none = np.zeros(0, dtype=np.int32)
        return [], none, none
    seen = [(match.start(), *reference_value(match.group())) for match in references(joined)]
    begin = np.array([place for place, _, _ in seen], dtype=np.int32)
    end = begin + np.array([length for _, _, length in seen], dtype=np.int32)
    piece = first.searchsorted(begin, side="right") - 1
    is_whole = (end > begin) & (np.append(first, len(joined))[piece + 1] >= end)
    whole = np.flatnonzero(is_whole & ~is_literal[piece])
    return [seen[number][1] for number in whole.tolist()], begin[whole], end[whole]


def _count_up_to(edge: IntArray, place: IntArray) -> IntArray:
    """Return how many edges lie at or before each place; both rise."""
    counts = np.bincount(place.searchsorted(edge), minlength=len(place) + 1)
    counted: IntArray = counts[:-1].cumsum()
    return counted


def _words(
    codes: CodeArray, ink: BoolArray, edges: IntArray, *, cjk_words: bool
) -> tuple[IntArray, IntArray]:
    """Return where words begin and end: at white space, at edges, beside letters that stand alone.

    Parameters
    ----------
    codes : array of uint32, shape (n_characters,)
        The text.
    ink : array of bool, shape (n_characters,)
        Mask of the characters other than white space.
    edges : array of int
        Places that no word crosses.
    cjk_words : bool
        Whether there are letters that stand alone.
    """
    fresh = np.empty(len(codes) + 1, dtype=np.bool_)
    fresh[0] = fresh[-1] = True
    np.logical_not(ink[:-1], out=fresh[1:-1])
    fresh[edges] = True
    starts = ink & fresh[:-1]
    may_part = cjk_words and codes.max(initial=0) >= FIRST_ALONE
    kind = classes_of(codes) if may_part else np.zeros(0, dtype=np.uint8)
    if np.count_nonzero(kind == ALONE):
        letters = np.flatnonzero((kind == ALONE) | (kind == RUN))
        alone, same = kind[letters] == ALONE, starts.cumsum()[letters]
        parted = (alone[1:] | alone[:-1]) & (same[1:] == same[:-1])
        starts[letters[1:][parted]] = True
    stops = ink.copy()
    stops[:-1] &= ~ink[1:] | starts[1:]
    first, last = (np.flatnonzero(places).astype(np.int32) for places in (starts, stops))
    return first, last + 1


def _run_of_tokens(page: Page, start: IntArray, end: IntArray) -> IntArray:
    """Return the run of each token of the page, -1 where it stands in none.

    Between the words of a run there is nothing in which a token could stand.
    """
    position = page.source_positions.start
    if not len(start):
        return np.full(page.n_tokens, -1, dtype=np.int32)
    run = start.searchsorted(position, side="right").astype(np.int32) - 1
    run[position >= end[run]] = -1  # before the first run it is -1 as it is
    return run
