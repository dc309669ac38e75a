"""Table of records whose columns are declared, sorted by any of them."""

from __future__ import annotations

import math
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyleOptionViewItem,
)

from boilerscope.widgets import theme
from boilerscope.widgets.guarded import Delegate, TableModel
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plain import plain
from boilerscope.widgets.tables.heading import PaintedHeading
from boilerscope.widgets.tables.table import CalmTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PySide6.QtCore import QPersistentModelIndex
    from PySide6.QtGui import QKeyEvent, QPainter
    from PySide6.QtWidgets import QWidget

    Index = QModelIndex | QPersistentModelIndex

T = TypeVar("T")

_ROW, _HEAD = 24, 28
_MARGIN, _GAP, _LEAST = 12, 8, 100
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[T]):
    """Column of a sorted table.

    Attributes
    ----------
    heading : str
        Heading.
    text : callable
        Returns the text of a row.
    rank : callable
        Returns what rows are sorted by: a text, or a number, which begins with the greatest.
        Rows with NaN are last.
    width : float
        Width, pixels at 100 % interface size; 0 for the column that gets what the others leave.
    """

    heading: str
    text: Callable[[T], str]
    rank: Callable[[T], str | float]
    width: float = 0.0


class SortedRows(TableModel, Generic[T]):
    """Rows in the order of a column.

    Parameters
    ----------
    columns : sequence of TableColumn
        Columns, from left to right.
    order : int
        Column by which the rows are sorted at first.
    """

    def __init__(self, columns: Sequence[TableColumn[T]], order: int) -> None:
        super().__init__()
        self.columns, self.order, self.is_reversed = tuple(columns), order, False
        self.rows: tuple[T, ...] = ()

    def show_rows(self, rows: Sequence[T]) -> None:
        """Show other rows, in the same order."""
        self.beginResetModel()
        self.rows = self._sorted(rows)
        self.endResetModel()

    def sort_by(self, column: int, *, is_reversed: bool) -> None:
        """Sort by another column, or the other way round."""
        self.order, self.is_reversed = column, is_reversed
        self.show_rows(self.rows)

    def _sorted(self, rows: Sequence[T]) -> tuple[T, ...]:
        rank = self.columns[self.order].rank
        ranked = [(rank(row), row) for row in rows]
        is_text = any(isinstance(value, str) for value, _ in ranked)
        known = [pair for pair in ranked if isinstance(pair[0], str) or not math.isnan(pair[0])]
        unknown = [row for value, row in ranked if isinstance(value, float) and math.isnan(value)]
        known.sort(key=lambda pair: pair[0], reverse=self.is_reversed is is_text)
        return (*(row for _, row in known), *unknown)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return self.columns[section].heading

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        column, row = self.columns[index.column()], self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column.width else _LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(column.text(row)) if not column.width else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(f"{each.heading} {each.text(row)}" for each in self.columns)
        return None


class SortedTable(CalmTable, Generic[T]):
    """The table. S sorts by the next column, Shift+S the other way round, as clicks do.

    Parameters
    ----------
    columns : sequence of TableColumn
        Columns, from left to right.
    order : int
        Column by which the rows are sorted at first.

    Signals
    -------
    chosen(object)
        The user chose this row.
    opened(object)
        Return, or a double click, on this row.
    """

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(
        self,
        columns: Sequence[TableColumn[T]],
        order: int,
        *,
        name: str,
        parent: QWidget | None = None,
    ) -> None:
        self.sorted: SortedRows[T] = SortedRows(columns, order)
        super().__init__(parent, name=name, takes_enter=True, row=_ROW, header=_HEAD)
        self._heading = _Heading(self.sorted, self)
        self.setHorizontalHeader(self._heading)
        self.setModel(self.sorted)
        self.setItemDelegate(_Cell(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(CalmTable.Shape.NoFrame)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.verticalHeader().hide()
        self.confirmed.connect(self._open)
        self.doubleClicked.connect(lambda _index: self._open())
        self._heading.sectionClicked.connect(self._on_heading)
        self.selectionModel().currentRowChanged.connect(self._on_row)

    def show_rows(self, rows: Sequence[T], current: T | None) -> None:
        """Show rows, one of them as the current row, without emitting `chosen`."""
        with self._quietly():
            self.sorted.show_rows(rows)
            self._select(current)

    def show_current(self, row: T | None) -> None:
        """Make a row the current one, without emitting `chosen`."""
        if row is not None and row != self.current_row():
            with self._quietly():
                self._select(row)

    def set_columns(self, columns: Sequence[TableColumn[T]]) -> None:
        """Show other columns; the order stays if its column does."""
        heading = self.sorted.columns[self.sorted.order].heading
        headings = [column.heading for column in columns]
        self.sorted.beginResetModel()
        self.sorted.columns = tuple(columns)
        self.sorted.order = headings.index(heading) if heading in headings else 0
        self.sorted.endResetModel()
        self.fit_columns()

    def sort_by(self, column: int, *, is_reversed: bool = False) -> None:
        """Sort by a column; the current row stays."""
        current = self.current_row()
        with self._quietly():
            self.sorted.sort_by(column, is_reversed=is_reversed)
            self._select(current)
        self._heading.viewport().update()

    def current_row(self) -> T | None:
        """Return the current row, None without one."""
        index = self.currentIndex()
        return self.sorted.rows[index.row()] if index.isValid() else None

    def fit_columns(self) -> None:
        """Give the wide column what the others leave."""
        header = self.horizontalHeader()
        widths = [theme.px(column.width) for column in self.sorted.columns]
        widths[-1] += theme.px(_MARGIN - _GAP) if widths[-1] else 0
        room = max(self.viewport().width() - sum(widths), theme.px(_LEAST))
        for at, width in enumerate(widths):
            header.resizeSection(at, width or room)

    # -- keys ------------------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take S, with Shift too, and Return."""
        return True if _sorts(event) else super().wants_key(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        order = self.sorted.order
        if not _sorts(event):
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.sort_by(order, is_reversed=not self.sorted.is_reversed)
        else:
            self.sort_by((order + 1) % len(self.sorted.columns))

    def _on_heading(self, column: int) -> None:
        is_same = column == self.sorted.order
        self.sort_by(column, is_reversed=is_same and not self.sorted.is_reversed)

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Change rows and selection without emitting `chosen`."""
        selection = self.selectionModel()
        was_blocked = selection.blockSignals(True)
        yield
        selection.blockSignals(was_blocked)
        self.viewport().update()

    def _select(self, row: T | None) -> None:
        if row is not None and row in self.sorted.rows:
            self.selectRow(self.sorted.rows.index(row))

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(self.sorted.rows[current.row()])

    def _open(self) -> None:
        row = self.current_row()
        if row is not None:
            self.opened.emit(row)


class _Heading(PaintedHeading):
    """Headings; that of the order is bold, with an arrow."""

    def __init__(self, rows: SortedRows[Any], parent: QWidget) -> None:
        super().__init__(parent, sorts=True)
        self._rows = rows

    def draw_heading(self, painter: QPainter, rect: QRect, column: int) -> None:
        rows, declared = self._rows, self._rows.columns[column]
        is_order = column == rows.order
        painter.setFont(theme.font(12, 600 if is_order else 400))
        painter.setPen(theme.colour("ink" if is_order else "ink2"))
        arrow = ("↑ " if rows.is_reversed else "↓ ") if is_order else ""
        room = _room(rect, column, len(rows.columns))
        painter.drawText(room, _RIGHT if declared.width else _LEFT, f"{arrow}{declared.heading}")


class _Cell(Delegate):
    """Cells with the margins of the headings; the current row has an edge."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, SortedRows)  # noqa: S101 - the model of the table
        column, rect = index.column(), option.rect
        is_current = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if is_current:
            painter.fillRect(rect, theme.colour("selection_fill"))
            if column == 0:
                painter.fillRect(
                    QRect(rect.left(), rect.top(), theme.px(2), rect.height()),
                    theme.colour("selection"),
                )
        painter.setFont(theme.font(12, 600 if is_current and column == 0 else 400))
        painter.setPen(theme.colour("ink"))
        room = _room(rect, column, len(model.columns))
        text = painter.fontMetrics().elidedText(
            str(model.data(index)), option.textElideMode, room.width()
        )
        painter.drawText(room, _RIGHT if model.columns[column].width else _LEFT, text)
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, QRectF(rect).adjusted(1, 1, -1, -1), radius=2)
        painter.restore()


def _room(rect: QRect, column: int, n_columns: int) -> QRect:
    """Return the room for text in a cell or a heading."""
    left = _MARGIN if column == 0 else _GAP / 2
    right = _MARGIN if column == n_columns - 1 else _GAP
    return rect.adjusted(theme.px(left), 0, -theme.px(right), 0)


def _sorts(event: QKeyEvent) -> bool:
    others = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
    return event.key() == Qt.Key.Key_S and not others
