"""The decision of the learned extractor on the blocks of a page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.learned.cut import (
    expected_f,
    log_odds_of,
    page_cut,
    probability_of,
)
from boilerscope.extractors.algorithms.learned.sums import added_in, contributions_of, sums_of
from boilerscope.extractors.features.matrix import matrix
from boilerscope.extractors.page.site.evidence import site_evidence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.learned.cut import Cut
    from boilerscope.extractors.algorithms.learned.model import LearnedModel
    from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
    from boilerscope.extractors.algorithms.learned.sums import Model, Sums
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.features.matrix import Matrix
    from boilerscope.extractors.model.contributions import Contributions
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray

_MIN_OTHERS = 2
"""With one other page, a block that both have is as often main content as template."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """Output of the models for the blocks of a page, and the cut.

    Attributes
    ----------
    measured : Matrix
        The blocks with their features.
    sums : Sums
        Log-odds of each block, with the parts of the models.
    probability : array of float, shape (n_blocks,)
        Probability that each block is main content.
    page_cut : Cut
        Probability from which blocks are kept, and why.
    on_other_pages : array of float, shape (n_blocks,), or None
        Share of the other pages of the site that have the text of each block. None if there are
        fewer than two, or the settings do not ask for it.
    """

    measured: Matrix
    sums: Sums
    probability: FloatArray
    page_cut: Cut
    on_other_pages: FloatArray | None

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
        kept = self.sums.log_odds[self.content]
        return contributions_of(
            self.sums, min(log_odds_of(self.cut), float(kept.min(initial=np.inf)))
        )

    def expected(self, beta: float) -> float:
        """Return the expected F of the kept blocks, 0 if no block is kept."""
        _, expected = expected_f(self.probability, self.measured.grid.tokens, beta)
        n_kept = int(self.content.sum())
        return float(expected[n_kept - 1]) if n_kept else 0.0


def decide(page: Page, file: LearnedModel, settings: LearnedSettings) -> Decision:
    """Return the decision of the models of a file on a page."""
    measured = matrix(page)
    grid = measured.grid
    share = _on_other_pages(page, grid) if settings.site_weight else None
    sums = sums_of(
        file,
        measured.columns,
        grid.words,
        settings,
        site=None if share is None else settings.site_weight * share,
        added_by=partial(_added, page, measured.columns),
    )
    probability = probability_of(sums.log_odds)
    cut = page_cut(probability, grid.tokens, sums.body, settings)
    return Decision(measured, sums, probability, cut, share)


def _on_other_pages(page: Page, grid: Grid) -> FloatArray | None:
    """Return the mean share of other pages with the text of each block; None with too few."""
    evidence = site_evidence(page)
    if evidence is None or evidence.n_others < _MIN_OTHERS:
        return None
    return grid.of_tokens(evidence.token_share) / grid.tokens


def _added(
    page: Page, columns: Mapping[str, FloatArray], model: Model, rows: BoolArray
) -> FloatArray:
    """Return what each term adds to some blocks; cached, so that a new cut runs no model again.

    The cache also keeps the model, so that no other object can get the same identity.
    """
    key = ("added by", id(model), rows.tobytes())
    return page.cached(key, lambda _page: (model, added_in(model, columns, rows)))[1]
