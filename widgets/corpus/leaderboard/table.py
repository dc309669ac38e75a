"""Table of the leaderboard: a painted row for each pane, its mouse, keys and menus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPoint,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QCursor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QPushButton,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.leaderboard import boxes
from boilerscope.widgets.corpus.leaderboard.commands import Command, command_at, commands
from boilerscope.widgets.corpus.leaderboard.header import BoardHeader
from boilerscope.widgets.corpus.leaderboard.model import BoardModel
from boilerscope.widgets.corpus.leaderboard.painting import CellPainter
from boilerscope.widgets.corpus.leaderboard.records import (
    COLUMNS,
    REVERSED,
    RUN_COLUMNS,
    BoardRecord,
    Column,
)
from boilerscope.widgets.corpus.leaderboard.sorting import sorted_lines
from boilerscope.widgets.corpus.leaderboard.texts import cell_text, heading
from boilerscope.widgets.guarded import Delegate
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plain import entry
from boilerscope.widgets.tables.table import CalmTable
from boilerscope.widgets.tips import Tips

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PySide6.QtGui import QContextMenuEvent

    from boilerscope.widgets.corpus.leaderboard.model import Index
    from boilerscope.widgets.corpus.leaderboard.records import Line


class _Cell(Delegate):
    """Delegate that paints a cell."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, BoardModel)  # noqa: S101 - the only model of the table
        rect = QRectF(option.rect)
        cells = CellPainter(painter, model.record, model.scales)
        cells.draw(model.lines[index.row()], COLUMNS[index.column()], rect)
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, rect.adjusted(1, 1, -1, -1), radius=2)


class BoardTable(CalmTable):
    """Table that keeps its order of rows while the pointer is over it.

    Signals
    -------
    pane_chosen(str)
        Make a pane the active pane.
    baseline_chosen(str)
        Compare the other panes with this pane.
    sorted_by(str)
        Sort by this order, see `BoardRecord.sort`.
    pages_asked(str, object)
        List the pages of a number of a pane, a `PanePart`; None for the mean.
    settings_asked(str)
        Go to the settings of a pane.
    losses_asked(str)
        Go to the losses of a pane.
    run_again_asked(str)
        Run a pane again.
    decider_chosen(str, bool)
        Whether panes are compared only on pages that this pane answered.
    """

    pane_chosen = Signal(str)
    baseline_chosen = Signal(str)
    sorted_by = Signal(str)
    removal_asked = Signal(str)
    pages_asked = Signal(str, object)
    settings_asked = Signal(str)
    run_again_asked = Signal(str)
    losses_asked = Signal(str)
    decider_chosen = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._is_pointed = False
        self._again: list[QPushButton] = []
        self._hidden: frozenset[Column] = frozenset()
        super().__init__(parent, name="", row=boxes.ROW, header=boxes.HEADER)
        self.board_model = BoardModel(self)
        header = BoardHeader(self.board_model, self)
        self.setHorizontalHeader(header)
        self.setModel(self.board_model)
        self.setItemDelegate(_Cell(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.verticalHeader().hide()
        self.viewport().setMouseTracking(True)
        header.sectionClicked.connect(self._on_heading)
        Tips(self.viewport(), self._tip_at)

    # -- display ---------------------------------------------------------------------------

    @property
    def record(self) -> BoardRecord:
        """Contents of the table."""
        return self.board_model.record

    @property
    def lines(self) -> tuple[Line, ...]:
        """Rows from top to bottom."""
        return self.board_model.lines

    def show_record(self, record: BoardRecord) -> None:
        """Show other scores; only a choice of the user moves rows under the pointer."""
        keeps_order = self._is_pointed and record.sort == self.record.sort
        self._show(record, _kept_order(record, self.lines) if keeps_order else None)

    def set_hidden(self, columns: Collection[Column]) -> None:
        """Hide some columns."""
        self._hidden = frozenset(columns)
        for section, column in enumerate(COLUMNS):
            self.setColumnHidden(section, column in self._hidden)
        self.fit_columns()

    def _show(self, record: BoardRecord, lines: tuple[Line, ...] | None) -> None:
        current = self.currentIndex()
        pane = self.lines[current.row()].pane.name if current.isValid() else ""
        self.board_model.show_record(record, sorted_lines(record) if lines is None else lines)
        row = next((row for row, line in enumerate(self.lines) if line.pane.name == pane), -1)
        if row >= 0 and (row, current.column()) != (
            self.currentIndex().row(),
            self.currentIndex().column(),
        ):
            self.setCurrentIndex(self.board_model.index(row, current.column()))
        self._span_failures()

    def _span_failures(self) -> None:
        """Show the reason of a pane without a result over all columns of values, with a button."""
        self.clearSpans()
        silent = [row for row, line in enumerate(self.lines) if line.is_silent]
        while len(self._again) < len(silent):
            button = QPushButton(self.tr("Run again"), self.viewport())
            button.setProperty("role", "chip")
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # also in the menu of the row
            button.clicked.connect(self._on_again)
            self._again.append(button)
        for button in self._again[len(silent) :]:
            button.hide()
        for button, row in zip(self._again, silent, strict=False):
            self.setSpan(row, COLUMNS.index(Column.MEAN), 1, len(RUN_COLUMNS))
            name = self.lines[row].pane.name
            button.setProperty("pane", name)
            button.setAccessibleName(self.tr("Run {pane} again").format(pane=name))
            button.show()
        self._place_buttons()

    def _place_buttons(self) -> None:
        rows = {line.pane.name: row for row, line in enumerate(self.lines)}
        for button in self._again:
            row = rows.get(button.property("pane"))
            if not button.isHidden() and row is not None:
                width, height = button.sizeHint().width(), theme.px(22)
                top = self.rowViewportPosition(row) + (self.rowHeight(row) - height) // 2
                left = self.viewport().width() - width - theme.px(12)
                button.setGeometry(left, top, width, height)

    # -- size and painting -----------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self._place_buttons()

    def fit_columns(self) -> None:
        """Divide the width between the visible columns."""
        visible = [column for column in COLUMNS if column not in self._hidden]
        for column, width in boxes.widths(visible, self.viewport().width()).items():
            self.setColumnWidth(COLUMNS.index(column), width)
        self._place_buttons()

    # -- mouse -----------------------------------------------------------------------------

    def viewportEvent(self, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Enter:
            self._is_pointed = True
        elif kind == QEvent.Type.Leave:
            self._leave()
        elif kind == QEvent.Type.Resize and self._is_pointed and not self._has_pointer():
            self._leave()  # a table that shrinks away from a resting pointer gets no other event
        return super().viewportEvent(event)

    def _has_pointer(self) -> bool:
        return self.viewport().rect().contains(self.viewport().mapFromGlobal(QCursor.pos()))

    def _leave(self) -> None:
        """Sort the rows again; the pointer is elsewhere."""
        self._is_pointed = False
        self._show(self.record, None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        acts = self._command_at(event.position()) is not None or self._is_settings(
            self.indexAt(event.position().toPoint())
        )
        shape = Qt.CursorShape.PointingHandCursor if acts else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        pane = self.lines[index.row()].pane.name
        command = self._command_at(event.position())
        self.pane_chosen.emit(pane)
        if command is not None:
            self._do(pane, command)
        elif self._is_settings(index):
            self.settings_asked.emit(pane)

    @staticmethod
    def _is_settings(index: QModelIndex) -> bool:
        return index.isValid() and COLUMNS[index.column()] is Column.SETTINGS

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        self._open_menu(index if index.isValid() else self.currentIndex(), event.globalPos())

    def _tip_at(self, position: QPoint) -> str:
        index = self.indexAt(position)
        if not index.isValid():
            return ""
        command = self._command_at(QPointF(position))
        sentence = str(self.board_model.data(index, Qt.ItemDataRole.AccessibleTextRole))
        return sentence if command is None else f"{sentence}\n{command.label}"

    # -- keys ------------------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Return, Space and B while a row is current."""
        if not self.currentIndex().isValid():
            return None
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return True if is_plain and (is_enter(event) or event.key() in _KEYS) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if not index.isValid() or not self.wants_key(event):
            super().keyPressEvent(event)
            return
        pane = self.lines[index.row()].pane.name
        if is_enter(event):
            self.settings_asked.emit(pane)
        elif event.key() == Qt.Key.Key_B:
            self.baseline_chosen.emit(pane)
        else:
            self._press(index)

    def _press(self, index: QModelIndex) -> None:
        """Carry out the command of a cell; if it has several commands, show a menu."""
        pane = self.lines[index.row()].pane.name
        listed = self._commands(index)
        self.pane_chosen.emit(pane)
        if len(listed) == 1:
            self._do(pane, listed[0])
        elif listed:
            menu = QMenu(self)
            self._add(menu, pane, listed)
            self._popup(menu, self.viewport().mapToGlobal(self.visualRect(index).bottomLeft()))

    # -- commands --------------------------------------------------------------------------

    def _open_menu(self, index: QModelIndex, position: QPoint) -> None:
        if not index.isValid():
            return
        line, column = self.lines[index.row()], COLUMNS[index.column()]
        pane = line.pane.name
        menu = QMenu(self)
        self._add(menu, pane, self._commands(index))
        menu.addSeparator()
        for label, signal in (
            (self.tr("Make baseline"), self.baseline_chosen),
            (self.tr("Go to its settings"), self.settings_asked),
            (self.tr("Go to its losses"), self.losses_asked),
            (self.tr("Run again"), self.run_again_asked),
        ):
            menu.addAction(label).triggered.connect(
                lambda _checked=False, signal=signal: signal.emit(pane)
            )
        self._add_decision(menu, line)
        menu.addAction(self.tr("Remove the pane")).triggered.connect(
            lambda: self.removal_asked.emit(pane)
        )
        label = self.tr("Sort by {column}").format(column=heading(self.record, column))
        menu.addAction(entry(label)).triggered.connect(lambda: self._sort(column))
        self._popup(menu, position)

    def _add_decision(self, menu: QMenu, line: Line) -> None:
        """Add the choice whether the pane limits the pages of the comparison."""
        if line.row is None or line.is_silent:
            return
        action = menu.addAction(self.tr("Compare only pages that it answered"))
        action.setCheckable(True)
        action.setChecked(not line.row.is_apart)
        action.toggled.connect(partial(self.decider_chosen.emit, line.pane.name))

    def _popup(self, menu: QMenu, position: QPoint) -> None:
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(position)

    def _add(self, menu: QMenu, pane: str, listed: Sequence[Command]) -> None:
        for command in listed:
            menu.addAction(entry(command.label)).triggered.connect(
                lambda _checked=False, command=command: self._do(pane, command)
            )

    def _do(self, pane: str, command: Command) -> None:
        self.pages_asked.emit(pane, command.part)

    def _commands(self, index: Index) -> list[Command]:
        column = COLUMNS[index.column()]
        metrics = QFontMetricsF(theme.font())
        rect = QRectF(self.visualRect(index))
        return commands(self.record, self.lines[index.row()], column, rect, metrics)

    def _command_at(self, position: QPointF) -> Command | None:
        index = self.indexAt(position.toPoint())
        return command_at(self._commands(index), position) if index.isValid() else None

    def _on_heading(self, section: int) -> None:
        self._sort(COLUMNS[section])

    def _sort(self, column: Column) -> None:
        is_turned = column is self.record.sort_column and not self.record.is_reversed
        self.sorted_by.emit(f"{REVERSED if is_turned else ''}{column}")

    def _on_again(self) -> None:
        button = self.sender()
        if button is not None:
            self.run_again_asked.emit(button.property("pane"))

    def copied_rows(self) -> list[list[str]]:
        record = self.record
        return [
            [heading(record, column) for column in COLUMNS],
            *([cell_text(record, line, column) for column in COLUMNS] for line in self.lines),
        ]


_KEYS = {Qt.Key.Key_B, Qt.Key.Key_Space}


def _kept_order(record: BoardRecord, on_screen: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines in the order on screen, new lines last."""
    order = {line.pane.name: row for row, line in enumerate(on_screen)}
    return tuple(
        sorted(sorted_lines(record), key=lambda line: order.get(line.pane.name, len(order)))
    )
