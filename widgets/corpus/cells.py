"""Cells coloured by a value: the ramp, and ink that can be read on it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient

from widgets import theme

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

_STEPS = 256
_BRIGHT = 0.36
"""Relative luminance from which dark text is easier to read than white text."""


def ramp(share: float) -> QColor:
    """Return the colour of a share of the range, 0 to 1."""
    index = round(min(max(share, 0.0), 1.0) * (_STEPS - 1))
    return _ramp(theme.current().name)[index]


def ink_on(fill: QColor) -> QColor:
    """Return black or white, whichever is easier to read on a colour."""
    luminance = 0.2126 * _linear(fill.redF()) + 0.7152 * _linear(fill.greenF())
    luminance += 0.0722 * _linear(fill.blueF())
    return QColor("#101418" if luminance > _BRIGHT / 2 else "#FFFFFF")


def draw_cell(painter: QPainter, rect: QRectF, share: float, text: str) -> None:
    """Fill a cell with the colour of a share, and write its value on it."""
    fill = ramp(share)
    painter.fillRect(rect, fill)
    painter.setPen(ink_on(fill))
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
    return [QColor(*channels) for channels in theme.viridis(_STEPS).tolist()]


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
