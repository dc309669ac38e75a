"""Fit the expected F1 of the router: ``python -m tests.helpers.expected_training -o FILE``.

Every page gets the probabilities of a model that saw no page of its site. Each result counts once
in each of four groups of panes, because its agreement depends on the others. Prints the area under
the curve for *this page is under .8* and the error of calibration: on corpora that were left out,
and by extractor with weights that saw no page of the site, over seven and over four panes.
It made ``extractors/data/models/expected.json`` and the tables of ``docs/expected.md``; it needs
the developer corpora, LightGBM and the libraries.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click
import numpy as np

from boilerscope.extractors import runner
from boilerscope.extractors.algorithms.learned.cut import probability_of
from boilerscope.extractors.algorithms.learned.extractor import LEARNED
from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
from boilerscope.extractors.algorithms.router.expected import (
    figures_of,
    page_figures,
)
from boilerscope.extractors.model.expected import FIGURES
from boilerscope.extractors.peers.trafilatura import Focus, TrafilaturaSettings
from boilerscope.extractors.scoring.bags import bag, bag_f1
from boilerscope.extractors.scoring.calibration import calibration
from boilerscope.extractors.training.learned.crossval import folds
from boilerscope.extractors.training.learned.rows import rows_of
from boilerscope.extractors.training.learned.trainer import LearnedTraining, train_models
from tests.helpers.gold_sets import open_gold
from tests.helpers.learned_study import corpus_of
from tests.helpers.material import CORPORA, SHARED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.algorithms.learned.model import LearnedModel
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page.records import BoolArray, FloatArray

Weights: TypeAlias = tuple["FloatArray", "FloatArray"]
"""Base and weights, and the means of the figures."""

RIDGE = 1e-3
N_ROUNDS = 60
OTHERS: dict[str, tuple[str, Settings | None]] = {
    "readability_lxml": ("readability_lxml", None),
    "trafilatura": ("trafilatura", TrafilaturaSettings(focus=Focus.BALANCED)),
    "precision": ("trafilatura", TrafilaturaSettings(focus=Focus.PRECISION)),
    "largest_body": ("largest_body", None),
    "boilerpipe.article": ("boilerpipe.article", None),
    "qd": ("qd", None),
}
GROUPS = (
    ("learned", *OTHERS),
    ("learned", "largest_body", "boilerpipe.article", "qd"),
    ("learned", "readability_lxml", "trafilatura"),
    ("learned", "trafilatura"),
)


@dataclass(frozen=True, eq=False)
class Results:
    """Figures and F1 of results, a row for each result in each group.

    Attributes
    ----------
    figures : array of float, shape (n, n_figures)
    f1, weight : array of float, shape (n,)
        Score, and weight: half of it counts corpora alike, half pages.
    corpus, extractor : array of str, shape (n,)
        Corpus of the page, and the extractor as `OTHERS` names it.
    group : array of int, shape (n,)
        Index in `GROUPS`.
    fold : array of int, shape (n,)
        Fold of the page's site.
    """

    figures: FloatArray
    f1: FloatArray
    weight: FloatArray
    corpus: NDArray[np.str_]
    extractor: NDArray[np.str_]
    group: NDArray[np.int64]
    fold: NDArray[np.int64]


def models(entries: Sequence[ListedPage]) -> dict[str, tuple[LearnedModel, int]]:
    """Return for each page the models that saw no page of its site, and the fold of the site."""
    options = LearnedTraining()
    pages = [rows for entry in entries for rows in rows_of(entry, options.seed)]
    fold = folds(pages, options.folds, options.seed)
    of_page: dict[str, tuple[LearnedModel, int]] = {}
    for held_out in range(options.folds):
        learned_from = [p for p, k in zip(pages, fold, strict=True) if k != held_out]
        file = train_models(learned_from, options.seed).file()
        held = (p for p, k in zip(pages, fold, strict=True) if k == held_out)
        of_page |= {page.entry.name: (file, held_out) for page in held}
    return of_page


def measured(entry: ListedPage, file: LearnedModel) -> list[tuple[list[float], float, str, int]]:
    """Return figures, F1, extractor and group of each result of a page that keeps something."""
    page = entry.page()
    gold = bag(entry.gold(page).text or "")
    learned = LEARNED.result(page, file, LearnedSettings())
    shared = page_figures(page, learned)
    masks: dict[str, BoolArray] = {"learned": learned.mask}
    f1 = {"learned": bag_f1(gold, bag(learned.own_text))}
    for name, (extractor, other_settings) in OTHERS.items():
        extraction = runner.run(page, extractor, other_settings)
        masks[name], f1[name] = extraction.mask, bag_f1(gold, bag(extraction.own_text))
    found = []
    for number, group in enumerate(GROUPS):
        for name in group:
            if masks[name].any():
                others = [masks[other] for other in group if other != name]
                figures = figures_of(shared, masks[name], others)
                found.append((list(figures.values()), f1[name], name, number))
    return found


def fitted(results: Results, chosen: BoolArray) -> Weights:
    """Return base and weights of a logistic regression with ridge penalty, and the means."""
    figures, f1 = results.figures[chosen], results.f1[chosen]
    weight = results.weight[chosen] / results.weight[chosen].sum()
    means = np.average(figures, axis=0, weights=weight)
    scale = figures.std(axis=0) + 1e-9
    design = np.column_stack([np.ones(len(figures)), (figures - means) / scale])
    penalty = RIDGE * np.append(0.0, np.ones(len(means)))
    weights = np.zeros(design.shape[1])
    for _ in range(N_ROUNDS):
        expected = probability_of(design @ weights)
        slope = design.T @ (weight * (expected - f1)) + penalty * weights
        curve = (design * (weight * expected * (1 - expected))[:, None]).T @ design
        weights -= np.linalg.solve(curve + np.diag(penalty + 1e-9), slope)
    return weights / np.append(1.0, scale), means


def predicted(model: Weights, figures: FloatArray) -> FloatArray:
    """Return the expected F1."""
    weights, means = model
    return probability_of(weights[0] + (figures - means) @ weights[1:])


def results_of(entries: Sequence[ListedPage]) -> Results:
    """Return the results of all pages."""
    of_page = models(entries)
    names = [corpus_of(entry) for entry in entries]
    per_page = {name: 0.5 / names.count(name) + 1.5 / len(entries) for name in set(names)}
    rows = [
        (*row, corpus_of(entry), of_page[entry.name][1])
        for entry in entries
        for row in measured(entry, of_page[entry.name][0])
    ]
    figures, f1, extractor, group, corpus, fold = zip(*rows, strict=True)
    return Results(
        figures=np.array(figures),
        f1=np.array(f1),
        weight=np.array(
            [per_page[name] / len(GROUPS[k]) for name, k in zip(corpus, group, strict=True)]
        ),
        corpus=np.array(corpus),
        extractor=np.array(extractor),
        group=np.array(group),
        fold=np.array(fold),
    )


def out_of(results: Results, parts: NDArray[Any]) -> FloatArray:
    """Return the F1 expected of each result by weights that were fitted without its part."""
    expected = np.zeros(len(results.f1))
    for part in np.unique(parts):
        is_out = parts == part
        expected[is_out] = predicted(fitted(results, ~is_out), results.figures[is_out])
    return expected


def errors(results: Results, expected: FloatArray, rows: BoolArray) -> str:
    """Return area and error of calibration of some results."""
    found = calibration(expected[rows], results.f1[rows])
    return f"{found.area:.3f} {found.error:.3f}"


@click.command()
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="File."
)
def main(output: Path) -> None:
    """Fit the weights and write them."""
    folders = (CORPORA, SHARED / "corpora-large")
    entries = [entry for folder in folders for entry in open_gold(folder, format="corpus")]
    results = results_of(entries)
    left_out = out_of(results, results.corpus)
    for name in sorted(set(results.corpus.tolist())):
        click.echo(f"{name}: {errors(results, left_out, results.corpus == name)}")
    by_site = out_of(results, results.fold)
    for number, group in enumerate(GROUPS[:2]):
        in_group = results.group == number
        for name in group:
            row = errors(results, by_site, in_group & (results.extractor == name))
            click.echo(f"{len(group)} panes, {name}: {row}")
        click.echo(f"{len(group)} panes, all: {errors(results, by_site, in_group)}")
    learned = (results.group == 0) & (results.extractor == "learned")
    bins = calibration(by_site[learned], results.f1[learned])
    for what, values in (("expected", bins.expected), ("measured", bins.measured)):
        click.echo(f"learned, {what}: {' '.join(f'{value:.3f}' for value in values)}")
    weights, means = fitted(results, np.ones(len(results.f1), dtype=np.bool_))
    table = {
        "format": "boilerscope expected 1",
        "provenance": {
            "command": f"python -m tests.helpers.expected_training -o {output.name}",
            "corpora": sorted({entry.set_name for entry in entries}),
            "pages": len(entries),
            "results": len(results.f1),
        },
        "base": round(float(weights[0]), 4),
        "weights": {
            name: round(float(value), 4) for name, value in zip(FIGURES, weights[1:], strict=True)
        },
        "means": {name: round(float(value), 4) for name, value in zip(FIGURES, means, strict=True)},
    }
    output.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
