"""Curve of a sweep: scores over one setting, and the present value as a line to drag."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.names import measure_name, short_measure
from boilerscope.widgets.corpus.plane import (
    Plane,
    draw_across_axis,
    draw_across_texts,
    draw_up_axis,
    ticks,
)
from boilerscope.widgets.corpus.plane import spread as spread_apart
from boilerscope.widgets.corpus.sweep.shapes import VALIDATION, CurveShape, value_text
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plain import plain
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent

    from boilerscope.extractors.page.records import FloatArray

_REACH = 9
_HANDLE = 6.5
_LINE = 12.5
_DASHES: dict[int, tuple[float, ...]] = {1: (6, 3), 2: (1.5, 2.5)}
"""Dashes of the second and of the third measure."""


class SweepCurve(QWidget):
    """The curve.

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
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self._shape: CurveShape | None = None
        self._measures: tuple[str, ...] = ()
        self._present: object = None
        self._default: object = None
        self._is_dragging = False
        theme.signals().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(520), theme.px(210))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(240), theme.px(104))

    def show_curve(self, shape: CurveShape | None, present: object, default: object) -> None:
        """Show a curve, the present value of the setting and its default."""
        self._shape, self._present, self._default = shape, present, default
        names = () if shape is None else tuple(shape.lines)
        self._measures = tuple(name for name in names if name != VALIDATION)
        self._describe()
        self.update()

    def show_present(self, present: object) -> None:
        """Move the line to another value."""
        self._present = present
        self._describe()
        self.update()

    # -- places ----------------------------------------------------------------------------

    @property
    def plane(self) -> Plane:
        """The axes of the curve."""
        left, below, top = theme.px(44), theme.px(31), theme.px(34)
        right = theme.px(82)
        rect = QRectF(left, top, self.width() - left - right, self.height() - top - below)
        across = (0.0, 1.0) if self._shape is None else self._shape.scale.ends
        return Plane(rect, across, self._up())

    @property
    def present_x(self) -> float:
        """Pixel of the present value, NaN outside of the range."""
        if self._shape is None:
            return math.nan
        position = self._shape.scale.position(self._present)
        low, high = self._shape.scale.ends
        return self.plane.x(position) if low <= position <= high else math.nan

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

    # -- mouse and keys --------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._is_near(event.position()):
            self._is_dragging = True

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        near = self._is_dragging or self._is_near(event.position())
        self.setCursor(Qt.CursorShape.SplitHCursor if near else Qt.CursorShape.ArrowCursor)
        if self._is_dragging and self._shape is not None:
            across, _ = self.plane.values(event.position())
            self.moved.emit(self._shape.scale.value(across))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._is_dragging and event.button() == Qt.MouseButton.LeftButton:
            self._is_dragging = False
            self.dropped.emit()

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

    def _is_near(self, position: QPointF) -> bool:
        return abs(position.x() - self.present_x) <= theme.px(_REACH)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain(self.tip(event.pos().toPointF())), self)
            return True
        return super().event(event)

    def tip(self, position: QPointF) -> str:
        """Return the values of the point nearest to a position, or the reason for a gap."""
        shape = self._shape
        if shape is None:
            return ""
        index = shape.scale.nearest(self.plane.values(position)[0])
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
        text = self.tr("{measure} over {field}, now {value}").format(
            measure=measure_name(self._measures[0]),
            field=self._shape.field,
            value=value_text(self._present),
        )
        self.setAccessibleName(text)
        best = self._shape.best
        self.setAccessibleDescription("" if best < 0 else self._best_text(best))

    # -- painting --------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._shape is not None:
            plane = self.plane
            self._paint_axes(painter, plane, self._shape)
            self._paint_band(painter, plane, self._shape)
            self._paint_lines(painter, plane, self._shape)
            self._paint_ends(painter, plane, self._shape)
            self._paint_default(painter, plane, self._shape)
            self._paint_present(painter, plane, self._shape)
            self._paint_best(painter, plane, self._shape)
        if self.hasFocus():
            draw_focus(painter, QRectF(self.rect()), radius=0)

    def _paint_axes(self, painter: QPainter, plane: Plane, shape: CurveShape) -> None:
        draw_up_axis(painter, plane, ticks(*plane.up, max(int(plane.rect.height() / 45), 2)))
        painter.setPen(QPen(theme.colour("strong_line"), 1))
        painter.drawLine(plane.rect.bottomLeft(), plane.rect.bottomRight())
        if shape.scale.is_number:
            draw_across_axis(painter, plane, ticks(*plane.across, int(plane.rect.width() / 90)))
        else:
            texts = [value_text(value) for value in shape.scale.values]
            draw_across_texts(painter, plane, texts, shape.scale.x.tolist())

    def _paint_band(self, painter: QPainter, plane: Plane, shape: CurveShape) -> None:
        """Fill the interval of the first measure; gaps of the curve are gaps of the band."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("hover"))
        for part in _parts(shape.scale.x, shape.low):
            upper = [plane.point(float(shape.scale.x[i]), float(shape.high[i])) for i in part]
            lower = [plane.point(float(shape.scale.x[i]), float(shape.low[i])) for i in part]
            painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))

    def _paint_lines(self, painter: QPainter, plane: Plane, shape: CurveShape) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        self._paint_line(painter, plane, shape.lines[VALIDATION], self._pen("control_line", 1.8))
        for index, name in reversed(list(enumerate(self._measures))):
            pen = self._pen("ink" if index == 0 else "ink2", 2.2 if index == 0 else 1.3)
            if index in _DASHES:
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                pen.setDashPattern([length / 1.3 for length in _DASHES[index]])
            self._paint_line(painter, plane, shape.lines[name], pen)

    def _paint_line(self, painter: QPainter, plane: Plane, line: FloatArray, pen: QPen) -> None:
        """Draw a line with its gaps; a point between two gaps is a dot."""
        assert self._shape is not None  # noqa: S101 - the caller has a shape
        x = self._shape.scale.x
        painter.setPen(pen)
        for part in _parts(x, line):
            points = [plane.point(float(x[index]), float(line[index])) for index in part]
            if len(points) == 1:
                painter.setBrush(pen.color())
                painter.drawEllipse(points[0], pen.widthF(), pen.widthF())
                painter.setBrush(Qt.BrushStyle.NoBrush)
            else:
                painter.drawPolyline(QPolygonF(points))

    def _paint_ends(self, painter: QPainter, plane: Plane, shape: CurveShape) -> None:
        """Write the names of the lines at their right ends, without overlap."""
        last = int(np.argmax(shape.scale.x))
        named: list[tuple[str, float, str, int]] = []
        for name, line in shape.lines.items():
            values = line[~np.isnan(line)]
            if not len(values):
                continue
            end = float(line[last]) if not math.isnan(line[last]) else float(values[-1])
            role, weight = ("ink", 600) if name == self._measures[0] else ("ink2", 400)
            named.append((self._line_name(name), plane.y(end), role, weight))
        height = theme.px(_LINE)
        tops = spread_apart([y for _, y, _, _ in named], height, height, self.height() - height)
        left = plane.rect.right() + theme.px(6)
        for (text, _, role, weight), y in zip(named, tops, strict=True):
            painter.setFont(theme.font(11, weight))
            painter.setPen(theme.colour(role))
            room = QRectF(left, y - height, self.width() - left, 2 * height)
            elided = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, int(room.width())
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, elided)

    def _line_name(self, name: str) -> str:
        first = short_measure(self._measures[0])
        if name == VALIDATION:
            return self.tr("{measure}, validation").format(measure=first)
        if name == self._measures[0]:
            return self.tr("{measure}, training").format(measure=first)
        return short_measure(name)

    def _paint_default(self, painter: QPainter, plane: Plane, shape: CurveShape) -> None:
        position = shape.scale.position(self._default)
        low, high = shape.scale.ends
        if not low <= position <= high:
            return
        x, bottom = plane.x(position), plane.rect.bottom()
        painter.setPen(self._pen("ink2", 1.3))
        painter.drawLine(QPointF(x, bottom - theme.px(5)), QPointF(x, bottom + theme.px(3)))
        painter.setFont(theme.font(11))
        text = self.tr("default {value}").format(value=short_value(self._default))
        width = painter.fontMetrics().horizontalAdvance(text) + theme.px(4)
        left = min(max(x - width, plane.rect.left()), plane.rect.right() - width)
        room = QRectF(left, bottom - theme.px(20), width, theme.px(14))
        self._paint_note(painter, room, text, "ink2")

    def _paint_present(self, painter: QPainter, plane: Plane, shape: CurveShape) -> None:
        x = self.present_x
        if math.isnan(x):
            return
        pen = self._pen("ink", 1.8)
        pen.setDashPattern([4, 2.5])
        painter.setPen(pen)
        top, bottom = theme.px(10), plane.rect.bottom()
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        position = shape.scale.position(self._present)
        value = shape.at(position)
        if not math.isnan(value):
            painter.setBrush(theme.colour("ink"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(QPointF(x, plane.y(value)), theme.px(4), theme.px(4))
        painter.setBrush(theme.colour("surface"))
        painter.setPen(self._pen("ink", 1.8))
        painter.drawEllipse(QPointF(x, bottom), theme.px(_HANDLE), theme.px(_HANDLE))
        about = "" if shape.is_point(position) else "≈ "
        text = self.tr("now {value}: {measure} {score}").format(
            value=short_value(self._present),
            measure=short_measure(self._measures[0]),
            score=about + number(value, decimals=3),
        )
        painter.setFont(theme.font(11, 600))
        width = painter.fontMetrics().horizontalAdvance(text) + theme.px(4)
        fits = x + theme.px(7) + width <= self.width()
        left = x + theme.px(7) if fits else x - theme.px(7) - width
        self._paint_note(painter, QRectF(left, theme.px(8), width, theme.px(15)), text, "ink")

    def _paint_best(self, painter: QPainter, plane: Plane, shape: CurveShape) -> None:
        index = shape.best
        if index < 0:
            return
        value = float(shape.lines[self._measures[0]][index])
        tip = plane.point(float(shape.scale.x[index]), value) - QPointF(0, theme.px(4))
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
        if left < plane.rect.left():
            left = tip.x() + theme.px(8)
        room = QRectF(left, tip.y() - theme.px(15), width, theme.px(15))
        self._paint_note(painter, room, text, "ink")

    def _best_text(self, index: int) -> str:
        assert self._shape is not None  # noqa: S101 - the caller has a shape
        return self.tr("best {value}: {score}").format(
            value=short_value(self._shape.scale.values[index]),
            score=number(float(self._shape.lines[self._measures[0]][index]), decimals=3),
        )

    @staticmethod
    def _paint_note(painter: QPainter, room: QRectF, text: str, role: str) -> None:
        behind = theme.colour("surface")
        behind.setAlpha(215)
        painter.fillRect(room, behind)
        painter.setPen(theme.colour(role))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)

    @staticmethod
    def _pen(role: str, width: float) -> QPen:
        return QPen(theme.colour(role), width * theme.scale())


def _parts(x: FloatArray, line: FloatArray) -> list[list[int]]:
    """Return the indices of the points between gaps, from left to right."""
    runs: list[list[int]] = [[]]
    for index in np.argsort(x).tolist():
        if math.isnan(line[index]):
            runs.append([])
        else:
            runs[-1].append(index)
    return [run for run in runs if run]


def short_value(value: object) -> str:
    """Return the text of a value in a label, numbers with about three digits."""
    return number(value) if isinstance(value, float) else value_text(value)
