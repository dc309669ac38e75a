"""Blocks: the units an extractor decides on, each a sorted list of token runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

if TYPE_CHECKING:
    from extractors.page.records import BoolArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """All blocks of an extraction, in the extractor's own order (document order as a rule).

    Attributes
    ----------
    first_run : array of int, shape (n_blocks + 1,)
        The runs of block b are first_run[b] ... first_run[b + 1] - 1; a block may have none.
    run_start, run_end : array of int, shape (n_runs,)
        Token ranges, sorted and disjoint within a block.
    element : array of int, shape (n_blocks,)
        Row of the element the block belongs to (nearest common ancestor), -1 if it has none.
    nested : bool
        Whether a block may lie inside another one; the inner one comes later then.
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
        first_run = np.zeros(len(start) + 1, dtype=np.int32)
        np.cumsum(filled, out=first_run[1:])
        return cls(
            first_run,
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
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.first_run))

    def token_counts(self) -> IntArray:
        """Return how many tokens each block holds, shape (n_blocks,)."""
        lengths = self.run_end - self.run_start
        return np.bincount(self.run_owner(), weights=lengths, minlength=len(self)).astype(np.int32)

    def mask(self, chosen: BoolArray, n_tokens: int) -> BoolArray:
        """Return which tokens lie in any chosen block.

        Parameters
        ----------
        chosen : array of bool, shape (n_blocks,)
            The blocks to take.
        n_tokens : int
            Tokens of the page.

        Returns
        -------
        array of bool, shape (n_tokens,)
        """
        taken = chosen[self.run_owner()]
        edges = np.zeros(n_tokens + 1, dtype=np.int32)
        np.add.at(edges, self.run_start[taken], 1)
        np.add.at(edges, self.run_end[taken], -1)
        return np.cumsum(edges[:-1]) > 0

    def block_of_token(self, n_tokens: int) -> IntArray:
        """Return the innermost (last) block of each token, -1 where there is none."""
        owner = np.full(n_tokens, -1, dtype=np.int32)
        if not self.nested:
            lengths = self.run_end - self.run_start
            inside = np.repeat(self.run_start - _exclusive_sum(lengths), lengths)
            owner[inside + np.arange(len(inside))] = np.repeat(self.run_owner(), lengths)
            return owner
        for block, start, end in zip(
            self.run_owner().tolist(), self.run_start.tolist(), self.run_end.tolist(), strict=True
        ):
            owner[start:end] = block
        return owner


def _exclusive_sum(values: IntArray) -> IntArray:
    return np.cumsum(values, dtype=np.int32) - values
