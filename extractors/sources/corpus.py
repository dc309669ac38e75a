"""Corpus: a list of pages that grows while its files and folders are listed."""

from __future__ import annotations

import copy
import time
from collections import Counter
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import CorpusError
from boilerscope.extractors.model.listed_page import ListedPage, UnreadPlace
from boilerscope.extractors.sources import refusals
from boilerscope.extractors.sources.listing import ListOptions, list_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from boilerscope.extractors.sources.left_out import LeftOut

_REPORT_S = 0.05
"""Interval between progress reports, seconds."""


class Corpus:
    """Pages of files and folders, listed without reading them.

    Parameters
    ----------
    paths : iterable of Path
        Inputs, see `list_pages`.
    skip_errors : bool
        Whether to collect errors in `problems` instead of raising them.
    gold_by : str
        Annotator whose marks are the gold of the pages; empty for the gold itself.

    Attributes
    ----------
    pages : list of ListedPage
        Pages listed so far.
    problems : list of UnreadPlace
        Files, lines and records that could not be listed so far, with the reasons, and one for the
        records of each file that were left out because they are not pages.
    is_read : bool
        Whether all pages are listed.
    """

    def __init__(
        self, paths: Iterable[Path], *, skip_errors: bool = False, gold_by: str = ""
    ) -> None:
        self.paths = tuple(paths)
        self.gold_by = gold_by
        self.pages: list[ListedPage] = []
        self.problems: list[UnreadPlace] = []
        self.is_read = False
        options = ListOptions(refuse=not skip_errors)
        self._listing = list_pages(map(str, self.paths), options, tell=self._add_problem)
        self._counts: dict[str, Counter[Any]] = {}

    def read(self) -> Iterator[int]:
        """List the pages; yield their number regularly and at the end.

        After an interruption, the next call continues.

        Raises
        ------
        CorpusError
            If a part cannot be read and errors are not skipped, or if the corpus has no pages. The
            message names file and line.
        """
        reported_at = time.monotonic()
        for page in self._listing:
            if isinstance(page.place, UnreadPlace):
                self.problems.append(page.place)
            else:
                self.pages.append(replace(page, gold_by=self.gold_by) if self.gold_by else page)
            if time.monotonic() - reported_at > _REPORT_S:
                yield len(self.pages)
                reported_at = time.monotonic()
        if not self.pages:
            raise self._empty()
        for of in ("set_name", "language", "page_type", "has_gold"):
            self._counts[of] = self._count(of)
        self.is_read = True
        yield len(self.pages)

    def read_all(self) -> Corpus:
        """List all pages and return the corpus; raise the errors of `read`."""
        for _ in self.read():
            pass
        return self

    def marked_by(self, annotator: str) -> Corpus:
        """Return the corpus, whose pages are all listed, with the marks of an annotator as gold.

        Parameters
        ----------
        annotator : str
            Name of the annotator; empty for the gold itself.
        """
        other = copy.copy(self)
        other.gold_by = annotator
        other.pages = [replace(page, gold_by=annotator) for page in self.pages]
        return other

    def counts(self, of: str) -> Counter[Any]:
        """Return the number of pages by ``set_name``, ``language`` or ``page_type``.

        The reading thread counts all pages at the end of the reading.
        """
        return self._counts[of] if of in self._counts else self._count(of)

    @property
    def n_gold(self) -> int:
        """Number of pages with gold."""
        return self.counts("has_gold")[True]

    def _add_problem(self, left_out: LeftOut) -> None:
        self.problems.append(UnreadPlace(left_out.file, str(left_out)))

    def _count(self, of: str) -> Counter[Any]:
        return Counter(map(attrgetter(of), self.pages))

    def _empty(self) -> CorpusError:
        """Return the error of a corpus without pages: the only problem, if there is just one."""
        if len(self.problems) == 1:
            return CorpusError(self.problems[0].message)
        return refusals.no_pages(", ".join(map(str, self.paths)))
