"""Folders of pages: all pages in a folder and its subfolders, with marks beside them as gold."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.gold.entry import GoldEntry
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.page.files import is_page_name, page_stem
from boilerscope.extractors.sources.lines import read_json_lines
from boilerscope.extractors.sources.marks import with_marks
from boilerscope.extractors.sources.pages import CorpusPage, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class FilePlace:
    """Location of a page in a file of its own."""

    file: Path
    page_id: str
    set_name: str

    def entry(self) -> GoldEntry:
        """Return the page, with marks beside it as gold if there are any."""
        return with_marks(GoldEntry(self.page_id, self.set_name, self.file))


def page_of_file(file: Path) -> CorpusPage:
    """Return the page in a single file."""
    page_id, set_name = page_stem(file.name) or file.name, file.resolve().parent.name
    page_place = FilePlace(file, page_id, set_name)
    has_gold = own.marks_file(file).is_file()
    return CorpusPage(page_id, set_name, page_place, size=file.stat().st_size, has_gold=has_gold)


def read_folder(folder: Path) -> Iterator[CorpusPage | Problem]:
    """Yield the pages of a folder and its subfolders, sorted, folder by folder.

    The identifier of a page is its path in the folder without suffix, with a number if an earlier
    page has the same identifier. Files of marks that are not beside a page are read as gold.
    """
    set_name = folder.resolve().name
    known_ids: set[str] = set()
    pending = [""]
    while pending:
        relative = pending.pop()
        try:
            with os.scandir(folder / relative) as entries:
                sorted_entries = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            path = folder / relative
            yield Problem(path, None, f"{path} cannot be listed: {error.strerror}.")
            continue
        folders = [entry.name for entry in sorted_entries if entry.is_dir(follow_symlinks=False)]
        pending += [f"{relative}{name}/" for name in reversed(folders)]
        yield from _pages(sorted_entries, relative, set_name, known_ids)


def _pages(
    sorted_entries: list[os.DirEntry[str]], relative: str, set_name: str, known_ids: set[str]
) -> Iterator[CorpusPage | Problem]:
    names = {entry.name for entry in sorted_entries}
    for entry in sorted_entries:
        name = entry.name
        if is_page_name(name) and entry.is_file():
            page_id = free_id(f"{relative}{page_stem(name) or name}", known_ids)
            path = Path(entry.path)
            yield CorpusPage(
                page_id,
                set_name,
                FilePlace(path, page_id, set_name),
                size=entry.stat().st_size,
                has_gold=name + own.SUFFIX in names,
            )
        elif name.endswith(own.SUFFIX) and name.removesuffix(own.SUFFIX) not in names:
            yield from read_json_lines(Path(entry.path))


def free_id(page_id: str, known_ids: set[str]) -> str:
    """Return an unused identifier, with a number if needed, and add it to `known_ids`."""
    number, free = 1, page_id
    while free in known_ids:
        number += 1
        free = f"{page_id}-{number}"
    known_ids.add(free)
    return free
