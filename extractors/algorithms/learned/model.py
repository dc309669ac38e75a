"""The file of the learned extractor: both models, and the pages that they learned from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.algorithms.learned import additive, trees
from boilerscope.extractors.algorithms.learned.settings import ModelKind
from boilerscope.extractors.model.model_files import load_model, page_mark, read_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.algorithms.learned.additive import AdditiveModel
    from boilerscope.extractors.algorithms.learned.trees import TreeModel
    from boilerscope.extractors.page import Page

FORMAT = "boilerscope learned 1"
ID = "learned"

MARK_DIGITS = 10
"""Digits of the marks of pages in a file: one page in a billion has another one's by chance."""


@dataclass(frozen=True, slots=True, eq=False)
class LearnedModel:
    """Both models of a file.

    Attributes
    ----------
    models : mapping of ModelKind to AdditiveModel or TreeModel
        The models.
    trees_weight : float
        Weight of the full trees in the log-odds where both models decide, from 0 to 1. With 0, the
        additive model decides alone.
    pages : frozenset of str
        First digits of the marks of the pages that they learned from (`page_mark`).
    """

    models: Mapping[ModelKind, AdditiveModel | TreeModel]
    trees_weight: float = 0.0
    pages: frozenset[str] = frozenset()

    def weighted(self, kind: ModelKind) -> tuple[tuple[AdditiveModel | TreeModel, float], ...]:
        """Return the models that decide, with their weights in the log-odds.

        Where both decide, the additive model is the first.
        """
        weight = {ModelKind.BOTH: self.trees_weight, ModelKind.ADDITIVE: 0.0, ModelKind.TREES: 1.0}
        weights = {ModelKind.ADDITIVE: 1 - weight[kind], ModelKind.TREES: weight[kind]}
        return tuple((self.models[kind], share) for kind, share in weights.items() if share)

    def has_seen(self, page: Page) -> bool:
        """Return whether the models learned from a page."""
        return page_mark(page)[:MARK_DIGITS] in self.pages


def load(path: str) -> LearnedModel:
    """Return the models in a file, or the built-in models if the path is empty.

    Raises
    ------
    ExtractorError
        If the file cannot be read or is not a model.
    """
    model: LearnedModel = load_model(path, ID, _parse)
    return model


def _parse(table: Any, name: str) -> LearnedModel:
    return read_table(table, name, FORMAT, _models)


def _models(table: Any) -> LearnedModel:
    weight = float(table.get("trees_weight", 0))
    if not 0 <= weight <= 1:
        raise ValueError(f"trees_weight must be from 0 to 1, got {weight:g}")
    return LearnedModel(
        {
            ModelKind.ADDITIVE: additive.parse(table["additive"]),
            ModelKind.TREES: trees.parse(table["trees"]),
        },
        weight,
        frozenset(str(mark)[:MARK_DIGITS] for mark in table["pages"]),
    )
