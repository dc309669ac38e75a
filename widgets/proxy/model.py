"""Pages that went through the proxy, as a table model."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from boilerscope.widgets.guarded import TableModel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import number, share

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from boilerscope.extractors.proxy.records import PageRecord

_Index = QModelIndex | QPersistentModelIndex

TIME, ADDRESS, STATUS, SENT, KEPT, MILLISECONDS, BEFORE, AFTER = range(8)
"""Columns."""

NUMBERS = frozenset({TIME, STATUS, KEPT, MILLISECONDS, BEFORE, AFTER})
"""Columns with numbers, right-aligned."""

MAX_ROWS = 1000
"""Maximum number of pages; older pages are removed."""

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

SORT_ROLE = Qt.ItemDataRole.UserRole
"""Role of the value by which a cell is sorted."""


class ProxyPageModel(TableModel):
    """The pages in the order of their requests."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._records: list[PageRecord] = []
        self._labels = (
            self.tr("Time"),
            self.tr("Address"),
            self.tr("Status"),
            self.tr("Sent"),
            self.tr("Kept"),
            self.tr("ms"),
            self.tr("Bytes in"),
            self.tr("Bytes out"),
        )

    def add(self, record: PageRecord) -> None:
        """Add a page; remove the oldest page from a full table."""
        if len(self._records) >= MAX_ROWS:
            self.beginRemoveRows(QModelIndex(), 0, 0)
            del self._records[0]
            self.endRemoveRows()
        row = len(self._records)
        self.beginInsertRows(QModelIndex(), row, row)
        self._records.append(record)
        self.endInsertRows()

    def clear(self) -> None:
        """Remove all pages."""
        self.beginResetModel()
        self._records.clear()
        self.endResetModel()

    def record(self, row: int) -> PageRecord:
        """Return the page of a row."""
        return self._records[row]

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._records)

    def columnCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._labels)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._labels[section]
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section in NUMBERS else _LEFT
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        record, column = self._records[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(record, column)
        if role == Qt.ItemDataRole.ToolTipRole and column in {ADDRESS, SENT}:
            text = f"{record.title}\n{record.url}" if column == ADDRESS else record.reason
            return plain(text.strip()) if text.strip() else None
        if role == Qt.ItemDataRole.TextAlignmentRole and column in NUMBERS:
            return _RIGHT
        if role == SORT_ROLE:
            return _value(record, column)
        return None

    def _text(self, record: PageRecord, column: int) -> str:
        if column == SENT:
            if record.cleaned:
                return self.tr("cleaned by {pane}").format(pane=record.pane)
            return self.tr("original: {reason}").format(reason=record.reason)
        texts = {
            TIME: time.strftime("%H:%M:%S", time.localtime(record.time)),
            ADDRESS: record.url,
            STATUS: str(record.status),
            KEPT: "" if record.kept is None else share(record.kept, 1),
            MILLISECONDS: number(round(record.milliseconds)) if record.milliseconds else "",
            BEFORE: number(record.before),
            AFTER: number(record.after),
        }
        return texts[column]


def _value(record: PageRecord, column: int) -> float | str:
    values: dict[int, float | str] = {
        TIME: record.number,
        ADDRESS: record.url,
        STATUS: record.status,
        SENT: f"{not record.cleaned} {record.pane} {record.reason}",
        KEPT: -1.0 if record.kept is None else record.kept,
        MILLISECONDS: record.milliseconds,
        BEFORE: record.before,
        AFTER: record.after,
    }
    return values[column]
