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
    pages : frozenset of str
        First digits of the marks of the pages that they learned from (`page_mark`).
    """

    models: Mapping[ModelKind, AdditiveModel | TreeModel]
    pages: frozenset[str]

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
    return LearnedModel(
        {
            ModelKind.ADDITIVE: additive.parse(table["additive"]),
            ModelKind.TREES: trees.parse(table["trees"]),
        },
        frozenset(str(mark)[:MARK_DIGITS] for mark in table["pages"]),
    )
