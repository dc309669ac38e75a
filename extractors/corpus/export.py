"""Export what the Corpus face shows, by the writers of the command ``score``.

Every file has what is needed to repeat it: settings, versions, seed, digest of the pages, and which
pages of the corpus they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.corpus.order import spread
from extractors.errors import CorpusError, UnknownNameError
from extractors.model.extraction import Status
from extractors.scoring.record import about
from extractors.scoring.report import Report, Table, report
from extractors.scoring.results import ANSWERED
from extractors.scoring.rows import mean_rows, page_rows
from extractors.scoring.summary import summarize, summarize_groups
from extractors.scoring.task import scored_run
from extractors.scoring.writing import csv_rows, latex, markdown, parquet_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from extractors.corpus.order import PageOrder
    from extractors.corpus.table import ScoreTable
    from extractors.runner import Pane
    from extractors.scoring.results import ScoredRun, ScoreOptions

_N_LEADERBOARD_TABLES = 2


class Part(StrEnum):
    """What is exported."""

    LEADERBOARD = "leaderboard"
    MATRIX = "matrix"
    GROUPS = "groups"


TEXT_FORMATS: Mapping[str, Callable[[Report], str]] = {"latex": latex, "markdown": markdown}
FORMATS = ("csv", *TEXT_FORMATS, "parquet")
"""Names of the formats."""


@dataclass(frozen=True, slots=True)
class Export:
    """Pages and panes to export.

    Attributes
    ----------
    table : ScoreTable
        The scores.
    order : PageOrder
        The pages, in the order of the matrix.
    panes : sequence of Pane
        The panes of the table.
    options : ScoreOptions
        What was scored.
    baseline : str
        Pane that the others are compared with; the first one if empty.
    selection : str
        Which pages these are, in words, such as the filter; empty if all.
    """

    table: ScoreTable
    order: PageOrder
    panes: Sequence[Pane]
    options: ScoreOptions
    baseline: str = ""
    selection: str = ""

    def write(self, part: Part, format_name: str, *, by: str = "language") -> bytes:
        """Return a file.

        Parameters
        ----------
        part : Part
            What to export.
        format_name : str
            A name in `FORMATS`.
        by : str
            What pages are grouped by, see `extractors.scoring.groups.GROUPS`.

        Raises
        ------
        CorpusError
            If no page is done.
        UnknownNameError
            If there is no such format.
        ScoreError
            If Parquet cannot be written here.
        """
        if format_name not in FORMATS:
            raise UnknownNameError("format", format_name, FORMATS)
        if not len(self.order):
            raise CorpusError("There is no page to export. Clear the filters, or run the panes.")
        run = self.run()
        if format_name in TEXT_FORMATS:
            return TEXT_FORMATS[format_name](self._report(run, part, by)).encode()
        rows = self._rows(run, part, by)
        return csv_rows(rows) if format_name == "csv" else parquet_rows(rows, about(run))

    def run(self) -> ScoredRun:
        """Return the scored run of the pages, as the command ``score`` makes it."""
        scores = [list(self.table.scores(row)) for row in self.order.rows.tolist()]
        return replace(scored_run(scores, self.panes, self.options), selection=self.selection)

    def _rows(self, run: ScoredRun, part: Part, by: str) -> list[dict[str, Any]]:
        if part is Part.MATRIX:
            return list(page_rows(run))
        baseline = self.baseline or None
        if part is Part.GROUPS:
            return list(mean_rows(run, {by: summarize_groups(run, by, baseline=baseline)}))
        return list(mean_rows(run, {"all": [summarize(run, baseline=baseline)]}))

    def _report(self, run: ScoredRun, part: Part, by: str) -> Report:
        baseline = self.baseline or None
        summaries = {"all": [summarize(run, baseline=baseline)]}
        if part is Part.GROUPS:
            summaries[by] = summarize_groups(run, by, baseline=baseline)
        whole = report(run, summaries)
        if part is Part.MATRIX:
            return replace(whole, tables=(self._matrix(),))
        first = _N_LEADERBOARD_TABLES
        tables = whole.tables[first:] if part is Part.GROUPS else whole.tables[:first]
        return replace(whole, tables=tables)

    def _matrix(self) -> Table:
        """Return a row for each page: the first measure of each pane, or why there is none."""
        table, measure = self.table, self.options.measures[0]
        values = table.values(measure)
        spreads = spread(values)
        rows = []
        for row in self.order.rows.tolist():
            page = table.pages[row]
            cells = (
                _cell(table.status_of(row, column), float(values[row, column]))
                for column in range(len(table.panes))
            )
            words = f"{int(table.n_tokens[row]):,}"
            best = "-" if np.isnan(spreads[row]) else f"{spreads[row]:.3f}"
            rows.append((page.name, page.language, page.page_type, words, *cells, best))
        header = ("page", "language", "type", "words", *table.panes, "spread")
        return Table(f"{measure} of {len(rows):,} pages", header, tuple(rows))


def _cell(status: Status | None, value: float) -> str:
    if status is None or status not in ANSWERED:
        return "-" if status is None else status.value
    number = "-" if np.isnan(value) else f"{value:.3f}"
    return f"{number} (empty)" if status is Status.EMPTY else number
