"""Scores of a run as columns, filled page by page while results stream in."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.extraction import Status
from extractors.scoring.averages import ScoreMatrix
from extractors.scoring.measures import COUNTS, MEASURES, count_names
from extractors.scoring.results import ANSWERED, PageStatus, corpus_digest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from extractors.corpus.pages import CorpusPage
    from extractors.corpus.run import PageResult
    from extractors.page.records import BoolArray, FloatArray
    from extractors.scoring.results import PaneScore, ScoredPage

STATUSES: tuple[Status | None, ...] = (None, *Status)
"""Status by its code in `ScoreTable.status`; 0 is an unfinished page."""

_CODES = {status: code for code, status in enumerate(STATUSES)}
_IS_FAILURE = np.array([status is not None and status not in ANSWERED for status in STATUSES])


class ScoreTable:
    """Scores of panes on the pages of a corpus.

    Parameters
    ----------
    pages : sequence of CorpusPage
        The corpus.
    panes : sequence of str
        Names of the panes.
    measures : sequence of str
        Names in `extractors.scoring.measures.MEASURES`.

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
        self, pages: Sequence[CorpusPage], panes: Sequence[str], measures: Sequence[str]
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
        self._found: tuple[str, BoolArray] = ("", np.zeros(len(pages), dtype=np.bool_))

    @cached_property
    def name_rank(self) -> NDArray[np.int64]:
        """Place of each page in the order of names, shape (n_pages,); made by who sorts first."""
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
        """Return a table of other panes and measures with the results of this one."""
        table = ScoreTable(self.pages, panes, measures)
        to = [column for column, pane in enumerate(table.panes) if pane in self.panes]
        of = [self.panes.index(table.panes[column]) for column in to]
        table.status[:, to] = self.status[:, of]
        table.seconds[:, to] = self.seconds[:, of]
        table.is_outdated[to] = self.is_outdated[of]
        for kind in table._counts.keys() & self._counts.keys():
            table._counts[kind][:, to] = self._counts[kind][:, of]
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
        """Name, title and address of each page, in the form that a search compares."""
        return [f"{page.name}\n{page.title}\n{page.url or ''}".casefold() for page in self.pages]

    def take_found(self, text: str, rows: Sequence[int]) -> None:
        """Take the pages found so far whose own text contains a text, in place of earlier ones."""
        is_match = np.zeros(len(self.pages), dtype=np.bool_)
        is_match[list(rows)] = True
        self._found = (text, is_match)

    def with_text(self, text: str) -> BoolArray:
        """Return which pages contain a text as far as they were searched, shape (n_pages,)."""
        searched, is_match = self._found
        return is_match if searched == text else np.zeros(len(self.pages), dtype=np.bool_)

    def mark_outdated(self, pane: str) -> None:
        """Mark the results of a pane as outdated until the pane has run again."""
        self.is_outdated[self.panes.index(pane)] = True

    def mark_current(self) -> None:
        """Mark all results as current, after a run."""
        self.is_outdated[:] = False

    def scored_page(self, row: int) -> ScoredPage | None:
        """Return the facts of a page, None if it is unfinished."""
        result = self._results.get(row)
        return None if result is None else result.page

    def scores(self, row: int) -> tuple[PaneScore, ...]:
        """Return the scores of a page, empty if it is unfinished."""
        result = self._results.get(row)
        return () if result is None else result.scores

    def status_of(self, row: int, column: int) -> Status | None:
        """Return the status of a pane on a page, None if the page is unfinished."""
        return STATUSES[int(self.status[row, column])]

    @property
    def digest(self) -> str:
        """SHA-256 over the names and digests of the pages that are done, see `ScoredRun.digest`."""
        results = dict(self._results)
        return corpus_digest(results[row].page for row in sorted(results))

    @property
    def has_failed(self) -> BoolArray:
        """Mask of missing results, shape (n_pages, n_panes)."""
        return _IS_FAILURE[self.status]

    @property
    def is_complete(self) -> BoolArray:
        """Pages with an outcome of every pane that has run at all, shape (n_pages,)."""
        has_run = self.status > 0
        never_ran = ~np.logical_or.reduce(has_run, axis=0)
        complete: BoolArray = np.logical_and.reduce(has_run | never_ran, axis=1)
        return self.is_done & complete

    @property
    def is_common(self) -> BoolArray:
        """Scored pages that every pane answered, those without any answer left out."""
        failed = self._unanswered[self.is_scored]
        silent = np.logical_and.reduce(failed, axis=0)
        common = self.is_scored.copy()
        common[self.is_scored] = ~np.logical_or.reduce(failed & ~silent, axis=1)
        return common

    def n_pages_that_are(self, status: PageStatus) -> int:
        """Return how many pages that are done have a status."""
        return sum(result.page.status is status for result in tuple(self._results.values()))

    def n_outcomes(self, status: Status) -> int:
        """Return how many results ended so."""
        return int((self.status == _CODES[status]).sum())

    def values(self, measure: str) -> FloatArray:
        """Return the value of each page and pane; NaN without a result or a score.

        Shape (n_pages, n_panes). The array is made anew only after a page was added. Any thread may
        ask while another one adds pages.
        """
        n_added = self._n_added
        n_known, values = self._values.get(measure, (-1, None))
        if values is None or n_known != n_added:
            described = MEASURES[measure]
            counts = self._counts[described.counts]
            values = described.value(np.nan_to_num(counts))
            is_unknown = np.isnan(counts[..., 0]) | self.has_failed | ~self.is_scored[:, None]
            values[is_unknown] = np.nan
            self._values[measure] = n_added, values
        return values

    def matrix(self, rows: NDArray[np.int64]) -> ScoreMatrix:
        """Return the scores of some scored pages, in the form from which means are computed."""
        counts = {kind: counts[rows] for kind, counts in self._counts.items()}
        return ScoreMatrix.of_arrays(self._unanswered[rows], counts)

    @property
    def _unanswered(self) -> BoolArray:
        """Whether a result is missing: failed, or not computed yet."""
        unanswered: BoolArray = self.has_failed | (self.status == 0)
        return unanswered

    def _set(self, row: int, column: int, score: PaneScore) -> None:
        self.status[row, column] = _CODES[score.status]
        self.seconds[row, column] = score.seconds or np.nan  # a run takes some time
        for kind, counts in self._counts.items():
            values = score.counts.get(kind)
            counts[row, column] = np.nan if values is None else values
