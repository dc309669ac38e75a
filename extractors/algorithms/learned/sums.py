"""The sums that decide the blocks of a page: of one model, or the mean of both.

Source: ours, the specification of the learned extractor, section 5. Both models see the same
blocks, but the additive one knows less of a single corpus. So on a page with one body of text,
whose frame differs most from site to site, it decides alone outside the body.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.learned.cut import Reason, body_of, probability_of
from boilerscope.extractors.features.matrix import OF_PAGE
from boilerscope.extractors.model.contributions import Contributions, Term, WeightedModel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boilerscope.extractors.algorithms.learned.additive import AdditiveModel
    from boilerscope.extractors.algorithms.learned.cut import Body
    from boilerscope.extractors.algorithms.learned.model import LearnedModel
    from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
    from boilerscope.extractors.algorithms.learned.trees import TreeModel
    from boilerscope.extractors.page.records import BoolArray, FloatArray

    Model = AdditiveModel | TreeModel
    Added = Callable[[Model, BoolArray], FloatArray]
    """Log-odds that each term of a model adds to some blocks, shape (n_chosen, n_terms)."""

ON_OTHER_PAGES = "on_other_pages"
"""Column with the share of the other pages of the site that have the text of a block."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The part of a model in the sums.

    Attributes
    ----------
    weight : array of float, shape (n_blocks,)
        Weight of the model in the log-odds of each block.
    added : array of float, shape (n_blocks, n_terms)
        Log-odds that each term of the model adds to each block, without the weight; 0 where the
        weight is 0.
    """

    model: Model
    weight: FloatArray
    added: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """The log-odds of the blocks of a page.

    Attributes
    ----------
    parts : tuple of Part
        The models that decide.
    site : array of float, shape (n_blocks,), or None
        Log-odds that the other pages of the site add.
    log_odds : array of float, shape (n_blocks,)
        The sums.
    body : Body
        Body of the page.
    """

    parts: tuple[Part, ...]
    site: FloatArray | None
    log_odds: FloatArray
    body: Body

    @property
    def features(self) -> frozenset[str]:
        """The features that the models read."""
        return frozenset(feature for part in self.parts for feature in part.model.features)


def sums_of(
    file: LearnedModel,
    columns: Mapping[str, FloatArray],
    words: FloatArray,
    settings: LearnedSettings,
    *,
    site: FloatArray | None = None,
    added_by: Added | None = None,
) -> Sums:
    """Return the log-odds of the blocks of a page by the models of a file.

    Parameters
    ----------
    columns : mapping of str to array of float, shape (n_blocks,)
        Features.
    words : array of float, shape (n_blocks,)
        Words of each block.
    site : array of float, shape (n_blocks,), optional
        Log-odds that the other pages of the site add.
    added_by : callable, optional
        Returns what the terms of a model add to some blocks, if that is known already.
    """
    n_blocks = len(words)
    added_by = added_by or (lambda model, rows: added_in(model, columns, rows))
    of_site = np.zeros(n_blocks) if site is None else site
    (first, first_weight), *others = file.weighted(settings.kind)
    everywhere = np.ones(n_blocks, dtype=np.bool_)
    added = added_by(first, everywhere)
    alone = first.base + added.sum(axis=1)
    body = body_of(probability_of(alone + of_site), words, columns, settings)
    is_shared = body.holds if others and body.reason is Reason.ONE_BODY else everywhere
    parts = [Part(first, np.where(is_shared, first_weight, 1.0), added)]
    log_odds = parts[0].weight * alone
    for model, weight in others:
        added = np.zeros((n_blocks, len(model.terms)))
        added[is_shared] = added_by(model, is_shared)
        parts.append(Part(model, np.where(is_shared, weight, 0.0), added))
        log_odds += parts[-1].weight * (model.base + added.sum(axis=1))
    return Sums(tuple(parts), site, log_odds + of_site, body)


def added_in(model: Model, columns: Mapping[str, FloatArray], rows: BoolArray) -> FloatArray:
    """Return the log-odds that each term of a model adds to some blocks."""
    chosen = {name: columns[name][rows] for name in model.features}
    return model.added(chosen, int(np.count_nonzero(rows)))


def contributions_of(sums: Sums, cut: float) -> Contributions:
    """Return the terms of the sums; terms of the same features are one in both models.

    Parameters
    ----------
    cut : float
        Log-odds from which a block is kept.
    """
    values: dict[tuple[str, ...], FloatArray] = {}
    for part in sums.parts:
        for features, column in zip(part.model.terms, part.added.T, strict=True):
            weighted = part.weight * column
            values[features] = values[features] + weighted if features in values else weighted
    if sums.site is not None:
        values[(ON_OTHER_PAGES,)] = sums.site
    terms = tuple(
        Term(features, all(feature in OF_PAGE for feature in features)) for features in values
    )
    n_blocks = len(sums.log_odds)
    return Contributions(
        base=sum((part.weight * part.model.base for part in sums.parts), np.zeros(n_blocks)),
        cut=cut,
        terms=terms,
        values=np.column_stack([np.zeros((n_blocks, 0)), *values.values()]),
        models=tuple(WeightedModel(part.model, part.weight) for part in sums.parts),
    )
