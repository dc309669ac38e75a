"""Pages in files: all of a folder and its subfolders, or one, with marks beside them as gold."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage, UnreadPlace, unread
from boilerscope.extractors.page.files import is_page_name
from boilerscope.extractors.page.snapshot import SNAPSHOT_SUFFIX
from boilerscope.extractors.sources.lines import read_json_lines
from boilerscope.extractors.sources.marks import MarkedPlace, gold_source
from boilerscope.extractors.sources.names import file_id
from boilerscope.extractors.system.storage import AnyFile, StoredFile, folder_name
from boilerscope.extractors.system.unique_names import UniqueNames

if TYPE_CHECKING:
    from collections.abc import Iterator


_NOT_A_FILE = (
    "is named like a page, but is not a file: it is a pipe, a device, or a link to a folder. Give"
    " it another name, or name the folder itself."
)


def page_of_file(file: AnyFile) -> ListedPage:
    """Return the page in a single file."""
    page_id, set_name = file_id(file.name), folder_name(file)
    if isinstance(file, StoredFile):
        return ListedPage(page_id, set_name, FilePlace(file))
    gold = gold_source(file, has_marks=own.has_marks(file))
    size = file.stat().st_size
    return ListedPage(page_id, set_name, MarkedPlace(file), gold, size=size)


def is_stored_page(name: str) -> bool:
    """Return whether a file is a page that can be read at an address; snapshots cannot."""
    return is_page_name(name) and not name.lower().endswith(SNAPSHOT_SUFFIX)


def read_folder(folder: AnyFile) -> Iterator[ListedPage]:
    """Yield the pages of a folder and its subfolders, sorted, folder by folder.

    The identifier of a page is its path in the folder without suffix, with a number if an earlier
    page has the same identifier. Files of marks that are not beside a page are read as gold.
    """
    return _local(folder) if isinstance(folder, Path) else _stored(folder)


def _local(folder: Path) -> Iterator[ListedPage]:
    set_name, names = folder.resolve().name, UniqueNames()
    pending = [""]
    while pending:
        relative = pending.pop()
        try:
            with os.scandir(folder / relative) as entries:
                sorted_entries = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            path = folder / relative
            message = f"{path} cannot be listed: {error.strerror}."
            yield unread(str(path), message, is_part=relative != "")
            continue
        folders = [entry.name for entry in sorted_entries if entry.is_dir(follow_symlinks=False)]
        pending += [f"{relative}{name}/" for name in reversed(folders)]
        yield from _pages(sorted_entries, relative, set_name, names)


def _pages(
    sorted_entries: list[os.DirEntry[str]], relative: str, set_name: str, names: UniqueNames
) -> Iterator[ListedPage]:
    inside = {entry.name for entry in sorted_entries}
    for entry in sorted_entries:
        name = entry.name
        if is_page_name(name) and (_is_file(entry) or _is_dangling(entry)):
            path = Path(entry.path)
            gold = gold_source(path, has_marks=name + own.SUFFIX in inside)
            page_id = names.take(f"{relative}{file_id(name)}")
            size = entry.stat().st_size if _is_file(entry) else 0
            yield ListedPage(page_id, set_name, MarkedPlace(path), gold, size=size)
        elif is_page_name(name) and not entry.is_dir(follow_symlinks=False):
            yield unread(entry.path, f"{entry.path} {_NOT_A_FILE}", is_part=True)
        elif name.endswith(own.SUFFIX) and name.removesuffix(own.SUFFIX) not in inside:
            yield from map(_as_part, read_json_lines(Path(entry.path)))


def _as_part(page: ListedPage) -> ListedPage:
    """Return a page; one that cannot be listed is one of many inside a folder."""
    place = page.place
    if not isinstance(place, UnreadPlace):
        return page
    return replace(page, place=replace(place, is_part=True))


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # such as a link to itself
        return False


def _is_dangling(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a link that leads to nothing; reading it gives the error."""
    return entry.is_symlink() and not os.path.exists(entry.path)  # noqa: PTH110 - many times faster


def _stored(folder: StoredFile) -> Iterator[ListedPage]:
    names = UniqueNames()
    for file, size in folder.files():
        if is_stored_page(file.name):
            path = file.address.removeprefix(f"{folder.address.rstrip('/')}/")
            page_id = names.take(f"{path.removesuffix(file.name)}{file_id(file.name)}")
            yield ListedPage(page_id, folder.name, FilePlace(file), size=size)
