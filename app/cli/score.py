"""Command ``score``: extractors against a gold standard. No Qt."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from boilerscope.app.cli import options, search_options
from boilerscope.app.cli.choosing import chosen_panes, pane_file
from boilerscope.app.cli.progress import followed
from boilerscope.app.cli.scored_pages import batch_folder, by_annotator, gold_pages, report_failures
from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.file_panes import read_batch_texts
from boilerscope.extractors.runs.gold_panes import check_annotators, gold_panes
from boilerscope.extractors.runs.layouts import read_layouts
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.documents import Part, ScoresDocument
from boilerscope.extractors.scoring.elements_document import ElementsDocument
from boilerscope.extractors.scoring.groups import GROUPS
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES, MEASURES
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.scoring.word_counts import require_packages
from boilerscope.extractors.scoring.writing import FORMATS, require_parquet, write

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.scoring.results import PaneScore
    from boilerscope.extractors.scoring.run import ScoredRun
    from boilerscope.extractors.scoring.writing import Document

SOME_FAILED = 1
ALL = "all"
PAGES = "pages"
ELEMENTS = "elements"


@dataclass(frozen=True, slots=True)
class ScoreCommand(options.PaneOptions):
    """Options of the command, see its help."""

    pages: tuple[str, ...]
    gold: str | None
    gold_format: str | None
    text: str
    comments: bool
    measures: tuple[str, ...]
    by: tuple[str, ...]
    baseline: str | None
    bounds: bool
    annotators: tuple[str, ...]
    gold_by: str
    format_name: str
    rows: str
    output: Path | None


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGES...")
@search_options.gold
@search_options.gold_format
@click.option(
    "-e", "--extractor", "names", multiple=True, help="Extractor to score, or all. Can be repeated."
)
@options.presets
@options.sets
@options.config
@search_options.scored_text
@search_options.comments
@click.option(
    "--measure",
    "measures",
    multiple=True,
    type=click.Choice([*MEASURES, ALL]),
    help=f"Score to compute, or all. Can be repeated. [default: {', '.join(DEFAULT_MEASURES)}]",
)
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(list(GROUPS)),
    help="Also compute scores for groups of pages. Can be repeated.",
)
@click.option("--baseline", help="Pane to compare the other panes with. [default: the first]")
@search_options.bounds
@search_options.annotators
@search_options.gold_by
@options.output_format(list(FORMATS), "Format of the scores; jsonl contains everything.")
@click.option(
    "--rows",
    type=click.Choice(["means", PAGES, ELEMENTS]),
    default="means",
    show_default=True,
    help="Write a row for each mean, for each page and pane, or for each cell, line of code and"
    " formula that differs from the gold.",
)
@options.output_file("scores")
@options.limits
@options.quiet
def score(**values: Any) -> None:
    """Score extractors on PAGES with gold: a gold standard, or pages with marks beside them.

    With --gold, PAGES are files, folders or globs of pages, and their gold is elsewhere. PAGES can
    also be the folder of a batch, whose texts are then aligned with the pages of --gold. A session
    (.bscope) alone is scored with its gold and its panes.

    Exit codes: 0 success, 1 a page was not read or ended in error or timeout, 2 usage error.
    """
    sys.exit(SOME_FAILED if score_pages(ScoreCommand(**values)) else 0)


def score_pages(command: ScoreCommand) -> bool:
    """Score everything and write it; return whether a page failed.

    Raises
    ------
    BoilerscopeError, click.UsageError
        Before anything runs, if an option is wrong; the message names the valid values.
    """
    scored = score_all(command)
    run = scored.run
    document: Document = ScoresDocument(
        run,
        Part.PAGES if command.rows == PAGES else Part.LEADERBOARD,
        tuple(dict.fromkeys(command.by)),
        command.baseline or "",
    )
    if command.rows == ELEMENTS:
        document = ElementsDocument(run, scored.elements)
    options.write_output(write(document, command.format_name), command.output)
    return report_failures(run, quiet=command.quiet)


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """Scores of the command.

    Attributes
    ----------
    panes : tuple of Pane
        The panes of the run, with those of results.
    elements : sequence of PaneScore
        Scores with tables, code and formulas.
    """

    run: ScoredRun
    panes: tuple[Pane, ...]
    elements: Sequence[PaneScore]


def score_all(command: ScoreCommand) -> Scored:
    """Score everything that the command names.

    Raises
    ------
    BoilerscopeError, click.UsageError
        Before anything runs, if an option is wrong; the message names the valid values.
    """
    batch = batch_folder(command)
    needs_pages = batch is not None or command.annotators or command.gold_by
    pages = _gold_pages(command, batch) if needs_pages else []
    files = [] if batch is None else read_batch_texts(batch, pages)
    config = pane_file(command.pages, command.names, command.config, quiet=command.quiet)
    panes = (
        ()
        if batch is not None
        else chosen_panes(command.names, config, command.sets, command.presets)
    )
    annotators = check_annotators(command.annotators, pages, place="--annotator")
    used = [pane.name for pane in (*panes, *(file.pane for file in files))]
    files += gold_panes(used, bounds=command.bounds, annotators=annotators)
    named = (*panes, *(file.pane for file in files))
    scoring = _score_options(command, named)
    pages = pages or _gold_pages(command, batch)
    table = ScoreTable(pages, [pane.name for pane in named], scoring.measures)
    elements: list[PaneScore] = []
    running = CorpusRun(pages, panes, RunOptions(scoring, command.limits), files=files)
    with followed(running.results(), len(pages), quiet=command.quiet) as progress:
        for result in progress:
            table.add(result)
            elements += (score for score in result.scores if score.elements)
    read_layouts(table, command.by)
    return Scored(scored_run(table, named, scoring), named, elements)


def _gold_pages(command: ScoreCommand, batch: Path | None) -> list[ListedPage]:
    """Return the pages with gold; that of an annotator if the command names one."""
    return by_annotator(gold_pages(command, batch), command.gold_by)


def _score_options(command: ScoreCommand, panes: Iterable[Pane]) -> ScoreOptions:
    """Return what to score; reject wrong options before anything runs."""
    names = [pane.name for pane in panes]
    if command.baseline is not None and command.baseline not in names:
        raise UnknownNameError("pane", command.baseline, names, place="--baseline")
    if command.format_name == "parquet":
        require_parquet()
    measures = tuple(dict.fromkeys(command.measures)) or DEFAULT_MEASURES
    if ALL in measures:
        measures = tuple(MEASURES)
    require_packages(measures)
    is_elements = command.rows == ELEMENTS
    return ScoreOptions(ScoredText(command.text), command.comments, measures, elements=is_elements)
