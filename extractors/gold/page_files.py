"""Files of pages beside a gold standard: find them by the identifier of the page, write them."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from boilerscope.extractors.errors import GoldError
from boilerscope.extractors.page.files import is_page_name, page_stem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.page import Page


class PageFolder:
    """The pages of a folder by their names without suffix. The folder is listed once.

    Parameters
    ----------
    folder : Path
        The folder; a missing folder has no pages.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names: dict[str, str] | None = None

    def path(self, page_id: str) -> Path:
        """Return the file of a page, or the path that a missing file should have."""
        names = self._listed()
        stem = page_id if page_id in names else file_stem(page_id)
        return self.folder / names.get(stem, f"{stem}.html")

    def __contains__(self, page_id: str) -> bool:
        names = self._listed()
        return page_id in names or file_stem(page_id) in names

    def _listed(self) -> dict[str, str]:
        if self._names is None:
            self._names = {page_stem(name): name for name in page_names(self.folder)}
        return self._names


def page_names(folder: Path) -> list[str]:
    """Return the sorted names of the pages of a folder, without those in subfolders."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if is_page_name(entry.name))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise GoldError(f"{folder} cannot be listed: {error.strerror}") from error


def subfolders(folder: Path, limit: int | None = None) -> list[Path]:
    """Return the folders in a folder, sorted by name; none if it cannot be listed.

    Parameters
    ----------
    limit : int, optional
        Maximum number of folders.
    """
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries if entry.is_dir())
    except OSError:  # reading a page in it gives the error
        return []
    return [folder / name for name in names[:limit]]


def file_stem(page_id: str) -> str:
    """Return a file name for a page's identifier; no two identifiers have the same name.

    Raises
    ------
    GoldError
        If the name would be too long for a file system.
    """
    stem = quote(page_id, safe="~!$&'()+,;=@ ", errors="surrogateescape")
    if not stem or len(stem) > 200:
        raise GoldError(f"{page_id[:60]!r} cannot name a file. Use an identifier of 1 to 200 bytes")
    return stem


def write_page(page: Page, file: Path, *, as_utf8: bool = False) -> None:
    """Write the measured bytes of a page, packed if the file's name ends with ``.gz``.

    Parameters
    ----------
    file : Path
        Path of the new file; its folder is created.
    as_utf8 : bool
        Whether to write the decoded source in UTF-8 instead of the original bytes.

    Raises
    ------
    GoldError
        If the file exists or cannot be written.
    """
    data = page.source_bytes if as_utf8 or page.data is None else page.data
    write_new(file, gzip.compress(data, mtime=0) if file.suffix == ".gz" else data)


def write_new(file: Path, data: bytes) -> None:
    """Write a file that must not exist yet.

    Raises
    ------
    GoldError
        If it exists or cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("xb") as stream:
            stream.write(data)
    except FileExistsError as error:
        raise GoldError(f"{file} already exists. Choose a new folder or file.") from error
    except OSError as error:
        raise GoldError(f"{file} cannot be written: {error.strerror}") from error


def relative(file: Path, folder: Path) -> str:
    """Return the path of a file relative to a folder, with slashes."""
    return Path(os.path.relpath(file.resolve(), folder.resolve())).as_posix()


def text_files(folder: Path, suffix: str) -> Iterator[Path]:
    """Yield the files of a folder whose names end with a suffix, sorted."""
    yield from sorted(file for file in folder.glob(f"*{suffix}") if file.is_file())
