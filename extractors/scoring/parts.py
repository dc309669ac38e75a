"""Page filters for the numbers of the leaderboard: the pages that a number counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.averages import compared
from boilerscope.extractors.scoring.table import STATUSES

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Status
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.table import ScoreTable


@dataclass(frozen=True, slots=True)
class Ended:
    """Scored pages on which a pane ended with a status.

    Attributes
    ----------
    pane : str
        Name of the pane; any pane if empty.
    status : Status
        Status of the result.
    """

    pane: str
    status: Status

    def pages(self, table: ScoreTable) -> BoolArray:
        """Return the mask of these pages, shape (n_pages,)."""
        has_status = table.status == STATUSES.index(self.status)
        if self.pane:
            has_status = has_status[:, [table.panes.index(self.pane)]]
        ended: BoolArray = np.logical_or.reduce(has_status, axis=1)
        return table.counts_page & ended


@dataclass(frozen=True, slots=True)
class Within:
    """Pages whose value is in one bar of a distribution.

    Attributes
    ----------
    low, high : float
        Ends of the bar. `high` is included only if it is 1.
    """

    pane: str
    measure: str
    low: float
    high: float

    def pages(self, table: ScoreTable) -> BoolArray:
        """Return the mask of these pages, shape (n_pages,)."""
        values = table.values(self.measure)[:, table.panes.index(self.pane)]
        is_below: BoolArray = values <= self.high if self.high >= 1.0 else values < self.high
        return (values >= self.low) & is_below


@dataclass(frozen=True, slots=True)
class Compared:
    """Pages on which a pane is better than, equal to or worse than another pane.

    Only pages that the two panes are compared on count, see `ScoreTable.common`.

    Attributes
    ----------
    pane, baseline : str
        Names of the two panes.
    measure : str
        Measure of the values.
    sign : int
        1 for better, 0 for a tie, -1 for worse.
    """

    pane: str
    baseline: str
    measure: str
    sign: int

    def pages(self, table: ScoreTable, mask: BoolArray | None = None) -> BoolArray:
        """Return the mask of these pages, shape (n_pages,).

        Parameters
        ----------
        mask : array of bool, shape (n_pages,), optional
            Pages of the comparison; all by default.
        """
        if mask is None:
            mask = np.ones(len(table.pages), dtype=np.bool_)
        values = table.values(self.measure)
        pane, baseline = (values[:, table.panes.index(name)] for name in (self.pane, self.baseline))
        difference = np.where(table.common(mask), pane - baseline, np.nan)
        pages: BoolArray = compared(difference) == self.sign
        return pages


@dataclass(frozen=True, slots=True)
class OfRule:
    """Pages on which a rule of a pane decided words wrongly, or otherwise than other panes.

    Attributes
    ----------
    rule : str
        Name of the rule, such as ``F3 R0``.
    rows, words : tuple of int
        Numbers of the pages, and on each the words that the rule got wrong, or the decisions of
        other panes that differ.
    has_gold: bool
        Whether words are right or wrong.
    """

    pane: str
    rule: str
    rows: tuple[int, ...]
    words: tuple[int, ...]
    has_gold: bool = True

    def pages(self, table: ScoreTable) -> BoolArray:
        """Return the mask of these pages, shape (n_pages,)."""
        mask = np.zeros(len(table.pages), dtype=np.bool_)
        mask[list(self.rows)] = True
        return mask


PanePart = Ended | Within | Compared | OfRule
