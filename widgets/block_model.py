"""The blocks of one pane as rows: class, number, size, deciding rule, text, measured quantities.

Sorting and filtering work on numpy columns; texts and rules are made for visible rows only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)

from extractors.model.sentence import deciding_step
from widgets.block_order import (
    deciding_rules,
    decimals,
    has_word,
    matching,
    runs_text,
    sort_keys,
    text_ranks,
)
from widgets.panes.segment_styles import counts_characters
from widgets.plain import plain
from widgets.records import same_page
from widgets.sentences import decision_sentence
from widgets.words import declared, number

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from extractors.model.extraction import Column, Extraction
    from extractors.page import Page
    from extractors.page.records import FloatArray, IntArray

LETTER, BLOCK, SIZE, RULE, TEXT = range(5)
"""Columns of every pane; what its extractor measures besides is to the right of them."""

_FIRST_FIGURE = TEXT + 1
_SIZE = "words"
"""Name of the measured quantity that is the size of a block, where an extractor has it."""
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True, eq=False)
class _Figure:
    """A column of amounts."""

    label: str
    tip: str
    values: NDArray[Any]
    decimals: int

    def text(self, value: float) -> str:
        """Return an amount as it is shown."""
        return number(value, decimals=self.decimals or None)

    @property
    def extremes(self) -> tuple[str, ...]:
        """The least and the greatest amount as they are shown, if there are any."""
        amounts: FloatArray = np.asarray(self.values, dtype=np.float64)
        known = amounts[np.isfinite(amounts)]
        return (self.text(float(known.min())), self.text(float(known.max()))) if len(known) else ()


def _measured(column: Column) -> _Figure:
    unit = f" [{declared(column.unit)}]" if column.unit else ""
    tip = f"{column.name}{unit}\n{declared(column.meaning)}"
    return _Figure(declared(column.label), tip, column.values, decimals(column.values))


class BlockModel(QAbstractTableModel):
    """Rows are blocks in the chosen order; for the columns see `LETTER` and its neighbours."""

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
        self._figures: dict[int, _Figure] = {}

    # -- what is shown ---------------------------------------------------------------------

    def show_extraction(self, page: Page | None, made: Extraction | None) -> None:
        """Show the blocks of an extraction; the same blocks keep order, place and selection."""
        same = (
            self._made is not None
            and made is not None
            and same_page(self._page, page)
            and len(made.blocks) == len(self._made.blocks)
            and [one.name for one in made.columns] == [one.name for one in self._made.columns]
        )
        if same:
            self._made = made
            if self._page is not page:  # it is read otherwise now
                self._page = page
                self._texts.clear()
            self._rules.clear()
            self._figures = self._make_figures()
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
        self._figures = self._make_figures()
        self._sort = (-1, Qt.SortOrder.AscendingOrder)
        self._arrange()
        self.endResetModel()

    def set_filter(self, text: str) -> None:
        """Show only blocks that have all words of a text, see `matching`, from the first match."""
        if text != self._filter:
            self.beginResetModel()
            self._filter = text
            self._texts.clear()
            self._rules.clear()
            self._arrange()
            self.endResetModel()

    @property
    def query(self) -> tuple[str, ...]:
        """Words by which rows are filtered."""
        return tuple(self._filter.split())

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
        """Return the beginning of a block's text, or its text around the filter's first match."""
        if block not in self._texts:
            self._texts[block] = self._make_text(block)
        return self._texts[block]

    def extremes(self, column: int) -> tuple[str, ...]:
        """Return the least and the greatest amount of a column as they are shown, if it has any."""
        return self._figures[column].extremes if column in self._figures else ()

    def rule(self, block: int) -> str:
        """Return the sentence of the rule that decided."""
        if block not in self._rules and self._made is not None:
            self._rules[block] = self._make_rule(self._made, block)
        return self._rules.get(block, "")

    # -- Qt --------------------------------------------------------------------------------

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._order)

    def columnCount(self, parent: _Index | None = None) -> int:
        if self._made is None or (parent is not None and parent.isValid()):
            return 0
        return _FIRST_FIGURE - 1 + len(self._figures)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or self._made is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        figure = self._figures.get(section)
        words = (figure.label, figure.tip) if figure else self._fixed_words().get(section)
        if words is None:
            return None
        return plain(words[1]) if role == Qt.ItemDataRole.ToolTipRole else words[0]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == LETTER:
            kept = self.kept(self.block_at(index.row()))
            return self.tr("kept") if kept else self.tr("dropped")
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            tip = self._cell(index.row(), index.column(), tip=True)
            return None if tip is None else plain(tip)
        return self._cell(index.row(), index.column(), tip=False)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._sort = (column, order)
        self._arrange()
        self.layoutChanged.emit()

    def _fixed_words(self) -> dict[int, tuple[str, str]]:
        return {
            LETTER: ("", self.tr("C: kept as main content. B: dropped as boilerplate.")),
            BLOCK: (self.tr("Block"), self.tr("Number of the block in this pane.")),
            RULE: (self.tr("Last rule"), self.tr("The rule that decided, with its values.")),
            TEXT: (self.tr("Text"), self.tr("How the block begins, or where the filter matches.")),
        }

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        is_number = column == BLOCK or column in self._figures
        side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def _cell(self, row: int, column: int, *, tip: bool) -> str | None:
        block = self.block_at(row)
        if column == TEXT:
            return self.text(block)
        if column == RULE:
            return self.rule(block)
        if tip or column == LETTER:
            return None
        if column == BLOCK:
            return number(block)
        figure = self._figures[column]
        return figure.text(float(figure.values[block]))

    # -- columns, texts, order -------------------------------------------------------------

    def _make_figures(self) -> dict[int, _Figure]:
        """Return the columns of amounts by place: the size of the block, then the others."""
        made = self._made
        if made is None:
            return {}
        figures = [_measured(column) for column in made.columns if column.name != _SIZE]
        measured = made.column(_SIZE)
        size = self._counted(made) if measured is None else _measured(measured)
        return {SIZE: size, **dict(enumerate(figures, _FIRST_FIGURE))}

    def _counted(self, made: Extraction) -> _Figure:
        label = self.tr("Words")
        tip = self.tr("Words of the block, counted as in the pane.")
        if counts_characters(self._page):
            label = self.tr("Characters")
            tip = self.tr("Characters of the block, counted as in the pane.")
        return _Figure(label, tip, made.blocks.token_counts(), 0)

    def _make_text(self, block: int) -> str:
        if self._page is None or self._made is None:
            return ""
        return runs_text(self._page, self._made.blocks.runs(block), self.query)

    def _make_rule(self, made: Extraction, block: int) -> str:
        """Return the sentence, behind the title of its step where that is what the filter found."""
        sentence = decision_sentence(made, block)
        place = deciding_step(made, block)
        if place < 0:
            return sentence
        title = made.steps[place].title
        titles = (declared(title), title)
        hidden = [word for word in self.query if not has_word(sentence, word)]
        named = next((one for one in titles if any(has_word(one, word) for word in hidden)), "")
        return f"{named} · {sentence}" if named else sentence

    def _arrange(self) -> None:
        made = self._made
        count = 0 if made is None else len(made.blocks)
        order: IntArray = np.arange(count, dtype=np.int32)
        if made is not None and self._sort[0] >= 0:
            order = np.argsort(self._keys(made), kind="stable").astype(np.int32)
            if self._sort[1] is Qt.SortOrder.DescendingOrder:
                order = order[::-1]
        if self.query and made is not None and self._page is not None:
            order = order[matching(self._page, made, self._filter, declared)[order]]
        self._order = order
        self._row_of = np.full(count, -1, dtype=np.int32)
        self._row_of[order] = np.arange(len(order))

    def _keys(self, made: Extraction) -> Any:
        column = self._sort[0]
        if column == LETTER:
            return ~made.content
        if column == TEXT:
            return self._text_keys()
        if column == RULE:
            return deciding_rules(made)
        if column == BLOCK:
            return np.arange(len(made.blocks))
        return sort_keys(made, self._figures[column].values)

    def _text_keys(self) -> Any:
        """Return the ranks of all texts; they stay the same until other blocks are shown."""
        if self._text_order is None and self._page is not None and self._made is not None:
            self._text_order = text_ranks(self._page, self._made)
        return self._text_order
