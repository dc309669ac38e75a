"""Cache of the rows' pictures; a picture is valid until its data, size or theme changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtGui import QImage

from boilerscope.widgets import colours, theme
from boilerscope.widgets.strips import pixels
from boilerscope.widgets.strips.rows import Kind, Row
from boilerscope.widgets.strips.window import Window

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from PySide6.QtCore import QSize

    from boilerscope.widgets.strips.pixels import PrefixSums

_DIFFERENCES = ""

PALE = 0.3
"""Opacity of correct text."""


class Pictures:
    """Cache with one picture for each row."""

    def __init__(self) -> None:
        self.cached: dict[str, tuple[tuple[object, ...], QImage]] = {}
        self._table: NDArray[np.uint32] | None = None

    def forget(self) -> None:
        """Remove all pictures, after a change of theme or page."""
        self.cached.clear()
        self._table = None

    def keep_only(self, rows: Iterable[Row]) -> None:
        """Remove the pictures of removed rows."""
        live = {_DIFFERENCES, *(row.key for row in rows)}
        self.cached = {key: entry for key, entry in self.cached.items() if key in live}

    def of_row(self, row: Row, window: Window, size: QSize, ratio: float) -> QImage:
        """Return the picture of a row.

        Parameters
        ----------
        window : Window
            Visible part of the page.
        size : QSize
            Size of the track, pixels.
        ratio : float
            Device pixels per pixel.
        """
        key = (row.sums, row.outcomes, row.high, window, size.width(), size.height(), ratio)
        entry = self.cached.get(row.key)
        if entry is None or entry[0] != key:
            width, height = _device(size, ratio)
            entry = key, self._image(_indexes(row, window, width, height, ratio), ratio)
            self.cached[row.key] = entry
        return entry[1]

    def of_differences(self, sums: PrefixSums, size: QSize, ratio: float) -> QImage:
        """Return the picture of the panes' differences on the whole page."""
        key = (sums, size.width(), size.height(), ratio)
        entry = self.cached.get(_DIFFERENCES)
        if entry is None or entry[0] != key:
            whole_page = Window(0.0, float(len(sums)))
            indexes = pixels.difference_picture(sums, whole_page, *_device(size, ratio))
            entry = key, self._image(indexes, ratio)
            self.cached[_DIFFERENCES] = entry
        return entry[1]

    def _image(self, indexes: pixels.IndexArray, ratio: float) -> QImage:
        if self._table is None:
            self._table = colour_table()
        painted = np.ascontiguousarray(self._table[indexes])
        height, width = painted.shape
        # The copy owns its memory; the array is freed after this call.
        image = QImage(painted.data, width, height, width * 4, QImage.Format.Format_RGB32).copy()
        image.setDevicePixelRatio(ratio)
        return image


def _device(size: QSize, ratio: float) -> tuple[int, int]:
    return max(round(size.width() * ratio), 1), max(round(size.height() * ratio), 1)


def _indexes(row: Row, window: Window, width: int, height: int, ratio: float) -> pixels.IndexArray:
    min_height = max(round(1.5 * theme.scale() * ratio), 1)
    if row.sums is None:
        return pixels.dot_tile(width, height)
    if row.kind in {Kind.GOLD, Kind.LABEL}:
        return _decided(row, row.sums, window, (width, height), ratio * theme.scale())
    if row.kind is Kind.AGREEMENT:
        panes = round(row.high)
        return pixels.agreement_picture(row.sums, panes, window, width, height, min_height)
    if row.kind is Kind.CHANGE:
        return pixels.change_picture(row.sums, window, width, height, ratio * theme.scale())
    if row.kind is Kind.CLASSES:
        return pixels.class_picture(row.sums, window, width, height)
    return pixels.amount_picture(row.sums, row.high, window, width, height, min_height)


def _decided(
    row: Row, sums: PrefixSums, window: Window, size: tuple[int, int], scale: float
) -> pixels.IndexArray:
    """Return the picture of a gold standard, of a pane's errors, or of what a pane keeps."""
    if row.kind is Kind.GOLD:
        return pixels.gold_picture(sums, window, *size, scale)
    if row.outcomes is not None:
        return pixels.error_picture(row.outcomes, sums, window, *size, scale)
    return pixels.label_picture(sums, window, *size, scale)


def colour_table() -> NDArray[np.uint32]:
    """Return the colours of the strips in the current theme, shape (256,), as 0xffRRGGBB."""
    table = np.zeros((256, 3), dtype=np.uint32)
    single = {
        pixels.TRACK: "raised",
        pixels.CONTENT: "content",
        pixels.SPLIT: "split",
        pixels.MISSING: "hover",
        pixels.MISSING_DOT: "control_line",
        pixels.TITLE: "title",
        pixels.COMMENT_LINE: "comment",
        pixels.UNDECIDED: "ink3",
    }
    for index, role in single.items():
        table[index] = _rgb(role)
    table[pixels.HATCH : pixels.HATCH + pixels.N_HATCH] = _ramp(
        ("boilerplate_fill", "boilerplate"), pixels.N_HATCH
    )
    table[pixels.PALE_CONTENT] = _pale("content")
    table[pixels.COMMENT] = _pale("comment")
    hatch = _ramp(("boilerplate_fill", "boilerplate"), pixels.N_PALE_HATCH)
    table[pixels.PALE_HATCH : pixels.PALE_HATCH + pixels.N_PALE_HATCH] = _paler(hatch)
    table[pixels.AGREEMENT : pixels.AGREEMENT + pixels.N_AGREEMENT] = _ramp(
        ("boilerplate", "split", "content"), pixels.N_AGREEMENT
    )
    table[pixels.AMOUNT : pixels.AMOUNT + pixels.N_AMOUNT] = colours.viridis(pixels.N_AMOUNT)
    for index in range(pixels.N_CLASSES):
        colour = colours.CLASS_COLOURS[index % len(colours.CLASS_COLOURS)]
        table[pixels.CLASSES + index] = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    red, green, blue = table.T
    return (0xFF000000 + red * 0x10000 + green * 0x100 + blue).astype(np.uint32)


def _pale(role: str) -> NDArray[np.uint32]:
    return _paler(np.array(_rgb(role)))


def _paler(full: NDArray[Any]) -> NDArray[np.uint32]:
    """Return colours at 30 % on the ground of the strips."""
    ground = np.array(_rgb("surface"))
    paler: NDArray[np.float64] = ground + PALE * (full.astype(np.float64) - ground)
    return np.round(paler).astype(np.uint32)


def _rgb(role: str) -> tuple[int, int, int]:
    colour = theme.colour(role)
    return colour.red(), colour.green(), colour.blue()


def _ramp(roles: tuple[str, ...], steps: int) -> NDArray[np.uint32]:
    """Return colours from the first role to the last, shape (steps, 3)."""
    anchors = np.array([_rgb(role) for role in roles], dtype=np.float64)
    positions, anchor_positions = np.linspace(0, 1, steps), np.linspace(0, 1, len(roles))
    columns = [np.interp(positions, anchor_positions, anchors[:, c]) for c in range(3)]
    return np.round(np.stack(columns, axis=1)).astype(np.uint32)
