"""Stamps of the files of a corpus: which of them have changed since they were listed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.model.listed_page import FilePlace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage

Stamp = tuple[int, int] | None
"""Size and time of the last change, nanoseconds; None for a file that is missing."""


class FileStamps:
    """Stamps of the files that pages were listed from.

    Parameters
    ----------
    pages : sequence of ListedPage
        Pages of the corpus.
    others : iterable of Path
        Further files: the inputs of the corpus, which may be lists, and results files.
    """

    def __init__(self, pages: Sequence[ListedPage], others: Iterable[Path] = ()) -> None:
        self._rows: dict[Path, list[int]] = {path: [] for path in others if path.is_file()}
        self._pages: set[Path] = set()
        for row, page in enumerate(pages):
            if isinstance(page.place, FilePlace) and isinstance(page.place.file, Path):
                self._pages.add(page.place.file)
            for path in {*_files(page.place), *_files(page.gold_source)}:
                rows = self._rows.setdefault(path, [])
                rows.append(row)
        self._stamps = {path: stamp_of(path) for path in self._rows}

    def changed(self) -> dict[Path, Stamp]:
        """Return the files that have changed since the last call of `settle`, with new stamps."""
        return {path: new for path, old in self._stamps.items() if (new := stamp_of(path)) != old}

    def settle(self, changed: dict[Path, Stamp]) -> None:
        """Take changes as known."""
        self._stamps.update(changed)

    def rows(self, paths: Iterable[Path]) -> list[int] | None:
        """Return the pages in changed files; None if the list of pages must be read again.

        A file with many pages, or with positions of pages, is read again as a whole.
        """
        rows: set[int] = set()
        for path in paths:
            if path not in self._pages:
                return None
            rows.update(self._rows[path])
        return sorted(rows)


def stamp_of(path: Path) -> Stamp:
    """Return the stamp of a file."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_size, stat.st_mtime_ns


def _files(source: object) -> list[Path]:
    """Return the files of a place or of a source of gold."""
    file = getattr(source, "file", None) or getattr(getattr(source, "line", None), "file", None)
    return [file] if isinstance(file, Path) else []
