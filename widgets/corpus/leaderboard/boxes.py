"""Rectangles of the parts of a leaderboard cell, for painting and for clicks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from boilerscope.extractors.scoring.leaderboard import BINS
from boilerscope.widgets import theme
from boilerscope.widgets.corpus.leaderboard.records import Column
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from PySide6.QtGui import QFontMetricsF

    from boilerscope.extractors.model.extraction import Status
    from boilerscope.extractors.scoring.leaderboard import Difference
    from boilerscope.widgets.corpus.leaderboard.records import Line

PAD = 8
ROW, HEADER = 30, 27

_WIDTHS: Mapping[Column, tuple[int, int, int]] = {
    Column.PANE: (178, 130, 3),
    Column.SETTINGS: (186, 100, 2),
    Column.MEAN: (258, 176, 4),
    Column.PRECISION: (74, 74, 0),
    Column.RECALL: (58, 58, 0),
    Column.FAILED: (96, 96, 0),
    Column.SPEED: (70, 70, 0),
    Column.DISTRIBUTION: (106, 106, 1),
    Column.DIFFERENCE: (142, 120, 2),
    Column.RESULTS: (110, 110, 0),
}
"""Usual and minimum width of each column, and its share of the remaining space."""

_MEAN_TEXT, _DIFFERENCE_TEXT = 60, 60
_MEAN_PAD, _DIFFERENCE_PAD = 14, 8
_ICON, _GAP = 16, 4
_BAR_TOP, _BAR_BOTTOM = 4, 3
_RESULT_BAR = 5
_END = 12
"""Margin at the right of the last column, as of the rows above the table."""


def widths(columns: Sequence[Column], room: int) -> dict[Column, int]:
    """Return the widths of columns that share some space; their sum may exceed it."""
    usual = {column: theme.px(_WIDTHS[column][0]) for column in columns}
    spare = room - sum(usual.values())
    if spare < 0:
        weights = {column: usual[column] - theme.px(_WIDTHS[column][1]) for column in columns}
        spare = max(spare, -sum(weights.values()))
    else:
        weights = {column: _WIDTHS[column][2] for column in columns}
    total = max(sum(weights.values()), 1)
    shared = {column: usual[column] + int(spare * weights[column] / total) for column in columns}
    shared[columns[0]] += spare - (sum(shared.values()) - sum(usual.values()))
    return shared


def inner(rect: QRectF) -> QRectF:
    """Return a cell without its left and right margins."""
    return rect.adjusted(theme.px(PAD), 0, -theme.px(PAD), 0)


def split_mean(rect: QRectF) -> tuple[QRectF, QRectF]:
    """Return the rectangles of the number and the axis of a mean."""
    return _split(rect, theme.px(_MEAN_TEXT), theme.px(_MEAN_PAD))


def split_difference(rect: QRectF) -> tuple[QRectF, QRectF]:
    """Return the rectangles of the number and the axis of a difference."""
    text, axis = _split(rect, theme.px(_DIFFERENCE_TEXT), theme.px(_DIFFERENCE_PAD))
    return text.translated(theme.px(PAD), 0), axis


def _split(rect: QRectF, width: float, pad: float) -> tuple[QRectF, QRectF]:
    text = QRectF(rect.left(), rect.top(), width, rect.height())
    axis = rect.adjusted(width + pad, 0, -pad, 0)
    return text.adjusted(0, 0, -theme.px(PAD), 0), axis


def counts(
    line: Line, rect: QRectF, metrics: QFontMetricsF
) -> Iterator[tuple[Status, int, QRectF]]:
    """Yield each counted status, its count, and the rectangle of icon and count."""
    left = rect.left() + theme.px(PAD)
    for status, count in line.counted():
        width = theme.px(_ICON + _GAP) + metrics.horizontalAdvance(number(count))
        yield status, count, QRectF(left, rect.top(), width, rect.height())
        left += width + theme.px(PAD)


def bars(rect: QRectF) -> list[QRectF]:
    """Return the rectangle of each bar of a distribution at the maximum height."""
    room = inner(rect).adjusted(0, theme.px(_BAR_TOP), 0, -theme.px(_BAR_BOTTOM))
    step = room.width() / BINS
    return [
        QRectF(room.left() + index * step, room.top(), step, room.height()) for index in range(BINS)
    ]


def result_bar(rect: QRectF) -> QRectF:
    """Return the rectangle of the bar of wins, ties and losses."""
    room = inner(rect).adjusted(0, 0, -theme.px(_END - PAD), 0)
    top = rect.center().y() + theme.px(5)
    return QRectF(room.left(), round(top), room.width(), theme.px(_RESULT_BAR))


def results(difference: Difference, rect: QRectF) -> list[tuple[int, QRectF]]:
    """Return the parts of the bar of wins (1), ties (0) and losses (-1)."""
    bar = result_bar(rect)
    numbers = {1: difference.wins, 0: difference.ties, -1: difference.losses}
    total = sum(numbers.values())
    rects = []
    left = bar.left()
    for sign, count in numbers.items():
        width = bar.width() * count / total if total else 0.0
        rects.append((sign, QRectF(left, bar.top(), width, bar.height())))
        left += width
    return rects
