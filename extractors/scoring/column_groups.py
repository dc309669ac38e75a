"""Means of the panes over groups of the listed pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.groups import group_names
from boilerscope.extractors.scoring.summary import SMALL_GROUP

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.results import ScoredPage
    from boilerscope.extractors.scoring.table import ScoreTable


@dataclass(frozen=True, slots=True)
class GroupRow:
    """Group of pages.

    Attributes
    ----------
    rows : tuple of int
        Numbers of the pages.
    means : tuple of float
        Mean of each pane over the pages of the group that every pane answered, ignoring panes
        without any answer; NaN without such pages.
    """

    name: str
    rows: tuple[int, ...]
    means: tuple[float, ...]

    @property
    def is_small(self) -> bool:
        """Whether there are too few pages for a meaningful mean."""
        return len(self.rows) < SMALL_GROUP


def groups(table: ScoreTable, mask: BoolArray, by: str, measure: str) -> list[GroupRow]:
    """Return the groups of the scored pages among some pages, in alphabetical order.

    Parameters
    ----------
    table : ScoreTable
        Scores of the run.
    mask : array of bool, shape (n_pages,)
        Selected pages.
    by : str
        A name in `boilerscope.extractors.scoring.groups.GROUPS`.
    measure : str
        Measure of the means.
    """
    rows = np.flatnonzero(mask & table.is_scored)
    pages: list[ScoredPage] = [
        page for row in rows.tolist() if (page := table.scored_page(row)) is not None
    ]
    members: dict[str, list[int]] = {}
    for row, name in zip(rows.tolist(), group_names(pages, by), strict=True):
        members.setdefault(name, []).append(row)
    values = table.values(measure)
    silent = np.isnan(values[rows]).all(axis=0)
    group_rows = []
    for name in sorted(members):
        group_values = values[members[name]]
        answered = ~np.isnan(group_values[:, ~silent]).any(axis=1)
        means = np.full(len(table.panes), np.nan)
        if answered.any():
            means[~silent] = group_values[answered][:, ~silent].mean(axis=0)
        group_rows.append(GroupRow(name, tuple(members[name]), tuple(means.tolist())))
    return group_rows
