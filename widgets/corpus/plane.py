"""Axes of a painted plot: values to pixels and back, ticks, grid lines and labels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPen

from boilerscope.widgets import theme
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

_LABEL = 12
_FACTORS = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Plane:
    """Linear axes over a rectangle.

    Attributes
    ----------
    rect : QRectF
        The rectangle, in pixels.
    across, up : tuple of (float, float)
        Values at its left and right edges, and at its lower and upper edges.
    """

    rect: QRectF
    across: tuple[float, float]
    up: tuple[float, float]

    def x(self, value: float) -> float:
        """Return the pixel of a value of the horizontal axis."""
        low, high = self.across
        return self.rect.left() + (value - low) / (high - low) * self.rect.width()

    def y(self, value: float) -> float:
        """Return the pixel of a value of the vertical axis."""
        low, high = self.up
        return self.rect.bottom() - (value - low) / (high - low) * self.rect.height()

    def point(self, across: float, up: float) -> QPointF:
        """Return the pixel of two values."""
        return QPointF(self.x(across), self.y(up))

    def values(self, position: QPointF) -> tuple[float, float]:
        """Return the values at a pixel, limited to the axes."""
        right = (position.x() - self.rect.left()) / max(self.rect.width(), 1.0)
        upward = (self.rect.bottom() - position.y()) / max(self.rect.height(), 1.0)
        return _between(self.across, right), _between(self.up, upward)


def ticks(low: float, high: float, n: int) -> list[float]:
    """Return about `n` round values from low to high."""
    if not high > low:
        return [low]
    rough = (high - low) / max(n, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = min(
        (factor * power for factor in _FACTORS), key=lambda candidate: abs(candidate - rough)
    )
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(index * step, 12) for index in range(first, last + 1)]


def draw_up_axis(painter: QPainter, plane: Plane, values: Sequence[float]) -> None:
    """Draw a grid line and a label for each value of the vertical axis."""
    painter.setFont(theme.font(11))
    height = theme.px(_LABEL) * 1.5
    for text, value in zip(labels(values), values, strict=True):
        y = round(plane.y(value)) + 0.5
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.drawLine(QPointF(plane.rect.left(), y), QPointF(plane.rect.right(), y))
        painter.setPen(theme.colour("ink2"))
        room = QRectF(0, y - height / 2, plane.rect.left() - theme.px(7), height)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)


def draw_across_axis(painter: QPainter, plane: Plane, values: Sequence[float]) -> None:
    """Draw a label below the plane for each value of the horizontal axis."""
    draw_across_texts(painter, plane, labels(values), values)


def draw_across_texts(
    painter: QPainter, plane: Plane, texts: Sequence[str], values: Sequence[float]
) -> None:
    """Draw texts below the plane, each at a value of the horizontal axis."""
    painter.setFont(theme.font(11))
    painter.setPen(theme.colour("ink2"))
    width, top = theme.px(64), plane.rect.bottom() + theme.px(5)
    for text, value in zip(texts, values, strict=True):
        room = QRectF(plane.x(value) - width / 2, top, width, theme.px(_LABEL) * 1.3)
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter, text)


def labels(values: Sequence[float]) -> list[str]:
    """Return the texts of ticks with the same, sufficient number of decimals."""
    for decimals in range(7):
        if all(math.isclose(round(value, decimals), value, abs_tol=1e-9) for value in values):
            break
    return [
        number(value, decimals=0 if value == int(value) and decimals < 2 else decimals)
        for value in values
    ]


def spread(tops: Sequence[float], height: float, low: float, high: float) -> list[float]:
    """Return positions close to the requested positions and at least `height` apart.

    Parameters
    ----------
    tops : sequence of float
        Requested positions, in any order.
    height : float
        Minimum distance.
    low, high : float
        Limits of the positions, if the space suffices.
    """
    order = sorted(range(len(tops)), key=lambda index: tops[index])
    placed = [0.0] * len(tops)
    above = low - height
    for index in order:
        placed[index] = above = max(tops[index], above + height)
    below = high + height
    for index in reversed(order):
        placed[index] = below = min(placed[index], below - height)
    return placed


def _between(ends: tuple[float, float], share: float) -> float:
    low, high = ends
    return low + min(max(share, 0.0), 1.0) * (high - low)
