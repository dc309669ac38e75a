"""Tree of the page's elements, with a search by CSS selector or XPath.

Input: page, active pane, matches of a search. Output: the selection, and searches. A click in the
page selects its element here, and a row selects its text there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.dom.model import Column, ElementModel
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import ElidedLabel
from boilerscope.widgets.records import Selection
from boilerscope.widgets.search_field import SearchField
from boilerscope.widgets.tables.calm_tree import CalmTree
from boilerscope.widgets.tables.row_copy import RowCopier
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import PaneRecord
    from boilerscope.widgets.selection import SelectionModel

_WIDTHS = {Column.ELEMENT: 360, Column.WORDS: 64, Column.KEPT: 64}


class ElementTree(QWidget):
    """The tree and its search.

    Attributes
    ----------
    bar : QWidget
        Search field, number of matches and buttons.

    Signals
    -------
    find_asked(str)
        Search for this CSS selector or XPath; `show_matches` answers. Empty ends the search.
    rows_copied(int)
        Number of rows copied to the clipboard.
    """

    find_asked = Signal(str)
    rows_copied = Signal(int)

    def __init__(self, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("elementTree")
        self.setProperty("role", "surface")
        self._selection = selection
        self._matches: Sequence[int] = ()
        self._match = -1
        self.model = ElementModel(self)
        self.tree = CalmTree()
        self.tree.setModel(self.model)
        self.tree.setAccessibleName(self.tr("Elements of the page"))
        self.tree.setUniformRowHeights(True)
        self.tree.setAllColumnsShowFocus(True)
        self.tree.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        RowCopier(self.tree, self._copied).copied.connect(self.rows_copied)
        self.finder = SearchField(self.tr("CSS selector or XPath"))
        self.finder.setAccessibleName(self.tr("Find elements"))
        self.finder.returnPressed.connect(self._on_return)
        self.finder.leads_to(self.tree.setFocus)
        self.finder.textChanged.connect(self._on_typed)
        self.found = ElidedLabel(size=12, role="ink2")
        self.before = IconButton("chevron-up", self.tr("Previous match"))
        self.after = IconButton("chevron-down", self.tr("Next match"))
        self.before.clicked.connect(lambda: self._step(-1))
        self.after.clicked.connect(lambda: self._step(1))
        self.empty_note = EmptyNote()
        self._asked = ""
        self._assemble()
        self.tree.selectionModel().currentRowChanged.connect(self._row_chosen)
        selection.selected.connect(self._follow)
        theme.follow(self._restyle)
        self.show_pane(None, None)
        self._show_found("")

    def show_pane(self, page: Page | None, pane: PaneRecord | None) -> None:
        """Show the elements of a page, and what a pane does with them."""
        if page is not self.model.page:
            self._matches, self._match, self._asked = (), -1, ""
            self._show_found("")
        is_other = page is None or not page.is_same_tree(self.model.page)
        self.model.show_page(page)
        self.model.show_extraction(None if pane is None else pane.shown)
        has_page = page is not None
        self.tree.setVisible(has_page)
        self.empty_note.setVisible(not has_page)
        if not has_page:
            self.empty_note.show_note(self.tr("Elements appear here when a page is open."))
        elif is_other:
            self.tree.expandToDepth(1)
            self._follow(self._selection.selection, None)

    def show_matches(self, rows: Sequence[int]) -> None:
        """Show the elements that the search found; select the first.

        Nothing is shown if another search is typed meanwhile.
        """
        if not self._asked:
            return
        self._matches, self._match = rows, -1
        if len(rows):
            self._step(1)
        else:
            self._show_found(self.tr("No element matches."))

    def show_problem(self, text: str) -> None:
        """Show why the search is not possible."""
        if not self._asked:
            return
        self._matches, self._match = (), -1
        self._show_found(text)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus."""
        return self.tree if self.model.n_elements() else self.finder

    def _on_typed(self, text: str) -> None:
        """Forget the matches of another search than the one that is typed."""
        if text.strip() != self._asked:
            self._asked = ""
            self._matches, self._match = (), -1
            self._show_found("")

    def _on_return(self) -> None:
        """Search, or go to the next match of the same search."""
        text = self.finder.text().strip()
        if text and text == self._asked and len(self._matches):
            self._step(1)
        elif text:
            self._asked = text
            self.find_asked.emit(text)

    def _step(self, direction: int) -> None:
        if not len(self._matches):
            return
        self._match = (self._match + direction) % len(self._matches)
        text = self.tr("{at} of {count}")
        self._show_found(text.format(at=number(self._match + 1), count=number(len(self._matches))))
        self._go_to(int(self._matches[self._match]))
        self._select(int(self._matches[self._match]))

    def _show_found(self, text: str) -> None:
        self.found.setText(text)
        for button in (self.before, self.after):
            button.setEnabled(len(self._matches) > 1)

    def _row_chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row = self.model.row_of(current)
        if row >= 0:
            self._select(row)

    def _select(self, row: int) -> None:
        """Select the text of an element in all views, if it has any."""
        page = self.model.page
        if page is None:
            return
        start, end = int(page.elements.token_start[row]), int(page.elements.token_end[row])
        if end > start:
            self._selection.select(Selection(((start, end),)), self)

    def _follow(self, selection: object, origin: object) -> None:
        """Show the smallest element that contains the selection."""
        page = self.model.page
        if origin is self or page is None or not isinstance(selection, Selection):
            return
        if not selection.runs or not self.isVisible():
            return
        elements = page.elements
        around = np.flatnonzero(
            (elements.token_start <= selection.start) & (elements.token_end >= selection.end)
        )
        if len(around):
            sizes = (elements.token_end - elements.token_start)[around]
            smallest = around[sizes == sizes.min()]
            self._go_to(int(smallest[-1]))

    def _go_to(self, row: int) -> None:
        index = self.model.index_of(row)
        chosen = self.tree.selectionModel()
        chosen.blockSignals(True)
        flags = QItemSelectionModel.SelectionFlag
        chosen.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        chosen.blockSignals(False)
        self.tree.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self.tree.viewport().update()

    def _copied(self) -> list[list[str]]:
        """Return the header and the selected rows."""
        columns = range(len(Column))
        horizontal = Qt.Orientation.Horizontal
        rows = [self.model.row_of(index) for index in self.tree.selectionModel().selectedRows()]
        return [
            [str(self.model.headerData(at, horizontal)) for at in columns],
            *([self.model.text(row, at) for at in columns] for row in rows),
        ]

    def _assemble(self) -> None:
        self.bar = QWidget()
        self.bar.setProperty("role", "surface")
        self._bar_row = row = QHBoxLayout(self.bar)
        row.addWidget(self.finder, 2)
        row.addWidget(self.found, 3)
        row.addWidget(self.before)
        row.addWidget(self.after)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.tree, 1)
        column.addWidget(self.empty_note, 1)

    def _restyle(self) -> None:
        self._bar_row.setContentsMargins(theme.px(8), theme.px(2), theme.px(8), theme.px(2))
        self._bar_row.setSpacing(theme.px(6))
        self.tree.setFont(theme.font(12))
        self.tree.header().setFont(theme.font(12))
        self.tree.setIndentation(theme.px(14))
        for column, width in _WIDTHS.items():
            self.tree.header().resizeSection(column, theme.px(width))

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]  # Qt's own event
        self._follow(self._selection.selection, None)
