"""Names of listed pages: as their set gives them, unique in a batch, or by their path."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from boilerscope.extractors.errors import BoilerscopeError, PageError
from boilerscope.extractors.model.listed_page import FilePlace
from boilerscope.extractors.page.files import is_page_name, page_stem
from boilerscope.extractors.sources.warc import WarcPlace
from boilerscope.extractors.sources.words import is_address
from boilerscope.extractors.system.unique_names import UniqueNames

if TYPE_CHECKING:
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.system.storage import AnyFile


class Naming(Enum):
    """How the pages of a list are called."""

    GIVEN = "given"
    """Set and identifier as the input has them; two pages may have the same name."""

    UNIQUE = "unique"
    """Set and identifier, with a number if an earlier page has the same: ``pages/x-2``."""

    PATH = "path"
    """No set; a page in a file by its path from the named folder, with a number if needed."""


class PageNames:
    """Gives the pages of a list their names, in order.

    Pages of a WARC file have different names, so only the file is remembered: if other pages have
    the name of its set, the set gets the number, as in ``crawl-2/http://example.org/``.
    """

    def __init__(self, naming: Naming) -> None:
        self._naming = naming
        self._names = UniqueNames()
        self._owners: dict[str, AnyFile | None] = {}
        self._sets: dict[tuple[str, AnyFile | None], str] = {}

    def named(self, page: ListedPage, base: Path = Path()) -> ListedPage:
        """Return a page with its name.

        Parameters
        ----------
        base : Path
            Folder from which the path of a page is counted.
        """
        if self._naming is Naming.GIVEN:
            return page
        if self._naming is Naming.PATH:
            return replace(page, page_id=self._names.take(_path_id(page, base)), set_name="")
        if not page.set_name:
            return replace(page, page_id=self._names.take(page.page_id))
        if isinstance(page.place, WarcPlace):
            name = self._in_own_set(page.name, page.place.file)
        else:
            name = self.unique(page.name)
        if name == page.name:
            return page
        set_name, _, page_id = name.partition("/")
        return replace(page, set_name=set_name, page_id=page_id)

    def unique(self, name: str) -> str:
        """Return a unique name for a page with this set and identifier."""
        return self._names.take(self._in_own_set(name, None))

    def _in_own_set(self, name: str, owner: AnyFile | None) -> str:
        """Return the name with the name of a set that no other owner has."""
        set_name, _, page_id = name.partition("/")
        if (set_name, owner) not in self._sets:
            number, free = 1, set_name
            while self._owners.setdefault(free, owner) != owner:
                number += 1
                free = f"{set_name}-{number}"
            self._sets[set_name, owner] = free
        return f"{self._sets[set_name, owner]}/{page_id}"


def address_id(address: str) -> str:
    """Return the identifier of an address: host and path, plus eight digits of a digest.

    Raises
    ------
    PageError
        If it is not an address.
    """
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise PageError(f"{address} is not an address: {error}") from error
    readable = re.sub(r"[^\w.-]+", "_", f"{parts.hostname or ''}{parts.path}", flags=re.ASCII)
    digest = hashlib.sha256(address.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{readable.strip('_')[:100]}-{digest}"


def file_id(name: str) -> str:
    """Return the identifier of a page in a file with this name: without the suffix of a page."""
    return (page_stem(name) if is_page_name(name) else Path(name).stem) or name


def opened_id(name: str, address: str) -> str:
    """Return the identifier of a page that was opened alone, as lists name the same page.

    Parameters
    ----------
    name : str
        Name of the page, which is that of its file if it is in one.
    address : str
        Web address, path, or a word of the window such as ``pasted:Title``.
    """
    if is_address(address):
        return address_id(address)
    scheme, _, title = name.partition(":")
    if address.startswith(f"{scheme}:") and name == address:  # no file: its title is its name
        return title.replace("/", "_").strip(". ") or scheme
    return file_id(name.rpartition("/")[2]).strip(".") or "page"


def _path_id(page: ListedPage, base: Path) -> str:
    if is_address(page.page_id):
        return address_id(page.page_id)
    file = _local_file(page)
    if file is None:
        return page.page_id
    path = Path(os.path.relpath(file, base))
    is_below = path.parts[0] != os.pardir
    return path.with_name(file_id(path.name)).as_posix() if is_below else page.page_id


def _local_file(page: ListedPage) -> Path | None:
    """Return the file of a page that is alone in a file, also if a line of JSON names the file."""
    place = page.place
    if page.size is None and not isinstance(place, FilePlace):
        try:
            place = page.located().place
        except BoilerscopeError:  # raised again when the page is read
            return None
    file = place.file if isinstance(place, FilePlace) else None
    return file if isinstance(file, Path) else None
