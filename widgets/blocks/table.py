"""Table of a pane's blocks: class, number, size, deciding rule, text, then measured quantities.

Input: a page, a pane, the shared selection. Output: the selection. Class, number, size, rule and
text fill the width; the other quantities of the extractor follow to the right. The filter is not
saved: it hides blocks, which would be confusing at the next start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.blocks.cells import GoldCell, LetterCell, MatchCell
from boilerscope.widgets.blocks.expression import is_condition
from boilerscope.widgets.blocks.model import BLOCK, LETTER, RULE, TEXT, BlockModel
from boilerscope.widgets.demo import demo_scene, run_demo
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.picking import leading_block, selection_of_block
from boilerscope.widgets.plain import plain
from boilerscope.widgets.records import Selection, same_page
from boilerscope.widgets.search_field import SearchField
from boilerscope.widgets.selection import SelectionModel
from boilerscope.widgets.sentences import empty_note
from boilerscope.widgets.tables.row_copy import rows_as_text
from boilerscope.widgets.tables.table import CalmTable
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QResizeEvent, QShowEvent

    from boilerscope.extractors.page import Page
    from boilerscope.widgets.blocks.expression import ExpressionError
    from boilerscope.widgets.blocks.gold import BlockGold
    from boilerscope.widgets.records import PaneRecord


class _Rows(CalmTable):
    """Rows of blocks. At Return, the window shows the steps of the block of the current row."""

    def __init__(self, blocks: BlockModel, name: str) -> None:
        self.blocks = blocks
        super().__init__(name=name, takes_enter=False)
        self.setModel(blocks)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setItemDelegateForColumn(LETTER, LetterCell(self))
        self._gold_cell = GoldCell(self)
        for column in (RULE, TEXT):
            self.setItemDelegateForColumn(column, MatchCell(self))
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        header.sortIndicatorChanged.connect(blocks.sort)

    def copied_rows(self) -> list[list[str]]:
        return self.rows(self.selected_rows() or None)

    def rows(self, rows: Iterable[int] | None = None) -> list[list[str]]:
        """Return a header and the formatted cells of rows.

        Parameters
        ----------
        rows : iterable of int, optional
            Rows of the table; by default all visible rows.
        """
        requested = range(self.blocks.rowCount()) if rows is None else rows
        lines = [["class", *self.labels()[1:]]]
        for row in requested:
            letter = "C" if self.blocks.kept(self.blocks.block_at(row)) else "B"
            columns = range(1, self.blocks.columnCount())
            indices = (self.blocks.index(row, column) for column in columns)
            cells = [str(self.blocks.data(index) or "") for index in indices]
            lines.append([letter, *cells])
        return lines

    def labels(self) -> list[str]:
        """Return the headings, from the first column of the model to the last."""
        horizontal = Qt.Orientation.Horizontal
        columns = range(self.blocks.columnCount())
        return [str(self.blocks.headerData(column, horizontal)) for column in columns]

    def place_gold(self) -> None:
        """Show the columns of the gold standard before all other columns."""
        header, gold = self.horizontalHeader(), self.blocks.gold_column
        for column in range(self.blocks.columnCount()):
            header.moveSection(header.visualIndex(column), column)
            if column > TEXT:
                self.setItemDelegateForColumn(column, None)  # type: ignore[arg-type]  # Qt's way to remove one
        for position in range(2 if gold >= 0 else 0):
            header.moveSection(header.visualIndex(gold + position), position)
            self.setItemDelegateForColumn(gold + position, self._gold_cell)

    def size_columns(self) -> None:
        """Fit the columns to headers and extreme values; measuring all rows would take seconds."""
        metrics = self.horizontalHeader().fontMetrics()
        cell_metrics = self.fontMetrics()
        for column, label in enumerate(self.labels()):
            extremes = map(cell_metrics.horizontalAdvance, self.blocks.extremes(column))
            width = max((metrics.horizontalAdvance(label) + theme.px(12), *extremes)) + theme.px(16)
            self.setColumnWidth(column, theme.px(32) if column == LETTER else width)
        if self.blocks.gold_column >= 0:
            widest = self.tr("wrongly kept") + " 000 / 000"
            width = theme.px(40) + cell_metrics.horizontalAdvance(widest)
            self.setColumnWidth(self.blocks.gold_column + 1, width)
        self.fit_columns()

    def fit_columns(self) -> None:
        """Divide the width that class, number and size leave between rule and text."""
        if self.blocks.columnCount():
            used = sum(self.columnWidth(column) for column in range(RULE))
            if self.blocks.gold_column >= 0:
                gold = self.blocks.gold_column
                used += self.columnWidth(gold) + self.columnWidth(gold + 1)
            room = self.viewport().width() - used
            rule = min(max(round(0.36 * room), theme.px(130)), theme.px(280))
            self.setColumnWidth(RULE, rule)
            self.setColumnWidth(TEXT, max(room - rule, theme.px(160)))

    def restyle(self) -> None:
        super().restyle()
        self.size_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())


class BlockTable(QWidget):
    """Block table with a filter field.

    Attributes
    ----------
    bar : QWidget
        Count and filter field; a window with tabs may take it into the row of the tabs.

    Signals
    -------
    rows_copied(int)
        Number of rows copied to the clipboard.
    offer_chosen(str)
        Command that would fill the empty table: ``add_extractor``, ``offer``.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection.
    """

    rows_copied = Signal(int)
    offer_chosen = Signal(str)

    def __init__(self, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("blockTable")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._selection = selection
        self._pane: PaneRecord | None = None
        self.model = BlockModel(self)
        self.table = _Rows(self.model, self.tr("Blocks"))
        self.filter = SearchField(self.tr("Text, rule or condition"))
        self.filter.setAccessibleName(self.tr("Filter blocks"))
        self.filter.returnPressed.connect(self._focus_table)
        self.filter.leads_to(self._focus_table)
        self.filter.setMinimumWidth(theme.px(180))
        self.filter.setMaximumWidth(theme.px(420))  # a condition of two quantities
        self.filter.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.filter.textChanged.connect(self._filtered)
        self.only_errors = QCheckBox()
        self.only_errors.toggled.connect(self._on_only_errors)
        self.count_label = TextLabel(size=12, role="ink2")
        self.empty_note = EmptyNote()
        self.empty_note.chosen.connect(self._on_offer)
        self._page: Page | None = None
        self._assemble()
        self.table.selectionModel().currentRowChanged.connect(self._row_chosen)
        self.table.rows_copied.connect(self.rows_copied)
        selection.selected.connect(self._follow)
        theme.follow(self._restyle)
        self.show_pane(None, None)

    def show_pane(
        self, page: Page | None, pane: PaneRecord | None, gold: BlockGold | None = None
    ) -> None:
        """Show the blocks of a pane's last good result, and their classes in a gold standard."""
        extraction = None if pane is None else pane.shown
        is_other_page = not same_page(self._page, page)
        self._page, self._pane = page, pane
        old_labels = self.table.labels()
        self.model.show_extraction(page, extraction, gold)
        self.only_errors.setVisible(gold is not None)
        if pane is not None:
            self.only_errors.setText(self.tr("Only errors of {pane}").format(pane=pane.number))
        if self.table.labels() != old_labels:
            self.table.place_gold()
            self.table.size_columns()
        self._show_count()
        if is_other_page:
            self.table.scrollToTop()
        self._follow(self._selection.selection, None)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: table, filter, or the button of an empty view."""
        if self.table.isVisible():
            return self.table
        return self.filter if self.model.n_blocks else self.empty_note.entry()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow(self._selection.selection, None)

    def rows_as_text(self, rows: Iterable[int] | None = None) -> str:
        """Return rows with a header as tab-separated text for the clipboard."""
        return rows_as_text(self.table.rows(rows))

    def _assemble(self) -> None:
        self.bar = QWidget()
        self.bar.setProperty("role", "surface")
        top = QHBoxLayout(self.bar)
        edge = theme.px(8)
        top.setContentsMargins(edge, 0, edge, 0)
        top.setSpacing(edge)
        top.addStretch(1)
        top.addWidget(self.only_errors)
        top.addWidget(self.count_label)
        top.addWidget(self.filter, 3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.table, 1)
        column.addWidget(self.empty_note, 1)

    def _on_only_errors(self, only: bool) -> None:  # noqa: FBT001 - Qt slot
        self.model.set_only_errors(only)
        self._show_count()
        self._follow(self._selection.selection, None)

    def _restyle(self) -> None:
        self.filter.setFont(theme.font(12))

    def _focus_table(self) -> None:
        if self.table.isVisible():
            self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _filtered(self, text: str) -> None:
        self.model.set_filter(text)
        self._show_count()
        self._follow(self._selection.selection, None)

    def _show_count(self) -> None:
        n_shown, total = self.model.rowCount(), self.model.n_blocks
        problem = self.model.problem
        if problem is not None:
            count = self._problem_text(problem)
        elif self.model.is_filtered:
            count = self.tr("{shown} of {all} blocks")
        else:
            count = self.tr("1 block") if total == 1 else self.tr("{all} blocks")
            if self.model.n_empty:
                count = self.tr("{all} blocks, {empty} without text")
        self.count_label.setText(
            count
            if problem is not None
            else count.format(
                shown=number(n_shown), all=number(total), empty=number(self.model.n_empty)
            )
        )
        tip = self.tr("Blocks of {pane}: the units on which it decides")
        name = "" if self._pane is None else f"{self._pane.number} {self._pane.name}"
        self.count_label.setToolTip(plain(tip.format(pane=name)) if name else "")
        if not total:
            self.count_label.setText("")
        self.filter.setToolTip(plain(self._filter_tip()))
        self.table.setVisible(n_shown > 0)
        self.empty_note.setVisible(n_shown == 0)
        if total and n_shown == 0:
            note = self.tr("No block contains these words.")
            if is_condition(self.filter.text()):
                note = self.tr("No block meets this condition.")
            elif not self.model.query:
                note = self.tr("No block has errors.")
            self.empty_note.show_note(note, [("clear", self.tr("Clear the filter"))])
        elif n_shown == 0:
            waiting = self.tr("Blocks appear here when a page is open.")
            none = self.tr("{pane} found no block on this page.")
            self.empty_note.show_note(*empty_note(self._page, self._pane, waiting, none))

    def _problem_text(self, problem: ExpressionError) -> str:
        """Return why the filter is not a condition, and what is right."""
        if problem.kind == "name":
            text = self.tr("There is no quantity “{name}”.").format(name=problem.what)
            if problem.nearest:
                hint = self.tr("Did you mean {name}?").format(name=problem.nearest)
                text = f"{text} {hint}"
            return text
        if problem.kind == "compare":
            return self.tr("A comparison is missing, such as words < 20.")
        if problem.kind == "extra":
            return self.tr("“{text}” does not belong there.").format(text=problem.what)
        return self.tr("The condition is not complete.")

    def _filter_tip(self) -> str:
        """Return what can be typed into the filter."""
        text = self.tr(
            "Words of the text, the name of a rule, or a condition such as"
            " link_density_words > 0.3 and words < 20. Conditions use and, or, not, parentheses,"
            ' rule = F8 and "text". Names here: {names}.'
        )
        return text.format(names=", ".join(self.model.names()))

    def _on_offer(self, command: str) -> None:
        if command == "clear":
            self.filter.clear()
            self.only_errors.setChecked(False)
        else:
            self.offer_chosen.emit(command)

    def _row_chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not current.isValid() or self._pane is None:
            return
        selection = selection_of_block(self._pane, self.model.block_at(current.row()))
        if selection != self._selection.selection:
            self._selection.select(selection, self)

    def _follow(self, selection: object, origin: object) -> None:
        """Select the row of the selected block, or of the block with the most tokens in common."""
        if origin is self:
            return
        selected_rows = self.table.selectionModel()
        block = -1
        if isinstance(selection, Selection) and self._pane is not None:
            block = leading_block(self._pane, selection)
        row = self.model.row_of(block)
        selected_rows.blockSignals(True)
        if row < 0:
            selected_rows.clear()
        else:
            index = self.model.index(row, BLOCK)
            flags = QItemSelectionModel.SelectionFlag
            selected_rows.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.table.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        selected_rows.blockSignals(False)
        self.table.viewport().update()


def _demo() -> QWidget:
    scene = demo_scene()
    table = BlockTable(SelectionModel())
    table.show_pane(scene.page, scene.panes[0])
    return table


if __name__ == "__main__":
    run_demo(_demo, size=(900, 320))
