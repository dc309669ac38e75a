"""Painting of the list of pages: rows, cells and headings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt

from extractors.corpus.order import SortKey
from extractors.model.extraction import Status
from extractors.scoring.results import ANSWERED
from widgets import theme
from widgets.corpus.pages.columns import N_TEXTS, NAME, WORDS
from widgets.corpus.score_cell import ScorePainter
from widgets.marks import draw_focus, draw_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

    from widgets.corpus.pages.model import PageModel

ROW_HEIGHT = 20
EDGE = 12
"""Space left of the first column."""

_PAD = 8
_BADGE = 20
_BAR = 3
_ARROWS = {True: "\N{DOWNWARDS ARROW}", False: "\N{UPWARDS ARROW}"}
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True, slots=True)
class Marked:
    """Parts of the list that are marked.

    Attributes
    ----------
    position : int
        Position of the selected page, -1 for none.
    column : int
        Column of the focus.
    has_focus : bool
        Whether the list has the focus.
    """

    position: int = -1
    column: int = NAME
    has_focus: bool = False


class RowPainter:
    """Paints rows of pages."""

    def __init__(self, model: PageModel) -> None:
        self._model = model
        self._cells = ScorePainter()

    def draw(
        self,
        painter: QPainter,
        position: int,
        places: Sequence[tuple[int, int]],
        room: tuple[int, int],
        marked: Marked,
    ) -> None:
        """Draw one row.

        Parameters
        ----------
        painter : QPainter
            On the viewport.
        position : int
            Which page.
        places : sequence of (int, int)
            Left edge and width of each column.
        room : (int, int)
            Upper edge and height of the row.
        marked : Marked
            What is marked in the list.
        """
        top, height = room
        is_selected = position == marked.position
        if is_selected:
            end = places[-1][0] + places[-1][1]
            painter.fillRect(0, top, end, height, theme.colour("selection_fill"))
            painter.fillRect(0, top, theme.px(_BAR), height, theme.colour("selection"))
        for column, (left, width) in enumerate(places):
            if width:
                rect = QRect(left, top, width, height)
                if 0 <= column - N_TEXTS < len(self._model.panes):
                    self._draw_cell(painter, rect, position, column - N_TEXTS)
                else:
                    self._draw_text(painter, rect, position, column, is_selected=is_selected)
        if is_selected and marked.has_focus:
            left, width = places[marked.column]
            bar = theme.px(_BAR) if marked.column == NAME else 0
            draw_focus(painter, QRectF(left + bar, top, width - bar, height), radius=2)

    def _draw_text(
        self, painter: QPainter, rect: QRect, position: int, column: int, *, is_selected: bool
    ) -> None:
        is_name = column == NAME
        painter.setFont(theme.font(12, 600 if is_selected and is_name else 400))
        is_quiet = not is_name and column < N_TEXTS
        painter.setPen(theme.colour("ink2" if is_quiet else "ink"))
        draw_column_text(painter, rect, column, self._model.text(position, column))

    def _draw_cell(self, painter: QPainter, rect: QRect, position: int, pane: int) -> None:
        model = self._model
        row, column = model.row_of(position), model.columns[pane]
        cell = QRectF(rect.left(), rect.top(), rect.width() - 1, rect.height() - 1)
        status = model.table.status_of(row, column)
        if status is None:
            painter.fillRect(cell, theme.colour("raised"))
        elif status in ANSWERED:
            value = float(model.values[row, column])
            self._cells.draw_value(painter, cell, value, is_empty=status is Status.EMPTY)
        else:
            self._cells.draw_status(painter, cell, status)
        if model.table.is_outdated[column]:
            veil = theme.colour("surface")
            veil.setAlphaF(0.45)
            painter.fillRect(cell, veil)


def draw_column_text(painter: QPainter, rect: QRect, column: int, text: str) -> None:
    """Draw the text of a column that is not a pane's, elided."""
    if column < WORDS:
        left = theme.px(EDGE if column == NAME else _PAD)
        room, align = rect.adjusted(left, 0, 0, 0), _LEFT
    else:
        right = theme.px(_PAD if column == WORDS else _PAD // 2)
        room, align = rect.adjusted(0, 0, -right, 0), _RIGHT
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, align, shown)


def draw_heading(
    painter: QPainter, rect: QRect, column: int, model: PageModel, active: str
) -> None:
    """Draw the heading of a column: a pane's number, or a word with the arrow of the sort."""
    pane = model.pane_at(column)
    if pane:
        side = theme.px(_BADGE)
        middle = QRectF(rect).center()
        badge = QRectF(middle.x() - side / 2 - 0.5, middle.y() - side / 2, side, side)
        number = model.panes[column - N_TEXTS].number
        draw_number(painter, badge, number, active=pane == active)
        return
    label = str(model.headerData(column, Qt.Orientation.Horizontal) or "")
    is_sorted = column == sorted_column(model)
    if is_sorted:
        label = f"{_ARROWS[model.sorted_by.is_descending]} {label}"
    painter.setFont(theme.font(12, 600 if is_sorted else 400))
    painter.setPen(theme.colour("ink" if is_sorted else "ink2"))
    draw_column_text(painter, rect, column, label)


def sorted_column(model: PageModel) -> int:
    """Return the column that shows what the pages are sorted by."""
    by_key = {SortKey.NAME: NAME, SortKey.LENGTH: WORDS}
    return by_key.get(model.sorted_by.key, model.columnCount() - 1)


def first_and_last(top: int, bottom: int, offset: int, height: int, n_rows: int) -> range:
    """Return the positions of the rows between two heights of the viewport."""
    first = max((top + offset) // height, 0)
    return range(first, min(math.ceil((bottom + 1 + offset) / height), n_rows))
