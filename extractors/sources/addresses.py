"""Pages at addresses that fsspec supports: a file, or a folder with its subfolders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.page.files import is_page_name, page_stem
from boilerscope.extractors.page.snapshot import SNAPSHOT_SUFFIX
from boilerscope.extractors.sources.folder import free_id
from boilerscope.extractors.sources.lines import read_json_lines
from boilerscope.extractors.sources.warc import is_warc_name, read_warc
from boilerscope.extractors.system.storage import folder_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.system.storage import StoredFile

INPUT_KINDS = "a folder of pages, JSON lines with markup, a WARC file or a page"


def read_address(file: StoredFile) -> Iterator[ListedPage]:
    """Yield the pages of a file or folder, named as the pages of local files and folders.

    Raises
    ------
    CorpusError
        If there is no such file or folder, or it has no pages.
    OSError
        If it cannot be read.
    """
    if is_warc_name(file.name):
        yield from read_warc(file)
    elif file.name.endswith(".jsonl"):
        yield from read_json_lines(file)
    elif file.is_dir():
        yield from _read_folder(file)
    elif not file.is_file():
        raise CorpusError(f"{file}: no such file or folder. Name {INPUT_KINDS}.")
    elif not is_stored_page(file.name):
        raise CorpusError(f"{file} is not a file of pages. Name {INPUT_KINDS}.")
    else:
        yield _page(file, page_stem(file.name) or file.name, folder_name(file), None)


def is_stored_page(name: str) -> bool:
    """Return whether a file is a page that can be read at an address; snapshots cannot."""
    return is_page_name(name) and not name.lower().endswith(SNAPSHOT_SUFFIX)


def _read_folder(folder: StoredFile) -> Iterator[ListedPage]:
    known_ids: set[str] = set()
    for file, size in folder.files():
        if is_stored_page(file.name):
            path = file.address.removeprefix(f"{folder.address.rstrip('/')}/")
            relative = path.removesuffix(file.name)
            page_id = free_id(f"{relative}{page_stem(file.name) or file.name}", known_ids)
            yield _page(file, page_id, folder.name, size)


def _page(file: StoredFile, page_id: str, set_name: str, size: int | None) -> ListedPage:
    return ListedPage(page_id, set_name, FilePlace(file), size=size)
