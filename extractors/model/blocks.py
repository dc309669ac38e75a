"""Blocks: the units an extractor decides on, each a sorted list of token runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.ranges import mask_of_ranges, without_overlap

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """All blocks of an extraction, in the extractor's own order (usually document order).

    Attributes
    ----------
    first_run : array of int, shape (n_blocks + 1,)
        The runs of block b are first_run[b] ... first_run[b + 1] - 1; a block may have none.
    run_start, run_end : array of int, shape (n_runs,)
        Token ranges, sorted and disjoint within a block.
    element : array of int, shape (n_blocks,)
        Row of the block's element (nearest common ancestor), -1 if none.
    nested : bool
        Whether blocks may be inside one another; inner blocks come after outer blocks.
    """

    first_run: IntArray
    run_start: IntArray
    run_end: IntArray
    element: IntArray
    nested: bool = False

    def __len__(self) -> int:
        return len(self.first_run) - 1

    @classmethod
    def from_ranges(
        cls, start: IntArray, end: IntArray, element: IntArray, *, nested: bool = False
    ) -> Self:
        """Return blocks of one run each; an empty range gives a block without a run."""
        filled = end > start
        return cls(
            prefix_sums(filled),
            start[filled].astype(np.int32),
            end[filled].astype(np.int32),
            element.astype(np.int32),
            nested,
        )

    @classmethod
    def none(cls) -> Self:
        """Return an empty list of blocks."""
        empty = np.zeros(0, dtype=np.int32)
        return cls(np.zeros(1, dtype=np.int32), empty, empty, empty)

    def take(self, numbers: IntArray) -> Blocks:
        """Return some of the blocks, by number, in the given order."""
        first = self.first_run[:-1].take(numbers)
        size = self.first_run[1:].take(numbers) - first
        first_run = prefix_sums(size)
        runs = (first - first_run[:-1]).repeat(size) + np.arange(first_run[-1])
        return Blocks(
            first_run,
            self.run_start[runs],
            self.run_end[runs],
            self.element.take(numbers),
            self.nested,
        )

    def with_more(self, other: Blocks) -> Blocks:
        """Return these blocks followed by those of another list; blocks of the two may overlap."""
        return Blocks(
            np.concatenate((self.first_run, other.first_run[1:] + self.first_run[-1])),
            np.concatenate((self.run_start, other.run_start)),
            np.concatenate((self.run_end, other.run_end)),
            np.concatenate((self.element, other.element)),
            nested=True,
        )

    def runs(self, block: int) -> list[tuple[int, int]]:
        """Return the token ranges of one block."""
        first, last = self.first_run[block], self.first_run[block + 1]
        return list(
            zip(
                self.run_start[first:last].tolist(),
                self.run_end[first:last].tolist(),
                strict=True,
            )
        )

    def run_owner(self) -> IntArray:
        """Return the block of each run, shape (n_runs,)."""
        sizes = self.first_run[1:] - self.first_run[:-1]
        return np.arange(len(self), dtype=np.int32).repeat(sizes)

    def token_counts(self, mask: BoolArray | None = None) -> IntArray:
        """Return the number of tokens in each block, shape (n_blocks,).

        Parameters
        ----------
        mask : array of bool, shape (n_tokens,), optional
            Tokens to count; all by default.
        """
        start, end = self.run_start, self.run_end
        if mask is not None:
            counted = prefix_sums(mask)
            start, end = counted.take(start), counted.take(end)
        before = prefix_sums(end - start).take(self.first_run)
        return before[1:] - before[:-1]

    def mask(self, selected: BoolArray, n_tokens: int) -> BoolArray:
        """Return which tokens are in any selected block.

        Parameters
        ----------
        selected : array of bool, shape (n_blocks,)
            Blocks to include.
        n_tokens : int
            Number of tokens of the page.

        Returns
        -------
        array of bool, shape (n_tokens,)
        """
        is_selected = selected.repeat(self.first_run[1:] - self.first_run[:-1])
        start, end = self.run_start[is_selected], self.run_end[is_selected]
        if np.count_nonzero(start[1:] < end[:-1]):  # runs of blocks alternate or are nested
            start, end = without_overlap(start, end)
        return mask_of_ranges(start, end, n_tokens)

    def block_of_token(self, n_tokens: int) -> IntArray:
        """Return the innermost (last) block of each token, -1 if none."""
        if self.nested:
            return _last_over(self.run_start, self.run_end, self.run_owner(), n_tokens)
        owner = np.full(n_tokens, -1, dtype=np.int32)
        lengths = self.run_end - self.run_start
        before = prefix_sums(lengths)
        tokens = np.arange(before[-1]) + (self.run_start - before[:-1]).repeat(lengths)
        owner[tokens] = self.run_owner().repeat(lengths)
        return owner


def _last_over(start: IntArray, end: IntArray, number: IntArray, size: int) -> IntArray:
    """Return the largest number among the ranges that cover each position, -1 if none.

    Two windows, each a power of two long, cover a range. Windows are halved, starting from the
    widest, until they cover single positions, so deep nesting costs no more than flat ranges.
    """
    last = np.full(size, -1, dtype=np.int32)
    level = np.frexp(np.maximum(end - start, 1))[1] - 1
    for power in range(int(level.max(initial=0)), -1, -1):
        width = 1 << power
        halves = last.copy()
        np.maximum(halves[width:], last[: size - width], out=halves[width:])
        last = halves
        is_level = level == power
        np.maximum.at(last, start[is_level], number[is_level])
        np.maximum.at(last, end[is_level] - width, number[is_level])
    return last
