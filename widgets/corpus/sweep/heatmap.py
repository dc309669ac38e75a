"""Heatmap of a sweep over two settings, with a handle at the present values."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from boilerscope.extractors.search.sweep import NEAR_BEST
from boilerscope.widgets import colours, theme
from boilerscope.widgets.corpus.cells import draw_cell, draw_ramp, ramp
from boilerscope.widgets.corpus.names import measure_name
from boilerscope.widgets.corpus.sweep.curve import short_value
from boilerscope.widgets.corpus.sweep.shapes import GridShape, Scale, value_text
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plots.ticks import stride
from boilerscope.widgets.tips import Tips
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

_HANDLE = 6.5
_MIN_CELL = (34, 12)
"""Minimum size of a cell with its value as text."""

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Down: (0, -1),
    Qt.Key.Key_Up: (0, 1),
}


class SweepHeatmap(QWidget):
    """The heatmap.

    Signals
    -------
    moved(object, object)
        The user drags or steps the handle to these values of both settings.
    dropped()
        The user dropped the handle.
    """

    moved = Signal(object, object)
    dropped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._grid: GridShape | None = None
        self._fields = ("", "")
        self._measure = ""
        self._present: tuple[object, object] = (None, None)
        self._is_dragging = False
        Tips(self, lambda position: self.tip(position.toPointF()))
        theme.signals().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(500), theme.px(210))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(240), theme.px(104))

    def show_grid(
        self,
        grid: GridShape | None,
        fields: tuple[str, str],
        measure: str,
        present: tuple[object, object],
    ) -> None:
        """Show a grid, the names of its settings, the measure and the present values."""
        self._grid, self._fields, self._measure = grid, fields, measure
        self.show_present(present)

    def show_present(self, present: tuple[object, object]) -> None:
        """Move the handle to other values."""
        self._present = present
        first, second = (
            f"{field} {value_text(value)}"
            for field, value in zip(self._fields, present, strict=True)
        )
        self.setAccessibleName(
            self.tr("{measure} over two settings, now {first}, {second}").format(
                measure=measure_name(self._measure) if self._measure else "",
                first=first,
                second=second,
            )
        )
        self.update()

    # -- places ----------------------------------------------------------------------------

    @property
    def area(self) -> QRectF:
        """The rectangle of the cells."""
        left, below = theme.px(44), theme.px(46)
        return QRectF(left, theme.px(2), self.width() - left - theme.px(14), self.height() - below)

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return the rectangle of a cell; row 0 is at the bottom."""
        assert self._grid is not None  # noqa: S101 - cells are of a grid
        rows, columns = self._grid.means.shape
        area = self.area
        xs = [round(area.left() + area.width() * edge / columns) for edge in (column, column + 1)]
        ys = [round(area.bottom() - area.height() * edge / rows) for edge in (row + 1, row)]
        return QRectF(QPointF(xs[0], ys[0]), QPointF(xs[1], ys[1]))

    @property
    def handle(self) -> QPointF | None:
        """Position of the handle, None if a present value is outside of its range."""
        if self._grid is None:
            return None
        area = self.area
        x = _share_of(self._grid.across, self._present[0])
        y = _share_of(self._grid.up, self._present[1])
        if math.isnan(x) or math.isnan(y):
            return None
        return QPointF(area.left() + x * area.width(), area.bottom() - y * area.height())

    # -- mouse and keys --------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._grid is None:
            return
        position = event.position()
        if not self.area.contains(position):
            return
        self._is_dragging = True
        handle = self.handle
        reach = theme.px(_HANDLE) * 2
        if handle is None or (handle - position).manhattanLength() > reach:
            self._move_to(position, to_cell=True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._is_dragging:
            self._move_to(event.position(), to_cell=False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._is_dragging and event.button() == Qt.MouseButton.LeftButton:
            self._is_dragging = False
            self.dropped.emit()

    def _move_to(self, position: QPointF, *, to_cell: bool) -> None:
        """Move the handle to the values at a position; with `to_cell`, to those of the cell."""
        assert self._grid is not None  # noqa: S101 - the caller has a grid
        area = self.area
        across = (position.x() - area.left()) / max(area.width(), 1)
        up = (area.bottom() - position.y()) / max(area.height(), 1)
        self.moved.emit(
            _value_at(self._grid.across, across, to_cell=to_cell),
            _value_at(self._grid.up, up, to_cell=to_cell),
        )

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take the arrows."""
        return True if Qt.Key(event.key()) in _ARROWS else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        arrow = _ARROWS.get(Qt.Key(event.key()))
        if arrow is None or self._grid is None:
            super().keyPressEvent(event)
            return
        moved = [
            _stepped(scale, value, direction)
            for scale, value, direction in zip(
                (self._grid.across, self._grid.up), self._present, arrow, strict=True
            )
        ]
        self.moved.emit(*moved)
        self.dropped.emit()

    def tip(self, position: QPointF) -> str:
        """Return the values of the cell at a position, or the reason why it is empty."""
        if self._grid is None or not self.area.contains(position):
            return ""
        area, (rows, columns) = self.area, self._grid.means.shape
        column = min(int((position.x() - area.left()) / area.width() * columns), columns - 1)
        row = min(int((area.bottom() - position.y()) / area.height() * rows), rows - 1)
        point = self._grid.points[row][column]
        lines = [
            f"{field} {value_text(value)}"
            for field, value in zip(self._fields, point.values, strict=True)
        ]
        if point.problem:
            return "\n".join([*lines, point.problem])
        if point.n_failed:
            lines.append(self.tr("Pages without a result: {n}").format(n=number(point.n_failed)))
        for text, means in (
            (self.tr("training {value}"), point.training),
            (self.tr("validation {value}"), point.validation),
        ):
            estimate = means.get(self._measure)
            value = math.nan if estimate is None else estimate.value
            lines.append(text.format(value=number(value, decimals=3)))
        return "\n".join(lines)

    # -- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        if self._grid is not None:
            self._paint_cells(painter, self._grid)
            self._paint_axes(painter, self._grid)
            self._paint_cross(painter)
            self._paint_values(painter, self._grid)
            self._paint_near_best(painter, self._grid)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.handle is not None:
                self._paint_ring(painter, self.handle, _HANDLE)
            self._paint_legend(painter, self._grid)
        if self.hasFocus():
            draw_focus(painter, QRectF(self.rect()), radius=0)

    def _paint_cells(self, painter: QPainter, grid: GridShape) -> None:
        rows, columns = grid.means.shape
        for row in range(rows):
            for column in range(columns):
                rect = self.cell_rect(row, column).adjusted(0, 0, -1, -1)
                value = float(grid.means[row, column])
                if math.isnan(value):
                    painter.fillRect(rect, colours.hatch("strong_line"))
                    continue
                painter.fillRect(rect, ramp(grid.share(value)))

    def _paint_values(self, painter: QPainter, grid: GridShape) -> None:
        """Write the values over the lines of the handle, each on its cell's colour."""
        first = self.cell_rect(0, 0)
        if first.width() < theme.px(_MIN_CELL[0]) or first.height() < theme.px(_MIN_CELL[1]):
            return
        painter.setFont(theme.font(11))
        metrics = painter.fontMetrics()
        for row, column in np.argwhere(~np.isnan(grid.means)).tolist():
            value = float(grid.means[row, column])
            text = number(value, decimals=3)
            rect = self.cell_rect(row, column).adjusted(0, 0, -1, -1)
            patch = QRectF(0, 0, metrics.horizontalAdvance(text) + theme.px(2), metrics.height())
            patch.moveCenter(rect.center())
            draw_cell(painter, patch.intersected(rect), grid.share(value), text)

    def _paint_axes(self, painter: QPainter, grid: GridShape) -> None:
        painter.setFont(theme.font(11))
        painter.setPen(theme.colour("ink2"))
        line = painter.fontMetrics().height()
        rows, columns = grid.means.shape
        every = stride(line, self.area.height() / rows)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for row in range(0, rows, every):
            rect = self.cell_rect(row, 0)
            room = QRectF(0, rect.center().y() - line / 2, self.area.left() - theme.px(7), line)
            painter.drawText(room, right, short_value(grid.up.values[row]))
        widest = max(
            painter.fontMetrics().horizontalAdvance(short_value(value))
            for value in grid.across.values
        )
        every = stride(widest + theme.px(6), self.area.width() / columns)
        for column in range(0, columns, every):
            rect = self.cell_rect(0, column)
            room = QRectF(
                rect.center().x() - widest, self.area.bottom() + theme.px(3), 2 * widest, line
            )
            text = short_value(grid.across.values[column])
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_near_best(self, painter: QPainter, grid: GridShape) -> None:
        """Outline the cells near the best cell: draw their edges to cells that are not near it."""
        near = np.pad(grid.is_near_best, 1)
        for row, column in np.argwhere(grid.is_near_best).tolist():
            rect = self.cell_rect(row, column).adjusted(0, 0, -1, -1)
            sides = (
                (near[row + 2, column + 1], rect.topLeft(), rect.topRight()),
                (near[row, column + 1], rect.bottomLeft(), rect.bottomRight()),
                (near[row + 1, column], rect.topLeft(), rect.bottomLeft()),
                (near[row + 1, column + 2], rect.topRight(), rect.bottomRight()),
            )
            for is_near, start, end in sides:
                for role, width in (("surface", 3.5), ("ink", 2.0)):
                    if not is_near:
                        painter.setPen(QPen(theme.colour(role), theme.px(width)))
                        painter.drawLine(start, end)

    def _paint_cross(self, painter: QPainter) -> None:
        """Draw the lines that cross in the handle."""
        handle = self.handle
        if handle is None:
            return
        pen = QPen(theme.colour("ink"), theme.px(1))
        pen.setDashPattern([4, 2.5])
        painter.setPen(pen)
        area = self.area
        painter.drawLine(QPointF(handle.x(), area.top()), QPointF(handle.x(), area.bottom()))
        painter.drawLine(QPointF(area.left(), handle.y()), QPointF(area.right(), handle.y()))

    @staticmethod
    def _paint_ring(painter: QPainter, middle: QPointF, radius: float) -> None:
        painter.setBrush(theme.colour("surface"))
        painter.setPen(QPen(theme.colour("ink"), 1.8 * theme.scale()))
        painter.drawEllipse(middle, theme.px(radius), theme.px(radius))

    def _paint_legend(self, painter: QPainter, grid: GridShape) -> None:
        middle = self.height() - theme.px(12)
        left: float = self.area.left()
        painter.setFont(theme.font(11))
        low, high = (number(end, decimals=2) for end in grid.ends)
        left = self._legend_text(painter, left - theme.px(20), middle, low)
        width = min(theme.px(120), max(self.width() - theme.px(420), theme.px(40)))
        draw_ramp(painter, QRectF(left, middle - theme.px(4), width, theme.px(8)))
        left = self._legend_text(painter, left + width + theme.px(6), middle, high) + theme.px(14)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("ink"), 2 * theme.scale()))
        painter.drawRect(QRectF(left, middle - theme.px(6), theme.px(18), theme.px(12)))
        near = self.tr("within {distance} of the best").format(distance=number(NEAR_BEST))
        left = self._legend_text(painter, left + theme.px(25), middle, near) + theme.px(14)
        self._paint_ring(painter, QPointF(left, middle), 5)
        self._legend_text(painter, left + theme.px(11), middle, self.tr("current value, draggable"))

    def _legend_text(self, painter: QPainter, left: float, middle: float, text: str) -> float:
        """Draw a text of the legend; return the left edge of the next part."""
        painter.setPen(theme.colour("ink2"))
        width = painter.fontMetrics().horizontalAdvance(text)
        height = theme.px(16)
        painter.drawText(
            QRectF(left, middle - height / 2, width + 2, height),
            Qt.AlignmentFlag.AlignVCenter,
            text,
        )
        return left + width + theme.px(7)


def _share_of(scale: Scale, value: object) -> float:
    """Return the position of a value along the cells, 0 to 1, interpolated between cells."""
    position = scale.position(value)
    low, high = scale.ends
    if not low <= position <= high:
        return math.nan
    order = np.argsort(scale.x)
    cell = float(np.interp(position, scale.x[order], order))
    return (cell + 0.5) / len(scale.values)


def _value_at(scale: Scale, share: float, *, to_cell: bool) -> object:
    """Return the value at a position along the cells, 0 to 1; with `to_cell`, of the cell."""
    n = len(scale.values)
    cell = min(max(share * n - 0.5, 0.0), n - 1.0)
    if to_cell or not scale.is_number:
        return scale.values[round(cell)]
    return float(np.interp(cell, np.arange(n), scale.x))


def _stepped(scale: Scale, value: object, direction: int) -> object:
    if not direction:
        return value
    position = scale.position(value)
    low, high = scale.ends
    return scale.step(low if math.isnan(position) else min(max(position, low), high), direction)
