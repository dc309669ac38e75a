"""Training of the learned extractor: models, cross-validated scores, and the pages that it saw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from boilerscope.extractors.algorithms.learned import additive, trees
from boilerscope.extractors.algorithms.learned.model import (
    FORMAT,
    ID,
    MARK_DIGITS,
    LearnedModel,
)
from boilerscope.extractors.algorithms.learned.settings import (
    CutRule,
    LearnedSettings,
    ModelKind,
)
from boilerscope.extractors.model.settings import Settings, knob
from boilerscope.extractors.training.learned.boosting import full_trees, sample, small_trees
from boilerscope.extractors.training.learned.compiling import short_trees, tables_of
from boilerscope.extractors.training.learned.crossval import as_values, folds, grouped, score
from boilerscope.extractors.training.learned.rows import rows_of
from boilerscope.extractors.training.trainer import Trainer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.algorithms.learned.additive import AdditiveModel
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.training.learned.rows import Rows

TREES_WEIGHT = 0.5
"""Weight of the full trees where both models decide."""

_KINDS = {
    "learned": ModelKind.BOTH,
    "learned, additive": ModelKind.ADDITIVE,
    "learned, full trees": ModelKind.TREES,
}
"""What is cross-validated, by name in the file."""


@dataclass(frozen=True)
class LearnedTraining(Settings):
    """Cross-validation, and the seed of all random draws."""

    folds: int = knob(5, "Folds", "Parts of the cross-validation.", low=2, high=20, step=1)
    seed: int = knob(
        1,
        "Seed",
        "Decides which site is in which fold, which rows are left out and how short copies are.",
        low=0,
        high=10_000,
        step=1,
    )


@dataclass(frozen=True, slots=True, eq=False)
class TrainedModels:
    """Both models, trained on the same pages.

    Attributes
    ----------
    additive : AdditiveModel
        Tables of terms.
    trees : dict
        Full trees as plain values.
    """

    additive: AdditiveModel
    trees: dict[str, Any]

    def file(self) -> LearnedModel:
        """Return the models as a file holds them, without marks of pages."""
        full = trees.parse(self.trees)
        return LearnedModel(
            {ModelKind.ADDITIVE: self.additive, ModelKind.TREES: full}, TREES_WEIGHT
        )


def train(gold: Iterable[ListedPage], settings: Settings) -> dict[str, Any]:
    """Return both models with their cross-validated scores, as plain values.

    Raises
    ------
    ExtractorError
        If LightGBM is not installed, or no page can be learned from.
    """
    options = cast("LearnedTraining", settings)
    pages = [rows for entry in gold if entry.has_gold for rows in rows_of(entry, options.seed)]
    scores = _cross_validated(pages, options)
    final = train_models(pages, options.seed)
    scored = [page for page in pages if not page.is_copy]
    return {
        "format": FORMAT,
        "scores": scores,
        "additive": additive.as_values(final.additive),
        "trees": final.trees,
        "trees_weight": TREES_WEIGHT,
        "pages": sorted(page.mark[:MARK_DIGITS] for page in scored if page.is_taught),
        "counted": {
            "pages_used": sum(page.is_taught for page in scored),
            "pages_left_out": [page.entry.name for page in scored if not page.is_taught],
            "shortened_copies": len(pages) - len(scored),
            "blocks": sum(map(len, pages)),
            "folds": options.folds,
            "seed": options.seed,
        },
    }


def train_models(pages: Sequence[Rows], seed: int) -> TrainedModels:
    """Return models trained on some pages; full trees do not learn from shortened copies."""
    rows = sample(pages, seed)
    tables = tables_of(small_trees(rows), rows)
    originals = sample([page for page in pages if not page.is_copy], seed)
    return TrainedModels(tables, short_trees(full_trees(originals)))


def _cross_validated(pages: Sequence[Rows], settings: LearnedTraining) -> dict[str, Any]:
    """Return the scores of the models, also with other cuts, on pages of sites new to them."""
    fold = folds(pages, settings.folds, settings.seed)
    scored = [number for number, page in enumerate(pages) if not page.is_copy]
    rules = {
        "": LearnedSettings(),
        ", cut 0.5": LearnedSettings(cut=0.5),
        ", expected F": LearnedSettings(cut_rule=CutRule.EXPECTED),
    }
    scores_of: dict[str, dict[int, float]] = {}
    for held_out in range(settings.folds):
        training_pages = [page for page, part in zip(pages, fold, strict=True) if part != held_out]
        file = train_models(training_pages, settings.seed).file()
        for name, kind in _KINDS.items():
            for rule, rule_settings in rules.items():
                scores = scores_of.setdefault(f"{name}{rule}", {})
                values = rule_settings.replace(kind=kind)
                for number in scored:
                    if fold[number] == held_out:
                        scores[number] = score(pages[number], file, values)
    return {
        name: as_values(
            grouped([pages[number] for number in scored], [scores[number] for number in scored])
        )
        for name, scores in scores_of.items()
    }


TRAINER = Trainer(
    ID,
    "Train the additive model and the full trees of the learned extractor, with cross-validation.",
    LearnedTraining,
    train,
)
