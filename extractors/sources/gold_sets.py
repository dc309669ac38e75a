"""Open a gold standard of any format, and the marks that people made beside its pages."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.gold.formats.catalogue import FORMATS
from boilerscope.extractors.gold.page_files import page_names
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.page.files import page_stem
from boilerscope.extractors.sources.detection import find_format

if TYPE_CHECKING:
    from collections.abc import Iterator


def open_gold(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    pages: Path | None = None,
) -> Iterator[ListedPage]:
    """Yield the pages that have gold, each as soon as its entry is read.

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
    entries = open_entries(path, format=format, pages=pages)
    return (entry for entry in entries if entry.has_gold)


def open_entries(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    pages: Path | None = None,
) -> Iterator[ListedPage]:
    """Yield all pages of a set as `open_gold` does, including those without gold."""
    if format is not None:
        if format not in FORMATS:
            raise UnknownNameError("gold format", format, FORMATS)
        return FORMATS[format].read(path, pages)
    name = find_format(path)
    if name == own.NAME:
        return _folder_with_marks(path) if path.is_dir() else FORMATS[name].read(path, pages)
    return _with_marks(FORMATS[name].read(path, pages))


def _folder_with_marks(folder: Path) -> Iterator[ListedPage]:
    """Yield the pages of a folder, those with marks and those without."""
    marked_names = set()
    for entry in own.read(folder, None):
        marked_names.add(entry.place.file.name if isinstance(entry.place, FilePlace) else "")
        yield entry
    for name in page_names(folder):
        if name not in marked_names:
            yield ListedPage(page_stem(name), folder.resolve().name, FilePlace(folder / name))


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
