"""Table model of the settings that differ, most words first."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from boilerscope.widgets.guarded import TableModel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import counted, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from boilerscope.widgets.comparison.records import DifferenceRow

_Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """Columns of the table, from left to right."""

    SETTING = 0
    FIRST = 1
    SECOND = 2
    DEFAULT = 3
    WORDS = 4


class DifferenceModel(TableModel):
    """The settings as a table; rows move only when all effects are known."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[DifferenceRow, ...] = ()
        self.titles = ("", "")
        self.characters = False

    def show_rows(
        self, rows: Sequence[DifferenceRow], titles: tuple[str, str], *, characters: bool
    ) -> None:
        """Show other settings.

        Parameters
        ----------
        titles : tuple of (str, str)
            Headings of the two values.
        characters : bool
            Whether the page is counted in characters.
        """
        self.beginResetModel()
        self.rows, self.titles, self.characters = tuple(rows), titles, characters
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(Column)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = Column(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_alignment(column))
        if role == Qt.ItemDataRole.ToolTipRole and column is Column.WORDS:
            return plain(
                self.tr(
                    "Words that change on this page if only this setting takes its second value."
                )
            )
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            Column.SETTING: self.tr("Setting"),
            Column.FIRST: self.titles[0],
            Column.SECOND: self.titles[1],
            Column.DEFAULT: self.tr("Default"),
            Column.WORDS: self.tr("Words it changes alone"),
        }[column]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = self.rows[index.row()], Column(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_alignment(column))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(row.message if column is Column.WORDS and row.message else row.tip)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            title = self.headerData(index.column(), Qt.Orientation.Horizontal)
            return f"{row.label}, {title} {self.text(row, column)}"
        return None

    def text(self, row: DifferenceRow, column: Column) -> str:
        """Return the text of a cell."""
        if column is Column.SETTING:
            return f"{row.label}  {row.field}"
        if column is Column.FIRST:
            return row.first
        if column is Column.SECOND:
            return row.second
        if column is Column.DEFAULT:
            return row.default
        return self._words(row)

    def _words(self, row: DifferenceRow) -> str:
        if row.message:
            return self.tr("no result")
        if row.gained is None or row.lost is None:
            return "…"
        text = counted(row.changed, characters=self.characters)
        if not row.changed:
            return text
        return f"{text}  +{number(row.gained)}, \N{MINUS SIGN}{number(row.lost)}"


def _alignment(column: Column) -> Qt.AlignmentFlag:
    is_number = column in (Column.FIRST, Column.SECOND, Column.DEFAULT)
    side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
