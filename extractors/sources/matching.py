"""Gold of pages that are elsewhere: matched by the names of the pages, or by their addresses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.gold.page_files import file_stem
from boilerscope.extractors.model.listed_page import FilePlace
from boilerscope.extractors.sources.listing import ListOptions, list_pages
from boilerscope.extractors.sources.names import Naming

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.sources.left_out import Tell


@dataclass(frozen=True, slots=True)
class MatchedPages:
    """Pages with gold from elsewhere.

    Attributes
    ----------
    pages : list of ListedPage
        Pages with their gold, in the order of the gold.
    without_gold : list of str
        Identifiers of the other pages.
    """

    pages: list[ListedPage]
    without_gold: list[str]


def match_gold(
    words: Sequence[str],
    gold: str,
    gold_format: str | None = None,
    stdin: Iterable[bytes] = (),
    tell: Tell | None = None,
) -> MatchedPages:
    """Return pages with the gold that a gold standard has for them.

    A page is matched by set and identifier, by its identifier, by its file name if only one page
    has it, or by its address.

    Parameters
    ----------
    words : sequence of str
        Inputs with the pages.
    gold : str
        Input with the gold.
    tell : function, optional
        See `list_pages`.

    Raises
    ------
    BoilerscopeError
        If an input cannot be read; the message names it.
    """
    is_folder = len(words) == 1 and Path(words[0]).is_dir()
    folder = Path(words[0]) if is_folder else None
    listed = ListOptions(Naming.PATH, stdin_is_page=True)
    pages = _PagesByName(list_pages(words, listed, stdin, tell))
    options = ListOptions(gold_format=gold_format, page_folder=folder)
    matched: list[ListedPage] = []
    for entry in list_pages([gold], options):
        if entry.is_unread:  # a damaged part of a folder
            matched.append(entry)
        page = pages.take(entry) if entry.has_gold else None
        if page is not None:
            # Some formats wrap their pages; their reader already has the file.
            is_wrapped = folder is not None and not isinstance(entry.place, FilePlace)
            matched.append(entry if is_wrapped else _with_place(entry, page))
    return MatchedPages(matched, pages.without_gold)


def _with_place(entry: ListedPage, page: ListedPage) -> ListedPage:
    """Return the page of an entry at the place of the named page, without marks beside it."""
    place = page.place
    return replace(entry, place=FilePlace(place.file) if isinstance(place, FilePlace) else place)


class _PagesByName:
    """Pages that the user named, by what gold may call them."""

    def __init__(self, pages: Iterable[ListedPage]) -> None:
        self._pages = {page.page_id.removesuffix(".html"): page for page in pages}
        self._by_stem: dict[str, str] = {}
        self._by_address: dict[str, str] = {}
        for page_id, page in self._pages.items():
            stem = page_id.rpartition("/")[2]
            # A file name that exists in several folders matches no page.
            self._by_stem[stem] = "" if stem in self._by_stem else page_id
            if page.url:
                self._by_address[page.url] = "" if page.url in self._by_address else page_id
        self._taken: set[str] = set()

    def take(self, entry: ListedPage) -> ListedPage | None:
        """Return the page of an entry of the gold, None if the user did not name it."""
        stem = file_stem(entry.page_id)
        named = [f"{entry.set_name}/{entry.page_id}", entry.page_id, stem]
        matches = [name for name in named if name in self._pages]
        matches += [self._by_stem.get(stem, ""), self._by_address.get(entry.url or "", "")]
        page_id = next(filter(None, matches), "")
        if not page_id:
            return None
        self._taken.add(page_id)
        return self._pages[page_id]

    @property
    def without_gold(self) -> list[str]:
        """Identifiers of the pages that `take` has not returned."""
        return [page_id for page_id in self._pages if page_id not in self._taken]
