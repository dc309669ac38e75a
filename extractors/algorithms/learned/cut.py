"""The cut: the probability from which blocks are kept.

Source: ours, the specification of the learned extractor, section 6. With the blocks sorted by
falling probability p, and N tokens in each block, keeping the blocks up to a cut has the expected

    F = (1 + b^2) * sum of p N kept / (sum of N kept + b^2 * sum of p N of the page)

which is F1 for b = 1; a greater b prefers recall, a smaller one precision.

That cut is right for a page of many records, and for a page like those that the model learned from.
On an article from elsewhere, probabilities of boilerplate between the cut and a half are too high.
So if the page has one body of text, its cut is the probability at which keeping a block costs as
much as dropping it, 1 / (1 + b^2), which is a half for b = 1. Two tests recognise such a page; the
body is the container with the most points (feature `rd_in`), and p is of the additive model where
both models decide:

    words of the body / words of the page                                  >= min_body_share
    likely words in the body / likely words, those of blocks with p >= .5  >= min_body_kept
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.learned.settings import CutRule

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
    from boilerscope.extractors.page.records import BoolArray, FloatArray

HALF = 0.5


class Reason(IntEnum):
    """Reason for the cut of a page."""

    SETTING = 0
    ONE_BODY = 1
    SMALL_BODY = 2
    OUTSIDE_BODY = 3


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """The container of a page with the most points.

    Attributes
    ----------
    share : float
        Its words divided by the words of the page.
    kept : float
        Likely words in it divided by all likely words, 0 if no block is likely.
    holds : array of bool, shape (n_blocks,)
        The blocks in it.
    reason : Reason
        Why the page has one body of text, or not: `ONE_BODY`, or the test that fails.
    """

    share: float
    kept: float
    holds: BoolArray
    reason: Reason


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of a page.

    Attributes
    ----------
    probability : float
        Blocks with at least this probability are kept.
    reason : Reason
        `SETTING`: the settings give the cut, or one rule for all pages. `ONE_BODY`: both tests
        hold. `SMALL_BODY`: the first test fails. `OUTSIDE_BODY`: only the second test fails.
    """

    probability: float
    reason: Reason


def body_of(
    probability: FloatArray,
    words: FloatArray,
    columns: Mapping[str, FloatArray],
    settings: LearnedSettings,
) -> Body:
    """Return the body of a page.

    Parameters
    ----------
    probability, words : array of float, shape (n_blocks,)
        Probability and words of each block.
    columns : mapping of str to array of float, shape (n_blocks,)
        Features, at least ``rd_in`` and ``rd_best_share``.
    """
    holds = columns["rd_in"] > 0
    likely = words * (probability >= HALF)
    share = float(columns["rd_best_share"][0]) if len(words) else 0.0
    kept = float(likely[holds].sum() / likely.sum()) if likely.any() else 0.0
    reason = Reason.ONE_BODY
    if share < settings.min_body_share:
        reason = Reason.SMALL_BODY
    elif kept < settings.min_body_kept:
        reason = Reason.OUTSIDE_BODY
    return Body(share, kept, holds, reason)


def page_cut(
    probability: FloatArray, tokens: FloatArray, body: Body, settings: LearnedSettings
) -> Cut:
    """Return the cut of a page.

    Parameters
    ----------
    probability, tokens : array of float, shape (n_blocks,)
        Probability and tokens of each block.
    """
    if settings.cut is not None:
        return Cut(settings.cut, Reason.SETTING)
    if settings.cut_rule is CutRule.BY_PAGE and body.reason is Reason.ONE_BODY:
        return Cut(even_cut(settings.beta), Reason.ONE_BODY)
    expected = best_cut(probability, tokens, settings.beta)
    is_rule = settings.cut_rule is CutRule.EXPECTED
    return Cut(expected, Reason.SETTING if is_rule else body.reason)


def even_cut(beta: float) -> float:
    """Return the probability at which keeping costs as much as dropping: 1 / (1 + beta^2)."""
    return 1 / (1 + beta * beta)


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
