"""Overview: the mask of a whole page as a narrow column."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPen, QPixmap

from widgets import theme

if TYPE_CHECKING:
    from extractors.page.records import BoolArray
    from widgets.records import Selection


def column_parts(mask: BoolArray, height: int) -> list[tuple[int, int, bool]]:
    """Divide a column of pixels into kept and dropped parts.

    Parameters
    ----------
    mask : array of bool, shape (n_tokens,)
        Mask of the page.
    height : int
        Height in pixels; each pixel represents an equal share of the tokens.

    Returns
    -------
    list of (int, int, bool)
        Top, bottom, and whether at least half of the tokens are kept; the parts fill the column.
    """
    if height < 1 or not len(mask):
        return []
    edges = np.linspace(0, len(mask), height + 1)
    prefix_sums = np.concatenate([[0], np.cumsum(mask)])
    kept = np.interp(edges, np.arange(len(prefix_sums)), prefix_sums)
    is_kept = np.diff(kept) * 2 >= np.diff(edges)
    cuts = [0, *(np.flatnonzero(is_kept[1:] != is_kept[:-1]) + 1).tolist(), height]
    return [(top, bottom, bool(is_kept[top])) for top, bottom in itertools.pairwise(cuts)]


class MaskColumn:
    """Picture of a mask as a column, cached until mask, size or theme change."""

    def __init__(self, *, strength: float = 1.0) -> None:
        self._strength = strength
        self._mask: BoolArray | None = None
        self._picture: QPixmap | None = None
        self._key: tuple[object, ...] = ()

    def set_mask(self, mask: BoolArray | None) -> None:
        """Show another mask."""
        if mask is not self._mask:
            self._mask = mask
            self._picture = None

    def draw(self, painter: QPainter, rect: QRect) -> None:
        """Draw the column."""
        ratio = painter.device().devicePixelRatioF()
        key = (rect.size(), ratio, theme.current().name)
        if self._picture is None or key != self._key:
            self._picture, self._key = self._render(rect, ratio), key
        painter.drawPixmap(rect.topLeft(), self._picture)

    def _render(self, rect: QRect, ratio: float) -> QPixmap:
        picture = QPixmap(rect.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(theme.colour("track" if self._mask is None else "surface"))
        painter = QPainter(picture)
        painter.setOpacity(self._strength)
        for top, bottom, kept in column_parts(
            self._mask if self._mask is not None else np.zeros(0, dtype=np.bool_), rect.height()
        ):
            part = QRect(0, top, rect.width(), bottom - top)
            if kept:
                painter.fillRect(part, theme.colour("content"))
            else:
                painter.fillRect(part, theme.colour("boilerplate_fill"))
                painter.fillRect(part, theme.hatch())
        painter.end()
        return picture


def rect_of(selection: Selection, n_tokens: int, rect: QRect, min_height: int) -> QRectF:
    """Return the rectangle of a selection in a column, at least `min_height` high."""
    if not n_tokens:
        return QRectF()
    top = rect.top() + rect.height() * selection.start / n_tokens
    bottom = rect.top() + rect.height() * selection.end / n_tokens
    missing = max(min_height - (bottom - top), 0) / 2
    return QRectF(rect.left(), top - missing, rect.width(), bottom - top + 2 * missing)


def draw_frame(painter: QPainter, rect: QRectF) -> None:
    """Draw the frame of the selection in a column."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("selection"), theme.px(2)))
    painter.drawRoundedRect(rect, 2, 2)
    painter.restore()
