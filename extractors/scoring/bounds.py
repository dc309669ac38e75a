"""Bounds of what an extractor can reach on a page: the floor and the ceiling of its score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.segments import segments

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.case import Reference

FLOOR, CEILING = "floor", "ceiling"


def everything(reference: Reference) -> BoolArray:
    """Return the mask of all tokens: the floor, which every extractor should exceed."""
    return np.ones(reference.page.n_tokens, dtype=np.bool_)


def best_blocks(reference: Reference) -> BoolArray:
    """Return the mask of the segments that together have the best token F1: the ceiling.

    No extractor that keeps or drops whole segments has a better token F1. A set that keeps `both`
    gold tokens of `kept` tokens has F1 = 2 both / (kept + gold). A segment improves it if its own
    share of gold exceeds half of it, so that the best set is a prefix of the segments in the order
    of their share.
    """
    page_segments = segments(reference.page)
    start, end = page_segments.token_start, page_segments.token_end
    size, gold = (
        before[end] - before[start]
        for before in map(prefix_sums, (reference.counted, reference.main & reference.counted))
    )
    order = np.argsort(-gold / np.maximum(size, 1), kind="stable")
    order = order[size[order] > 0]
    both, kept = np.cumsum(gold[order]), np.cumsum(size[order])
    total = np.count_nonzero(reference.main & reference.counted)
    f1 = 2 * both / np.maximum(kept + total, 1)
    mask = np.zeros(reference.page.n_tokens, dtype=np.bool_)
    if not total or not len(f1):
        return mask
    for segment in order[: int(np.argmax(f1)) + 1].tolist():
        mask[start[segment] : end[segment]] = True
    return mask


BOUNDS: Mapping[str, Callable[[Reference], BoolArray]] = {
    FLOOR: everything,
    CEILING: best_blocks,
}
"""Functions that return the kept tokens of each bound, by its extractor identifier."""


def bound(name: str, reference: Reference) -> Extraction:
    """Return the result of a bound on a page with gold."""
    mask = BOUNDS[name](reference)
    status = Status.OK if mask.any() else Status.EMPTY
    return Extraction(name, status, mask=mask, own_text=kept_text(reference.page, mask))
