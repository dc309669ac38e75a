"""Pictures of rows, kept until what they show or how it looks is another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage

from widgets import theme
from widgets.strips import pixels
from widgets.strips.pixels import Sums, Window
from widgets.strips.rows import Kind, Row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from PySide6.QtCore import QSize

_DIFFERENCES = ""


class Pictures:
    """One kept picture per row."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[object, ...], QImage]] = {}
        self._table: NDArray[np.uint32] | None = None

    def forget(self) -> None:
        """Forget all pictures: another theme or another page."""
        self._kept.clear()
        self._table = None

    def keep_only(self, rows: Iterable[Row]) -> None:
        """Forget the pictures of rows that are gone."""
        live = {_DIFFERENCES, *(row.key for row in rows)}
        self._kept = {key: kept for key, kept in self._kept.items() if key in live}

    def of_row(self, row: Row, window: Window, size: QSize, ratio: float) -> QImage:
        """Return the picture of a row.

        Parameters
        ----------
        row : Row
            What it shows.
        window : Window
            Visible part of the page.
        size : QSize
            Of the track, pixels.
        ratio : float
            Device pixels per pixel.
        """
        key = (row.sums, row.high, window, size.width(), size.height(), ratio)
        kept = self._kept.get(row.key)
        if kept is None or kept[0] != key:
            width, height = _device(size, ratio)
            kept = key, self._image(_indexes(row, window, width, height, ratio), ratio)
            self._kept[row.key] = kept
        return kept[1]

    def of_differences(self, sums: Sums, size: QSize, ratio: float) -> QImage:
        """Return the picture of where panes disagree on the whole page."""
        key = (sums, size.width(), size.height(), ratio)
        kept = self._kept.get(_DIFFERENCES)
        if kept is None or kept[0] != key:
            whole = Window(0.0, float(len(sums)))
            indexes = pixels.difference_picture(sums, whole, *_device(size, ratio))
            kept = key, self._image(indexes, ratio)
            self._kept[_DIFFERENCES] = kept
        return kept[1]

    def _image(self, indexes: pixels.IndexArray, ratio: float) -> QImage:
        if self._table is None:
            self._table = colour_table()
        colours = np.ascontiguousarray(self._table[indexes])
        height, width = colours.shape
        # the copy owns its memory; the array does not outlive this call
        image = QImage(colours.data, width, height, width * 4, QImage.Format.Format_RGB32).copy()
        image.setDevicePixelRatio(ratio)
        return image


def _device(size: QSize, ratio: float) -> tuple[int, int]:
    return max(round(size.width() * ratio), 1), max(round(size.height() * ratio), 1)


def _indexes(row: Row, window: Window, width: int, height: int, ratio: float) -> pixels.IndexArray:
    least = max(round(1.5 * theme.scale() * ratio), 1)
    if row.sums is None:
        return pixels.dot_tile(width, height)
    if row.kind is Kind.LABEL:
        scale = ratio * theme.scale()
        return pixels.label_picture(row.sums, window, width, height, scale)
    if row.kind is Kind.AGREEMENT:
        panes = round(row.high)
        return pixels.agreement_picture(row.sums, panes, window, width, height, least)
    if row.kind is Kind.CLASSES:
        return pixels.class_picture(row.sums, window, width, height)
    return pixels.amount_picture(row.sums, row.high, window, width, height, least)


def colour_table() -> NDArray[np.uint32]:
    """Return the colours of the strips in the theme in force, shape (256,), as 0xffRRGGBB."""
    table = np.zeros((256, 3), dtype=np.uint32)
    single = {
        pixels.TRACK: "raised",
        pixels.CONTENT: "content",
        pixels.SPLIT: "split",
        pixels.MISSING: "hover",
        pixels.MISSING_DOT: "control_line",
    }
    for place, role in single.items():
        table[place] = _rgb(role)
    table[pixels.HATCH : pixels.HATCH + pixels.N_HATCH] = _ramp(
        ("boilerplate_fill", "boilerplate"), pixels.N_HATCH
    )
    table[pixels.AGREEMENT : pixels.AGREEMENT + pixels.N_AGREEMENT] = _ramp(
        ("boilerplate", "split", "content"), pixels.N_AGREEMENT
    )
    table[pixels.AMOUNT : pixels.AMOUNT + pixels.N_AMOUNT] = theme.viridis(pixels.N_AMOUNT)
    for place in range(pixels.N_CLASSES):
        colour = theme.CLASS_COLOURS[place % len(theme.CLASS_COLOURS)]
        table[pixels.CLASSES + place] = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    red, green, blue = table.T
    return (0xFF000000 + red * 0x10000 + green * 0x100 + blue).astype(np.uint32)


def _rgb(role: str) -> tuple[int, int, int]:
    found = theme.colour(role)
    return found.red(), found.green(), found.blue()


def _ramp(roles: tuple[str, ...], steps: int) -> NDArray[np.uint32]:
    """Return colours from the first role to the last, shape (steps, 3)."""
    anchors = np.array([_rgb(role) for role in roles], dtype=np.float64)
    at, places = np.linspace(0, 1, steps), np.linspace(0, 1, len(roles))
    columns = [np.interp(at, places, anchors[:, channel]) for channel in range(3)]
    return np.round(np.stack(columns, axis=1)).astype(np.uint32)
