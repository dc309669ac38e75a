"""The cut: the probability from which blocks are kept.

Source: ours, the specification of the learned extractor, section 6. With the blocks sorted by
falling probability p, and N tokens in each block, keeping the blocks up to a cut has the expected

    F = (1 + b^2) * sum of p N kept / (sum of N kept + b^2 * sum of p N of the page)

which is F1 for b = 1; a greater b prefers recall, a smaller one precision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import FloatArray

HALF = 0.5


def expected_f(
    probability: FloatArray, tokens: FloatArray, beta: float
) -> tuple[FloatArray, FloatArray]:
    """Return the possible cuts, falling, and the expected F of each cut, shapes (n_blocks,)."""
    order = np.argsort(-probability, kind="stable")
    likely = (probability * tokens)[order]
    weight = beta * beta
    kept = np.cumsum(tokens[order]) + weight * likely.sum()
    expected: FloatArray = (1 + weight) * np.cumsum(likely) / kept
    return probability[order], expected


def best_cut(probability: FloatArray, tokens: FloatArray, beta: float) -> float:
    """Return the cut with the greatest expected F, a half without blocks."""
    if not len(probability):
        return HALF
    cuts, expected = expected_f(probability, tokens, beta)
    return float(cuts[int(expected.argmax())])


def log_odds_of(probability: float) -> float:
    """Return ln(p / (1 - p)); infinite for 0 and 1."""
    with np.errstate(divide="ignore"):
        return float(np.log(probability) - np.log1p(-probability))


def probability_of(log_odds: FloatArray) -> FloatArray:
    """Return 1 / (1 + exp(-log-odds))."""
    probability: FloatArray = 1 / (1 + np.exp(-log_odds))
    return probability
