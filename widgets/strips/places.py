"""Geometry of the strips: positions of columns, rows and tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRect, QRectF

from boilerscope.widgets import theme

if TYPE_CHECKING:
    from boilerscope.widgets.strips.window import Window

ROW, BAR = 18, 12
_NAMES, _VALUES = 172, 92
_NARROW, _NARROW_NAMES, _NARROW_VALUES = 620, 130, 76
_GAP = 3


def row_height() -> int:
    """Return the height of a row in pixels."""
    return theme.px(ROW)


@dataclass(frozen=True, slots=True)
class Places:
    """Positions of all parts of the strips.

    Attributes
    ----------
    width, height : int
        Size of the widget, pixels.
    n_rows : int
        Number of rows between the sections and the differences.
    scroll : int
        Scroll offset of these rows, pixels.
    window : Window
        Visible part of the page.
    n_tokens : int
        Number of tokens of the page.
    """

    width: int
    height: int
    n_rows: int
    scroll: int
    window: Window
    n_tokens: int

    @property
    def left(self) -> int:
        """Left edge of the tracks."""
        return theme.px(_NARROW_NAMES if self._is_narrow else _NAMES)

    @property
    def right(self) -> int:
        """Right edge of the tracks; the values follow."""
        values = theme.px(_NARROW_VALUES if self._is_narrow else _VALUES)
        return max(self.width - values, self.left + 8)

    @property
    def tracks(self) -> int:
        """Width of the tracks."""
        return self.right - self.left

    @property
    def axis(self) -> QRect:
        """The row of ticks."""
        return QRect(0, 0, self.width, row_height())

    @property
    def sections(self) -> QRect:
        """The row of sections."""
        return QRect(0, row_height(), self.width, row_height())

    @property
    def middle(self) -> QRect:
        """The area in which the rows scroll."""
        top = 2 * row_height()
        return QRect(0, top, self.width, max(self.bottom.top() - top, 0))

    @property
    def bottom(self) -> QRect:
        """The row of differences: below the other rows, or at the lower edge if these scroll."""
        height = row_height() + theme.px(2)
        first = 2 * row_height()
        top = max(min(first + self.n_rows * row_height(), self.height - height), first)
        return QRect(0, top, self.width, height)

    @property
    def overflow(self) -> int:
        """Height of the rows that do not fit, pixels."""
        return max(self.n_rows * row_height() - self.middle.height(), 0)

    def row(self, index: int) -> QRect:
        """Return the rectangle of a row."""
        top = 2 * row_height() + index * row_height() - self.scroll
        return QRect(0, top, self.width, row_height())

    def bar(self, area: QRect) -> QRect:
        """Return the track inside a row."""
        return QRect(self.left, area.top() + theme.px(_GAP), self.tracks, theme.px(BAR))

    def names(self, area: QRect) -> QRect:
        """Return the part of a row left of the tracks."""
        return QRect(0, area.top(), self.left, area.height())

    def values(self, area: QRect) -> QRect:
        """Return the part of a row right of the tracks."""
        left = self.right + theme.px(10)
        return QRect(left, area.top(), self.width - left - theme.px(4), area.height())

    def x_of(self, token: float) -> float:
        """Return the left edge of a token."""
        return self.left + self.window.share_of(token) * self.tracks

    def token_at(self, x: float) -> int:
        """Return the token at a position, the nearest token outside the tracks."""
        token = self.window.token_at((x - self.left) / max(self.tracks, 1))
        return min(max(int(np.floor(token)), 0), max(self.n_tokens - 1, 0))

    def row_at(self, y: float) -> int:
        """Return the row at a height, -1 for none."""
        if not self.middle.top() <= y < self.middle.top() + self.middle.height():
            return -1
        row = int((y - self.middle.top() + self.scroll) // row_height())
        return row if 0 <= row < self.n_rows else -1

    def on_page(self, start: float, end: float, min_width: float) -> QRectF:
        """Return the rectangle of a token range in the row that shows the whole page."""
        bar = self.bar(self.bottom)
        left = self.left + start / self.n_tokens * self.tracks
        width = max((end - start) / self.n_tokens * self.tracks, min_width)
        return QRectF(left, bar.top(), width, bar.height())

    @property
    def _is_narrow(self) -> bool:
        return self.width < theme.px(_NARROW)
