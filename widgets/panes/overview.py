"""Overview: the mask of a whole page as a narrow column."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPen, QPixmap

from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.widgets import colours, theme
from boilerscope.widgets.fold_text import ERRORS, KEPT_PARTS, Part

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.widgets.fold_text import PartArray
    from boilerscope.widgets.records import Selection

_PALE = 0.3  # opacity of correct text, as in the strips


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
    is_kept = _per_pixel(mask, height) * 2 >= len(mask) / height
    cuts = [0, *(np.flatnonzero(is_kept[1:] != is_kept[:-1]) + 1).tolist(), height]
    return [(top, bottom, bool(is_kept[top])) for top, bottom in itertools.pairwise(cuts)]


def error_parts(parts: PartArray, height: int) -> list[tuple[int, int, Part]]:
    """Return the errors in a column of pixels; a pixel with an error among its tokens shows it.

    Parameters
    ----------
    parts : array of int8, shape (n_tokens,)
        `Part` of each token.

    Returns
    -------
    list of (int, int, Part)
        Top, bottom, and the more frequent error of each stretch.
    """
    if height < 1 or not len(parts):
        return []
    counts = [np.zeros(height), *(_per_pixel(parts == part, height) for part in ERRORS)]
    more = np.argmax(np.stack(counts), axis=0)
    cuts = [0, *(np.flatnonzero(more[1:] != more[:-1]) + 1).tolist(), height]
    errors = list(ERRORS)
    return [
        (top, bottom, errors[more[top] - 1])
        for top, bottom in itertools.pairwise(cuts)
        if more[top] > 0
    ]


def _per_pixel(mask: BoolArray, height: int) -> FloatArray:
    """Return the number of tokens of a mask in each pixel, with fractions, shape (height,)."""
    edges = np.linspace(0, len(mask), height + 1)
    before = prefix_sums(mask)
    return np.diff(np.interp(edges, np.arange(len(before)), before))


class MaskColumn:
    """Picture of a pane's decisions as a column, cached until they, size or theme change.

    Against a gold standard, errors are strong and correct text is pale.
    """

    def __init__(self, *, strength: float = 1.0) -> None:
        self._strength = strength
        self._parts: PartArray | None = None
        self._picture: QPixmap | None = None
        self._key: tuple[object, ...] = ()

    def set_parts(self, parts: PartArray | None) -> None:
        """Show the `Part` of each token; None shows an empty column."""
        if parts is not self._parts:
            self._parts = parts
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
        parts = self._parts
        picture.fill(theme.colour("track" if parts is None else "surface"))
        if parts is None:
            return picture
        painter = QPainter(picture)
        by_errors = bool((parts >= Part.RIGHTLY_KEPT).any())
        painter.setOpacity(_PALE if by_errors else self._strength)
        for top, bottom, kept in column_parts(np.isin(parts, KEPT_PARTS), rect.height()):
            _fill(painter, QRect(0, top, rect.width(), bottom - top), kept=kept)
        painter.setOpacity(1.0)
        for top, bottom, error in error_parts(parts, rect.height()):
            height = max(bottom - top, theme.px(2))
            is_kept = error is Part.WRONGLY_KEPT
            _fill(painter, QRect(0, top, rect.width(), height), kept=is_kept)
        painter.end()
        return picture


def _fill(painter: QPainter, rect: QRect, *, kept: bool) -> None:
    if kept:
        painter.fillRect(rect, theme.colour("content"))
    else:
        painter.fillRect(rect, theme.colour("boilerplate_fill"))
        painter.fillRect(rect, colours.hatch())


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
