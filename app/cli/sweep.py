"""Command ``sweep``: scores of an extractor over the range of one or two settings. No Qt."""

from __future__ import annotations

from typing import Any

import click

from boilerscope.app.cli import options, search_options
from boilerscope.app.cli.choosing import chosen_panes
from boilerscope.app.cli.progress import followed
from boilerscope.app.cli.search_options import SearchCommand, read_axis, with_file
from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.runs.corpus_run import RunOptions
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import DEFAULT_MEASURES
from boilerscope.extractors.scoring.results import PageStatus, ScoreOptions
from boilerscope.extractors.scoring.word_counts import require_packages
from boilerscope.extractors.scoring.writing import FORMATS, require_parquet, write
from boilerscope.extractors.search.base import SEED
from boilerscope.extractors.search.sweep import Sweep, SweepRun
from boilerscope.extractors.sources.listing import pages_with_gold


@click.command()
@click.argument("pages", nargs=-1, metavar="PAGES...")
@options.extractor
@click.option(
    "--over",
    multiple=True,
    metavar="FIELD[=LOW:HIGH[:STEPS]]",
    help="A setting and its range, or FIELD=VALUE,VALUE,... Can be used twice.",
)
@options.sets
@options.presets
@options.table_file("sweep")
@search_options.decisive_measure("Score that decides which value is best.")
@search_options.scored_text
@search_options.share
@click.option("--seed", type=int, default=SEED, show_default=True, help="Seed of the split.")
@options.output_format(list(FORMATS), "Format of the points.")
@options.output_file("points")
@options.limits
@options.quiet
@click.pass_context
def sweep(context: click.Context, /, **values: Any) -> None:
    """Score an extractor over the range of one or two settings on PAGES with gold.

    Half of the pages are for training: they decide which value is best. Report its score on the
    other half, the validation pages.

    \b
    boilerscope sweep corpus/ -e bte --over FIELD=0:20:21
    """  # noqa: D301 - click needs the control character
    command = SearchCommand(**values)
    if command.config is not None:
        command = with_file(command, options.named_options(context), command.config, "sweep")
    run_sweep(command)


def run_sweep(command: SearchCommand) -> None:
    """Sweep and write the points.

    Raises
    ------
    BoilerscopeError, click.UsageError
        If an option is wrong; the message names the valid values.
    """
    if not command.pages or not command.extractor or not command.over:
        raise click.UsageError("Name PAGES, --extractor and --over, or a --config that has them.")
    if command.format_name == "parquet":
        require_parquet()
    [pane] = chosen_panes([command.extractor], None, command.sets, command.presets)
    measures = tuple(dict.fromkeys((command.measure, *DEFAULT_MEASURES)))
    axes = tuple(read_axis(pane, text) for text in command.over)
    swept = Sweep(pane, axes, measures, command.share, command.seed)
    scoring = ScoreOptions(ScoredText(command.text), measures=measures)
    require_packages(scoring.measures)
    tell = options.tell_left_out(quiet=command.quiet)
    pages = pages_with_gold(command.pages, stdin=options.stdin_lines(), tell=tell)
    running = SweepRun(pages, swept, RunOptions(scoring, command.limits))
    with followed(running.results(), running.n_runs, quiet=command.quiet) as progress:
        unread = [done.page for done in progress if done.page.status is PageStatus.UNREAD]
    if not running.result(intervals=False).n_training:
        reason = f"{unread[0].name}: {unread[0].message}" if unread else "Raise --share."
        raise CorpusError(f"No training page was scored, so that no value is best. {reason}")
    options.write_output(write(running, command.format_name), command.output)
