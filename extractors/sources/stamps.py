"""Stamps of the files of a corpus: which have changed or are new since they were listed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.model.listed_page import FilePlace
from boilerscope.extractors.page.files import is_page_name

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
        Further files: the inputs of the corpus, which may be lists or folders, and results files.
    """

    def __init__(self, pages: Sequence[ListedPage], others: Iterable[Path] = ()) -> None:
        others = list(others)
        self._rows: dict[Path, list[int]] = {path: [] for path in others if path.is_file()}
        self._pages: set[Path] = set()
        for row, page in enumerate(pages):
            if isinstance(page.place, FilePlace) and isinstance(page.place.file, Path):
                self._pages.add(page.place.file)
            for path in {*_files(page.place), *_files(page.gold_source)}:
                rows = self._rows.setdefault(path, [])
                rows.append(row)
        self._stamps = {path: stamp_of(path) for path in self._rows}
        folders = {path for path in others if path.is_dir()}
        inside = {page.parent for page in self._pages if folders & {page.parent, *page.parents}}
        self._folders = {folder: _Entries.of(folder) for folder in folders | inside}
        self._new: set[Path] = set()
        """Page files that appeared in the folders."""

    def changed(self) -> dict[Path, Stamp]:
        """Return the files that have changed since the last call of `settle`, with new stamps.

        Pages that appeared in a folder of the corpus, and folders with pages, are among them.
        """
        for folder, before in self._folders.items():
            if stamp_of(folder) != before.stamp:
                self._folders[folder] = now = _Entries.of(folder)
                self._new |= now.names - before.names
        appeared = {path: stamp for path in self._new if (stamp := stamp_of(path)) is not None}
        changed = ((path, old, stamp_of(path)) for path, old in self._stamps.items())
        return appeared | {path: new for path, old, new in changed if new != old}

    def settle(self, changed: dict[Path, Stamp]) -> None:
        """Take changes as known."""
        self._stamps.update(changed)
        self._new -= changed.keys()

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


@dataclass(frozen=True, slots=True)
class _Entries:
    """What a folder contains.

    Attributes
    ----------
    names : frozenset of Path
        Its page files, and its folders with page files.
    """

    stamp: Stamp
    names: frozenset[Path]

    @classmethod
    def of(cls, folder: Path) -> _Entries:
        """Return the entries of a folder; none if it cannot be listed."""
        stamp = stamp_of(folder)
        try:
            entries = list(folder.iterdir())
        except OSError:
            entries = []
        return cls(stamp, frozenset(entry for entry in entries if _has_pages(entry)))


def _has_pages(path: Path) -> bool:
    """Return whether a path is a page file, or a folder with one."""
    if is_page_name(path.name) and path.is_file():
        return True
    try:
        return path.is_dir() and any(is_page_name(entry.name) for entry in path.iterdir())
    except OSError:
        return False


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
