"""Groups of pages as a table model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from boilerscope.widgets.corpus.names import measure_name
from boilerscope.widgets.corpus.pages.sentences import pages_words
from boilerscope.widgets.guarded import TableModel
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtCore import QObject

    from boilerscope.extractors.scoring.leaderboard import GroupRow
    from boilerscope.widgets.records import PaneRecord

Index = QModelIndex | QPersistentModelIndex

NAME, PAGES, FIRST_PANE = range(3)
"""Columns of the name and of the number of pages, and the first of the columns with a mean."""


class GroupModel(TableModel):
    """A row for each group; name and number of pages are not to be selected."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.groups: tuple[GroupRow, ...] = ()
        self.panes: tuple[PaneRecord, ...] = ()
        self.measure = ""
        self.labels: Mapping[str, str] = {}
        """What groups are called, by their names; a group that is missing is called by its name."""

    def show_groups(
        self, groups: Sequence[GroupRow], panes: Sequence[PaneRecord], measure: str
    ) -> None:
        """Show groups; the current cell stays current if groups and panes do."""
        is_same = self._names(groups, panes) == self._names(self.groups, self.panes)
        if not is_same:
            self.beginResetModel()
        self.groups, self.panes, self.measure = tuple(groups), tuple(panes), measure
        if not is_same:
            self.endResetModel()
        elif groups:
            last = self.index(len(self.groups) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @staticmethod
    def _names(groups: Sequence[GroupRow], panes: Sequence[PaneRecord]) -> list[list[str]]:
        return [[group.name for group in groups], [pane.name for pane in panes]]

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.groups)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else FIRST_PANE + len(self.panes)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) if index.column() >= FIRST_PANE else Qt.ItemFlag.NoItemFlags

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        if section < FIRST_PANE:
            return (self.tr("Group"), self.tr("Pages"))[section]
        return self.panes[section - FIRST_PANE].name

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.sentence(row, column)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        group = self.groups[row]
        if column < FIRST_PANE:
            return (self._label(group), number(len(group.rows)))[column]
        return number(group.means[column - FIRST_PANE], decimals=2)

    def sentence(self, row: int, column: int) -> str:
        """Return the content of a cell as text."""
        group = self.groups[row]
        pages = pages_words(len(group.rows))
        if column < FIRST_PANE:
            return f"{self._label(group)}, {pages}"
        pane = column - FIRST_PANE
        value = number(group.means[pane], decimals=2)
        name = self.panes[pane].name
        return f"{self._label(group)}, {name}, {measure_name(self.measure)} {value}, {pages}"

    def _label(self, group: GroupRow) -> str:
        return self.labels.get(group.name, group.name)
