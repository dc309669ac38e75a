"""The command ``batch``: panes over many pages, in shards that resume. No Qt.

Modules that are slow to import are imported by functions, while the worker processes load.
"""

from __future__ import annotations

import shlex
import sys
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boilerscope.app.cli import options
from boilerscope.app.cli.paths import PathName
from boilerscope.extractors.errors import BoilerscopeError, CorpusError
from boilerscope.extractors.formats.structure.options import Images, Texts
from boilerscope.extractors.model.settings import changed
from boilerscope.extractors.runs import fork_server
from boilerscope.extractors.runs.batch.executors import LOCAL, opener
from boilerscope.extractors.runs.batch.results_folder import ResultsFolder
from boilerscope.extractors.runs.batch.shards import SHARD_BYTES, SHARD_PAGES, BatchJob
from boilerscope.extractors.sources.batch_folder import JSON_LINES
from boilerscope.extractors.system.interrupts import held, terminable
from boilerscope.extractors.system.storage import is_storage_address

if TYPE_CHECKING:
    from boilerscope.app.cli.progress import BatchProgress
    from boilerscope.extractors.formats.structure.options import StructureOptions
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.batch.plan import BatchPlan
    from boilerscope.extractors.runs.batch.run import BatchRun

SOME_FAILED = 1

WORKER_MODULES = (
    "boilerscope.extractors.runs.output",
    "boilerscope.extractors.sources.lines",
    "boilerscope.extractors.sources.marks",
)
"""Modules that worker processes need to run pages, beside those of all workers and extractors."""


@dataclass(frozen=True, slots=True)
class BatchCommand(options.PaneOptions):
    """Options of the command, see its help; `named` are those on the command line."""

    inputs: tuple[str, ...]
    format_name: str
    blocks: bool
    structure: StructureOptions
    output: str | None
    shard_size: int
    shard_pages: int
    resume: bool
    again: str | None
    executor: str
    named: frozenset[str]


class _StoppedError(click.ClickException):
    """A batch that could not continue."""

    exit_code = 2


@click.command()
@click.argument("inputs", nargs=-1, metavar="INPUT...")
@click.option(
    "-e",
    "--extractor",
    "names",
    multiple=True,
    help="Extractor to run, one of yours such as mine.py:function, or all. Can be repeated.",
)
@options.output_format([JSON_LINES, options.PARQUET], "Format of the records.", default=JSON_LINES)
@options.blocks
@options.structure
@click.option(
    "-o",
    "--output",
    metavar="DIRECTORY",
    type=PathName(),
    help="Folder of results, or its address.",
)
@options.presets
@options.sets
@options.config
@options.limits_with_memory
@click.option(
    "--shard-size",
    default=SHARD_BYTES // options.MB,
    show_default=True,
    type=click.IntRange(1),
    help="Maximum size of the pages in a shard, in MB.",
)
@click.option(
    "--shard-pages",
    default=SHARD_PAGES,
    show_default=True,
    type=click.IntRange(1),
    help="Maximum number of pages in a shard.",
)
@click.option("--resume", is_flag=True, help="Run only the shards that -o does not have yet.")
@click.option(
    "--again",
    metavar="DIRECTORY",
    help="Run the batch of this folder again and compare; without -o, in a new folder beside it.",
)
@click.option(
    "--executor",
    default=LOCAL,
    show_default=True,
    help="local, dask:tcp://host:port, or module:factory, which returns a"
    " concurrent.futures.Executor.",
)
@options.quiet
def batch(**values: Any) -> None:
    """Run panes over INPUT... and write one record for each page and pane.

    INPUT is a file, a folder, a glob, JSON lines with markup, a WARC file, a list of these
    (.txt or .list, one on each line), or - for a list on standard input. Inputs and results may be
    at addresses that fsspec supports, such as s3://bucket/crawl.

    Pages are processed in shards. A run that was killed continues with --resume.

    Exit codes: 0 success, 1 a pane failed on at least one page, 2 usage error, or results cannot
    be written, 130 interrupted by Ctrl+C or SIGTERM.
    """
    command = BatchCommand(**values, named=options.named_options(click.get_current_context()))
    if command.executor == LOCAL:
        fork_server.start(WORKER_MODULES, command.names or [options.DEFAULT_EXTRACTOR])
    sys.exit(SOME_FAILED if run_batch(command) else 0)


def run_batch(command: BatchCommand) -> bool:
    """Run the batch and write its results; return whether a pane failed on a page.

    Raises
    ------
    BoilerscopeError, click.UsageError
        If an option is wrong, results cannot be written, or the executor cannot run shards.
    """
    from boilerscope.app.cli.progress import BatchProgress
    from boilerscope.extractors.runs.batch.run import BatchRun
    from boilerscope.extractors.sources.listing import check_inputs

    plan, folder, is_resumed = _prepared(command)
    progress = BatchProgress(plan.inputs, quiet=command.quiet)
    open_executor = opener(command.executor, command.limits.jobs, progress.notify)
    with chdir(plan.folder):
        check_inputs(plan.inputs)
        run = BatchRun(plan, folder, open_executor, is_resumed=is_resumed, tell=progress.notify)
        _run(command, run, progress, plan, folder)
    if command.again is not None:
        _compare(ResultsFolder(command.again), folder)
    return bool(run.totals.failures)


def _run(
    command: BatchCommand,
    run: BatchRun,
    progress: BatchProgress,
    plan: BatchPlan,
    folder: ResultsFolder,
) -> None:
    with terminable(), held():
        marks = run.run(options.stdin_lines())
        try:
            with progress:
                for _ in marks:
                    progress.show(run.totals)
                progress.finish(run.totals, folder, plan.job.suffixes)
        except BoilerscopeError as error:
            if not run.is_begun:
                raise
            raise _StoppedError(f"{error} {_hint(command, plan, folder)}") from error
        except KeyboardInterrupt:
            if run.is_begun and not command.quiet:
                click.echo(_hint(command, plan, folder), err=True)
            raise
        finally:
            marks.close()


def _hint(command: BatchCommand, plan: BatchPlan, folder: ResultsFolder) -> str:
    """Return the command that continues a batch, with the options that no folder stores."""
    from boilerscope.extractors.sources.words import STDIN

    words = ["boilerscope", "batch", "--resume", "-o", str(folder.path)]
    if "executor" in command.named:
        words += ["--executor", command.executor]
    if "jobs" in command.named:
        words += ["--jobs", str(command.limits.jobs)]
    end = ", with the same standard input" if STDIN in plan.inputs else ""
    return f"To continue: {shlex.join(words)}{end}"


def _prepared(command: BatchCommand) -> tuple[BatchPlan, ResultsFolder, bool]:
    """Return the batch, its folder, and whether the folder has a manifest of it."""
    if command.again is not None:
        if command.inputs or command.resume:
            raise click.UsageError("--again takes neither INPUT nor --resume.")
        plan = _stored_plan(command, ResultsFolder(command.again))
        return plan, _results(command.output or _free_folder(command.again)), False
    if command.output is None:
        raise click.UsageError("Name the folder of results with -o.")
    folder = _results(command.output)
    if command.resume and (folder.has_results() or not command.inputs):
        return _stored_plan(command, folder), folder, True
    return _plan(command), folder, False


def _results(word: str) -> ResultsFolder:
    """Return a folder of results as an absolute path, or its address."""
    return ResultsFolder(word if is_storage_address(word) else Path(word).absolute())


def _plan(command: BatchCommand) -> BatchPlan:
    from boilerscope.extractors.own import added
    from boilerscope.extractors.runs.batch.plan import BatchPlan

    if not command.inputs:
        raise click.UsageError("Name at least one INPUT.")
    panes = _panes(command)
    if command.format_name == options.PARQUET:
        # imported here, because few batches need it before their first page
        from boilerscope.extractors.scoring.writing import require_parquet

        require_parquet()
    _check_structure(command)
    job = BatchJob(
        panes,
        command.limits,
        added.added(),
        command.format_name,
        command.blocks,
        command.structure,
    )
    shard_bytes = command.shard_size * options.MB
    return BatchPlan(command.inputs, job, shard_bytes, command.shard_pages, Path.cwd())


def _check_structure(command: BatchCommand) -> None:
    """Reject options of structure without a text that has any."""
    structure = command.structure
    names = [name for name in changed(structure) if name != "text"]
    if names and structure.text in {Texts.AUTO, Texts.OWN, Texts.PAGE}:
        raise click.UsageError(
            f"--{names[0]} concerns structure. Add --text markdown, html, tei or tree."
        )
    if structure.images is Images.FILES:
        raise click.UsageError("--images files needs extract with -o DIR.")


def _panes(command: BatchCommand) -> tuple[Pane, ...]:
    from boilerscope.app.cli.choosing import chosen_panes

    return chosen_panes(command.names, command.config, command.sets, command.presets)


def _stored_plan(command: BatchCommand, folder: ResultsFolder) -> BatchPlan:
    """Return the batch of a folder, with which options on the command line must agree."""
    from boilerscope.extractors.runs.batch.plan import BatchPlan

    plan = BatchPlan.read(folder, command.limits.jobs)
    if command.inputs and command.inputs != plan.inputs:
        raise CorpusError(
            f"{folder.path} has results of other inputs: {' '.join(plan.inputs)}. Resume without"
            " INPUT, or choose another folder."
        )
    differing = [*_differing_panes(command, plan), *_differing_limits(command, plan)]
    if differing:
        raise CorpusError(
            f"{folder.path} has a batch with other values of {', '.join(differing)}. Leave them"
            " out, or start another batch in a new folder."
        )
    return plan


def _differing_panes(command: BatchCommand, plan: BatchPlan) -> list[str]:
    """Return the options for panes that are given, if they give other panes."""
    given = {
        "-e": command.names,
        "--preset": command.presets,
        "--set": command.sets,
        "--config": command.config,
    }
    names = [name for name, value in given.items() if value]
    if not names or _panes(command) == plan.job.panes:
        return []
    return names


def _differing_limits(command: BatchCommand, plan: BatchPlan) -> list[str]:
    """Return the options for formats, limits and shards that are given with other values."""
    given, limits = command.limits, plan.job.limits
    stored = {
        "format_name": ("--format", command.format_name == plan.job.record_format),
        "blocks": ("--blocks", command.blocks == plan.job.blocks),
        **{
            name: (f"--{name}", getattr(command.structure, name) == stored_value)
            for name, stored_value in vars(plan.job.structure).items()
        },
        "timeout": ("--timeout", given.timeout_s == limits.timeout_s),
        "memory": ("--memory", given.memory == limits.memory),
        "shard_size": ("--shard-size", command.shard_size * options.MB == plan.shard_bytes),
        "shard_pages": ("--shard-pages", command.shard_pages == plan.shard_pages),
    }
    return [
        option for key, (option, is_same) in stored.items() if key in command.named and not is_same
    ]


def _free_folder(word: str) -> str:
    if is_storage_address(word):
        raise click.UsageError(f"Name the folder of results beside {word} with -o.")
    folder, number = Path(word), 2
    while (free := folder.with_name(f"{folder.resolve().name}-{number}")).exists():
        number += 1
    return str(free)


def _compare(first: ResultsFolder, second: ResultsFolder) -> None:
    """Report whether the folders of two runs have the same records."""
    summaries = [folder.summary() for folder in (first, second)]
    if any(summary is None for summary in summaries):
        click.echo(f"{first.path} is not complete; it was not compared.", err=True)
        return
    old, new = (summary or {} for summary in summaries)
    same = [key for key in ("inputs_digest", "records_digest") if old[key] == new[key]]
    if len(same) == 2:
        click.echo(f"{second.path}: the same records as {first.path}", err=True)
        return
    why = "the same pages" if "inputs_digest" in same else "other pages"
    click.echo(f"{second.path}: other records than {first.path}, from {why}", err=True)
