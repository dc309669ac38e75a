"""What the router gains over its members: ``python -m tests.helpers.router_study -o FILE``.

Each page is routed with models that saw no page of it: of its whole corpus first (the small
corpora with models of the largest one, and the other way round), then of its site (five folds).
Prints the table of ``docs/expected.md`` as Markdown, the error of the expected F1 that the router
shows, and writes a line for each page to FILE. It needs the developer corpora and LightGBM, and a
quarter of an hour.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click
import numpy as np

from boilerscope.extractors import runner
from boilerscope.extractors.algorithms.learned.extractor import LEARNED
from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
from boilerscope.extractors.algorithms.router.extractor import ROUTER
from boilerscope.extractors.algorithms.router.settings import RouterSettings
from boilerscope.extractors.scoring.bags import bag, bag_f1
from boilerscope.extractors.scoring.calibration import calibration
from boilerscope.extractors.training.learned.crossval import folds, mean_score
from boilerscope.extractors.training.learned.rows import rows_of
from boilerscope.extractors.training.learned.trainer import LearnedTraining, train_models
from tests.helpers.gold_sets import open_gold
from tests.helpers.learned_study import corpus_of
from tests.helpers.material import CORPORA, SHARED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from boilerscope.extractors.algorithms.learned.model import LearnedModel
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.training.learned.rows import Rows


@dataclass(frozen=True, slots=True)
class Routed:
    """A page with the F1 of the router and of its members.

    Attributes
    ----------
    row : str
        Row of the table: what the models did not see.
    members : tuple of float
        F1 of each member.
    expected : float
        The F1 that the router expects of its result.
    """

    row: str
    page: str
    page_type: str
    members: tuple[float, ...]
    router: float
    expected: float


def routed(row: str, entry: ListedPage, file: LearnedModel, settings: RouterSettings) -> Routed:
    """Return the scores of a page with the models of a file."""
    page = entry.page()
    inputs = [
        LEARNED.result(page, file, cast("LearnedSettings", need.settings or LearnedSettings()))
        if need.extractor == LEARNED.id
        else runner.run(page, need.extractor, need.settings)
        for need in ROUTER.inputs(settings)
    ]
    result = ROUTER.extract(page, settings, inputs)
    gold = bag(entry.gold(page).text or "")
    *members, _, router = (bag_f1(gold, bag(made.own_text)) for made in (*inputs, result))
    expected = result.scores.get("expected_f1", 0.0)
    return Routed(row, entry.name, entry.page_type, tuple(members), router, expected)


def left_out(
    pages: Sequence[Rows], settings: RouterSettings, options: LearnedTraining
) -> Iterator[Routed]:
    """Yield the pages of each corpus, then those of the largest corpus by site."""
    largest = Counter(corpus_of(page.entry) for page in pages).most_common(1)[0][0]
    inside = [page for page in pages if corpus_of(page.entry) == largest]
    outside = [page for page in pages if corpus_of(page.entry) != largest]
    for learned_from, tested in ((inside, outside), (outside, inside)):
        file = train_models(learned_from, options.seed).file()
        for page in _originals(tested):
            yield routed(corpus_of(page.entry), page.entry, file, settings)
    fold = folds(pages, options.folds, options.seed)
    for held_out in range(options.folds):
        parts = list(zip(pages, fold.tolist(), strict=True))
        learned_from = [page for page, part in parts if part != held_out]
        file = train_models(learned_from, options.seed).file()
        for page in _originals(page for page, part in parts if part == held_out):
            row = f"Sites of {corpus_of(page.entry)}"
            yield routed(row, page.entry, file, settings)


def _originals(pages: Iterable[Rows]) -> list[Rows]:
    return [page for page in pages if not page.is_copy]


def table(pages: Sequence[Routed], settings: RouterSettings) -> str:
    """Return means, and paired differences to the favourite, by row as Markdown."""
    names = [name for name, *_ in settings.members]
    heads = ["left out", "pages", *names, "**router**", "best member of each page"]
    heads += [f"router - {names[0]}", "pages that differ", "error"]
    lines = [f"| {' | '.join(heads)} |", "| --- |" + " ---: |" * (len(heads) - 1)]
    for row, chosen in _rows(pages):
        members = np.array([page.members for page in chosen])
        router = np.array([page.router for page in chosen])
        means = (*members.mean(axis=0), router.mean(), members.max(axis=1).mean())
        gain = router - members[:, 0]
        paired = mean_score(gain.tolist())
        expected = np.array([page.expected for page in chosen])
        cells = [row, f"{len(chosen):,}", *(f"{mean:.4f}" for mean in means)]
        cells.append(f"{paired.mean:+.4f} [{paired.low:+.4f}, {paired.high:+.4f}]")
        cells.append(f"{np.count_nonzero(gain):,}")
        cells.append(f"{calibration(expected, router).error:.3f}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _rows(pages: Sequence[Routed]) -> Iterator[tuple[str, list[Routed]]]:
    """Yield corpora left out, types of the largest one left out, and corpora by site."""
    rows = dict.fromkeys(page.row for page in pages)
    for row in rows:
        yield row, [page for page in pages if page.row == row]
    for row in rows:
        chosen = [page for page in pages if page.row == row]
        types = sorted({page.page_type for page in chosen} - {""})
        for kind in types if len(types) > 1 else ():
            yield f"{row}, {kind}", [page for page in chosen if page.page_type == kind]


@click.command()
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="File."
)
@click.option("--seed", default=LearnedTraining().seed, help="Decides the folds.")
def main(output: Path, seed: int) -> None:
    """Route all pages with models that did not see them."""
    options = LearnedTraining(seed=seed)
    folders = (CORPORA, SHARED / "corpora-large")
    entries = [entry for folder in folders for entry in open_gold(folder, format="corpus")]
    pages = [rows for entry in entries for rows in rows_of(entry, options.seed)]
    settings, found = RouterSettings(), []
    with output.open("w", encoding="utf-8") as file:
        for page in left_out(pages, settings, options):
            found.append(page)
            file.write(json.dumps(asdict(page)) + "\n")
    click.echo(table(found, settings))


if __name__ == "__main__":
    main()
