"""The blocks of one pane as a table: class, figures, deciding rule, text.

Comes in: a page, a pane, the shared selection. Goes out: the selection. Sorting and filtering work
on numpy columns; texts and rules are made for visible rows only. Nothing is remembered: a filter
hides blocks, and what hides data must not surprise tomorrow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from extractors.model.sentence import verdict
from widgets import theme
from widgets.block_order import deciding_rules, decimals, matching, sort_keys, text_ranks
from widgets.demo import demo_scene, run_demo
from widgets.labels import TextLabel
from widgets.marks import draw_letter
from widgets.picking import leading_block, selection_of_block
from widgets.records import Selection
from widgets.selection import SelectionModel
from widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtCore import QObject
    from PySide6.QtGui import QKeyEvent, QPainter, QShowEvent

    from extractors.model.extraction import Extraction
    from extractors.page import Page
    from extractors.page.records import IntArray
    from widgets.records import PaneRecord

_LONGEST_TEXT = 400
_LETTER, _BLOCK, _FIRST_FIGURE = 0, 1, 2
_Index = QModelIndex | QPersistentModelIndex


class BlockModel(QAbstractTableModel):
    """Rows are blocks in the chosen order; columns are class, number, figures, rule, text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page: Page | None = None
        self._made: Extraction | None = None
        self._order: IntArray = np.zeros(0, dtype=np.int32)
        self._row_of: IntArray = np.zeros(0, dtype=np.int32)
        self._filter = ""
        self._sort: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)
        self._texts: dict[int, str] = {}
        self._rules: dict[int, str] = {}
        self._text_order: Any = None
        self._decimals: list[int] = []

    # -- what is shown ---------------------------------------------------------------------

    def show_extraction(self, page: Page | None, made: Extraction | None) -> None:
        """Show the blocks of an extraction; the same blocks keep order, place and selection."""
        same = (
            self._made is not None
            and made is not None
            and self._page is page
            and len(made.blocks) == len(self._made.blocks)
            and [one.name for one in made.columns] == [one.name for one in self._made.columns]
        )
        if same:
            self._made = made
            self._rules.clear()
            self._decimals = _decimals_of(made)
            if self._filter or self._sort[0] >= 0:
                self.layoutAboutToBeChanged.emit()
                self._arrange()
                self.layoutChanged.emit()
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._page, self._made = page, made
        self._texts.clear()
        self._rules.clear()
        self._text_order = None
        self._decimals = _decimals_of(made)
        self._sort = (-1, Qt.SortOrder.AscendingOrder)
        self._arrange()
        self.endResetModel()

    def set_filter(self, text: str) -> None:
        """Show only blocks that hold all words of a text, see `matching`."""
        if text != self._filter:
            self.beginResetModel()
            self._filter = text
            self._arrange()
            self.endResetModel()

    def block_at(self, row: int) -> int:
        """Return the block of a row."""
        return int(self._order[row])

    def row_of(self, block: int) -> int:
        """Return the row of a block, -1 where the filter hides it."""
        return int(self._row_of[block]) if 0 <= block < len(self._row_of) else -1

    @property
    def n_blocks(self) -> int:
        """Blocks of the pane, hidden ones too."""
        return 0 if self._made is None else len(self._made.blocks)

    def kept(self, block: int) -> bool:
        """Return whether a block is kept."""
        return self._made is not None and bool(self._made.content[block])

    def text(self, block: int) -> str:
        """Return the beginning of a block's text, white space collapsed."""
        if block not in self._texts:
            self._texts[block] = self._make_text(block)
        return self._texts[block]

    def extremes(self, column: int) -> tuple[str, ...]:
        """Return the least and the greatest figure of a column as they are shown, if it has any."""
        figure = column - _FIRST_FIGURE
        if self._made is None or not 0 <= figure < len(self._made.columns):
            return ()
        values = np.asarray(self._made.columns[figure].values, dtype=np.float64)
        known = values[np.isfinite(values)]
        shown = (float(known.min()), float(known.max())) if len(known) else ()
        return tuple(self._figure(value, figure) for value in shown)

    def rule(self, block: int) -> str:
        """Return the sentence of the rule that decided."""
        if block not in self._rules and self._made is not None:
            self._rules[block] = verdict(self._made, block)
        return self._rules.get(block, "")

    # -- Qt --------------------------------------------------------------------------------

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._order)

    def columnCount(self, parent: _Index | None = None) -> int:
        if self._made is None or (parent is not None and parent.isValid()):
            return 0
        return _FIRST_FIGURE + len(self._made.columns) + 2

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or self._made is None:
            return None
        figure = section - _FIRST_FIGURE
        inside = 0 <= figure < len(self._made.columns)
        if role == Qt.ItemDataRole.ToolTipRole and inside:
            column = self._made.columns[figure]
            unit = f" [{declared(column.unit)}]" if column.unit else ""
            return f"{column.name}{unit}\n{declared(column.meaning)}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section in self.figures else self._left
            return side | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if inside:
            return declared(self._made.columns[figure].label)
        fixed = {
            _LETTER: "",
            _BLOCK: self.tr("Block"),
            self.rule_column: self.tr("Last rule"),
            self.text_column: self.tr("Text"),
        }
        return fixed.get(section)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if index.column() in self.figures else self._left
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == _LETTER:
            kept = self.kept(self.block_at(index.row()))
            return self.tr("kept") if kept else self.tr("dropped")
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        return self._cell(index.row(), index.column(), tip=role == Qt.ItemDataRole.ToolTipRole)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._sort = (column, order)
        self._arrange()
        self.layoutChanged.emit()

    @property
    def figures(self) -> range:
        """Columns that hold figures."""
        count = 0 if self._made is None else len(self._made.columns)
        return range(_BLOCK, _FIRST_FIGURE + count)

    @property
    def rule_column(self) -> int:
        """Column of the deciding rule."""
        return self.figures.stop

    @property
    def text_column(self) -> int:
        """Column of the text."""
        return self.figures.stop + 1

    _left = Qt.AlignmentFlag.AlignLeft

    def _cell(self, row: int, column: int, *, tip: bool) -> str | None:
        made = self._made
        if made is None:
            return None
        block = self.block_at(row)
        if column == self.text_column:
            return self.text(block)
        if column == self.rule_column:
            return self.rule(block)
        if tip or column == _LETTER:
            return None
        if column == _BLOCK:
            return number(block)
        figure = column - _FIRST_FIGURE
        return self._figure(float(made.columns[figure].values[block]), figure)

    def _figure(self, value: float, figure: int) -> str:
        return number(value, decimals=self._decimals[figure] or None)

    def _make_text(self, block: int) -> str:
        if self._page is None or self._made is None:
            return ""
        tokens = self._page.tokens
        parts: list[str] = []
        room = _LONGEST_TEXT
        for first, last in self._made.blocks.runs(block):
            begin, end = int(tokens.start[first]), int(tokens.end[last - 1])
            parts.append(self._page.text[begin : min(end, begin + room)])
            room -= end - begin
            if room <= 0:
                break
        return " ".join(" ".join(parts).split())

    def _arrange(self) -> None:
        made = self._made
        count = 0 if made is None else len(made.blocks)
        order: IntArray = np.arange(count, dtype=np.int32)
        if made is not None and self._sort[0] >= 0:
            order = np.argsort(self._keys(made), kind="stable").astype(np.int32)
            if self._sort[1] is Qt.SortOrder.DescendingOrder:
                order = order[::-1]
        if self._filter.strip() and made is not None and self._page is not None:
            order = order[matching(self._page, made, self._filter)[order]]
        self._order = order
        self._row_of = np.full(count, -1, dtype=np.int32)
        self._row_of[order] = np.arange(len(order))

    def _keys(self, made: Extraction) -> Any:
        column = self._sort[0]
        if column == _LETTER:
            return ~made.content
        if column == self.text_column:
            return self._text_keys()
        if column == self.rule_column:
            return deciding_rules(made)
        if column == _BLOCK:
            return np.arange(len(made.blocks))
        return sort_keys(made, made.columns[column - _FIRST_FIGURE].values)

    def _text_keys(self) -> Any:
        """Return the ranks of all texts; they stay the same until other blocks are shown."""
        if self._text_order is None and self._page is not None and self._made is not None:
            self._text_order = text_ranks(self._page, self._made)
        return self._text_order


def _decimals_of(made: Extraction | None) -> list[int]:
    return [] if made is None else [decimals(column.values) for column in made.columns]


class _LetterCell(QStyledItemDelegate):
    """Paints the letter of the class."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: _Index,
    ) -> None:
        super().paint(painter, option, index)
        model = index.model()
        if isinstance(model, BlockModel):
            side = theme.px(16)
            middle = QRectF(option.rect).center()
            box = QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)
            draw_letter(painter, box, kept=model.kept(model.block_at(index.row())))


class _Rows(QTableView):
    """A table view that copies rows, not the one cell that Qt would copy."""

    copy_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        else:
            super().keyPressEvent(event)


class BlockTable(QWidget):
    """The table with its filter field.

    Attributes
    ----------
    bar : QWidget
        Count and filter field; a window with tabs may take it into the row of the tabs.

    Parameters
    ----------
    selection : SelectionModel
        The window's one selection.
    """

    def __init__(self, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("blockTable")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._selection = selection
        self._pane: PaneRecord | None = None
        self.model = BlockModel(self)
        self._table = _Rows()
        self._table.setModel(self.model)
        self._table.setAccessibleName(self.tr("Blocks"))
        self._table.setItemDelegateForColumn(_LETTER, _LetterCell(self._table))
        self._table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._table.setShowGrid(False)
        self._table.setWordWrap(False)
        self._table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._table.verticalHeader().hide()
        self._table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self._table.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.sortIndicatorChanged.connect(self.model.sort)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter by text or rule"))
        self.filter.setAccessibleName(self.tr("Filter blocks"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setMinimumWidth(theme.px(260))
        self.filter.textChanged.connect(self._filtered)
        self._count = TextLabel(size=12, role="ink2")
        self._nothing = TextLabel(size=13, role="ink2", wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._assemble()
        self._table.selectionModel().currentRowChanged.connect(self._row_chosen)
        self._table.copy_wanted.connect(self.copy_rows)
        selection.selected.connect(self._follow)
        theme.signals().changed.connect(self._restyle)
        self._restyle()
        self.show_pane(None, None)

    def show_pane(self, page: Page | None, pane: PaneRecord | None) -> None:
        """Show the blocks of a pane's last good result."""
        made = None if pane is None else pane.shown
        self._pane = pane
        before = self.model.columnCount()
        self.model.show_extraction(page, made)
        if self.model.columnCount() != before:
            self._size_columns()
        self._say_count()
        self._follow(self._selection.selection, None)

    def copy_rows(self) -> None:
        """Copy the marked rows, all of them where none is marked."""
        marked = self._table.selectionModel().selectedRows()
        rows = sorted(index.row() for index in marked) or range(self.model.rowCount())
        QGuiApplication.clipboard().setText(self.rows_as_text(rows))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow(self._selection.selection, None)

    def rows_as_text(self, rows: Iterable[int] | None = None) -> str:
        """Return rows as tab-separated text, with a header, for the clipboard.

        Parameters
        ----------
        rows : iterable of int, optional
            All rows that are shown if None.
        """
        columns = range(1, self.model.columnCount())
        head = [str(self.model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]
        lines = ["\t".join(["class", *head])]
        for row in range(self.model.rowCount()) if rows is None else rows:
            letter = "C" if self.model.kept(self.model.block_at(row)) else "B"
            cells = [str(self.model.index(row, column).data() or "") for column in columns]
            lines.append("\t".join([letter, *cells]))
        return "\n".join(lines) + "\n"

    def _assemble(self) -> None:
        self.bar = QWidget()
        self.bar.setProperty("role", "surface")
        self.filter.setMaximumHeight(theme.px(26))
        top = QHBoxLayout(self.bar)
        edge = theme.px(8)
        top.setContentsMargins(edge, theme.px(2), edge, theme.px(2))
        top.setSpacing(edge)
        top.addStretch(1)
        top.addWidget(self._count)
        top.addWidget(self.filter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self._table, 1)
        column.addWidget(self._nothing, 1)

    def _size_columns(self) -> None:
        """Give columns fixed widths by headers and extremes; measuring rows would cost seconds."""
        metrics = self._table.horizontalHeader().fontMetrics()
        figures = self._table.fontMetrics()
        for column in range(self.model.columnCount()):
            words = str(self.model.headerData(column, Qt.Orientation.Horizontal) or "")
            widest = map(figures.horizontalAdvance, self.model.extremes(column))
            width = max((metrics.horizontalAdvance(words) + theme.px(12), *widest)) + theme.px(16)
            if column == _LETTER:
                width = theme.px(32)
            elif column == self.model.rule_column:
                width = theme.px(220)
            self._table.setColumnWidth(column, max(width, theme.px(32)))

    def _restyle(self) -> None:
        self._table.setFont(theme.font(12))
        self._table.horizontalHeader().setFont(theme.font(12))
        self._table.verticalHeader().setDefaultSectionSize(theme.px(24))
        self.filter.setFont(theme.font(12))
        self._size_columns()

    def _filtered(self, text: str) -> None:
        self.model.set_filter(text)
        self._say_count()
        self._follow(self._selection.selection, None)

    def _say_count(self) -> None:
        shown, everything = self.model.rowCount(), self.model.n_blocks
        if self.filter.text().strip():
            words = self.tr("{shown} of {all} blocks")
        else:
            words = self.tr("{all} blocks")
        self._count.setText(words.format(shown=number(shown), all=number(everything)))
        self._table.setVisible(shown > 0)
        self._nothing.setVisible(shown == 0)
        if self.filter.text().strip():
            self._nothing.setText(self.tr("No block holds these words."))
        else:
            self._nothing.setText(self.tr("Blocks appear here when a page is open."))

    def _row_chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not current.isValid() or self._pane is None:
            return
        chosen = selection_of_block(self._pane, self.model.block_at(current.row()))
        if chosen != self._selection.selection:
            self._selection.select(chosen, self)

    def _follow(self, selection: object, origin: object) -> None:
        """Mark the row of the selection: the block itself, or the one sharing most tokens."""
        if origin is self:
            return
        chosen = self._table.selectionModel()
        block = -1
        if isinstance(selection, Selection) and self._pane is not None:
            block = leading_block(self._pane, selection)
        row = self.model.row_of(block)
        chosen.blockSignals(True)
        if row < 0:
            chosen.clear()
        else:
            index = self.model.index(row, _BLOCK)
            flags = QItemSelectionModel.SelectionFlag
            chosen.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self._table.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        chosen.blockSignals(False)
        self._table.viewport().update()


def _demo() -> QWidget:
    scene = demo_scene()
    table = BlockTable(SelectionModel())
    table.show_pane(scene.page, scene.panes[0])
    return table


if __name__ == "__main__":
    run_demo(_demo, size=(900, 320))
