"""Lines of the leaderboard as a table model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from boilerscope.widgets.corpus.leaderboard.records import COLUMNS, BoardRecord
from boilerscope.widgets.corpus.leaderboard.scales import scales_of
from boilerscope.widgets.corpus.leaderboard.sorting import sorted_lines
from boilerscope.widgets.corpus.leaderboard.texts import cell_text, heading, heading_tip, sentence
from boilerscope.widgets.guarded import TableModel
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.widgets.corpus.leaderboard.records import Line

Index = QModelIndex | QPersistentModelIndex


class BoardModel(TableModel):
    """The lines as a table model."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.record = BoardRecord()
        self.scales = scales_of(self.record)
        self.lines: tuple[Line, ...] = ()

    def show_record(self, record: BoardRecord, lines: tuple[Line, ...]) -> None:
        """Show other scores, in this order of lines."""
        same = [line.pane.name for line in lines] == [line.pane.name for line in self.lines]
        if not same:
            self.beginResetModel()
        self.record, self.lines, self.scales = record, lines, scales_of(record)
        if not same:
            self.endResetModel()
        elif lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, len(COLUMNS) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)

    @property
    def is_in_order(self) -> bool:
        """Whether the lines are sorted; under the pointer they stay where they are."""
        return self.lines == sorted_lines(self.record)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line, column = self.lines[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_text(self.record, line, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return sentence(self.record, line, column)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return heading(self.record, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(heading_tip(self.record, column))
        return None
