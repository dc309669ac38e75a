"""Filled areas: below a curve, and between two lines."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPolygonF

from boilerscope.widgets.plots.graph import pg
from boilerscope.widgets.plots.shapes import Shape, edges, merged_steps, parts

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.extractors.page.records import FloatArray


class Area(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no annotations
    """Area between a curve and a floor, in the coordinates of the plot; gaps stay empty.

    It is drawn with at most one shape for each pixel column.
    """

    def __init__(self) -> None:
        super().__init__()
        self._shape: Shape | None = None
        self._floor = 0.0
        self._colour = QColor()
        self._bounds = QRectF()

    def show_shape(self, shape: Shape | None, floor: float, colour: QColor) -> None:
        """Fill the area between a shape and `floor`; None clears it."""
        self.prepareGeometryChange()
        self._shape, self._floor, self._colour = shape, floor, colour
        self._bounds = QRectF() if shape is None else _bounds(shape, floor)
        self.update()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, _option: Any, _widget: QWidget | None = None) -> None:
        shape = self._shape
        visible = self._bounds.intersected(self.viewRect())
        if shape is None or visible.isEmpty():
            return
        column = 1 / abs(painter.deviceTransform().m11())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        if shape.stepped:
            self._fill_steps(painter, shape.x, shape.y, visible, column)
        elif np.diff(shape.x).min(initial=column) < column:
            self._fill_steps(painter, edges(shape.x), shape.y, visible, column)
        else:
            self._fill_line(painter, shape, visible)

    def _fill_steps(
        self,
        painter: QPainter,
        borders: FloatArray,
        tops: FloatArray,
        visible: QRectF,
        column: float,
    ) -> None:
        borders, tops = merged_steps(borders, tops, (visible.left(), visible.right()), column)
        for (left, right), top in zip(
            itertools.pairwise(borders.tolist()), tops.tolist(), strict=True
        ):
            if math.isfinite(top):
                step = QRectF(left, self._floor, right - left, top - self._floor)
                painter.fillRect(step.normalized(), self._colour)

    def _fill_line(self, painter: QPainter, shape: Shape, visible: QRectF) -> None:
        first = max(int(np.searchsorted(shape.x, visible.left())) - 1, 0)
        last = int(np.searchsorted(shape.x, visible.right(), side="right")) + 1
        x = shape.x[first:last].tolist()
        y = np.where(np.isnan(shape.y), self._floor, shape.y)[first:last].tolist()
        corners = [
            QPointF(x[0], self._floor),
            *map(QPointF, x, y),
            QPointF(x[-1], self._floor),
        ]
        painter.setPen(pg.mkPen(None))
        painter.setBrush(self._colour)
        painter.drawPolygon(QPolygonF(corners))


class Band(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no annotations
    """Area between a lower and an upper line; gaps stay empty."""

    def __init__(self) -> None:
        super().__init__()
        self._polygons: list[QPolygonF] = []
        self._colour = QColor()
        self._bounds = QRectF()
        self.setZValue(-10)

    def show_band(self, x: FloatArray, low: FloatArray, high: FloatArray, colour: QColor) -> None:
        """Fill the area between two lines over ascending x; NaN is a gap."""
        self.prepareGeometryChange()
        self._polygons = [
            QPolygonF(
                [
                    *map(QPointF, x[part].tolist(), high[part].tolist()),
                    *map(QPointF, x[part][::-1].tolist(), low[part][::-1].tolist()),
                ]
            )
            for part in parts(low + high)
        ]
        self._bounds, self._colour = QRectF(), colour
        for polygon in self._polygons:
            self._bounds = self._bounds.united(polygon.boundingRect())
        self.update()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, _option: Any, _widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pg.mkPen(None))
        painter.setBrush(self._colour)
        for polygon in self._polygons:
            painter.drawPolygon(polygon)


def _bounds(shape: Shape, floor: float) -> QRectF:
    """Return the smallest rectangle around a shape and its floor."""
    y = shape.y[np.isfinite(shape.y)]
    if not len(shape.x) or not len(y):
        return QRectF()
    top, bottom = max(float(y.max()), floor), min(float(y.min()), floor)
    left, right = float(shape.x[0]), float(shape.x[-1])
    return QRectF(left, bottom, right - left, top - bottom)
