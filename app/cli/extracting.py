"""Command ``extract``: selection of panes, and output of results. No Qt."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections import Counter
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boilerscope.app.cli import options
from boilerscope.app.cli.choosing import chosen_panes, pane_file
from boilerscope.app.cli.paths import PathName
from boilerscope.app.cli.progress import with_progress
from boilerscope.extractors.formats.catalogue import FORMATS, check_text, with_blocks
from boilerscope.extractors.formats.files import encoded, file_name
from boilerscope.extractors.formats.manifest import write_manifest
from boilerscope.extractors.formats.own_output import own_formats
from boilerscope.extractors.formats.parquet_tables import ParquetTables
from boilerscope.extractors.formats.structure.options import Images, StructureOptions, Texts
from boilerscope.extractors.model.extraction import FAILED, Status
from boilerscope.extractors.model.settings import changed
from boilerscope.extractors.page.encodings import require_encoding
from boilerscope.extractors.page.parsing import MAX_BYTES
from boilerscope.extractors.runs.extracting import ExtractTask
from boilerscope.extractors.runs.output import OutputOptions, PaneOutput
from boilerscope.extractors.runs.pool import run_tasks
from boilerscope.extractors.scoring.writing import require_parquet
from boilerscope.extractors.sources.addresses import AddressPlace
from boilerscope.extractors.sources.listing import EACH_PAGE, check_inputs, list_pages
from boilerscope.extractors.sources.names import address_id
from boilerscope.extractors.sources.words import STDIN, is_address
from boilerscope.extractors.system.interrupts import held, interruptible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from typing import BinaryIO

    from boilerscope.extractors.formats.catalogue import Format
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane

SOME_FAILED = 1


@dataclass(frozen=True, slots=True)
class ExtractOptions(options.PaneOptions):
    """Options of the command, see its help."""

    pages: tuple[str, ...]
    format_name: str
    blocks: bool
    output: str | None
    encoding: str | None
    url: str | None
    page_text: bool
    structure: StructureOptions
    why: str
    changes: bool
    bug_report: bool
    site: tuple[str, ...]


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGE...")
@click.option(
    "-e",
    "--extractor",
    "names",
    multiple=True,
    help="Extractor to run, one of yours such as mine.py:function, or all. Can be repeated.",
)
@options.output_format(
    [*(kind.name for kind in FORMATS.values() if not kind.blocks_of), options.PARQUET],
    "Format of the results.",
    default="text",
)
@options.blocks
@click.option(
    "-o",
    "--output",
    type=PathName(file_okay=False),
    help="Folder with one file per page and pane; by default, results go to standard output.",
)
@options.presets
@options.sets
@options.config
@click.option("--encoding", help="Encoding of the pages; by default, it is detected.")
@click.option("--url", help="Address of the page, for one file or -.")
@click.option(
    "--page-text",
    is_flag=True,
    help="For text: the kept words with the page's own spacing; short for --text page.",
)
@options.structure
@click.option(
    "--why",
    default="",
    metavar="TEXT",
    help="Instead of the text, write why each pane kept or dropped the block with these words.",
)
@click.option(
    "--changes",
    is_flag=True,
    help="With --why: also write the nearest settings that reverse the decision.",
)
@click.option(
    "--bug-report",
    is_flag=True,
    help="With --why: also write a bug report about the library that dropped the block, with the"
    " page cut down. Ctrl+C writes the page so far.",
)
@options.site
@options.limits
@options.quiet
def extract(**values: Any) -> None:
    """Extract the main content of PAGE...: files, folders, globs, addresses, or - for stdin.

    JSON lines with markup, WARC files, gold standards and lists of pages (.txt) are read too.
    A session (.bscope) alone runs its own panes.

    Exit codes: 0 success, 1 error or timeout on at least one page, 2 usage error.
    """
    sys.exit(SOME_FAILED if extract_pages(ExtractOptions(**values)) else 0)


def extract_pages(command: ExtractOptions) -> bool:
    """Run the selected panes on all pages and write the results; return whether a page failed.

    Raises
    ------
    BoilerscopeError, click.UsageError
        Before anything runs, if an option is wrong.
    """
    config = pane_file(command.pages, command.names, command.config, quiet=command.quiet)
    panes = chosen_panes(command.names, config, command.sets, command.presets)
    pages = _pages(command)
    _check(command, pages, panes)
    pages = options.with_sites(pages, panes, command.site)
    is_piece = command.output is None and len(pages) * len(panes) > 1
    format_ = FORMATS[_format_name(command)]
    form = OutputOptions(
        options.PARQUET if command.format_name == options.PARQUET else format_.name,
        command.blocks,
        is_piece,
        _structure(command),
        why=command.why,
    )
    tasks = (ExtractTask(page, panes, form, command.encoding, command.url) for page in pages)
    if command.changes or command.bug_report:
        from boilerscope.app.cli.explaining import Answers, explain

        return explain(
            tasks, Answers(command.changes, command.bug_report, command.limits, command.quiet)
        )
    if command.output is not None and format_.suffix == "jsonl":
        write_manifest(Path(command.output), panes)
    with (
        held(),
        _sink(command, format_, header=format_.header if is_piece else "") as sink,
        closing(run_tasks(tasks, command.limits)) as results,
        closing(with_progress(results, len(pages), quiet=command.quiet)) as done,
    ):
        return _write_all(done, sink, format_, quiet=command.quiet)


def _pages(command: ExtractOptions) -> list[ListedPage]:
    """Return the pages that the user names; a page on standard input is named by its address."""
    check_inputs(command.pages, EACH_PAGE)
    tell = options.tell_left_out(quiet=command.quiet)
    pages = list(list_pages(command.pages, EACH_PAGE, _standard_input(), tell))
    if command.url is not None and [page.source for page in pages] == [STDIN]:
        return [replace(pages[0], page_id=address_id(command.url))]
    return pages


def _standard_input() -> Iterator[bytes]:
    """Read standard input when it is needed, at most one byte more than a page may have."""
    with interruptible():
        yield options.read_input(partial(sys.stdin.buffer.read, MAX_BYTES + 1))


def _format_name(command: ExtractOptions) -> str:
    """Return the name of the format, with blocks if they are asked for."""
    name = "jsonl" if command.format_name == options.PARQUET else command.format_name
    if not command.blocks:
        return name
    blocks = with_blocks(name)
    if blocks is None:
        raise click.UsageError("--blocks requires --format jsonl or parquet.")
    return blocks


def _sink(command: ExtractOptions, format_: Format, *, header: str) -> AbstractContextManager[Sink]:
    """Return the target of the results as a context manager."""
    if command.output is None:
        return nullcontext(StreamSink(sys.stdout.buffer, header))
    folder = Path(command.output)
    if command.format_name == options.PARQUET:
        return _tables(folder, blocks=command.blocks)
    return nullcontext(FolderSink(folder, format_))


@contextmanager
def _tables(folder: Path, *, blocks: bool) -> Iterator[Sink]:
    """Yield a sink of Parquet tables, which are complete at the end."""
    try:
        with ParquetTables(folder, blocks=blocks) as tables:
            yield TableSink(tables)
    except OSError as error:
        raise click.ClickException(
            f"{folder} cannot be written: {error.strerror or error}"
        ) from error


class Sink(ABC):
    """Target of results."""

    @abstractmethod
    def put(self, record: PaneOutput) -> None:
        """Write one result."""


class StreamSink(Sink):
    """Writes results to a stream, each at once and completely.

    Parameters
    ----------
    stream : binary stream
        Standard output.
    header : str
        Header of the format, written first.
    """

    def __init__(self, stream: BinaryIO, header: str) -> None:
        self._stream = stream
        self._stream.write(encoded(header))

    def put(self, record: PaneOutput) -> None:
        """Write one result; Ctrl+C interrupts the wait for a reader."""
        with interruptible():
            self._stream.write(encoded(record.text))
            self._stream.flush()


class TableSink(Sink):
    """Writes results to Parquet tables."""

    def __init__(self, tables: ParquetTables) -> None:
        self._tables = tables

    def put(self, record: PaneOutput) -> None:
        """Write one result."""
        self._tables.put(record.rows)


class FolderSink(Sink):
    """Writes each result to its own file, ``<page_id>.<pane>.<suffix>``.

    The result of all panes of a page has no pane in its name: ``<page_id>.<suffix>``.

    Parameters
    ----------
    folder : Path
        Target folder; it is created if it does not exist.
    """

    def __init__(self, folder: Path, format_: Format) -> None:
        self._folder = folder
        self._format_ = format_

    def put(self, record: PaneOutput) -> None:
        """Write one result; a failure writes no empty file and removes an earlier result.

        Raises
        ------
        click.ClickException
            If the file cannot be written.
        """
        file = self._folder / file_name(record.page_id, record.pane, self._format_.suffix)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if self._format_.takes(record.status):
                file.write_bytes(encoded(record.text))
                for name, content in record.files.items():
                    beside = file.parent / name
                    beside.parent.mkdir(parents=True, exist_ok=True)
                    beside.write_bytes(content)
            else:
                file.unlink(missing_ok=True)
        except OSError as error:
            raise click.ClickException(
                f"{file} cannot be written: {error.strerror or error}"
            ) from error


def _check(command: ExtractOptions, pages: Sequence[ListedPage], panes: Sequence[Pane]) -> None:
    """Reject wrong options before anything runs."""
    if command.encoding is not None:
        require_encoding(command.encoding)
    if command.url is not None and not is_address(command.url):
        raise click.UsageError(f"--url {command.url} is not an http or https address.")
    if command.url is not None and (len(pages) > 1 or isinstance(pages[0].place, AddressPlace)):
        raise click.UsageError("--url is the address of one file or of -. Give one page.")
    _check_structure(command, panes)
    if command.why and command.format_name != "text":
        raise click.UsageError("--why writes sentences. Leave out --format.")
    if (command.changes or command.bug_report) and (not command.why or command.output is not None):
        name = "--changes" if command.changes else "--bug-report"
        raise click.UsageError(f"{name} answers --why TEXT on standard output. Leave out -o.")
    if (command.changes or command.bug_report) and command.limits.jobs > 1:
        raise click.UsageError(
            "--changes and --bug-report need one run after another, so that"
            " --jobs cannot speed them up. Leave out --jobs."
        )
    if command.format_name == options.PARQUET:
        if command.output is None:
            raise click.UsageError("--format parquet writes files. Add -o DIR.")
        require_parquet()
    format_ = FORMATS[_format_name(command)]
    texts = len(pages) * (1 if format_.join is not None else len(panes))
    if texts > 1 and command.output is None and format_.piece is None and not command.why:
        limit = "one page" if format_.join is not None else "one page and one extractor"
        raise click.UsageError(
            f"Standard output takes one result as {command.format_name}. Give {limit}, or -o DIR."
        )


def _structure(command: ExtractOptions) -> StructureOptions:
    """Return the options of structure; ``--page-text`` is short for ``--text page``."""
    if not command.page_text:
        return command.structure
    if command.format_name != "text" or command.structure.text is not Texts.AUTO:
        raise click.UsageError("--page-text requires --format text, without --text.")
    return replace(command.structure, text=Texts.PAGE)


def _check_structure(command: ExtractOptions, panes: Sequence[Pane]) -> None:
    """Reject options of structure that the format does not have."""
    structure, format_ = _structure(command), FORMATS[_format_name(command)]
    check_text(format_.name, structure.text)
    texts = structure.text
    is_structured = format_.is_structured or texts.value in FORMATS
    changed_names = [name for name in changed(structure) if name != "text"]
    if changed_names and not is_structured:
        names = ", ".join(form.name for form in FORMATS.values() if form.is_structured)
        raise click.UsageError(
            f"--{changed_names[0]} concerns structure. Add --format or --text with {names}."
        )
    if structure.images is Images.FILES and (command.output is None or not format_.is_structured):
        raise click.UsageError("--images files writes files. Add -o DIR and a structured --format.")
    if texts is Texts.OWN and format_.is_structured:
        for pane in panes:
            if format_.name not in own_formats(pane.extractor):
                raise click.UsageError(
                    f"{pane.extractor} does not write {format_.name} itself. Leave out --text own."
                )


def _write_all(
    results: Iterable[list[PaneOutput]], sink: Sink, format_: Format, *, quiet: bool
) -> bool:
    failed = False
    concerned: Counter[str] = Counter()
    for page in results:
        if not quiet:
            for warning in page[0].warnings if page else ():
                click.echo(f"{page[0].source}: {warning}", err=True)
        for record in page if format_.join is None else _joined(page, format_, format_.join):
            sink.put(record)
        for record in page:
            failed |= _report(record, quiet=quiet)
            concerned.update(record.limits)
    for limit in () if quiet else format_.limits:
        if concerned[limit.code]:
            click.echo(f"{limit.found(concerned[limit.code])} {limit.instead}", err=True)
    return failed


def _joined(
    page: list[PaneOutput], format_: Format, join: Callable[[Sequence[str]], str]
) -> list[PaneOutput]:
    """Join the records of a page in one record; a single record does not change."""
    if len(page) == 1:
        return page
    texts = [record.text for record in page if format_.takes(record.status)]
    if not texts:
        return [replace(page[0], pane="")]
    return [replace(page[0], pane="", status=Status.OK, content=join(texts))]


def _report(record: PaneOutput, *, quiet: bool) -> bool:
    """Report on standard error why a result is missing; return whether the run failed."""
    failed = record.status in FAILED
    if failed or (record.status is not Status.OK and not quiet):
        origin = f"{record.source} · {record.pane}"
        click.echo(f"{origin}: {record.status.value}: {record.message}", err=True)
    for note in () if quiet else record.notes:
        click.echo(f"{record.source} · {record.pane}: {note}", err=True)
    return failed
