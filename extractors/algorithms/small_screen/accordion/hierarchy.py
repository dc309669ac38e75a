"""Hierarchy of units: by headings, bold text and lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.small_screen.accordion.settings import (
    AccordionSettings,
    BoldRule,
)

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import IntArray
    from boilerscope.extractors.text.units import StuUnits


@dataclass(frozen=True, slots=True, eq=False)
class Hierarchy:
    """The units as a tree.

    Attributes
    ----------
    level : array of int, shape (n_units,)
        1 to 4 of headings, 5 bold, 6 plain.
    parent, depth, top : array of int, shape (n_units,)
        Unit above each unit (-1 for none), number of units above, and the topmost unit above, or
        the unit itself.
    """

    level: IntArray
    parent: IntArray
    depth: IntArray
    top: IntArray


def hierarchy(units: StuUnits, settings: AccordionSettings) -> Hierarchy:
    """Return the levels of the units, and the parent of each unit."""
    level = units.level(whole_bold=settings.bold_rule is BoldRule.WHOLE)
    in_lists = units.list_depth
    # Rank by level, then by number of lists; the last rank, for index -1 (no unit), is the top.
    ranks = [*(level * (in_lists.max(initial=0) + 1) + in_lists).tolist(), -1]
    above, n_above = [], []
    open_units = [-1]
    for unit, rank in enumerate(ranks[:-1]):
        while ranks[open_units[-1]] >= rank:
            open_units.pop()
        above.append(open_units[-1])
        n_above.append(len(open_units) - 1)
        open_units.append(unit)
    parent, depth = np.array(above, dtype=np.int32), np.array(n_above, dtype=np.int32)
    top = np.maximum.accumulate(np.arange(len(level), dtype=np.int32) * (depth == 0))
    return Hierarchy(level, parent, depth, top)
