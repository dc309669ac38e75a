"""Learning from a few marked pages: the built-in additive model, with a new weight for each term.

The tables of the built-in model stay as they are, but the log-odds become

    log-odds = base + shift + sum over terms of weight * term

The weights and the shift are a logistic regression on the blocks of the marked pages, with a
penalty for each step away from the built-in model (weight 1, shift 0). One page moves them a
little, many pages decide them. Source: ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from boilerscope.extractors.algorithms.learned import additive
from boilerscope.extractors.algorithms.learned.additive import AdditiveModel, Table, make_model
from boilerscope.extractors.algorithms.learned.cut import probability_of
from boilerscope.extractors.algorithms.learned.model import FORMAT, MARK_DIGITS, LearnedModel
from boilerscope.extractors.algorithms.learned.settings import LearnedSettings, ModelKind
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.features.matrix import NAMES
from boilerscope.extractors.model.model_files import built_in_table
from boilerscope.extractors.model.settings import Settings, knob
from boilerscope.extractors.training.learned.crossval import as_values, mean_score, score
from boilerscope.extractors.training.learned.rows import rows_of
from boilerscope.extractors.training.trainer import Trainer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.extractors.training.learned.crossval import MeanScore
    from boilerscope.extractors.training.learned.rows import Rows

_SEED = 1
_ROUNDS = 30
_ENOUGH = 1e-8
_DRAWS = 10
"""Draws of marked pages for each number of marks."""
_MAX_ON_CURVE = 32
"""Number of marked pages, drawn if there are more, that F1 by number of marks is measured on."""


@dataclass(frozen=True)
class MarksTraining(Settings):
    """How far the marks may move the built-in model."""

    trust: float = knob(
        2.0,
        "Trust in the built-in model",
        "Penalty of a step away from the built-in model: the larger, the more marks it takes.",
        unit="pages",
        low=0.01,
        high=1000.0,
        step=0.5,
    )


def adapted(model: AdditiveModel, pages: Sequence[Rows], trust: float) -> AdditiveModel:
    """Return a model whose terms have the weights that suit marked pages.

    Parameters
    ----------
    trust : float
        Penalty, in pages: each page has weight 1.
    """
    terms = np.concatenate([_terms(model, page) for page in pages])
    label = np.concatenate([page.label for page in pages])
    weight = np.concatenate([page.weight() for page in pages])
    design = np.column_stack([np.ones(len(terms)), terms])
    start = np.ones(design.shape[1])
    start[0] = 0.0  # the shift
    weights = start.copy()
    for _ in range(_ROUNDS):
        probability = probability_of(model.base + design @ weights)
        slope = design.T @ (weight * (probability - label)) + trust * (weights - start)
        curve = (design * (weight * probability * (1 - probability))[:, None]).T @ design
        step = np.linalg.solve(curve + trust * np.eye(len(weights)), slope)
        weights -= step
        if float(np.abs(step).max()) < _ENOUGH:
            break
    tables = [
        Table(table.features, table.cuts, np.round(table.values * scale, 4))
        for table, scale in zip(model.tables, weights[1:].tolist(), strict=True)
    ]
    return make_model(round(model.base + float(weights[0]), 4), tuple(tables))


def train(gold: Iterable[ListedPage], settings: Settings) -> dict[str, Any]:
    """Return the adapted model, and F1 by number of marks, as plain values.

    Raises
    ------
    ExtractorError
        If no page can be learned from.
    """
    options = cast("MarksTraining", settings)
    built_in = built_in_table("learned")
    model = additive.parse(built_in["additive"])
    pages = [next(iter(rows_of(entry, _SEED))) for entry in gold if entry.has_gold]
    usable = [page for page in pages if page.is_taught]
    if not usable:
        raise ExtractorError("no page has enough of its gold text to learn from")
    marks = {page.mark[:MARK_DIGITS] for page in usable}
    return {
        "format": FORMAT,
        "scores": as_values(by_marks(model, usable, options.trust)),
        "additive": additive.as_values(adapted(model, usable, options.trust)),
        "trees": built_in["trees"],
        "pages": sorted({*built_in["pages"], *marks}),
        "counted": {
            "pages_used": len(usable),
            "pages_known": len(marks & set(built_in["pages"])),
            "pages_left_out": [page.entry.name for page in pages if not page.is_taught],
            "trust": options.trust,
        },
    }


def by_marks(model: AdditiveModel, pages: Sequence[Rows], trust: float) -> dict[str, MeanScore]:
    """Return F1 by number of marks, each on marked pages that were not learned from.

    Some pages are drawn and learned from, and the others are scored; the interval is over pages,
    each with its mean over the draws.
    """
    rng = np.random.default_rng(_SEED)
    if len(pages) > _MAX_ON_CURVE:
        pages = [pages[number] for number in rng.permutation(len(pages))[:_MAX_ON_CURVE].tolist()]
    curve = {"0 marks": mean_score([_score(model, page) for page in pages])}
    for n_marks in _numbers(len(pages)):
        scores: dict[int, list[float]] = {}
        for _ in range(_DRAWS):
            drawn = set(rng.permutation(len(pages))[:n_marks].tolist())
            learned = adapted(model, [pages[number] for number in sorted(drawn)], trust)
            for number in set(range(len(pages))) - drawn:
                scores.setdefault(number, []).append(_score(learned, pages[number]))
        means = [float(np.mean(values)) for values in scores.values()]
        curve[f"{n_marks} mark" + "s" * (n_marks > 1)] = mean_score(means)
    return curve


def _numbers(n_pages: int) -> list[int]:
    """Return the numbers of marks: 1, 2, 4 and so on, at most half of the pages."""
    return [2**power for power in range(12) if 2 * 2**power <= n_pages]


def _score(model: AdditiveModel, page: Rows) -> float:
    return score(page, LearnedModel({ModelKind.ADDITIVE: model}), LearnedSettings())


def _terms(model: AdditiveModel, page: Rows) -> FloatArray:
    columns = {name: page.features[:, n].astype(np.float64) for n, name in enumerate(NAMES)}
    return model.added(columns, len(page))


TRAINER = Trainer(
    "marks",
    "Adapt the built-in model of learned to a few marked pages; shows F1 by number of marks.",
    MarksTraining,
    train,
)
