"""Labels of blocks from a gold text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray

MIN_GOLD_SHARE = 0.5
"""Minimum share of the gold text on a page; other pages are left out of training (ours)."""


def gold_mask(page: Page, entry: ListedPage) -> BoolArray | None:
    """Return the tokens of the gold text, None if too little of it is on the page."""
    gold = entry.gold(page)
    return gold.main() if gold.share >= MIN_GOLD_SHARE else None


def block_labels(blocks: Blocks, mask: BoolArray) -> IntArray:
    """Return 1 for blocks with at least half of their tokens in the gold text, 0 for other blocks.

    Blocks without tokens get -1. The blocks must not be nested.
    """
    owner = blocks.block_of_token(len(mask))
    n_tokens = blocks.token_counts()
    n_gold = np.bincount(owner[mask & (owner >= 0)], minlength=len(blocks))
    return np.where(n_tokens > 0, 2 * n_gold >= n_tokens, -1).astype(np.int32)
