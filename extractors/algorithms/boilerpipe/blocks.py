"""Text blocks: the units that every filter of the original decides on.

They are made once per page and block-building settings, and never changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from extractors.algorithms.boilerpipe.block_list import BlockList
from extractors.algorithms.boilerpipe.characters import TRIMMED
from extractors.algorithms.boilerpipe.flushes import flushes_after
from extractors.algorithms.boilerpipe.pieces import Actions, Pieces, Rows, TagActions, read_pieces
from extractors.algorithms.boilerpipe.words import find_words, wrap
from extractors.model.blocks import Blocks
from extractors.page.prefix_sums import prefix_sums
from extractors.page.ranges import joined_ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from extractors.page import BoolArray, IntArray, Page

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class UnwrappedBlocks:
    """A page cut into text blocks, before lines are wrapped.

    Attributes
    ----------
    blocks : Blocks
        The tokens of each block; one run, or none where a block holds only signs.
    texts : tuple of str, length n_blocks
        Their text, white space inside a piece as it is.
    piece_slot : array of int, shape (n_pieces,)
        Text slot of each piece.
    first_piece : array of int, shape (n_blocks + 1,)
        The pieces of block b are first_piece[b] ... first_piece[b + 1] - 1.
    first_word : array of int, shape (n_blocks + 1,)
        The same for its words.
    word_length : array of int, shape (n_words,)
        Units of UTF-16.
    linked_words, tag_level, labels : array of int, shape (n_blocks,)
        Words inside links, tag level, and label bits that come from tags.
    title : str
        The page title as the original finds it, empty if there is none.
    cjk_share : float
        Share of Han, Hiragana and Katakana among letters and digits.
    notes : dict
        What filters found out about the texts; see `remember`.
    """

    blocks: Blocks
    texts: tuple[str, ...]
    piece_slot: IntArray
    first_piece: IntArray
    first_word: IntArray
    word_length: IntArray
    linked_words: IntArray
    tag_level: IntArray
    labels: IntArray
    title: str
    cjk_share: float
    notes: dict[Hashable, Any] = field(default_factory=dict)

    def remember(self, key: Hashable, find: Callable[[], T]) -> T:
        """Return what was found under a key, finding it once as long as the page is open."""
        try:
            return cast("T", self.notes[key])
        except KeyError:
            found = self.notes[key] = find()
            return found


@dataclass(frozen=True, slots=True, eq=False)
class TextBlocks:
    """The text blocks of a page with what the original counts on them.

    Attributes
    ----------
    cut : UnwrappedBlocks
        Where they stand and what they say.
    words : array of int, shape (n_blocks,)
        Tokens that hold a letter or number.
    wrapped_words, wrapped_lines : array of int, shape (n_blocks,)
        Words and lines when wrapped, without an unfinished last line; one line and all words
        where no line is full.
    """

    cut: UnwrappedBlocks
    words: IntArray
    wrapped_words: IntArray
    wrapped_lines: IntArray

    def __len__(self) -> int:
        return len(self.words)


def text_blocks(page: Page, tags: TagActions, max_line_length: int) -> TextBlocks:
    """Return the text blocks of a page.

    Parameters
    ----------
    page : Page
        The page; cutting it is a stage that it keeps for each `tags`.
    tags : TagActions
        What tags do.
    max_line_length : int
        Units of UTF-16 in a wrapped line.
    """
    return untouched_list(page, tags, max_line_length).source


def untouched_list(page: Page, tags: TagActions, max_line_length: int) -> BlockList:
    """Return the list of text blocks that every pipeline starts from; see `text_blocks`."""
    # Of the wrapped lengths only the last is kept: a slider passes through hundreds.
    kept: dict[int, BlockList] = page.cached(("boilerpipe lists", tags), lambda _: {})
    found = kept.get(max_line_length)
    if found is None:
        cut = page.cached(("boilerpipe cut", tags), lambda page: make_cut(page, tags))
        found = BlockList.of(_wrapped(cut, max_line_length))
        kept.clear()
        kept[max_line_length] = found
    return found


def _wrapped(cut: UnwrappedBlocks, max_line_length: int) -> TextBlocks:
    """Return the blocks of a cut with their words wrapped into lines.

    Where lines break, the words of the last one do not count; where that leaves no word, or no
    line breaks, all words stand on one line.
    """
    words = cut.first_word[1:] - cut.first_word[:-1]
    n_breaks, last_line = wrap(cut.word_length, cut.first_word, max_line_length)
    full = np.where(n_breaks > 0, last_line - cut.first_word[:-1], 0)
    is_full = full > 0
    return TextBlocks(
        cut=cut,
        words=words,
        wrapped_words=np.where(is_full, full, words),
        wrapped_lines=np.where(is_full, n_breaks, 1).astype(np.int32),
    )


def make_cut(page: Page, tags: TagActions) -> UnwrappedBlocks:
    """Return the cut of a page."""
    action = tags.of_elements(page)
    pieces = read_pieces(page, action)
    rows = pieces.in_body.nonzero()[0]
    body = pieces.take(rows)
    edges = body.segment_edges()
    first_piece = edges.nonzero()[0].astype(np.int32)
    n_blocks = len(first_piece) - 1
    first, last = first_piece[:-1], first_piece[1:] - 1
    words = find_words(body, edges[:-1] | body.spaced)
    linked_before = prefix_sums((words.before[1:] - words.before[:-1]) * body.linked)
    linked_before = linked_before.take(first_piece)
    # The level is that of the first piece since the last block ended, in the body or not.
    level_row = np.zeros(n_blocks, dtype=np.int32)
    level_row[1:] = rows.take(last[:-1]) + 1
    return UnwrappedBlocks(
        blocks=_token_blocks(page, body.slot.take(first), body.slot.take(last)),
        texts=_texts(body, edges),
        piece_slot=body.slot.astype(np.int32),
        first_piece=first_piece,
        first_word=words.before.take(first_piece),
        word_length=words.length,
        linked_words=linked_before[1:] - linked_before[:-1],
        tag_level=pieces.tag_level.take(level_row),
        labels=_labels(page, tags, action, body.slot.take(last)),
        title=_title(page, action, pieces.take((~pieces.in_body).nonzero()[0])),
        cjk_share=words.cjk_share,
    )


def _labels(page: Page, tags: TagActions, action: Actions, last_slot: Rows) -> IntArray:
    """Return the labels of blocks by the tags in which their last texts stand."""
    if not tags.labelled:
        return np.zeros(len(last_slot), dtype=np.int32)
    return flushes_after(page, action, last_slot).labels(tags.labelled)


def _texts(pieces: Pieces, edges: BoolArray) -> tuple[str, ...]:
    """Return the text of each segment: its pieces with a space between where one was seen.

    `edges` are the `Pieces.segment_edges`.
    """
    before = np.maximum(edges[:-1] * np.int32(2), pieces.spaced)
    # No parser leaves U+0000 in a text; every segment begins with one.
    joined = joined_ranges(pieces.text, pieces.start, pieces.end, before, ("", " ", "\0"))
    return tuple([each.strip(TRIMMED) for each in joined.split("\0")[1:]])


def _title(page: Page, action: Actions, outside: Pieces) -> str:
    """Return the last text outside the body that ends with a title tag."""
    if not len(outside):
        return ""
    edges = outside.segment_edges()
    ends = edges.nonzero()[0][1:] - 1
    is_title = flushes_after(page, action, outside.slot.take(ends)).after("title")
    found = [text for text in compress(_texts(outside, edges), is_title.tolist()) if text]
    return found[-1] if found else ""


def _token_blocks(page: Page, first_slot: Rows, last_slot: Rows) -> Blocks:
    """Return blocks that reach from one text slot to another.

    Between the texts of a block stand only inline tags and white space, so that its tokens are
    one run.
    """
    slots, elements = page.slots, page.elements
    element = slots.owner.take(first_slot)
    outside = (elements.slot_end.take(element) <= last_slot).nonzero()[0]
    while len(outside):
        element[outside] = elements.parent.take(element[outside])
        outside = outside[elements.slot_end.take(element[outside]) <= last_slot[outside]]
    start, end = slots.token_start.take(first_slot), slots.token_end.take(last_slot)
    return Blocks.from_ranges(start, end, element)
