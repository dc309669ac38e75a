"""Dots of a scatter plot, with the box that the user drags over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen

from boilerscope.widgets import theme
from boilerscope.widgets.key_claims import is_escape
from boilerscope.widgets.plots.graph import pg
from boilerscope.widgets.plots.parts import solid
from boilerscope.widgets.plots.plot import Plot, Room
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from boilerscope.extractors.scoring.scatter import Scatter

_REACH = 8
_DOT = 2.6
_FEW, _OPAQUE, _FAINT = 500, 110, 18
"""Dots up to which all have full size and opacity, and the opacity of few and of very many."""
_TICKS = (0.0, 0.5, 1.0)
_MARGIN = 0.02
"""Space around 0 to 1, so that dots at the ends are complete."""


class ScatterPlot(Plot):
    """The plot itself.

    Attributes
    ----------
    box : tuple of float or None
        Left, right, bottom and top of the drawn box.
    bins : PlotDataItem
        Means of bins of expected F1.

    Signals
    -------
    box_dragged(object)
        Left, right, bottom and top of the dragged box; None removes the box.
    page_chosen(int)
        The user clicked the dot of this page.
    """

    box_dragged = Signal(object)
    page_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        room = Room(left=50, top=8, right=10, bottom=36)
        super().__init__(parent, room=room, grids=("left", "bottom"))
        self._scatter: Scatter | None = None
        self._titles = ("", "")
        self._current: int | None = None
        self.box: tuple[float, float, float, float] | None = None
        self._name_of: Callable[[int], str] = str
        self._press: QPointF | None = None
        self._drag: QPointF | None = None
        self._equal = pg.PlotDataItem([0, 1], [0, 1], antialias=True)
        self._dots = pg.ScatterPlotItem(antialias=True)
        self.bins = pg.PlotDataItem(antialias=True)
        for item in (self._equal, self._dots, self.bins):
            self.addItem(item, ignoreBounds=True)
        for axis in self.axes.values():
            axis.names = [(tick, number(tick)) for tick in _TICKS]
        self.show_range((-_MARGIN, 1 + _MARGIN), (-_MARGIN, 1 + _MARGIN))
        self.restyle()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(230), theme.px(200))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(150), theme.px(120))

    def show_dots(
        self, scatter: Scatter, titles: tuple[str, str], name_of: Callable[[int], str]
    ) -> None:
        """Show the dots of the pages, and the titles of the axes."""
        self._scatter, self._titles, self._name_of = scatter, titles, name_of
        for side, title in zip(("bottom", "left"), titles, strict=True):
            self.axes[side].show_title(title)
        self._draw()

    def set_current(self, row: int | None) -> None:
        """Mark the selected page; None removes the mark."""
        if row != self._current:
            self._current = row
            self.viewport().update()

    def set_box(self, box: tuple[float, float, float, float] | None) -> None:
        """Show the box that filters the pages: left, right, bottom, top."""
        if box != self.box:
            self.box = box
            self.viewport().update()

    def page_at(self, position: QPointF) -> int | None:
        """Return the page whose dot is at a position, None for none."""
        scatter = self._scatter
        if scatter is None or not len(scatter.rows):
            return None
        origin, unit = self.point(0, 0), self.point(1, 1)
        x = origin.x() + scatter.across * (unit.x() - origin.x())
        y = origin.y() + scatter.up * (unit.y() - origin.y())
        distances = np.hypot(x - position.x(), y - position.y())
        nearest = int(np.argmin(distances))
        return int(scatter.rows[nearest]) if distances[nearest] <= theme.px(_REACH) else None

    def tip(self, position: QPointF) -> str:
        row = self.page_at(position)
        return "" if row is None else self.tip_of(row)

    def tip_of(self, row: int) -> str:
        """Return the tip of the dot of a page; empty for a page without a dot."""
        index = self._index_of(row)
        if index is None or self._scatter is None:
            return ""
        values = (self._scatter.across[index], self._scatter.up[index])
        lines = [
            f"{title}: {number(float(value), decimals=2)}"
            for title, value in zip(self._titles, values, strict=True)
        ]
        return "\n".join([self._name_of(row), *lines])

    def _index_of(self, row: int | None) -> int | None:
        """Return the position of a page among the dots."""
        if self._scatter is None or row is None:
            return None
        indices = np.flatnonzero(self._scatter.rows == row)
        return int(indices[0]) if len(indices) else None

    # -- mouse and keys --------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._press = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is None:
            return
        far = (event.position() - self._press).manhattanLength() > theme.px(4)
        if far or self._drag is not None:
            self._drag = event.position()
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        start, end = self._press, self._drag
        self._press = self._drag = None
        if start is None:
            return
        if end is not None:
            (x1, y1), (x2, y2) = self.values(start), self.values(end)
            self.box_dragged.emit((min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)))
            self.viewport().update()
        elif (row := self.page_at(start)) is not None:
            self.page_chosen.emit(row)

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Escape while there is a box."""
        return (self.box is not None or self._drag is not None) if is_escape(event) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not is_escape(event):
            super().keyPressEvent(event)
            return
        self._press = self._drag = None
        self.viewport().update()
        self.box_dragged.emit(None)

    # -- drawing ---------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if event is not None:  # the constructor of pyqtgraph calls this without an event
            self._make_square()

    def restyle(self) -> None:
        super().restyle()
        self._make_square()
        self._draw()

    def _make_square(self) -> None:
        """Make the area a square, as large as possible, at the upper left."""
        left, top, right, bottom = (theme.px(side) for side in self.room)
        width, height = self.width() - left - right, self.height() - top - bottom
        side = max(min(width, height), 1)
        margins = (0, top, right + width - side, max(height - side, 0))
        self.plotItem.layout.setContentsMargins(*margins)

    def _draw(self) -> None:
        self._equal.setPen(solid("ink3", 1))
        fill = theme.colour("ink")
        scatter = self._scatter
        x, y = ((), ()) if scatter is None else (scatter.across, scatter.up)
        crowd = max(len(x) / _FEW, 1.0)
        fill.setAlpha(max(round(_OPAQUE / crowd), _FAINT))
        size = 2 * _DOT * theme.scale() * max(crowd**-0.25, 0.5)
        self._dots.setData(x, y, size=size, pen=None, brush=fill)
        self._draw_bins()
        self.viewport().update()

    def _draw_bins(self) -> None:
        """Draw the means of bins of expected F1 as a line with squares; none for two panes."""
        bins = None if self._scatter is None else self._scatter.calibration
        x, y = ((), ()) if bins is None else (bins.expected, bins.measured)
        self.bins.setData(
            x,
            y,
            pen=solid("content", 2),
            symbol="s",
            symbolSize=2.5 * _DOT * theme.scale(),
            symbolPen=None,
            symbolBrush=theme.colour("content"),
        )

    def draw_over(self, painter: QPainter, area: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_box(painter, area)
        self._paint_current(painter)

    def _paint_box(self, painter: QPainter, area: QRectF) -> None:
        if self._press is not None and self._drag is not None:
            rect = QRectF(self._press, self._drag).normalized() & area
        elif self.box is not None:
            left, right, bottom, top = self.box
            rect = QRectF(self.point(left, top), self.point(right, bottom))
        else:
            return
        fill = theme.colour("selection")
        painter.setPen(QPen(fill, 1))
        fill.setAlpha(24)
        painter.setBrush(fill)
        painter.drawRect(rect)

    def _paint_current(self, painter: QPainter) -> None:
        index = self._index_of(self._current)
        if index is None or self._scatter is None:
            return
        painter.setPen(QPen(theme.colour("surface"), theme.px(1)))
        painter.setBrush(theme.colour("selection"))
        point = self.point(float(self._scatter.across[index]), float(self._scatter.up[index]))
        painter.drawEllipse(point, theme.px(5), theme.px(5))
