"""What the learned extractor owes to its parts: ``python -m tests.helpers.learned_study``.

Every figure is on pages that the models could not know: those of the first tables learn from three
fifths of the sites of the largest corpus, and are scored on its other sites and on all pages of
other corpora. Those have all the pages in Chinese and Japanese, so that languages are left out as
well. Others learn from the largest corpus alone, or from the small corpora alone. It needs the
developer corpora, LightGBM and half an hour.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click
import numpy as np

from boilerscope.extractors import runner
from boilerscope.extractors.algorithms.learned.model import LearnedModel
from boilerscope.extractors.algorithms.learned.settings import (
    CutRule,
    LearnedSettings,
    ModelKind,
)
from boilerscope.extractors.features import (
    containers,
    metadata,
    neighbours,
    place,
    templates,
    totals,
)
from boilerscope.extractors.features.matrix import NAMES
from boilerscope.extractors.peers.trafilatura import Focus, TrafilaturaSettings
from boilerscope.extractors.scoring.bags import bag, bag_f1
from boilerscope.extractors.training.learned.boosting import sample, small_trees
from boilerscope.extractors.training.learned.compiling import tables_of
from boilerscope.extractors.training.learned.crossval import folds, mean_score, score
from boilerscope.extractors.training.learned.plain import PLAIN_SHARE, plain
from boilerscope.extractors.training.learned.rows import rows_of
from boilerscope.extractors.training.learned.trainer import LearnedTraining, train_models
from tests.helpers.gold_sets import open_gold
from tests.helpers.material import CORPORA, SHARED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.training.learned.rows import Rows

Scores: TypeAlias = dict[str, float]
"""F1 by the name of the page."""

SEED = LearnedTraining().seed
N_PARTS, N_TEST_PARTS = 5, 2
MANY_PAIRS = 80
BY_PAGE = LearnedSettings()
BOTH = "both models"
CUTS = {
    "cut 0.5": LearnedSettings(cut=0.5),
    "expected F": LearnedSettings(cut_rule=CutRule.EXPECTED),
    "by page": BY_PAGE,
}
KINDS = {
    "additive": LearnedSettings(kind=ModelKind.ADDITIVE),
    "full trees": LearnedSettings(kind=ModelKind.TREES),
}
LANGUAGES = {"en": "English", "zh": "Chinese", "ja": "Japanese"}
PEERS: dict[str, tuple[str, Settings | None]] = {
    "readability-lxml": ("readability_lxml", None),
    "trafilatura": ("trafilatura", TrafilaturaSettings(focus=Focus.BALANCED)),
    "trafilatura, precision": ("trafilatura", TrafilaturaSettings(focus=Focus.PRECISION)),
}


@dataclass(frozen=True)
class Variant:
    """A way to train.

    Attributes
    ----------
    n_pairs : int
        Pairs of features.
    plain_share : float
        Share of plain rows.
    without : tuple of str
        Features that are left out.
    with_copies : bool
        Whether shortened copies are learned from.
    """

    n_pairs: int = 0
    plain_share: float = PLAIN_SHARE
    without: tuple[str, ...] = ()
    with_copies: bool = True


VARIANTS = {
    "additive": Variant(),
    "without plain rows": Variant(plain_share=0.0),
    f"{MANY_PAIRS} pairs": Variant(MANY_PAIRS),
    f"{MANY_PAIRS} pairs, without plain rows": Variant(MANY_PAIRS, 0.0),
    "without shortened copies": Variant(with_copies=False),
    "without keywords and meanings of elements": Variant(
        without=tuple(name for name in NAMES if name.startswith(("k_", "s_")))
    ),
    **{
        f"without {name}": Variant(without=tuple(feature.name for feature in family))
        for name, family in {
            "containers": containers.FEATURES,
            "templates": templates.FEATURES,
            "metadata": metadata.FEATURES,
            "place": place.FEATURES,
            "neighbours": neighbours.FEATURES,
            "page totals": totals.FEATURES,
        }.items()
    },
}


def trained(pages: Sequence[Rows], variant: Variant) -> LearnedModel:
    """Return the additive model of a variant, which decides alone."""
    rows = sample(
        [page for page in pages if variant.with_copies or not page.is_copy],
        SEED,
        variant.plain_share,
    )
    rows.features[:, [NAMES.index(name) for name in variant.without]] = 0
    return LearnedModel({ModelKind.ADDITIVE: tables_of(small_trees(rows, variant.n_pairs), rows)})


def scored(pages: Iterable[Rows], file: LearnedModel, settings: LearnedSettings) -> Scores:
    """Return the score of each page."""
    return {page.entry.name: score(page, file, settings) for page in pages}


def of_kinds(pages: Sequence[Rows], file: LearnedModel) -> dict[str, Scores]:
    """Return the scores of both models with each rule for the cut, and of each model alone."""
    return {name: scored(pages, file, values) for name, values in {**CUTS, **KINDS}.items()}


def of_peer(entries: Iterable[ListedPage], extractor: str, settings: Settings | None) -> Scores:
    """Return the score of a library on each page."""
    scores: Scores = {}
    for entry in entries:
        page = entry.page()
        extraction = runner.run(page, extractor, settings)
        scores[entry.name] = bag_f1(bag(entry.gold(page).text or ""), bag(extraction.own_text))
    return scores


def corpus_of(entry: ListedPage) -> str:
    """Return the corpus, without the part of it that a set is: ``wcxb`` for ``wcxb-dev``."""
    return entry.set_name.partition("-")[0]


def groups_of(entries: Sequence[ListedPage], largest: str) -> dict[str, list[str]]:
    """Return the names of the pages of each row: corpora, and types of the largest corpus."""
    groups: dict[str, list[str]] = {}
    for entry in entries:
        corpus = corpus_of(entry)
        groups.setdefault(f"{corpus}, other sites" if corpus == largest else corpus, []).append(
            entry.name
        )
    for entry in sorted(entries, key=lambda entry: entry.page_type):
        if corpus_of(entry) == largest:
            groups.setdefault(f"{largest}, {entry.page_type}", []).append(entry.name)
    return groups


def by_corpus_and_language(entries: Iterable[ListedPage]) -> dict[str, list[str]]:
    """Return the names of the pages of each corpus, and of each language that its set names."""
    corpora: dict[str, list[str]] = {}
    languages: dict[str, list[str]] = {}
    for entry in entries:
        corpora.setdefault(corpus_of(entry), []).append(entry.name)
        language = LANGUAGES.get(entry.language, "other languages")
        languages.setdefault(language, []).append(entry.name)
    return corpora | dict(sorted(languages.items()))


def table(head: str, rows: dict[str, Scores], groups: dict[str, list[str]]) -> str:
    """Return mean scores by group as Markdown."""
    lines = [
        f"| {head} | {' | '.join(groups)} |",
        "| --- |" + " ---: |" * len(groups),
    ]
    for name, scores in rows.items():
        means = [np.mean([scores[page] for page in pages]) for pages in groups.values()]
        lines.append(f"| {name} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")
    return "\n".join(lines)


def with_intervals(rows: dict[str, Scores], groups: dict[str, list[str]]) -> str:
    """Return mean scores with 95 % intervals as Markdown, a line for each group."""
    lines = [f"| pages | number | {' | '.join(rows)} |", "| --- |" + " ---: |" * (1 + len(rows))]
    for group, pages in groups.items():
        means = [mean_score([scores[page] for page in pages]) for scores in rows.values()]
        cells = [f"{mean.mean:.3f} [{mean.low:.3f}, {mean.high:.3f}]" for mean in means]
        lines.append(f"| {group} | {len(pages)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def differences(ours: Scores, others: dict[str, Scores], groups: dict[str, list[str]]) -> str:
    """Return paired differences to each library by group, with 95 % intervals, as Markdown."""
    lines = [f"| pages | {' | '.join(others)} |", "| --- |" + " ---: |" * len(others)]
    for group, pages in groups.items():
        cells = []
        for theirs in others.values():
            paired = mean_score([ours[page] - theirs[page] for page in pages])
            cells.append(f"{paired.mean:+.3f} [{paired.low:+.3f}, {paired.high:+.3f}]")
        lines.append(f"| {group} | {' | '.join(cells)} |")
    return "\n".join(lines)


@click.command()
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--short", is_flag=True, help="Leave out the variants.")
def main(output: Path, *, short: bool) -> None:
    """Write the study to OUTPUT."""
    folders = (CORPORA, SHARED / "corpora-large")
    entries = [entry for folder in folders for entry in open_gold(folder, format="corpus")]
    pages = [rows for entry in entries for rows in rows_of(entry, SEED)]
    largest = Counter(corpus_of(entry) for entry in entries).most_common(1)[0][0]
    inside = [page for page in pages if corpus_of(page.entry) == largest]
    outside = [page for page in pages if corpus_of(page.entry) != largest]
    part = dict(zip(map(id, inside), folds(inside, N_PARTS, SEED).tolist(), strict=True))
    learned_from = [page for page in inside if part[id(page)] >= N_TEST_PARTS]
    tested = [page for page in inside if part[id(page)] < N_TEST_PARTS] + outside
    tested = [page for page in tested if not page.is_copy]
    bare = [replace(page, features=plain(page.features)) for page in tested]
    groups = groups_of([page.entry for page in tested], largest)
    types = {f"{largest}, {page.entry.page_type}" for page in tested}
    corpora = {name: names for name, names in groups.items() if name not in types}
    both = train_models(learned_from, SEED).file()
    cuts = of_kinds(tested, both)
    parts = {BOTH: cuts["by page"]}
    plain_parts = {BOTH: scored(bare, both, BY_PAGE)}
    for name, variant in VARIANTS.items():
        if short and name != "additive":
            continue
        file = trained(learned_from, variant)
        parts[name] = scored(tested, file, BY_PAGE)
        plain_parts[name] = scored(bare, file, BY_PAGE)
        click.echo(f"{name}: {np.mean(list(parts[name].values())):.4f}", err=True)
    small = [page for page in outside if not page.is_copy]
    beyond = of_kinds(small, train_models(inside, SEED).file())
    beyond_groups = by_corpus_and_language(page.entry for page in small)
    whole = [page for page in inside if not page.is_copy]
    left_out = of_kinds(whole, train_models(outside, SEED).file())
    peers = {name: of_peer([p.entry for p in tested], *pane) for name, pane in PEERS.items()}
    output.write_text(
        "\n\n".join(
            [
                "<!-- Made by scripts/docs; do not edit. -->",
                "# The learned extractor: what it owes to its parts",
                (
                    "F1 of bags of tokens against the gold text. The models of these tables learned"
                    f" from {_n_pages(learned_from)} pages, three fifths of the sites of"
                    f" {largest}, and were scored on {len(tested)} pages: those of its other sites,"
                    " and all pages of the other corpora. All pages in Chinese and Japanese are"
                    " among those, so this leaves out corpora and languages. Made by `scripts/docs"
                    " learned`. [What was tried and not taken](beyond.md); [two pages explained"
                    " from block to page](expected.md#two-pages-from-block-to-page)."
                ),
                "## The cut, each model alone, and libraries on the same pages",
                (
                    "Both models decide with each of three rules for the cut; each model decides"
                    " alone with the cut by page."
                ),
                with_intervals({**cuts, **peers}, groups),
                "## Paired differences of learned, cut by page, to libraries",
                differences(cuts["by page"], peers, groups),
                "## Parts, cut by page",
                "All variants but the first row are the additive model alone.",
                table("model", parts, groups),
                "## The same pages without names",
                (
                    "As if their markup had no elements such as `article`, no classes, ids or roles"
                    " with a meaning, and no metadata, as on old pages."
                ),
                table("model", plain_parts, corpora),
                "## All small corpora left out, by corpus and language",
                (
                    f"Learned from the {_n_pages(inside)} pages of {largest} alone, which has no"
                    " page in Chinese or Japanese, and scored on all pages of the other corpora."
                ),
                with_intervals({**beyond, **peers}, beyond_groups),
                "Paired differences of learned, cut by page, to libraries:",
                differences(beyond["by page"], peers, beyond_groups),
                "## The largest corpus left out",
                (
                    f"Learned from the {_n_pages(outside)} pages of the small corpora alone, scored"
                    f" on all pages of {largest}. It is the harshest row: most types of pages, and"
                    " most of English, are new to this model."
                ),
                with_intervals(left_out, {f"{largest}, all sites": list(left_out["by page"])}),
            ]
        )
        + "\n",
        encoding="utf-8",
    )


def _n_pages(pages: Sequence[Rows]) -> int:
    return sum(not page.is_copy for page in pages)


if __name__ == "__main__":
    main()
