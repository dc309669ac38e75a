"""Search in the texts of pages: in the background, a few pages at a time."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.errors import BoilerscopeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.app.window.corpus.controller import CorpusController
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.extractors.sources.pages import CorpusPage

_NAME = "page texts"
_MIN_LENGTH = 3
"""Minimum length; shorter words in letters are in nearly every page."""
_ASCII = 128
_CHUNK_S = 0.05
_MAX_CHARACTERS = 50_000_000
"""Characters of texts that are kept for the next search."""


class TextSearch:
    """Finds the pages whose text contains the query, after those whose name contains it.

    Parameters
    ----------
    corpus : CorpusController
        Takes the matches.
    """

    def __init__(self, corpus: CorpusController) -> None:
        self._corpus = corpus
        self._texts = PageTexts()
        self._table: ScoreTable | None = None
        self._query = ""
        self._left: list[int] = []
        self._found: list[int] = []

    def search(self, table: ScoreTable, query: str) -> None:
        """Search a text in the finished pages; a search for the same text continues."""
        if table is self._table and query == self._query:
            return
        self._table, self._query = table, query
        self._found = []
        self._left = np.flatnonzero(table.is_done).tolist() if is_searched(query) else []
        if self._left:
            self._ask()
        else:
            self._corpus.background.drop(_NAME)

    def _ask(self) -> None:
        table, query, left = self._table, self._query.casefold(), self._left
        if table is not None:
            self._corpus.background.ask(
                _NAME, lambda: self._texts.search(table.pages, left, query), self._take
            )

    def _take(self, result: tuple[list[int], list[int]]) -> None:
        matches, self._left = result
        self._found += matches
        if matches:
            self._corpus.take_found(self._query, self._found)
        if self._left:
            self._ask()


class PageTexts:
    """Texts of pages in lower case; the oldest texts are dropped."""

    def __init__(self) -> None:
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._n_characters = 0

    def search(
        self, pages: Sequence[CorpusPage], rows: list[int], query: str
    ) -> tuple[list[int], list[int]]:
        """Search the next pages for a short time.

        Returns
        -------
        (list of int, list of int)
            Rows with the text, and rows still to search.
        """
        began = time.monotonic()
        matches = []
        for number, row in enumerate(rows, 1):
            if query in self.text(pages[row]):
                matches.append(row)
            if time.monotonic() - began > _CHUNK_S:
                return matches, rows[number:]
        return matches, []

    def text(self, page: CorpusPage) -> str:
        """Return the text of a page; empty if the page cannot be read."""
        text = self._texts.get(page.name)
        if text is None:
            try:
                text = page.place.entry().page().text.casefold()
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
