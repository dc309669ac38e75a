"""The blocks of one pane as rows: class, number, size, deciding rule, text, measured quantities.

Sorting and filtering work on numpy columns; texts and rules are made for visible rows only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)

from extractors.model.sentence import deciding_step
from widgets.block_order import decimals, deciding_rules, matching, sort_keys, text_ranks
from widgets.excerpt import excerpt
from widgets.page_text import text_of_runs
from widgets.panes.kinds import counts_characters
from widgets.sentences import decision_sentence
from widgets.words import declared, number

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from extractors.model.extraction import Extraction
    from extractors.page import Page
    from extractors.page.records import IntArray

LETTER, BLOCK, SIZE, RULE, TEXT = range(5)
"""Columns that every pane has; what its extractor measures besides stands to the right of them."""

_FIRST_FIGURE = TEXT + 1
_LONGEST_TEXT = 400
_SIZE_NAME = "words"
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True, eq=False)
class _Figure:
    """A column of amounts."""

    name: str
    label: str
    tip: str
    values: NDArray[Any]
    decimals: int

    def shown(self, block: int) -> str:
        """Return the amount of a block as it is shown."""
        return self.text(float(self.values[block]))

    def text(self, value: float) -> str:
        """Return an amount as it is shown."""
        return number(value, decimals=self.decimals or None)
