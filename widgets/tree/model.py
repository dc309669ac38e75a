"""Item model of a tree's nodes: label, quantities of the tree, and the start of the page text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from boilerscope.widgets import theme
from boilerscope.widgets.guarded import ItemModel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject
    from PySide6.QtGui import QFont

    from boilerscope.extractors.model.extraction import Tree

_MAX_TEXT = 300
_Index = QModelIndex | QPersistentModelIndex


class NodeModel(ItemModel):
    """Model of a tree's nodes; the internal id of an index is the row of its node."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tree: Tree | None = None
        self._children: list[list[int]] = []
        self._roots: list[int] = []
        self._row: list[int] = []
        self._state: list[int] = []
        self._text_of: Callable[[int], str] = lambda _node: ""

    def show_tree(self, tree: Tree | None, text_of: Callable[[int], str]) -> None:
        """Show another tree, with each node in its first state.

        Parameters
        ----------
        tree : Tree or None
            The nodes.
        text_of : callable
            Returns the start of a node's page text; called only for visible rows.
        """
        self.beginResetModel()
        self._tree, self._text_of = tree, cache(text_of)
        parents = [] if tree is None else tree.parent.tolist()
        self._children = [[] for _ in parents]
        self._roots = []
        self._row = [0] * len(parents)
        self._state = [0] * len(parents)
        for node, parent in enumerate(parents):
            siblings = self._roots if parent < 0 else self._children[parent]
            self._row[node] = len(siblings)
            siblings.append(node)
        self.endResetModel()

    def node_of(self, index: _Index) -> int:
        """Return the node of an index, -1 for none."""
        return int(index.internalId()) if index.isValid() else -1

    def index_of(self, node: int, column: int = 0) -> QModelIndex:
        """Return the index of a node."""
        return self.createIndex(self._row[node], column, node)

    def n_nodes(self) -> int:
        """Return the number of nodes."""
        return len(self._row)

    def node_of_block(self, block: int) -> int:
        """Return the node of a block, -1 for none."""
        if self._tree is None:
            return -1
        nodes = np.flatnonzero(self._tree.block == block)
        return int(nodes[0]) if len(nodes) else -1

    def unfold(self, node: int, change: int) -> bool:
        """Show a longer (1) or shorter (-1) text of a node; return whether there is such a text."""
        states = self._states(node)
        state = self._state[node] + change
        if not 0 <= state < len(states):
            return False
        self._state[node] = state
        index = self.index_of(node)
        self.dataChanged.emit(index, index)
        return True

    def text(self, node: int, *, longest: bool = False) -> str:
        """Return the text of a node in its current state, or its longest text."""
        states = self._states(node)
        if not states:
            return "" if self._tree is None else self._tree.label[node]
        return states[-1 if longest else self._state[node]]

    def label(self, node: int) -> str:
        """Return the label of a node."""
        return "" if self._tree is None else self._tree.label[node]

    def _states(self, node: int) -> tuple[str, ...]:
        tree = self._tree
        return tree.states[node] if tree is not None and tree.states else ()

    # -- Qt --------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: _Index | None = None) -> QModelIndex:
        inside = parent is not None and parent.isValid()
        siblings = self._children[self.node_of(parent)] if inside and parent else self._roots
        if 0 <= row < len(siblings):
            return self.createIndex(row, column, siblings[row])
        return QModelIndex()

    def parent(self, index: _Index | None = None) -> Any:
        if index is None:
            return super().parent()
        node = self.node_of(index)
        parent = -1 if self._tree is None or node < 0 else int(self._tree.parent[node])
        return self.index_of(parent) if parent >= 0 else QModelIndex()

    def rowCount(self, parent: _Index | None = None) -> int:
        if parent is None or not parent.isValid():
            return len(self._roots)
        return len(self._children[self.node_of(parent)]) if parent.column() == 0 else 0

    def columnCount(self, parent: _Index | None = None) -> int:
        del parent
        return 0 if self._tree is None else self.text_column + 1

    @property
    def text_column(self) -> int:
        """Index of the last column, the page text."""
        return 1 + (0 if self._tree is None else len(self._tree.columns))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if self._tree is None or orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        fixed = {
            0: (self.tr("Unit"), self.tr("Name of the unit from the extractor.")),
            self.text_column: (self.tr("Text"), self.tr("Start of the unit's page text.")),
        }
        texts = fixed.get(section)
        if texts is None:
            column = self._tree.columns[section - 1]
            texts = declared(column.label), declared(column.meaning)
        return plain(texts[1]) if role == Qt.ItemDataRole.ToolTipRole else texts[0]

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        is_number = 0 < column < self.text_column
        side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.node_of(index)
        if self._tree is None or node < 0:
            return None
        if role == Qt.ItemDataRole.FontRole and index.column() == 0 and not self._states(node):
            heading: QFont = theme.font(12, 600 if self._children[node] else 400)
            return heading
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == self.text_column:
            return plain(self._text_of(node))
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 0:
            return plain(self.text(node, longest=True)[:_MAX_TEXT])
        return self._shown(node, index.column()) if role == Qt.ItemDataRole.DisplayRole else None

    def _shown(self, node: int, column: int) -> str:
        if column == 0 or self._tree is None:
            return " ".join(self.text(node).split())[:_MAX_TEXT]
        if column == self.text_column:
            return self._text_of(node)
        return number(float(self._tree.columns[column - 1].values[node]))
