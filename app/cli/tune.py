"""Command ``tune``: search several settings of an extractor for the best score. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from boilerscope.app.cli import options, search_options
from boilerscope.app.cli.choosing import chosen_panes
from boilerscope.app.cli.progress import followed
from boilerscope.app.cli.search_options import SearchCommand, read_axis, with_file
from boilerscope.extractors import registry
from boilerscope.extractors.errors import ExtractorError
from boilerscope.extractors.formats.presets_file import presets_file, save_preset
from boilerscope.extractors.runs.corpus_run import RunOptions
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.results import ScoreOptions
from boilerscope.extractors.scoring.word_counts import require_packages
from boilerscope.extractors.scoring.writing import FORMATS, require_parquet, write
from boilerscope.extractors.search.base import SEED
from boilerscope.extractors.search.tune import TRIALS, Tune, TuneRun
from boilerscope.extractors.sources.listing import pages_with_gold
from boilerscope.extractors.system.folders import config_folder


@dataclass(frozen=True, slots=True)
class TuneCommand(SearchCommand):
    """Options of the command, see its help."""

    trials: int
    save_preset: str | None


@click.command()
@click.argument("pages", nargs=-1, metavar="PAGES...")
@options.extractor
@click.option(
    "--over",
    multiple=True,
    metavar="FIELD[=LOW:HIGH[:STEPS]]",
    help="A setting and its range, or FIELD=VALUE,VALUE,... Give 2 to 8.",
)
@options.sets
@options.presets
@options.table_file("tune")
@search_options.decisive_measure("Score to maximize.")
@search_options.scored_text
@click.option("--trials", default=TRIALS, show_default=True, type=click.IntRange(2, 10_000))
@search_options.share
@click.option("--seed", type=int, default=SEED, show_default=True, help="Seed of split and search.")
@click.option(
    "--save-preset", metavar="NAME", help="Save the best settings as one of your presets."
)
@options.output_format(list(FORMATS), "Format of the trials.")
@options.output_file("trials")
@options.limits
@options.quiet
@click.pass_context
def tune(context: click.Context, /, **values: Any) -> None:
    """Search the settings of an extractor that score best on PAGES with gold.

    Only the training pages decide. Report the score on the other pages, the validation pages.
    Needs the extra tune (Optuna).

    \b
    boilerscope tune corpus/ -e link_ratio --over rate=0.5:3 --over FIELD --save-preset best
    """  # noqa: D301 - click needs the control character
    command = TuneCommand(**values)
    if command.config is not None:
        further = {"trials": int, "save_preset": str}
        command = with_file(
            command, options.named_options(context), command.config, "tune", further
        )
    run_tune(command)


def run_tune(command: TuneCommand) -> None:
    """Search, and write the trials.

    Raises
    ------
    BoilerscopeError, click.UsageError
        If an option is wrong or Optuna is missing; the message names the remedy.
    """
    if not command.pages or not command.extractor or not command.over:
        raise click.UsageError("Name PAGES, --extractor and --over, or a --config that has them.")
    if command.format_name == "parquet":
        require_parquet()
    [pane] = chosen_panes([command.extractor], None, command.sets, command.presets)
    axes = tuple(read_axis(pane, text) for text in command.over)
    searched = Tune(pane, axes, command.measure, command.trials, command.share, command.seed)
    scoring = ScoreOptions(ScoredText(command.text), measures=(command.measure,))
    require_packages(scoring.measures)
    tell = options.tell_left_out(quiet=command.quiet)
    pages = pages_with_gold(command.pages, stdin=options.stdin_lines(), tell=tell)
    run = TuneRun(pages, searched, RunOptions(scoring, command.limits))
    with followed(run.results(), run.n_runs, quiet=command.quiet) as progress:
        for _ in progress:
            pass
    best = run.best
    if best is None or best.settings is None:
        raise ExtractorError(f"{command.extractor}: no trial has a score. Look at its errors first")
    if command.save_preset is not None:
        extractor = registry.extractor(pane.extractor)
        help_text = run.provenance(best)
        save_preset(config_folder(), extractor, best.settings, command.save_preset, help=help_text)
        file = presets_file(config_folder(), extractor)
        click.echo(f"Preset {command.save_preset!r} saved in {file}", err=True)
    options.write_output(write(run, command.format_name), command.output)
