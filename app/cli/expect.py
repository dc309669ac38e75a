"""Command ``expect``: the F1 to expect of extractors on pages without gold. No Qt."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from boilerscope.app.cli import options
from boilerscope.app.cli.choosing import chosen_panes
from boilerscope.app.cli.progress import followed
from boilerscope.extractors.runs.expecting import ExpectationsDocument, ExpectTask, in_order
from boilerscope.extractors.runs.pool import run_tasks
from boilerscope.extractors.scoring.writing import FORMATS, require_parquet, write
from boilerscope.extractors.sources.listing import list_pages

if TYPE_CHECKING:
    from pathlib import Path


SOME_FAILED = 1
DEFAULT_EXTRACTORS = ("learned", "boilerpipe.article", "largest_body", "qd")


@dataclass(frozen=True, slots=True)
class ExpectCommand(options.PaneOptions):
    """Options of the command, see its help."""

    pages: tuple[str, ...]
    format_name: str
    output: Path | None


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGES...")
@click.option(
    "-e", "--extractor", "names", multiple=True, help="Extractor, or all. Can be repeated."
)
@options.sets
@options.presets
@options.config
@options.output_format(list(FORMATS), "Format of the pages; jsonl contains every figure.")
@options.output_file("expected F1")
@options.limits
@options.quiet
def expect(**values: Any) -> None:
    """Show the F1 to expect of extractors on PAGES without gold, the worst page first.

    The figures come from the probabilities of learned, the agreement of the extractors and the kind
    of page; name at least two extractors. The first decides the order of the pages.

    Exit codes: 0 success, 1 a pane has no result on a page, 2 usage error.
    """
    sys.exit(SOME_FAILED if show_expected(ExpectCommand(**values)) else 0)


def show_expected(command: ExpectCommand) -> bool:
    """Compute and write the expected F1; return whether a pane has no result on a page.

    Raises
    ------
    BoilerscopeError
        If an option or input is wrong; the message names the valid values.
    """
    if command.format_name == "parquet":
        require_parquet()
    named = command.names or (() if command.config else DEFAULT_EXTRACTORS)
    panes = chosen_panes(named, command.config, command.sets, command.presets)
    tell = options.tell_left_out(quiet=command.quiet)
    listed = list(list_pages(command.pages, stdin=options.stdin_lines(), tell=tell))
    tasks = (ExpectTask(entry, panes) for entry in listed)
    with followed(run_tasks(tasks, command.limits), len(listed), quiet=command.quiet) as progress:
        pages = [in_order(page, panes) for page in progress]
    document = ExpectationsDocument(pages, panes)
    options.write_output(write(document, command.format_name), command.output)
    return any(record.expected is None for page in pages for record in page)
