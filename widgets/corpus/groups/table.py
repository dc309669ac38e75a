"""Table of groups: name, number of pages, and a coloured cell for each pane."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.cells import draw_cell, ramp
from boilerscope.widgets.corpus.groups.model import FIRST_PANE, NAME, PAGES, GroupModel
from boilerscope.widgets.guarded import Delegate
from boilerscope.widgets.marks import draw_focus, draw_number
from boilerscope.widgets.tables.heading import PaintedHeading
from boilerscope.widgets.tables.table import CalmTable
from boilerscope.widgets.tips import Tips

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from boilerscope.extractors.scoring.leaderboard import GroupRow
    from boilerscope.widgets.corpus.groups.model import Index
    from boilerscope.widgets.records import PaneRecord

_ROW, _HEAD = 20, 26
_PAGES = 48
_CELL, _MIN_CELL = 51, 34
_NAME = 96
_MARGIN, _GAP = 12, 8
_BAR = 4
_ARROWS = {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class GroupTable(CalmTable):
    """The table. Arrows go from cell to cell, Home and End to the first and the last group.

    Signals
    -------
    chosen(str)
        The user chose this group.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.groups = GroupModel()
        super().__init__(
            parent,
            name=self.tr("Groups"),
            selects=QAbstractItemView.SelectionBehavior.SelectItems,
            takes_enter=True,
            row=_ROW,
            header=_HEAD,
        )
        self._heading = _Heading(self.groups, self)
        self.setHorizontalHeader(self._heading)
        self.setModel(self.groups)
        self.setItemDelegate(_Cell(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(CalmTable.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(0)
        self.verticalHeader().hide()
        self.confirmed.connect(self._choose)
        Tips(self.viewport(), self._tip_at)

    def show_groups(
        self, groups: Sequence[GroupRow], panes: Sequence[PaneRecord], active: str, measure: str
    ) -> None:
        """Show groups; mark the active pane."""
        self.groups.show_groups(groups, panes, measure)
        self._heading.active = active
        self._heading.viewport().update()
        self.fit_columns()

    def cell(self, row: int, pane: int) -> QModelIndex:
        """Return the cell of a pane, by the positions of group and pane."""
        return self.groups.index(row, FIRST_PANE + pane)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(160), theme.px(_HEAD + 2 * _ROW))

    def sizeHint(self) -> QSize:
        return QSize(theme.px(400), theme.px(_HEAD + 7 * _ROW))

    def fit_columns(self) -> None:
        """Divide the width; the name gets what cells of their full width leave."""
        margin, n = theme.px(_MARGIN), max(len(self.groups.panes), 1)
        width = self.viewport().width() - margin
        room = width - margin - theme.px(_NAME) - theme.px(_PAGES)
        cell = int(max(min(room / n, theme.px(_CELL)), theme.px(_MIN_CELL)))
        pages = theme.px(_PAGES + _GAP)
        header = self.horizontalHeader()
        for column in range(self.groups.columnCount()):
            header.resizeSection(column, cell)
        if self.groups.columnCount():
            header.resizeSection(PAGES, pages)
            header.resizeSection(NAME, max(width - n * cell - pages, 0))

    # -- keys and mouse --------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Return, which chooses the group, and the arrows."""
        return True if event.key() in _ARROWS else super().wants_key(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self._choose()
        else:
            super().keyPressEvent(event)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        current = self.currentIndex()
        if not current.isValid():
            return self.cell(0, 0)
        ends = {
            QAbstractItemView.CursorAction.MoveHome: 0,
            QAbstractItemView.CursorAction.MoveEnd: self.groups.rowCount() - 1,
        }
        if action in ends:
            return current.siblingAtRow(ends[action])
        return super().moveCursor(action, modifiers)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.setCurrentIndex(index.siblingAtColumn(max(index.column(), FIRST_PANE)))
            self._choose()

    def _choose(self) -> None:
        index = self.currentIndex()
        if index.isValid():
            self.chosen.emit(self.groups.groups[index.row()].name)

    def _tip_at(self, position: QPoint) -> str:
        index = self.indexAt(position)
        return self.groups.sentence(index.row(), index.column()) if index.isValid() else ""


class _Heading(PaintedHeading):
    """Headings: the word above the numbers of pages, and the numbers of the panes."""

    def __init__(self, groups: GroupModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.groups = groups
        self.active = ""

    def draw_heading(self, painter: QPainter, rect: QRect, column: int) -> None:
        if column == PAGES:
            painter.setFont(theme.font(12))
            painter.setPen(theme.colour("ink2"))
            text = str(self.groups.headerData(PAGES, Qt.Orientation.Horizontal))
            painter.drawText(rect.adjusted(0, 0, -theme.px(_GAP), 0), _RIGHT, text)
        elif column >= FIRST_PANE:
            pane = self.groups.panes[column - FIRST_PANE]
            side = theme.px(18)
            mark = QRectF(0, 0, side, side)
            mark.moveCenter(QRectF(rect).center())
            draw_number(painter, mark, pane.number, active=pane.name == self.active)


class _Cell(Delegate):
    """Delegate: a cell in the colour of its mean; of a small group, a bar as long as its mean."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, rect = index.model(), QRectF(option.rect)
        assert isinstance(model, GroupModel)  # noqa: S101 - the model of the table
        painter.save()
        painter.setFont(theme.font(12))
        text = str(model.data(index))
        if index.column() == NAME:
            painter.setPen(theme.colour("ink"))
            room = rect.adjusted(theme.px(_MARGIN), 0, 0, 0)
            elide = Qt.TextElideMode.ElideRight
            elided = painter.fontMetrics().elidedText(text, elide, int(room.width()))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, elided)
        elif index.column() == PAGES:
            painter.setPen(theme.colour("ink2"))
            painter.drawText(rect.adjusted(0, 0, -theme.px(_GAP), 0), _RIGHT, text)
        else:
            group = model.groups[index.row()]
            mean = group.means[index.column() - FIRST_PANE]
            inner = rect.adjusted(0, 0, -1, -1)
            _draw_mean(painter, inner, mean, text, is_small=group.is_small)
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, rect, radius=0)
        painter.restore()


def _draw_mean(painter: QPainter, rect: QRectF, mean: float, text: str, *, is_small: bool) -> None:
    if math.isnan(mean) or is_small:
        painter.fillRect(rect, theme.colour("raised"))
        painter.setPen(QPen(theme.colour("ink2")))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
    else:
        draw_cell(painter, rect, mean, text)
    if is_small and not math.isnan(mean):
        bar = QRectF(rect.left(), rect.bottom() - theme.px(_BAR), rect.width() * mean, 0)
        bar.setBottom(rect.bottom())
        painter.fillRect(bar, ramp(mean))
