"""Open a gold standard of any format, and the marks that people made beside its pages."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.errors import UnknownNameError
from extractors.gold.detection import find_format
from extractors.gold.entry import GoldEntry
from extractors.gold.formats import own
from extractors.gold.formats.catalogue import FORMATS
from extractors.gold.page_files import page_names
from extractors.page.files import page_stem

if TYPE_CHECKING:
    from collections.abc import Iterator


def open_gold(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    pages: Path | None = None,
) -> Iterator[GoldEntry]:
    """Yield the pages that have gold, one after another, each as soon as it is known.

    Parameters
    ----------
    path : Path
        A file or a folder.
    format : str, optional
        A name in `FORMATS`. By default it is found, and marks beside a page (``<page>.gold.jsonl``)
        are used instead of the gold of the set; with a format, only that is read.
    pages : Path, optional
        Folder of the pages, if they are not where the format has them.

    Raises
    ------
    GoldError
        If it is not a gold standard, or a line cannot be read; the message names file and line.
    UnknownNameError
        If the format is unknown.
    """
    entries = open_entries(path, format=format, pages=pages)
    return (entry for entry in entries if entry.source is not None)


def open_entries(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    pages: Path | None = None,
) -> Iterator[GoldEntry]:
    """Yield all pages of a set as `open_gold` does, also those without gold."""
    if format is not None:
        if format not in FORMATS:
            raise UnknownNameError("gold format", format, FORMATS)
        return FORMATS[format].read(path, pages)
    name = find_format(path)
    if name == own.NAME:
        return _folder_with_marks(path) if path.is_dir() else FORMATS[name].read(path, pages)
    return _with_marks(FORMATS[name].read(path, pages))


def _folder_with_marks(folder: Path) -> Iterator[GoldEntry]:
    """Yield the pages of a folder, those with marks and those without."""
    known = set()
    for entry in own.read(folder, None):
        known.add(entry.html.name if isinstance(entry.html, Path) else "")
        yield entry
    for name in page_names(folder):
        if name not in known:
            yield GoldEntry(page_stem(name), folder.resolve().name, folder / name)


def _with_marks(entries: Iterator[GoldEntry]) -> Iterator[GoldEntry]:
    """Yield the entries, those of pages with marks beside them with these."""
    marked = _MarkedPages()
    for entry in entries:
        if isinstance(entry.html, Path) and entry.html in marked:
            yield replace(entry, source=own.MarksSource(own.marks_file(entry.html)))
        else:
            yield entry


class _MarkedPages:
    """Index of the pages with marks beside them. A folder is listed once."""

    def __init__(self) -> None:
        self._names: dict[str, frozenset[str]] = {}

    def __contains__(self, file: Path) -> bool:
        folder, name = os.path.split(file)  # much sooner than by a path's own methods
        if folder not in self._names:
            self._names[folder] = _marks_in(folder)
        return name + own.SUFFIX in self._names[folder]


def _marks_in(folder: str) -> frozenset[str]:
    try:
        with os.scandir(folder or os.curdir) as entries:
            return frozenset(entry.name for entry in entries if entry.name.endswith(own.SUFFIX))
    except OSError:  # the page says so when it is read
        return frozenset()
