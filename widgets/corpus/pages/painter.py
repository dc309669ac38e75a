"""Painting of the list of pages: rows, cells and headings.

A frame of a long list has hundreds of cells and texts, so pictures of cells and layouts of texts
are cached.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPaintEngine, QPainter, QStaticText

from boilerscope.extractors.scoring.order import SortKey
from boilerscope.widgets import theme
from boilerscope.widgets.corpus.pages.columns import N_TEXTS, NAME, WORDS
from boilerscope.widgets.corpus.score_cell import CellPictures, cell_codes, paint_code
from boilerscope.widgets.marks import draw_focus, draw_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.widgets.corpus.pages.model import PageModel

ROW_HEIGHT = 20
EDGE = 12
"""Space at the left of the first column."""

_PAD = 8
_BADGE = 20
_BAR = 3
_VEIL = 0.45
_MAX_TEXTS = 4_000
_ARROWS = {True: "\N{DOWNWARDS ARROW}", False: "\N{UPWARDS ARROW}"}


@dataclass(frozen=True, slots=True)
class Marked:
    """Marked parts of the list.

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


class _Texts:
    """Cache of texts, laid out for a font and a width."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, int, bool, Qt.TextElideMode], QStaticText] = {}
        self._fonts: dict[bool, QFont] = {}
        self._scale = 0.0

    def font(self, *, strong: bool) -> QFont:
        """Return the font of the list."""
        if theme.scale() != self._scale:
            self._scale = theme.scale()
            self._fonts = {bold: theme.font(12, 600 if bold else 400) for bold in (False, True)}
            self._texts.clear()
        return self._fonts[strong]

    def laid_out(
        self, text: str, room: int, elide: Qt.TextElideMode, *, strong: bool
    ) -> QStaticText:
        """Return a text, elided if it is wider than its room."""
        font = self.font(strong=strong)
        key = (text, room, strong, elide)
        layout = self._texts.get(key)
        if layout is None:
            if len(self._texts) >= _MAX_TEXTS:
                self._texts.clear()
            layout = _static(text, font)
            if layout.size().width() > room:
                elided = QFontMetricsF(font).elidedText(text, elide, room)
                layout = _static(elided, font)
            self._texts[key] = layout
        return layout


def _static(text: str, font: QFont) -> QStaticText:
    result = QStaticText(text)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    result.prepare(font=font)
    return result


class ListPainter:
    """Paints rows and headings."""

    def __init__(self, model: PageModel) -> None:
        self._model = model
        self._cells = CellPictures()
        self._texts = _Texts()

    def draw_rows(
        self,
        painter: QPainter,
        positions: range,
        places: Sequence[tuple[int, int]],
        room: tuple[int, int],
        marked: Marked,
    ) -> None:
        """Draw rows.

        Parameters
        ----------
        painter : QPainter
            On the viewport.
        positions : range
            Positions of the pages to draw.
        places : sequence of (int, int)
            Left edge and width of each column.
        room : (int, int)
            Upper edge of the first page of the list, and height of a row.
        marked : Marked
            Marked parts of the list.
        """
        offset, height = room
        if marked.position in positions:
            top, end = offset + marked.position * height, sum(places[-1])
            painter.fillRect(0, top, end, height, theme.colour("selection_fill"))
            painter.fillRect(0, top, theme.px(_BAR), height, theme.colour("selection"))
        self._draw_cells(painter, positions, places[N_TEXTS:-1], room)
        texts = [*range(N_TEXTS), len(places) - 1]
        for column in texts:
            left, width = places[column]
            if width:
                painter.setPen(theme.colour("ink2" if NAME < column <= WORDS else "ink"))
                for position in positions:
                    rect = QRect(left, offset + position * height, width, height)
                    strong = column == NAME and position == marked.position
                    self._draw_text(painter, rect, column, position, strong=strong)
        if marked.position in positions and marked.has_focus:
            left, width = places[marked.column]
            bar = theme.px(_BAR) if marked.column == NAME else 0
            rect = QRect(left, offset + marked.position * height, width, height)
            draw_focus(painter, QRectF(rect.adjusted(bar, 0, 0, 0)), radius=2)

    def _draw_text(
        self, painter: QPainter, rect: QRect, column: int, position: int, *, strong: bool
    ) -> None:
        text = self._model.text(position, column)
        if text:
            painter.setFont(self._texts.font(strong=strong))
            self._draw_column_text(painter, rect, column, text, strong=strong)

    def _draw_cells(
        self,
        painter: QPainter,
        positions: range,
        places: Sequence[tuple[int, int]],
        room: tuple[int, int],
    ) -> None:
        model, (offset, height) = self._model, room
        if not places or not len(positions):
            return
        rows = model.order.rows[positions.start : positions.stop]
        columns = list(model.columns)
        codes = cell_codes(
            model.values[rows][:, columns], model.table.status[rows][:, columns]
        ).tolist()
        size = QSize(places[0][1] - 1, height - 1)
        self._cells.begin(painter.device().devicePixelRatioF(), size.width(), size.height())
        has_pixels = painter.paintEngine().type() is QPaintEngine.Type.Raster
        lefts = [left for left, _ in places]
        for position, of_row in zip(positions, codes, strict=True):
            top = offset + position * height
            for left, code in zip(lefts, of_row, strict=True):
                if has_pixels:
                    painter.drawPixmap(left, top, self._cells.picture(code))
                else:  # in vector graphics, cells are no pictures and have text
                    painter.save()
                    paint_code(painter, QRectF(QRect(QPoint(left, top), size)), code)
                    painter.restore()
        veil = theme.colour("surface")
        veil.setAlphaF(_VEIL)
        top, total = offset + positions.start * height, len(positions) * height
        for left, is_outdated in zip(lefts, model.table.is_outdated[columns], strict=True):
            if is_outdated:
                painter.fillRect(left, top, size.width(), total, veil)

    def draw_heading(self, painter: QPainter, rect: QRect, column: int, active: str) -> None:
        """Draw the heading of a column: a pane's number, or a word with the arrow of the sort."""
        model = self._model
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
        painter.setFont(self._texts.font(strong=is_sorted))
        painter.setPen(theme.colour("ink" if is_sorted else "ink2"))
        self._draw_column_text(painter, rect, column, label, strong=is_sorted)

    def _draw_column_text(
        self, painter: QPainter, rect: QRect, column: int, text: str, *, strong: bool
    ) -> None:
        """Draw the elided text of a cell in a column without a pane."""
        is_left = column < WORDS
        edge = theme.px(EDGE if column == NAME else _PAD if column <= WORDS else _PAD // 2)
        # Long names of pages often differ in their end only.
        elide = Qt.TextElideMode.ElideMiddle if column == NAME else Qt.TextElideMode.ElideRight
        layout = self._texts.laid_out(text, rect.width() - edge, elide, strong=strong)
        size = layout.size()
        x = rect.left() + edge if is_left else rect.left() + rect.width() - edge - size.width()
        y = rect.top() + (rect.height() - size.height()) / 2
        painter.drawStaticText(QPointF(round(x), round(y)), layout)


def heading_width(label: str) -> int:
    """Return the width, in pixels, of a column whose heading fits while it is sorted."""
    text = f"{_ARROWS[True]} {label}"
    return math.ceil(QFontMetricsF(theme.font(12, 600)).horizontalAdvance(text)) + 2 * theme.px(
        _PAD
    )


def sorted_column(model: PageModel) -> int:
    """Return the column by which the pages are sorted."""
    by_key = {SortKey.NAME: NAME, SortKey.LENGTH: WORDS}
    return by_key.get(model.sorted_by.key, model.columnCount() - 1)


def first_and_last(top: int, bottom: int, offset: int, height: int, n_rows: int) -> range:
    """Return the positions of the rows between two heights of the viewport."""
    first = max((top + offset) // height, 0)
    return range(first, max(min(math.ceil((bottom + 1 + offset) / height), n_rows), first))
