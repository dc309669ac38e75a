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
    from boilerscope.extractors.page.records import FloatArray

    Model = AdditiveModel | TreeModel
    Added = Callable[[Model], FloatArray]
    """Log-odds that each term of a model adds to each block, shape (n_blocks, n_terms)."""

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
        Log-odds that each term of the model adds to each block, without the weight.
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
        Returns what the terms of a model add, if that is known already.
    """
    weighted = file.weighted(settings.kind)
    added = [
        added_by(model) if added_by else model.added(columns, len(words)) for model, _ in weighted
    ]
    alone = [
        model.base + values.sum(axis=1) for (model, _), values in zip(weighted, added, strict=True)
    ]
    of_site = np.zeros(len(words)) if site is None else site
    body = body_of(probability_of(alone[0] + of_site), words, columns, settings)
    has_one = body.reason is Reason.ONE_BODY and len(weighted) > 1
    is_frame = ~body.holds if has_one else np.zeros(len(words), dtype=np.bool_)
    parts = tuple(
        Part(model, np.where(is_frame, float(not number), weight), values)
        for number, ((model, weight), values) in enumerate(zip(weighted, added, strict=True))
    )
    log_odds = sum((part.weight * of for part, of in zip(parts, alone, strict=True)), of_site)
    return Sums(parts, site, log_odds, body)


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
