"""Results of a corpus run as they are stored, page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.file_panes import FilePane
from boilerscope.extractors.runs.keys import fingerprint, key_of, reads_site, some_read_site
from boilerscope.extractors.runs.score_task import scoring_of
from boilerscope.extractors.sources.site_tables import SiteTables, site_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runs.kept import KeptResult
    from boilerscope.extractors.runs.keys import ResultKey
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.results import ScoreOptions


def stored_results(
    pages: Sequence[ListedPage],
    panes: Sequence[Pane | FilePane],
    options: ScoreOptions,
    store: ResultStore,
    indices: Iterable[int] | None = None,
) -> Iterator[tuple[int, list[KeptResult | None]]]:
    """Yield the number of each stored page, and the result of each pane, None without one.

    Parameters
    ----------
    panes : sequence of Pane or FilePane
        Panes with the settings of their results, and panes of results files.
    options : ScoreOptions
        Options with which the results were stored.
    indices : iterable of int, optional
        Numbers of the pages, all by default.
    """
    linked = _linked(pages, panes)
    keys = [_key_function(pane) for pane in panes]
    scoring = scoring_of(options)
    for index in range(len(pages)) if indices is None else indices:
        page = linked[index]
        try:
            kept = store.page(f"{fingerprint(page.located())} {scoring}")
        except BoilerscopeError:
            continue  # its failure is reported by the run
        if kept is not None:
            yield index, [store.result(kept.digest, key(page)) for key in keys]


def _linked(pages: Sequence[ListedPage], panes: Sequence[Pane | FilePane]) -> Sequence[ListedPage]:
    """Return the pages with the way to their sites, if results depend on other pages."""
    return SiteTables().linked(pages) if _read_sites(panes) else pages


def with_site(
    page: ListedPage, pages: Sequence[ListedPage], panes: Sequence[Pane | FilePane]
) -> ListedPage:
    """Return a page among others with the way to its site, if results depend on other pages.

    Raises
    ------
    CorpusError
        If the cache of sites cannot be written.
    """
    if not _read_sites(panes):
        return page
    name = site_name(page)
    of_site = [other for other in pages if other == page or site_name(other) == name]
    return SiteTables().linked(of_site)[of_site.index(page)]


def _read_sites(panes: Sequence[Pane | FilePane]) -> bool:
    return some_read_site(pane for pane in panes if isinstance(pane, Pane))


def _key_function(pane: Pane | FilePane) -> Callable[[ListedPage], ResultKey]:
    """Return a function of a page: the key of the result of a pane."""
    if isinstance(pane, FilePane):
        return pane.key
    if reads_site(pane.extractor, pane.settings):
        return lambda page: key_of(pane, page.site)
    key = key_of(pane)
    return lambda _page: key
