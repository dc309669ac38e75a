"""Cells of scores: a colour of viridis with the value on it, hatched without a result."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QTransform

from boilerscope.extractors.model.extraction import ANSWERED, Status
from boilerscope.extractors.scoring.table import STATUSES
from boilerscope.widgets import colours, theme
from boilerscope.widgets.corpus.cells import ramp
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QColor

    from boilerscope.extractors.page.records import FloatArray

DECIMALS = 2
_TEXT = 12
_SMALL = 11
_RING = 3.0
_VALUES = 10**DECIMALS
"""Number of values with different colours, minus 1."""
_STEP = 1_000
"""Codes of cells with the same status."""
_ANSWERS = [STATUSES.index(status) for status in ANSWERED]


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScoreCell", text)


def status_word(status: Status) -> str:
    """Return a short name for the status of a run without a result."""
    return {
        Status.ERROR: _tr("error"),
        Status.TIMEOUT: _tr("timeout"),
        Status.UNAVAILABLE: _tr("unavail."),
        Status.CANCELLED: _tr("cancelled"),
    }.get(status, status.value)


def cell_codes(values: FloatArray, status: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return a code for the content of each cell, for `CellPictures.picture`.

    Parameters
    ----------
    values : array of float
        Values from 0 to 1; NaN for a page that is not scored.
    status : array of uint8, same shape
        Codes of `boilerscope.extractors.scoring.table.STATUSES`.
    """
    hundredths = np.rint(np.nan_to_num(values, nan=-0.01) * _VALUES).astype(np.int64)
    contents = np.where(np.isin(status, _ANSWERS), hundredths + 1, 0)
    codes: NDArray[np.int64] = status.astype(np.int64) * _STEP + contents
    return codes


class CellPictures:
    """Pictures of cells, cached until theme or size change."""

    def __init__(self) -> None:
        self._pictures: dict[int, QPixmap] = {}
        self._drawn_for: tuple[object, ...] = ()
        self._ratio, self._size = 1.0, QSizeF()

    def begin(self, ratio: float, width: int, height: int) -> None:
        """Set the pixel ratio and the size of the next pictures."""
        drawn_for = (theme.current().name, theme.scale(), ratio, width, height)
        if drawn_for != self._drawn_for:
            self._pictures.clear()
            self._drawn_for = drawn_for
            self._ratio, self._size = ratio, QSizeF(width, height)

    def picture(self, code: int) -> QPixmap:
        """Return the picture of a code of `cell_codes`."""
        picture = self._pictures.get(code)
        if picture is None:
            picture = self._pictures[code] = self._paint(code)
        return picture

    def _paint(self, code: int) -> QPixmap:
        picture = QPixmap((self._size * self._ratio).toSize())
        picture.setDevicePixelRatio(self._ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        paint_code(painter, QRectF(QPointF(), self._size), code)
        painter.end()
        return picture


def paint_code(painter: QPainter, rect: QRectF, code: int) -> None:
    """Paint the cell of a code of `cell_codes`."""
    number_of_status, content = divmod(code, _STEP)
    status = STATUSES[number_of_status]
    if status is None:
        painter.fillRect(rect, theme.colour("raised"))
    elif content:
        _paint_value(painter, rect, (content - 1) / _VALUES, is_empty=status is Status.EMPTY)
    elif status in ANSWERED:
        _paint_value(painter, rect, math.nan, is_empty=False)
    else:
        paint_status(painter, rect, status)


def _paint_value(painter: QPainter, rect: QRectF, value: float, *, is_empty: bool) -> None:
    painter.setFont(theme.font(_TEXT))
    label = number(value, decimals=DECIMALS)
    if math.isnan(value):
        painter.setPen(theme.colour("ink3"))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, label)
        return
    fill = ramp(value)
    ink = colours.ink_on(fill)
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
    """Paint a hatched cell with the name of a status, if there is one."""
    painter.fillRect(rect, theme.colour("error_fill"))
    painter.save()
    painter.setOpacity(0.5)
    hatch = colours.hatch("error", every=6, width=1.6)
    hatch.setTransform(QTransform.fromScale(-1, 1))  # not the hatching of boilerplate
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
