"""Naive Bayes decision on each block."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.bayes.features import FEATURES, MeasuredBlocks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.bayes.model import BayesModel
    from boilerscope.extractors.algorithms.bayes.settings import BayesSettings
    from boilerscope.extractors.page.records import BoolArray, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """Log-odds and support of each block.

    Attributes
    ----------
    odds : mapping of str to array of float, shape (n_blocks,)
        Log-odds of the bin that each block is in, by feature; above 0 they favour main content.
    prior : float
        Log-odds of main content before any feature is known.
    support : array of float, shape (n_blocks,)
        Probability that the block is main content, P(main | features).
    needed : float
        Minimum support of a main block.
    """

    odds: Mapping[str, FloatArray]
    prior: float
    support: FloatArray
    needed: float

    @property
    def main(self) -> BoolArray:
        """Mask of the main blocks."""
        return self.support >= self.needed


def decide(model: BayesModel, blocks: MeasuredBlocks, settings: BayesSettings) -> Decision:
    """Return the decision on every block.

    ``support = P(main | f) = 1 / (1 + exp(l_other - l_main))`` where ``l_y = log P(y) + sum of
    log P(f_j | y)``. A block is main if ``support * loss_miss >= (1 - support) * loss_false``.
    """
    prior, odds_of_values = _log_odds(model, settings)
    odds = {
        name: odds_of_value[blocks.steps[name]] for name, odds_of_value in odds_of_values.items()
    }
    total = prior + sum(odds.values(), start=np.zeros(len(blocks.selected)))
    with np.errstate(over="ignore"):
        support = 1 / (1 + np.exp(-total))
    needed = settings.loss_false / (settings.loss_miss + settings.loss_false)
    return Decision(odds, prior, support, needed)


@lru_cache(maxsize=16)
def _log_odds(model: BayesModel, settings: BayesSettings) -> tuple[float, Mapping[str, FloatArray]]:
    """Return the prior log-odds, and the log-odds of every value of each feature.

    They are the same for all pages.
    """
    share = settings.prior_main
    if share is None:
        share = model.prior(settings.alpha)
    prior = float(np.log(share) - np.log1p(-share))
    odds = {}
    for name in settings.features:
        edges = settings.edges(name)
        values = np.arange(FEATURES[name].cap + 1)
        bin_of_value = edges.searchsorted(values, side="right")  # number of edges <= value
        odds[name] = model.log_odds(name, edges, settings.alpha)[bin_of_value]
    return prior, odds
