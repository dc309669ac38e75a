"""Groups of pages: the mean of each pane on the pages of a language, a type, a length or a set.

Input: the groups of the pages on view. Output: another property to group by, and the group that the
user clicked.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QFrame,
    QHBoxLayout,
    QStackedLayout,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.combo import Combo
from boilerscope.widgets.corpus.cells import draw_cell, ramp
from boilerscope.widgets.corpus.names import measure_name, short_measure
from boilerscope.widgets.corpus.pages.sentences import pages_words
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.marks import draw_focus, draw_number
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent

    from boilerscope.extractors.scoring.column_groups import GroupRow
    from boilerscope.widgets.records import PaneRecord

_ROW, _HEAD = 20, 26
_PAGES = 48
_CELL, _MIN_CELL = 51, 34
_NAME = 96
_BAR = 4


class GroupTable(QAbstractScrollArea):
    """Table of groups: number of pages, and a cell for each pane.

    Signals
    -------
    chosen(str)
        The user chose this group.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(0)
        self._groups: tuple[GroupRow, ...] = ()
        self._panes: tuple[PaneRecord, ...] = ()
        self._active, self._measure = "", ""
        self._cell = (0, 0)
        theme.signals().changed.connect(self._resize)

    @property
    def cell(self) -> tuple[int, int]:
        """Row and column of the current cell."""
        return self._cell

    def show_groups(
        self, groups: Sequence[GroupRow], panes: Sequence[PaneRecord], active: str, measure: str
    ) -> None:
        """Show groups; the current cell stays current if it still exists."""
        self._groups, self._panes = tuple(groups), tuple(panes)
        self._active, self._measure = active, measure
        row, column = self._cell
        self._cell = (
            max(min(row, len(self._groups) - 1), 0),
            max(min(column, len(self._panes) - 1), 0),
        )
        self._resize()
        self._describe()

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(160), theme.px(_HEAD + 2 * _ROW))

    def sizeHint(self) -> QSize:
        return QSize(theme.px(400), theme.px(_HEAD + 7 * _ROW))

    # -- places ----------------------------------------------------------------------------

    def _cells(self) -> tuple[float, float]:
        """Return the left edge of the first cell, and the width of each cell."""
        margin = theme.px(12)
        width = self.viewport().width() - margin
        n = max(len(self._panes), 1)
        room = width - margin - theme.px(_NAME) - theme.px(_PAGES)
        cell = max(min(room / n, theme.px(_CELL)), theme.px(_MIN_CELL))
        return width - n * cell, cell

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return the rectangle of a cell in the viewport."""
        left, width = self._cells()
        top = theme.px(_HEAD) + row * theme.px(_ROW) - self.verticalScrollBar().value()
        return QRectF(left + column * width, top, width, theme.px(_ROW))

    def cell_at(self, position: QPoint) -> tuple[int, int] | None:
        """Return row and column at a position; the name of a group is column -1."""
        if position.y() < theme.px(_HEAD):
            return None
        scrolled = position.y() - theme.px(_HEAD) + self.verticalScrollBar().value()
        row = scrolled // theme.px(_ROW)
        left, width = self._cells()
        column = math.floor((position.x() - left) / width) if position.x() >= left else -1
        if row >= len(self._groups) or column >= len(self._panes):
            return None
        return row, column

    # -- mouse and keys --------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position().toPoint())
        if cell is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._go(cell[0], max(cell[1], 0))
        self.chosen.emit(self._groups[cell[0]].name)

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Return, which chooses the group, and the arrows."""
        arrows = {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down}
        return True if is_enter(event) or event.key() in arrows else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, column = self._cell
        moves = {
            Qt.Key.Key_Left: (row, column - 1),
            Qt.Key.Key_Right: (row, column + 1),
            Qt.Key.Key_Up: (row - 1, column),
            Qt.Key.Key_Down: (row + 1, column),
            Qt.Key.Key_Home: (0, column),
            Qt.Key.Key_End: (len(self._groups) - 1, column),
        }
        target = moves.get(Qt.Key(event.key()))
        if target is not None:
            self._go(*target)
        elif self._groups and (is_enter(event) or event.key() == Qt.Key.Key_Space):
            self.chosen.emit(self._groups[row].name)
        else:
            super().keyPressEvent(event)

    def _go(self, row: int, column: int) -> None:
        if 0 <= row < len(self._groups) and 0 <= column < len(self._panes):
            self._cell = (row, column)
            bar, top = self.verticalScrollBar(), row * theme.px(_ROW)
            page = self.viewport().height() - theme.px(_HEAD)
            bar.setValue(min(max(bar.value(), top + theme.px(_ROW) - page), top))
            self._describe()
            self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            cell = self.cell_at(event.pos())
            text = "" if cell is None else self.describe(*cell)
            QToolTip.showText(event.globalPos(), plain(text), self)
            return True
        return super().viewportEvent(event)

    def describe(self, row: int, column: int) -> str:
        """Return the content of a cell as text."""
        group = self._groups[row]
        pages = pages_words(len(group.rows))
        if column < 0:
            return f"{group.name}, {pages}"
        value = number(group.means[column], decimals=2)
        return (
            f"{group.name}, {self._panes[column].name},"
            f" {measure_name(self._measure)} {value}, {pages}"
        )

    def _describe(self) -> None:
        has_cells = bool(self._groups and self._panes)
        self.setAccessibleName(self.describe(*self._cell) if has_cells else self.tr("Groups"))

    # -- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self.viewport())
        painter.setFont(theme.font(12))
        painter.save()
        painter.setClipRect(self.viewport().rect().adjusted(0, theme.px(_HEAD), 0, 0))
        for row, group in enumerate(self._groups):
            rect = self.cell_rect(row, 0)
            if rect.bottom() > theme.px(_HEAD) and rect.top() < self.viewport().height():
                self._paint_row(painter, row, group)
        painter.restore()
        self._paint_head(painter)
        if self.hasFocus() and self._groups and self._panes:
            draw_focus(painter, self.cell_rect(*self._cell), radius=0)

    def _paint_head(self, painter: QPainter) -> None:
        left, width = self._cells()
        painter.setPen(theme.colour("ink2"))
        room = QRectF(left - theme.px(_PAGES + 8), 0, theme.px(_PAGES), theme.px(_HEAD))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, right, self.tr("Pages"))
        side = theme.px(18)
        for column, pane in enumerate(self._panes):
            middle = left + (column + 0.5) * width
            mark = QRectF(middle - side / 2, (theme.px(_HEAD) - side) / 2, side, side)
            draw_number(painter, mark, pane.number, active=pane.name == self._active)

    def _paint_row(self, painter: QPainter, row: int, group: GroupRow) -> None:
        first = self.cell_rect(row, 0)
        pages = theme.px(_PAGES)
        room = QRectF(
            theme.px(12), first.top(), first.left() - pages - theme.px(16), first.height()
        )
        vertical = Qt.AlignmentFlag.AlignVCenter
        elided = painter.fontMetrics().elidedText(
            group.name, Qt.TextElideMode.ElideRight, int(room.width())
        )
        painter.setPen(theme.colour("ink"))
        painter.drawText(room, vertical, elided)
        painter.setPen(theme.colour("ink2"))
        count = QRectF(first.left() - pages - theme.px(8), first.top(), pages, first.height())
        painter.drawText(count, Qt.AlignmentFlag.AlignRight | vertical, number(len(group.rows)))
        for column, value in enumerate(group.means):
            rect = self.cell_rect(row, column).adjusted(0, 0, -1, -1)
            self._paint_cell(painter, rect, value, is_small=group.is_small)

    def _paint_cell(self, painter: QPainter, rect: QRectF, value: float, *, is_small: bool) -> None:
        text = number(value, decimals=2)
        if math.isnan(value) or is_small:
            painter.fillRect(rect, theme.colour("raised"))
            painter.setPen(QPen(theme.colour("ink2")))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
        else:
            draw_cell(painter, rect, value, text)
        if is_small and not math.isnan(value):
            bar = QRectF(rect.left(), rect.bottom() - theme.px(_BAR), rect.width() * value, 0)
            bar.setBottom(rect.bottom())
            painter.fillRect(bar, ramp(value))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resize()

    def _resize(self) -> None:
        room = self.viewport().height() - theme.px(_HEAD)
        bar = self.verticalScrollBar()
        bar.setRange(0, max(len(self._groups) * theme.px(_ROW) - room, 0))
        bar.setPageStep(max(room, 1))
        bar.setSingleStep(theme.px(_ROW))
        self.viewport().update()


class GroupsView(QWidget):
    """Groups with the chooser of the property that groups the pages.

    Signals
    -------
    by_chosen(str)
        Group by this property.
    group_chosen(str, str)
        Property that groups the pages, and the group to show.
    """

    by_chosen = Signal(str)
    group_chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("groups")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._by = ""
        self.title = TextLabel(self.tr("Groups"), weight=600)
        self.by = Combo()
        self.by.setAccessibleName(self.tr("Group pages by"))
        self.note = ElidedLabel(size=12, role="ink2")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.table = GroupTable()
        self.empty = EmptyNote()
        self._head = QHBoxLayout()
        self._head.addWidget(self.title)
        self._head.addWidget(self.by)
        self._head.addWidget(self.note, 1)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addLayout(self._stack, 1)
        self.by.activated.connect(lambda: self.by_chosen.emit(self.by.currentData()))
        self.table.chosen.connect(lambda name: self.group_chosen.emit(self._by, name))
        theme.signals().changed.connect(self._restyle)
        self._restyle()

    def show_groups(
        self,
        groups: Sequence[GroupRow],
        panes: Sequence[PaneRecord],
        by: str,
        *,
        active: str = "",
        measure: str = "token_f1",
    ) -> None:
        """Show the groups of the pages on view.

        Parameters
        ----------
        groups : sequence of GroupRow
            A mean for each pane; the group of pages of unknown kind has the name ``unknown``.
        panes : sequence of PaneRecord
            The panes, in the order of the means.
        by : str
            ``language``, ``type``, ``length`` or ``set``.
        active : str
            The active pane.
        measure : str
            Measure of the means.
        """
        self._by = by
        entries = [
            ("type", self.tr("Page type")),
            ("language", self.tr("Language")),
            ("length", self.tr("Length")),
            ("set", self.tr("Set")),
        ]
        self.by.set_entries([(text, key) for key, text in entries], by)
        self.note.setText(
            self.tr("Mean {measure}. Pale: under 10 pages.").format(measure=short_measure(measure))
        )
        has_groups = any(group.name != "unknown" for group in groups)
        self._stack.setCurrentIndex(0 if has_groups else 1)
        if has_groups:
            self.table.show_groups(groups, panes, active, measure)
        elif not groups:
            self.empty.show_note(self.tr("Run the panes to see the mean of each group."))
        elif by == "language":
            self.empty.show_note(self.tr("This corpus has no languages."))
        else:
            self.empty.show_note(self.tr("This corpus has no page types."))

    def _restyle(self) -> None:
        self._head.setContentsMargins(*(theme.px(side) for side in (12, 4, 12, 4)))
        self._head.setSpacing(theme.px(8))
        self.by.setFixedWidth(theme.px(172))
