"""The tree of one pane: units, cards, zones or visual blocks, foldable to any level.

Comes in: a page, a pane, the shared selection. Goes out: the selection. Nothing is remembered.
Each row ends with the beginning of the page text in its node. A node of a tree whose method unfolds
it in steps (the accordion's display methods) shows the next longer text each time it is opened
further; `one at a time` browses the nodes like cards.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
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
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from extractors.page import segments
from widgets import theme
from widgets.block_order import runs_text
from widgets.buttons import IconButton
from widgets.calm_focus import draw_ring, nothing_selected
from widgets.demo import demo_scene, run_demo
from widgets.empty_note import EmptyNote
from widgets.fold_text import Part, runs
from widgets.key_claims import is_enter
from widgets.labels import ElidedLabel, TextLabel
from widgets.panes.text import PageText
from widgets.picking import leading_block, node_of_selection, selection_of_node
from widgets.plain import plain
from widgets.records import Selection
from widgets.row_copy import RowCopier
from widgets.selection import SelectionModel
from widgets.sentences import empty_note
from widgets.words import declared, number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QObject
    from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QPaintEvent, QResizeEvent

    from extractors.model.extraction import Extraction, Tree
    from extractors.page import Page
    from widgets.records import PaneRecord

_LONGEST = 300
_LEVELS = 20
_Index = QModelIndex | QPersistentModelIndex


class NodeModel(QAbstractItemModel):
    """The nodes of a tree; the internal number of an index is the row of its node."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tree: Tree | None = None
        self._children: list[list[int]] = []
        self._roots: list[int] = []
        self._place: list[int] = []
        self._state: list[int] = []
        self._text_of: Callable[[int], str] = lambda _node: ""

    def show_tree(self, tree: Tree | None, text_of: Callable[[int], str]) -> None:
        """Show another tree; every node is in its first state.

        Parameters
        ----------
        tree : Tree or None
            The nodes.
        text_of : callable
            Gives the beginning of the page text in a node; asked for visible rows only.
        """
        self.beginResetModel()
        self._tree, self._text_of = tree, cache(text_of)
        parents = [] if tree is None else tree.parent.tolist()
        self._children = [[] for _ in parents]
        self._roots = []
        self._place = [0] * len(parents)
        self._state = [0] * len(parents)
        for node, parent in enumerate(parents):
            siblings = self._roots if parent < 0 else self._children[parent]
            self._place[node] = len(siblings)
            siblings.append(node)
        self.endResetModel()

    def node_of(self, index: _Index) -> int:
        """Return the node of an index, -1 for none."""
        return int(index.internalId()) if index.isValid() else -1

    def index_of(self, node: int, column: int = 0) -> QModelIndex:
        """Return the index of a node."""
        return self.createIndex(self._place[node], column, node)

    def n_nodes(self) -> int:
        """Return how many nodes there are."""
        return len(self._place)

    def node_of_block(self, block: int) -> int:
        """Return the node of a block, -1 if none stands for it."""
        if self._tree is None:
            return -1
        found = (self._tree.block == block).nonzero()[0]
        return int(found[0]) if len(found) else -1

    def unfold(self, node: int, by: int) -> bool:
        """Show a longer (1) or shorter (-1) text of a node; return whether there was one."""
        states = self._states(node)
        wanted = self._state[node] + by
        if not 0 <= wanted < len(states):
            return False
        self._state[node] = wanted
        index = self.index_of(node)
        self.dataChanged.emit(index, index)
        return True

    def text(self, node: int, *, whole: bool = False) -> str:
        """Return what a node shows in its present state, or at its longest."""
        states = self._states(node)
        if not states:
            return "" if self._tree is None else self._tree.label[node]
        return states[-1 if whole else self._state[node]]

    def label(self, node: int) -> str:
        """Return what a node is called."""
        return "" if self._tree is None else self._tree.label[node]

    def _states(self, node: int) -> tuple[str, ...]:
        tree = self._tree
        return tree.states[node] if tree is not None and tree.states else ()

    # -- Qt --------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: _Index | None = None) -> QModelIndex:
        inside = parent is not None and parent.isValid()
        siblings = self._children[self.node_of(parent)] if inside and parent else self._roots
        if 0 <= row < len(siblings):
            return self.createIndex(row, column, siblings[row])
        return QModelIndex()

    def parent(self, index: _Index | None = None) -> Any:
        if index is None:
            return super().parent()
        node = self.node_of(index)
        above = -1 if self._tree is None or node < 0 else int(self._tree.parent[node])
        return self.index_of(above) if above >= 0 else QModelIndex()

    def rowCount(self, parent: _Index | None = None) -> int:
        if parent is None or not parent.isValid():
            return len(self._roots)
        return len(self._children[self.node_of(parent)]) if parent.column() == 0 else 0

    def columnCount(self, parent: _Index | None = None) -> int:
        del parent
        return 0 if self._tree is None else self.text_column + 1

    @property
    def text_column(self) -> int:
        """Column of the page text, the last one."""
        return 1 + (0 if self._tree is None else len(self._tree.columns))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if self._tree is None or orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        fixed = {
            0: (self.tr("Unit"), self.tr("Name of the unit, as the extractor gives it.")),
            self.text_column: (self.tr("Text"), self.tr("How the page text of the unit begins.")),
        }
        words = fixed.get(section)
        if words is None:
            column = self._tree.columns[section - 1]
            words = declared(column.label), declared(column.meaning)
        return plain(words[1]) if role == Qt.ItemDataRole.ToolTipRole else words[0]

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        is_number = 0 < column < self.text_column
        side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.node_of(index)
        if self._tree is None or node < 0:
            return None
        if role == Qt.ItemDataRole.FontRole and index.column() == 0 and not self._states(node):
            heading: QFont = theme.font(12, 600 if self._children[node] else 400)
            return heading
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == self.text_column:
            return plain(self._text_of(node))
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 0:
            return plain(self.text(node, whole=True)[:_LONGEST])
        return self._shown(node, index.column()) if role == Qt.ItemDataRole.DisplayRole else None

    def _shown(self, node: int, column: int) -> str:
        if column == 0 or self._tree is None:
            return " ".join(self.text(node).split())[:_LONGEST]
        if column == self.text_column:
            return self._text_of(node)
        return number(float(self._tree.columns[column - 1].values[node]))


class _Nodes(QTreeView):
    """The tree; plus and minus show longer and shorter texts of the current node."""

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Return is left to the window, which shows the steps of the node's block."""
        return False if is_enter(event) else None

    def focusInEvent(self, event: QFocusEvent) -> None:
        with nothing_selected(self):
            super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_ring(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {"+": 1, "-": -1}
        model = self.model()
        node = model.node_of(self.currentIndex()) if isinstance(model, NodeModel) else -1
        if event.text() in steps and node >= 0 and isinstance(model, NodeModel):
            model.unfold(node, steps[event.text()])
        else:
            super().keyPressEvent(event)


class TreeView(QWidget):
    """Tree and cards of the active pane.

    Parameters
    ----------
    selection : SelectionModel
        The window's one selection.

    Signals
    -------
    rows_copied(int)
        So many rows are on the clipboard.
    offer_chosen(str)
        Command of what would fill the empty view, as it was handed in.
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
        self._made: Extraction | None = None
        self._page: Page | None = None
        self._node = -1
        self.model = NodeModel(self)
        self.tree = _Nodes()
        self.tree.setModel(self.model)
        self.tree.setAccessibleName(self.tr("Units of the page"))
        self.tree.setUniformRowHeights(True)
        self.tree.setAllColumnsShowFocus(True)
        self.tree.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.tree.header().setStretchLastSection(True)
        RowCopier(self.tree, self._marked_rows).copied.connect(self.rows_copied)
        self.card = QPlainTextEdit()
        self.card.setReadOnly(True)
        self.card.setAccessibleName(self.tr("Unit"))
        self._make_controls()
        self._assemble()
        self.tree.selectionModel().currentRowChanged.connect(self._row_chosen)
        self.tree.doubleClicked.connect(lambda index: self._unfold(1, index))
        selection.selected.connect(self._follow)
        theme.signals().changed.connect(self._restyle)
        self._restyle()
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
            Command and label of what shows a tree where this pane has none.
        """
        made = None if pane is None else pane.shown
        same = made is self._made and (pane is None) == (self._pane is None)
        if pane is not None and self._pane is not None and pane.name != self._pane.name:
            self.one.setChecked(False)
        self._pane, self._made, self._page = pane, made, page
        self._show_note(offers)
        if same:
            return
        tree = None if made is None else made.tree
        self._node = -1
        self.model.show_tree(tree, self._text_of)
        self._title.setText("" if pane is None or tree is None else pane.name)
        ours = tree is not None and tree.choice_is_ours
        self._note.setText(self.tr("What is kept is our choice, not the method's.") if ours else "")
        self._set_level(self.level.value())
        self._size_columns()
        self._show_node(0 if self.model.n_nodes() else -1)
        self._arrange()

    def entry(self) -> QWidget | None:
        """Return what takes the focus: tree or card, or the first offer where there is none."""
        shown = self._stack.currentWidget()
        return self._nothing.entry() if shown is self._nothing else shown

    # -- assembly --------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self._title = ElidedLabel(weight=600)
        self._note = ElidedLabel(size=12, role="ink2")
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
        self.up = IconButton("arrow-up-left", self.tr("Unit above it"))
        self.back.clicked.connect(lambda: self._go(-1))
        self.on.clicked.connect(lambda: self._go(1))
        self.up.clicked.connect(self._go_up)
        self._where = TextLabel(size=12, role="ink2")

    def _assemble(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(12, 4, 8, 4)
        head.setSpacing(6)
        head.addWidget(self._title)
        head.addWidget(self._note)
        head.addStretch(1)
        head.addWidget(self._where)
        for control in (self.back, self.on, self.up):
            head.addWidget(control)
        for button in (self.shorter, self.longer):
            head.addWidget(button)
        head.addWidget(self.level)
        head.addWidget(self.one)
        self._nothing = EmptyNote()
        self._nothing.chosen.connect(self.offer_chosen)
        body = QWidget()
        self._stack = QStackedLayout(body)
        for widget in (self._nothing, self.tree, self.card):
            self._stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(body, 1)

    def _arrange(self) -> None:
        """Show tree, card or the words that say why there is neither."""
        filled = self.model.n_nodes() > 0
        cards = filled and self.one.isChecked()
        self._stack.setCurrentWidget(self.card if cards else self.tree if filled else self._nothing)
        stepped = self._made is not None and self._made.tree is not None
        stepped = stepped and any(len(one) > 1 for one in self._made.tree.states)  # type: ignore[union-attr]  # asked for above
        for control in (self.back, self.on, self.up, self._where):
            control.setVisible(cards)
        for button in (self.shorter, self.longer):
            button.setVisible(filled and stepped and not cards)
        self.level.setVisible(filled and not cards)
        self.one.setVisible(filled)

    def _show_note(self, offers: Sequence[tuple[str, str]]) -> None:
        waiting = self.tr("Trees appear here when a page is open.")
        none = self.tr("This extractor makes no tree.")
        text, others = empty_note(self._page, self._pane, waiting, none)
        is_none = self._made is not None and self._made.tree is None
        self._nothing.show_note(text, offers if is_none else others)

    def _size_columns(self) -> None:
        """Leave the text what name and figures do not need."""
        metrics = self.tree.header().fontMetrics()
        for column in range(1, self.model.text_column):
            words = str(self.model.headerData(column, Qt.Orientation.Horizontal))
            self.tree.setColumnWidth(column, metrics.horizontalAdvance(words) + theme.px(28))
        self.tree.setColumnWidth(0, theme.px(260))

    def _text_of(self, node: int) -> str:
        chosen = None if self._pane is None else selection_of_node(self._pane, node)
        if chosen is None or self._page is None:
            return ""
        return runs_text(self._page, chosen.runs)

    def _marked_rows(self) -> list[list[str]]:
        """Return the cells of the marked node, of all open nodes where none is marked."""
        columns = range(self.model.columnCount())
        rows = [[str(self.model.headerData(one, Qt.Orientation.Horizontal)) for one in columns]]
        index = self.model.index(0, 0)
        marked = self.tree.selectionModel().selectedRows()
        while index.isValid():
            if not marked or index in marked:
                rows.append([str(index.siblingAtColumn(one).data() or "") for one in columns])
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

    def _unfold(self, by: int, index: QModelIndex) -> None:
        node = self.model.node_of(index)
        if node >= 0 and self.model.unfold(node, by) and by > 0:
            self.tree.expand(index)

    def _go(self, by: int) -> None:
        if self.model.n_nodes():
            self._select_node(min(max(self._node + by, 0), self.model.n_nodes() - 1))

    def _go_up(self) -> None:
        above = self.model.node_of(self.model.parent(self.model.index_of(max(self._node, 0))))
        if above >= 0:
            self._select_node(above)

    def _show_node(self, node: int) -> None:
        self._node = node
        if node < 0:
            self.card.clear()
            self._where.setText("")
            return
        self.card.setPlainText(self._read(node))
        self._where.setText(
            self.tr("{place} of {all}").format(
                place=number(node + 1), all=number(self.model.n_nodes())
            )
        )

    def _read(self, node: int) -> str:
        """Return what is read of a node by itself: what it is called, and its text at its longest.

        Where the method gives nodes no text, that is the text of the page in them.
        """
        title, text = self.model.label(node), self.model.text(node, whole=True)
        held = None if self._pane is None else selection_of_node(self._pane, node)
        if text == title and held is not None and self._page is not None:
            text = _text_of(self._page, held)
        return text if text.startswith(title) else f"{title}\n\n{text}"

    # -- selection -------------------------------------------------------------------------

    def _row_chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        node = self.model.node_of(current)
        if node >= 0:
            self._select_node(node)

    def _select_node(self, node: int) -> None:
        self._show_node(node)
        self._mark(node)
        made, pane = self._made, self._pane
        if made is None or made.tree is None or pane is None:
            return
        chosen = selection_of_node(pane, node)
        if chosen is not None:
            self._selection.select(chosen, self)

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
        """Mark a node in the tree without telling anybody."""
        chosen = self.tree.selectionModel()
        index = self.model.index_of(node)
        chosen.blockSignals(True)
        flags = QItemSelectionModel.SelectionFlag
        chosen.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        chosen.blockSignals(False)
        self.tree.scrollTo(index)
        self.tree.viewport().update()


def _text_of(page: Page, selection: Selection) -> str:
    """Return the text of the page in a selection, a line per segment."""
    parts = np.full(page.n_tokens, Part.DROPPED, dtype=np.int8)
    for start, end in selection.runs:
        parts[start:end] = Part.KEPT
    found = segments(page)
    cut = runs(page, found, parts)
    return PageText(page, found).copied(cut, cut.part == Part.KEPT, 0, len(page.text))


def _demo() -> QWidget:
    scene = demo_scene()
    view = TreeView(SelectionModel())
    view.show_pane(scene.panes[0], scene.page)
    return view


if __name__ == "__main__":
    run_demo(_demo, size=(900, 320))
