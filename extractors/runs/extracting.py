"""Local batches: panes run over the pages that a user names, with results in one format."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors import runner
from boilerscope.extractors.formats.catalogue import FORMATS
from boilerscope.extractors.formats.parquet_tables import table_rows
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.formats.slim import SlimRecord
from boilerscope.extractors.model.extraction import Extraction, Status
from boilerscope.extractors.model.listed_page import BytesPlace, FilePlace
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.runs.pool import PageTask
from boilerscope.extractors.sources.addresses import FETCH_S, AddressPlace
from boilerscope.extractors.sources.batch_folder import PARQUET
from boilerscope.extractors.sources.words import STDIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from boilerscope.extractors.formats.parquet_tables import TableRows
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane

_NAME_OF_STDIN = "standard input"


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """Options of a batch.

    Attributes
    ----------
    panes : tuple of Pane
        Panes to run.
    format : str
        Name in `FORMATS`, or ``parquet``.
    blocks : bool
        Whether to write the tables of blocks and tokens as well; only for ``parquet``.
    is_piece : bool
        Whether all results are written into one file, instead of one file each.
    page_text : bool
        Whether the text format writes the page's spacing instead of the extractor's own text.
    encoding : str or None
        Encoding that the user selected, if any.
    url : str or None
        Address of a single page that is read from a file or standard input.
    """

    panes: tuple[Pane, ...]
    format: str = "text"
    blocks: bool = False
    is_piece: bool = False
    page_text: bool = False
    encoding: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class BatchRecord:
    """Record of one pane on one page.

    Attributes
    ----------
    source, page_id : str
        File or address of the page, and its name.
    status : Status
        Status of the run.
    message : str
        The reason if the status is not ok.
    text : str
        The result in the requested format; empty for a failure that the format does not write.
    rows : dict
        The result as rows of Parquet tables, if that is the format.
    """

    source: str
    page_id: str
    pane: str
    status: Status
    message: str
    text: str = ""
    rows: TableRows = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task(PageTask[BatchRecord]):
    """One page of a batch."""

    listed: ListedPage
    options: BatchOptions

    @property
    def panes(self) -> tuple[Pane, ...]:
        """Panes to run."""
        return self.options.panes

    @property
    def reading_s(self) -> float:
        """Maximum time for reading the page, seconds, in addition to the panes."""
        return FETCH_S if isinstance(self.listed.place, AddressPlace) else 0.0

    def page(self) -> Page:
        """Return the page; that of a file has the address of the file if no other is known.

        Raises
        ------
        BoilerscopeError
            If it cannot be read.
        """
        located, options = self.listed.located(), self.options
        place, name, url = located.place, located.page_id, located.url
        if isinstance(place, FilePlace):
            name = place.file.name
            url = url or (place.file.resolve().as_uri() if isinstance(place.file, Path) else None)
        elif isinstance(place, BytesPlace):
            name = _NAME_OF_STDIN if place.origin == STDIN else name
        page = place.page(name=name, url=url, encoding=options.encoding or located.encoding)
        return replace(page, url=options.url) if options.url else page

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[BatchRecord]:
        """Return a record for each result."""
        return [_write(self, pane, page, extraction) for pane, extraction in results.items()]

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[BatchRecord]:  # noqa: ARG002 - records of failures do not depend on the page
        """Return a record for each failure."""
        return [_write(self, pane, None, extraction) for pane, extraction in results.items()]


def make_tasks(pages: Iterable[ListedPage], options: BatchOptions) -> Iterator[Task]:
    """Yield a task for each page."""
    return (Task(page, options) for page in pages)


def _write(task: Task, pane: str, page: Page | None, extraction: Extraction) -> BatchRecord:
    result = Result(task.listed.source, task.listed.page_id, pane, page, extraction)
    try:
        content = _content(task.options, result)
    except Exception as error:  # noqa: BLE001 - a result that cannot be written is a failure of its own pane
        message = f"The result could not be written: {type(error).__name__}: {error}"
        extraction = runner.failed(
            None, extraction.extractor, extraction.settings, Status.ERROR, message
        )
        content = _content(task.options, replace(result, page=None, extraction=extraction))
    warnings = () if page is None else tuple(warning.message for warning in page.warnings)
    outcome = (extraction.status, extraction.message)
    return BatchRecord(task.listed.source, task.listed.page_id, pane, *outcome, *content, warnings)


def _content(options: BatchOptions, result: Result) -> tuple[str, TableRows]:
    """Return the text of a result and its rows, of which one is empty."""
    if options.format == PARQUET:
        return "", table_rows(result, SlimRecord.of(result), blocks=options.blocks)
    return _as_text(options, result), {}


def _as_text(options: BatchOptions, result: Result) -> str:
    requested = FORMATS[options.format]
    if not requested.takes(result.extraction.status):
        return ""
    if options.page_text and options.format == "text" and result.page is not None:
        spaced = kept_text(result.page, result.extraction.mask)
        result = replace(result, extraction=replace(result.extraction, own_text=spaced))
    write = requested.write
    if options.is_piece and requested.piece is not None:
        write = requested.piece
    return write(result)
