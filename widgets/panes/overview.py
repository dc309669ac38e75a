"""A whole page as one narrow column: what was kept, from top to bottom."""

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


def stretches(mask: BoolArray, height: int) -> list[tuple[int, int, bool]]:
    """Return what each part of a column of pixels shows.

    Parameters
    ----------
    mask : array of bool, shape (n_tokens,)
        Kept tokens.
    height : int
        Pixels; each stands for an equal share of the tokens.

    Returns
    -------
    list of (int, int, bool)
        Top, bottom, and whether most of the tokens are kept; they fill the column.
    """
    if height < 1 or not len(mask):
        return []
    edges = np.linspace(0, len(mask), height + 1)
    so_far = np.concatenate([[0], np.cumsum(mask)])
    kept = np.interp(edges, np.arange(len(so_far)), so_far)
    major = np.diff(kept) * 2 >= np.diff(edges)
    cuts = [0, *(np.flatnonzero(major[1:] != major[:-1]) + 1).tolist(), height]
    return [(top, bottom, bool(major[top])) for top, bottom in itertools.pairwise(cuts)]


class MaskColumn:
    """Draws a mask as a column and keeps the picture until mask, size or theme change."""

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
            self._picture, self._key = self._made(rect, ratio), key
        painter.drawPixmap(rect.topLeft(), self._picture)

    def _made(self, rect: QRect, ratio: float) -> QPixmap:
        picture = QPixmap(rect.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(theme.colour("track" if self._mask is None else "surface"))
        painter = QPainter(picture)
        painter.setOpacity(self._strength)
        for top, bottom, kept in stretches(
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


def place_of(selection: Selection, n_tokens: int, rect: QRect, least: int) -> QRectF:
    """Return where a selection stands in a column, at least so many pixels high."""
    if not n_tokens:
        return QRectF()
    top = rect.top() + rect.height() * selection.start / n_tokens
    bottom = rect.top() + rect.height() * selection.end / n_tokens
    missing = max(least - (bottom - top), 0) / 2
    return QRectF(rect.left(), top - missing, rect.width(), bottom - top + 2 * missing)


def draw_frame(painter: QPainter, rect: QRectF) -> None:
    """Draw the selection's frame round a place in a column."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("selection"), theme.px(2)))
    painter.drawRoundedRect(rect, 2, 2)
    painter.restore()
