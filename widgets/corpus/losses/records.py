"""Records of the tab Losses."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from typing import TYPE_CHECKING

from boilerscope.extractors.scoring.averages import Average

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.losses.ledger import LedgerRow
    from boilerscope.widgets.records import PaneRecord


class Column(IntEnum):
    """Columns of the table of losses."""

    RULE = 0
    MISSED = 1
    KEPT = 2
    LOST = 3
    SHARE = 4
    PAGES = 5
    CORRECT = 6
    WITHOUT = 7


class RuleWords(Enum):
    """Words of a rule that its pages are listed by."""

    MISSED = auto()
    KEPT = auto()
    OTHER = auto()


FOLDING = (Column.SHARE, Column.CORRECT)
"""Columns that a narrow table hides behind a button."""


@dataclass(frozen=True, slots=True)
class WithoutRun:
    """A run of the pane without a rule.

    Attributes
    ----------
    how : str
        How the rule is off: ``max_link_density 1``.
    value, difference, low, high : float
        Token F1, and its paired difference to the pane with the 95 % interval; NaN before the run.
    precision, recall : tuple of (float, float)
        Means of the pane and of the run.
    problem : str
        Reason why the run has no result; else empty.
    """

    how: str
    value: float = float("nan")
    difference: float = float("nan")
    low: float = float("nan")
    high: float = float("nan")
    precision: tuple[float, float] = (float("nan"), float("nan"))
    recall: tuple[float, float] = (float("nan"), float("nan"))
    problem: str = ""

    @property
    def is_clear(self) -> bool:
        """Whether the interval excludes 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class LossLine:
    """One row of the table.

    Attributes
    ----------
    key : str
        Stable name of the row.
    row : LedgerRow
        Its words and lost F1.
    name, text : str
        Short name and sentence: ``F3 R0``, ``link density (words) > 0.333``.
    without : WithoutRun or None
        The run without the rule; None if it cannot be off alone.
    agreement : float
        Share of equal decisions of the other panes, for pages without gold; else NaN.
    n_different : int
        Decisions of the other panes that differ, words times panes, for pages without gold.
    """

    key: str
    row: LedgerRow
    name: str
    text: str = ""
    without: WithoutRun | None = None
    agreement: float = float("nan")
    n_different: int = 0


@dataclass(frozen=True, slots=True)
class LossesRecord:
    """Contents of the tab.

    Attributes
    ----------
    pane : PaneRecord or None
        Pane whose losses are shown; None without panes.
    panes : tuple of PaneRecord
        All panes.
    by : str
        Division into rows, see `BY`.
    lines : tuple of LossLine
        Rows, from top to bottom.
    total : LossLine or None
        Row of all errors.
    average : Average
        Average of the lost F1.
    f1 : float
        Token F1 of the pane.
    n_pages : int
        Pages that count.
    title : str
        Title with the filter: ``Losses of 41 pages: forum``; empty without a filter.
    selected : str
        Key of the selected row.
    is_other_measure : bool
        Whether the face is scored by another measure than token F1.
    has_gold : bool
        Whether words are right or wrong; if not, they are only kept or dropped.
    state : str
        State of the result, such as ``Interim results``; empty if it is complete.
    offer : str
        Label of the button that runs the pane without its rules; empty if nothing is left to run.
    is_running : bool
        Whether the pane runs without its rules.
    characters : bool
        Whether words are counted as characters.
    """

    pane: PaneRecord | None = None
    panes: tuple[PaneRecord, ...] = ()
    by: str = "rule"
    lines: tuple[LossLine, ...] = ()
    total: LossLine | None = None
    average: Average = Average.MACRO
    f1: float = float("nan")
    n_pages: int = 0
    title: str = ""
    selected: str = ""
    is_other_measure: bool = False
    has_gold: bool = True
    state: str = ""
    offer: str = ""
    is_running: bool = False
    characters: bool = False

    @property
    def selected_line(self) -> LossLine | None:
        """The selected row; None if no row is selected."""
        return next((line for line in self.lines if line.key == self.selected), None)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Token F1 over the range of the setting of a rule.

    Attributes
    ----------
    field, label : str
        Setting and its label; empty without a setting.
    x, y, low, high : tuple of float
        Values of the setting, means and ends of their intervals; NaN where a value was not run.
    now, best : float
        Present value of the setting, NaN if it is automatic, and the value with the highest mean.
    difference : tuple of float
        Mean at the best value minus the present mean, and the ends of the paired interval.
    now_mean : float
        Present mean.
    note : str
        Reason for an empty plot, or the progress.
    offer : str
        Label of the button that runs the values; empty if they ran or run.
    seconds : float
        Time that the runs took.
    is_stored : bool
        Whether the curve comes from the stored states of one run, which decide exactly.
    can_apply : bool
        Whether the best value can be applied: the pane is one of the session.
    pane : int
        Number of the pane.
    """

    field: str = ""
    label: str = ""
    x: tuple[float, ...] = ()
    y: tuple[float, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    now: float = float("nan")
    best: float = float("nan")
    difference: tuple[float, float, float] = (float("nan"), float("nan"), float("nan"))
    now_mean: float = float("nan")
    note: str = ""
    offer: str = ""
    seconds: float = 0.0
    is_stored: bool = False
    can_apply: bool = False
    pane: int = 0

    @property
    def is_clear(self) -> bool:
        """Whether the interval of the difference excludes 0."""
        _, low, high = self.difference
        return low > 0 or high < 0


@dataclass(frozen=True, slots=True)
class RulePage:
    """A page with wrong words of the selected rule; without gold, one with other decisions.

    Attributes
    ----------
    row : int
        Number of the page in the corpus.
    n_wrong : int
        Wrong words of the rule, or decisions of other panes that differ.
    value : float
        Token F1 of the page, or agreement of the pane with the others.
    """

    row: int
    name: str
    n_wrong: int
    value: float


@dataclass(frozen=True, slots=True)
class SelectedRule:
    """Contents of the panel of the selected rule.

    Attributes
    ----------
    line : LossLine
        Its row.
    total : float
        Lost F1 of all rows.
    place : str
        ``3 of 14``.
    step : str
        Step of the rule: ``Step F3, Classify by words``.
    fields : tuple of (str, str)
        Settings of the rule, and where their defaults are from.
    where : tuple of (str, float)
        Groups of pages, and their shares of the wrong words of the rule.
    where_title : str
        Property that groups the pages.
    page : str
        Page that *Open page* opens; empty if no page has a wrong word of the rule.
    n_pages : int
        Pages of the leaderboard.
    characters : bool
        Whether words are counted as characters.
    """

    line: LossLine
    total: float = 0.0
    average: Average = Average.MACRO
    place: str = ""
    step: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    where: tuple[tuple[str, float], ...] = ()
    page: str = ""
    n_pages: int = 0
    pages: tuple[RulePage, ...] = field(default=(), repr=False)
    has_gold: bool = True
    characters: bool = False
