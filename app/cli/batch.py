"""Options of the command ``batch``. No Qt.

The code that runs a batch is imported while its worker processes load, because both are slow.
"""

from __future__ import annotations

import sys
from typing import Any

import click

from boilerscope.app.cli import options
from boilerscope.extractors.runs import fork_server
from boilerscope.extractors.runs.batch.executors import LOCAL
from boilerscope.extractors.runs.batch.shards import SHARD_BYTES, SHARD_PAGES
from boilerscope.extractors.sources.batch_folder import JSON_LINES

WORKER_MODULES = (
    "boilerscope.extractors.runs.batch.shard_running",
    "boilerscope.extractors.sources.listed",
    "boilerscope.extractors.sources.folder",
)
"""Modules that worker processes need to run pages, beside those of all workers and extractors."""


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
@click.option("-o", "--output", metavar="DIRECTORY", help="Folder of results, or its address.")
@options.sets
@options.config
@options.jobs
@options.timeout
@click.option(
    "--memory",
    default=4096,
    show_default=True,
    type=click.IntRange(256),
    help="Maximum memory of a process that runs pages, in MB.",
)
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
    named = options.named_options(click.get_current_context())
    if values["executor"] == LOCAL:
        families = {
            name.partition(".")[0] for name in values["names"] or [options.DEFAULT_EXTRACTOR]
        }
        # Packages that do not exist are skipped.
        algorithms = [
            f"boilerscope.extractors.algorithms.{family}.extractor" for family in sorted(families)
        ]
        fork_server.start([*WORKER_MODULES, *algorithms])
    from boilerscope.app.cli.running_batch import SOME_FAILED, BatchCommand, run_batch

    sys.exit(SOME_FAILED if run_batch(BatchCommand(**values, named=named)) else 0)
