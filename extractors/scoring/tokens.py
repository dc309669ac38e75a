"""Overlap of two masks over the tokens of a page: words, and characters of Chinese and Japanese."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray


def overlap(gold: BoolArray, kept: BoolArray) -> tuple[int, int, int]:
    """Return the number of tokens in both masks, in the kept mask and in the gold mask.

    Parameters
    ----------
    gold, kept : array of bool, shape (n_tokens,)
        Masks over the same tokens.
    """
    both = int(np.count_nonzero(kept & gold))
    return both, int(np.count_nonzero(kept)), int(np.count_nonzero(gold))
