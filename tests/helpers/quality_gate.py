"""Pinned scores of every extractor on pages that we wrote ourselves.

``python -m tests.helpers.quality_gate`` compares. ``--pin`` writes the present scores, unless a
score is lower than before; ``--allow-lower`` permits that as well. Give the reason in the commit.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from boilerscope.extractors import registry, runner
from boilerscope.extractors.gold.text_gold import TextSource
from boilerscope.extractors.model.gold import Provenance
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.runs.score_task import ScoreTask
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.results import PageResult, PageStatus, ScoreOptions
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.extractors.scoring.table import ScoreTable
from tests.helpers.gold_sets import open_gold
from tests.helpers.layout import flow_layout
from tests.helpers.material import DATA, own_pages

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from boilerscope.extractors.scoring.results import PaneScore
    from boilerscope.extractors.scoring.run import ScoredRun

FOLDER = DATA / "gate"
FILE = FOLDER / "scores.json"
MEASURES = ("token_precision", "token_recall", "token_f1", "shingle_f1")
DIGITS = 6

Pins = dict[str, Any]
"""Digests of the inputs; means and token F1 of each page by extractor."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Differences from the pinned scores, in sentences.

    Attributes
    ----------
    lower, other : tuple of str
        Lower scores and missing extractors; all other differences.
    """

    lower: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


def entries() -> list[ListedPage]:
    """Return the pages written for the gate, and our other pages with gold."""
    more_entries = [
        ListedPage(
            page.identifier,
            page.corpus,
            FilePlace(page.path),
            TextSource(page.gold, Provenance("own", page.identifier)),
            page.lang,
            encoding=page.encoding,
        )
        for page in own_pages()
        if page.gold is not None
    ]
    return [*open_gold(FOLDER), *more_entries]


def measured() -> Pins:
    """Return the present scores."""
    run = _run(entries())
    unscored = [page.name for page in run.pages if page.status is not PageStatus.SCORED]
    if unscored:
        raise ValueError(f"pages of the gate are not scored: {', '.join(unscored)}")
    board = leaderboard(run.table, run.mask, MEASURES, intervals=())
    scores = [run.table.scores(row) for row in run.rows.tolist()]
    return {
        "inputs": {page.name: page.digest for page in run.pages},
        "scores": {
            pane: {
                "means": {
                    name: round(board.mean(pane, name).with_failures.value, DIGITS)
                    for name in MEASURES
                },
                "token_f1": {
                    row[number].page.name: round(_token_f1(row[number]), DIGITS) for row in scores
                },
            }
            for number, pane in enumerate(run.panes)
        },
    }


def pinned() -> Pins:
    """Return the pinned scores; none if there is no file."""
    if not FILE.exists():
        return {"inputs": {}, "scores": {}}
    pins: Pins = json.loads(FILE.read_text(encoding="utf-8"))
    return pins


def compare(before: Pins, now: Pins) -> Changes:
    """Return the differences between pinned and present scores."""
    lower: list[str] = []
    other = [
        f"{name}: the page or its gold has changed"
        for name in sorted(before["inputs"].keys() | now["inputs"].keys())
        if before["inputs"].get(name) != now["inputs"].get(name)
    ]
    for extractor in sorted(before["scores"].keys() | now["scores"].keys()):
        old, new = (pins["scores"].get(extractor) for pins in (before, now))
        if old is None:
            other.append(f"{extractor}: is not pinned")
        elif new is None:
            lower.append(f"{extractor}: is missing")
        else:
            _compare_extractor(extractor, old, new, lower, other)
    return Changes(tuple(lower), tuple(other))


def pin(changes: Changes, now: Pins, *, allow_lower: bool, file: Path = FILE) -> bool:
    """Write scores and return True; return False if a score is lower and that is not allowed."""
    if changes.lower and not allow_lower:
        return False
    file.write_text(json.dumps(now, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return True


def _compare_extractor(
    extractor: str,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    lower: list[str],
    other: list[str],
) -> None:
    for measure, value in old["means"].items():
        new_value = new["means"].get(measure)
        if new_value == value:
            continue
        is_lower = new_value is None or new_value < value
        pages = ", ".join(
            f"{page} {old['token_f1'].get(page)} -> {f1}"
            for page, f1 in new["token_f1"].items()
            if f1 != old["token_f1"].get(page)
        )
        message = (
            f"{extractor}: {measure} {value} -> {new_value} ({pages or 'no page differs in F1'})"
        )
        (lower if is_lower else other).append(message)


def _run(entry_list: list[ListedPage]) -> ScoredRun:
    ours = [entry for entry in registry.entries() if entry.distribution == registry.BUILT_IN]
    panes = tuple(
        runner.Pane(entry.id, entry.id, registry.extractor(entry.id).default_settings())
        for entry in ours
        if _is_own(entry.id)
    )
    options = ScoreOptions(measures=MEASURES)

    pages = entry_list
    table = ScoreTable(pages, [pane.name for pane in panes], MEASURES)
    for index, entry in enumerate(entry_list):
        page = entry.page()
        page = page.with_layout(flow_layout(page))
        results = ScoreTask(entry, panes, options).records(page, runner.run_panes(page, panes))
        scores = tuple(result.score for result in results)
        table.add(PageResult(index, scores[0].page, scores))
    return scored_run(table, panes, options)


def _token_f1(score: PaneScore) -> float:
    return score.values(("token_f1",))["token_f1"] or 0.0


def _is_own(identifier: str) -> bool:
    """Return whether an algorithm is ours; those of libraries change with their versions."""
    return type(registry.extractor(identifier)).__module__.startswith(
        "boilerscope.extractors.algorithms."
    )


@click.command()
@click.option("--pin", "is_pinned", is_flag=True, help="Write the scores of now.")
@click.option("--allow-lower", is_flag=True, help="With --pin: also if a score is lower.")
def main(*, is_pinned: bool, allow_lower: bool) -> None:
    """Compare scores with the pinned ones, or pin them."""
    now = measured()
    changes = compare(pinned(), now)
    for message in (*changes.lower, *changes.other):
        click.echo(message)
    if is_pinned and not pin(changes, now, allow_lower=allow_lower):
        raise click.ClickException("scores are lower; pin them with --allow-lower, and say why")
    if not is_pinned and (changes.lower or changes.other):
        raise click.ClickException("scores differ from the pinned ones, see --help")


if __name__ == "__main__":
    main()
