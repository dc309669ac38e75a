"""The command ``sweep``: scores of an extractor over the range of one or two settings. No Qt."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from app.cli.extracting import chosen_panes
from app.cli.progress import with_progress
from app.cli.search_options import read_axis, with_file
from extractors.atomic_write import atomic_write
from extractors.corpus.corpus import Corpus
from extractors.corpus.run import RunOptions
from extractors.corpus.sweep import SEED, SHARE, Sweep, SweepRun
from extractors.corpus.writing import FORMATS
from extractors.errors import CorpusError
from extractors.interrupts import held
from extractors.scoring.case import ScoredText
from extractors.scoring.measures import DEFAULT_MEASURES, MEASURES
from extractors.scoring.results import ScoreOptions
from extractors.scoring.writing import require_parquet


@dataclass(frozen=True, slots=True)
class SweepCommand:
    """The options of the command, see its help."""

    pages: tuple[str, ...]
    extractor: str | None
    over: tuple[str, ...]
    sets: tuple[str, ...]
    config: Path | None
    measure: str
    text: str
    share: float
    seed: int
    format_name: str
    output: Path | None
    jobs: int
    timeout: float
    quiet: bool


@click.command()
@click.argument("pages", nargs=-1, metavar="PAGES...")
@click.option("-e", "--extractor", help="The extractor.")
@click.option(
    "--over",
    multiple=True,
    metavar="FIELD[=LOW:HIGH[:STEPS]]",
    help="A setting and its range, or FIELD=VALUE,VALUE,... Can be given twice.",
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="EXTRACTOR.FIELD=VALUE",
    help="Change another setting. Can be repeated.",
)
@click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="TOML file with a table [sweep]; options and PAGES go before it.",
)
@click.option(
    "--measure",
    type=click.Choice(list(MEASURES)),
    default="token_f1",
    show_default=True,
    help="Score that decides which value is best.",
)
@click.option(
    "--text",
    type=click.Choice([kind.value for kind in ScoredText]),
    default=ScoredText.PAGE.value,
    show_default=True,
    help="Score the kept text of the page, or the text as the algorithm prints it.",
)
@click.option(
    "--share",
    type=click.FloatRange(0, 1),
    default=SHARE,
    show_default=True,
    help="Share of the pages for training; pages of a site stay together.",
)
@click.option("--seed", type=int, default=SEED, show_default=True, help="Seed of the split.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(list(FORMATS)),
    default="table",
    show_default=True,
    help="How the points are written.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write; else points go to standard output.",
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option(
    "--timeout",
    default=30.0,
    show_default=True,
    type=click.FloatRange(0.1),
    help="Longest run of one extractor on one page, seconds.",
)
@click.option("-q", "--quiet", is_flag=True, help="Only errors on standard error.")
@click.pass_context
def sweep(context: click.Context, /, **options: Any) -> None:
    r"""Score an extractor over the range of one or two settings on PAGES with gold.

    Half of the pages are for training: they decide which value is best. Its score on the other
    half, the validation pages, is what to report.

    \b
    boilerscope sweep corpus/ -e bte --over FIELD=0:20:21
    """
    given = {
        name: value
        for name, value in options.items()
        if context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
    }
    command = SweepCommand(**options)
    file = command.config
    run_sweep(command if file is None else with_file(command, given, file, "sweep"))


def run_sweep(command: SweepCommand) -> None:
    """Sweep and write the points.

    Raises
    ------
    BoilerscopeError, click.UsageError
        If an option is wrong; the message says what would be right.
    """
    if not command.pages or not command.extractor or not command.over:
        raise click.UsageError("Name PAGES, --extractor and --over, or a --config that has them.")
    if command.format_name == "parquet":
        require_parquet()
    [pane] = chosen_panes([command.extractor], None, command.sets)
    measures = tuple(dict.fromkeys((command.measure, *DEFAULT_MEASURES)))
    axes = tuple(read_axis(pane, text) for text in command.over)
    swept = Sweep(pane, axes, measures, command.share, command.seed)
    scoring = ScoreOptions(ScoredText(command.text), measures=measures)
    corpus = Corpus([Path(word) for word in command.pages]).read_all()
    options = RunOptions(scoring, command.jobs, command.timeout)
    running = SweepRun(corpus.pages, swept, options)
    if not running.n_pages:
        raise CorpusError(f"{' '.join(command.pages)}: no page has gold. Name pages that have.")
    with (
        held(),
        closing(running.run.results()) as results,
        closing(with_progress(results, running.n_pages, quiet=command.quiet)) as shown,
    ):
        for page in shown:
            running.table.add(page)
    data = FORMATS[command.format_name](running)
    if command.output is not None:
        atomic_write(command.output, data)
        return
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
