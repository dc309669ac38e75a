"""Painted dots of a scatter plot, with the box that the user drags over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.plane import Plane, draw_across_axis, draw_up_axis
from boilerscope.widgets.key_claims import is_escape
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent

    from boilerscope.extractors.scoring.scatter import Scatter

_REACH = 8
_DOT = 2.6
_TICKS = (0.0, 0.5, 1.0)
_MARGIN = 0.02
"""Space around 0 to 1, so that dots at the ends are complete."""


class ScatterPlot(QWidget):
    """The plot itself.

    Attributes
    ----------
    box : tuple of float or None
        Left, right, bottom and top of the drawn box.

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
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._scatter: Scatter | None = None
        self._titles = ("", "")
        self._current: int | None = None
        self.box: tuple[float, float, float, float] | None = None
        self._name_of: Callable[[int], str] = str
        self._press: QPointF | None = None
        self._drag: QPointF | None = None
        self._dots: QPixmap | None = None
        theme.signals().changed.connect(self._redraw)

    @property
    def plane(self) -> Plane:
        """The axes: a square, as large as possible."""
        left, below = theme.px(50), theme.px(38)
        top = theme.px(8)
        side = max(min(self.width() - left - theme.px(10), self.height() - below - top), 1)
        ends = (-_MARGIN, 1 + _MARGIN)
        return Plane(QRectF(left, top, side, side), ends, ends)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(230), theme.px(200))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(150), theme.px(120))

    def show_dots(
        self, scatter: Scatter, titles: tuple[str, str], name_of: Callable[[int], str]
    ) -> None:
        """Show the dots of the pages, and the titles of the axes."""
        self._scatter, self._titles, self._name_of = scatter, titles, name_of
        self._redraw()

    def set_current(self, row: int | None) -> None:
        """Mark the selected page; None removes the mark."""
        if row != self._current:
            self._current = row
            self.update()

    def set_box(self, box: tuple[float, float, float, float] | None) -> None:
        """Show the box that filters the pages: left, right, bottom, top."""
        if box != self.box:
            self.box = box
            self.update()

    def page_at(self, position: QPointF) -> int | None:
        """Return the page whose dot is at a position, None for none."""
        scatter = self._scatter
        if scatter is None or not len(scatter.rows):
            return None
        plane = self.plane
        origin, unit = plane.point(0, 0), plane.point(1, 1)
        x = origin.x() + scatter.across * (unit.x() - origin.x())
        y = origin.y() + scatter.up * (unit.y() - origin.y())
        distances = np.hypot(x - position.x(), y - position.y())
        nearest = int(np.argmin(distances))
        return int(scatter.rows[nearest]) if distances[nearest] <= theme.px(_REACH) else None

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
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        start, end = self._press, self._drag
        self._press = self._drag = None
        if start is None:
            return
        if end is not None:
            (x1, y1), (x2, y2) = self.plane.values(start), self.plane.values(end)
            self.box_dragged.emit((min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)))
            self.update()
        elif (row := self.page_at(event.position())) is not None:
            self.page_chosen.emit(row)

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take Escape while there is a box."""
        return (self.box is not None or self._drag is not None) if is_escape(event) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not is_escape(event):
            super().keyPressEvent(event)
            return
        self._press = self._drag = None
        self.update()
        self.box_dragged.emit(None)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = self.page_at(event.pos().toPointF())
            QToolTip.showText(event.globalPos(), plain(self.tip(row)), self)
            return True
        return super().event(event)

    def tip(self, row: int | None) -> str:
        """Return the tip of the dot of a page; empty for None."""
        if row is None or self._scatter is None:
            return ""
        index = int(np.flatnonzero(self._scatter.rows == row)[0])
        values = (self._scatter.across[index], self._scatter.up[index])
        lines = [
            f"{title}: {number(float(value), decimals=2)}"
            for title, value in zip(self._titles, values, strict=True)
        ]
        return "\n".join([self._name_of(row), *lines])

    # -- painting --------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._redraw()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._dots is None:
            self._dots = self._draw_dots()
        painter.drawPixmap(0, 0, self._dots)
        self._paint_box(painter)
        self._paint_current(painter)
        if self.hasFocus():
            draw_focus(painter, QRectF(self.rect()))

    def _draw_dots(self) -> QPixmap:
        """Draw axes and dots into a cached picture: 10,000 dots take longer than a frame."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plane = self.plane
        draw_up_axis(painter, plane, _TICKS)
        draw_across_axis(painter, plane, _TICKS)
        painter.setPen(QPen(theme.colour("line"), 1))
        for tick in _TICKS:
            x = round(plane.x(tick)) + 0.5
            painter.drawLine(QPointF(x, plane.rect.top()), QPointF(x, plane.rect.bottom()))
        painter.setPen(QPen(theme.colour("ink3"), 1))
        painter.drawLine(plane.point(0, 0), plane.point(1, 1))
        self._draw_titles(painter, plane)
        if self._scatter is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            fill = theme.colour("ink")
            fill.setAlpha(110)
            painter.setBrush(fill)
            radius = _DOT * theme.scale()
            for across, up in zip(self._scatter.across, self._scatter.up, strict=True):
                painter.drawEllipse(plane.point(float(across), float(up)), radius, radius)
        painter.end()
        return picture

    def _draw_titles(self, painter: QPainter, plane: Plane) -> None:
        across, up = self._titles
        painter.setFont(theme.font(11))
        painter.setPen(theme.colour("ink2"))
        metrics, centre = painter.fontMetrics(), Qt.AlignmentFlag.AlignCenter
        length, line = plane.rect.width() + theme.px(24), theme.px(16)
        elide = Qt.TextElideMode.ElideRight
        below = QRectF(
            plane.rect.center().x() - length / 2, plane.rect.bottom() + theme.px(19), length, line
        )
        painter.drawText(below, centre, metrics.elidedText(across, elide, int(length)))
        painter.save()
        painter.translate(theme.px(10), plane.rect.center().y())
        painter.rotate(-90)
        beside = QRectF(-length / 2, -line / 2, length, line)
        painter.drawText(beside, centre, metrics.elidedText(up, elide, int(length)))
        painter.restore()

    def _paint_box(self, painter: QPainter) -> None:
        plane = self.plane
        rect = None
        if self._press is not None and self._drag is not None:
            rect = QRectF(self._press, self._drag).normalized() & plane.rect
        elif self.box is not None:
            left, right, bottom, top = self.box
            rect = QRectF(plane.point(left, top), plane.point(right, bottom))
        if rect is None:
            return
        fill = theme.colour("selection")
        painter.setPen(QPen(fill, 1))
        fill.setAlpha(24)
        painter.setBrush(fill)
        painter.drawRect(rect)

    def _paint_current(self, painter: QPainter) -> None:
        if self._scatter is None or self._current is None:
            return
        indices = np.flatnonzero(self._scatter.rows == self._current)
        if not len(indices):
            return
        index = int(indices[0])
        point = self.plane.point(float(self._scatter.across[index]), float(self._scatter.up[index]))
        painter.setPen(QPen(theme.colour("surface"), theme.px(1)))
        painter.setBrush(theme.colour("selection"))
        painter.drawEllipse(point, theme.px(5), theme.px(5))

    def _redraw(self) -> None:
        self._dots = None
        self.update()
