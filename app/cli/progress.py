"""Progress of work over many pages, on standard error."""

from __future__ import annotations

import sys
import textwrap
import threading
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

import click

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.runs.batch.failures import first_failures
from boilerscope.extractors.sources.batch_folder import SHARDS
from boilerscope.extractors.sources.listing import BATCH, list_pages
from boilerscope.extractors.sources.words import STDIN, is_stream
from boilerscope.extractors.system.interrupts import held
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from rich.progress import Progress, TaskID

    from boilerscope.extractors.runs.batch.failures import Failure
    from boilerscope.extractors.runs.batch.results_folder import ResultsFolder
    from boilerscope.extractors.runs.batch.run import Totals

LINE_S = 10.0
"""Minimum interval of plain lines, seconds."""

_REASON_LENGTH = 300
"""Maximum number of characters of the reason of a failure."""

_PLURALS = {"error": "errors", "timeout": "timeouts"}
"""Statuses that are nouns; the others are the same for any number."""

T = TypeVar("T")


def with_progress(results: Iterable[T], total: int, *, quiet: bool) -> Generator[T, None, None]:
    """Yield results, and show on a terminal how many pages are done and the time left."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    show = not quiet and total > 1 and console.is_terminal
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not show, transient=True) as progress:
        bar = progress.add_task("pages", total=total)
        for page in results:
            yield page
            progress.advance(bar)


@contextmanager
def followed(
    results: Generator[T, None, None], total: int, *, quiet: bool
) -> Iterator[Iterator[T]]:
    """Give results with their progress; Ctrl+C waits for a result, and no worker is left behind."""
    with held(), closing(results), closing(with_progress(results, total, quiet=quiet)) as shown:
        yield shown


def with_steps(lines: Iterable[str]) -> Generator[str, None, None]:
    """Yield lines of a program, and show the last one on a terminal while it runs."""
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("") as status:
        for line in lines:
            status.update(textwrap.shorten(line, max(20, console.width - 8), placeholder=" …"))
            yield line


class BatchProgress:
    """Shows pages, rate, time left, failures by status and bytes; plain lines without a terminal.

    Parameters
    ----------
    inputs : sequence of str
        Inputs; on a terminal their pages are counted, which the time left needs.
    quiet : bool
        Whether to show nothing.
    """

    def __init__(self, inputs: Sequence[str], *, quiet: bool) -> None:
        self._inputs, self._quiet = inputs, quiet
        self._progress: Progress | None = None
        self._bar: TaskID | None = None
        self._began = self._reported = time.monotonic()
        self._n_reported = -1
        self._is_over = threading.Event()

    def __enter__(self) -> Self:
        if not self._quiet and sys.stderr.isatty():
            self._progress = _live()
            self._progress.start()
            self._bar = self._progress.add_task("pages", total=None, rate="", size="", failures="")
            if not any(word == STDIN or is_stream(Path(word)) for word in self._inputs):
                threading.Thread(target=self._count, name="count", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        if self._progress is not None:
            self._progress.stop()

    def notify(self, message: object) -> None:
        """Show a message for the user, above the progress on a terminal; its text is shown."""
        if self._progress is not None:
            self._progress.console.print(str(message), markup=False, highlight=False)
        elif not self._quiet:
            click.echo(message, err=True)

    def show(self, totals: Totals) -> None:
        """Show the progress so far."""
        if self._progress is not None and self._bar is not None:
            rate, size, failures = self._texts(totals)
            self._progress.update(
                self._bar, completed=totals.n_pages, rate=rate, size=size, failures=failures
            )
        elif time.monotonic() - self._reported >= LINE_S:
            self._reported, self._n_reported = time.monotonic(), totals.n_pages
            self._line(totals)

    def finish(self, totals: Totals, folder: ResultsFolder, suffixes: Sequence[str]) -> None:
        """Show the result as a line, and the first failures.

        Parameters
        ----------
        totals : Totals
            Counts of the batch.
        folder : ResultsFolder
            Folder with the records.
        suffixes : sequence of str
            See `BatchJob.suffixes`.
        """
        self.__exit__()
        if totals.n_pages != self._n_reported:
            self._line(totals)
        if not self._quiet and totals.failed_shards:
            with suppress(BoilerscopeError):
                failures = first_failures(folder, totals.failed_shards, suffixes)
                _list_failures(failures, totals.failures.total() - len(failures), folder)

    def _line(self, totals: Totals) -> None:
        if not self._quiet:
            parts = [counted(totals.n_pages, "page"), *filter(None, self._texts(totals))]
            click.echo(", ".join(parts), err=True)

    def _texts(self, totals: Totals) -> tuple[str, str, str]:
        seconds = max(time.monotonic() - self._began, 1e-6)
        rate = f"{totals.n_run / seconds:,.1f} pages/s" if totals.n_run else ""
        failures = ", ".join(
            counted(n, status, _PLURALS.get(status, status))
            for status, n in sorted(totals.failures.items())
        )
        return rate, f"{totals.n_bytes / 2**20:,.1f} MB", failures

    def _count(self) -> None:
        """Count the pages, in a thread."""
        n_pages = 0
        for _ in list_pages(self._inputs, BATCH):
            n_pages += 1
            if self._is_over.is_set():
                return
        if self._progress is not None and self._bar is not None:
            self._progress.update(self._bar, total=n_pages)


def _list_failures(failures: Iterable[Failure], n_further: int, folder: ResultsFolder) -> None:
    for failure in failures:
        reason = textwrap.shorten(failure.message, _REASON_LENGTH, placeholder=" ...")
        click.echo(f"{failure.page_id} · {failure.pane}: {failure.status}: {reason}", err=True)
    if n_further:
        is_local = isinstance(folder.path, Path)
        opened = f"; boilerscope open {folder.path} lists them" if is_local else ""
        click.echo(
            f"... and {n_further:,} more. All are in {folder.path}/{SHARDS}, by the status of their"
            f" records{opened}.",
            err=True,
        )


def _live() -> Progress:
    """Return the display of a terminal; rich is imported here, because other output is plain."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[size]}"),
        TextColumn("[red]{task.fields[failures]}"),
        console=Console(stderr=True),
        transient=True,
    )
