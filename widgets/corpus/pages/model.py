"""Model of the list of pages: the text of each cell, for the list and for screen readers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from boilerscope.extractors.scoring.order import PageOrder, Sort
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.widgets.corpus.pages import sentences
from boilerscope.widgets.corpus.pages.columns import (
    LANGUAGE,
    N_TEXTS,
    NAME,
    TITLE,
    TYPE,
    WORDS,
)
from boilerscope.widgets.corpus.score_cell import DECIMALS
from boilerscope.widgets.guarded import TableModel
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.widgets.records import PaneRecord

_Index = QModelIndex | QPersistentModelIndex
_DISPLAY = Qt.ItemDataRole.DisplayRole
_ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole
_ROOT = QModelIndex()
_NOTHING = PageOrder(np.zeros(0, dtype=np.int64))


class PageModel(TableModel):
    """Pages in their order: name and facts, a column for each pane, and the sorted value.

    Attributes
    ----------
    panes : tuple of PaneRecord
        The panes that have results in the table, in its order.
    columns : tuple of int
        Column of each of these panes in the table.
    values : array of float, shape (n_pages, n_panes)
        Values of the table, read once per change.
    has_titles : bool
        Whether a page of the table has a title.
    in_characters : bool
        Whether the lengths of all finished pages are numbers of characters.
    """

    def __init__(self) -> None:
        super().__init__()
        self.table = ScoreTable([], (), ())
        self.order = _NOTHING
        self.panes: tuple[PaneRecord, ...] = ()
        self.columns: tuple[int, ...] = ()
        self.measure = ""
        self._numbers: dict[tuple[bool, float], str] = {}
        self.sorted_by = Sort()
        self.values: FloatArray = np.zeros((0, 0))
        self.has_titles = self.in_characters = False

    def show(
        self,
        table: ScoreTable,
        order: PageOrder,
        panes: Sequence[PaneRecord],
        measure: str,
        sort: Sort,
    ) -> None:
        """Show pages."""
        by_name = {pane.name: pane for pane in panes}
        columns = tuple(at for at, name in enumerate(table.panes) if name in by_name)
        is_same = table is self.table and order is self.order and columns == self.columns
        if not is_same:
            self.beginResetModel()
        self._numbers.clear()
        if table.pages is not self.table.pages:
            self.has_titles = any(page.title for page in table.pages)
        self.table, self.order, self.columns = table, order, columns
        self.in_characters = sentences.are_in_characters(table)
        self.panes = tuple(by_name[table.panes[column]] for column in columns)
        self.measure, self.sorted_by = measure, sort
        self.values = table.values(measure)
        if not is_same:
            self.endResetModel()

    def row_of(self, position: int) -> int:
        """Return the page at a position, as its number in the corpus."""
        return int(self.order.rows[position])

    def pane_at(self, column: int) -> str:
        """Return the name of the pane of a column, empty for other columns."""
        index = column - N_TEXTS
        return self.panes[index].name if 0 <= index < len(self.panes) else ""

    def column_of(self, pane: str) -> int:
        """Return the column of a pane, or of the name if the pane has no column."""
        names = [shown.name for shown in self.panes]
        return N_TEXTS + names.index(pane) if pane in names else NAME

    # -- Qt ----------------------------------------------------------------------------------

    def rowCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        return 0 if parent.isValid() else N_TEXTS + len(self.panes) + 1

    def data(self, index: _Index, role: int = _DISPLAY) -> Any:
        if not index.isValid() or role not in {_DISPLAY, _ACCESSIBLE}:
            return None
        row, column = self.row_of(index.row()), index.column()
        if self.pane_at(column):
            of_table = self.columns[column - N_TEXTS]
            return sentences.cell_sentence(self.table, row, of_table, self.measure)
        if role == _ACCESSIBLE and column == NAME:
            page, n_words = self.table.pages[row], int(self.table.n_tokens[row])
            return sentences.page_sentence(page, self.table.language(row), n_words)
        return self.text(index.row(), column)

    def text(self, position: int, column: int) -> str:
        """Return the text of a cell in a column without a pane."""
        row = self.row_of(position)
        if column == WORDS:
            return self._formatted(int(self.table.n_tokens[row]))
        if column < N_TEXTS:
            page = self.table.pages[row]
            return (page.page_id, page.title, self.table.language(row), page.page_type)[column]
        return self._formatted(float(self.order.values[position]))

    def titles(self) -> list[str]:
        """Return the headings as text."""
        columns = range(self.columnCount())
        return [str(self.headerData(column, Qt.Orientation.Horizontal) or "") for column in columns]

    def texts(self, position: int) -> list[str]:
        """Return the cells of a row as text; scores with all digits, empty without a score."""
        row = self.row_of(position)
        scores = [float(self.values[row, column]) for column in self.columns]
        return [
            *(self.text(position, column) for column in range(N_TEXTS)),
            *("" if math.isnan(score) else repr(score) for score in scores),
            self.text(position, self.columnCount() - 1),
        ]

    def _formatted(self, value: float) -> str:
        """Format a count, or the value by which pages are sorted."""
        is_count = isinstance(value, int)
        key = value if is_count or math.isnan(value) else round(value, DECIMALS)
        text = self._numbers.get((is_count, key))
        if text is None:
            text = number(value) if is_count else sentences.sorted_value(self.sorted_by, value)
            self._numbers[is_count, key] = text
        return text

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if role not in {_DISPLAY, _ACCESSIBLE} or orientation != Qt.Orientation.Horizontal:
            return None
        pane = section - N_TEXTS
        if 0 <= pane < len(self.panes):
            return f"{self.panes[pane].number} {self.panes[pane].name}"
        titles = {
            NAME: sentences.pages_words(len(self.order)),
            TITLE: self.tr("Title"),
            LANGUAGE: self.tr("Lang."),
            TYPE: self.tr("Type"),
            WORDS: sentences.length_title(self.in_characters),
        }
        return titles.get(section, sentences.value_title(self.sorted_by, self.panes))
