"""Curve of a sweep: scores over one setting, and the present value as a line to drag."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPolygonF

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.names import measure_name, short_measure
from boilerscope.widgets.corpus.sweep.shapes import VALIDATION, CurveShape, value_text
from boilerscope.widgets.plots.area import Band
from boilerscope.widgets.plots.graph import pg
from boilerscope.widgets.plots.parts import DraggedLine, dashed, draw_note, solid
from boilerscope.widgets.plots.plot import Plot, Room
from boilerscope.widgets.plots.shapes import is_alone
from boilerscope.widgets.plots.ticks import spread
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPen
    from PySide6.QtWidgets import QWidget

    from boilerscope.extractors.page.records import FloatArray

_HANDLE = 6.5
_LINE = 12.5
_DASHES: dict[int, tuple[float, ...]] = {1: (6 / 1.3, 3 / 1.3), 2: (1.5 / 1.3, 2.5 / 1.3)}
"""Dashes of the second and of the third measure, in widths of the line."""


class SweepCurve(Plot):
    """The curve.

    Attributes
    ----------
    pane : str
        Name of the pane that is swept, for screen readers and pictures.

    Signals
    -------
    moved(object)
        The user drags or steps the line to this value of the setting.
    dropped()
        The user dropped the line.
    """

    moved = Signal(object)
    dropped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        room = Room(left=44, top=28, right=82, bottom=31)
        super().__init__(parent, room=room, grids=("left",))
        self._shape: CurveShape | None = None
        self.pane = ""
        self._measures: tuple[str, ...] = ()
        self._present: object = None
        self._default: object = None
        self._band = Band()
        self._lines: list[pg.GraphicsObject] = []
        self.line = DraggedLine(angle=90)
        self.addItem(self._band, ignoreBounds=True)
        self.addItem(self.line, ignoreBounds=True)
        self.line.sigDragged.connect(self._drag)
        self.line.sigPositionChangeFinished.connect(self.dropped)
        self.restyle()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(520), theme.px(210))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(240), theme.px(104))

    def show_curve(self, shape: CurveShape | None, present: object, default: object) -> None:
        """Show a curve, the present value of the setting and its default."""
        self._default = default
        if shape is not self._shape:
            self._shape = shape
            names = () if shape is None else tuple(shape.lines)
            self._measures = tuple(name for name in names if name != VALIDATION)
            self._draw()
        self.show_present(present)

    def show_present(self, present: object) -> None:
        """Move the line to another value."""
        self._present = present
        position = self._position(present)
        self.line.setVisible(not math.isnan(position))
        if not math.isnan(position):
            self.line.setPos(position)
        self._describe()
        self.viewport().update()

    def restyle(self) -> None:
        super().restyle()
        self.line.restyle()
        self._draw()

    @property
    def present_x(self) -> float:
        """Pixel of the present value, NaN outside of the range."""
        return self.point(self._position(self._present), 0.0).x()

    @property
    def default_rect(self) -> QRectF:
        """Place of the default's name: beside its mark, and beside the handle that may be there."""
        x, area = self.point(self._position(self._default), 0.0).x(), self.area
        metrics = QFontMetricsF(theme.font(11))
        width = metrics.horizontalAdvance(self._default_text()) + theme.px(4)
        left = x - width
        if left < area.left():
            left = x + theme.px(_HANDLE + 3)
        return QRectF(left, area.bottom() - theme.px(20), width, theme.px(14))

    def _default_text(self) -> str:
        text: str = self.tr("default {value}")
        return text.format(value=short_value(self._default))

    def _position(self, value: object) -> float:
        """Return the position of a value on the axis, NaN outside of the range."""
        if self._shape is None:
            return math.nan
        position = self._shape.scale.position(value)
        low, high = self._shape.scale.ends
        return position if low <= position <= high else math.nan

    def _up(self) -> tuple[float, float]:
        """Return the range of the drawn scores with some space."""
        if self._shape is None:
            return 0.0, 1.0
        scores = np.concatenate([*self._shape.lines.values(), self._shape.low, self._shape.high])
        scores = scores[~np.isnan(scores)]
        if not len(scores):
            return 0.0, 1.0
        low, high = float(scores.min()), float(scores.max())
        room = max((high - low) * 0.12, 0.01)
        return max(low - room, -0.02), min(high + room, 1.02)

    # -- items -----------------------------------------------------------------------------

    def _draw(self) -> None:
        for item in self._lines:
            self.removeItem(item)
        self._lines = []
        shape = self._shape
        self._band.setVisible(shape is not None)
        if shape is None:
            return
        scale = shape.scale
        bottom = self.axes["bottom"]
        texts = () if scale.is_number else map(value_text, scale.values)
        bottom.names = list(zip(scale.x.tolist(), texts, strict=False))
        bottom.picture = None  # drawn anew with these names
        self.show_range(scale.ends, self._up())
        self.line.setBounds(scale.ends)
        order = np.argsort(scale.x)
        x = scale.x[order]
        self._band.show_band(x, shape.low[order], shape.high[order], theme.colour("hover"))
        self._add_line(x, shape.lines[VALIDATION][order], solid("control_line", 1.8))
        for index, name in reversed(list(enumerate(self._measures))):
            role, width = ("ink", 2.2) if index == 0 else ("ink2", 1.3)
            is_dashed = index in _DASHES
            pen = dashed(role, width, _DASHES[index]) if is_dashed else solid(role, width)
            self._add_line(x, shape.lines[name][order], pen)

    def _add_line(self, x: FloatArray, y: FloatArray, pen: QPen) -> None:
        """Add a line with its gaps; a point between two gaps is a dot."""
        line = pg.PlotDataItem(
            x, y, pen=pen, connect="finite", skipFiniteCheck=False, antialias=True
        )
        alone = is_alone(y)
        dots = pg.ScatterPlotItem(
            x[alone], y[alone], size=2 * pen.widthF(), pen=None, brush=pen.color(), antialias=True
        )
        for item in (line, dots):
            self.addItem(item, ignoreBounds=True)
            self._lines.append(item)

    # -- mouse and keys --------------------------------------------------------------------

    def _drag(self) -> None:
        if self._shape is not None:
            self.moved.emit(self._shape.scale.value(float(self.line.value())))

    def wants_key(self, event: QKeyEvent) -> bool | None:
        """Take the arrows to the left and to the right."""
        return True if event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right} else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        direction = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if direction is None or self._shape is None:
            super().keyPressEvent(event)
            return
        position = self._shape.scale.position(self._present)
        low, high = self._shape.scale.ends
        self.moved.emit(
            self._shape.scale.step(
                low if math.isnan(position) else min(max(position, low), high), direction
            )
        )
        self.dropped.emit()

    def tip(self, position: QPointF) -> str:
        """Return the values of the point nearest to a position, or the reason for a gap."""
        shape = self._shape
        if shape is None:
            return ""
        index = shape.scale.nearest(self.values(position)[0])
        point = shape.points[index]
        lines = [f"{shape.field} {value_text(point.values[0])}"]
        if point.problem:
            return "\n".join([*lines, point.problem])
        if point.n_failed:
            lines.append(self.tr("Pages without a result: {n}").format(n=number(point.n_failed)))
        for name in self._measures:
            value = number(float(shape.lines[name][index]), decimals=3)
            lines.append(f"{measure_name(name)} {value}")
        validation = number(float(shape.lines[VALIDATION][index]), decimals=3)
        lines.append(self.tr("on validation pages {value}").format(value=validation))
        return "\n".join(lines)

    def _describe(self) -> None:
        if self._shape is None:
            self.setAccessibleName(self.tr("Curve of the sweep"))
            return
        text = self.tr("{measure} over {field} of {pane}, now {value}").format(
            measure=measure_name(self._measures[0]),
            field=self._shape.field,
            pane=self.pane,
            value=value_text(self._present),
        )
        self.setAccessibleName(text)
        best = self._shape.best
        self.setAccessibleDescription("" if best < 0 else self._best_text(best))

    # -- over the items --------------------------------------------------------------------

    def draw_over(self, painter: QPainter, area: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._shape is not None:
            self._paint_ends(painter, area, self._shape)
            self._paint_default(painter, area)
            self._paint_present(painter, area, self._shape)
            self._paint_best(painter, area, self._shape)

    def _paint_ends(self, painter: QPainter, area: QRectF, shape: CurveShape) -> None:
        """Write the names of the lines at their right ends, without overlap."""
        last = int(np.argmax(shape.scale.x))
        named: list[tuple[str, float, str, int]] = []
        for name, line in shape.lines.items():
            values = line[~np.isnan(line)]
            if not len(values):
                continue
            end = float(line[last]) if not math.isnan(line[last]) else float(values[-1])
            role, weight = ("ink", 600) if name == self._measures[0] else ("ink2", 400)
            named.append((self._line_name(name), self.point(0.0, end).y(), role, weight))
        height = theme.px(_LINE)
        tops = spread([y for _, y, _, _ in named], height, height, self.height() - height)
        left = area.right() + theme.px(6)
        for (text, _, role, weight), y in zip(named, tops, strict=True):
            painter.setFont(theme.font(11, weight))
            painter.setPen(theme.colour(role))
            room = QRectF(left, y - height, self.width() - left, 2 * height)
            elided = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, int(room.width())
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, elided)

    def _line_name(self, name: str) -> str:
        if name not in {VALIDATION, self._measures[0]}:
            return short_measure(name)
        validation, training = self.tr("{measure}, validation"), self.tr("{measure}, training")
        text: str = validation if name == VALIDATION else training
        return text.format(measure=short_measure(self._measures[0]))

    def _paint_default(self, painter: QPainter, area: QRectF) -> None:
        position = self._position(self._default)
        if math.isnan(position):
            return
        x, bottom = self.point(position, 0.0).x(), area.bottom()
        painter.setFont(theme.font(11))
        draw_note(painter, self.default_rect, self._default_text(), "ink2")
        painter.setPen(solid("ink2", 1.3))
        painter.drawLine(QPointF(x, bottom - theme.px(5)), QPointF(x, bottom + theme.px(3)))

    def _paint_present(self, painter: QPainter, area: QRectF, shape: CurveShape) -> None:
        position = self._position(self._present)
        if math.isnan(position):
            return
        value, x = shape.at(position), self.present_x
        if not math.isnan(value):
            painter.setBrush(theme.colour("ink"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(self.point(position, value), theme.px(4), theme.px(4))
        radius = theme.px(_HANDLE)
        painter.setBrush(theme.colour("surface"))
        painter.setPen(solid("ink", 1.8))
        painter.drawEllipse(QPointF(x, area.bottom() - radius), radius, radius)
        about = "" if shape.is_point(position) else "≈ "
        text = self.tr("now {value}: {measure} {score}").format(
            value=short_value(self._present),
            measure=short_measure(self._measures[0]),
            score=about + number(value, decimals=3),
        )
        painter.setFont(theme.font(11, 600))
        width = painter.fontMetrics().horizontalAdvance(text) + theme.px(4)
        left = min(max(x - width / 2, 0.0), self.width() - width)
        top = area.top() - theme.px(18)
        draw_note(painter, QRectF(left, top, width, theme.px(15)), text, "ink")

    def _paint_best(self, painter: QPainter, area: QRectF, shape: CurveShape) -> None:
        index = shape.best
        if index < 0:
            return
        value = float(shape.lines[self._measures[0]][index])
        tip = self.point(float(shape.scale.x[index]), value) - QPointF(0, theme.px(4))
        side = theme.px(5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("ink"))
        painter.drawPolygon(
            QPolygonF([tip, tip + QPointF(-side, -side * 1.3), tip + QPointF(side, -side * 1.3)])
        )
        text = self._best_text(index)
        painter.setFont(theme.font(11, 600))
        width = painter.fontMetrics().horizontalAdvance(text) + theme.px(4)
        left = tip.x() - width - theme.px(8)
        if left < area.left():
            left = tip.x() + theme.px(8)
        draw_note(painter, QRectF(left, tip.y() - theme.px(15), width, theme.px(15)), text, "ink")

    def _best_text(self, index: int) -> str:
        assert self._shape is not None  # noqa: S101 - the caller has a shape
        text: str = self.tr("best {value}: {score}")
        return text.format(
            value=short_value(self._shape.scale.values[index]),
            score=number(float(self._shape.lines[self._measures[0]][index]), decimals=3),
        )


def short_value(value: object) -> str:
    """Return the text of a value in a label, numbers with about three digits."""
    return number(value) if isinstance(value, float) else value_text(value)
