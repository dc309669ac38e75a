"""Precision, recall and F1 of counts, with their values if there is nothing to count.

All functions take arrays whose last axis is `BOTH`, `KEPT`, `GOLD`, so that one page, all pages and
all resamples of pages are the same computation. NaN marks a page that a measure leaves out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, FloatArray

    Counts = NDArray[np.number[Any]]

BOTH, KEPT, GOLD = range(3)
"""Counts of an overlap: in both, in the kept text, in the gold text."""

RIGHT, ALL = range(2)
"""Counts of a share: right items, all items."""


def overlap(gold: BoolArray, kept: BoolArray) -> tuple[int, int, int]:
    """Return the sizes of two masks of one shape: `BOTH`, `KEPT`, `GOLD`."""
    both = int(np.count_nonzero(kept & gold))
    return both, int(np.count_nonzero(kept)), int(np.count_nonzero(gold))


def ratio(part: Counts, whole: Counts, otherwise: float | FloatArray) -> FloatArray:
    """Return a part divided by the whole, or another value where the whole is 0."""
    shape = np.broadcast_shapes(np.shape(part), np.shape(whole))
    result = np.broadcast_to(np.asarray(otherwise, dtype=np.float64), shape).copy()
    np.divide(part, whole, out=result, where=whole != 0)
    return result


def harmonic(precision: FloatArray, recall: FloatArray) -> FloatArray:
    """Return the harmonic mean, 0 where both are 0."""
    total = precision + recall
    return ratio(2 * precision * recall, total, 0.0)


def precision(counts: Counts) -> FloatArray:
    """Return the gold share of the kept text.

    If nothing is kept: 1 if nothing is gold, else 0.
    """
    nothing = np.where(counts[..., GOLD] == 0, 1.0, 0.0)
    return ratio(counts[..., BOTH], counts[..., KEPT], nothing)


def recall(counts: Counts) -> FloatArray:
    """Return the share of the gold that is kept; 1 if nothing is gold."""
    return ratio(counts[..., BOTH], counts[..., GOLD], 1.0)


def f1(counts: Counts) -> FloatArray:
    """Return the harmonic mean of `precision` and `recall`."""
    return harmonic(precision(counts), recall(counts))


def benchmark_precision(counts: Counts) -> FloatArray:
    """Return the precision, NaN if nothing is kept, as the article-extraction-benchmark does."""
    return ratio(counts[..., BOTH], counts[..., KEPT], np.nan)


def benchmark_recall(counts: Counts) -> FloatArray:
    """Return the recall, NaN if nothing is gold, as the article-extraction-benchmark does."""
    return ratio(counts[..., BOTH], counts[..., GOLD], np.nan)


def rouge_precision(counts: Counts) -> FloatArray:
    """Return the precision, 0 if nothing is kept, as ``rouge-score`` does."""
    return ratio(counts[..., BOTH], counts[..., KEPT], 0.0)


def rouge_recall(counts: Counts) -> FloatArray:
    """Return the recall, 0 if nothing is gold, as ``rouge-score`` does."""
    return ratio(counts[..., BOTH], counts[..., GOLD], 0.0)


def rouge_f1(counts: Counts) -> FloatArray:
    """Return the harmonic mean of `rouge_precision` and `rouge_recall`."""
    return harmonic(rouge_precision(counts), rouge_recall(counts))


def share(counts: Counts) -> FloatArray:
    """Return the share of right items; 1 without items. The last axis is `RIGHT`, `ALL`."""
    return ratio(counts[..., RIGHT], counts[..., ALL], 1.0)


def share_or_nothing(counts: Counts) -> FloatArray:
    """Return the share of right items, NaN without items. The last axis is `RIGHT`, `ALL`."""
    return ratio(counts[..., RIGHT], counts[..., ALL], np.nan)


def bag_recall(counts: Counts) -> FloatArray:
    """Return the share of the gold that is kept; if nothing is gold, 1 if nothing is kept, else 0.

    The web-content-extraction-benchmark (WCXB) counts so.
    """
    nothing = np.where(counts[..., KEPT] == 0, 1.0, 0.0)
    return ratio(counts[..., BOTH], counts[..., GOLD], nothing)
