"""Base of all plots: axes, margins, focus ring and tips in the theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt

from boilerscope.widgets import theme
from boilerscope.widgets.marks import draw_focus
from boilerscope.widgets.plots.graph import pg
from boilerscope.widgets.plots.parts import PlotAxis, PlotBox
from boilerscope.widgets.tips import Tips

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QWidget


class Room(NamedTuple):
    """Space between the edges of a plot and its axes, pixels at 100 % interface size."""

    left: float
    top: float
    right: float
    bottom: float


class Plot(pg.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no annotations
    """Plot in the theme.

    Subclasses add items of pyqtgraph, which are cut off at the axes, and draw over them in
    `draw_over`. They may replace `tip` and `restyle`.

    Parameters
    ----------
    room : Room
        Space for the axes and what is drawn beside them.
    grids : collection of str
        Axes with lines across the plot: ``left``, ``bottom``.
    moves : bool
        Whether wheel and drag move the visible part.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        room: Room,
        grids: Collection[str] = (),
        moves: bool = False,
    ) -> None:
        axes = {
            side: PlotAxis(side, has_line=side == "bottom" or not grids, has_grid=side in grids)
            for side in ("left", "bottom")
        }
        super().__init__(parent, viewBox=PlotBox(enableMenu=False), axisItems=axes)
        self.room = room
        self.axes = axes
        for axis in axes.values():
            axis.setZValue(-1000)  # grid lines are behind the items
        self.hideButtons()
        self.setMenuEnabled(False)
        self.setMouseEnabled(x=moves, y=moves)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        Tips(self.viewport(), lambda position: self.tip(QPointF(position)))
        theme.signals().changed.connect(self.restyle)

    # -- coordinates -----------------------------------------------------------------------

    @property
    def area(self) -> QRectF:
        """The rectangle between the axes, in pixels of the widget."""
        self.plotItem.layout.activate()
        rect: QRectF = self.getViewBox().sceneBoundingRect()
        return rect

    def point(self, x: float, y: float) -> QPointF:
        """Return the pixel of two values of the axes."""
        area = self.area
        (left, right), (low, high) = self.getViewBox().viewRange()
        return QPointF(
            area.left() + (x - left) / (right - left) * area.width(),
            area.bottom() - (y - low) / (high - low) * area.height(),
        )

    def values(self, position: QPointF) -> tuple[float, float]:
        """Return the values of the axes at a pixel, limited to the visible part."""
        area = self.area
        x_range, y_range = self.getViewBox().viewRange()
        return (
            _between(x_range, (position.x() - area.left()) / max(area.width(), 1.0)),
            _between(y_range, (area.bottom() - position.y()) / max(area.height(), 1.0)),
        )

    def show_range(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """Show exactly these parts of the axes."""
        self.setRange(xRange=x, yRange=y, padding=0)

    # -- what a plot may have --------------------------------------------------------------

    def tip(self, position: QPointF) -> str:
        """Return the tip at a pixel, empty for none."""
        del position
        return ""

    def draw_over(self, painter: QPainter, area: QRectF) -> None:
        """Draw over the items, also beside the axes; here, nothing."""

    def restyle(self) -> None:
        """Take colours and lengths from the theme."""
        left, top, right, bottom = (theme.px(side) for side in self.room)
        self.setBackground(theme.colour("surface"))
        self.plotItem.layout.setContentsMargins(0, top, right, 0)
        self.axes["left"].setWidth(left)
        self.axes["bottom"].setHeight(bottom)
        for axis in self.axes.values():
            axis.restyle()
        self.viewport().update()

    def close(self) -> bool:
        """Close the plot, which cannot be used afterwards."""
        if not self.closed:
            theme.signals().changed.disconnect(self.restyle)
            super().close()
        return True

    # -- events ----------------------------------------------------------------------------

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:
        super().drawForeground(painter, rect)
        painter.save()
        self.draw_over(painter, self.area)
        painter.restore()
        if self.hasFocus():
            draw_focus(painter, QRectF(self.rect()), radius=0)

    def focusInEvent(self, event: Any) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: Any) -> None:
        super().focusOutEvent(event)
        self.viewport().update()


def _between(ends: tuple[float, float], share: float) -> float:
    low, high = ends
    return low + min(max(share, 0.0), 1.0) * (high - low)
