"""Parts of a plot: axis, line to drag, wheel and drag, pens."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from boilerscope.widgets import theme
from boilerscope.widgets.plots.graph import pg
from boilerscope.widgets.plots.ticks import labels, powers_of_ten, stride, ticks
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

_HIT = 12
_TICK_DISTANCE = {"left": 28, "bottom": 70}
_OVER = 24
_NAME_GAP = 8
_TITLE_INWARD = 4


class DraggedLine(pg.InfiniteLine):  # type: ignore[misc]  # pyqtgraph has no annotations
    """Dashed line across the plot; the user can drag it at any point.

    Signals of pyqtgraph: `sigDragged` while the user drags it, `sigPositionChangeFinished` at
    the end.
    """

    def __init__(self, angle: float, **options: Any) -> None:
        super().__init__(angle=angle, movable=True, **options)
        self.setZValue(20)

    def setAngle(self, angle: float) -> None:
        """Make the line horizontal (0) or vertical (90)."""
        super().setAngle(angle)
        upright = Qt.CursorShape.SplitHCursor
        self.setCursor(upright if angle else Qt.CursorShape.SplitVCursor)

    def restyle(self) -> None:
        """Take the pens from the theme."""
        self.setPen(dashed("ink", 1.5))
        self.setHoverPen(dashed("ink", 2.5))

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
    """Axis with round values or names, in the number format of the window.

    Attributes
    ----------
    whole : bool
        Whether the axis has only whole numbers.
    names : sequence of (float, str)
        Positions and names on it in place of numbers; names without room are left out.
    has_line : bool
        Whether the axis itself is drawn.
    has_grid : bool
        Whether a line across the plot is drawn at each value, in place of a short tick.
    """

    def __init__(self, side: str, *, has_line: bool = True, has_grid: bool = False) -> None:
        super().__init__(side)
        self.whole = False
        self.names: Sequence[tuple[float, str]] = ()
        self.has_line, self.has_grid = has_line, has_grid
        self.enableAutoSIPrefix(False)

    def show_title(self, text: str) -> None:
        """Show a title, elided if the axis is too short."""
        self.setLabel(text)
        self.resizeEvent()  # pyqtgraph would leave it where a shorter one had its middle

    def restyle(self) -> None:
        """Take fonts, lengths and pens from the theme."""
        line = QPen(theme.colour("strong_line"), 1)
        self.setPen(line if self.has_line else QPen(Qt.PenStyle.NoPen))
        self.setTickPen(QPen(theme.colour("line" if self.has_grid else "strong_line"), 1))
        self.setTextPen(QPen(theme.colour("ink2"), 1))
        self.setStyle(
            tickFont=theme.font(11),
            tickLength=-theme.px(4),
            tickTextOffset=theme.px(4),
            tickAlpha=255,
            hideOverlappingLabels=False,
        )
        self.setGrid(255 if self.has_grid else False)
        self.showLabel(bool(self.labelText))
        self.label.setHtml(self.labelString())

    def labelString(self) -> str:
        metrics = QFontMetricsF(theme.font(11))
        length = self.height() if self.orientation == "left" else self.width()
        room = length + theme.px(24)
        text = metrics.elidedText(self.labelText, Qt.TextElideMode.ElideRight, room)
        style = f"color: {theme.current().ink2}; font-size: {theme.px(11)}px"
        return f"<span style='{style}'>{escape(text)}</span>"  # pyqtgraph shows labels as HTML

    def resizeEvent(self, event: Any = None) -> None:
        if self.label is not None:
            self.label.setHtml(self.labelString())
        super().resizeEvent(event)
        if self.label is not None:  # pyqtgraph pushes it to the edge, under the focus ring
            inward = theme.px(_TITLE_INWARD)
            is_left = self.orientation == "left"
            self.label.moveBy(inward if is_left else 0, 0 if is_left else -inward)

    def boundingRect(self) -> QRectF:
        over = theme.px(_OVER)  # of texts at the ends, which pyqtgraph would leave out
        rect: QRectF = super().boundingRect()
        return rect.adjusted(-over, -over, over, over)

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        if self.logMode:
            return [(1.0, powers_of_ten(low, high))]
        if self.names:
            return [(1.0, self._named(low, high, size))]
        n = max(int(size / theme.px(_TICK_DISTANCE[self.orientation])), 2)
        return [(1.0, ticks(low, high, n, whole=self.whole))]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        del scale, spacing
        if self.logMode:
            return [number(round(10**value, 9)) for value in values]
        if self.names:
            names = dict(self.names)
            return [names[value] for value in values]
        return labels(values)

    def _named(self, low: float, high: float, size: float) -> list[float]:
        """Return the positions of the visible names that fit, at even distances."""
        visible = [(position, name) for position, name in self.names if low <= position <= high]
        if not visible:
            return []
        metrics = QFontMetricsF(theme.font(11))
        widest = max(metrics.horizontalAdvance(name) for _, name in visible)
        needed = widest + theme.px(_NAME_GAP) if self.orientation == "bottom" else metrics.height()
        every = stride(needed, size / len(visible))
        return [position for position, _ in visible[::every]]


def draw_note(painter: QPainter, rect: QRectF, text: str, role: str) -> None:
    """Write a text over a plot, on a pale patch of its background."""
    behind = theme.colour("surface")
    behind.setAlpha(215)
    painter.fillRect(rect, behind)
    painter.setPen(theme.colour(role))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def solid(role: str, width: float) -> QPen:
    """Return a pen of the theme whose width is in pixels, not in units of the axes."""
    pen = QPen(theme.colour(role), width * theme.scale())
    pen.setCosmetic(True)
    return pen


def dashed(role: str, width: float, pattern: Sequence[float] = (5, 3)) -> QPen:
    """Return a dashed pen of the theme; the pattern is in widths of the pen."""
    pen = solid(role, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern(list(pattern))
    return pen
