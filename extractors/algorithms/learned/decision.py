"""The decision of the learned extractor on the blocks of a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.learned.cut import (
    expected_f,
    log_odds_of,
    page_cut,
    probability_of,
)
from boilerscope.extractors.features.matrix import matrix
from boilerscope.extractors.model.contributions import Contributions

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.learned.additive import AdditiveModel
    from boilerscope.extractors.algorithms.learned.cut import Cut
    from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
    from boilerscope.extractors.algorithms.learned.trees import TreeModel
    from boilerscope.extractors.features.matrix import Matrix
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """Output of a model for the blocks of a page, and the cut.

    Attributes
    ----------
    measured : Matrix
        The blocks with their features.
    model : AdditiveModel or TreeModel
        The model.
    added : array of float, shape (n_blocks, n_terms)
        Log-odds that each term adds to each block.
    log_odds, probability : array of float, shape (n_blocks,)
        Log-odds and probability that each block is main content.
    page_cut : Cut
        Probability from which blocks are kept, and why.
    """

    measured: Matrix
    model: AdditiveModel | TreeModel
    added: FloatArray
    log_odds: FloatArray
    probability: FloatArray
    page_cut: Cut

    @property
    def cut(self) -> float:
        """Probability from which blocks are kept."""
        return self.page_cut.probability

    @property
    def content(self) -> BoolArray:
        """The blocks that are kept, shape (n_blocks,)."""
        return self.probability >= self.cut

    @property
    def words(self) -> float:
        """Words of the blocks that are kept."""
        return float(self.measured.grid.words[self.content].sum())

    def contributions(self) -> Contributions:
        """Return the sum that decided each block."""
        # Rounded log-odds of a cut can exceed those of a block with exactly that probability.
        cut = min(log_odds_of(self.cut), float(self.log_odds[self.content].min(initial=np.inf)))
        return Contributions(self.model.base, cut, self.model.terms, self.added)

    def expected(self, beta: float) -> float:
        """Return the expected F of the kept blocks, 0 if no block is kept."""
        _, expected = expected_f(self.probability, self.measured.grid.tokens, beta)
        n_kept = int(self.content.sum())
        return float(expected[n_kept - 1]) if n_kept else 0.0


def decide(page: Page, model: AdditiveModel | TreeModel, settings: LearnedSettings) -> Decision:
    """Return the decision of a model on a page."""
    measured = matrix(page)
    added = _added(page, model, measured)
    log_odds = model.base + added.sum(axis=1)
    probability = probability_of(log_odds)
    grid = measured.grid
    cut = page_cut(probability, grid.tokens, grid.words, measured.columns, settings)
    return Decision(measured, model, added, log_odds, probability, cut)


def _added(page: Page, model: AdditiveModel | TreeModel, measured: Matrix) -> FloatArray:
    """Return the log-odds that each term adds; cached, so that a new cut does not run the model.

    The cache also keeps the model, so that no other object can get the same identity.
    """
    n_blocks = len(measured.grid)
    key = ("added by", id(model))
    return page.cached(key, lambda _page: (model, model.added(measured.columns, n_blocks)))[1]
