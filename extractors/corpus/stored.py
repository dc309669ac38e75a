"""One page of a corpus as a run left it: page, gold and stored results. It runs no extractor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractors.corpus.keys import key_of, page_digest
from extractors.corpus.store import ResultStore
from extractors.corpus.task import from_output
from extractors.errors import BoilerscopeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from extractors.corpus.files import FilePane
    from extractors.corpus.pages import CorpusPage
    from extractors.gold.entry import GoldEntry
    from extractors.model.extraction import Extraction
    from extractors.model.gold import Gold
    from extractors.page import Page
    from extractors.runner import Pane


@dataclass(frozen=True, slots=True, eq=False)
class StoredPage:
    """A page with what is known of it without running an extractor.

    Attributes
    ----------
    page : Page
        The page.
    gold : Gold or None
        Its gold; None if it has none, or if the gold cannot be read.
    gold_problem : str
        Why the gold cannot be read; empty otherwise.
    results : mapping of str to Extraction
        The results that are stored, by pane; they have no blocks and no steps.
    """

    page: Page
    gold: Gold | None
    gold_problem: str
    results: Mapping[str, Extraction]


def read_stored(
    listed: CorpusPage, panes: Iterable[Pane], files: Iterable[FilePane], folder: Path
) -> StoredPage:
    """Read a page, its gold and its stored results.

    Parameters
    ----------
    listed : CorpusPage
        The page.
    panes : iterable of Pane
        Panes whose results are looked up, with the settings that these results are of.
    files : iterable of FilePane
        Panes whose results come from a file.
    folder : Path
        Folder of the store.

    Raises
    ------
    BoilerscopeError
        If the page or the store cannot be read.
    """
    entry = listed.place.entry()
    page = entry.page()
    gold, problem = _gold(entry, page)
    digest = page_digest(page)
    with ResultStore(folder) as store:
        stored = {pane: store.result(digest, key_of(pane)) for pane in panes}
    results = {
        pane.name: result.extraction(pane.extractor, pane.settings)
        for pane, result in stored.items()
        if result is not None
    }
    for file in files:
        results[file.pane.name] = from_output(page, file.pane, file.output(listed))
    return StoredPage(page, gold, problem, results)


def _gold(entry: GoldEntry, page: Page) -> tuple[Gold | None, str]:
    if entry.source is None:
        return None, ""
    try:
        return entry.gold(page), ""
    except BoilerscopeError as error:
        return None, str(error)
