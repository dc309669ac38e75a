"""Structure view: each table, code block and formula of a pane with its score and its errors.

Input: elements of the active pane. Output: the part that the user selects; the program shows it on
the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.elements.model import ElementsModel
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.tables.table import CalmTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.scoring.structure.records import ElementScore

_WIDTHS = (96, 56, 136, 80)


class _ElementTable(CalmTable):
    """Rows of elements; the last two columns share the width that is left."""

    def __init__(self, elements: ElementsModel, name: str) -> None:
        super().__init__(name=name)
        self._elements = elements
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        self.setModel(elements)

    def copied_rows(self) -> list[list[str]]:
        elements = self._elements
        headings = [
            str(elements.headerData(column, Qt.Orientation.Horizontal))
            for column in range(elements.columnCount())
        ]
        rows = self.selected_rows() or range(elements.rowCount())
        return [headings, *(list(elements.texts(row)) for row in rows)]

    def fit_columns(self) -> None:
        if self.model() is None:
            return
        left = self.viewport().width() - sum(theme.px(width) for width in _WIDTHS)
        for column, width in enumerate(_WIDTHS):
            self.setColumnWidth(column, theme.px(width))
        for column in (len(_WIDTHS), len(_WIDTHS) + 1):
            self.setColumnWidth(column, max(left // 2, theme.px(120)))


class ElementsView(QWidget):
    """Elements of the active pane against the gold.

    Signals
    -------
    row_chosen(ElementRow)
        The user selected a row, or clicked it again: show its text on the page.
    rows_copied(int)
        Number of rows copied to the clipboard.
    offer_chosen(str)
        Command that would fill the empty view.
    """

    row_chosen = Signal(object)
    rows_copied = Signal(int)
    offer_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("elements")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Structure"))
        self.model = ElementsModel(self)
        self.table = _ElementTable(self.model, self.tr("Structure"))
        self.caption = TextLabel(size=12, role="ink2", wrap=True)
        self.empty_note = EmptyNote()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        column.addWidget(self.caption)
        column.addWidget(self.empty_note, 1)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.table.clicked.connect(lambda index: self._choose(index.row()))
        self.table.rows_copied.connect(self.rows_copied)
        self.empty_note.chosen.connect(self.offer_chosen)
        theme.follow(self._restyle)
        self.show_empty("")

    def show_elements(self, pane: str, elements: Sequence[ElementScore]) -> None:
        """Show the elements of a pane; the selected row stays if it is still there."""
        row = self.table.currentIndex().row()
        before = self.model.rows[row] if 0 <= row < len(self.model.rows) else None
        self.model.show_elements(elements)
        n_equal = sum(element.change is None for element in elements)
        self.caption.setText(self._summary(pane, n_equal, len(elements)))
        self._show_table(shown=True)
        if before in self.model.rows:
            self._select_quietly(self.model.rows.index(before))

    def show_waiting(self) -> None:
        """Show that elements are being compared; those on screen stay meanwhile."""
        if not self.model.rows:
            self.caption.setText(self.tr("Comparing with the gold…"))
            self._show_table(shown=True)

    def show_empty(self, note: str, offers: Sequence[tuple[str, str]] = ()) -> None:
        """Show why there are no elements, with buttons as (command, label)."""
        self.model.show_elements(())
        self.empty_note.show_note(note, offers)
        self._show_table(shown=False)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: the table, or the button of the empty view."""
        return self.table if self.table.isVisible() else self.empty_note.entry()

    def _summary(self, pane: str, n_equal: int, n_elements: int) -> str:
        if n_elements == 1:
            text = self.tr("{pane}: {n} of 1 table, code block or formula is equal to the gold.")
        else:
            text = self.tr(
                "{pane}: {n} of {all} tables, code blocks and formulas are equal to the gold."
            )
        return text.format(pane=pane, n=f"{n_equal:,}", all=f"{n_elements:,}")

    def _on_row(self, current: QModelIndex, _before: QModelIndex) -> None:
        self._choose(current.row())

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self.model.rows):
            self.row_chosen.emit(self.model.rows[row])

    def _select_quietly(self, row: int) -> None:
        selection = self.table.selectionModel()
        selection.blockSignals(True)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        rows = QItemSelectionModel.SelectionFlag.Rows
        selection.setCurrentIndex(self.model.index(row, 0), flags | rows)
        selection.blockSignals(False)
        self.table.viewport().update()

    def _show_table(self, *, shown: bool) -> None:
        for widget in (self.table, self.caption):
            widget.setVisible(shown)
        self.empty_note.setVisible(not shown)

    def _restyle(self) -> None:
        self.caption.setContentsMargins(theme.px(12), theme.px(2), theme.px(12), theme.px(4))
