"""Command ``score``: extractors against a gold standard. No Qt."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boilerscope.app.cli import options, search_options
from boilerscope.app.cli.choosing import chosen_panes
from boilerscope.app.cli.progress import with_progress
from boilerscope.extractors.errors import GoldError, UnknownNameError
from boilerscope.extractors.gold.formats.catalogue import FORMATS as GOLD_FORMATS
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runs.bound_panes import bound_panes
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.file_panes import read_batch_texts
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.documents import Part, ScoresDocument
from boilerscope.extractors.scoring.groups import GROUPS
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES, MEASURES
from boilerscope.extractors.scoring.results import ANSWERED, PageStatus, ScoreOptions
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.scoring.word_counts import require_packages
from boilerscope.extractors.scoring.writing import FORMATS, require_parquet, write
from boilerscope.extractors.sources.batch_folder import is_batch_folder
from boilerscope.extractors.sources.listing import ListOptions, pages_with_gold
from boilerscope.extractors.sources.matching import match_gold
from boilerscope.extractors.system.interrupts import held

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.limits import RunLimits
    from boilerscope.extractors.scoring.run import ScoredRun

SOME_FAILED = 1
ALL = "all"
PAGES = "pages"

_FAILED = frozenset({Status.ERROR, Status.TIMEOUT, Status.CANCELLED})


@dataclass(frozen=True, slots=True)
class ScoreCommand:
    """Options of the command, see its help."""

    pages: tuple[str, ...]
    gold: str | None
    gold_format: str | None
    names: tuple[str, ...]
    sets: tuple[str, ...]
    config: Path | None
    text: str
    comments: bool
    measures: tuple[str, ...]
    by: tuple[str, ...]
    baseline: str | None
    bounds: bool
    format_name: str
    rows: str
    output: Path | None
    limits: RunLimits
    quiet: bool


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGES...")
@click.option(
    "--gold",
    type=click.Path(exists=True),
    help="Gold standard, if PAGES do not contain it. Pages are matched by name.",
)
@click.option(
    "--gold-format",
    type=click.Choice(list(GOLD_FORMATS)),
    help="Format of the gold standard; by default, it is detected, and marks beside pages count.",
)
@click.option(
    "-e", "--extractor", "names", multiple=True, help="Extractor to score, or all. Can be repeated."
)
@options.sets
@options.config
@search_options.scored_text
@click.option(
    "--comments", is_flag=True, help="Count comments as main content, not as boilerplate."
)
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
@click.option(
    "--bounds",
    is_flag=True,
    help="Add two rows: floor keeps everything, ceiling the blocks with the best token F1.",
)
@options.output_format(list(FORMATS), "Format of the scores; jsonl contains everything.")
@click.option(
    "--rows",
    type=click.Choice(["means", PAGES]),
    default="means",
    show_default=True,
    help="Write a row for each mean, or for each page and pane.",
)
@options.output_file("scores")
@options.limits
@options.quiet
def score(**values: Any) -> None:
    """Score extractors on PAGES with gold: a gold standard, or pages with marks beside them.

    With --gold, PAGES are files, folders or globs of pages, and their gold is elsewhere. PAGES can
    also be the folder of a batch, whose texts are then aligned with the pages of --gold.

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
    batch = _batch_folder(command)
    pages = _pages(command, batch) if batch is not None else []
    files = [] if batch is None else read_batch_texts(batch, pages)
    panes = () if batch is not None else chosen_panes(command.names, command.config, command.sets)
    if command.bounds:
        files += bound_panes(pane.name for pane in (*panes, *(file.pane for file in files)))
    named = (*panes, *(file.pane for file in files))
    scoring = _score_options(command, named)
    pages = pages or _pages(command, batch)
    table = ScoreTable(pages, [pane.name for pane in named], scoring.measures)
    running = CorpusRun(pages, panes, RunOptions(scoring, command.limits), files=files)
    with (
        held(),
        closing(running.results()) as results,
        closing(with_progress(results, len(pages), quiet=command.quiet)) as progress,
    ):
        for result in progress:
            table.add(result)
    run = scored_run(table, named, scoring)
    document = ScoresDocument(
        run,
        Part.PAGES if command.rows == PAGES else Part.LEADERBOARD,
        tuple(dict.fromkeys(command.by)),
        command.baseline or "",
    )
    options.write_output(write(document, command.format_name), command.output)
    return _report_failures(run, quiet=command.quiet)


def _batch_folder(command: ScoreCommand) -> Path | None:
    """Return the batch whose texts are scored, None if panes run on PAGES."""
    folders = [word for word in command.pages if is_batch_folder(Path(word))]
    if not folders:
        return None
    if len(command.pages) > 1 or command.gold is None:
        raise click.UsageError(f"{folders[0]} is a batch: name it alone, and its gold with --gold.")
    if command.names or command.config is not None or command.sets:
        raise click.UsageError(
            f"{folders[0]} has results already: -e, --set and --config have no effect."
        )
    return Path(folders[0])


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
    return ScoreOptions(ScoredText(command.text), command.comments, measures)


def _pages(command: ScoreCommand, batch: Path | None) -> list[ListedPage]:
    """Return the pages with gold; report those without."""
    wanted = ListOptions(gold_format=command.gold_format)
    if command.gold is None:
        return pages_with_gold(command.pages, wanted, options.stdin_lines())
    if batch is not None:
        return pages_with_gold([command.gold], wanted)
    matched = match_gold(command.pages, command.gold, command.gold_format)
    if not matched.pages:
        raise GoldError(
            f"{' '.join(command.pages)}: no page has gold in {command.gold}. Pages are matched by"
            " their names"
        )
    if not command.quiet and matched.without_gold:
        listed = ", ".join(matched.without_gold[:5])
        more = ", ..." if len(matched.without_gold) > 5 else ""
        click.echo(f"without gold, not scored: {listed}{more}", err=True)
    return matched.pages


def _report_failures(run: ScoredRun, *, quiet: bool) -> bool:
    """Report results that were not scored on standard error; return whether a page failed."""
    failed = False
    unscored: dict[tuple[str, Status, str], list[str]] = {}
    for row in run.rows.tolist():
        scores = run.table.scores(row)
        page = scores[0].page
        if page.status is PageStatus.SCORED:
            for score in scores:
                if score.status not in ANSWERED:
                    reason = (score.pane, score.status, score.message)
                    unscored.setdefault(reason, []).append(page.name)
            continue
        is_unread = page.status is PageStatus.UNREAD
        failed |= is_unread
        if is_unread or not quiet:
            click.echo(f"{page.name}: {page.status.value}: {page.message}", err=True)
    for (pane, status, message), names in unscored.items():
        failed |= status in _FAILED
        if status in _FAILED or not quiet:
            more = f" and {len(names) - 1:,} more pages" if len(names) > 1 else ""
            click.echo(f"{names[0]}{more} · {pane}: {status.value}: {message}", err=True)
    return failed
