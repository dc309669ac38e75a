"""Agreement of panes: a matrix with a row and a column for each pane.

Input: panes. Output: the two panes to compare. A cell shows the share of words that both panes keep
or both drop; its tooltip adds the overlap of the kept words (F1). Number and colour of the cell
show the share.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStackedLayout,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from boilerscope.widgets import colours, theme
from boilerscope.widgets.demo import demo_scene, run_demo
from boilerscope.widgets.guarded import Delegate, TableModel
from boilerscope.widgets.labels import TextLabel
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plain import plain
from boilerscope.widgets.tables.table import CalmTable
from boilerscope.widgets.words import number, share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.widgets.records import PaneRecord

_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """Agreement of each pair of panes.

    Attributes
    ----------
    names : tuple of str
        Names of the panes with a result, each with its number.
    same : array of float, shape (n_panes, n_panes)
        Share of tokens that both panes keep or both drop.
    overlap : array of float, shape (n_panes, n_panes)
        Token F1: 2 x kept by both / (kept by one + kept by the other); 1 if both keep nothing.
    n_tokens : int
        Number of tokens of the page.
    """

    names: tuple[str, ...]
    same: FloatArray
    overlap: FloatArray
    n_tokens: int


def agreement_of(panes: Sequence[PaneRecord]) -> Agreement:
    """Return the agreement of the panes with a result."""
    results = [(pane, pane.shown) for pane in panes if pane.shown is not None]
    names = tuple(f"{pane.number} {pane.name}" for pane, _ in results)
    if not results:
        return Agreement((), np.zeros((0, 0)), np.zeros((0, 0)), 0)
    masks = np.stack([extraction.mask for _, extraction in results]).astype(np.float64)
    n_tokens = masks.shape[1]
    both = masks @ masks.T
    n_kept = masks.sum(axis=1)
    total = n_kept[:, None] + n_kept[None, :]
    differing = total - 2 * both
    same = 1 - differing / n_tokens if n_tokens else np.ones_like(both)
    overlap = np.divide(2 * both, total, out=np.ones_like(both), where=total > 0)
    return Agreement(names, same, overlap, n_tokens)


class AgreementModel(TableModel):
    """The matrix as a table model."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.agreement = agreement_of(())

    def show_agreement(self, agreement: Agreement) -> None:
        """Show another matrix."""
        if agreement.names == self.agreement.names:
            self.agreement = agreement
            last = len(agreement.names) - 1
            self.dataChanged.emit(self.index(0, 0), self.index(last, last))
            return
        self.beginResetModel()
        self.agreement = agreement
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.agreement.names)

    def columnCount(self, parent: _Index | None = None) -> int:
        return self.rowCount(parent)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        name = self.agreement.names[section] if section < len(self.agreement.names) else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(name)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return name if orientation is Qt.Orientation.Vertical else name.partition(" ")[0]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if row == column:
            return "–" if role == Qt.ItemDataRole.DisplayRole else None
        same = float(self.agreement.same[row, column])
        if role == Qt.ItemDataRole.DisplayRole:
            return share(same, 1)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(self._sentence(row, column))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._sentence(row, column)
        return None

    def _sentence(self, row: int, column: int) -> str:
        agreement = self.agreement
        differing = round((1 - float(agreement.same[row, column])) * agreement.n_tokens)
        return self.tr(
            "{one} and {other} agree on {same} of the words and differ on {count};"
            " token F1 of the kept words: {overlap}."
        ).format(
            one=agreement.names[row],
            other=agreement.names[column],
            same=share(float(agreement.same[row, column]), 1),
            count=number(differing),
            overlap=number(float(agreement.overlap[row, column]), decimals=2),
        )


class _Cell(Delegate):
    """Delegate of a cell: the colour of the share, and the number in a legible colour."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        model = index.model()
        if not isinstance(model, AgreementModel):
            return
        row, column = index.row(), index.column()
        painter.save()
        painter.setFont(theme.font(12))
        ink = theme.colour("ink3")
        if row != column:
            amount = float(model.agreement.same[row, column])
            red, green, blue = (int(channel) for channel in colours.viridis()[round(amount * 255)])
            painter.fillRect(option.rect.adjusted(1, 1, -1, -1), QColor(red, green, blue))
            bright = 0.299 * red + 0.587 * green + 0.114 * blue > 115
            ink = QColor("#14171B" if bright else "#FFFFFF")
        painter.setPen(ink)
        painter.drawText(option.rect, Qt.AlignmentFlag.AlignCenter, str(model.data(index)))
        if option.state & QStyle.StateFlag.State_HasFocus:
            draw_focus(painter, QRectF(option.rect), radius=2)
        painter.restore()


class _Matrix(CalmTable):
    """The matrix of the shares."""

    def __init__(self, model: AgreementModel, name: str) -> None:
        super().__init__(name=name, selects=QAbstractItemView.SelectionBehavior.SelectItems)
        self._agreement = model
        self.setModel(model)
        self.setItemDelegate(_Cell(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )

    def copied_rows(self) -> list[list[str]]:
        """Return the names of the panes, then the rows with a selected cell (or all rows)."""
        model, names = self._agreement, self._agreement.agreement.names
        columns = range(len(names))
        return [
            ["", *names],
            *(
                [names[row], *(str(model.data(model.index(row, column))) for column in columns)]
                for row in self.selected_rows() or columns
            ),
        ]

    def restyle(self) -> None:
        super().restyle()
        self.horizontalHeader().setFont(theme.font(12, 600))
        self.horizontalHeader().setDefaultSectionSize(theme.px(64))
        self.verticalHeader().setFixedWidth(theme.px(210))


class AgreementTable(QWidget):
    """The matrix, and a line that explains it.

    Signals
    -------
    compare_asked(str, str)
        Names of the two panes to compare.
    rows_copied(int)
        Number of rows copied to the clipboard.
    """

    compare_asked = Signal(str, str)
    rows_copied = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("agreementTable")
        self.setProperty("role", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._names: tuple[str, ...] = ()
        self.model = AgreementModel(self)
        self.table = _Matrix(self.model, self.tr("Agreement of panes"))
        self.table.rows_copied.connect(self.rows_copied)
        self.table.activated.connect(self._activated)
        self.table.doubleClicked.connect(self._activated)
        self.empty_note = TextLabel(
            self.tr("Agreement appears here when two panes have a result."),
            role="ink2",
            wrap=True,
        )
        self.empty_note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        note = TextLabel(
            self.tr(
                "Share of words that both panes keep or both drop. Double-click to compare the"
                " panes."
            ),
            size=12,
            role="ink2",
            wrap=True,
        )
        note.setContentsMargins(12, 6, 12, 6)
        filled = QWidget()
        column = QVBoxLayout(filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(note)
        column.addWidget(self.table, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty_note)
        self._stack.addWidget(filled)

    def show_panes(self, panes: Sequence[PaneRecord]) -> None:
        """Show the agreement of these panes."""
        self._names = tuple(pane.name for pane in panes if pane.shown is not None)
        self.model.show_agreement(agreement_of(panes))
        self._stack.setCurrentIndex(1 if len(self._names) > 1 else 0)

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus."""
        return self.table

    def _activated(self, index: QModelIndex) -> None:
        if index.row() != index.column():
            self.compare_asked.emit(self._names[index.row()], self._names[index.column()])


def _demo() -> QWidget:
    table = AgreementTable()
    table.show_panes(demo_scene().panes)
    return table


if __name__ == "__main__":
    run_demo(_demo, size=(700, 220))
