"""Plot of one curve: axes, kept parts, cuts, selection and the threshold line."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QPainter, QWheelEvent

from boilerscope.widgets import theme
from boilerscope.widgets.curves.shapes import (
    kept_part,
    log_y_range,
    nearest_point,
    shape_of,
    x_range,
    y_range,
)
from boilerscope.widgets.plots.area import Area
from boilerscope.widgets.plots.graph import pg
from boilerscope.widgets.plots.parts import DraggedLine, dashed, solid
from boilerscope.widgets.plots.plot import Plot, Room
from boilerscope.widgets.plots.shapes import outline
from boilerscope.widgets.words import declared, number

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from boilerscope.extractors.model.extraction import Curve

_STRIP = 4


class CurvePlot(Plot):
    """Plot of a curve.

    Signals
    -------
    dragged(float)
        The user drags the threshold to this value.
    dropped()
        The user dropped the threshold.
    clicked(int)
        Index of the point nearest to a click.
    pointed(int)
        Index of the point nearest to the pointer, -1 for none.
    """

    dragged = Signal(float)
    dropped = Signal()
    clicked = Signal(int)
    pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, room=Room(left=48, top=16, right=8, bottom=38), moves=True)
        self._curve: Curve | None = None
        self._threshold = math.nan
        self._readout = ""
        self._log = False
        self._bars, self._fill = Area(), Area()
        self._line = pg.PlotDataItem(
            connect="finite", skipFiniteCheck=False, autoDownsampleFactor=1.0
        )  # the lowest and the highest point of each pixel column
        self.setDownsampling(auto=True, mode="peak")  # of the plot: added items take it over
        self.setClipToView(True)
        for item in (self._bars, self._fill, self._line):
            self.addItem(item)
        self._marker = pg.InfiniteLine(angle=90, movable=False)
        self.cuts: list[pg.InfiniteLine] = []
        self.line = DraggedLine(
            angle=0,
            label="",
            labelOpts={"position": 0.98, "anchors": [(1, 0), (1, 1)]},
        )
        for line in (self._marker, self.line):
            self.addItem(line, ignoreBounds=True)
            line.hide()
        self.line.sigDragged.connect(self._drag)
        self.line.sigPositionChangeFinished.connect(self.dropped)
        self.scene().sigMouseClicked.connect(self._click)
        self.scene().sigMouseMoved.connect(self._point)
        self.restyle()

    # -- display ---------------------------------------------------------------------------

    @property
    def threshold(self) -> float:
        """The threshold in units of its axis; NaN for none."""
        return self._threshold

    @property
    def marker(self) -> float:
        """The x of the selection's mark; NaN for none."""
        return float(self._marker.value()) if self._marker.isVisible() else math.nan

    @property
    def resolution(self) -> float:
        """The size of a pixel at the threshold, in units of its axis."""
        width, height = self.getViewBox().viewPixelSize()
        if self._is_upright:
            return float(width)
        if not self._log:
            return float(height)
        return float(self._threshold * (10**height - 1))

    @property
    def readout(self) -> str:
        """The text above the curve: the value at the pointer, else the label of y."""
        return self._readout or ("" if self._curve is None else declared(self._curve.y_label))

    @property
    def is_dragging(self) -> bool:
        """Whether the user drags the threshold."""
        return bool(self.line.moving)

    def show_curve(self, curve: Curve | None, *, same_kind: bool = False) -> None:
        """Draw a curve; with `same_kind`, keep the visible part of the x axis."""
        stays = same_kind and not self._shows_all()
        self._readout = ""
        if curve is not self._curve:
            self._curve = curve
            self.line.setAngle(90 if self._is_upright else 0)
            self.show_threshold(self._threshold)
            self._draw()
        if curve is not None and not stays:
            self.fit()
        elif curve is not None:
            self._limit(curve)
        self.viewport().update()

    def show_threshold(self, value: float) -> None:
        """Move the threshold's line without a signal; NaN hides it."""
        self._threshold = value
        position = value if self._is_upright else self._to_view(value)
        self.line.setVisible(math.isfinite(position))
        if math.isfinite(position) and not self.is_dragging:
            self.line.blockSignals(True)
            self.line.setPos(position)
            self.line.blockSignals(False)
        self._label()

    def show_marker(self, x: float) -> None:
        """Mark the x of the selected block; NaN hides the mark."""
        self._marker.setVisible(math.isfinite(x))
        if math.isfinite(x):
            self._marker.setPos(x)

    def show_readout(self, text: str) -> None:
        """Show the value at the pointer; an empty text shows the label of y."""
        if text != self._readout:
            self._readout = text
            self.viewport().update()

    def set_log(self, log: bool) -> None:  # noqa: FBT001 - the only value
        """Switch y to a logarithmic or a linear scale."""
        if log == self._log:
            return
        self._log = log
        self.axes["left"].setLogMode(log)
        self._draw()
        self.show_threshold(self._threshold)
        self.fit()

    def fit(self) -> None:
        """Show the whole curve."""
        if self._curve is None:
            return
        self._limit(self._curve)
        self.setXRange(*x_range(self._curve), padding=0.01)

    # -- painting --------------------------------------------------------------------------

    def draw_over(self, painter: QPainter, area: QRectF) -> None:
        if self._curve is None:
            return
        for left, right in self._kept_pixels(area):
            strip = QRectF(left, area.bottom() - theme.px(_STRIP), right - left, theme.px(_STRIP))
            painter.fillRect(strip & area, theme.colour("content"))
        self._paint_readout(painter, area)

    def _paint_readout(self, painter: QPainter, box: QRectF) -> None:
        painter.setFont(theme.font(11))
        metrics = painter.fontMetrics()
        text = metrics.elidedText(self.readout, Qt.TextElideMode.ElideRight, int(box.width()) - 8)
        room = QRectF(box.left() + theme.px(4), 0, metrics.horizontalAdvance(text) + 4, box.top())
        painter.setPen(theme.colour("ink2"))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), text)

    def restyle(self) -> None:
        super().restyle()
        self.line.restyle()
        self._marker.setPen(solid("selection", 2))
        self.line.label.setFont(theme.font(11, 600))
        self.line.label.setColor(theme.colour("ink"))
        behind = theme.colour("surface")
        behind.setAlpha(200)
        self.line.label.fill = QBrush(behind)
        self._draw()

    def _draw(self) -> None:
        curve = self._curve
        for cut in self.cuts:
            self.removeItem(cut)
        self.cuts = []
        colour, floor = theme.colour, self._floor()
        if curve is None:
            self._bars.show_shape(None, floor, colour("histogram"))
            self._fill.show_shape(None, floor, colour("content"))
            self._line.clear()
            return
        shape = shape_of(curve)
        in_view = replace(shape, y=self._all_to_view(shape.y))
        kept_in_view = replace(shape, y=self._all_to_view(kept_part(curve)))
        self._fill.show_shape(
            kept_in_view, floor, colour("content" if shape.filled else "content_fill")
        )
        self._bars.show_shape(in_view if shape.filled else None, floor, colour("histogram"))
        if shape.filled:
            self._line.clear()
        else:
            self._line.setData(*outline(in_view), pen=solid("ink", 1.2))
        self._name_axes(curve)
        for x in curve.cuts:
            cut = pg.InfiniteLine(pos=x, angle=90, movable=False, pen=dashed("ink2", 1.2))
            self.cuts.append(cut)
            self.addItem(cut, ignoreBounds=True)

    def _name_axes(self, curve: Curve) -> None:
        bottom = self.axes["bottom"]
        bottom.show_title(declared(curve.x_label))
        bottom.names = list(zip(curve.x.tolist(), curve.tick_labels, strict=False))
        bottom.whole = bool(np.all(np.asarray(curve.x) % 1 == 0))

    def _label(self) -> None:
        self.line.label.setText(self.tr("threshold {value}").format(value=number(self._threshold)))

    def _kept_pixels(self, box: QRectF) -> list[tuple[float, float]]:
        """Return the kept ranges in pixels; adjacent ranges are merged."""
        curve = self._curve
        if curve is None or not curve.kept:
            return []
        (low, high), _ = self.getViewBox().viewRange()
        per_unit = box.width() / (high - low)
        merged: list[tuple[float, float]] = []
        for start, end in sorted(curve.kept):
            left = box.left() + (start - low) * per_unit
            right = max(box.left() + (end - low) * per_unit, left + 1)
            if right < box.left() or left > box.right():
                continue
            if merged and left <= merged[-1][1] + 0.5:
                merged[-1] = merged[-1][0], max(merged[-1][1], right)
            else:
                merged.append((left, right))
        return merged

    # -- coordinates -----------------------------------------------------------------------

    @property
    def _is_upright(self) -> bool:
        """Whether the threshold is a value of x."""
        return self._curve is not None and self._curve.threshold_along == "x"

    def _limit(self, curve: Curve) -> None:
        low, high = x_range(curve)
        room = (high - low) * 0.02
        bottom, top = self._range(curve)
        self.getViewBox().setLimits(xMin=low - room, xMax=high + room, yMin=bottom, yMax=top)
        self.setYRange(bottom, top, padding=0)

    def _shows_all(self) -> bool:
        if self._curve is None:
            return True
        (low, high), _ = self.getViewBox().viewRange()
        first, last = x_range(self._curve)
        return bool(low <= first and high >= last)

    def _range(self, curve: Curve) -> tuple[float, float]:
        make = log_y_range if self._log else y_range
        return make(curve, math.nan if self._is_upright else self._threshold)

    def _floor(self) -> float:
        if not self._log or self._curve is None:
            return 0.0
        return self._range(self._curve)[0]

    def _to_view(self, y: float) -> float:
        if not self._log:
            return y
        return math.log10(y) if y > 0 else math.nan

    def _all_to_view(self, y: Any) -> Any:
        if not self._log:
            return y
        positive = np.where(y > 0, y, np.nan)
        return np.log10(positive)

    def _drag(self) -> None:
        position = float(self.line.value())
        self._threshold = 10**position if self._log and not self._is_upright else position
        self._label()
        self.dragged.emit(self._threshold)

    def _nearest(self, position: QPointF) -> int:
        box: QRectF = self.getViewBox().sceneBoundingRect()
        if self._curve is None or not box.contains(position):
            return -1
        return nearest_point(self._curve, self.getViewBox().mapSceneToView(position).x())

    def _click(self, event: Any) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.double():
            self.fit()
            return
        point = self._nearest(event.scenePos())
        if point >= 0:
            self.clicked.emit(point)

    def _point(self, position: QPointF) -> None:
        self.pointed.emit(self._nearest(position))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._curve is None:
            event.ignore()
        else:
            super().wheelEvent(event)
