"""Run panes over pages a user names, and write the results down in the requested format."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from extractors import runner
from extractors.batch.inputs import STDIN, Source, is_address
from extractors.batch.running import PageTask
from extractors.formats import FORMATS
from extractors.formats.record import Result
from extractors.interrupts import interruptible
from extractors.model.extraction import Extraction, Status
from extractors.page import Page
from extractors.page.files import read_page, unpack
from extractors.page.kept_text import kept_text
from extractors.page.parsing import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from extractors.runner import Pane

FETCH_S = 30.0
"""Longest wait for a page from an address."""


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """Options of a batch.

    Attributes
    ----------
    panes : tuple of Pane
        What to run.
    format : str
        Name in `FORMATS`.
    is_piece : bool
        Whether results stand in one file after one another, instead of each in its own.
    page_text : bool
        Whether the text format writes the page's own spacing instead of the own text.
    encoding : str or None
        The user's choice.
    url : str or None
        Address of the page, where it is one page and no address itself.
    """

    panes: tuple[Pane, ...]
    format: str = "text"
    is_piece: bool = False
    page_text: bool = False
    encoding: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class BatchRecord:
    """One record: what became of one pane on one page.

    Attributes
    ----------
    source : Source
        The page.
    pane : str
        The pane.
    status : Status
        How it ended.
    message : str
        Why, where it is not ok.
    text : str
        The result in the wanted format; empty where a failure is not written in it.
    warnings : tuple of str
        Of the page.
    """

    source: Source
    pane: str
    status: Status
    message: str
    text: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task(PageTask[BatchRecord]):
    """One page whose results are written down.

    Attributes
    ----------
    source : Source
        Where the page is.
    options : BatchOptions
        What to do with it.
    data : bytes or None
        The page itself where it came from standard input.
    """

    source: Source
    options: BatchOptions
    data: bytes | None = None

    @property
    def panes(self) -> tuple[Pane, ...]:
        """Panes to run."""
        return self.options.panes

    @property
    def reading_s(self) -> float:
        """Time that reading the page may take, seconds, besides that of the panes."""
        return FETCH_S if is_address(self.source.source) else 0.0

    def page(self) -> Page:
        """Return the page.

        Raises
        ------
        PageError
            If it cannot be read.
        """
        source, options = self.source.source, self.options
        if self.data is not None:
            name = "standard input"
            data = unpack(self.data, name=name)
            return Page.from_bytes(data, name=name, url=options.url, encoding=options.encoding)
        if is_address(source):
            return Page.from_url(source, encoding=options.encoding, timeout_s=FETCH_S)
        page = read_page(source, encoding=options.encoding)
        return replace(page, url=options.url) if options.url else page

    def records(self, page: Page, results: Mapping[str, Extraction]) -> list[BatchRecord]:
        """Return each result as written."""
        return [_write(self, pane, page, extraction) for pane, extraction in results.items()]

    def lost(self, page: Page | None, results: Mapping[str, Extraction]) -> list[BatchRecord]:  # noqa: ARG002 - what a run without a result says is the same with the page
        """Return each failure as written."""
        return [_write(self, pane, None, extraction) for pane, extraction in results.items()]


def make_tasks(sources: Iterable[Source], options: BatchOptions) -> Iterator[Task]:
    """Yield a task per page; standard input is read when its turn comes."""
    for source in sources:
        is_stdin = source.source == STDIN
        yield Task(source, options, _standard_input() if is_stdin else None)


def _standard_input() -> bytes:
    """Return what is read, one byte beyond the limit for the page to say that it is too large."""
    with interruptible():
        return sys.stdin.buffer.read(MAX_BYTES + 1)


def _write(task: Task, pane: str, page: Page | None, made: Extraction) -> BatchRecord:
    result = Result(task.source.source, task.source.page_id, pane, page, made)
    try:
        text = _as_text(task.options, result)
    except Exception as error:  # noqa: BLE001 - a result that cannot be written is a failure of its own pane
        message = f"The result could not be written: {type(error).__name__}: {error}"
        made = runner.failed(None, made.extractor, made.settings, Status.ERROR, message)
        text = _as_text(task.options, replace(result, page=None, extraction=made))
    warnings = () if page is None else tuple(one.message for one in page.warnings)
    return BatchRecord(task.source, pane, made.status, made.message, text, warnings)


def _as_text(options: BatchOptions, result: Result) -> str:
    wanted = FORMATS[options.format]
    if not wanted.takes(result.extraction.status):
        return ""
    if options.page_text and options.format == "text" and result.page is not None:
        spaced = kept_text(result.page, result.extraction.mask)
        result = replace(result, extraction=replace(result.extraction, own_text=spaced))
    write = wanted.piece if options.is_piece and wanted.piece is not None else wanted.write
    return write(result)
