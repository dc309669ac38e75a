"""View of a pane's tree: units, cards, zones or visual blocks, folded to any level.

Input: a page, a pane, the shared selection. Output: the selection. The state is not saved. Each row
ends with the start of the node's page text. If the method shows its nodes in several lengths (the
accordion's display methods), the user can switch a node to a longer or shorter text. *One at a
time* browses the nodes like cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from boilerscope.extractors.page import segments
from boilerscope.widgets import theme
from boilerscope.widgets.blocks.order import runs_text
from boilerscope.widgets.buttons import IconButton
from boilerscope.widgets.demo import demo_scene, run_demo
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.fold_text import Part, runs
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.panes.text import PageText
from boilerscope.widgets.picking import leading_block, node_of_selection, selection_of_node
from boilerscope.widgets.records import Selection
from boilerscope.widgets.selection import SelectionModel
from boilerscope.widgets.sentences import empty_note
from boilerscope.widgets.tables.row_copy import RowCopier
from boilerscope.widgets.tree.model import NodeModel
from boilerscope.widgets.tree.node_tree import NodeTree
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import PaneRecord

_LEVELS = 20


class TreeView(QWidget):
    """Tree and cards of the active pane.

    Parameters
    ----------
    selection : SelectionModel
        The window's selection.

    Signals
    -------
    rows_copied(int)
        Number of rows copied to the clipboard.
    offer_chosen(str)
        Command that would fill the empty view, see `show_pane`.
    """

    rows_copied = Signal(int)
    offer_chosen = Signal(str)

    def __init__(self, selection: SelectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("treeView")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._selection = selection
        self._pane: PaneRecord | None = None
        self._extraction: Extraction | None = None
        self._page: Page | None = None
        self._node = -1
        self.model = NodeModel(self)
        self.tree = NodeTree()
        self.tree.setModel(self.model)
        self.tree.setAccessibleName(self.tr("Units of the page"))
        self.tree.setUniformRowHeights(True)
        self.tree.setAllColumnsShowFocus(True)
        self.tree.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.tree.header().setStretchLastSection(True)
        RowCopier(self.tree, self._selected_rows).copied.connect(self.rows_copied)
        self.card = QPlainTextEdit()
        self.card.setReadOnly(True)
        self.card.setAccessibleName(self.tr("Unit"))
        self._make_controls()
        self._assemble()
        self.tree.selectionModel().currentRowChanged.connect(self._row_chosen)
        self.tree.doubleClicked.connect(lambda index: self._unfold(1, index))
        selection.selected.connect(self._follow)
        theme.follow(self._restyle)
        self.show_pane(None)
        self._arrange()

    def show_pane(
        self,
        pane: PaneRecord | None,
        page: Page | None = None,
        offers: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Show the tree of a pane's last good result on a page.

        Parameters
        ----------
        pane : PaneRecord or None
            The active pane.
        page : Page or None
            The page on screen.
        offers : sequence of (str, str)
            Commands (with labels) that show a tree if this pane has none.
        """
        extraction = None if pane is None else pane.shown
        same = extraction is self._extraction and (pane is None) == (self._pane is None)
        if pane is not None and self._pane is not None and pane.name != self._pane.name:
            self.one.setChecked(False)
        self._pane, self._extraction, self._page = pane, extraction, page
        self._show_note(offers)
        if same:
            return
        tree = None if extraction is None else extraction.tree
        self._node = -1
        self.model.show_tree(tree, self._text_of)
        self._title.setText("" if pane is None or tree is None else pane.name)
        ours = tree is not None and tree.choice_is_ours
        self.note_label.setText(
            self.tr("Boilerscope decides what is kept, not the method.") if ours else ""
        )
        self._set_level(self.level.value())
        self._size_columns()
        self._show_node(0 if self.model.n_nodes() else -1)
        self._arrange()

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus: tree or card, or the first button of the note."""
        current = self._stack.currentWidget()
        return self.empty_note.entry() if current is self.empty_note else current

    # -- assembly --------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self._title = ElidedLabel(weight=600)
        self.note_label = ElidedLabel(size=12, role="ink2")
        self.level = QSpinBox()
        self.level.setRange(0, _LEVELS)
        self.level.setValue(1)
        self.level.setPrefix(self.tr("Levels: "))
        self.level.setAccessibleName(self.tr("Open levels"))
        self.level.valueChanged.connect(self._set_level)
        self.longer = QPushButton(self.tr("Longer"))
        self.shorter = QPushButton(self.tr("Shorter"))
        self.longer.clicked.connect(lambda: self._unfold(1, self.tree.currentIndex()))
        self.shorter.clicked.connect(lambda: self._unfold(-1, self.tree.currentIndex()))
        self.one = QPushButton(self.tr("One at a time"))
        self.one.setCheckable(True)
        self.one.toggled.connect(self._arrange)
        self.back = IconButton("chevron-up", self.tr("Previous unit"))
        self.on = IconButton("chevron-down", self.tr("Next unit"))
        self.up = IconButton("arrow-up-left", self.tr("Parent unit"))
        self.back.clicked.connect(lambda: self._go(-1))
        self.on.clicked.connect(lambda: self._go(1))
        self.up.clicked.connect(self._go_up)
        self.position_label = TextLabel(size=12, role="ink2")

    def _assemble(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(12, 4, 8, 4)
        head.setSpacing(6)
        head.addWidget(self._title)
        head.addWidget(self.note_label)
        head.addStretch(1)
        head.addWidget(self.position_label)
        for control in (self.back, self.on, self.up):
            head.addWidget(control)
        for button in (self.shorter, self.longer):
            head.addWidget(button)
        head.addWidget(self.level)
        head.addWidget(self.one)
        self.empty_note = EmptyNote()
        self.empty_note.chosen.connect(self.offer_chosen)
        body = QWidget()
        self._stack = QStackedLayout(body)
        for widget in (self.empty_note, self.tree, self.card):
            self._stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(body, 1)

    def _arrange(self) -> None:
        """Show the tree, the card, or a note on why the tree is missing."""
        filled = self.model.n_nodes() > 0
        cards = filled and self.one.isChecked()
        self._stack.setCurrentWidget(
            self.card if cards else self.tree if filled else self.empty_note
        )
        tree = None if self._extraction is None else self._extraction.tree
        has_lengths = tree is not None and any(len(states) > 1 for states in tree.states)
        for control in (self.back, self.on, self.up, self.position_label):
            control.setVisible(cards)
        for button in (self.shorter, self.longer):
            button.setVisible(filled and has_lengths and not cards)
        self.level.setVisible(filled and not cards)
        self.one.setVisible(filled)

    def _show_note(self, offers: Sequence[tuple[str, str]]) -> None:
        waiting = self.tr("Trees appear here when a page is open.")
        none = self.tr("This extractor has no tree.")
        text, others = empty_note(self._page, self._pane, waiting, none)
        is_none = self._extraction is not None and self._extraction.tree is None
        self.empty_note.show_note(text, offers if is_none else others)

    def _size_columns(self) -> None:
        """Fit name and values; the text gets the remaining width."""
        metrics = self.tree.header().fontMetrics()
        for column in range(1, self.model.text_column):
            label = str(self.model.headerData(column, Qt.Orientation.Horizontal))
            self.tree.setColumnWidth(column, metrics.horizontalAdvance(label) + theme.px(28))
        self.tree.setColumnWidth(0, theme.px(260))

    def _text_of(self, node: int) -> str:
        selection = None if self._pane is None else selection_of_node(self._pane, node)
        if selection is None or self._page is None:
            return ""
        return runs_text(self._page, selection.runs)

    def _selected_rows(self) -> list[list[str]]:
        """Return a header and the cells of the selected node, or of all open nodes."""
        columns = range(self.model.columnCount())
        header = (self.model.headerData(column, Qt.Orientation.Horizontal) for column in columns)
        rows = [[str(label) for label in header]]
        index = self.model.index(0, 0)
        selected = self.tree.selectionModel().selectedRows()
        while index.isValid():
            if not selected or index in selected:
                cells = (self.model.data(index.siblingAtColumn(column)) for column in columns)
                rows.append([str(cell or "") for cell in cells])
            index = self.tree.indexBelow(index)
        return rows

    def _restyle(self) -> None:
        self.tree.setFont(theme.font(12))
        self.card.setFont(theme.font(13))
        self._size_columns()

    # -- folding and browsing --------------------------------------------------------------

    def _set_level(self, level: int) -> None:
        self.tree.collapseAll()
        if level > 0:
            self.tree.expandToDepth(level - 1)

    def _unfold(self, change: int, index: QModelIndex) -> None:
        node = self.model.node_of(index)
        if node >= 0 and self.model.unfold(node, change) and change > 0:
            self.tree.expand(index)

    def _go(self, direction: int) -> None:
        if self.model.n_nodes():
            self._select_node(min(max(self._node + direction, 0), self.model.n_nodes() - 1))

    def _go_up(self) -> None:
        parent = self.model.node_of(self.model.parent(self.model.index_of(max(self._node, 0))))
        if parent >= 0:
            self._select_node(parent)

    def _show_node(self, node: int) -> None:
        self._node = node
        if node < 0:
            self.card.clear()
            self.position_label.setText("")
            return
        self.card.setPlainText(self._read(node))
        self.position_label.setText(
            self.tr("{number} of {total}").format(
                number=number(node + 1), total=number(self.model.n_nodes())
            )
        )

    def _read(self, node: int) -> str:
        """Return the text of a node's card: its label and its longest text.

        If the method does not give the node a text, use the page text of the node.
        """
        title, text = self.model.label(node), self.model.text(node, longest=True)
        selection = None if self._pane is None else selection_of_node(self._pane, node)
        if text == title and selection is not None and self._page is not None:
            text = _text_of(self._page, selection)
        return text if text.startswith(title) else f"{title}\n\n{text}"

    # -- selection -------------------------------------------------------------------------

    def _row_chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        node = self.model.node_of(current)
        if node >= 0:
            self._select_node(node)

    def _select_node(self, node: int) -> None:
        self._show_node(node)
        self._mark(node)
        extraction, pane = self._extraction, self._pane
        if extraction is None or extraction.tree is None or pane is None:
            return
        selection = selection_of_node(pane, node)
        if selection is not None:
            self._selection.select(selection, self)

    def _follow(self, selection: object, origin: object) -> None:
        if origin is self or self._pane is None or not isinstance(selection, Selection):
            return
        node = node_of_selection(self._pane, selection)
        if node < 0:
            node = self.model.node_of_block(leading_block(self._pane, selection))
        if node >= 0:
            self._show_node(node)
            self._mark(node)

    def _mark(self, node: int) -> None:
        """Select a node in the tree without emitting signals."""
        selected_rows = self.tree.selectionModel()
        index = self.model.index_of(node)
        selected_rows.blockSignals(True)
        flags = QItemSelectionModel.SelectionFlag
        selected_rows.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        selected_rows.blockSignals(False)
        self.tree.scrollTo(index)
        self.tree.viewport().update()


def _text_of(page: Page, selection: Selection) -> str:
    """Return the page text of a selection, one line for each segment."""
    parts = np.full(page.n_tokens, Part.DROPPED, dtype=np.int8)
    for start, end in selection.runs:
        parts[start:end] = Part.KEPT
    table = segments(page)
    all_runs = runs(page, table, parts)
    is_kept = all_runs.part == Part.KEPT
    return PageText(page, table).copied(all_runs, is_kept, 0, len(page.text))


def _demo() -> QWidget:
    scene = demo_scene()
    view = TreeView(SelectionModel())
    view.show_pane(scene.panes[0], scene.page)
    return view


if __name__ == "__main__":
    run_demo(_demo, size=(900, 320))
