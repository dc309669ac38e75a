"""Text blocks: the units of all filters of the original.

They are built once per page and block settings, and never changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe.content_handler import handle_page
from boilerscope.extractors.algorithms.boilerpipe.tokenizer import cjk_share
from boilerscope.extractors.model.blocks import Blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from boilerscope.extractors.algorithms.boilerpipe.tag_actions import TagActions
    from boilerscope.extractors.page import IntArray, Page

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class UnwrappedBlocks:
    """The text blocks of a page before their words are wrapped into lines.

    Attributes
    ----------
    blocks : Blocks
        The tokens of each block: one run, or none if a block contains only punctuation.
    texts : tuple of str, length n_blocks
        Their text; white space inside a text slot is unchanged.
    slots : array of int, shape (n_contained,)
        Text slots of all blocks, in order.
    first_slot : array of int, shape (n_blocks + 1,)
        The slots of block b are ``slots[first_slot[b] : first_slot[b + 1]]``.
    word_lengths : tuple of list of int, length n_blocks
        Length of each word, units of UTF-16.
    linked_words, tag_level, labels : array of int, shape (n_blocks,)
        Words inside links, tag level, and label bits that come from tags.
    title : str
        The page title as found by the original's rules, empty if none.
    cjk_share : float
        Share of Han, Hiragana and Katakana among letters and digits.
    cache : dict
        Values that filters computed from the texts; see `cached`.
    """

    blocks: Blocks
    texts: tuple[str, ...]
    slots: IntArray
    first_slot: IntArray
    word_lengths: tuple[list[int], ...]
    linked_words: IntArray
    tag_level: IntArray
    labels: IntArray
    title: str
    cjk_share: float
    cache: dict[Hashable, Any] = field(default_factory=dict)

    def cached(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the value of a key, computed once per page."""
        if key not in self.cache:
            self.cache[key] = compute()
        return cast("T", self.cache[key])


@dataclass(frozen=True, slots=True, eq=False)
class TextBlocks:
    """The text blocks of a page and the original's counts of them.

    Attributes
    ----------
    unwrapped : UnwrappedBlocks
        Their tokens and texts.
    words : array of int, shape (n_blocks,)
        Number of tokens that contain a letter or number.
    wrapped_words, wrapped_lines : array of int, shape (n_blocks,)
        Words and lines when wrapped, see `wrap`.
    """

    unwrapped: UnwrappedBlocks
    words: IntArray
    wrapped_words: IntArray
    wrapped_lines: IntArray

    def __len__(self) -> int:
        return len(self.words)


def read_blocks(page: Page, tags: TagActions) -> UnwrappedBlocks:
    """Return the blocks that the content handler builds from a page."""
    actions = {tag: tags.action(tag) for tag in page.elements.tag_names}
    handler = handle_page(page, actions, dict(tags.labelled))
    handled = handler.blocks
    return UnwrappedBlocks(
        blocks=_token_blocks(page, [(block.slots[0], block.slots[-1]) for block in handled]),
        texts=tuple(block.text for block in handled),
        slots=_int_array(chain.from_iterable(block.slots for block in handled)),
        first_slot=_int_array(accumulate((len(block.slots) for block in handled), initial=0)),
        word_lengths=tuple(block.word_lengths for block in handled),
        linked_words=_int_array(block.linked_words for block in handled),
        tag_level=_int_array(block.tag_level for block in handled),
        labels=_int_array(block.labels for block in handled),
        title=handler.title,
        cjk_share=cjk_share("".join(block.text for block in handled)),
    )


def wrap(word_lengths: Sequence[int], max_line_length: int) -> tuple[int, int]:
    """Return the words and lines of a wrapped block, as counted by the original's flush.

    The last, unfinished line is not counted. A block without a full line is one line with all its
    words.
    """
    wrapped_lines = words_in_line = 0
    line_length = -1
    for length in word_lengths:
        words_in_line += 1
        line_length += length + 1
        if line_length > max_line_length:
            wrapped_lines += 1
            line_length = length
            words_in_line = 1
    wrapped_words = len(word_lengths) - words_in_line
    if wrapped_lines == 0 or wrapped_words == 0:
        return len(word_lengths), 1
    return wrapped_words, wrapped_lines


def wrapped_blocks(unwrapped: UnwrappedBlocks, max_line_length: int) -> TextBlocks:
    """Return the blocks with their words wrapped into lines; see `wrap`."""
    counts = [wrap(lengths, max_line_length) for lengths in unwrapped.word_lengths]
    return TextBlocks(
        unwrapped=unwrapped,
        words=_int_array(map(len, unwrapped.word_lengths)),
        wrapped_words=_int_array(words for words, _ in counts),
        wrapped_lines=_int_array(lines for _, lines in counts),
    )


def _token_blocks(page: Page, slot_ranges: Sequence[tuple[int, int]]) -> Blocks:
    """Return blocks from ranges of text slots.

    Only inline tags and white space separate the texts of a block, so its tokens are one run. Its
    element is the innermost element that contains all of it.
    """
    owner, parent = page.slots.owner.tolist(), page.elements.parent.tolist()
    slot_end = page.elements.slot_end.tolist()
    rows = []
    for first, last in slot_ranges:
        row = owner[first]
        while slot_end[row] <= last:
            row = parent[row]
        rows.append(row)
    first_slot = _int_array(first for first, _ in slot_ranges)
    last_slot = _int_array(last for _, last in slot_ranges)
    return Blocks.from_ranges(
        page.slots.token_start[first_slot], page.slots.token_end[last_slot], _int_array(rows)
    )


def _int_array(values: Iterable[int]) -> IntArray:
    return np.fromiter(values, dtype=np.int32)
