"""The decision of naive Bayes on each block."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.bayes.features import FEATURES, MeasuredBlocks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from extractors.algorithms.bayes.model import BayesModel
    from extractors.algorithms.bayes.settings import BayesSettings
    from extractors.page.records import BoolArray, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """Evaluation of each block by the model.

    Attributes
    ----------
    odds : mapping of str to array of float, shape (n_blocks,)
        Log-odds of each feature that is looked at, above 0 where it speaks for main content.
    prior : float
        Log-odds before a block is looked at.
    support : array of float, shape (n_blocks,)
        Probability that the block is main.
    needed : float
        Least support of a main block.
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
    """Return the decision on every block."""
    prior, odds_of_steps = _learned(model, settings)
    odds = {name: of_step[blocks.steps[name]] for name, of_step in odds_of_steps.items()}
    total = prior + sum(odds.values(), start=np.zeros(len(blocks.chosen)))
    with np.errstate(over="ignore"):
        support = 1 / (1 + np.exp(-total))
    return Decision(
        odds, prior, support, settings.loss_false / (settings.loss_miss + settings.loss_false)
    )


@lru_cache(maxsize=16)
def _learned(model: BayesModel, settings: BayesSettings) -> tuple[float, Mapping[str, FloatArray]]:
    """Return the log-odds before a block is looked at, and of every value of each feature.

    They are the same for all pages.
    """
    share = settings.prior_main
    share = model.prior(settings.alpha) if share is None else share
    prior = float(np.log(share) - np.log1p(-share))
    odds = {}
    for name in settings.features:
        edges = settings.edges(name)
        of_step = edges.searchsorted(np.arange(FEATURES[name].cap + 1), side="right")
        odds[name] = model.log_odds(name, edges, settings.alpha)[of_step]
    return prior, odds
