"""Jobs that find and fetch the other pages of the site of the page on screen, without Qt."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from boilerscope.app.session.sources import SAMPLE, local_path
from boilerscope.extractors.model.listed_page import FilePlace, ListedPage
from boilerscope.extractors.page.files import is_page_name
from boilerscope.extractors.system.late import late_calls, late_module

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence
    from pathlib import Path

    from boilerscope.app.session.sources import PageRequest
    from boilerscope.app.window.work.control import Control
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.other_pages import SiteLink
    from boilerscope.extractors.sources import site_tables
    from boilerscope.extractors.sources.kept_sites import FetchedSite, KeptSite, fetch_site
else:
    KeptSite, fetch_site = late_calls(
        "boilerscope.extractors.sources.kept_sites", "KeptSite", "fetch_site"
    )
    site_tables = late_module("boilerscope.extractors.sources.site_tables")

_MAX_FILES = 2_000
"""Maximum number of files beside a page that are looked at."""


@dataclass(frozen=True, slots=True)
class FoundSite:
    """Site of a page.

    Attributes
    ----------
    link : SiteLink or None
        Way to the other pages; None if no listing has the page.
    pages : mapping of str to ListedPage
        Pages of the site by name.
    """

    link: SiteLink | None
    pages: Mapping[str, ListedPage]


class _CancelledError(Exception):
    """The job was cancelled."""


def find_site(
    request: PageRequest, page: Page, corpus: Sequence[ListedPage], control: Control
) -> Generator[tuple[int, int], None, FoundSite]:
    """Return the site of a page; yield pages read.

    It is its corpus, the pages beside its file, or those that were fetched from its host.

    Parameters
    ----------
    page : Page
        The page itself.
    corpus : sequence of ListedPage
        Pages of the open corpus, empty without one.
    """
    yield 0, 0
    url = page.url or ""
    listed, others = _kept(page, url) if request.is_live and url else _listed(request, corpus)
    if listed is None:
        return FoundSite(None, {})

    def on_read(n_read: int, n_pages: int) -> None:
        if control.is_cancelled():
            raise _CancelledError
        control.report((n_read, n_pages))

    site = site_tables.site_name(listed)
    same = [page for page in others if not page.is_unread and site_tables.site_name(page) == site]
    try:
        [linked] = site_tables.SiteTables().linked([listed], on_read, same)
    except _CancelledError:
        return FoundSite(None, {})
    return FoundSite(linked.site, {page.identified().name: page for page in (listed, *same)})


def find_layouts(
    pages: Sequence[ListedPage], control: Control
) -> Generator[tuple[int, int], None, list[int]]:
    """Return the layout of each page of a corpus; yield pages read and to read."""
    yield 0, 0

    def on_read(n_read: int, n_pages: int) -> None:
        if control.is_cancelled():
            raise _CancelledError
        control.report((n_read, n_pages))

    try:
        return site_tables.SiteTables().layouts(pages, on_read)
    except _CancelledError:
        return []


def _listed(
    request: PageRequest, corpus: Sequence[ListedPage]
) -> tuple[ListedPage | None, list[ListedPage]]:
    """Return the page as listed, and the other pages among which its site is searched."""
    listed = request.listed
    if listed is not None and corpus:
        own = listed.identified().name
        return listed, [page for page in corpus if page.identified().name != own]
    path = None if request.address.startswith(SAMPLE) else local_path(request)
    if path is None or not path.is_file():
        return None, []
    files = islice((file for file in path.parent.iterdir() if is_page_name(file.name)), _MAX_FILES)
    beside = sorted(file for file in files if file != path)[: 2 * site_tables.MAX_PAGES]
    return _of_file(path), [_of_file(file) for file in beside]


def _kept(page: Page, url: str) -> tuple[ListedPage | None, list[ListedPage]]:
    """Return the page as kept, and the others of its host; it is kept if others are."""
    kept = KeptSite(url)
    if not kept.urls:
        return None, []
    kept.keep(page, url)
    pages = kept.pages()
    own = next((it for it in pages if it.url == url), None)
    return own, [it for it in pages if it is not own]


def fetch_more(
    page: Page, url: str, control: Control
) -> Generator[tuple[int, int], None, FetchedSite]:
    """Fetch other pages of the site of a page, and keep them; yield pages read and wanted."""
    return (yield from fetch_site(page, url, KeptSite(url), control.is_cancelled))


def _of_file(path: Path) -> ListedPage:
    return ListedPage(path.name, "", FilePlace(path))
