"""Scores of a run in columns, filled page by page while results arrive."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.averages import ScoreMatrix
from boilerscope.extractors.scoring.measures import COUNTS, MEASURES, count_names
from boilerscope.extractors.scoring.results import ANSWERED, PageStatus, corpus_digest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.extractors.runs.corpus_run import PageResult
    from boilerscope.extractors.scoring.results import PaneScore, ScoredPage

STATUSES: tuple[Status | None, ...] = (None, *Status)
"""Statuses by code in `ScoreTable.status`; code 0 is an unfinished page."""

_CODES = {status: code for code, status in enumerate(STATUSES)}
_IS_FAILURE = np.array([status is not None and status not in ANSWERED for status in STATUSES])


class ScoreTable:
    """Scores of panes on the pages of a corpus.

    Parameters
    ----------
    measures : sequence of str
        Names in `boilerscope.extractors.scoring.measures.MEASURES`.

    Attributes
    ----------
    status : array of uint8, shape (n_pages, n_panes)
        Codes of `STATUSES`.
    seconds : array of float, shape (n_pages, n_panes)
        Time of each run; NaN if unknown, as for timeouts and results from a file.
    n_tokens : array of int64, shape (n_pages,)
        Words of each page, 0 if unfinished.
    n_gold : array of int64, shape (n_pages,)
        Words of the main content of each page, 0 if unfinished.
    is_done, is_scored : array of bool, shape (n_pages,)
        Finished pages, and finished pages that are scored.
    is_outdated : array of bool, shape (n_panes,)
        Panes with results from earlier settings.
    """

    def __init__(
        self, pages: Sequence[ListedPage], panes: Sequence[str], measures: Sequence[str]
    ) -> None:
        self.pages, self.panes, self.measures = pages, tuple(panes), tuple(measures)
        shape = (len(pages), len(self.panes))
        self.status: NDArray[np.uint8] = np.zeros(shape, dtype=np.uint8)
        self.seconds: FloatArray = np.full(shape, np.nan)
        self.n_tokens: NDArray[np.int64] = np.zeros(len(pages), dtype=np.int64)
        self.n_gold: NDArray[np.int64] = np.zeros(len(pages), dtype=np.int64)
        self.is_done: BoolArray = np.zeros(len(pages), dtype=np.bool_)
        self.is_scored: BoolArray = np.zeros(len(pages), dtype=np.bool_)
        self.is_outdated: BoolArray = np.zeros(len(self.panes), dtype=np.bool_)
        self._counts: Mapping[str, FloatArray] = {
            kind: np.full((*shape, len(COUNTS[kind].fields)), np.nan)
            for kind in count_names(self.measures)
        }
        self._values: dict[str, tuple[int, FloatArray]] = {}
        self._n_added = 0
        self._results: dict[int, PageResult] = {}
        self._text_matches: tuple[str, BoolArray] = ("", np.zeros(len(pages), dtype=np.bool_))

    @cached_property
    def name_rank(self) -> NDArray[np.int64]:
        """Rank of each page by name, shape (n_pages,), computed on first use."""
        names = np.array([page.name for page in self.pages], dtype=object)
        rank = np.empty(len(names), dtype=np.int64)
        rank[np.argsort(names, kind="stable")] = np.arange(len(names))
        return rank

    def add(self, result: PageResult) -> None:
        """Add the results of a page, except those of panes that are not in the table."""
        row = result.index
        self._results[row] = result
        self.is_done[row] = True
        self.is_scored[row] = result.page.status is PageStatus.SCORED
        self.n_tokens[row] = result.page.n_tokens
        self.n_gold[row] = result.page.n_gold
        by_pane = {score.pane: score for score in result.scores}
        for column, pane in enumerate(self.panes):
            if pane in by_pane:
                self._set(row, column, by_pane[pane])
        self._n_added += 1

    def carried(self, panes: Sequence[str], measures: Sequence[str]) -> ScoreTable:
        """Return a table for other panes and measures with the results of this table."""
        table = ScoreTable(self.pages, panes, measures)
        targets = [column for column, pane in enumerate(table.panes) if pane in self.panes]
        sources = [self.panes.index(table.panes[column]) for column in targets]
        table.status[:, targets] = self.status[:, sources]
        table.seconds[:, targets] = self.seconds[:, sources]
        table.is_outdated[targets] = self.is_outdated[sources]
        for kind in table._counts.keys() & self._counts.keys():
            table._counts[kind][:, targets] = self._counts[kind][:, sources]
        for name in ("n_tokens", "n_gold", "is_done", "is_scored"):
            getattr(table, name)[:] = getattr(self, name)
        table._results = dict(self._results)
        return table

    def remove(self, row: int) -> None:
        """Remove the results of a page."""
        self._results.pop(row, None)
        self.status[row], self.seconds[row], self.n_tokens[row] = 0, np.nan, 0
        self.is_done[row] = self.is_scored[row] = False
        for counts in self._counts.values():
            counts[row] = np.nan
        self._n_added += 1

    @cached_property
    def haystacks(self) -> list[str]:
        """Name, title and address of each page in one text, case-folded for searching."""
        return [f"{page.name}\n{page.title}\n{page.url or ''}".casefold() for page in self.pages]

    def take_found(self, text: str, rows: Sequence[int]) -> None:
        """Set the pages found so far by a text search; they replace those of an earlier search."""
        is_match = np.zeros(len(self.pages), dtype=np.bool_)
        is_match[list(rows)] = True
        self._text_matches = (text, is_match)

    def with_text(self, text: str) -> BoolArray:
        """Return the mask of pages that a search for a text has found so far, shape (n_pages,)."""
        searched, is_match = self._text_matches
        return is_match if searched == text else np.zeros(len(self.pages), dtype=np.bool_)

    def mark_outdated(self, pane: str) -> None:
        """Mark the results of a pane as outdated until the pane has run again."""
        self.is_outdated[self.panes.index(pane)] = True

    def mark_current(self) -> None:
        """Mark all results as current, after a run."""
        self.is_outdated[:] = False

    def scored_page(self, row: int) -> ScoredPage | None:
        """Return the facts of a page; None if it is unfinished."""
        result = self._results.get(row)
        return None if result is None else result.page

    def scores(self, row: int) -> tuple[PaneScore, ...]:
        """Return the scores of a page; empty if it is unfinished."""
        result = self._results.get(row)
        return () if result is None else result.scores

    def status_of(self, row: int, column: int) -> Status | None:
        """Return the status of a pane on a page; None if the page is unfinished."""
        return STATUSES[int(self.status[row, column])]

    @property
    def digest(self) -> str:
        """SHA-256 over the names and digests of finished pages, see `ScoredRun.digest`."""
        results = dict(self._results)
        return corpus_digest(results[row].page for row in sorted(results))

    @property
    def has_failed(self) -> BoolArray:
        """Mask of missing results, shape (n_pages, n_panes)."""
        return _IS_FAILURE[self.status]

    @property
    def is_complete(self) -> BoolArray:
        """Mask of pages with an outcome of every pane that has run at all, shape (n_pages,)."""
        has_run = self.status > 0
        never_ran = ~np.logical_or.reduce(has_run, axis=0)
        complete: BoolArray = np.logical_and.reduce(has_run | never_ran, axis=1)
        return self.is_done & complete

    @property
    def is_common(self) -> BoolArray:
        """Mask of scored pages that every pane answered, ignoring panes without any answer."""
        failed = self._unanswered[self.is_scored]
        silent = np.logical_and.reduce(failed, axis=0)
        common = self.is_scored.copy()
        common[self.is_scored] = ~np.logical_or.reduce(failed & ~silent, axis=1)
        return common

    def n_pages_that_are(self, status: PageStatus) -> int:
        """Return the number of finished pages with a status."""
        return sum(result.page.status is status for result in tuple(self._results.values()))

    def n_outcomes(self, status: Status) -> int:
        """Return the number of results with a status."""
        return int((self.status == _CODES[status]).sum())

    def values(self, measure: str) -> FloatArray:
        """Return the value of each page and pane, NaN without a result or a score.

        Shape (n_pages, n_panes). The array is cached until a page is added. Any thread may call
        this while another thread adds pages.
        """
        n_added = self._n_added
        n_cached, values = self._values.get(measure, (-1, None))
        if values is None or n_cached != n_added:
            definition = MEASURES[measure]
            counts = self._counts[definition.counts]
            values = definition.value(np.nan_to_num(counts))
            is_unknown = np.isnan(counts[..., 0]) | self.has_failed | ~self.is_scored[:, None]
            values[is_unknown] = np.nan
            self._values[measure] = n_added, values
        return values

    def matrix(self, rows: NDArray[np.int64]) -> ScoreMatrix:
        """Return the scores of some scored pages as a matrix for computing means."""
        counts = {kind: counts[rows] for kind, counts in self._counts.items()}
        return ScoreMatrix.of_arrays(self._unanswered[rows], counts)

    @property
    def _unanswered(self) -> BoolArray:
        """Mask of missing results: failed or not computed yet, shape (n_pages, n_panes)."""
        unanswered: BoolArray = self.has_failed | (self.status == 0)
        return unanswered

    def _set(self, row: int, column: int, score: PaneScore) -> None:
        self.status[row, column] = _CODES[score.status]
        self.seconds[row, column] = score.seconds or np.nan  # 0 means unknown
        for kind, counts in self._counts.items():
            values = score.counts.get(kind)
            counts[row, column] = np.nan if values is None else values
