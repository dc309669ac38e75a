"""Headings of the leaderboard; the heading of the mean has the ticks of its axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.leaderboard import boxes
from boilerscope.widgets.corpus.leaderboard.records import COLUMNS, RIGHT_ALIGNED, Column
from boilerscope.widgets.corpus.leaderboard.texts import heading
from boilerscope.widgets.plots.ticks import labels, stride
from boilerscope.widgets.tables.heading import PaintedHeading

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtWidgets import QWidget

    from boilerscope.widgets.corpus.leaderboard.model import BoardModel
    from boilerscope.widgets.corpus.leaderboard.scales import Axis

_ARROW = 14
_TICK_GAP = 10
"""Minimum space between the labels of two ticks."""


def labelled_ticks(axis: Axis, rect: QRectF, metrics: QFontMetricsF) -> list[tuple[str, float]]:
    """Return the labels that fit on an axis, each with the pixel of its tick.

    Return all labels if they fit, else every second, third and so on; always including the first.
    """
    texts = labels(axis.ticks)
    places = [axis.x(tick, rect) for tick in axis.ticks]
    if len(places) < 2:
        return list(zip(texts, places, strict=True))
    width = max(metrics.horizontalAdvance(text) for text in texts) + theme.px(_TICK_GAP)
    return list(zip(texts, places, strict=True))[:: stride(width, places[1] - places[0])]


class BoardHeader(PaintedHeading):
    """Headings of the columns; the heading of the mean has the ticks of its axis."""

    def __init__(self, model: BoardModel, parent: QWidget) -> None:
        super().__init__(parent, sorts=True)
        self._model = model

    def draw_heading(self, painter: QPainter, rect: QRect, column: int) -> None:
        self._paint(painter, COLUMNS[column], QRectF(rect))

    def _paint(self, painter: QPainter, column: Column, rect: QRectF) -> None:
        record = self._model.record
        is_sorted = column is record.sort_column and record.is_sorted and self._model.is_in_order
        room = boxes.inner(rect)
        if column is Column.PANE:
            room.setLeft(rect.left() + theme.px(38))
        elif column is Column.MEAN:
            room, axis = boxes.split_mean(rect)
            self._ticks(painter, axis)
        painter.setFont(theme.font(12, 600 if is_sorted else 400))
        painter.setPen(theme.colour("ink" if is_sorted else "ink2"))
        is_right = column is Column.MEAN or column in RIGHT_ALIGNED
        side = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
        metrics = QFontMetricsF(painter.font())
        text = metrics.elidedText(
            heading(record, column), Qt.TextElideMode.ElideRight, room.width() + 1
        )
        painter.drawText(room, int(side | Qt.AlignmentFlag.AlignVCenter), text)
        if is_sorted:
            arrow, width = theme.px(_ARROW), metrics.horizontalAdvance(text)
            left = room.right() - width - arrow - 2 if is_right else room.left() + width + 2
            name = "arrow-up" if record.is_reversed else "arrow-down"
            corner = QPointF(left, rect.center().y() - arrow / 2)
            painter.drawPixmap(corner, theme.pixmap(name, _ARROW, "ink"))

    def _ticks(self, painter: QPainter, axis_rect: QRectF) -> None:
        painter.setFont(theme.font(11))
        painter.setPen(theme.colour("ink2"))
        width, metrics = theme.px(60), QFontMetricsF(painter.font())
        for text, x in labelled_ticks(self._model.scales.mean, axis_rect, metrics):
            room = QRectF(x - width / 2, axis_rect.top(), width, axis_rect.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
