"""Records of the leaderboard: its columns and its contents."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.measures import MEASURES, WITHOUT_GOLD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.scoring.leaderboard import Leaderboard, LeaderboardRow, PaneMean
    from boilerscope.widgets.records import PaneRecord

FAILURES = (Status.TIMEOUT, Status.ERROR, Status.UNAVAILABLE, Status.CANCELLED)
"""Statuses without a result, in the order of their counts."""

REVERSED = "-"
"""Prefix of a reversed sort order."""

_REST = (MEASURES["token_precision"].name, MEASURES["token_recall"].name)

_REST_WITHOUT_GOLD = (WITHOUT_GOLD["kept_share"].name, WITHOUT_GOLD["expected_f1"].name)


class Column(StrEnum):
    """Columns, from left to right."""

    PANE = "pane"
    SETTINGS = "settings"
    MEAN = "mean"
    PRECISION = "precision"
    RECALL = "recall"
    FAILED = "failed"
    SPEED = "speed"
    DISTRIBUTION = "distribution"
    DIFFERENCE = "difference"
    RESULTS = "results"


COLUMNS = tuple(Column)
FOLDING = (Column.SETTINGS, Column.DISTRIBUTION, Column.RESULTS)
"""Columns that are hidden for lack of room."""

RIGHT_ALIGNED = (Column.PRECISION, Column.RECALL, Column.SPEED)
"""Columns of plain numbers."""

RUN_COLUMNS = COLUMNS[COLUMNS.index(Column.MEAN) :]
"""Columns with values of the run."""


def beside(measure: str) -> tuple[str, str]:
    """Return precision and recall of a measure's kind, or token precision and recall.

    Beside a score without gold are the kept share and the expected F1.
    """
    if measure in WITHOUT_GOLD:
        return _REST_WITHOUT_GOLD
    kind = MEASURES[measure].counts
    same = [name for name, declared in MEASURES.items() if declared.counts == kind]
    pair = [name for part in ("precision", "recall") for name in same if name.endswith(part)]
    return (pair[0], pair[1]) if len(pair) == 2 else _REST


def measure_of_column(measure: str, sort: str) -> str:
    """Return the measure whose means a sort order compares, empty if it compares no measure.

    Parameters
    ----------
    measure : str
        First measure of the scores.
    sort : str
        See `BoardRecord.sort`.
    """
    precision, recall = beside(measure)
    of = {Column.MEAN: measure, Column.PRECISION: precision, Column.RECALL: recall}
    return of.get(Column(sort.removeprefix(REVERSED)), "")


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """Contents of the leaderboard.

    Attributes
    ----------
    board : Leaderboard or None
        The scores; None before the first scores.
    panes : tuple of PaneRecord
        The panes, in the order of their numbers.
    measure : str
        First measure of the scores.
    average : Average
        How pages became one number.
    sort : str
        A `Column`, best pane first; with `REVERSED` in front, worst pane first.
    baseline : str
        Pane to compare the other panes with; the first pane if empty.
    active : str
        Name of the active pane.
    interim : bool
        Whether further results will arrive.
    title : str
        Heading with the compared pages.
    is_filtered : bool
        Whether a filter hides pages.
    """

    board: Leaderboard | None = None
    panes: tuple[PaneRecord, ...] = ()
    measure: str = "token_f1"
    average: Average = Average.MACRO
    sort: str = Column.MEAN
    baseline: str = ""
    active: str = ""
    interim: bool = False
    title: str = ""
    is_filtered: bool = False

    @property
    def baseline_name(self) -> str:
        """Name of the pane to compare the other panes with, empty without panes."""
        first = self.panes[0].name if self.panes else ""
        return self.baseline or first

    @property
    def sort_column(self) -> Column:
        """The column by which panes are sorted."""
        return Column(self.sort.removeprefix(REVERSED))

    @property
    def is_sorted(self) -> bool:
        """Whether the panes are in an order of their values: there are some by now."""
        return self.board is not None or self.sort_column in {Column.PANE, Column.SETTINGS}

    @property
    def is_reversed(self) -> bool:
        """Whether the worst pane is first."""
        return self.sort.startswith(REVERSED)

    def mean(self, row: LeaderboardRow, measure: str = "") -> PaneMean:
        """Return the mean of a row by a measure, or by the first measure."""
        return row.mean(measure or self.measure, self.average)

    def lines(self) -> tuple[Line, ...]:
        """Return the lines, in the order of the panes' numbers."""
        rows = {} if self.board is None else {row.pane: row for row in self.board.rows}
        return tuple(Line(pane, rows.get(pane.name)) for pane in self.panes)


@dataclass(frozen=True, slots=True)
class Line:
    """One pane with its scores.

    Attributes
    ----------
    row : LeaderboardRow or None
        Its scores, None before the first scores.
    """

    pane: PaneRecord
    row: LeaderboardRow | None

    @property
    def is_silent(self) -> bool:
        """Whether the pane failed on every page."""
        return self.row is not None and self.row.is_silent

    def counted(self) -> Iterator[tuple[Status, int]]:
        """Yield the number of failed and empty results of the pane by status."""
        outcomes = {} if self.row is None else self.row.outcomes
        for status in (*FAILURES, Status.EMPTY):
            if outcomes.get(status):
                yield status, outcomes[status]
