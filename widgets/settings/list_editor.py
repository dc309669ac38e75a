"""Editor for lists and tables of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.settings.editors import Editor
from boilerscope.widgets.settings.help_text import value_text
from boilerscope.widgets.settings.name_cell import NameDelegate
from boilerscope.widgets.words import declared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from boilerscope.extractors.model.settings import Knob, Settings
    from boilerscope.extractors.page.records import FloatArray

_MAX_ROWS_SHOWN = 7
_MAX_AUTOMATIC = 1000
_ROW = 24


class Grid(QTableWidget):
    """Table with rows of text that the user edits in place.

    Signals
    -------
    rows_edited(object)
        The user changed the rows; tuples of text.
    """

    rows_edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 1, parent)
        self.verticalHeader().hide()
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.itemChanged.connect(self._emit_rows)
        self._filling = False
        theme.follow(self._restyle)

    def show_rows(self, rows: Sequence[Sequence[str]], n_columns: int) -> None:
        """Show rows of text without a signal; do nothing while the user types in a cell."""
        if self.state() == QAbstractItemView.State.EditingState:
            return
        if self.columnCount() == n_columns and self.rows() == tuple(tuple(row) for row in rows):
            return
        self._filling = True
        self.setColumnCount(n_columns)
        self.setRowCount(len(rows))
        for index, row in enumerate(rows):
            for column in range(n_columns):
                text = row[column] if column < len(row) else ""
                self.setItem(index, column, QTableWidgetItem(text))
        self._filling = False
        self.updateGeometry()

    def set_titles(self, titles: Sequence[str]) -> None:
        """Set the titles of the columns."""
        self.setColumnCount(len(titles))
        self.setHorizontalHeaderLabels([declared(title) for title in titles])
        self.horizontalHeader().show()

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the rows as tuples of text."""
        return tuple(
            tuple(self._text(row, column) for column in range(self.columnCount()))
            for row in range(self.rowCount())
        )

    def add(self) -> None:
        """Add an empty row and start to edit it."""
        self._filling = True
        row = self.rowCount()
        self.insertRow(row)
        for column in range(self.columnCount()):
            self.setItem(row, column, QTableWidgetItem(""))
        first = self.item(row, 0)
        self._filling = False
        self.updateGeometry()
        self.setCurrentCell(row, 0)
        self.scrollToBottom()
        if first is not None:
            self.editItem(first)

    def remove(self) -> None:
        """Remove the selected rows."""
        selected = sorted({index.row() for index in self.selectedIndexes()}, reverse=True)
        for row in selected:
            self.removeRow(row)
        if selected:
            self.updateGeometry()
            self._emit_rows()

    def move(self, steps: int) -> None:  # type: ignore[override]  # moves a row, not the widget
        """Move the current row up or down."""
        row, target = self.currentRow(), self.currentRow() + steps
        if row < 0 or not 0 <= target < self.rowCount():
            return
        self._filling = True
        for column in range(self.columnCount()):
            item, other_item = self.takeItem(row, column), self.takeItem(target, column)
            self.setItem(row, column, other_item)
            self.setItem(target, column, item)
        self._filling = False
        self.setCurrentCell(target, max(self.currentColumn(), 0))
        self._emit_rows()

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Alt with Up or Down, which moves a row."""
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        is_arrow = event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}
        return True if alt and is_arrow else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.remove()
        elif alt and event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self.move(-1 if event.key() == Qt.Key.Key_Up else 1)
        elif event.key() == Qt.Key.Key_Insert:
            self.add()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        rows = min(max(self.rowCount(), 1), _MAX_ROWS_SHOWN)
        header = self.horizontalHeader()
        titles = 0 if header.isHidden() else header.sizeHint().height()
        return QSize(theme.px(160), rows * theme.px(_ROW) + titles + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        self._emit_rows()

    def _restyle(self) -> None:
        self.verticalHeader().setMinimumSectionSize(theme.px(_ROW))
        self.verticalHeader().setDefaultSectionSize(theme.px(_ROW))
        self.updateGeometry()

    def _text(self, row: int, column: int) -> str:
        item = self.item(row, column)
        return item.text() if item is not None else ""

    def _emit_rows(self, item: QTableWidgetItem | QModelIndex | None = None) -> None:
        del item
        if not self._filling and self.state() != QAbstractItemView.State.EditingState:
            self.rows_edited.emit(self.rows())


class GridEditor(Editor):
    """List (one column) or table of text, with buttons to add, remove and move rows."""

    def __init__(self, knob: Knob, parent: QWidget) -> None:
        super().__init__(knob, parent)
        self._is_table = knob.kind == "table"
        self._automatic = False
        self.grid = Grid()
        self.note = TextLabel(size=12, role="ink3")
        if knob.columns:
            self.grid.set_titles(knob.columns)
        if knob.names is not None:
            self.grid.setItemDelegateForColumn(0, NameDelegate(knob.names, self.grid))
        self.body = QWidget()
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(self.grid)
        column.addLayout(self._buttons())
        self.grid.rows_edited.connect(self._emit_rows)

    @property
    def focus_widget(self) -> QWidget:
        return self.grid

    def show_value(self, settings: Settings, values: FloatArray | None) -> None:
        del values
        value = getattr(settings, self.knob.name)
        self._automatic = value is None
        self.note.setText(value_text(self.knob, value, settings))
        shown = getattr(settings.resolve(), self.knob.name) if value is None else value
        entries = shown or ()
        if self._automatic and len(entries) > _MAX_AUTOMATIC:
            entries = ()  # too many to read; the note shows their number
        rows = [self._as_row(entry) for entry in entries]
        self.grid.show_rows(rows, self._n_columns(rows))

    def _as_row(self, entry: object) -> tuple[str, ...]:
        if isinstance(entry, tuple):
            return tuple(str(cell) for cell in entry)
        return (str(entry),)

    def _n_columns(self, rows: Sequence[Sequence[str]]) -> int:
        if not self._is_table:
            return 1
        defaults = self.knob.default if isinstance(self.knob.default, tuple) else ()
        lengths = [len(row) for row in (*rows, *defaults)]
        return len(self.knob.columns) or max(lengths, default=2)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for icon, label, action in (
            ("plus", self.tr("Add an entry"), self.grid.add),
            ("minus", self.tr("Remove the selected entries"), self.grid.remove),
            ("chevron-up", self.tr("Move the entry up"), lambda: self.grid.move(-1)),
            ("chevron-down", self.tr("Move the entry down"), lambda: self.grid.move(1)),
        ):
            button = IconButton(icon, label)
            button.clicked.connect(lambda _checked=False, action=action: action())
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.note)
        return row

    def _emit_rows(self, rows: tuple[tuple[str, ...], ...]) -> None:
        filled = tuple(row for row in rows if any(cell.strip() for cell in row))
        self.edited.emit(filled if self._is_table else tuple(row[0] for row in filled))
