"""The list of blocks that a filter reads: fused blocks are one row, removed blocks have none.

The text blocks themselves never change. A filter takes a list and returns a new list, so that the
state after each step can be shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from boilerscope.extractors.algorithms.boilerpipe.blocks import read_blocks, wrapped_blocks
from boilerscope.extractors.algorithms.boilerpipe.tokenizer import TRIMMED
from boilerscope.extractors.model.lazy import replaced

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.boilerpipe.blocks import TextBlocks
    from boilerscope.extractors.algorithms.boilerpipe.tag_actions import TagActions
    from boilerscope.extractors.page import BoolArray, IntArray, Page

Rows = NDArray[np.integer[Any]]
"""Row numbers or counts of any width."""

DensityArray = NDArray[np.float32]
"""Densities are 32-bit floats, as in the original; comparisons use 64-bit floats."""


@dataclass(frozen=True, eq=False)
class BlockList:
    """Blocks in order; the first block of a fused row is its leader.

    Attributes
    ----------
    source : TextBlocks
        The blocks of the page.
    row_of : array of int, shape (n_blocks,)
        Row of each block, -1 if the block was removed.
    leader : array of int, shape (n_rows,)
        First block of each row.
    words, linked_words, wrapped_words, wrapped_lines : array of int, shape (n_rows,)
        Counts; sums for fused blocks.
    start, end : array of int, shape (n_rows,)
        Numbers of the first and the last block; the original measures distances with them.
    tag_level : array of int, shape (n_rows,)
        Tag level; the lowest of fused blocks.
    content : array of bool, shape (n_rows,)
        The state.
    labels : array of int, shape (n_rows,)
        Label bits.
    removed_labels : array of int, shape (n_blocks,)
        Labels that removed blocks had when they were removed.
    """

    source: TextBlocks
    row_of: IntArray
    leader: IntArray
    words: IntArray
    linked_words: IntArray
    wrapped_words: IntArray
    wrapped_lines: IntArray
    start: IntArray
    end: IntArray
    tag_level: IntArray
    content: BoolArray
    labels: IntArray
    removed_labels: IntArray

    def __len__(self) -> int:
        return len(self.leader)

    @classmethod
    def of(cls, source: TextBlocks) -> Self:
        """Return the list at the start of every pipeline: no block is content."""
        numbers = np.arange(len(source), dtype=np.int32)
        return cls(
            source=source,
            row_of=numbers,
            leader=numbers,
            words=source.words,
            linked_words=source.unwrapped.linked_words,
            wrapped_words=source.wrapped_words,
            wrapped_lines=source.wrapped_lines,
            start=numbers,
            end=numbers,
            tag_level=source.unwrapped.tag_level,
            content=np.zeros(len(source), dtype=np.bool_),
            labels=source.unwrapped.labels,
            removed_labels=np.zeros(len(source), dtype=np.int32),
        )

    @cached_property
    def is_whole(self) -> bool:
        """Whether every block is its own row."""
        return len(self.leader) == len(self.row_of)

    @cached_property
    def removed(self) -> BoolArray | None:
        """Mask of the removed blocks, None if none was removed; shape (n_blocks,)."""
        if self.is_whole:
            return None
        removed = self.row_of < 0
        return removed if np.count_nonzero(removed) else None

    @cached_property
    def link_density(self) -> DensityArray:
        """Linked words per word, 0 without words."""
        return np.divide(self.linked_words, np.maximum(self.words, 1), dtype=np.float32)

    @cached_property
    def text_density(self) -> DensityArray:
        """Words per wrapped line."""
        return np.divide(self.wrapped_words, self.wrapped_lines, dtype=np.float32)

    def fulltext_words(self, threshold: float) -> IntArray:
        """Return the words of dense rows, 0 for other rows."""
        return np.where(self.text_density >= np.float64(threshold), self.words, 0)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text of each row, those of fused blocks joined by line feeds."""
        texts = self.source.unwrapped.texts
        if self.is_whole:
            return texts
        members: list[list[str]] = [[] for _ in range(len(self))]
        for row, text in zip(self.row_of.tolist(), texts, strict=True):
            if row >= 0:
                members[row].append(text)
        return tuple("\n".join(parts) for parts in members)

    @cached_property
    def trimmed_texts(self) -> tuple[str, ...]:
        """The text of each row without leading and trailing blanks and control characters."""
        if self.is_whole:
            return self.texts  # blocks are built trimmed
        return tuple(text.strip(TRIMMED) for text in self.texts)

    def measure(self, quantity: str) -> NDArray[Any]:
        """Return a quantity of each row, one of `MEASURED`, by the name of its column."""
        match quantity:
            case "link_density_words":
                return self.link_density
            case "text_density_wrapped":
                return self.text_density
            case _ if quantity in MEASURED:
                values: IntArray = getattr(self, quantity)
                return values
        raise KeyError(f"lists of blocks do not measure {quantity!r}")

    def has(self, label: int) -> BoolArray:
        """Return which rows have at least one of some labels."""
        is_labelled: BoolArray = (self.labels & label) != 0
        return is_labelled

    def with_content(self, content: BoolArray, labels: IntArray | None = None) -> BlockList:
        """Return the list with other states and, if given, other labels."""
        return self._with(content=content, labels=self.labels if labels is None else labels)

    def with_labels(self, labels: IntArray) -> BlockList:
        """Return the list with other labels."""
        return self._with(labels=labels)

    def _with(self, **changes: NDArray[Any]) -> BlockList:
        """Return the list with other states or labels; cached properties of the rows are kept."""
        return replaced(self, **changes)

    def fused(self, joins: BoolArray) -> BlockList:
        """Return the list with some rows merged into the previous row.

        Parameters
        ----------
        joins : array of bool, shape (n_rows,)
            Rows to merge; never the first.
        """
        if not np.count_nonzero(joins):
            return self
        is_remaining = ~joins
        first = np.flatnonzero(is_remaining)
        row = is_remaining.cumsum(dtype=np.int32) - 1
        words = np.add.reduceat(self.words, first)
        lines = self.wrapped_lines
        if not self.words[joins].all():
            # Until a fused row has words, the original counts one line, however many blocks it
            # contains.
            running = self.words.cumsum()
            is_wordless = joins & (running == (running[first] - self.words[first])[row])
            lines = np.where(is_wordless, 0, lines)
        return BlockList(
            source=self.source,
            row_of=np.where(self.row_of >= 0, row[self.row_of], -1),
            leader=self.leader[first],
            words=words,
            linked_words=np.add.reduceat(self.linked_words, first),
            wrapped_words=np.add.reduceat(self.wrapped_words, first),
            wrapped_lines=np.add.reduceat(lines, first),
            start=np.minimum.reduceat(self.start, first),
            end=np.maximum.reduceat(self.end, first),
            tag_level=np.minimum.reduceat(self.tag_level, first),
            content=np.logical_or.reduceat(self.content, first),
            labels=np.bitwise_or.reduceat(self.labels, first),
            removed_labels=self.removed_labels,
        )

    def without(self, is_removed: BoolArray) -> BlockList:
        """Return the list without some rows."""
        if not np.count_nonzero(is_removed):
            return self
        is_remaining = ~is_removed
        remaining = np.flatnonzero(is_remaining)
        row = np.where(is_removed, -1, is_remaining.cumsum(dtype=np.int32) - 1)
        row_of = np.where(self.row_of >= 0, row[self.row_of], -1)
        is_leaving = (self.row_of >= 0) & (row_of < 0)
        rows: dict[str, Any] = {name: getattr(self, name)[remaining] for name in _ROW_COLUMNS}
        return BlockList(
            source=self.source,
            row_of=row_of,
            removed_labels=np.where(is_leaving, self.labels[self.row_of], self.removed_labels),
            **rows,
        )

    def split(self, is_split: BoolArray) -> BlockList:
        """Return the list with some fused rows separated again.

        The parts keep the state and labels of the row and lose all counts, as in the original. A
        block without text is not separated, unless it leads its row.

        Parameters
        ----------
        is_split : array of bool, shape (n_rows,)
            Rows to separate.
        """
        blocks = np.flatnonzero(self.row_of >= 0)
        row = self.row_of[blocks]
        is_leader = self.leader[row] == blocks
        texts = self.source.unwrapped.texts
        has_text = np.array([bool(texts[block]) for block in blocks.tolist()], dtype=np.bool_)
        starts_row = is_leader | (is_split[row] & has_text)
        is_remaining = starts_row | ~is_split[row]
        source_row = row[starts_row]
        is_part = is_split[source_row]
        new_row = np.full(len(self.row_of), -1, dtype=np.int32)
        new_row[blocks] = np.where(is_remaining, np.cumsum(starts_row) - 1, -1)
        zeroed: dict[str, Any] = {
            name: np.where(is_part, 0, getattr(self, name)[source_row]) for name in _COUNTS
        }
        dropped = blocks[~is_remaining]
        removed_labels = self.removed_labels.copy()
        removed_labels[dropped] = self.labels[self.row_of[dropped]]
        return BlockList(
            source=self.source,
            row_of=new_row,
            leader=blocks[starts_row].astype(np.int32),
            wrapped_lines=np.where(is_part, 1, self.wrapped_lines[source_row]),
            content=self.content[source_row],
            labels=self.labels[source_row],
            removed_labels=removed_labels,
            **zeroed,
        )

    def of_blocks(self, values: NDArray[Any], removed: Any = 0) -> NDArray[Any]:
        """Return the value of each block's row; a copy if rows changed.

        Parameters
        ----------
        values : array, shape (n_rows,)
            Values of the rows.
        removed : number or array, shape (n_blocks,)
            Values of the removed blocks.
        """
        if self.is_whole:
            return values
        if not len(values):
            return np.full(len(self.row_of), removed, dtype=values.dtype)
        spread = values[self.row_of]
        if self.removed is not None:
            np.copyto(spread, removed, where=self.removed)
        return spread


def text_blocks(page: Page, tags: TagActions, max_line_length: int) -> TextBlocks:
    """Return the text blocks of a page.

    Parameters
    ----------
    page : Page
        The page; it caches the unwrapped blocks for each `tags`.
    max_line_length : int
        Units of UTF-16 in a wrapped line.
    """
    return initial_list(page, tags, max_line_length).source


def initial_list(page: Page, tags: TagActions, max_line_length: int) -> BlockList:
    """Return the list of text blocks at the start of every pipeline; see `text_blocks`."""
    # Only the last line length is cached, because moving a slider tries hundreds of lengths.
    lists: dict[int, BlockList] = page.cached(("boilerpipe lists", tags), lambda _: {})
    block_list = lists.get(max_line_length)
    if block_list is None:
        unwrapped = page.cached(("boilerpipe blocks", tags), lambda page: read_blocks(page, tags))
        block_list = BlockList.of(wrapped_blocks(unwrapped, max_line_length))
        lists.clear()
        lists[max_line_length] = block_list
    return block_list


MEASURED = frozenset(
    [
        "words",
        "linked_words",
        "link_density_words",
        "text_density_wrapped",
        "wrapped_words",
        "wrapped_lines",
        "tag_level",
        "start",
    ]
)
"""Quantities that every list measures, by the names of their columns."""

_COUNTS = ("words", "linked_words", "wrapped_words", "start", "end", "tag_level")
_ROW_COLUMNS = ("leader", *_COUNTS, "wrapped_lines", "content", "labels")
