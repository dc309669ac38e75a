"""Folders of pages: all pages in a folder and its subfolders, with marks beside them as gold."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.model.listed_page import ListedPage, unread
from boilerscope.extractors.page.files import is_page_name, page_stem
from boilerscope.extractors.sources.lines import read_json_lines
from boilerscope.extractors.sources.marks import MarkedPlace

if TYPE_CHECKING:
    from collections.abc import Iterator


def page_of_file(file: Path) -> ListedPage:
    """Return the page in a single file."""
    page_id, set_name = page_stem(file.name) or file.name, file.resolve().parent.name
    marks = own.marks_file(file)
    gold_source = own.MarksSource(marks) if marks.is_file() else None
    size = file.stat().st_size
    return ListedPage(page_id, set_name, MarkedPlace(file), gold_source, size=size)


def read_folder(folder: Path) -> Iterator[ListedPage]:
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
            yield unread(str(path), f"{path} cannot be listed: {error.strerror}.")
            continue
        folders = [entry.name for entry in sorted_entries if entry.is_dir(follow_symlinks=False)]
        pending += [f"{relative}{name}/" for name in reversed(folders)]
        yield from _pages(sorted_entries, relative, set_name, known_ids)


def _pages(
    sorted_entries: list[os.DirEntry[str]], relative: str, set_name: str, known_ids: set[str]
) -> Iterator[ListedPage]:
    names = {entry.name for entry in sorted_entries}
    for entry in sorted_entries:
        name = entry.name
        if is_page_name(name) and entry.is_file():
            page_id = free_id(f"{relative}{page_stem(name) or name}", known_ids)
            path = Path(entry.path)
            has_gold = name + own.SUFFIX in names
            gold_source = own.MarksSource(own.marks_file(path)) if has_gold else None
            size = entry.stat().st_size
            yield ListedPage(page_id, set_name, MarkedPlace(path), gold_source, size=size)
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
