"""Painting of the leaderboard's cells."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from boilerscope.extractors.scoring.leaderboard import BINS
from boilerscope.widgets import theme
from boilerscope.widgets.corpus.cells import ramp
from boilerscope.widgets.corpus.leaderboard import boxes
from boilerscope.widgets.corpus.leaderboard.records import RIGHT_ALIGNED, Column
from boilerscope.widgets.corpus.leaderboard.texts import (
    apart_text,
    cell_text,
    difference_text,
    failure_text,
    results_text,
    settings_chips,
)
from boilerscope.widgets.marks import draw_number
from boilerscope.widgets.panes.pane_status import style_of_result
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.scoring.leaderboard import LeaderboardRow
    from boilerscope.widgets.corpus.leaderboard.records import BoardRecord, Line
    from boilerscope.widgets.corpus.leaderboard.scales import Axis, Scales

_SIDE = 20
_DOT, _RING = 5.0, 4.5
_CAP = 5
_CHIP, _CHIP_PAD, _MORE = 20, 6, 30
_ICON = 16
_VEIL = 0.45

_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(
    Qt.TextFlag.TextSingleLine
)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter) | int(
    Qt.TextFlag.TextSingleLine
)


class CellPainter:
    """Paints cells of one leaderboard.

    Parameters
    ----------
    painter : QPainter
        The painter; its state does not change.
    scales : Scales
        Scales that all rows share.
    """

    def __init__(self, painter: QPainter, record: BoardRecord, scales: Scales) -> None:
        self._painter, self._record, self._scales = painter, record, scales

    def draw(self, line: Line, column: Column, rect: QRectF) -> None:
        """Draw a cell."""
        painter = self._painter
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_baseline = line.pane.name == self._record.baseline_name
        painter.fillRect(rect, theme.colour("raised" if is_baseline else "surface"))
        painter.setClipRect(rect)
        if column is Column.PANE:
            self._pane(line, rect)
        elif column is Column.SETTINGS:
            self._settings(line, rect)
        elif line.is_silent:
            self._failure(line, rect)
        else:
            self._figure(line, column, rect)
        if line.row is not None and line.row.is_outdated:
            self._veil(column, rect)
        painter.restore()

    # -- the pane --------------------------------------------------------------------------

    def _pane(self, line: Line, rect: QRectF) -> None:
        side = theme.px(_SIDE)
        mark = QRectF(
            rect.left() + theme.px(12), rect.top() + (rect.height() - side) / 2, side, side
        )
        is_active = line.pane.name == self._record.active
        draw_number(self._painter, mark, line.pane.number, active=is_active)
        is_outdated = line.row is not None and line.row.is_outdated
        left = mark.right() + theme.px(6)
        right = rect.right() - theme.px(boxes.PAD + (_ICON + 4 if is_outdated else 0))
        name = QRectF(left, rect.top(), right - left, rect.height())
        if line.row is not None and line.row.is_apart:
            note = theme.font(12)
            text = apart_text(self._record, line.row)
            width = QFontMetricsF(note).horizontalAdvance(text) + theme.px(4)
            self._text(name, text, size=12, role="warning", flags=_RIGHT)
            name.setRight(name.right() - width)
        self._text(name, line.pane.name, weight=600)

    def _veil(self, column: Column, rect: QRectF) -> None:
        veil = theme.colour("surface")
        veil.setAlphaF(_VEIL)
        self._painter.fillRect(rect, veil)
        if column is Column.PANE:
            side = theme.px(_ICON)
            corner = QPointF(
                rect.right() - theme.px(boxes.PAD) - side, rect.center().y() - side / 2
            )
            self._painter.drawPixmap(corner, theme.pixmap("progress-clock", _ICON, "warning"))

    def _settings(self, line: Line, rect: QRectF) -> None:
        room = boxes.inner(rect)
        chips = [chip.text for chip in settings_chips(line)]
        if not chips:
            self._text(room, cell_text(self._record, line, Column.SETTINGS), size=12, role="ink2")
            return
        self._painter.setFont(theme.font(12))
        metrics = QFontMetricsF(self._painter.font())
        left = room.left()
        n_shown = _fitting([metrics.horizontalAdvance(chip) for chip in chips], room.width())
        reserved = 0 if n_shown == len(chips) else theme.px(_MORE)
        for chip in chips[:n_shown]:
            left = self._chip(left, room.adjusted(0, 0, -reserved, 0), chip) + theme.px(4)
        if n_shown < len(chips):
            self._chip(left, room, f"+{len(chips) - n_shown}")

    def _chip(self, left: float, room: QRectF, text: str) -> float:
        """Draw a chip and return its right end; a long chip is cut at the end of the room."""
        painter, height = self._painter, theme.px(_CHIP)
        metrics = QFontMetricsF(painter.font())
        width = min(
            metrics.horizontalAdvance(text) + 2 * theme.px(_CHIP_PAD),
            max(room.right() - left, 0.0),
        )
        box = QRectF(left, room.center().y() - height / 2, width, height)
        frame = box.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.setBrush(theme.colour("raised"))
        painter.drawRoundedRect(frame, theme.px(4), theme.px(4))
        painter.setPen(theme.colour("ink"))
        pad = theme.px(_CHIP_PAD)
        inside = box.adjusted(pad, 0, -pad, 0)
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, inside.width() + 1)
        painter.drawText(inside, _LEFT, text)
        return box.right()

    def _failure(self, line: Line, rect: QRectF) -> None:
        """Draw the reason why a pane has no result, over all columns of values."""
        status = next(status for status, _ in line.counted())
        style = style_of_result(status)
        room = boxes.inner(rect)
        side = theme.px(_ICON)
        icon = theme.pixmap(style.icon, _ICON, style.role)
        self._painter.drawPixmap(QPointF(room.left(), room.center().y() - side / 2), icon)
        text = room.adjusted(side + theme.px(6), 0, 0, 0)
        self._text(text, failure_text(line), size=12, role=style.role)

    # -- values ----------------------------------------------------------------------------

    def _figure(self, line: Line, column: Column, rect: QRectF) -> None:
        row = line.row
        if column is Column.MEAN:
            self._mean(line, row, rect)
        elif column is Column.DIFFERENCE:
            self._difference(row, rect)
        elif column in RIGHT_ALIGNED:
            text = cell_text(self._record, line, column)
            self._text(boxes.inner(rect), text, flags=_RIGHT)
        elif row is None:
            self._text(boxes.inner(rect), cell_text(self._record, line, column), role="ink3")
        elif column is Column.FAILED:
            self._counts(line, rect)
        elif column is Column.DISTRIBUTION:
            self._distribution(row, rect)
        else:
            self._results(row, rect)

    def _mean(self, line: Line, row: LeaderboardRow | None, rect: QRectF) -> None:
        text, interval_box = boxes.split_mean(rect)
        axis = self._scales.mean
        self._grid(axis, interval_box, rect, "line")
        self._text(text, cell_text(self._record, line, Column.MEAN), weight=600, flags=_RIGHT)
        if row is None:
            return
        mean = self._record.mean(row)
        self._whisker(mean.answered, axis, interval_box, caps=True)
        self._dot(mean.answered, axis, interval_box, filled=True)
        if row.n_failed:
            self._dot(mean.with_failures, axis, interval_box, filled=False)

    def _difference(self, row: LeaderboardRow | None, rect: QRectF) -> None:
        text, interval_box = boxes.split_difference(rect)
        axis = self._scales.difference
        self._grid(axis, interval_box, rect, "strong_line")
        if row is None:
            return
        label = difference_text(self._record, row)
        difference = self._record.mean(row).difference
        if difference is None:
            self._text(boxes.inner(rect), label, size=12, role="ink2")
            return
        estimate = difference.estimate
        is_clear = not estimate.includes_zero
        role, weight = ("ink", 600) if is_clear else ("ink2", 400)
        self._text(text, label, role=role, weight=weight)
        self._whisker(estimate, axis, interval_box, caps=False)
        self._dot(estimate, axis, interval_box, filled=is_clear)

    def _grid(self, axis: Axis, box: QRectF, rect: QRectF, role: str) -> None:
        self._painter.setPen(QPen(theme.colour(role), 1))
        for tick in axis.ticks:
            x = round(axis.x(tick, box)) + 0.5
            self._painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))

    def _whisker(self, mean: Estimate, axis: Axis, box: QRectF, *, caps: bool) -> None:
        if math.isnan(mean.low):
            return
        painter, y = self._painter, box.center().y()
        left, right = axis.x(mean.low, box), axis.x(mean.high, box)
        painter.setPen(QPen(theme.colour("ink2"), theme.px(2)))
        painter.drawLine(QPointF(left, y), QPointF(right, y))
        if caps:
            painter.setPen(QPen(theme.colour("ink2"), max(theme.px(1.5), 1)))
            cap = theme.px(_CAP)
            for x in (left, right):
                painter.drawLine(QPointF(x, y - cap), QPointF(x, y + cap))

    def _dot(self, mean: Estimate, axis: Axis, box: QRectF, *, filled: bool) -> None:
        if math.isnan(mean.value):
            return
        painter, ink = self._painter, theme.colour("ink")
        painter.setPen(Qt.PenStyle.NoPen if filled else QPen(ink, theme.scale() * 1.5))
        painter.setBrush(ink if filled else theme.colour("surface"))
        radius = theme.scale() * (_DOT if filled else _RING)
        painter.drawEllipse(QPointF(axis.x(mean.value, box), box.center().y()), radius, radius)

    def _counts(self, line: Line, rect: QRectF) -> None:
        painter = self._painter
        painter.setFont(theme.font())
        metrics = QFontMetricsF(painter.font())
        counted = list(boxes.counts(line, rect, metrics))
        if not counted:
            text = cell_text(self._record, line, Column.FAILED)
            self._text(boxes.inner(rect), text, role="ink2", size=12)
        side = theme.px(_ICON)
        for status, count, box in counted:
            style = style_of_result(status)
            icon = theme.pixmap(style.icon, _ICON, style.role)
            painter.drawPixmap(QPointF(box.left(), box.center().y() - side / 2), icon)
            painter.setPen(theme.colour("ink"))
            painter.drawText(box, _RIGHT, number(count))

    def _distribution(self, row: LeaderboardRow, rect: QRectF) -> None:
        painter = self._painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        places = boxes.bars(rect)
        foot = round(places[0].bottom())
        painter.setPen(QPen(theme.colour("control_line"), 1))
        painter.drawLine(QPointF(places[0].left(), foot), QPointF(places[-1].right(), foot))
        for bar, (count, box) in enumerate(zip(row.distribution, places, strict=True)):
            if count:
                height = max(box.height() * math.sqrt(count / self._scales.max_pages), 1.0)
                left, right = round(box.left()), round(box.right()) - 1
                painter.fillRect(
                    QRectF(left, round(foot - height), right - left, round(height)),
                    ramp(bar / (BINS - 1)),
                )

    def _results(self, row: LeaderboardRow, rect: QRectF) -> None:
        difference = self._record.mean(row).difference
        if difference is None:
            return
        painter, bar = self._painter, boxes.result_bar(rect)
        room = boxes.inner(rect)
        text = QRectF(room.left(), rect.top(), room.width(), bar.top() - rect.top())
        self._text(text, results_text(self._record, row), size=12)
        fills = {1: "ink", 0: "track"}
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for sign, box in boxes.results(difference, rect):
            if sign in fills:
                painter.fillRect(box, theme.colour(fills[sign]))
            elif box.width() >= 1:
                painter.setPen(QPen(theme.colour("ink2"), 1))
                painter.setBrush(theme.colour("surface"))
                painter.drawRect(box.adjusted(0, 0, -1, -1))

    def _text(
        self,
        rect: QRectF,
        text: str,
        *,
        size: float = 13,
        weight: int = 400,
        role: str = "ink",
        flags: int = _LEFT,
    ) -> None:
        painter = self._painter
        painter.setFont(theme.font(size, weight))
        painter.setPen(theme.colour(role))
        metrics = QFontMetricsF(painter.font())
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 1)
        painter.drawText(rect, flags, elided)


def _fitting(advances: list[float], room: float) -> int:
    """Return the number of chips that fit beside a chip for the rest; at least 1."""
    widths = [advance + 2 * theme.px(_CHIP_PAD) + theme.px(4) for advance in advances]
    if sum(widths) <= room + theme.px(4):
        return len(widths)
    used, more = 0.0, theme.px(_MORE)
    for index, width in enumerate(widths):
        used += width
        if used + more > room:
            return max(index, 1)
    return len(widths)
