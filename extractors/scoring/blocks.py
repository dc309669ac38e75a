"""Accuracy on blocks: the segments of the page, which are the same for every extractor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.page.segments import Segments


def correct(
    segments: Segments, counted: BoolArray, gold: BoolArray, kept: BoolArray
) -> tuple[int, int]:
    """Return the number of blocks on which both masks agree, and the number of blocks.

    A block is in a mask if at least half of its counted tokens are. Blocks without a counted token
    are left out.

    Parameters
    ----------
    counted : array of bool, shape (n_tokens,)
        Tokens that count.
    gold, kept : array of bool, shape (n_tokens,)
        The masks.
    """
    start, end = segments.token_start, segments.token_end

    def sizes(mask: BoolArray) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        before = prefix_sums(mask & counted)
        return before[end] - before[start]

    n_counted = sizes(counted)
    agrees = (2 * sizes(gold) >= n_counted) == (2 * sizes(kept) >= n_counted)
    has_tokens = n_counted > 0
    return int(np.count_nonzero(agrees & has_tokens)), int(np.count_nonzero(has_tokens))
