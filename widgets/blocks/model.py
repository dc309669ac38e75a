"""Table model of a pane's blocks: class, number, size, deciding rule, text, measured quantities.

Sorting and filtering use numpy columns; texts and rule sentences are built for visible rows only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)

from boilerscope.extractors.model.gold import GoldClass, Outcome
from boilerscope.extractors.model.sentence import deciding_step
from boilerscope.widgets.blocks.expression import ExpressionError, is_condition
from boilerscope.widgets.blocks.order import (
    deciding_rules,
    decimals,
    has_word,
    matching,
    meeting,
    runs_text,
    sort_keys,
    text_ranks,
)
from boilerscope.widgets.guarded import TableModel
from boilerscope.widgets.panes.segment_styles import counts_characters
from boilerscope.widgets.plain import plain
from boilerscope.widgets.records import same_page
from boilerscope.widgets.sentences import decision_sentence
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from boilerscope.extractors.model.extraction import Column, Extraction
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray
    from boilerscope.widgets.blocks.gold import BlockGold

LETTER, BLOCK, SIZE, RULE, TEXT = range(5)
"""Columns of every pane; the other quantities of its extractor follow to the right."""

_FIRST_QUANTITY = TEXT + 1
_SIZE = "words"
"""Name of the quantity used as the size of a block, if an extractor measures it."""
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True, eq=False)
class _Quantity:
    """Column of numbers."""

    label: str
    tip: str
    values: NDArray[Any]
    decimals: int

    def text(self, value: float) -> str:
        """Format a value."""
        return number(value, decimals=self.decimals or None)

    @property
    def extremes(self) -> tuple[str, ...]:
        """The formatted minimum and maximum; empty without finite values."""
        amounts: FloatArray = np.asarray(self.values, dtype=np.float64)
        finite = amounts[np.isfinite(amounts)]
        if not len(finite):
            return ()
        return self.text(float(finite.min())), self.text(float(finite.max()))


def _measured(column: Column) -> _Quantity:
    unit = f" [{declared(column.unit)}]" if column.unit else ""
    tip = f"{column.name}{unit}\n{declared(column.meaning)}"
    return _Quantity(declared(column.label), tip, column.values, decimals(column.values))


def _column_names(extraction: Extraction) -> list[str]:
    return [column.name for column in extraction.columns]


class BlockModel(TableModel):
    """Model with a row for each block; `LETTER` and its neighbours are its columns."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page: Page | None = None
        self._extraction: Extraction | None = None
        self._order: IntArray = np.zeros(0, dtype=np.int32)
        self._row_of: IntArray = np.zeros(0, dtype=np.int32)
        self._filter = ""
        self.n_empty = 0
        """Number of blocks without words, which only conditions list."""
        self.problem: ExpressionError | None = None
        """Why the filter is not a condition, None if it is one or searches for words."""
        self._sort: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)
        self._texts: dict[int, str] = {}
        self._rules: dict[int, str] = {}
        self._text_order: Any = None
        self._quantities: dict[int, _Quantity] = {}
        self.gold: BlockGold | None = None
        self._only_errors = False

    # -- display ---------------------------------------------------------------------------

    def show_extraction(
        self, page: Page | None, extraction: Extraction | None, gold: BlockGold | None = None
    ) -> None:
        """Show the blocks of an extraction; unchanged blocks keep order, position and selection.

        With a gold standard, two more columns at the right end show it.
        """
        had_gold, self.gold = self.gold is not None, gold
        same = (
            self._extraction is not None
            and had_gold == (gold is not None)
            and extraction is not None
            and same_page(self._page, page)
            and len(extraction.blocks) == len(self._extraction.blocks)
            and _column_names(extraction) == _column_names(self._extraction)
        )
        if same:
            self._extraction = extraction
            if self._page is not page:  # the same page, parsed in another way
                self._page = page
                self._texts.clear()
            self._rules.clear()
            self._quantities = self._make_quantities()
            if self._filter or self._only_errors or self._sort[0] >= 0:
                self.layoutAboutToBeChanged.emit()
                self._arrange()
                self.layoutChanged.emit()
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._page, self._extraction = page, extraction
        self._texts.clear()
        self._rules.clear()
        self._text_order = None
        self._quantities = self._make_quantities()
        self._sort = (-1, Qt.SortOrder.AscendingOrder)
        self._arrange()
        self.endResetModel()

    def set_filter(self, text: str) -> None:
        """Show only blocks that meet a condition, or match all words of a text.

        See `order.meeting` and `order.matching`. A text that is not yet a condition shows all
        blocks, with its `problem`.
        """
        if text != self._filter:
            self.beginResetModel()
            self._filter = text
            self._texts.clear()
            self._rules.clear()
            self._arrange()
            self.endResetModel()

    def set_only_errors(self, only: bool) -> None:  # noqa: FBT001 - Qt slot
        """Show only blocks on which the pane is wrong."""
        if only != self._only_errors:
            self.beginResetModel()
            self._only_errors = only
            self._arrange()
            self.endResetModel()

    @property
    def is_filtered(self) -> bool:
        """Whether blocks may be hidden."""
        return bool(self._filter.split()) or (self._only_errors and self.gold is not None)

    @property
    def gold_column(self) -> int:
        """Column with the gold class, before that of the errors; -1 without a gold standard."""
        return -1 if self.gold is None else self.columnCount() - 2

    def gold_class(self, block: int) -> GoldClass:
        """Return the class of a block in the gold standard."""
        return GoldClass.UNMARKED if self.gold is None else GoldClass(self.gold.classes[block])

    @property
    def query(self) -> tuple[str, ...]:
        """The words of the filter; none if it is a condition."""
        return () if is_condition(self._filter) else tuple(self._filter.split())

    def block_at(self, row: int) -> int:
        """Return the block of a row."""
        return int(self._order[row])

    def row_of(self, block: int) -> int:
        """Return the row of a block, -1 if the filter hides it."""
        return int(self._row_of[block]) if 0 <= block < len(self._row_of) else -1

    @property
    def n_blocks(self) -> int:
        """Number of blocks of the pane, hidden blocks included."""
        return 0 if self._extraction is None else len(self._extraction.blocks)

    def kept(self, block: int) -> bool:
        """Return whether a block is kept."""
        return self._extraction is not None and bool(self._extraction.content[block])

    def text(self, block: int) -> str:
        """Return the start of a block's text, or its text around the filter's first match."""
        if block not in self._texts:
            self._texts[block] = self._make_text(block)
        return self._texts[block]

    def extremes(self, column: int) -> tuple[str, ...]:
        """Return the formatted minimum and maximum of a column; empty if it has no values."""
        return self._quantities[column].extremes if column in self._quantities else ()

    def rule(self, block: int) -> str:
        """Return the sentence of the deciding rule."""
        if block not in self._rules and self._extraction is not None:
            self._rules[block] = self._make_rule(self._extraction, block)
        return self._rules.get(block, "")

    # -- Qt --------------------------------------------------------------------------------

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._order)

    def columnCount(self, parent: _Index | None = None) -> int:
        if self._extraction is None or (parent is not None and parent.isValid()):
            return 0
        n_gold = 0 if self.gold is None else 2
        return _FIRST_QUANTITY - 1 + len(self._quantities) + n_gold

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or self._extraction is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        quantity = self._quantities.get(section)
        texts = (quantity.label, quantity.tip) if quantity else self._fixed_texts().get(section)
        if texts is None:
            return None
        return plain(texts[1]) if role == Qt.ItemDataRole.ToolTipRole else texts[0]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == LETTER:
            is_kept = self.kept(self.block_at(index.row()))
            return self.tr("kept") if is_kept else self.tr("dropped")
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

    def _fixed_texts(self) -> dict[int, tuple[str, str]]:
        gold = self.gold_column
        texts = {
            gold: (self.tr("Gold"), self.tr("Gold class of most words of the block.")),
            gold + 1: (
                self.tr("Against gold"),
                self.tr(
                    "W: wrongly kept. M: missed. Number of wrong words, of all words that count."
                ),
            ),
        }
        return (texts if gold >= 0 else {}) | {
            LETTER: ("", self.tr("C: kept as main content. B: dropped as boilerplate.")),
            BLOCK: (self.tr("Block"), self.tr("Number of the block in this pane.")),
            RULE: (self.tr("Last rule"), self.tr("The rule that decided, with its values.")),
            TEXT: (
                self.tr("Text"),
                self.tr("Start of the block, or the text around the filter's first match."),
            ),
        }

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        is_number = column == BLOCK or column in self._quantities
        side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def _cell(self, row: int, column: int, *, tip: bool) -> str | None:
        block = self.block_at(row)
        if self.gold is not None and column >= self.gold_column:
            return self._gold_cell(self.gold, block, column - self.gold_column)
        if column == TEXT:
            return self.text(block)
        if column == RULE:
            return self.rule(block)
        if tip or column == LETTER:
            return None
        if column == BLOCK:
            return number(block)
        quantity = self._quantities[column]
        return quantity.text(float(quantity.values[block]))

    def _gold_cell(self, gold: BlockGold, block: int, column: int) -> str:
        """Return the class of a block, or its error with the number of wrong words."""
        if column == 0:
            return self._class_names()[self.gold_class(block)]
        error = gold.error(block)
        if error is None:
            return self.tr("correct") if gold.n_scored[block] else ""
        name = self.tr("missed") if error is Outcome.MISSED else self.tr("wrongly kept")
        wrong, scored = int(gold.n_wrong[block]), int(gold.n_scored[block])
        if wrong == scored:
            return name
        text = self.tr("{error}, {wrong} of {scored}")
        return text.format(error=name, wrong=number(wrong), scored=number(scored))

    def _class_names(self) -> dict[GoldClass, str]:
        return {
            GoldClass.UNMARKED: "",
            GoldClass.MAIN: self.tr("main"),
            GoldClass.BOILERPLATE: self.tr("boilerplate"),
            GoldClass.TITLE: self.tr("title"),
            GoldClass.COMMENT: self.tr("comment"),
            GoldClass.UNDECIDED: self.tr("undecided"),
        }

    # -- columns, texts, order -------------------------------------------------------------

    def _make_quantities(self) -> dict[int, _Quantity]:
        """Return the numeric columns by index: the size of the block, then the other quantities."""
        extraction = self._extraction
        if extraction is None:
            return {}
        others = [_measured(column) for column in extraction.columns if column.name != _SIZE]
        measured = extraction.column(_SIZE)
        size = self._counted(extraction) if measured is None else _measured(measured)
        return {SIZE: size, **dict(enumerate(others, _FIRST_QUANTITY))}

    def _counted(self, extraction: Extraction) -> _Quantity:
        label = self.tr("Words")
        tip = self.tr("Number of words of the block, as counted in the pane.")
        if counts_characters(self._page):
            label = self.tr("Characters")
            tip = self.tr("Number of characters of the block, as counted in the pane.")
        return _Quantity(label, tip, extraction.blocks.token_counts(), 0)

    def _make_text(self, block: int) -> str:
        if self._page is None or self._extraction is None:
            return ""
        return runs_text(self._page, self._extraction.blocks.runs(block), self.query)

    def _make_rule(self, extraction: Extraction, block: int) -> str:
        """Return the rule's sentence, after the step's title if the filter matches the title."""
        sentence = decision_sentence(extraction, block)
        step = deciding_step(extraction, block)
        if step < 0:
            return sentence
        title = extraction.steps[step].title
        titles = (declared(title), title)
        missing = [word for word in self.query if not has_word(sentence, word)]
        matching_titles = (name for name in titles if any(has_word(name, word) for word in missing))
        matching_title = next(matching_titles, "")
        return f"{matching_title} · {sentence}" if matching_title else sentence

    def _arrange(self) -> None:
        extraction = self._extraction
        count = 0 if extraction is None else len(extraction.blocks)
        order: IntArray = np.arange(count, dtype=np.int32)
        if extraction is not None and self._sort[0] >= 0:
            order = np.argsort(self._keys(extraction), kind="stable").astype(np.int32)
            if self._sort[1] is Qt.SortOrder.DescendingOrder:
                order = order[::-1]
        self.problem = None
        self.n_empty = 0
        if extraction is not None and not is_condition(self._filter):
            has_words = extraction.blocks.token_counts() > 0
            if has_words.any():
                self.n_empty = int(count - np.count_nonzero(has_words))
                order = order[has_words[order]]
        if extraction is not None and self._page is not None and self._filter.split():
            order = order[self._passing(self._page, extraction)[order]]
        if self._only_errors and self.gold is not None:
            order = order[self.gold.n_wrong[order] > 0]
        self._order = order
        self._row_of = np.full(count, -1, dtype=np.int32)
        self._row_of[order] = np.arange(len(order))

    def _passing(self, page: Page, extraction: Extraction) -> BoolArray:
        """Return the blocks that pass the filter."""
        if not is_condition(self._filter):
            return matching(page, extraction, self._filter, declared)
        try:
            return meeting(page, extraction, self._filter, declared)
        except ExpressionError as problem:
            self.problem = problem
            return np.ones(len(extraction.blocks), dtype=np.bool_)

    def names(self) -> tuple[str, ...]:
        """Return the names that conditions can use, apart from rules."""
        columns = () if self._extraction is None else _column_names(self._extraction)
        return tuple(dict.fromkeys(("words", "block", *columns, "kept", "dropped", "rule")))

    def _keys(self, extraction: Extraction) -> Any:
        column = self._sort[0]
        if self.gold is not None and column >= self.gold_column:
            return self.gold.classes if column == self.gold_column else self.gold.n_wrong
        if column == LETTER:
            return ~extraction.content
        if column == TEXT:
            return self._text_keys()
        if column == RULE:
            return deciding_rules(extraction)
        if column == BLOCK:
            return np.arange(len(extraction.blocks))
        return sort_keys(extraction, self._quantities[column].values)

    def _text_keys(self) -> Any:
        """Return the ranks of all texts, computed once for the same blocks."""
        if self._text_order is None and self._page is not None and self._extraction is not None:
            self._text_order = text_ranks(self._page, self._extraction)
        return self._text_order
