"""Table model of scores: a row for each pane, a column for each measure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from boilerscope.widgets.guarded import TableModel
from boilerscope.widgets.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from boilerscope.widgets.scores.records import PaneScores, ScoreColumn

DECIMALS = 3
"""Decimals in a cell, as in the table of the command line; the tip has all digits."""
_Index = QModelIndex | QPersistentModelIndex


class ScoresModel(TableModel):
    """The scores as a table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[ScoreColumn, ...] = ()
        self.rows: tuple[PaneScores, ...] = ()

    def show_scores(self, columns: Sequence[ScoreColumn], rows: Sequence[PaneScores]) -> None:
        """Show other scores; scroll position and selection stay if panes and measures do."""
        names, before = [row.name for row in rows], [row.name for row in self.rows]
        if (names, tuple(columns)) == (before, self.columns):
            self.rows = tuple(rows)
            if rows and columns:
                last = self.index(len(rows) - 1, len(columns) - 1)
                self.dataChanged.emit(self.index(0, 0), last)
                self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(rows) - 1)
            return
        self.beginResetModel()
        self.columns, self.rows = tuple(columns), tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.columns)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        is_tip = role == Qt.ItemDataRole.ToolTipRole
        if orientation is Qt.Orientation.Horizontal:
            column = self.columns[section]
            return plain(column.tip) if is_tip else column.label
        row = self.rows[section]
        if is_tip:
            return plain("\n".join(filter(None, (row.name, row.text, row.message))))
        return f"{row.number}  {row.name}"

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        row, column = self.rows[index.row()], self.columns[index.column()]
        value = row.values.get(column.name)
        if role == Qt.ItemDataRole.DisplayRole:
            if value is not None:
                return f"{value:.{DECIMALS}f}"
            return "…" if row.is_waiting else "–"
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain("\n".join(self._tip(row, column, value)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.name}, {column.label} {self.data(index)}"
        return None

    def _tip(self, row: PaneScores, column: ScoreColumn, value: float | None) -> list[str]:
        """Return the value with all digits, the scored text, and the formula."""
        if row.message:
            return [row.message]
        if value is None:
            missing = self.tr("Not defined on this page")
            first = self.tr("Not computed yet") if row.is_waiting else missing
        else:
            first = f"{column.label} {value!r}"
        return [line for line in (first, row.text, column.tip) if line]
