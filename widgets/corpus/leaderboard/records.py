"""Records of the leaderboard: its columns, and what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from extractors.model.extraction import Status
from extractors.scoring.averages import Average
from extractors.scoring.measures import MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractors.corpus.leaderboard import Leaderboard, LeaderboardRow
    from widgets.records import PaneRecord

FAILURES = (Status.TIMEOUT, Status.ERROR, Status.UNAVAILABLE, Status.CANCELLED)
"""Statuses without a result, in the order in which they are counted."""

REVERSED = "-"
"""Prefix of a sort order that is turned round."""

_REST = (MEASURES["token_precision"].name, MEASURES["token_recall"].name)


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

FIGURES = COLUMNS[COLUMNS.index(Column.MEAN) :]
"""Columns with what came of the run."""


def beside(measure: str) -> tuple[str, str]:
    """Return precision and recall of a measure's kind; those of tokens if it has none."""
    kind = MEASURES[measure].counts
    same = [name for name, other in MEASURES.items() if other.counts == kind]
    pair = [name for part in ("precision", "recall") for name in same if name.endswith(part)]
    return (pair[0], pair[1]) if len(pair) == 2 else _REST


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """What the leaderboard shows.

    Attributes
    ----------
    board : Leaderboard or None
        The scores; None before the first ones.
    panes : tuple of PaneRecord
        The panes, in the order of their numbers.
    measure : str
        First measure of the scores.
    average : Average
        How pages became one number.
    sort : str
        A `Column`, best pane first; with `REVERSED` in front, worst pane first.
    baseline : str
        Pane that the others are compared with; the first one if empty.
    active : str
        Name of the active pane.
    interim : bool
        Whether further results will come.
    title : str
        Heading: which pages are compared.
    is_filtered : bool
        Whether these are not all pages.
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
        """Name of the pane that the others are compared with, empty without panes."""
        first = self.panes[0].name if self.panes else ""
        return self.baseline or first

    @property
    def sort_column(self) -> Column:
        """The column that panes are sorted by."""
        return Column(self.sort.removeprefix(REVERSED))

    @property
    def is_reversed(self) -> bool:
        """Whether the worst pane is first."""
        return self.sort.startswith(REVERSED)

    def lines(self) -> tuple[Line, ...]:
        """Return the lines, in the order of the panes' numbers."""
        rows = {} if self.board is None else {row.pane: row for row in self.board.rows}
        return tuple(Line(pane, rows.get(pane.name)) for pane in self.panes)


@dataclass(frozen=True, slots=True)
class Line:
    """One pane with its scores.

    Attributes
    ----------
    pane : PaneRecord
        The pane.
    row : LeaderboardRow or None
        Its scores, None before the first ones.
    """

    pane: PaneRecord
    row: LeaderboardRow | None

    @property
    def is_silent(self) -> bool:
        """Whether the pane failed on every page."""
        return self.row is not None and self.row.is_silent

    def counted(self) -> Iterator[tuple[Status, int]]:
        """Yield how often the pane failed or kept nothing, by status."""
        outcomes = {} if self.row is None else self.row.outcomes
        for status in (*FAILURES, Status.EMPTY):
            if outcomes.get(status):
                yield status, outcomes[status]
