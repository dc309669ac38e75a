"""The command ``extract``: which panes run, and where their results go. No Qt."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli.progress import with_progress
from extractors import registry
from extractors.batch.inputs import find_sources, is_address
from extractors.batch.local import BatchOptions, BatchRecord, make_tasks
from extractors.batch.running import run_tasks
from extractors.errors import SettingsError, UnknownNameError
from extractors.formats import FORMATS, settings_file
from extractors.formats.files import encoded, file_name
from extractors.interrupts import held, interruptible
from extractors.model.extraction import Status
from extractors.model.settings import parse_value
from extractors.page.encodings import require_encoding
from extractors.runner import Pane, free_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import BinaryIO

    from extractors.batch.inputs import Source
    from extractors.formats import Format

DEFAULT_EXTRACTOR = "boilerpipe.article"
ALL = "all"


@dataclass(frozen=True, slots=True)
class ExtractOptions:
    """The options of the command, see its help."""

    pages: tuple[str, ...]
    names: tuple[str, ...]
    format_name: str
    output: str | None
    sets: tuple[str, ...]
    config: str | None
    encoding: str | None
    url: str | None
    page_text: bool
    jobs: int
    timeout: float
    quiet: bool


def extract_pages(options: ExtractOptions) -> bool:
    """Run everything that is asked for and write it; return whether a page failed.

    Raises
    ------
    BoilerscopeError, click.UsageError
        Before anything runs, if an option is wrong; the message says what would be right.
    """
    panes = chosen_panes(options.names, options.config, options.sets)
    sources = find_sources(options.pages, url=options.url)
    _check(options, sources, panes)
    is_piece = options.output is None and len(sources) * len(panes) > 1
    batch_options = BatchOptions(
        panes,
        options.format_name,
        is_piece=is_piece,
        page_text=options.page_text,
        encoding=options.encoding,
        url=options.url,
    )
    made_as = FORMATS[options.format_name]
    if options.output is None:
        sink: Sink = StreamSink(sys.stdout.buffer, made_as.header if is_piece else "")
    else:
        sink = FolderSink(Path(options.output), made_as)
    tasks = make_tasks(sources, batch_options)
    with (
        held(),
        closing(run_tasks(tasks, jobs=options.jobs, timeout_s=options.timeout)) as results,
        closing(with_progress(results, len(sources), quiet=options.quiet)) as shown,
    ):
        return _write_all(shown, sink, made_as, quiet=options.quiet)


def chosen_panes(names: Sequence[str], config: str | None, sets: Iterable[str]) -> tuple[Pane, ...]:
    """Return the panes that the options ask for.

    Parameters
    ----------
    names : sequence of str
        Extractors; ``all`` is every one that loads.
    config : str or None
        Settings file, whose panes come first.
    sets : iterable of str
        ``EXTRACTOR.FIELD=VALUE`` or ``PANE.FIELD=VALUE``.

    Raises
    ------
    UnknownNameError, SettingsError, ExtractorError
        Name what is wrong and the nearest right name.
    """
    panes = [] if config is None else list(settings_file.load(Path(config)))
    for name in names if names or panes else [DEFAULT_EXTRACTOR]:
        for identifier in _all_that_load() if name == ALL else [name]:
            settings = registry.extractor(identifier).default_settings()
            pane_name = free_name(identifier, [pane.name for pane in panes])
            panes.append(Pane(pane_name, identifier, settings))
    for one in sets:
        panes = _with_setting(panes, one)
    return tuple(panes)


class Sink(ABC):
    """Where results go."""

    @abstractmethod
    def put(self, one: BatchRecord) -> None:
        """Write one result."""


class StreamSink(Sink):
    """Writes results to a stream, one after the other, each at once and whole.

    Parameters
    ----------
    stream : binary stream
        Standard output.
    header : str
        Written first.
    """

    def __init__(self, stream: BinaryIO, header: str) -> None:
        self._stream = stream
        self._stream.write(encoded(header))

    def put(self, one: BatchRecord) -> None:
        """Write one result; Ctrl+C ends the wait for a reader."""
        with interruptible():
            self._stream.write(encoded(one.text))
            self._stream.flush()


class FolderSink(Sink):
    """Writes each result to a file of its own, ``<page_id>.<pane>.<suffix>``.

    One that stands for all panes of its page has no pane in the name: ``<page_id>.<suffix>``.

    Parameters
    ----------
    folder : Path
        Made where it is missing.
    made_as : Format
        How results are written.
    """

    def __init__(self, folder: Path, made_as: Format) -> None:
        self._folder = folder
        self._made_as = made_as

    def put(self, one: BatchRecord) -> None:
        """Write one result; a failure writes no empty file and removes an earlier result.

        Raises
        ------
        click.ClickException
            If it cannot be written.
        """
        file = self._folder / file_name(one.source.page_id, one.pane, self._made_as.suffix)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if self._made_as.takes(one.status):
                file.write_bytes(encoded(one.text))
            else:
                file.unlink(missing_ok=True)
        except OSError as error:
            raise click.ClickException(
                f"{file} cannot be written: {error.strerror or error}"
            ) from error


def _check(options: ExtractOptions, sources: Sequence[Source], panes: Sequence[Pane]) -> None:
    """Refuse what cannot be done before anything is done."""
    if options.encoding is not None:
        require_encoding(options.encoding)
    if options.url is not None and not is_address(options.url):
        raise click.UsageError(f"--url {options.url} is not an http or https address")
    if options.url is not None and (len(sources) > 1 or is_address(sources[0].source)):
        raise click.UsageError("--url names where one file or standard input comes from")
    if options.page_text and options.format_name != "text":
        raise click.UsageError("--page-text goes with --format text")
    made_as = FORMATS[options.format_name]
    texts = len(sources) * (1 if made_as.join is not None else len(panes))
    if texts > 1 and options.output is None and made_as.piece is None:
        one = "one page" if made_as.join is not None else "one page and one extractor"
        raise click.UsageError(f"{options.format_name} holds one result; give {one}, or -o DIR")


def _all_that_load() -> list[str]:
    """Return the extractors that load and are installed; report the others on standard error."""
    usable = []
    for entry in registry.entries():
        if entry.extractor is None:
            click.echo(f"left out: {entry.id} (from {entry.distribution}): {entry.error}", err=True)
        elif entry.extractor.missing():
            click.echo(f"left out: {entry.id}: {entry.extractor.missing()}", err=True)
        else:
            usable.append(entry.id)
    return usable


def _with_setting(panes: list[Pane], text: str) -> list[Pane]:
    left, equals, value = text.partition("=")
    target, dot, field = left.strip().rpartition(".")
    if not equals or not dot:
        raise SettingsError(f"--set {text!r} must look like EXTRACTOR.FIELD=VALUE")
    hit = [pane for pane in panes if target in (pane.name, pane.extractor)]
    if not hit:
        known = [entry.id for entry in registry.entries()]
        if target not in known:
            names = dict.fromkeys([*(pane.name for pane in panes), *known])
            raise UnknownNameError("extractor or pane", target, names, place=f"--set {text}")
        raise SettingsError(f"--set {text}: {target} does not run here; add -e {target}")
    return [_changed(pane, field.strip(), value, text) if pane in hit else pane for pane in panes]


def _changed(pane: Pane, field: str, value: str, text: str) -> Pane:
    try:
        parsed = parse_value(type(pane.settings), field, value.strip())
        settings = pane.settings.replace(**{field: parsed})
    except SettingsError as error:
        raise SettingsError(f"--set {text}: {error}", field=error.field) from error
    except UnknownNameError as error:
        raise error.within(f"--set {text}") from error
    return Pane(pane.name, pane.extractor, settings)


def _write_all(
    results: Iterable[list[BatchRecord]], sink: Sink, made_as: Format, *, quiet: bool
) -> bool:
    failed = False
    for page in results:
        if not quiet:
            for warning in page[0].warnings if page else ():
                click.echo(f"{page[0].source.source}: {warning}", err=True)
        for one in page if made_as.join is None else _joined(page, made_as, made_as.join):
            sink.put(one)
        for one in page:
            failed |= _report(one, quiet=quiet)
    return failed


def _joined(
    page: list[BatchRecord], made_as: Format, join: Callable[[Sequence[str]], str]
) -> list[BatchRecord]:
    """Return the records of a page as one that stands for all its panes; one alone stays itself."""
    if len(page) == 1:
        return page
    texts = [one.text for one in page if made_as.takes(one.status)]
    if not texts:
        return [replace(page[0], pane="")]
    return [replace(page[0], pane="", status=Status.OK, text=join(texts))]


def _report(one: BatchRecord, *, quiet: bool) -> bool:
    """Report on standard error why there is no result; return whether the page failed."""
    failed = one.status in {Status.ERROR, Status.TIMEOUT, Status.CANCELLED}
    if failed or (one.status is not Status.OK and not quiet):
        where = f"{one.source.source} · {one.pane}"
        click.echo(f"{where}: {one.status.value}: {one.message}", err=True)
    return failed
