"""Cells of scores: a colour of viridis with the value on it, hatched without a result."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QTransform

from extractors.model.extraction import Status
from widgets import theme
from widgets.corpus.cells import ramp
from widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QColor

DECIMALS = 2
_TEXT = 12
_SMALL = 11
_RING = 3.0


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScoreCell", text)


def status_word(status: Status) -> str:
    """Return the word for a run without a result, short enough for a cell."""
    return {
        Status.ERROR: _tr("error"),
        Status.TIMEOUT: _tr("timeout"),
        Status.UNAVAILABLE: _tr("unavail."),
        Status.CANCELLED: _tr("cancelled"),
    }.get(status, status.value)


class ScorePainter:
    """Paints cells, each from a picture that is kept until theme or size change."""

    def __init__(self) -> None:
        self._pictures: dict[tuple[object, ...], QPixmap] = {}
        self._drawn_for: tuple[object, ...] = ()

    def draw_value(
        self, painter: QPainter, rect: QRectF, value: float, *, is_empty: bool = False
    ) -> None:
        """Draw a value.

        Parameters
        ----------
        painter : QPainter
            Its state does not change.
        rect : QRectF
            The cell; its corner is on a whole pixel.
        value : float
            From 0 to 1; NaN is a page that does not count.
        is_empty : bool
            Whether the result is empty, which a circle shows.
        """
        label = number(value, decimals=DECIMALS)
        key = ("value", label, is_empty)
        self._draw(painter, rect, key, lambda into, box: _paint_value(into, box, value, is_empty))

    def draw_status(self, painter: QPainter, rect: QRectF, status: Status) -> None:
        """Draw a hatched cell with the reason why there is no result."""
        self._draw(
            painter, rect, ("status", status), lambda into, box: paint_status(into, box, status)
        )

    def _draw(
        self,
        painter: QPainter,
        rect: QRectF,
        key: tuple[object, ...],
        paint: Callable[[QPainter, QRectF], None],
    ) -> None:
        ratio = painter.device().devicePixelRatioF()
        drawn_for = (theme.current().name, theme.scale(), ratio, rect.width(), rect.height())
        if drawn_for != self._drawn_for:
            self._pictures.clear()
            self._drawn_for = drawn_for
        picture = self._pictures.get(key)
        if picture is None:
            picture = QPixmap((rect.size() * ratio).toSize())
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            into = QPainter(picture)
            paint(into, QRectF(QPointF(), rect.size()))
            into.end()
            self._pictures[key] = picture
        painter.drawPixmap(rect.topLeft(), picture)


def _paint_value(painter: QPainter, rect: QRectF, value: float, is_empty: bool) -> None:  # noqa: FBT001 - private, always by name in the key
    painter.setFont(theme.font(_TEXT))
    label = number(value, decimals=DECIMALS)
    if math.isnan(value):
        painter.setPen(theme.colour("ink3"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, label)
        return
    fill = ramp(value)
    ink = theme.ink_on(fill)
    painter.fillRect(rect, fill)
    painter.setPen(ink)
    if not is_empty:
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, label)
        return
    radius, gap = theme.px(_RING), theme.px(3)
    width = painter.fontMetrics().horizontalAdvance(label)
    left = rect.center().x() - (2 * radius + gap + width) / 2
    text = QRectF(left + 2 * radius + gap, rect.top(), width + 1, rect.height())
    painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, label)
    draw_ring(painter, QPointF(left + radius, rect.center().y()), ink)


def draw_ring(painter: QPainter, centre: QPointF, ink: QColor) -> None:
    """Draw the circle of an empty result."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, 1.6 * theme.scale()))
    painter.drawEllipse(centre, theme.px(_RING), theme.px(_RING))
    painter.restore()


def paint_status(painter: QPainter, rect: QRectF, status: Status | None) -> None:
    """Paint a hatched cell; without a status, without a word."""
    painter.fillRect(rect, theme.colour("error_fill"))
    painter.save()
    painter.setOpacity(0.5)
    hatch = theme.hatch("error", every=6, width=1.6)
    hatch.setTransform(QTransform.fromScale(-1, 1))  # not that of boilerplate
    painter.fillRect(rect, hatch)
    painter.restore()
    if status is None:
        return
    painter.setFont(theme.font(_SMALL))
    metrics = painter.fontMetrics()
    word = metrics.elidedText(status_word(status), Qt.TextElideMode.ElideRight, int(rect.width()))
    width = metrics.horizontalAdvance(word) + theme.px(4)
    behind = QRectF(0, 0, width, theme.px(_SMALL + 3))
    behind.moveCenter(rect.center())
    painter.fillRect(behind.intersected(rect), theme.colour("error_fill"))
    painter.setPen(theme.colour("error"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, word)
