"""Item model of a page's elements: tag, words, kept share, and the values of the active pane."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from boilerscope.widgets.guarded import ItemModel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import declared, number, share

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import IntArray

_MAX_ATTRIBUTE = 40
_SHOWN = ("id", "class", "role", "itemprop", "href", "src")
_MAX_VALUES = 8
_Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """Columns, from left to right."""

    ELEMENT = 0
    WORDS = 1
    KEPT = 2
    VALUES = 3


class ElementModel(ItemModel):
    """Model of the elements; the internal id of an index is the row of its element."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.page: Page | None = None
        self._extraction: Extraction | None = None
        self._children: list[list[int]] = []
        self._place: list[int] = []
        self._kept: IntArray = np.zeros(1, dtype=np.int32)
        self._blocks: dict[int, int] = {}

    def show_page(self, page: Page | None) -> None:
        """Show the elements of another page; the same tree stays as it is."""
        if page is self.page:
            return
        same = page is not None and page.is_same_tree(self.page)
        self.page = page
        if same:
            return
        self.beginResetModel()
        parents = [] if page is None else page.elements.parent.tolist()
        self._children = [[] for _ in parents]
        self._place = [0] * len(parents)
        for row, parent in enumerate(parents):
            if parent >= 0:
                self._place[row] = len(self._children[parent])
                self._children[parent].append(row)
        self._extraction = None
        self.element_text.cache_clear()
        self.endResetModel()

    def show_extraction(self, extraction: Extraction | None) -> None:
        """Show what a result keeps, and the values of its blocks."""
        if extraction is self._extraction:
            return
        self._extraction = extraction
        n_tokens = 0 if self.page is None else self.page.n_tokens
        self._kept = np.zeros(n_tokens + 1, dtype=np.int32)
        self._blocks = {}
        if extraction is not None and len(extraction.mask) == n_tokens:
            np.cumsum(extraction.mask, out=self._kept[1:])
            rows = extraction.blocks.element.tolist()
            self._blocks = {row: block for block, row in reversed(list(enumerate(rows)))}
        if self._place:
            last = len(Column) - 1
            self.layoutChanged.emit()
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, last)

    def n_elements(self) -> int:
        """Return the number of elements."""
        return len(self._place)

    def row_of(self, index: _Index) -> int:
        """Return the element of an index, -1 for none."""
        return int(index.internalId()) if index.isValid() else -1

    def index_of(self, row: int, column: int = 0) -> QModelIndex:
        """Return the index of an element."""
        return self.createIndex(self._place[row], column, row)

    def text(self, row: int, column: int) -> str:
        """Return the text of a cell."""
        page = self.page
        if page is None:
            return ""
        start, end = int(page.elements.token_start[row]), int(page.elements.token_end[row])
        if column == Column.ELEMENT:
            return self.element_text(row)
        if column == Column.WORDS:
            return number(end - start) if end > start else ""
        if column == Column.KEPT:
            if self._extraction is None or end == start:
                return ""
            return share(int(self._kept[end] - self._kept[start]), end - start)
        return self._values(row)

    @cache  # noqa: B019 - the model lives as long as the window, and clears it with each page
    def element_text(self, row: int) -> str:
        """Return the start tag of an element with its telling attributes."""
        if self.page is None:
            return ""
        node = self.page.elements.node[row]
        parts = [self.page.elements.tag[row]]
        for name in _SHOWN:
            value = node.get(name)
            if value:
                value = " ".join(value.split())
                cut = value if len(value) <= _MAX_ATTRIBUTE else f"{value[:_MAX_ATTRIBUTE]}…"
                parts.append(f'{name}="{cut}"')
        return f"<{' '.join(parts)}>"

    def _values(self, row: int) -> str:
        """Return block, decision and values of the block whose element this is."""
        extraction, block = self._extraction, self._blocks.get(row, -1)
        if extraction is None or block < 0:
            return ""
        letter = "C" if extraction.content[block] else "B"
        parts = [f"{letter}  {self.tr('block {number}').format(number=number(block))}"]
        parts += [
            f"{declared(column.label)} {number(float(column.values[block]))}"
            for column in extraction.columns[:_MAX_VALUES]
            if np.isfinite(float(column.values[block]))
        ]
        return " · ".join(parts)

    # -- Qt --------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: _Index | None = None) -> QModelIndex:
        if parent is not None and parent.isValid():
            siblings = self._children[self.row_of(parent)]
        else:
            siblings = [0] if self._place else []
        if 0 <= row < len(siblings):
            return self.createIndex(row, column, siblings[row])
        return QModelIndex()

    def parent(self, index: _Index | None = None) -> Any:
        if index is None:
            return super().parent()
        row = self.row_of(index)
        parent = -1 if self.page is None or row < 0 else int(self.page.elements.parent[row])
        return self.index_of(parent) if parent >= 0 else QModelIndex()

    def rowCount(self, parent: _Index | None = None) -> int:
        if parent is None or not parent.isValid():
            return min(len(self._place), 1)
        return len(self._children[self.row_of(parent)]) if parent.column() == 0 else 0

    def columnCount(self, _parent: _Index | None = None) -> int:
        return len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        # A heading without space is elided: its tip has all of it.
        roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        if orientation is not Qt.Orientation.Horizontal or role not in roles:
            return None
        return (
            self.tr("Element"),
            self.tr("Words"),
            self.tr("Kept"),
            self.tr("Values of the active pane"),
        )[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row_of(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, index.column())
        if role == Qt.ItemDataRole.ToolTipRole and self.page is not None:
            if index.column() == Column.ELEMENT:
                return plain(self.page.path(row))
            return plain(self.text(row, index.column()))
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in (1, 2):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None
