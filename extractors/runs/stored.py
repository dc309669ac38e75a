"""Page of a corpus with gold and stored results, read without running an extractor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError, CorpusError
from boilerscope.extractors.runs.keys import key_of, page_digest
from boilerscope.extractors.runs.results_by_page import with_site
from boilerscope.extractors.runs.score_task import file_result
from boilerscope.extractors.runs.store import ResultStore
from boilerscope.extractors.scoring.case import Reference

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.gold import Gold
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.file_panes import FilePane
    from boilerscope.extractors.runs.kept import KeptResult
    from boilerscope.extractors.scoring.loss_addresses import Decisions


@dataclass(frozen=True, slots=True, eq=False)
class StoredPage:
    """Page with its gold and stored results.

    Attributes
    ----------
    page : Page
        Parsed page.
    gold : Gold or None
        Gold of the page; None if it has no gold or the gold cannot be read.
    gold_problem : str
        Reason why the gold cannot be read; else empty.
    results : mapping of str to Extraction
        Stored results by pane; they have no blocks and no steps.
    decided : mapping of str to Decisions
        Rule that decided each word, by pane, if it is stored.
    store_problem : str
        Reason why stored results cannot be read; else empty.
    """

    page: Page
    gold: Gold | None
    gold_problem: str
    results: Mapping[str, Extraction]
    decided: Mapping[str, Decisions] = field(default_factory=dict)
    store_problem: str = ""


def read_stored(
    listed: ListedPage,
    panes: Sequence[Pane],
    files: Iterable[FilePane],
    folder: Path,
    among: Sequence[ListedPage] = (),
) -> StoredPage:
    """Read a page, its gold and its stored results.

    Parameters
    ----------
    listed : ListedPage
        Page as listed.
    panes : sequence of Pane
        Panes whose results are looked up, with the settings of the results.
    files : iterable of FilePane
        Panes whose results come from a file.
    folder : Path
        Folder of the store.
    among : sequence of ListedPage
        Pages of the corpus, for results that depend on the other pages of the site.

    Raises
    ------
    BoilerscopeError
        If the page cannot be read.
    """
    entry = listed.located()
    page = entry.page()
    gold, problem = _gold(entry, page)
    digest = page_digest(page)
    stored: dict[Pane, KeptResult | None] = {}
    store_problem = ""
    try:
        site = with_site(listed, among, panes).site if among else None
        with ResultStore(folder) as store:
            stored = {pane: store.result(digest, key_of(pane, site)) for pane in panes}
    except CorpusError as error:
        store_problem = str(error)
    results = {
        pane.name: result.extraction(pane.extractor, pane.settings)
        for pane, result in stored.items()
        if result is not None
    }
    reference = None if gold is None else Reference(page, gold)
    for file in files:
        results[file.pane.name] = file_result(page, file.pane, file.output(listed), reference)
    decided = {
        pane.name: result.decided
        for pane, result in stored.items()
        if result is not None and result.decided is not None
    }
    return StoredPage(page, gold, problem, results, decided, store_problem)


def _gold(entry: ListedPage, page: Page) -> tuple[Gold | None, str]:
    if not entry.has_gold:
        return None, ""
    try:
        return entry.gold(page), ""
    except BoilerscopeError as error:
        return None, str(error)
