"""Gold standards of any format, with the marks that people made beside their pages."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.gold.formats import cleaneval, corpus, own, sigir2023, webmainbench
from boilerscope.extractors.gold.formats.catalogue import FORMATS
from boilerscope.extractors.gold.page_files import PageFolder
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.sources.detection import find_format, format_of
from boilerscope.extractors.sources.folder import read_folder
from boilerscope.extractors.sources.lines import read_json_lines

if TYPE_CHECKING:
    from collections.abc import Iterator


def open_set(
    path: Path,
    format: str | None = None,  # noqa: A002 - the word of the command line
    pages: Path | None = None,
) -> Iterator[ListedPage]:
    """Yield the pages of a gold standard, those with gold and those without.

    Parameters
    ----------
    path : Path
        A file or a folder.
    format : str, optional
        A name in `FORMATS`; only this format is read. By default the format is detected, and marks
        beside a page (``<page>.gold.jsonl``) replace the gold of the set.
    pages : Path, optional
        Folder of the pages, if it is not the folder that the format prescribes.

    Raises
    ------
    GoldError
        If it is not a gold standard, or a line cannot be read; the message names file and line.
    UnknownNameError
        If the format is unknown.
    """
    if format is not None:
        if format not in FORMATS:
            raise UnknownNameError("gold format", format, FORMATS)
        return FORMATS[format].read(path, pages)
    return _with_marks(FORMATS[find_format(path)].read(path, pages))


def read_gold_folder(folder: Path) -> Iterator[ListedPage]:
    """Yield the pages of a folder, whether it is a gold standard or just has pages."""
    name = format_of(folder)
    if name == corpus.NAME:
        for file in corpus.find_corpora(folder):
            yield from read_json_lines(file)
    elif name == sigir2023.NAME:
        for file in sigir2023.gold_files(folder):
            yield from read_json_lines(file)
    elif name == webmainbench.NAME:
        for file in sorted(folder.glob("*.jsonl")):
            yield from read_json_lines(file)
    elif name in {None, own.NAME}:
        yield from read_folder(folder)
    else:
        yield from open_set(folder)


def is_gold_text(file: Path) -> bool:
    """Return whether a text file is the gold of a page of CleanEval."""
    if file.suffix.lower() != ".txt":
        return False
    pages = PageFolder(cleaneval.page_folder(file.parent))
    return cleaneval.page_id_of(file) in pages


def _with_marks(entries: Iterator[ListedPage]) -> Iterator[ListedPage]:
    """Yield the entries; marks beside a page become the source of its gold."""
    marked = _MarkedPages()
    for entry in entries:
        file = entry.place.file if isinstance(entry.place, FilePlace) else None
        if isinstance(file, Path) and file in marked:
            yield replace(entry, gold_source=own.MarksSource(own.marks_file(file)))
        else:
            yield entry


class _MarkedPages:
    """Index of the pages with marks beside them. A folder is listed once."""

    def __init__(self) -> None:
        self._names: dict[str, frozenset[str]] = {}

    def __contains__(self, file: Path) -> bool:
        folder, name = os.path.split(file)  # much faster than the methods of a path
        if folder not in self._names:
            self._names[folder] = _marks_in(folder)
        return name + own.SUFFIX in self._names[folder]


def _marks_in(folder: str) -> frozenset[str]:
    try:
        with os.scandir(folder or os.curdir) as entries:
            return frozenset(entry.name for entry in entries if entry.name.endswith(own.SUFFIX))
    except OSError:  # reading the page gives the error
        return frozenset()
