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
from typing import TYPE_CHECKING

import click
import numpy as np

from boilerscope.extractors.algorithms.learned.extractor import LEARNED
from boilerscope.extractors.algorithms.learned.settings import LearnedSettings, ModelKind
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

MEMBERS = (LearnedSettings(), LearnedSettings(kind=ModelKind.TREES))
HEADS = (
    *("left out", "pages", "learned", "full trees", "**router**", "better of the two"),
    *("router - learned", "router - full trees", "error"),
)


@dataclass(frozen=True, slots=True)
class Routed:
    """A page with the F1 of the router and of both of its members.

    Attributes
    ----------
    row : str
        Row of the table: what the models did not see.
    expected : float
        The F1 that the router expects of its result.
    """

    row: str
    page: str
    page_type: str
    learned: float
    full_trees: float
    router: float
    expected: float


def routed(row: str, entry: ListedPage, file: LearnedModel, settings: RouterSettings) -> Routed:
    """Return the scores of a page with the models of a file."""
    page = entry.page()
    members = [LEARNED.result(page, file, values) for values in MEMBERS]
    result = ROUTER.extract(page, settings, [*members, members[0]])
    gold = bag(entry.gold(page).text or "")
    learned, full_trees, router = (
        bag_f1(gold, bag(extraction.own_text)) for extraction in (*members, result)
    )
    expected = result.scores.get("expected_f1", 0.0)
    return Routed(row, entry.name, entry.page_type, learned, full_trees, router, expected)


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


def table(pages: Sequence[Routed]) -> str:
    """Return means and paired differences by row, as Markdown."""
    lines = [f"| {' | '.join(HEADS)} |", "| --- |" + " ---: |" * (len(HEADS) - 1)]
    for row, chosen in _rows(pages):
        learned, full, router, expected = (
            np.array([getattr(page, name) for page in chosen])
            for name in ("learned", "full_trees", "router", "expected")
        )
        cells = [row, f"{len(chosen):,}"]
        cells += [f"{x.mean():.4f}" for x in (learned, full, router, np.maximum(learned, full))]
        for other in (learned, full):
            paired = mean_score((router - other).tolist())
            cells.append(f"{paired.mean:+.4f} [{paired.low:+.4f}, {paired.high:+.4f}]")
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
    found = []
    with output.open("w", encoding="utf-8") as file:
        for page in left_out(pages, RouterSettings(), options):
            found.append(page)
            file.write(json.dumps(asdict(page)) + "\n")
    click.echo(table(found))


if __name__ == "__main__":
    main()
