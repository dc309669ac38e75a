"""Colours besides those of the theme: values, classes, readable ink and hatching."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap

from boilerscope.widgets import theme

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.widgets.theme import Theme

CLASS_COLOURS = ("#009E73", "#CC79A7", "#F0E442", "#56B4E9", "#D55E00", "#8D97A2")
"""Colours of layers with classes: Okabe and Ito's colours without blue and orange, then grey."""

_READABLE = 4.5
"""Minimum contrast of text and ground."""


def viridis(steps: int = 256, scheme: Theme | None = None) -> NDArray[np.uint8]:
    """Return the value scale of a theme, by default the current theme, shape (steps, 3)."""
    scheme = scheme or theme.current()
    anchors = np.array(
        [
            (68, 1, 84),
            (71, 44, 122),
            (59, 81, 139),
            (44, 113, 142),
            (33, 144, 141),
            (39, 173, 129),
            (92, 200, 99),
            (170, 220, 50),
            (253, 231, 37),
        ],
        dtype=float,
    )
    positions = np.linspace(scheme.viridis_low, scheme.viridis_high, steps)
    anchor_positions = np.linspace(0, 1, len(anchors))
    channels = [np.interp(positions, anchor_positions, anchors[:, c]) for c in range(3)]
    return np.stack(channels, axis=1).astype(np.uint8)


def contrast(colour: QColor, other: QColor) -> float:
    """Return the contrast of two colours by WCAG 2.2, from 1 to 21."""
    light, dark = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: QColor) -> float:
    channels = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink_on(fill: QColor) -> QColor:
    """Return a colour for text on a fill: the dark ink, white or black, at least 4.5 : 1."""
    inks = (QColor(theme.LIGHT.ink), QColor("white"))
    best = max(inks, key=lambda ink: contrast(ink, fill))
    return best if contrast(best, fill) >= _READABLE else QColor("black")


def hatch(role: str = "boilerplate", *, every: int = 5, width: float = 1.2) -> QBrush:
    """Return the 45 degree hatching of boilerplate as a tiling brush.

    Parameters
    ----------
    role : str
        Colour of the lines.
    every : int
        Distance of the lines along x, pixels.
    width : float
        Line width, pixels.
    """
    return _hatch(theme.current().colour(role).rgba(), every, width)


@cache
def _hatch(rgba: int, every: int, width: float) -> QBrush:
    ratio = 2
    tile = QPixmap(every * ratio, every * ratio)
    tile.setDevicePixelRatio(ratio)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor.fromRgba(rgba), width))
    for shift in (-every, 0, every):
        painter.drawLine(shift - 1, every + 1, shift + every + 1, -1)
    painter.end()
    return QBrush(tile)
