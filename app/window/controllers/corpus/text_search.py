"""Search in the texts of pages, in the background; matches arrive while it runs."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.app.session.corpus import Searching
from boilerscope.app.window.work.work import Kind
from boilerscope.extractors.errors import BoilerscopeError

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from boilerscope.app.window.corpus.controller import CorpusController
    from boilerscope.app.window.work.control import Control
    from boilerscope.app.window.work.work import Work
    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.scoring.table import ScoreTable

_SEARCH = Kind("page texts")
_MIN_LENGTH = 3
"""Minimum length; shorter words in letters are in nearly every page."""
_ASCII = 128
_MAX_CHARACTERS = 50_000_000
"""Characters of texts that are kept for the next search."""


class TextSearch:
    """Finds the pages whose text contains the query, after those whose name contains it.

    Parameters
    ----------
    corpus : CorpusController
        Takes the matches.
    work : Work
        Searches.
    """

    def __init__(self, corpus: CorpusController, work: Work) -> None:
        self._corpus, self._work = corpus, work
        self._texts = PageTexts()
        self._table: ScoreTable | None = None
        self._query = ""
        self._found: list[int] = []
        self._is_asked = np.zeros(0, bool)
        self._is_running = False
        self._n_done = 0

    def search(self, table: ScoreTable, query: str) -> None:
        """Search a text in the finished pages; a search for the same text goes on with new ones."""
        if table is not self._table or query != self._query:
            self._work.drop(_SEARCH)
            self._corpus.note_search(None)
            self._table, self._query = table, query
            self._found, self._is_running = [], False
            self._is_asked = np.zeros(len(table.pages), bool)
        self._search_new(table)

    def _search_new(self, table: ScoreTable) -> None:
        """Search the finished pages that were not searched yet, after those that are searched."""
        if self._is_running or not is_searched(self._query):
            return
        rows = np.flatnonzero(table.is_done & ~self._is_asked)
        if rows.size:
            self._is_asked[rows] = self._is_running = True
            self._n_done = int(self._is_asked.sum()) - rows.size
            self._note()
            job = partial(self._texts.search, table.pages, rows.tolist(), self._query.casefold())
            self._work.ask(_SEARCH, job, partial(self._end, table), progress=self._take)

    def _end(self, table: ScoreTable, _: None) -> None:
        self._is_running = False
        if self._corpus.state.table is table:
            self._search_new(table)
        if not self._is_running:
            self._corpus.note_search(None)

    def _note(self) -> None:
        self._corpus.note_search(Searching(self._n_done, int(self._is_asked.sum())))

    def _take(self, searched: list[tuple[int, bool]]) -> None:
        """Show matches and progress, unless the list shows another corpus by now."""
        if self._corpus.state.table is not self._table:
            return
        self._n_done += len(searched)
        self._note()
        rows = [row for row, is_match in searched if is_match]
        if rows:
            self._found += rows
            self._corpus.take_found(self._query, self._found)


class PageTexts:
    """Texts of pages in lower case; the oldest texts are dropped."""

    def __init__(self) -> None:
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._n_characters = 0

    def search(
        self, pages: Sequence[ListedPage], rows: Sequence[int], query: str, control: Control
    ) -> Generator[tuple[int, bool], None, None]:
        """Yield the row of each page, and whether its text contains a query in lower case."""
        for row in rows:
            if control.is_cancelled():
                return
            yield row, query in self.text(pages[row])

    def text(self, page: ListedPage) -> str:
        """Return the text of a page; empty if the page cannot be read."""
        text = self._texts.get(page.name)
        if text is None:
            try:
                text = page.page().text.casefold()
            except (BoilerscopeError, OSError):  # its row in the list shows the error
                text = ""
            self._texts[page.name] = text
            self._n_characters += len(text)
            while self._n_characters > _MAX_CHARACTERS:
                self._n_characters -= len(self._texts.popitem(last=False)[1])
        return text


def is_searched(query: str) -> bool:
    """Return whether to search for a text: from three characters on, or if not all are ASCII."""
    return len(query) >= _MIN_LENGTH or any(ord(letter) >= _ASCII for letter in query)
