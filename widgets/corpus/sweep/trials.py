"""Table of trials: values, scores on training and validation pages, and the gap between them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.names import short_measure, signed
from boilerscope.widgets.corpus.sweep.curve import short_value
from boilerscope.widgets.corpus.sweep.records import SearchView
from boilerscope.widgets.guarded import Delegate, TableModel
from boilerscope.widgets.tables.table import ROW, CalmTable
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from PySide6.QtCore import QItemSelection

    from boilerscope.extractors.search.tune import Trial

Index = QModelIndex | QPersistentModelIndex

_SCORES = 4
"""Columns after the settings: training, validation, gap, picture of the gap."""


class TrialModel(TableModel):
    """The trials of a search, the best trial first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = SearchView()
        self.trials: tuple[Trial, ...] = ()

    def show_search(self, view: SearchView) -> None:
        """Show the trials of a search."""
        if view.trials == self._view.trials and view.fields == self._view.fields:
            return
        self.beginResetModel()
        self._view, self.trials = view, view.ranked
        self.endResetModel()

    @property
    def ends(self) -> tuple[float, float]:
        """The minimum and the maximum score of the trials, for the picture of gaps."""
        scores = [score for trial in self.trials for score in (trial.training, trial.validation)]
        scores = [score for score in scores if not math.isnan(score)]
        return (min(scores), max(scores)) if scores else (0.0, 1.0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as in Qt
        return 0 if parent.isValid() else len(self.trials)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as in Qt
        return 0 if parent.isValid() else 1 + len(self._view.fields) + _SCORES

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return self._titles()[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        trial, column = self.trials[index.row()], index.column()
        n_fields = len(self._view.fields)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts(trial)[column]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole and column == n_fields + 1:
            return theme.font(13, 600)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == 0:
            return self._describe(trial)
        return None

    def _titles(self) -> list[str]:
        short = short_measure(self._view.measure)
        return [
            self.tr("Trial"),
            *self._view.fields,
            self.tr("{measure} training").format(measure=short),
            self.tr("{measure} validation").format(measure=short),
            self.tr("Gap"),
            "",
        ]

    def _texts(self, trial: Trial) -> list[str]:
        return [
            number(trial.number + 1),
            *(short_value(value) for value in trial.values),
            number(trial.training, decimals=3),
            number(trial.validation, decimals=3),
            signed(trial.gap),
            "",
        ]

    def _describe(self, trial: Trial) -> str:
        pairs = zip(self._titles()[:-1], self._texts(trial)[:-1], strict=True)
        return ", ".join(f"{title} {text}" for title, text in pairs)


class TrialTable(CalmTable):
    """The table.

    Signals
    -------
    selected(int)
        Number of the trial that the user selected, from 0.
    applied(int)
        Apply this trial.
    """

    selected = Signal(int)
    applied = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, name=self.tr("Trials"), takes_enter=True, header=ROW + 1)
        self.trials = TrialModel(self)
        self.setModel(self.trials)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(CalmTable.Shape.NoFrame)
        self.setItemDelegate(_TrialDelegate(self))
        self.setMinimumHeight(0)
        self.verticalHeader().hide()
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self._current = -1
        self.confirmed.connect(self._apply)

    def show_search(self, view: SearchView, current: int) -> None:
        """Show the trials, and select a trial by its number."""
        self._current = current
        self.trials.show_search(view)
        header = self.horizontalHeader()
        for column in range(self.trials.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        if self.trials.columnCount():
            header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        row = next((i for i, t in enumerate(self.trials.trials) if t.number == current), -1)
        if row != self.currentIndex().row():
            self.setCurrentIndex(self.trials.index(row, 0))

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        row = self.currentIndex().row()
        if 0 <= row < len(self.trials.trials):
            chosen = self.trials.trials[row].number
            if chosen != self._current:
                self._current = chosen
                self.selected.emit(chosen)

    def _apply(self) -> None:
        if self._current >= 0:
            self.applied.emit(self._current)


class _TrialDelegate(Delegate):
    """Paints rows: the selected row in magenta, and the gap as two dots on a line."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, TrialModel)  # noqa: S101 - the model of the table
        view = option.widget
        assert isinstance(view, QTableView)  # noqa: S101 - the table
        rect = option.rect
        if index.row() == view.currentIndex().row():
            painter.fillRect(rect, theme.colour("selection_fill"))
            if index.column() == 0:
                painter.fillRect(
                    rect.left(), rect.top(), theme.px(2), rect.height(), theme.colour("selection")
                )
        painter.save()
        last = model.columnCount() - 1
        if index.column() == last:
            self._paint_gap(painter, option, model, model.trials[index.row()])
        else:
            font = model.data(index, Qt.ItemDataRole.FontRole)
            painter.setFont(font or theme.font(13))
            painter.setPen(theme.colour("ink"))
            room = rect.adjusted(theme.px(4), 0, -theme.px(8), 0)
            text = str(model.data(index))
            painter.drawText(
                room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text
            )
        painter.restore()

    @staticmethod
    def _paint_gap(
        painter: QPainter, option: QStyleOptionViewItem, model: TrialModel, trial: Trial
    ) -> None:
        low, high = model.ends
        rect = option.rect.adjusted(theme.px(10), 0, -theme.px(10), 0)
        width = max(high - low, 1e-9)
        y = rect.center().y() + 0.5

        def point(score: float) -> QPointF:
            return QPointF(rect.left() + (score - low) / width * rect.width(), y)

        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
        painter.setPen(QPen(theme.colour("ink"), theme.px(1.5)))
        if not math.isnan(trial.validation):
            painter.drawLine(point(trial.training), point(trial.validation))
            painter.setBrush(theme.colour("surface"))
            painter.drawEllipse(point(trial.validation), theme.px(4), theme.px(4))
        painter.setBrush(theme.colour("ink"))
        painter.drawEllipse(point(trial.training), theme.px(4), theme.px(4))
