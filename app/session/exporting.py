"""Write results of the window's panes to files. No Qt."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from boilerscope.extractors import registry
from boilerscope.extractors.formats import settings_file
from boilerscope.extractors.formats.catalogue import FORMATS, Format
from boilerscope.extractors.formats.files import encoded, file_name
from boilerscope.extractors.formats.html.tree import html_of
from boilerscope.extractors.formats.image_files import image_files
from boilerscope.extractors.formats.kept_structure import document_of
from boilerscope.extractors.formats.limits import Limit, concerned, first_block
from boilerscope.extractors.formats.record import Result
from boilerscope.extractors.formats.structure.counts import count_parts
from boilerscope.extractors.formats.structure.options import (
    DEFAULT,
    Images,
    StructureOptions,
    Texts,
)
from boilerscope.extractors.page.kept_text import kept_text
from boilerscope.extractors.page.snapshot import is_snapshot, read_resources
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.own_outputs import own_outputs
from boilerscope.extractors.sources.names import opened_id
from boilerscope.extractors.sources.words import is_address
from boilerscope.extractors.system.atomic_write import atomic_write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.formats.structure.nodes import Document
    from boilerscope.extractors.model.extractor import TextRepair
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import Recorded
    from boilerscope.widgets.records import PaneRecord


TEXT = "text"
"""Format of texts as they are."""


@dataclass(frozen=True, slots=True)
class Export:
    """Contents and target of an export.

    Attributes
    ----------
    format : str
        Name in `FORMATS`.
    folder : Path or None
        Target folder; None for the clipboard.
    page_text : bool
        Write kept words with the page's own spacing instead of the extractors' own texts.
    structure : StructureOptions
        Options of structured formats.
    """

    panes: tuple[str, ...]
    format: str
    folder: Path | None
    page_text: bool = False
    structure: StructureOptions = DEFAULT


def folder_of(typed: str) -> Path:
    """Return the folder that a user typed as an absolute path.

    Raises
    ------
    ValueError
        If it names the home of an unknown user, or something that is not a folder.
    """
    try:
        folder = Path(typed).expanduser().absolute()
    except RuntimeError as error:
        raise ValueError(f"{typed}: unknown user. Choose a folder.") from error
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not existing.is_dir():
        raise ValueError(f"{existing} is a file. Choose a folder.")
    return folder


def text_repair(page: Page, pane: PaneRecord) -> TextRepair | None:
    """Return the repair of a pane's own text, None if no words run together."""
    extraction = pane.extraction
    repair = _declared_repair(pane.extractor)
    if repair is None or extraction is None or pane.step is not None:
        return None
    if getattr(extraction.settings, repair.field):
        return None
    n_words = len(kept_text(page, extraction.mask).split())
    return repair if len(extraction.own_text.split()) < repair.share * n_words else None


def _declared_repair(extractor: str) -> TextRepair | None:
    entry = registry.entry(extractor)
    return None if entry.extractor is None else entry.extractor.text_repair


def page_id(page: Page, address: str) -> str:
    """Return the identifier of a page in file names, as the command line has it."""
    return opened_id(page.name, address)


def results(
    page: Page,
    address: str,
    panes: Sequence[PaneRecord],
    *,
    page_text: bool = False,
    structure: StructureOptions = DEFAULT,
) -> list[Result]:
    """Return a result for each pane that has run, even if the run failed.

    If a pane is shown after one of its steps, its name contains the step: ``crunch after R3``.
    With `page_text`, the texts are the kept words with the page's own spacing.
    """
    name = page_id(page, address)
    recorded = _recorded(address, structure)
    per_pane: list[Result] = []
    for pane in panes:
        extraction = pane.extraction
        if extraction is None:
            continue
        if page_text:
            extraction = replace(extraction, own_text=kept_text(page, extraction.mask))
        result = Result(address, name, _name_of(pane), page, extraction)
        per_pane.append(replace(result, options=structure, recorded=recorded))
    return per_pane


def _recorded(address: str, structure: StructureOptions) -> dict[str, Recorded]:
    """Return the resources of a snapshot, if images are written as files."""
    if structure.images is not Images.FILES or is_address(address) or not is_snapshot(address):
        return {}
    return read_resources(address)


def _name_of(pane: PaneRecord) -> str:
    return pane.name if pane.step is None else f"{pane.name} after {pane.step_code}"


def written_by_libraries(results: Sequence[Result], format_name: str) -> list[Result]:
    """Return results whose own text is the output of their library in a format.

    They are written as texts, see `FORMATS`. Each library runs again, in a worker process.

    Raises
    ------
    ExtractorError
        If a library has no output.
    ValueError
        If there is nothing to write.
    """
    _format, writable = _writable(results, format_name)
    texts = own_outputs(writable, format_name)
    return [
        replace(result, extraction=replace(result.extraction, own_text=text), options=DEFAULT)
        for result, text in zip(writable, texts, strict=True)
    ]


def is_by_library(export: Export) -> bool:
    """Return whether the libraries write an export themselves."""
    return FORMATS[export.format].is_structured and export.structure.text is Texts.OWN


def as_text(results: Sequence[Result], format_name: str) -> str:
    """Return results as one text, for the clipboard.

    A failed run has no text; only formats of records contain it.

    Raises
    ------
    ValueError
        If there is nothing to write, or several results for a format of one result.
    """
    format_, writable = _writable(results, format_name)
    if len(writable) == 1:
        return format_.write(writable[0])
    if format_.join is not None:
        return format_.join([format_.write(result) for result in writable])
    if format_.piece is None:
        raise ValueError(f"{format_.label} contains one result. Choose one pane.")
    return format_.header + "".join(format_.piece(result) for result in writable)


def files_of(results: Sequence[Result], format_name: str, folder: Path) -> list[Path]:
    """Return the files that `write_files` would write.

    Raises
    ------
    ValueError
        If there is nothing to write.
    """
    format_, writable = _writable(results, format_name)
    is_joined = format_.join is not None and len(writable) > 1
    names = [""] if is_joined else [result.pane for result in writable]
    return [folder / file_name(writable[0].page_id, name, format_.suffix) for name in names]


def write_files(
    results: Sequence[Result], format_name: str, folder: Path, *, by_library: bool = False
) -> list[Path]:
    """Write one file per pane, ``<page_id>.<pane>.<suffix>``; return their paths.

    A format that joins several panes in one document writes one file, ``<page_id>.<suffix>``. A
    failed run has no text; only formats of records contain it. With `by_library`, the texts are the
    own texts, see `written_by_libraries`.

    Raises
    ------
    ValueError
        If there is nothing to write.
    OSError
        If a file cannot be written.
    """
    format_, writable = _writable(results, format_name)
    files = files_of(results, format_name, folder)
    write = FORMATS[TEXT].write if by_library else format_.write
    texts = [write(result) for result in writable]
    if format_.join is not None and len(texts) > 1:
        texts = [format_.join(texts)]
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in zip(files, texts, strict=True):
        file.write_bytes(encoded(text))
    for result in () if by_library else writable:
        for name, content in _image_files(result, format_).items():
            image = folder / name
            image.parent.mkdir(parents=True, exist_ok=True)
            image.write_bytes(content)
    return files


def _image_files(result: Result, format_: Format) -> dict[str, bytes]:
    options = result.options
    if not format_.is_structured or options.images is not Images.FILES:
        return {}
    return image_files(result, document_of(result))


class ReachedLimit(NamedTuple):
    """A part that a format cannot hold, and how often it occurs.

    Attributes
    ----------
    line : int
        Line of the file where the first one begins, from 1; 0 if the format has no such lines.
    """

    limit: Limit
    n_found: int
    line: int


@dataclass(frozen=True, slots=True)
class PreviewFacts:
    """What the preview of an export shows.

    Attributes
    ----------
    name : str
        Name of the file.
    limits : tuple of ReachedLimit
        What the format cannot hold.
    found, written : dict of str to int
        Parts of the structure in the kept part, and in the export.
    """

    name: str
    text: str
    rendered: str = ""
    limits: tuple[ReachedLimit, ...] = ()
    found: dict[str, int] = field(default_factory=dict)
    written: dict[str, int] = field(default_factory=dict)


def preview(results: Sequence[Result], format_name: str) -> PreviewFacts:
    """Return the preview of the first result that a format writes.

    Raises
    ------
    ValueError
        If there is nothing to write.
    """
    format_, writable = _writable(results, format_name)
    result = writable[0]
    text = format_.write(result)
    name = file_name(result.page_id, result.pane, format_.suffix)
    if not format_.is_structured or result.page is None or result.options.text is Texts.OWN:
        return PreviewFacts(name, text)
    document = document_of(result)
    everything = document_of(replace(result, options=DEFAULT))
    rendered = html_of(document, result.page, lambda image: image.address)
    limits = _reached_limits(format_, result, document)
    written = count_parts(document)
    written["metadata"] *= result.options.metadata
    return PreviewFacts(name, text, rendered, limits, count_parts(everything), written)


def _reached_limits(
    format_: Format, result: Result, document: Document
) -> tuple[ReachedLimit, ...]:
    counts = concerned(format_.limits, document, result.options)
    reached: list[ReachedLimit] = []
    for limit in format_.limits:
        if limit.code in counts:
            index = first_block(limit, document)
            line = 0
            if format_.line_of is not None and index is not None:
                line = format_.line_of(result, index)
            reached.append(ReachedLimit(limit, counts[limit.code], line))
    return tuple(reached)


def own_formats(panes: Sequence[PaneRecord]) -> dict[str, tuple[str, ...]]:
    """Return the structured formats, each with the panes whose libraries write it themselves."""
    return {
        format_.name: tuple(
            pane.name for pane in panes if format_.name in _own_formats(pane.extractor)
        )
        for format_ in FORMATS.values()
        if format_.is_structured
    }


def _own_formats(extractor: str) -> tuple[str, ...]:
    entry = registry.entry(extractor)
    return () if entry.extractor is None else entry.extractor.own_formats


def write_settings(panes: Sequence[PaneRecord], file: Path, *, is_edited: bool = True) -> None:
    """Write the panes with their settings as a settings file, completely or not at all.

    Parameters
    ----------
    is_edited : bool
        Whether users edit the file: if it exists, it keeps its comments and order, and only changed
        values change.

    Raises
    ------
    SettingsError
        If the file cannot be written.
    """
    text = ""
    if is_edited:
        with suppress(OSError, UnicodeDecodeError):  # no settings file, or none yet
            text = file.read_bytes().decode()
    written = (Pane(pane.name, pane.extractor, pane.settings) for pane in panes)
    atomic_write(file, settings_file.write(written, text))


def _writable(results: Sequence[Result], format_name: str) -> tuple[Format, list[Result]]:
    """Return a format, and the results that it can contain."""
    format_ = FORMATS[format_name]
    writable = [result for result in results if format_.takes(result.extraction.status)]
    if not writable:
        raise ValueError("None of the selected panes has a result.")
    return format_, writable
