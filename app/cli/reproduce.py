"""Command ``reproduce``: published tables of benchmarks with our own rows beside them. No Qt."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boilerscope.app.cli import options
from boilerscope.app.cli.choosing import chosen_panes
from boilerscope.app.cli.paths import PathName
from boilerscope.app.cli.progress import followed
from boilerscope.app.cli.scored_pages import report_failures
from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError, CorpusError
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.reproduce.document import Reproduction
from boilerscope.extractors.reproduce.published import BENCHMARKS
from boilerscope.extractors.runner import Pane, free_name
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.runs.file_panes import EXTRACTOR, FilePane
from boilerscope.extractors.scoring.results import ScoreOptions, versions
from boilerscope.extractors.scoring.run import scored_run
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.scoring.word_counts import require_packages
from boilerscope.extractors.scoring.writing import FORMATS, require_parquet, write
from boilerscope.extractors.sources.listing import ListOptions, pages_with_gold
from boilerscope.extractors.sources.results import outputs_by_page, read_outputs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.reproduce.published import Benchmark
    from boilerscope.extractors.sources.results import Output

SOME_FAILED = 1

_DEFAULT = (
    *("learned", "boilerpipe.article", "boilerpipe.default", "bte"),
    *("trafilatura", "readability_lxml", "resiliparse", "justext", "newspaper4k", "goose3"),
)
"""Extractors that run without ``-e``; libraries that are not installed are left out."""


@dataclass(frozen=True, slots=True)
class ReproduceCommand(options.PaneOptions):
    """Options of the command, see its help."""

    benchmark: str
    data: Path
    format_name: str
    output: Path | None


@click.command()
@click.argument("benchmark", type=click.Choice(list(BENCHMARKS)))
@click.argument("data", type=PathName(exists=True, path_type=Path))
@click.option(
    "-e", "--extractor", "names", multiple=True, help="Extractor to run, or all. Can be repeated."
)
@options.presets
@options.sets
@options.config
@options.output_format(list(FORMATS), "Format of the tables; csv has a row for each figure.")
@options.output_file("tables")
@options.limits
@options.quiet
def reproduce(**values: Any) -> None:
    """Make the published tables of a benchmark again, with rows of this machine beside them.

    DATA is the benchmark as it is distributed. Outputs of extractors that come with it are scored
    too. Published rows name their source, year and version.

    Exit codes: 0 success, 1 a page was not read or ended in error or timeout, 2 usage error.
    """
    sys.exit(SOME_FAILED if reproduce_tables(ReproduceCommand(**values)) else 0)


def reproduce_tables(command: ReproduceCommand) -> bool:
    """Run everything and write the tables; return whether a page failed.

    Raises
    ------
    BoilerscopeError, click.UsageError
        Before anything runs, if an option or the data is wrong.
    """
    if command.format_name == "parquet":
        require_parquet()
    benchmark = BENCHMARKS[command.benchmark]
    require_packages(benchmark.measures)
    names = command.names or (() if command.config else _installed())
    panes = chosen_panes(names, command.config, command.sets, command.presets)
    pages = _pages(benchmark, command.data)
    files = _outputs(benchmark, command.data, [pane.name for pane in panes])
    named = (*panes, *(file.pane for file in files))
    scoring = ScoreOptions(benchmark.text, measures=benchmark.measures, min_share=0.0)
    table = ScoreTable(pages, [pane.name for pane in named], scoring.measures)
    running = CorpusRun(pages, panes, RunOptions(scoring, command.limits), files=files)
    with followed(running.results(), len(pages), quiet=command.quiet) as progress:
        for result in progress:
            table.add(result)
    run = scored_run(table, named, scoring)
    year = datetime.now(UTC).year
    document = Reproduction(benchmark, run, _versions(panes, files), year)
    options.write_output(write(document, command.format_name), command.output)
    return report_failures(run, quiet=command.quiet)


def _pages(benchmark: Benchmark, data: Path) -> list[ListedPage]:
    """Return the pages of a benchmark; the error of missing data says where to get it."""
    try:
        return pages_with_gold([str(data)], ListOptions(gold_format=benchmark.gold_format))
    except BoilerscopeError as error:
        raise CorpusError(f"{str(error).rstrip('.')}. {benchmark.data}") from error


def _installed() -> tuple[str, ...]:
    """Return the default extractors that are installed."""
    return tuple(name for name in _DEFAULT if not registry.extractor(name).missing())


def _outputs(benchmark: Benchmark, data: Path, used_names: Sequence[str]) -> list[FilePane]:
    """Return the outputs that come with the data: one pane for each extractor, of all its files."""
    folder = data if data.is_dir() else data.parent
    outputs: dict[str, list[Output]] = {}
    for pattern in benchmark.outputs:
        for file in sorted(folder.glob(pattern)):
            for output in read_outputs(file):
                outputs.setdefault(output.extractor, []).append(output)
    names, panes = list(used_names), []
    for extractor, listed in outputs.items():
        names.append(free_name(extractor, names))
        pane = Pane(names[-1], EXTRACTOR, NoSettings())
        panes.append(FilePane(pane, outputs_by_page(listed, folder)))
    return panes


def _versions(panes: Iterable[Pane], files: Iterable[FilePane]) -> dict[str, str]:
    """Return the version of each pane: of the library, or of this program."""
    named = {}
    for pane in panes:
        version = getattr(registry.extractor(pane.extractor), "version", None)
        named[pane.name] = str(version()) if callable(version) else versions()["boilerscope"]
    for file in files:
        found = {output.version for output in file.outputs.values() if output.version}
        named[file.pane.name] = ", ".join(sorted(found)) or "output of the benchmark"
    return named
