"""Slider below the distribution of its quantity, with a line at the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.distribution import bars
from boilerscope.widgets.settings.scale import Scale, round_step

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import FloatArray

_HEIGHT = 24
_BARS = 26
_BAR = 9
_HANDLE = 13
_TRACK = 3


class ValueSlider(QSlider):
    """Slider for a number, with the page's distribution of the quantity that the number bounds.

    Signals
    -------
    moved(float)
        The user moves the slider.
    """

    moved = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._scale = Scale(0.0, 1.0, 0.01, whole=False)
        self._value = 0.0
        self._values: FloatArray = np.zeros(0)
        self._has_bars = False
        self._dragging = False
        self._default: float | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.valueChanged.connect(self._on_stop)
        theme.signals().changed.connect(self.updateGeometry)
        self._fit()

    @property
    def number(self) -> float:
        """The shown value; it may be between two stops."""
        return self._value

    @property
    def number_scale(self) -> Scale:
        """The scale of the slider."""
        return self._scale

    @property
    def is_dragging(self) -> bool:
        """Whether the user drags the slider."""
        return self._dragging

    def set_default(self, value: float | None) -> None:
        """Let the stop nearest to a default be exactly the default; None for no default."""
        self._default = value

    def show_number(self, value: float, scale: Scale) -> None:
        """Show a value on a scale without a signal."""
        if (value, scale) == (self._value, self._scale):
            return
        self._value = value
        self.blockSignals(True)
        if scale != self._scale:
            self._scale = scale
            self._fit()
        self.setValue(scale.stop(value))
        self.blockSignals(False)
        self.update()

    def show_distribution(self, values: FloatArray | None) -> None:
        """Show the distribution of a quantity; None removes the space for it."""
        same = values is self._values or (values is None and not self._has_bars)
        if same:
            return
        self._has_bars = values is not None
        self._values = np.zeros(0) if values is None else values
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(
            theme.px(120), theme.px(_HEIGHT) + (theme.px(_BARS - 6) if self._has_bars else 0)
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(60), self.sizeHint().height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._dragging = True
        self.setSliderDown(True)
        self._move_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self._move_to(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._dragging:
            self._dragging = False
            self.setSliderDown(False)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = self._track()
        x = self._x_of(self._value)
        if self._has_bars:
            self._paint_bars(painter, track)
        self._paint_track(painter, track, x)
        self._paint_handle(painter, track, x)

    def _paint_bars(self, painter: QPainter, track: QRectF) -> None:
        n_bars = min(max(int(track.width() / theme.px(_BAR)), 8), self._scale.n_stops + 1)
        histogram = bars(self._values, self._scale.low, self._scale.high, n_bars)
        if not histogram.n_values:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("histogram"))
        width = track.width() / n_bars
        bottom, room = track.top() - 1, theme.px(_BARS - 4)
        for index, share in enumerate(histogram.heights.tolist()):
            if share:
                height = max(share * room, theme.px(2))
                painter.drawRect(
                    QRectF(track.left() + index * width + 0.5, bottom - height, width - 1, height)
                )

    def _paint_track(self, painter: QPainter, track: QRectF, x: float) -> None:
        radius = track.height() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("track"))
        painter.drawRoundedRect(track, radius, radius)
        painter.setBrush(theme.colour("button" if self.isEnabled() else "strong_line"))
        painter.drawRoundedRect(
            QRectF(
                track.left(), track.top(), max(x - track.left(), track.height()), track.height()
            ),
            radius,
            radius,
        )

    def _paint_handle(self, painter: QPainter, track: QRectF, x: float) -> None:
        ink = theme.colour("button" if self.isEnabled() else "strong_line")
        if self._has_bars:
            painter.setPen(QPen(ink, theme.px(2)))
            painter.drawLine(QPointF(x, theme.px(1)), QPointF(x, track.center().y()))
        radius = theme.px(_HANDLE) / 2
        painter.setPen(QPen(ink, theme.px(2)))
        painter.setBrush(theme.colour("surface"))
        painter.drawEllipse(QPointF(x, track.center().y()), radius - 0.5, radius - 0.5)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("ink"), theme.px(2)))
            painter.drawEllipse(
                QPointF(x, track.center().y()), radius + theme.px(3), radius + theme.px(3)
            )

    def _track(self) -> QRectF:
        inset = theme.px(_HANDLE) / 2 + theme.px(4)
        thickness = theme.px(_TRACK)
        middle = self.height() - theme.px(_HEIGHT) / 2
        return QRectF(inset, middle - thickness / 2, max(self.width() - 2 * inset, 1.0), thickness)

    def _x_of(self, value: float) -> float:
        track = self._track()
        return track.left() + self._scale.share_of(value) * track.width()

    def _move_to(self, x: float) -> None:
        track = self._track()
        scale, span = self._scale, self._scale.high - self._scale.low
        value = scale.low + (x - track.left()) / track.width() * span
        step = max(round_step(span / track.width()), scale.step)
        value = round(value / step) * step
        if self._default is not None and abs(value - self._default) < step / 2:
            value = self._default
        self.setValue(scale.stop(value))

    def _on_stop(self, stop: int) -> None:
        value = self._scale.value(stop)
        if self._default is not None and self._scale.stop(self._default) == stop:
            value = self._default
        if value != self._value:
            self._value = value
            self.update()
            self.moved.emit(value)

    def _fit(self) -> None:
        self.setRange(0, self._scale.n_stops)
        self.setSingleStep(max(self._scale.n_stops // 200, 1) if self._scale.n_stops > 1000 else 1)
        self.setPageStep(max(self._scale.n_stops // 10, 1))
