"""Published tables with the rows of a run, as a document to write."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.report import Report, Table, with_interval
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from boilerscope.extractors.reproduce.published import (
        Benchmark,
        PublishedRow,
        PublishedTable,
    )
    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.scoring.leaderboard import Leaderboard, LeaderboardRow
    from boilerscope.extractors.scoring.rows import Row
    from boilerscope.extractors.scoring.run import ScoredRun

HERE, PUBLISHED = "here", "published"


@dataclass(frozen=True, eq=False)
class Reproduction:
    """Tables of a benchmark with our rows beside the published ones.

    Attributes
    ----------
    run : ScoredRun
        Panes, and outputs of the benchmark, on its pages.
    versions : mapping of str to str
        Version of each pane.
    year : int
        Year of the run.
    """

    benchmark: Benchmark
    run: ScoredRun
    versions: Mapping[str, str]
    year: int

    def about(self) -> Mapping[str, Any]:
        """Return everything that is needed to repeat the run."""
        return {"benchmark": self.benchmark.title, **self.run.about()}

    def report(self) -> Report:
        """Return a table for each published table, and notes."""
        tables = tuple(self._table(table, board) for table, board in self._boards)
        return Report(tables, (*self._notes(), *self.benchmark.notes))

    def rows(self) -> list[Row]:
        """Return a row for each extractor and measure, published or of this run."""
        return list(self.lines())

    def lines(self) -> Iterator[Row]:
        """Yield the rows of `rows`."""
        for table, board in self._boards:
            for row in _sorted(board, table):
                for measure in table.measures:
                    mean = row.mean(measure).with_failures
                    yield self._line(table, row.pane, measure, mean)
            for published in table.rows:
                for measure, value in zip(table.measures, published.values, strict=True):
                    yield _published_line(table, published, measure, value)

    @cached_property
    def _boards(self) -> list[tuple[PublishedTable, Leaderboard]]:
        """Tables with the leaderboards of their pages: those of their set, if it is there."""
        run = self.run
        sets = np.array([page.set_name for page in run.table.pages], dtype=object)
        boards = []
        for table in self.benchmark.tables:
            if table.set_name and self._known_sets and table.set_name not in self._known_sets:
                continue
            is_divided = table.set_name in self._known_sets
            mask = run.mask & (sets == table.set_name) if is_divided else run.mask
            board = leaderboard(run.table, mask, table.measures, averages=(Average.MACRO,))
            boards.append((table, board))
        return boards

    @cached_property
    def _known_sets(self) -> frozenset[str]:
        """Sets of the published tables that the data have."""
        named = {table.set_name for table in self.benchmark.tables if table.set_name}
        return frozenset(named & {page.set_name for page in self.run.table.pages})

    def _table(self, table: PublishedTable, board: Leaderboard) -> Table:
        names = [MEASURES[name].label for name in table.measures]
        rows = [
            (
                row.pane,
                *(with_interval(row.mean(name).with_failures) for name in table.measures),
                f"{row.n_failed:,}",
                self.versions.get(row.pane, ""),
                HERE,
                str(self.year),
            )
            for row in _sorted(board, table)
        ]
        rows += [
            (
                row.extractor,
                *map(_printed, row.values),
                "",
                row.version,
                PUBLISHED,
                str(table.year),
            )
            for row in table.rows
        ]
        title = f"{table.title}: {counted(board.n_scored, 'page')}"
        if table.n_pages not in {0, board.n_scored}:
            title += f" of {table.n_pages:,}"
        return Table(title, ("extractor", *names, "failed", "version", "from", "year"), tuple(rows))

    def _notes(self) -> Iterator[str]:
        named = [table.set_name for table in self.benchmark.tables if table.set_name]
        if named and not self._known_sets:
            folders = " and ".join(named)
            yield f"No page is in a folder {folders}, so that each table is of all pages here."
        for table, board in self._boards:
            if table.rows:
                yield f"Published ({table.title}): {table.source}, {table.year}."
            if table.n_pages not in {0, board.n_scored}:
                yield (
                    f"{table.title}: the published figures are of {table.n_pages:,} pages, these of"
                    f" {board.n_scored:,}. They cannot be compared if these are others."
                )
        yield (
            "Means over all pages; a failure counts as 0. Pages count whatever share of the gold"
            " is on them, because both texts are compared without the page."
        )

    def _line(self, table: PublishedTable, pane: str, measure: str, mean: Estimate) -> Row:
        return {
            "table": table.title,
            "extractor": pane,
            "version": self.versions.get(pane, ""),
            "from": HERE,
            "source": "",
            "year": self.year,
            "measure": measure,
            "value": _finite(mean.value),
            "low": _finite(mean.low),
            "high": _finite(mean.high),
            "pages": mean.n_pages,
        }


def _published_line(
    table: PublishedTable, row: PublishedRow, measure: str, value: float | None
) -> Row:
    return {
        "table": table.title,
        "extractor": row.extractor,
        "version": row.version,
        "from": PUBLISHED,
        "source": table.source,
        "year": table.year,
        "measure": measure,
        "value": value,
        "low": None,
        "high": None,
        "pages": table.n_pages,
    }


def _sorted(board: Leaderboard, table: PublishedTable) -> Sequence[LeaderboardRow]:
    """Return the rows, best first by the first measure of the table."""
    first = table.measures[0]

    def rank(row: LeaderboardRow) -> tuple[bool, float]:
        value = row.mean(first).with_failures.value
        return math.isnan(value), -value

    return sorted(board.rows, key=rank)


def _printed(value: float | None) -> str:
    """Return a published value with as many digits as it was printed with: three or four."""
    return "-" if value is None else f"{value:.4f}".removesuffix("0")


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
