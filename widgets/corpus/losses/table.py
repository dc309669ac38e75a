"""Table of losses: a row for each rule and outcome, after a row for all errors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from boilerscope.widgets import colours, theme
from boilerscope.widgets.corpus.losses.records import Column, LossesRecord, LossLine
from boilerscope.widgets.corpus.losses.texts import (
    cell_text,
    column_tip,
    full_name,
    heading,
    sentence,
    without_tip,
)
from boilerscope.widgets.corpus.names import signed
from boilerscope.widgets.guarded import Delegate, TableModel
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.marks import draw_focus, draw_letter
from boilerscope.widgets.tables.heading import PaintedHeading
from boilerscope.widgets.tables.table import CalmTable
from boilerscope.widgets.tips import Tips
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QKeyEvent

    Index = QModelIndex | QPersistentModelIndex

ROW, _HEAD = 26, 28
_MARGIN, _GAP, _LETTER = 12, 10, 16
_BAR = 66
_WIDTHS = {
    Column.MISSED: 60,
    Column.KEPT: 88,
    Column.LOST: 120,
    Column.SHARE: 52,
    Column.PAGES: 48,
    Column.CORRECT: 66,
    Column.WITHOUT: 98,
}
_LEAST_NAME = 210
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_KEYS = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}


class LossModel(TableModel):
    """Rows of a record; row 0 is the row of all errors."""

    def __init__(self) -> None:
        super().__init__()
        self.record = LossesRecord()

    def show_record(self, record: LossesRecord) -> None:
        """Show another record; the selection stays if the rows are the same."""
        is_other = [line.key for line in record.lines] != [line.key for line in self.record.lines]
        if is_other or (record.total is None) != (self.record.total is None):
            self.beginResetModel()
            self.record = record
            self.endResetModel()
            return
        self.record = record
        if self.rowCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def line(self, row: int) -> LossLine | None:
        """Return the line of a row."""
        total = self.record.total
        lines = (*(() if total is None else (total,)), *self.record.lines)
        return lines[row] if 0 <= row < len(lines) else None

    def rowCount(self, parent: Index | None = None) -> int:
        if parent is not None and parent.isValid():
            return 0
        return len(self.record.lines) + (self.record.total is not None)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        is_total = self.record.total is not None and index.row() == 0
        return Qt.ItemFlag.NoItemFlags if is_total else super().flags(index)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return heading(Column(section), self.record)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line = self.line(index.row())
        if line is None:
            return None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return sentence(line, self.record)
        if role == Qt.ItemDataRole.DisplayRole:
            return cell_text(Column(index.column()), line, self.record)
        return None


class LossTable(CalmTable):
    """The table. J and K go to the next and the previous rule.

    Signals
    -------
    chosen(str)
        The user chose the row with this key.
    opened()
        Open the page with most wrong words of the row.
    setting_asked()
        Go to the setting of the row.
    without_asked()
        Run the pane without the row.
    """

    chosen = Signal(str)
    opened = Signal()
    setting_asked = Signal()
    without_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self.losses = LossModel()
        self._hidden: frozenset[Column] = frozenset()
        super().__init__(
            parent, name=self.tr("Losses by rule"), takes_enter=True, row=ROW, header=_HEAD
        )
        self._heading = _Heading(self.losses, self)
        self.setHorizontalHeader(self._heading)
        self.setModel(self.losses)
        self.setItemDelegate(_Cell(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(CalmTable.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(0)
        self.verticalHeader().hide()
        self.confirmed.connect(self.opened)
        self.doubleClicked.connect(lambda _index: self.opened.emit())
        self.selectionModel().currentRowChanged.connect(self._on_row)
        Tips(self.viewport(), self._tip_at)
        Tips(self._heading.viewport(), self._heading_tip_at)

    def show_record(self, record: LossesRecord) -> None:
        """Show a record and its selected row, without emitting `chosen`."""
        selection = self.selectionModel()
        was_blocked = selection.blockSignals(True)
        self.losses.show_record(record)
        keys = [line.key for line in record.lines]
        if record.selected in keys:
            index = self.losses.index(keys.index(record.selected) + 1, 0)
            if index.row() != self.currentIndex().row():
                self.setCurrentIndex(index)
                self.selectRow(index.row())
        selection.blockSignals(was_blocked)
        self.viewport().update()
        self._heading.viewport().update()

    def set_hidden(self, columns: Collection[Column]) -> None:
        """Hide some columns."""
        self._hidden = frozenset(columns)
        for column in Column:
            self.setColumnHidden(column, column in self._hidden)
        self.fit_columns()

    def step(self, by: int) -> None:
        """Choose the next (1) or the previous (-1) row."""
        current = self.currentIndex()
        row = current.row() + by if current.isValid() else 1
        if 1 <= row < self.losses.rowCount():
            self.setCurrentIndex(self.losses.index(row, 0))
            self.selectRow(row)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(320), theme.px(_HEAD + 3 * ROW))

    def sizeHint(self) -> QSize:
        return QSize(theme.px(900), theme.px(_HEAD + 12 * ROW))

    def fit_columns(self) -> None:
        """Divide the width; the name gets what the numbers leave."""
        header, width = self.horizontalHeader(), self.viewport().width()
        numbers = {column: theme.px(size) for column, size in _WIDTHS.items()}
        visible = [column for column in numbers if column not in self._hidden]
        room = width - sum(numbers[column] for column in visible) - theme.px(_MARGIN)
        for column, size in numbers.items():
            header.resizeSection(column, size)
        if visible:
            last = visible[-1]
            header.resizeSection(last, numbers[last] + theme.px(_MARGIN))
        header.resizeSection(Column.RULE, max(room, theme.px(_LEAST_NAME)))

    @property
    def needs_folding(self) -> bool:
        """Whether all columns would leave too little room for the names."""
        room = self.viewport().width() - sum(theme.px(size) for size in _WIDTHS.values())
        return room < theme.px(_LEAST_NAME + 150)

    # -- keys ------------------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take the keys of a rule while a row is current."""
        if not self.currentIndex().isValid() or event.modifiers():
            return super().wants_key(event)
        if event.key() in {*_KEYS, Qt.Key.Key_B, Qt.Key.Key_X}:
            return True
        return super().wants_key(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() or is_enter(event) or not self.currentIndex().isValid():
            super().keyPressEvent(event)
        elif key in _KEYS:
            self.step(_KEYS[key])
        elif key is Qt.Key.Key_B:
            self.setting_asked.emit()
        elif key is Qt.Key.Key_X:
            self.without_asked.emit()
        else:
            super().keyPressEvent(event)

    def _on_row(self, current: QModelIndex) -> None:
        line = self.losses.line(current.row()) if current.isValid() else None
        if line is not None:
            self.chosen.emit(line.key)

    # -- tips ------------------------------------------------------------------------------

    def _tip_at(self, position: QPoint) -> str:
        index = self.indexAt(position)
        line = self.losses.line(index.row()) if index.isValid() else None
        if line is None or line is self.losses.record.total:
            return ""
        if index.column() == Column.WITHOUT:
            return without_tip(line)
        return sentence(line, self.losses.record)

    def _heading_tip_at(self, position: QPoint) -> str:
        section = self._heading.logicalIndexAt(position)
        return column_tip(Column(section), self.losses.record) if section >= 0 else ""


class _Heading(PaintedHeading):
    """Headings; that of the lost F1 has the arrow of the order."""

    def __init__(self, losses: LossModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._losses = losses

    def draw_heading(self, painter: QPainter, rect: QRect, column: int) -> None:
        is_order = column == Column.LOST
        painter.setFont(theme.font(12, 600 if is_order else 400))
        painter.setPen(theme.colour("ink" if is_order else "ink2"))
        text = str(self._losses.headerData(column, Qt.Orientation.Horizontal) or "")
        if column == Column.RULE:
            left = theme.px(_MARGIN + _LETTER + _GAP)
            painter.drawText(rect.adjusted(left, 0, 0, 0), _LEFT, text)
            return
        last = column == Column.WITHOUT
        room = rect.adjusted(0, 0, -theme.px(_GAP if not last else _MARGIN), 0)
        painter.drawText(room, _RIGHT, f"↓ {text}" if is_order and text else text)


class _Cell(Delegate):
    """Delegate that paints a cell."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, LossModel)  # noqa: S101 - the model of the table
        line = model.line(index.row())
        if line is None:
            return
        painter.save()
        rect, column = QRectF(option.rect), Column(index.column())
        is_total = line is model.record.total
        if is_total:
            painter.fillRect(rect, theme.colour("raised"))
        elif line.key == model.record.selected:
            painter.fillRect(rect, theme.colour("selection_fill"))
            if column is Column.RULE:
                edge = QRectF(rect.left(), rect.top(), theme.px(2), rect.height())
                painter.fillRect(edge, theme.colour("selection"))
        if column is Column.RULE:
            self._paint_name(painter, rect, line, is_total=is_total)
        elif column is Column.LOST and model.record.has_gold:
            self._paint_lost(painter, rect, line, model.record)
        elif column is Column.WITHOUT and not is_total and model.record.has_gold:
            self._paint_without(painter, rect, line)
        else:
            self._paint_number(painter, rect, column, line, model.record)
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, rect.adjusted(1, 1, -1, -1), radius=2)
        painter.restore()

    @staticmethod
    def _paint_name(painter: QPainter, rect: QRectF, line: LossLine, *, is_total: bool) -> None:
        side, left = theme.px(_LETTER), rect.left() + theme.px(_MARGIN)
        mark = QRectF(left, rect.center().y() - side / 2, side, side)
        if line.row.outcome in {"B", "C"} and not is_total:
            draw_letter(painter, mark, kept=line.row.outcome == "C")
        elif line.row.outcome == "?":
            _draw_untraced(painter, mark)
        left += theme.px(_LETTER + _GAP)
        painter.setPen(theme.colour("ink"))
        name = full_name(line) if is_total else line.name
        painter.setFont(theme.font(12, 600))
        if name:
            width = painter.fontMetrics().horizontalAdvance(name)
            painter.drawText(rect.adjusted(left - rect.left(), 0, 0, 0), _LEFT, name)
            left += max(width + theme.px(_GAP), theme.px(50) if not is_total else 0)
        if is_total:
            return
        painter.setFont(theme.font(12))
        room = max(int(rect.right() - left - theme.px(6)), 0)
        text = painter.fontMetrics().elidedText(line.text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, rect.top(), room, rect.height()), _LEFT, text)

    @staticmethod
    def _paint_lost(painter: QPainter, rect: QRectF, line: LossLine, record: LossesRecord) -> None:
        lost = line.row.lost(record.average)
        most = max((other.row.lost(record.average) for other in record.lines), default=0.0)
        if line is not record.total and most > 0:
            width = max(theme.px(_BAR) * lost / most, 1.0 if lost else 0.0)
            bar = QRectF(rect.left(), rect.top() + theme.px(6), width, rect.height() - theme.px(12))
            _draw_bar(painter, bar, line.row.outcome)
        is_small = round(lost, 3) == 0
        painter.setFont(theme.font(12, 400 if is_small else 600))
        painter.setPen(theme.colour("ink2" if is_small else "ink"))
        room = rect.adjusted(0, 0, -theme.px(_GAP), 0)
        painter.drawText(room, _RIGHT, number(lost, decimals=3))

    @staticmethod
    def _paint_without(painter: QPainter, rect: QRectF, line: LossLine) -> None:
        room = rect.adjusted(0, 0, -theme.px(_MARGIN), 0)
        without = line.without
        if without is None or math.isnan(without.value):
            painter.setFont(theme.font(12))
            painter.setPen(theme.colour("ink2"))
            painter.drawText(room, _RIGHT, "!" if without is not None and without.problem else "–")
            return
        painter.setFont(theme.font(12, 600 if without.is_clear else 400))
        painter.setPen(theme.colour("ink" if without.is_clear else "ink2"))
        painter.drawText(room, _RIGHT, signed(without.difference))
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour("ink"))
        value = room.adjusted(0, 0, -theme.px(50), 0)
        painter.drawText(value, _RIGHT, number(without.value, decimals=3))

    @staticmethod
    def _paint_number(
        painter: QPainter, rect: QRectF, column: Column, line: LossLine, record: LossesRecord
    ) -> None:
        text = cell_text(column, line, record)
        is_total = line is record.total
        painter.setFont(theme.font(12, 600 if is_total and column < Column.SHARE else 400))
        painter.setPen(theme.colour("ink2" if text in {"0", ""} else "ink"))
        gap = _MARGIN if column is Column.WITHOUT else _GAP
        painter.drawText(rect.adjusted(0, 0, -theme.px(gap), 0), _RIGHT, text)


def _draw_bar(painter: QPainter, rect: QRectF, outcome: str) -> None:
    """Draw the lost F1 of a row: hatched for missed words, filled for wrongly kept words."""
    if outcome == "B":
        painter.fillRect(rect, theme.colour("boilerplate_fill"))
        painter.fillRect(rect, colours.hatch("boilerplate"))
    else:
        painter.fillRect(rect, theme.colour("content" if outcome == "C" else "ink3"))


def _draw_untraced(painter: QPainter, rect: QRectF) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(theme.colour("ink2"), 1.0)
    pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(3), theme.px(3))
    painter.setFont(theme.font(11))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "?")
    painter.restore()
