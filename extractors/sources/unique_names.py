"""Names of pages that are unique in a batch, whichever folders and files the pages come from.

The number of a page depends only on the pages listed before it. Of each name, eight bytes of a
digest are kept; if two names should ever have the same digest, the later one gets a number that it
does not need.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from boilerscope.extractors.sources.warc import WarcPlace

if TYPE_CHECKING:
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.system.storage import AnyFile


class UniqueNames:
    """Names given so far; a name that an earlier page has gets a number, such as ``pages/x-2``."""

    def __init__(self) -> None:
        self._digests: set[int] = set()
        self._numbers: dict[int, int] = {}
        self._owners: dict[str, AnyFile | None] = {}
        self._sets: dict[tuple[str, AnyFile | None], str] = {}

    def of_page(self, name: str) -> str:
        """Return a unique name for a page with this set and identifier."""
        return self.of_text(self._in_own_set(name, None))

    def renamed(self, page: ListedPage) -> ListedPage:
        """Return a page of a list with a unique name.

        Pages of a WARC file have different names, so only the file is remembered: if other pages
        have the name of its set, the set gets the number, as in ``crawl-2/http://example.org/``.
        """
        if not page.set_name:
            return replace(page, page_id=self.of_text(page.page_id))
        if isinstance(page.place, WarcPlace):
            name = self._in_own_set(page.name, page.place.file)
        else:
            name = self.of_page(page.name)
        if name == page.name:
            return page
        set_name, _, page_id = name.partition("/")
        return replace(page, set_name=set_name, page_id=page_id)

    def of_text(self, name: str) -> str:
        """Return a unique name for something that is not a page of a set."""
        digest = _digest(name)
        if digest not in self._digests:
            self._digests.add(digest)
            return name
        number, free = self._numbers.get(digest, 1), digest
        while free in self._digests:
            number += 1
            free = _digest(f"{name}-{number}")
        self._numbers[digest] = number
        self._digests.add(free)
        return f"{name}-{number}"

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


def _digest(name: str) -> int:
    data = name.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest())
