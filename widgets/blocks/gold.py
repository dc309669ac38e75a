"""Blocks against a gold standard: class, and the words on which the pane is wrong. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.gold import GoldClass, Outcome

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray, IntArray
    from boilerscope.widgets.records import PaneRecord, Scene


@dataclass(frozen=True, slots=True, eq=False)
class BlockGold:
    """Gold classes of the blocks of a pane.

    Attributes
    ----------
    classes : array of int, shape (n_blocks,)
        The most frequent `GoldClass` of each block; unmarked only if all its words are unmarked.
    wrongly_kept, missed : array of int, shape (n_blocks,)
        Words of each block that the pane keeps or drops wrongly. A word counts in the innermost
        block that contains it, so that no word counts twice.
    n_scored : array of int, shape (n_blocks,)
        Words that count, in their innermost block.
    n_outside : dict of Outcome to int
        Wrong words that are in no block.
    """

    classes: IntArray
    wrongly_kept: IntArray
    missed: IntArray
    n_scored: IntArray
    n_outside: dict[Outcome, int]

    @property
    def n_wrong(self) -> IntArray:
        """Words on which the pane is wrong, of each block."""
        return self.wrongly_kept + self.missed

    def error(self, block: int) -> Outcome | None:
        """Return the more frequent error of a block, None if it has none."""
        if not self.n_wrong[block]:
            return None
        missed = self.missed[block] >= self.wrongly_kept[block]
        return Outcome.MISSED if missed else Outcome.WRONGLY_KEPT

    def totals(self, error: Outcome) -> tuple[int, int]:
        """Return the number of blocks with an error of a kind, and of all words of the page."""
        n_errors = self.missed if error is Outcome.MISSED else self.wrongly_kept
        return int(np.count_nonzero(n_errors)), int(n_errors.sum()) + self.n_outside[error]


def block_gold(scene: Scene, pane: PaneRecord | None) -> BlockGold | None:
    """Return the blocks of a pane against the gold standard, None without gold or result."""
    outcomes = None if pane is None else scene.outcomes(pane)
    if pane is None or pane.shown is None or scene.gold is None or outcomes is None:
        return None
    blocks, classes = pane.shown.blocks, scene.gold.classes
    decided = [kind for kind in GoldClass if kind is not GoldClass.UNMARKED]
    counts = np.stack([blocks.token_counts(classes == kind) for kind in decided])
    frequent = np.array(decided)[np.argmax(counts, axis=0)]
    owner = blocks.block_of_token(len(outcomes))

    def in_innermost(is_counted: BoolArray) -> IntArray:
        owners = owner[is_counted & (owner >= 0)]
        return np.bincount(owners, minlength=len(blocks)).astype(np.int32)

    return BlockGold(
        np.where(counts.any(axis=0), frequent, GoldClass.UNMARKED).astype(np.int32),
        in_innermost(outcomes == Outcome.WRONGLY_KEPT),
        in_innermost(outcomes == Outcome.MISSED),
        in_innermost(~np.isnan(outcomes)),
        {
            error: int(np.count_nonzero((outcomes == error) & (owner < 0)))
            for error in (Outcome.WRONGLY_KEPT, Outcome.MISSED)
        },
    )
