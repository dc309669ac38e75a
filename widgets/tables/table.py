"""Base of all tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QRect, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from boilerscope.widgets import terms, theme
from boilerscope.widgets.key_claims import is_enter
from boilerscope.widgets.tables.calm_focus import draw_ring, nothing_selected
from boilerscope.widgets.tables.row_copy import RowCopier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent

ROW = 24
"""Height of a row, pixels at 100 % interface size."""
_FONT = 12


class CalmTable(QTableView):
    """Table that takes the focus without selecting a row, and copies rows at Ctrl+C.

    It has a ring while it has the focus and no current cell. Tab leaves it. Fonts, heights and
    widths follow the theme; the other properties are those of `QTableView`.

    Subclasses may replace `copied_rows`, `fit_columns` and `restyle`; those that paint their
    viewport by themselves replace `draw_row`, too.

    Parameters
    ----------
    name : str
        Accessible name.
    selects : SelectionBehavior
        Rows or cells.
    takes_enter : bool or None
        True: Return emits `confirmed`. False: it is left to the window, even if the window has no
        action for it. None: the key router decides.
    row : float
        Height of a row, pixels at 100 % interface size.
    header : float or None
        Height of the headings; None: as the font requires.

    Signals
    -------
    rows_copied(int)
        Number of rows copied to the clipboard, without the header.
    confirmed()
        Return was pressed.
    """

    rows_copied = Signal(int)
    confirmed = Signal()

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        name: str,
        selects: QAbstractItemView.SelectionBehavior = QTableView.SelectionBehavior.SelectRows,
        takes_enter: bool | None = None,
        row: float = ROW,
        header: float | None = None,
    ) -> None:
        super().__init__(parent, showGrid=False, wordWrap=False)
        self.setAccessibleName(name)
        self.setSelectionBehavior(selects)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self._takes_enter = takes_enter
        self._row, self._header = row, header
        self.horizontalHeader().setHighlightSections(False)
        self.verticalHeader().setHighlightSections(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(1)
        terms.offer_headings(self.horizontalHeader())
        RowCopier(self, self.copied_rows).copied.connect(self.rows_copied)
        theme.signals().changed.connect(self.restyle)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a model, with headings, heights and widths of the theme."""
        super().setModel(model)
        self.restyle()

    def setHorizontalHeader(self, header: QHeaderView) -> None:
        """Take other headings, which are explained, too."""
        super().setHorizontalHeader(header)
        terms.offer_headings(header)

    def copied_rows(self) -> list[list[str]]:
        """Return the header and the selected rows, or all rows if none is selected."""
        model = self.model()
        columns = [at for at in range(model.columnCount()) if not self.isColumnHidden(at)]
        rows = self.selected_rows() or range(model.rowCount())
        return [
            [_text(model.headerData(at, Qt.Orientation.Horizontal)) for at in columns],
            *([_text(model.data(model.index(row, at))) for at in columns] for row in rows),
        ]

    def selected_rows(self) -> list[int]:
        """Return the rows with a selected cell, ascending."""
        return sorted({index.row() for index in self.selectedIndexes()})

    def fit_columns(self) -> None:
        """Fit the columns to the width and the theme; here, do nothing."""

    def _cell_option(self, rect: QRect) -> QStyleOptionViewItem:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = rect
        option.state &= ~(QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_Selected)
        option.state |= QStyle.StateFlag.State_Enabled
        return option

    def draw_row(self, painter: QPainter, row: int, cells: Sequence[tuple[int, QRect]]) -> None:
        """Draw a row elsewhere as on screen, without focus and selection.

        Parameters
        ----------
        cells : sequence of (int, QRect)
            The visible columns, in their order on screen, each with its place.
        """
        model, rects = self.model(), dict(cells)
        covered: set[int] = set()
        for column, _ in cells:
            if column in covered:
                continue
            spanned = set(range(column, column + self.columnSpan(row, column))) & rects.keys()
            covered |= spanned
            rect = QRect()
            for other in spanned:
                rect = rect.united(rects[other])
            index, option = model.index(row, column), self._cell_option(rect)
            painter.save()
            painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
            self.itemDelegateForIndex(index).paint(painter, option, index)
            painter.restore()

    def restyle(self) -> None:
        """Take fonts and lengths from the theme."""
        self.setFont(theme.font(_FONT))
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setFont(theme.font(_FONT))
        self.verticalHeader().setDefaultSectionSize(theme.px(self._row))
        if self._header is not None:
            self.horizontalHeader().setFixedHeight(theme.px(self._header))
        self.fit_columns()
        self.viewport().update()

    def term(self) -> str:
        """Return the heading of the current column, which *What is this?* explains."""
        return terms.heading(self.horizontalHeader(), self.currentIndex().column())

    # -- events ----------------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Return, or leave it to the window."""
        return self._takes_enter if is_enter(event) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._takes_enter and is_enter(event):
            self.confirmed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        with nothing_selected(self):
            super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_ring(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()


def _text(data: object) -> str:
    return "" if data is None else str(data)
