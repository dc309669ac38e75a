"""Parts of a plot: axes, the threshold's line, wheel and drag, pens."""

from __future__ import annotations

import math
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPen

from boilerscope.widgets import theme
from boilerscope.widgets.words import number

_HIT = 12


class ThresholdLine(pg.InfiniteLine):  # type: ignore[misc]  # pyqtgraph has no annotations
    """Dashed line across the plot; the user can drag it at any point."""

    def boundingRect(self) -> QRectF:
        # Taller than the painted line, so that the pointer can grab it.
        rect: QRectF = super().boundingRect()
        pixel = self.pixelLength(pg.Point(0, 1)) or 0.0
        return rect.adjusted(0, -theme.px(_HIT) * pixel, 0, theme.px(_HIT) * pixel)


class PlotBox(pg.ViewBox):  # type: ignore[misc]  # pyqtgraph has no annotations
    """View box: wheel and drag change the x axis; with Ctrl, the wheel changes the y axis."""

    def wheelEvent(self, event: Any, axis: int | None = None) -> None:
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        super().wheelEvent(event, axis=(1 if ctrl else 0) if axis is None else axis)

    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        super().mouseDragEvent(event, axis=0 if axis is None else axis)


class PlotAxis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph has no annotations
    """Axis with the number format of the window."""

    whole = False
    """Whether the axis has only whole numbers."""

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:
        levels: list[tuple[float, float]] = super().tickSpacing(low, high, size)
        if not self.whole:
            return levels
        return [level for level in levels if level[0] >= 1] or [(1.0, 0.0)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if self.logMode:
            return [number(round(10**value, 9)) for value in values]
        decimals = max(0, math.ceil(-math.log10(spacing * scale) - 1e-9)) if spacing else 0
        return [number(value * scale, decimals=decimals) for value in values]

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        if not self.logMode:
            ticks: list[tuple[float, list[float]]] = super().tickValues(low, high, size)
            return ticks
        wide = high - low > 3
        factors = (0.0,) if wide else (0.0, math.log10(2), math.log10(5))
        decades = range(math.floor(low), math.ceil(high) + 1)
        positions = [decade + factor for decade in decades for factor in factors]
        return [(1.0, [position for position in positions if low <= position <= high])]


def solid(role: str, width: float) -> QPen:
    """Return a pen of the theme whose width is in pixels, not in units of the axes."""
    pen = QPen(theme.colour(role), width * theme.scale())
    pen.setCosmetic(True)
    return pen


def dashed(role: str, width: float) -> QPen:
    """Return a dashed pen of the theme."""
    pen = solid(role, width)
    pen.setDashPattern([5, 3])
    return pen
