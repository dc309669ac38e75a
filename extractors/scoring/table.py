"""The scored run: scores of panes on pages in columns, filled page by page while results arrive."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import ANSWERED, Status, TemplateUse
from boilerscope.extractors.scoring.averages import Deciders, ScoreMatrix
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.counts import COUNTS
from boilerscope.extractors.scoring.measures import WITHOUT_GOLD, count_names, measure_of
from boilerscope.extractors.scoring.results import PageStatus, PaneScore, corpus_digest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.extractors.scoring.results import PageResult, ScoredPage

STATUSES: tuple[Status | None, ...] = (None, *Status)
"""Statuses by code in `ScoreTable.status`; code 0 is an unfinished page."""

TEMPLATE_USES: tuple[TemplateUse | None, ...] = (None, *TemplateUse)
"""What minus template did, by code in `ScoreTable.template`; code 0 is unknown or no such step."""

EXPECTED, COMPARED = "expected", "compared"
"""Figures without gold: expected F1, which is slow, and agreement with kept words."""

_CODES = {status: code for code, status in enumerate(STATUSES)}
_IS_FAILURE = np.array([status is not None and status not in ANSWERED for status in STATUSES])
_TEXTS = tuple(ScoredText)
_FIGURES = frozenset(measure.counts for measure in WITHOUT_GOLD.values())


class ScoreTable:
    """Scores of panes on the pages of a corpus.

    Parameters
    ----------
    pages : sequence of ListedPage
        Pages of the corpus, in order; they need not have been read.
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
    is_stale : array of bool, shape (n_pages, n_panes)
        Results from earlier settings that the current run has not replaced yet.
    deciders : Deciders
        The user's choice of the panes whose answers decide which pages are compared.
    template : array of uint8, shape (n_pages, n_panes)
        Codes of `TEMPLATE_USES`.
    needs_gold : bool
        Whether the score on screen needs gold; if not, all pages count that could be read.
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
        self.is_stale: BoolArray = np.zeros(shape, dtype=np.bool_)
        self.deciders = Deciders()
        self.template: NDArray[np.uint8] = np.zeros(shape, dtype=np.uint8)
        self.needs_gold = True
        self._figures: dict[str, FloatArray] = {}
        self._has_figures = {
            name: np.zeros(len(pages), dtype=np.bool_) for name in (EXPECTED, COMPARED)
        }
        self._facts: list[ScoredPage | None] = [None] * len(pages)
        self._aligned: FloatArray = np.full(shape, np.nan)
        self._text: NDArray[np.uint8] = np.zeros(shape, dtype=np.uint8)
        self._used: NDArray[np.uint32] = np.zeros(shape, dtype=np.uint32)
        self._used_codes: dict[tuple[tuple[str, str], ...], int] = {(): 0}
        self._messages: dict[tuple[int, int], str] = {}
        kinds = count_names(self.measures)
        self._counts: Mapping[str, FloatArray] = {
            kind: np.full((*shape, len(COUNTS[kind].fields)), np.nan) for kind in kinds
        }
        self._is_counted: Mapping[str, BoolArray] = {
            kind: np.zeros(shape, dtype=np.bool_) for kind in kinds
        }
        self._values: dict[str, tuple[int, FloatArray]] = {}
        self._n_added = 0
        self._layouts: tuple[int, ...] | None = None
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
        self._facts[row] = self._with_layout(row, result.page)
        self.is_done[row] = True
        self.is_scored[row] = result.page.status is PageStatus.SCORED
        self.n_tokens[row] = result.page.n_tokens
        self.n_gold[row] = result.page.n_gold
        by_pane = {score.pane: score for score in result.scores}
        for column, pane in enumerate(self.panes):
            if pane in by_pane:
                self._set(row, column, by_pane[pane])
        self._forget_figures(row)
        self._n_added += 1

    def carried(
        self, panes: Sequence[str], measures: Sequence[str], *, with_counts: bool = True
    ) -> ScoreTable:
        """Return a table for other panes and measures with the results of this table.

        Parameters
        ----------
        with_counts : bool
            Whether to carry the counts of scores; if not, only outcomes and pages are carried, as
            for another text to score.
        """
        table = ScoreTable(self.pages, panes, measures)
        targets = [column for column, pane in enumerate(table.panes) if pane in self.panes]
        sources = [self.panes.index(table.panes[column]) for column in targets]
        table.deciders, table.needs_gold = self.deciders, self.needs_gold
        for name in ("status", "seconds", "is_stale", "template", "_aligned", "_text", "_used"):
            getattr(table, name)[:, targets] = getattr(self, name)[:, sources]
        table.is_outdated[targets] = self.is_outdated[sources]
        if with_counts:
            for kind in table._counts.keys() & self._counts.keys():
                table._counts[kind][:, targets] = self._counts[kind][:, sources]
                table._is_counted[kind][:, targets] = self._is_counted[kind][:, sources]
        for name in ("n_tokens", "n_gold", "is_done", "is_scored"):
            getattr(table, name)[:] = getattr(self, name)
        if {*table.panes} == {*self.panes}:  # it depends on the other panes
            for name, figures in self._figures.items():
                table._filled(name)[:, targets] = figures[:, sources]
            for name, is_known in self._has_figures.items():
                table._has_figures[name][:] = is_known
        target_of = dict(zip(sources, targets, strict=True))
        table._messages = {
            (row, target_of[column]): message
            for (row, column), message in self._messages.items()
            if column in target_of
        }
        table._facts, table._used_codes = list(self._facts), dict(self._used_codes)
        table._layouts = self._layouts
        return table

    def remove(self, row: int) -> None:
        """Remove the results of a page."""
        self._facts[row] = None
        self.status[row], self.seconds[row], self.n_tokens[row] = 0, np.nan, 0
        self.is_stale[row] = False
        self.is_done[row] = self.is_scored[row] = False
        self._forget_figures(row)
        for kind, counts in self._counts.items():
            counts[row], self._is_counted[kind][row] = np.nan, False
        self._n_added += 1

    def remove_stale(self, column: int | None = None) -> None:
        """Remove the results of earlier settings that no run has replaced, of one or all panes."""
        is_stale = self.is_stale.copy()
        if column is not None:
            is_stale[:] = False
            is_stale[:, column] = self.is_stale[:, column]
        self.status[is_stale], self.seconds[is_stale] = 0, np.nan
        for kind, counts in self._counts.items():
            counts[is_stale], self._is_counted[kind][is_stale] = np.nan, False
        for row, of_pane in np.argwhere(is_stale).tolist():
            self._messages.pop((row, of_pane), None)
        self.is_stale[is_stale] = False
        self._forget_figures(np.logical_or.reduce(is_stale, axis=1))
        self._n_added += 1

    def take_figures(
        self,
        rows: NDArray[np.int64],
        agreement: FloatArray,
        n_kept: FloatArray,
        expected: FloatArray | None = None,
    ) -> None:
        """Set the figures without gold of some pages, until these have other results.

        Parameters
        ----------
        agreement, n_kept, expected : array of float, shape (n_rows, n_panes)
            NaN for a pane without a result; None for expected F1 that was not computed.
        """
        self._filled("agreement")[rows], self._filled("n_kept")[rows] = agreement, n_kept
        self._has_figures[COMPARED][rows] = True
        if expected is not None:
            self._filled("expected")[rows], self._has_figures[EXPECTED][rows] = expected, True
        self._n_added += 1

    @property
    def expected(self) -> FloatArray:
        """Expected F1 without gold, shape (n_pages, n_panes).

        NaN without a result or before `take_figures`.
        """
        return self._figure("expected")

    @property
    def agreement(self) -> FloatArray:
        """Mean F1 against the other panes, shape (n_pages, n_panes).

        NaN without a result, without other panes, or before `take_figures`.
        """
        return self._figure("agreement")

    @property
    def n_kept(self) -> FloatArray:
        """Kept words, shape (n_pages, n_panes); NaN without a result or before `take_figures`."""
        return self._figure("n_kept")

    def _figure(self, name: str) -> FloatArray:
        figures = self._figures.get(name)
        unknown: FloatArray = np.broadcast_to(np.array(np.nan), self.status.shape)
        return unknown if figures is None else figures

    def _filled(self, name: str) -> FloatArray:
        """Return an array of figures to write to, which few runs need."""
        if name not in self._figures:
            self._figures[name] = np.full(self.status.shape, np.nan)
        return self._figures[name]

    @property
    def has_layouts(self) -> bool:
        """Whether the layouts of the pages are known, see `take_layouts`."""
        return self._layouts is not None

    def take_layouts(self, layouts: Sequence[int]) -> None:
        """Set the layout of each page among the pages of its site, also of pages added later.

        A page that a pane has read with its site keeps its layout.
        """
        self._layouts = tuple(layouts)
        self._facts = [
            None if page is None else self._with_layout(row, page)
            for row, page in enumerate(self._facts)
        ]
        self._n_added += 1

    def _with_layout(self, row: int, page: ScoredPage) -> ScoredPage:
        if self._layouts is None or page.layout:
            return page
        return replace(page, layout=self._layouts[row])

    def lacks_figures(self, kind: str) -> BoolArray:
        """Return the mask of pages with a result whose figures of a kind are not computed.

        Parameters
        ----------
        kind : str
            `EXPECTED` or `COMPARED`.
        """
        answered: BoolArray = np.logical_or.reduce(~self.is_unanswered, axis=1)
        return self.is_done & answered & ~self._has_figures[kind]

    @property
    def lists_gold(self) -> bool:
        """Whether any page is listed with gold."""
        return any(page.has_gold for page in self.pages)

    def finished_by(self, names: Collection[str]) -> NDArray[np.int64]:
        """Return the finished pages on which each of some panes has run, none for other panes."""
        if not {*names} <= {*self.panes}:
            return np.zeros(0, dtype=np.int64)
        columns = [self.panes.index(name) for name in names]
        return np.flatnonzero(self.is_done & (self.status[:, columns] > 0).all(axis=1))

    def having(self, rows: NDArray[np.int64]) -> dict[int, frozenset[str]]:
        """Return the names of the panes that have a result on some pages, by page."""
        names, answered = np.array(self.panes, dtype=object), ~self.is_unanswered
        return {row: frozenset(names[answered[row]]) for row in rows.tolist()}

    def _forget_figures(self, rows: int | BoolArray) -> None:
        for figures in self._figures.values():
            figures[rows] = np.nan
        for is_known in self._has_figures.values():
            is_known[rows] = False

    @property
    def counts_page(self) -> BoolArray:
        """Mask of the pages that count for the score on screen, shape (n_pages,)."""
        return self.is_scored if self.needs_gold else self.is_done & (self.n_tokens > 0)

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

    def scored_page(self, row: int) -> ScoredPage | None:
        """Return the facts of a page; None if it is unfinished."""
        return self._facts[row]

    def language(self, row: int) -> str:
        """Return the language of a page: that of its list, else the detected one; empty if unknown.

        A page that is not finished has only the language of its list.
        """
        facts = self._facts[row]
        return self.pages[row].language or (facts.language if facts is not None else "")

    def site(self, row: int, *, layout: bool = False) -> str:
        """Return the site of a page, or site and layout; empty for a page that is not finished."""
        facts = self._facts[row]
        if facts is None:
            return ""
        return facts.site_and_layout if layout else facts.site

    def scored_pages(self, rows: Iterable[int]) -> list[ScoredPage]:
        """Return the facts of the finished pages among some pages."""
        return [page for row in rows if (page := self._facts[row]) is not None]

    def scores(self, row: int) -> tuple[PaneScore, ...]:
        """Return the scores of the panes with a result on a page; empty if it is unfinished."""
        page = self._facts[row]
        if page is None:
            return ()
        columns = np.flatnonzero(self.status[row]).tolist()
        return tuple(self._score(page, row, column) for column in columns)

    def status_of(self, row: int, column: int) -> Status | None:
        """Return the status of a pane on a page; None if the page is unfinished."""
        return STATUSES[int(self.status[row, column])]

    def aligned_texts(self, rows: NDArray[np.int64], column: int) -> set[ScoredText]:
        """Return the kinds of texts that were aligned to score a pane on some pages."""
        is_aligned = ~np.isnan(self._aligned[rows, column])
        return {_TEXTS[code] for code in np.unique(self._text[rows, column][is_aligned]).tolist()}

    def used(self, rows: NDArray[np.int64]) -> dict[str, dict[str, str]]:
        """Return the dependencies of results on some pages, besides page and settings, by pane."""
        by_code = [dict(items) for items in self._used_codes]
        codes = np.where(self.status[rows] > 0, self._used[rows], 0)
        used: dict[str, dict[str, str]] = {}
        for row, column in np.argwhere(codes).tolist():
            used.setdefault(self.panes[column], {}).update(by_code[codes[row, column]])
        return used

    @property
    def digest(self) -> str:
        """SHA-256 over the names and digests of finished pages, see `corpus_digest`."""
        return corpus_digest(page for page in tuple(self._facts) if page is not None)

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
        """Mask of the pages that panes are compared on, see `common`."""
        return self.common(np.ones(len(self.pages), dtype=np.bool_))

    def common(self, mask: BoolArray, pane: str = "") -> BoolArray:
        """Return the mask of the pages among some pages that panes are compared on.

        Parameters
        ----------
        mask : array of bool, shape (n_pages,)
            Pages of the comparison.
        pane : str
            A pane; only pages that it answered are in the mask, see `ScoreMatrix`.
        """
        rows = np.flatnonzero(mask & self.counts_page & self.is_complete)
        matrix = self.matrix(rows, ())
        common = np.zeros(len(self.pages), dtype=np.bool_)
        columns = (self.panes.index(pane),) if pane else ()
        common[rows] = matrix.answered(*columns)
        return common

    def apart(self, mask: BoolArray) -> tuple[str, ...]:
        """Return the panes that do not limit the pages to compare among some, see `ScoreMatrix`."""
        matrix = self.matrix(np.flatnonzero(mask & self.counts_page & self.is_complete), ())
        return tuple(pane for pane, apart in zip(self.panes, matrix.apart, strict=True) if apart)

    def lacks(self, measures: Sequence[str]) -> BoolArray:
        """Return the mask of scored pages that lack a count of some measures, shape (n_pages,).

        A pane without a result on the page lacks nothing: it has not run.
        """
        has_run = self.status > 0
        lacking = np.zeros(len(self.pages), dtype=np.bool_)
        for kind in count_names(tuple(measures)):
            counted = self._is_counted.get(kind)
            missing = has_run if counted is None else has_run & ~counted
            lacking |= np.logical_or.reduce(missing, axis=1)
        return lacking & self.is_scored

    def n_pages_that_are(self, status: PageStatus) -> int:
        """Return the number of finished pages with a status."""
        return sum(page is not None and page.status is status for page in tuple(self._facts))

    def has_status(self, status: Status) -> BoolArray:
        """Return the mask of results with a status, shape (n_pages, n_panes)."""
        mask: BoolArray = self.status == _CODES[status]
        return mask

    def n_outcomes(self, status: Status) -> int:
        """Return the number of results with a status."""
        return int((self.status == _CODES[status]).sum())

    def values(self, measure: str) -> FloatArray:
        """Return the value of each page and pane, NaN without a result or a score.

        A measure whose counts the table does not have is NaN everywhere, see `lacks`.

        Shape (n_pages, n_panes). The array is cached until a page is added. Any thread may call
        this while another thread adds pages.
        """
        n_added = self._n_added
        n_cached, values = self._values.get(measure, (-1, None))
        if values is None or n_cached != n_added:
            definition = measure_of(measure)
            counts = self._counts_of(definition.counts)
            values = definition.value(np.nan_to_num(counts))
            is_unknown = np.isnan(counts[..., 0]) | self.has_failed
            if measure not in WITHOUT_GOLD:
                is_unknown |= ~self.is_scored[:, None]
            values[is_unknown] = np.nan
            self._values[measure] = n_added, values
        return values

    def matrix(self, rows: NDArray[np.int64], measures: Sequence[str]) -> ScoreMatrix:
        """Return the scores of some scored pages as a matrix for computing means."""
        kinds = count_names(tuple(measures))
        counts = {kind: self._counts_of(kind)[rows] for kind in kinds}
        return ScoreMatrix(self.is_unanswered[rows], counts, self.deciders.columns(self.panes))

    @property
    def is_unanswered(self) -> BoolArray:
        """Mask of missing results: failed or not computed yet, shape (n_pages, n_panes)."""
        unanswered: BoolArray = self.has_failed | (self.status == 0)
        return unanswered

    def _counts_of(self, kind: str) -> FloatArray:
        counts = self._counts.get(kind)
        if counts is not None:
            return counts
        if kind in _FIGURES:
            return self._figure_counts(kind)
        return np.full((*self.status.shape, len(COUNTS[kind].fields)), np.nan)

    def _figure_counts(self, kind: str) -> FloatArray:
        """Return figures without gold as counts, a share and its whole."""
        if kind == "kept":
            whole = np.broadcast_to(self.n_tokens[:, None].astype(np.float64), self.n_kept.shape)
            return np.stack([self.n_kept, np.where(np.isnan(self.n_kept), np.nan, whole)], axis=-1)
        part = self.agreement if kind == "agreement" else self.expected
        return np.stack([part, np.where(np.isnan(part), np.nan, 1.0)], axis=-1)

    def _set(self, row: int, column: int, score: PaneScore) -> None:
        self.is_stale[row, column] = False
        self.status[row, column] = _CODES[score.status]
        self.seconds[row, column] = score.seconds or np.nan  # 0 means unknown
        self._aligned[row, column] = np.nan if score.aligned is None else score.aligned
        self._text[row, column] = _TEXTS.index(score.text)
        self._used[row, column] = self._code_of(score.used)
        self.template[row, column] = TEMPLATE_USES.index(score.template)
        if score.message:
            self._messages[row, column] = score.message
        else:
            self._messages.pop((row, column), None)
        for kind, counts in self._counts.items():
            values = score.counts.get(kind)
            counts[row, column] = np.nan if values is None else values
            self._is_counted[kind][row, column] = kind in score.counts

    def _code_of(self, used: Mapping[str, str]) -> int:
        """Return the number of a mapping; few of them differ."""
        return self._used_codes.setdefault(tuple(used.items()), len(self._used_codes))

    def _score(self, page: ScoredPage, row: int, column: int) -> PaneScore:
        status = STATUSES[int(self.status[row, column])]
        if status is None:
            raise KeyError((row, self.panes[column]))
        aligned, seconds = float(self._aligned[row, column]), float(self.seconds[row, column])
        return PaneScore(
            page,
            self.panes[column],
            status,
            self._messages.get((row, column), ""),
            0.0 if math.isnan(seconds) else seconds,
            _TEXTS[int(self._text[row, column])],
            None if math.isnan(aligned) else aligned,
            self._used_of(row, column),
            {
                kind: _whole(counts[row, column])
                for kind, counts in self._counts.items()
                if self._is_counted[kind][row, column]
            },
            template=TEMPLATE_USES[int(self.template[row, column])],
        )

    def _used_of(self, row: int, column: int) -> dict[str, str]:
        code = int(self._used[row, column])
        return dict(next(items for items, number in self._used_codes.items() if number == code))


def _whole(counts: FloatArray) -> tuple[int, ...] | None:
    """Return counts as whole numbers; None if the page is not scored this way."""
    return None if np.isnan(counts[0]) else tuple(int(value) for value in counts.tolist())
