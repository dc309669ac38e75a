"""Cells coloured by a value."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient

from boilerscope.widgets import colours, theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

_STEPS = 256


def ramp(share: float) -> QColor:
    """Return the colour of a share of the range, 0 to 1."""
    index = round(min(max(share, 0.0), 1.0) * (_STEPS - 1))
    return _ramp(theme.current().name)[index]


def draw_cell(painter: QPainter, rect: QRectF, share: float, text: str) -> None:
    """Fill a cell with the colour of a share, and write its value on it."""
    fill = ramp(share)
    painter.fillRect(rect, fill)
    painter.setPen(colours.ink_on(fill))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def draw_ramp(painter: QPainter, rect: QRectF) -> None:
    """Draw the whole ramp from left to right, for a legend."""
    gradient = QLinearGradient(rect.topLeft(), rect.topRight())
    for index in range(0, _STEPS, 15):
        share = index / (_STEPS - 1)
        gradient.setColorAt(share, ramp(share))
    painter.fillRect(rect, gradient)


@cache
def _ramp(theme_name: str) -> list[QColor]:
    del theme_name  # the key of the cache: `viridis` takes the current theme
    return [QColor(*channels) for channels in colours.viridis(_STEPS).tolist()]
