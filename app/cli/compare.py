"""Command ``compare``: what another version, or other settings, change on many pages. No Qt."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from boilerscope.app.cli import options, search_options, stored_results
from boilerscope.app.cli.choosing import chosen_panes
from boilerscope.app.cli.progress import followed
from boilerscope.app.cli.scored_pages import by_annotator, report_unanswered
from boilerscope.extractors.runs.changes import compare_stored
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.scoring.changes.document import ChangesDocument
from boilerscope.extractors.scoring.changes.records import Changes
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.scoring.writing import FORMATS, require_parquet, write
from boilerscope.extractors.sources.listing import ListOptions, list_pages
from boilerscope.extractors.sources.marks import with_marks_beside

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.store import ResultStore

SOME_FAILED = 1


@dataclass(frozen=True, slots=True)
class CompareCommand(options.PaneOptions):
    """Options of the command, see its help."""

    pages: tuple[str, ...]
    gold_by: str
    store: bool
    format_name: str
    output: Path | None


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGES...")
@click.option(
    "-e",
    "--extractor",
    "names",
    multiple=True,
    help="Extractor before the change, then the one after it.",
)
@options.presets
@options.sets
@options.config
@search_options.gold_by
@stored_results.option
@options.output_format(list(FORMATS), "Format of the rows; jsonl contains everything.")
@options.output_file("rows")
@options.limits
@options.quiet
def compare(**values: Any) -> None:
    """Show what changes on PAGES from one extractor to another, with or without gold.

    Two versions of a library (trafilatura==2.0.0), two settings, or two extractors: pages that
    changed, words lost and won, and the rule that drops them on the side that drops them. Where
    pages have gold, also the token F1 of both, and its difference.

    Exit codes: 0 success, 1 a page was not read or ended in error or timeout, 2 usage error.
    """
    sys.exit(SOME_FAILED if show_changes(CompareCommand(**values)) else 0)


def show_changes(command: CompareCommand) -> bool:
    """Compute and write the changes; return whether a page failed.

    Raises
    ------
    BoilerscopeError, click.UsageError
        Before anything runs, if an option is wrong; the message names the valid values.
    """
    if command.format_name == "parquet":
        require_parquet()
    panes = chosen_panes(command.names, command.config, command.sets, command.presets)
    if len(panes) != 2:
        named = ", ".join(pane.name for pane in panes)
        raise click.UsageError(
            f"Two extractors are compared; here are {len(panes)} ({named}). Name the one before the"
            " change, then the one after it: -e trafilatura==2.0.0 -e trafilatura."
        )
    tell = options.tell_left_out(quiet=command.quiet)
    listed = list_pages(command.pages, ListOptions(), options.stdin_lines(), tell)
    pages = by_annotator(with_marks_beside(listed), command.gold_by)
    with stored_results.result_store(kept=command.store) as store:
        document = _document(command, pages, (panes[0], panes[1]), store)
    options.write_output(write(document, command.format_name), command.output)
    return report_unanswered(document.run, quiet=command.quiet)


def _document(
    command: CompareCommand, pages: list[ListedPage], panes: tuple[Pane, Pane], store: ResultStore
) -> ChangesDocument:
    """Run both panes with traces, and compare their results."""
    scoring = ScoreOptions(losses=True)
    table = ScoreTable(pages, [pane.name for pane in panes], scoring.measures)
    running = CorpusRun(pages, panes, RunOptions(scoring, command.limits), store)
    with followed(running.results(), len(pages), quiet=command.quiet) as progress:
        for result in progress:
            table.add(result)
    changes = Changes(panes[0].name, panes[1].name)
    for _ in compare_stored(pages, panes, scoring, store, changes):
        pass
    return ChangesDocument(scored_run(table, panes, scoring), changes)
