"""Contribution of each part of the learned extractor: ``python -m tests.helpers.learned_study``.

Writes a Markdown page: cross-validated scores with one part left out or changed, the learning
curve, and paired differences to trafilatura. It needs the developer corpora, LightGBM and about
half an hour.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click
import numpy as np

from boilerscope.extractors import runner
from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
from boilerscope.extractors.features import (
    containers,
    metadata,
    neighbours,
    place,
    templates,
    totals,
)
from boilerscope.extractors.features.matrix import FEATURES
from boilerscope.extractors.peers.trafilatura import Focus, TrafilaturaSettings
from boilerscope.extractors.scoring.bags import bag, bag_f1
from boilerscope.extractors.training.learned.boosting import N_PAIRS, Sample, sample, small_trees
from boilerscope.extractors.training.learned.compiling import tables_of
from boilerscope.extractors.training.learned.crossval import folds, mean_score, score
from boilerscope.extractors.training.learned.rows import rows_of
from boilerscope.extractors.training.learned.trainer import LearnedTraining, predictor
from tests.helpers.gold_sets import open_gold
from tests.helpers.material import CORPORA, SHARED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.training.learned.rows import Rows

    Variant: TypeAlias = Callable[[Sequence[Rows]], Sequence[Rows]]

Scores: TypeAlias = dict[str, float]
"""F1 by the name of the page."""

SEED = LearnedTraining().seed
N_FOLDS = LearnedTraining().folds
TYPES = ("article", "collection", "documentation", "forum", "listing", "product", "service")
FAMILIES = {
    "keywords and meanings of elements": [
        feature.name for feature in FEATURES if feature.name.startswith(("k_", "s_"))
    ],
    "containers": [feature.name for feature in containers.FEATURES],
    "templates": [feature.name for feature in templates.FEATURES],
    "metadata": [feature.name for feature in metadata.FEATURES],
    "place": [feature.name for feature in place.FEATURES],
    "neighbours": [feature.name for feature in neighbours.FEATURES],
    "page totals": [feature.name for feature in totals.FEATURES],
}


def cross_validated(
    pages: Sequence[Rows],
    change: Variant = lambda training_pages: training_pages,
    *,
    n_pairs: int = N_PAIRS,
    without: Iterable[str] = (),
    in_pages: bool = False,
) -> Scores:
    """Return the score of each page by additive models trained without pages of its site.

    Parameters
    ----------
    pages : sequence of Rows
        The pages, with their shortened copies.
    change : callable
        Changes the training pages.
    n_pairs : int
        Pairs of features.
    without : iterable of str
        Features that are left out.
    in_pages : bool
        Whether the weights of a page add up to 1, so that the penalty counts pages.
    """
    fold = folds(pages, N_FOLDS, SEED)
    names = [feature.name for feature in FEATURES]
    left_out = [names.index(name) for name in without]
    scores: Scores = {}
    for held_out in range(N_FOLDS):
        training_pages = [page for page, part in zip(pages, fold, strict=True) if part != held_out]
        rows = sample(change(training_pages), SEED)
        rows.features[:, left_out] = 0
        if in_pages:
            rows = Sample(
                rows.features, rows.label, rows.weight * len(training_pages) / len(rows.label)
            )
        predict = predictor(tables_of(small_trees(rows, n_pairs), rows))
        for page, part in zip(pages, fold, strict=True):
            if part == held_out and not page.is_copy:
                scores[page.entry.name] = score(page, predict, LearnedSettings())
    return scores


def some_sites(share: float) -> Variant:
    """Return a change that keeps a share of the sites."""

    def keep(training_pages: Sequence[Rows]) -> Sequence[Rows]:
        sites = sorted({page.site for page in training_pages})
        n_kept = round(share * len(sites))
        kept_sites = set(np.random.default_rng(SEED).permutation(sites)[:n_kept].tolist())
        return [page for page in training_pages if page.site in kept_sites]

    return keep


def without_copies(training_pages: Sequence[Rows]) -> Sequence[Rows]:
    """Return the pages without their shortened copies."""
    return [page for page in training_pages if not page.is_copy]


def of_trafilatura(entries: Sequence[ListedPage], focus: Focus) -> Scores:
    """Return the score of trafilatura on each page."""
    scores: Scores = {}
    for entry in entries:
        page = entry.page()
        extraction = runner.run(page, "trafilatura", TrafilaturaSettings(focus=focus))
        scores[entry.name] = bag_f1(bag(entry.gold(page).text or ""), bag(extraction.own_text))
    return scores


def groups_of(entries: Iterable[ListedPage]) -> dict[str, list[str]]:
    """Return the names of the pages of each group: all, types, sets."""
    groups: dict[str, list[str]] = {"all": []}
    for entry in entries:
        for group in ("all", entry.page_type, entry.set_name):
            if group:
                groups.setdefault(group, []).append(entry.name)
    return groups


def table(head: str, rows: dict[str, Scores], groups: dict[str, list[str]]) -> str:
    """Return mean scores by group as Markdown."""
    lines = [f"| {head} | all | {' | '.join(TYPES)} |", "| --- |" + " ---: |" * (1 + len(TYPES))]
    for name, scores in rows.items():
        means = [np.mean([scores[page] for page in groups[group]]) for group in ("all", *TYPES)]
        lines.append(f"| {name} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")
    return "\n".join(lines)


def differences(ours: Scores, theirs: Scores, groups: dict[str, list[str]]) -> str:
    """Return paired differences by group, with 95 % intervals, as Markdown."""
    lines = ["| pages | number | learned | trafilatura | difference |", "| --- |" + " ---: |" * 4]
    for group, pages in groups.items():
        first, second = (np.array([scores[page] for page in pages]) for scores in (ours, theirs))
        paired = mean_score((first - second).tolist())
        lines.append(
            f"| {group} | {len(pages)} | {first.mean():.3f} | {second.mean():.3f} |"
            f" {paired.mean:+.3f} [{paired.low:+.3f}, {paired.high:+.3f}] |"
        )
    return "\n".join(lines)


@click.command()
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--short", is_flag=True, help="Leave out the families of features and the trials.")
def main(output: Path, *, short: bool) -> None:
    """Write the study to OUTPUT."""
    folders = (CORPORA, SHARED / "corpora-large")
    entries = [entry for folder in folders for entry in open_gold(folder, format="corpus")]
    pages = [rows for entry in entries for rows in rows_of(entry, SEED)]
    groups = groups_of(entries)

    def report(name: str, scores: Scores) -> Scores:
        click.echo(f"{name}: {np.mean(list(scores.values())):.4f}", err=True)
        return scores

    chosen = report("chosen", cross_validated(pages))
    parts = {"chosen": chosen}
    parts["one feature in each term"] = report("no pairs", cross_validated(pages, n_pairs=0))
    parts["without shortened copies"] = report("copies", cross_validated(pages, without_copies))
    for family, names in () if short else FAMILIES.items():
        parts[f"without {family}"] = report(family, cross_validated(pages, without=names))
    tried: dict[str, Scores] = {}
    if not short:
        tried["160 pairs"] = report("160 pairs", cross_validated(pages, n_pairs=2 * N_PAIRS))
        tried["penalty in units of pages"] = report("pages", cross_validated(pages, in_pages=True))
    curve = {
        f"{share:.0%} of the sites": report(
            f"{share:.0%}", cross_validated(pages, some_sites(share))
        )
        for share in (0.25, 0.5)
    }
    modes = {
        f"trafilatura, focus {focus.value}": report(focus.value, of_trafilatura(entries, focus))
        for focus in Focus
    }
    best = max(modes, key=lambda name: float(np.mean(list(modes[name].values()))))
    output.write_text(
        _page(table, chosen, (parts, tried, {**curve, "100% of the sites": chosen}, modes), groups)
        + f"\n\n## Paired differences to {best}\n\n{differences(chosen, modes[best], groups)}\n",
        encoding="utf-8",
    )


def _page(
    make: Callable[[str, dict[str, Scores], dict[str, list[str]]], str],
    chosen: Scores,
    sections: tuple[dict[str, Scores], ...],
    groups: dict[str, list[str]],
) -> str:
    parts, tried, curve, modes = sections
    return "\n\n".join(
        [
            "<!-- Made by scripts/docs; do not edit. -->",
            "# The learned extractor: what it owes to its parts",
            (
                f"F1 of bags of tokens against the gold text, mean over {len(chosen):,} pages, by"
                f" {N_FOLDS}-fold cross-validation: every page is scored by models that saw no page"
                " of its site. Made by `scripts/docs learned`. [What was tried beyond"
                " it](beyond.md) was not taken."
            ),
            make("left out", parts, groups),
            "## Learning curve",
            make("learned from", curve, groups),
            *(("## Tried and not taken", make("change", tried, groups)) if tried else ()),
            "## Trafilatura on the same pages",
            make("mode", modes, groups),
        ]
    )


if __name__ == "__main__":
    main()
