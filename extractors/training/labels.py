"""Labels of blocks from a gold text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from extractors.gold.entry import GoldEntry
    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray

LEAST_SHARE = 0.5
"""A page on which less of its gold text is found teaches nothing (ours)."""


def gold_mask(page: Page, entry: GoldEntry) -> BoolArray | None:
    """Return the tokens of the gold text, None where too little of it is on the page."""
    gold = entry.gold(page)
    return gold.main() if gold.share >= LEAST_SHARE else None


def block_labels(blocks: Blocks, mask: BoolArray) -> IntArray:
    """Return 1 for blocks of which at least half of the tokens are gold, 0 for others.

    Blocks without tokens get -1. Blocks lie beside one another, not in one another.
    """
    owner = blocks.block_of_token(len(mask))
    counted = blocks.token_counts()
    gold = np.bincount(owner[mask & (owner >= 0)], minlength=len(blocks))
    return np.where(counted > 0, 2 * gold >= counted, -1).astype(np.int32)
