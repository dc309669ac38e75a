"""Pages whose results are written: each worker makes the text, or the rows, of its own results."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from boilerscope.extractors import registry, runner
from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.formats import jsonl, why
from boilerscope.extractors.formats.parquet_tables import table_rows
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.formats.slim import SlimRecord, bytes_digest
from boilerscope.extractors.formats.structure.options import (
    DEFAULT,
    Images,
    StructureOptions,
    Texts,
)
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.minus_template import template_note
from boilerscope.extractors.runs.pool import PageTask
from boilerscope.extractors.sources.batch_folder import PARQUET

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.formats.parquet_tables import TableRows
    from boilerscope.extractors.model.extraction import Extraction, Fault
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """Form in which results are written.

    Attributes
    ----------
    format : str
        Name in `boilerscope.extractors.formats.catalogue.FORMATS`, or ``parquet``.
    blocks : bool
        Whether records of a batch, and tables, have measured values and all blocks.
    is_piece : bool
        Whether all results are written into one file, instead of one file each.
    structure : StructureOptions
        Options of structured formats, and the text that is written.
    of_batch : bool
        Whether lines of JSON are those of a batch, which do not differ from run to run.
    why : str
        Words of the page: instead of the result, the sentence of their block is written.
    """

    format: str = "text"
    blocks: bool = False
    is_piece: bool = False
    structure: StructureOptions = DEFAULT
    of_batch: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class PaneOutput:
    """Result of one pane on one page, as written.

    Attributes
    ----------
    source, page_id : str
        File or address of the page, and its name.
    status, message, fault : Status, str, Fault
        Outcome of the run, and the reason if it is not ok.
    content : str or dict
        The result in the requested format, or as rows of Parquet tables; empty for a failure that
        the format does not write.
    warnings : tuple of str
        Warnings of the page.
    digest : str
        See `SlimRecord.digest`.
    seconds : float
        Run time of the extractor.
    limits : mapping of str to int
        Parts that the format cannot hold, by code, see `Format.limits`.
    files : mapping of str to bytes
        Files beside the text, by path: images.
    notes : tuple of str
        Why minus template kept everything, and why the blocks of a library have no rules.
    """

    source: str
    page_id: str
    pane: str
    status: Status
    message: str
    fault: Fault
    content: str | TableRows
    warnings: tuple[str, ...]
    digest: str
    seconds: float
    limits: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        """The status as records have it, see `SlimRecord.status`."""
        return self.fault.value or self.status.value

    @property
    def text(self) -> str:
        """The content, if it is a text."""
        return self.content if isinstance(self.content, str) else ""

    @property
    def rows(self) -> TableRows:
        """The content, if it is rows of tables."""
        return {} if isinstance(self.content, str) else self.content


@dataclass(frozen=True)
class OutputTask(PageTask[PaneOutput]):
    """Page whose results are written."""

    listed: ListedPage
    to_run: tuple[Pane, ...]
    options: OutputOptions

    @property
    def panes(self) -> tuple[Pane, ...]:
        """Panes to run."""
        return self.to_run

    def page(self) -> Page:
        """Return the page.

        Raises
        ------
        BoilerscopeError
            If it cannot be read.
        """
        return self._identified.page()

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[PaneOutput]:
        """Return the output of each result."""
        return self.lost(page, results)

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[PaneOutput]:
        """Return the output of each failure."""
        return [
            output(self.result(pane, page, extraction), self.options)
            for pane, extraction in results.items()
        ]

    def result(self, pane: str, page: Page | None, extraction: Extraction) -> Result:
        """Return a result under the name that its page has everywhere: set and identifier."""
        listed = self._identified
        return Result(listed.source, listed.name, pane, page, extraction, listed.url)

    @cached_property
    def _identified(self) -> ListedPage:
        return self.listed.identified()


def output(result: Result, options: OutputOptions) -> PaneOutput:
    """Write a result; one that cannot be written becomes a failure of its own pane."""
    result, content = _written(replace(result, options=options.structure), options)
    page, extraction = result.page, result.extraction
    return PaneOutput(
        result.source,
        result.page_id,
        result.pane,
        extraction.status,
        extraction.message,
        extraction.fault,
        content,
        () if page is None else tuple(warning.message for warning in page.warnings),
        "" if page is None else bytes_digest(page),
        round(extraction.seconds, 6),
        *_beside(result, options),
        (*template_note(extraction), *_trace_note(extraction, options)),
    )


def _trace_note(extraction: Extraction, options: OutputOptions) -> tuple[str, ...]:
    """Return why a library that can be traced was not; the answer to `why` has it already."""
    problem = extraction.trace_problem
    if not problem or options.why or not registry.explains(extraction.extractor):
        return ()
    return (f"{problem} The kept words are those of its aligned text.",)


def _beside(result: Result, options: OutputOptions) -> tuple[dict[str, int], dict[str, bytes]]:
    """Return the limits of the format that concern a result, and its files."""
    if options.format == PARQUET or options.of_batch or result.page is None:
        return {}, {}
    # No batch needs these modules.
    from boilerscope.extractors.formats.catalogue import FORMATS
    from boilerscope.extractors.formats.image_files import image_files
    from boilerscope.extractors.formats.kept_structure import document_of
    from boilerscope.extractors.formats.limits import concerned

    written, structure = FORMATS[options.format], options.structure
    is_written = written.is_structured and written.takes(result.extraction.status)
    has_files = structure.images is Images.FILES
    if not is_written or structure.text is Texts.OWN or not (written.limits or has_files):
        return {}, {}
    document = document_of(result)
    files = image_files(result, document) if has_files else {}
    return concerned(written.limits, document, structure), files


def _written(result: Result, options: OutputOptions) -> tuple[Result, str | TableRows]:
    """Return a result, or its failure, with its content."""
    try:
        return result, _content(result, options)
    except BoilerscopeError as error:
        message = str(error)
    except Exception as error:  # noqa: BLE001 - whatever a plug-in gives as a text or value
        message = f"The result could not be written: {type(error).__name__}: {error}"
    use = result.extraction.extractor, result.extraction.settings
    failure = replace(result, extraction=runner.failed(None, *use, Status.ERROR, message))
    try:
        return failure, _content(failure, replace(options, why=""))
    except Exception:  # noqa: BLE001 - the page itself cannot be written
        failure = replace(failure, page=None)
        return failure, _content(failure, options)


def _content(result: Result, options: OutputOptions) -> str | TableRows:
    if options.structure.text is not Texts.AUTO:
        from boilerscope.extractors.formats.catalogue import apply_text

        result = apply_text(result, "jsonl" if options.format == PARQUET else options.format)
    if options.format == PARQUET:
        return table_rows(result, SlimRecord.of(result), blocks=options.blocks)
    if options.of_batch:
        return jsonl.write_of_batch(result, blocks=options.blocks)
    from boilerscope.extractors.formats.catalogue import FORMATS  # no batch needs these formats

    if options.why:
        return why.write(result, options.why)
    requested = FORMATS[options.format]
    if not requested.takes(result.extraction.status):
        return ""
    write = requested.write
    if options.is_piece and requested.piece is not None:
        write = requested.piece
    return write(result)
