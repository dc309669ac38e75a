"""Pages with wrong words of the selected rule, or with other decisions; those with most first."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QPushButton,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.cells import draw_cell
from boilerscope.widgets.corpus.losses.records import RuleWords
from boilerscope.widgets.guarded import Delegate, TableModel
from boilerscope.widgets.labels import ElidedLabel
from boilerscope.widgets.tables.heading import PaintedHeading
from boilerscope.widgets.tables.table import CalmTable
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtGui import QPainter

    from boilerscope.widgets.corpus.losses.records import RulePage

    Index = QModelIndex | QPersistentModelIndex

_NAME, _WORDS, _F1 = range(3)
_ROW, _HEAD = 22, 26
_WORDS_WIDTH, _F1_WIDTH, _MARGIN = 74, 52, 12
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class RulePageModel(TableModel):
    """Pages of a rule: name, wrong words or other decisions, F1 or agreement."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: tuple[RulePage, ...] = ()
        self.words = RuleWords.MISSED
        self.current: int | None = None

    def show_pages(
        self,
        pages: Sequence[RulePage],
        current: int | None,
        words: RuleWords,
    ) -> None:
        """Show other pages."""
        self.beginResetModel()
        self.pages, self.current = tuple(pages), current
        self.words = words
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.pages)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else 3

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Page"), self._outcome(), self._value_name())[section]

    def _value_name(self) -> str:
        return self.tr("Agrees") if self.words is RuleWords.OTHER else "F1"

    def _outcome(self) -> str:
        return {
            RuleWords.MISSED: self.tr("Missed"),
            RuleWords.KEPT: self.tr("Wrongly kept"),
            RuleWords.OTHER: self.tr("Others differ"),
        }[self.words]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        page = self.pages[index.row()]
        value = "" if math.isnan(page.value) else number(page.value, decimals=2)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            outcome, count = self._outcome(), number(page.n_wrong)
            return f"{page.name}, {outcome} {count}, {self._value_name()} {value}"
        if role == Qt.ItemDataRole.DisplayRole:
            return (page.name, number(page.n_wrong), value)[index.column()]
        return None


class RulePages(QWidget):
    """The table with its heading and a button for all pages.

    Signals
    -------
    chosen(int)
        Select the page with this number.
    opened(int)
        Open the page with this number.
    all_asked()
        List all pages of the rule.
    """

    chosen = Signal(int)
    opened = Signal(int)
    all_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rulePages")
        self.setProperty("role", "surface")
        self.title = ElidedLabel(weight=600)
        self.all = QPushButton()
        self.all.setProperty("role", "link")
        self.all.clicked.connect(self.all_asked)
        self.table = RulePageTable()
        self.table.chosen.connect(self.chosen)
        self.table.opened.connect(self.opened)
        head = theme.spaced(QHBoxLayout(), (12, 6, 12, 2), 8)
        head.addWidget(self.title, 1)
        head.addWidget(self.all)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.table, 1)

    def show_pages(
        self,
        name: str,
        pages: Sequence[RulePage],
        current: int | None,
        words: RuleWords,
    ) -> None:
        """Show the pages of a rule; an empty name means that no rule is selected."""
        title = self.tr("Pages of {rule}").format(rule=name) if name else self.tr("Pages")
        self.title.setText(title)
        self.all.setText(self.tr("Show all {n}").format(n=number(len(pages))))
        self.all.setVisible(bool(pages))
        self.table.show_pages(pages, current, words)


class RulePageTable(CalmTable):
    """The table.

    Signals
    -------
    chosen(int), opened(int)
        See `RulePages`.
    """

    chosen = Signal(int)
    opened = Signal(int)

    def __init__(self) -> None:
        self._model = RulePageModel()
        super().__init__(
            name=self.tr("Pages of the rule"), takes_enter=True, row=_ROW, header=_HEAD
        )
        self.setHorizontalHeader(_Heading(self._model, self))
        self.setModel(self._model)
        self.setItemDelegate(_Cell(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(CalmTable.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(0)
        self.verticalHeader().hide()
        self.confirmed.connect(lambda: self._emit(self.opened))
        self.doubleClicked.connect(lambda _index: self._emit(self.opened))
        self.clicked.connect(lambda _index: self._emit(self.chosen))

    def show_pages(self, pages: Sequence[RulePage], current: int | None, words: RuleWords) -> None:
        """Show pages; mark the selected page of the corpus."""
        if (tuple(pages), words) == (self._model.pages, self._model.words):
            self._model.current = current
            self.viewport().update()
            return
        self._model.show_pages(pages, current, words)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(180), theme.px(_HEAD + 2 * _ROW))

    def sizeHint(self) -> QSize:
        return QSize(theme.px(290), theme.px(_HEAD + 6 * _ROW))

    def fit_columns(self) -> None:
        """Give the name what the numbers leave."""
        header, width = self.horizontalHeader(), self.viewport().width()
        words, f1 = theme.px(_WORDS_WIDTH), theme.px(_F1_WIDTH + _MARGIN)
        header.resizeSection(_NAME, max(width - words - f1, theme.px(60)))
        header.resizeSection(_WORDS, words)
        header.resizeSection(_F1, f1)

    def _emit(self, signal: Any) -> None:
        index = self.currentIndex()
        if index.isValid():
            signal.emit(self._model.pages[index.row()].row)


class _Heading(PaintedHeading):
    def __init__(self, model: RulePageModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def draw_heading(self, painter: QPainter, rect: QRect, column: int) -> None:
        is_order = column == _WORDS
        painter.setFont(theme.font(12, 600 if is_order else 400))
        painter.setPen(theme.colour("ink" if is_order else "ink2"))
        text = str(self._model.headerData(column, Qt.Orientation.Horizontal))
        if column == _NAME:
            painter.drawText(rect.adjusted(theme.px(_MARGIN), 0, 0, 0), _LEFT, text)
        else:
            right = _MARGIN if column == _F1 else 8
            shown = f"↓ {text}" if is_order else text
            painter.drawText(rect.adjusted(-theme.px(20), 0, -theme.px(right), 0), _RIGHT, shown)


class _Cell(Delegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, rect = index.model(), QRectF(option.rect)
        assert isinstance(model, RulePageModel)  # noqa: S101 - the model of the table
        page, text = model.pages[index.row()], str(model.data(index))
        is_current = page.row == model.current
        painter.save()
        if is_current:
            painter.fillRect(rect, theme.colour("selection_fill"))
            if index.column() == _NAME:
                edge = QRectF(rect.left(), rect.top(), theme.px(2), rect.height())
                painter.fillRect(edge, theme.colour("selection"))
        painter.setFont(theme.font(12, 600 if is_current and index.column() == _NAME else 400))
        painter.setPen(theme.colour("ink"))
        if index.column() == _NAME:
            room = rect.adjusted(theme.px(_MARGIN), 0, -theme.px(4), 0)
            elided = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideMiddle, int(room.width())
            )
            painter.drawText(room, _LEFT, elided)
        elif index.column() == _WORDS:
            painter.drawText(rect.adjusted(0, 0, -theme.px(8), 0), _RIGHT, text)
        elif not math.isnan(page.value):
            cell = rect.adjusted(theme.px(8), 1, -theme.px(_MARGIN), -1)
            draw_cell(painter, cell, page.value, text)
        painter.restore()
