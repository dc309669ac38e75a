"""One entry of the legend: its swatch or ramp, its letter and its label."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from boilerscope.extractors.model.gold import Outcome
from boilerscope.widgets import colours, theme
from boilerscope.widgets.marks import draw_error, draw_letter
from boilerscope.widgets.page.overlay_style import (
    AGREEMENT_BETWEEN,
    BAND_TINTS,
    CONTENT_TINT,
    LEAF_TINT,
    OPEN_TINT,
    RIGHT_TINT,
)
from boilerscope.widgets.plain import plain

_SWATCH = 24
_MARK = 16
_RAMP = 110


class EntryKind(StrEnum):
    """Kind of the swatch before the label of an entry."""

    CONTENT = "content"
    BOILERPLATE = "boilerplate"
    CLASS = "class"
    SELECTED = "selected"
    AGREEMENT = "agreement"
    RAMP = "ramp"
    MISSING = "missing"
    LEAF = "leaf"
    OPEN = "open"
    BAND = "band"
    WRONGLY_KEPT = "wrongly kept"
    MISSED = "missed"
    CORRECT = "correct"
    UNMARKED = "unmarked"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Entry:
    """Contents of one legend entry.

    Attributes
    ----------
    kind : EntryKind
        Kind of the swatch.
    label : str
        Meaning; empty if the neighbouring entries make it clear.
    letter : str
        Letter of a class.
    colour : str
        Colour of a class or a step of agreement, ``#rrggbb``.
    ends : tuple of str
        Values at both ends of a ramp.
    tick : float
        Position of the threshold on a ramp, 0 to 1; NaN for none.
    tip : str
        Tooltip.
    """

    kind: EntryKind
    label: str = ""
    letter: str = ""
    colour: str = ""
    ends: tuple[str, str] = ("", "")
    tick: float = math.nan
    tip: str = ""

    @property
    def term(self) -> str:
        """The label without its count or unit, which *What is this?* explains."""
        return self.label.partition(",")[0].partition("，")[0]


_ERRORS = {EntryKind.WRONGLY_KEPT: Outcome.WRONGLY_KEPT, EntryKind.MISSED: Outcome.MISSED}


class LegendEntry(QWidget):
    """One painted entry: swatch, letter, label."""

    def __init__(self, entry: Entry, parent: QWidget) -> None:
        super().__init__(parent)
        self._entry = entry
        self.setToolTip(plain(entry.tip))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.signals().changed.connect(self.updateGeometry)
        theme.signals().changed.connect(self.update)

    @property
    def entry(self) -> Entry:
        """The contents of the entry."""
        return self._entry

    def sizeHint(self) -> QSize:
        return QSize(round(self._lay_out(None)), theme.px(24))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._lay_out(painter)

    def _lay_out(self, painter: QPainter | None) -> float:
        """Draw the entry from left to right if there is a painter; return its width."""
        entry, x = self._entry, 0.0
        if entry.kind is EntryKind.RAMP:
            x = self._draw_text(painter, x, entry.ends[0], "ink3") + theme.px(5)
            x = self._ramp(painter, x) + theme.px(5)
            x = self._draw_text(painter, x, entry.ends[1], "ink3") + theme.px(8)
        elif entry.kind in _ERRORS:
            x = self._letter(painter, x) + theme.px(5)
        elif entry.kind is not EntryKind.WORDS:
            x = self._swatch(painter, x) + theme.px(4)
            if entry.letter:
                x = self._letter(painter, x) + theme.px(5)
        return self._draw_text(painter, x, entry.label, "ink") + theme.px(6)

    def _draw_text(self, painter: QPainter | None, x: float, text: str, role: str) -> float:
        font = theme.font(12)
        width = QFontMetricsF(font, self).horizontalAdvance(text)
        if painter is not None:
            painter.setFont(font)
            painter.setPen(theme.colour(role))
            rect = QRectF(x, 0, width + 1, self.height())
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        return x + width

    def _letter(self, painter: QPainter | None, x: float) -> float:
        side = theme.px(_MARK)
        if painter is not None:
            rect = QRectF(x, (self.height() - side) / 2, side, side)
            if self._entry.kind in _ERRORS:
                draw_error(painter, rect, _ERRORS[self._entry.kind])
            elif self._entry.letter in {"B", "C"} and self._entry.kind is not EntryKind.CLASS:
                draw_letter(painter, rect, kept=self._entry.letter == "C")
            else:
                _draw_class_letter(painter, rect, self._entry)
        return x + side

    def _swatch(self, painter: QPainter | None, x: float) -> float:
        width = theme.px(_SWATCH if self._entry.kind is not EntryKind.AGREEMENT else _MARK)
        if painter is not None:
            high = theme.px(15)
            _draw_swatch(painter, QRectF(x, (self.height() - high) / 2, width, high), self._entry)
        return x + width

    def _ramp(self, painter: QPainter | None, x: float) -> float:
        width = theme.px(_RAMP)
        if painter is not None:
            high = theme.px(10)
            rect = QRectF(x, (self.height() - high) / 2, width, high)
            painter.fillRect(rect, _ramp_gradient(rect))
            if not math.isnan(self._entry.tick):
                x_tick = rect.left() + rect.width() * self._entry.tick
                painter.setPen(QPen(theme.colour("surface"), theme.px(4)))
                top, bottom = rect.top() - theme.px(3), rect.bottom() + theme.px(3)
                painter.drawLine(QPointF(x_tick, top), QPointF(x_tick, bottom))
                painter.setPen(QPen(theme.colour("ink"), theme.px(2)))
                painter.drawLine(QPointF(x_tick, top), QPointF(x_tick, bottom))
        return x + width


def _ramp_gradient(rect: QRectF) -> QLinearGradient:
    gradient = QLinearGradient(rect.topLeft(), rect.topRight())
    ramp = colours.viridis(17, theme.LIGHT).tolist()
    for index, (red, green, blue) in enumerate(ramp):
        gradient.setColorAt(index / (len(ramp) - 1), QColor(red, green, blue))
    return gradient


def _draw_swatch(painter: QPainter, rect: QRectF, entry: Entry) -> None:
    if entry.kind is EntryKind.SELECTED:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("selection"), theme.px(2)))
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.px(3), theme.px(3))
    elif entry.kind is EntryKind.MISSING:
        _draw_missing(painter, rect)
    elif entry.kind in {EntryKind.LEAF, EntryKind.OPEN}:
        _draw_box(painter, rect, dashed=entry.kind is EntryKind.OPEN)
    elif entry.kind is EntryKind.BAND:
        _draw_band(painter, rect)
    elif entry.kind is EntryKind.CORRECT:
        _draw_correct(painter, rect)
    elif entry.kind is EntryKind.UNMARKED:
        _draw_unmarked(painter, rect)
    elif entry.kind in {EntryKind.CONTENT, EntryKind.BOILERPLATE}:
        _draw_class_swatch(painter, rect, kept=entry.kind is EntryKind.CONTENT)
    else:
        between = entry.kind is EntryKind.AGREEMENT and not entry.letter
        tint = QColor(entry.colour)
        painter.fillRect(rect, QColor("#FFFFFF"))
        tint.setAlphaF(AGREEMENT_BETWEEN if between else CONTENT_TINT)
        painter.fillRect(rect, tint)
        if entry.letter == "B":
            painter.fillRect(rect, colours.hatch())
        painter.fillRect(QRectF(rect.left(), rect.top(), theme.px(3), rect.height()), entry.colour)


def _draw_missing(painter: QPainter, rect: QRectF) -> None:
    """Draw the dots of text without a value, in the same colours as on the page."""
    painter.fillRect(rect, QColor(theme.LIGHT.hover))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.LIGHT.control_line))
    step = theme.px(5)
    for row in range(1, int(rect.height() / step) + 1):
        for column in range(1, int(rect.width() / step) + 1):
            centre = QPointF(rect.left() + (column - 0.5) * step, rect.top() + (row - 0.5) * step)
            painter.drawEllipse(centre, theme.px(1), theme.px(1))


def _draw_box(painter: QPainter, rect: QRectF, *, dashed: bool) -> None:
    """Draw a box as on the page, in the middle colour of the ramp."""
    red, green, blue = colours.viridis(3, theme.LIGHT)[1].tolist()
    colour = QColor(red, green, blue)
    painter.fillRect(rect, QColor(theme.LIGHT.surface))
    tint = QColor(colour)
    tint.setAlphaF(OPEN_TINT if dashed else LEAF_TINT)
    painter.fillRect(rect, tint)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour, theme.px(2), c=Qt.PenCapStyle.FlatCap, j=Qt.PenJoinStyle.MiterJoin)
    if dashed:
        pen.setDashPattern([3, 1.5])
    painter.setPen(pen)
    half = theme.px(2) / 2
    painter.drawRect(rect.adjusted(half, half, -half, -half))


def _draw_band(painter: QPainter, rect: QRectF) -> None:
    """Draw a separator of maximum weight."""
    painter.fillRect(rect, QColor(theme.LIGHT.surface))
    tint = QColor(theme.LIGHT.control_line)
    tint.setAlphaF(BAND_TINTS[1])
    painter.fillRect(rect.adjusted(0, theme.px(4), 0, -theme.px(4)), tint)


def _draw_correct(painter: QPainter, rect: QRectF) -> None:
    """Draw both kinds of correct text: kept at the left, dropped at the right."""
    painter.fillRect(rect, QColor(theme.LIGHT.surface))
    half = rect.width() / 2
    for left, role, tint in (
        (rect.left(), "content", RIGHT_TINT),
        (rect.left() + half, "missed", 0),
    ):
        ground, bar = QColor(theme.LIGHT.colour(role)), QColor(theme.LIGHT.colour(role))
        ground.setAlphaF(tint)
        bar.setAlphaF(0.4)
        painter.fillRect(QRectF(left, rect.top(), half, rect.height()), ground)
        painter.fillRect(QRectF(left, rect.top(), theme.px(2), rect.height()), bar)


def _draw_unmarked(painter: QPainter, rect: QRectF) -> None:
    step, side = theme.px(5), theme.px(2)
    for index in range(int(rect.height() / step) + 1):
        dot = QRectF(rect.left(), rect.top() + index * step, side, side)
        painter.fillRect(dot.intersected(rect), QColor(theme.LIGHT.control_line))


def _draw_class_swatch(painter: QPainter, rect: QRectF, *, kept: bool) -> None:
    role = "content" if kept else "boilerplate"
    painter.fillRect(rect, theme.colour(f"{role}_fill"))
    if not kept:
        painter.fillRect(rect, colours.hatch())
    bar = QRectF(rect.left(), rect.top(), theme.px(3), rect.height())
    if kept:
        painter.fillRect(bar, theme.colour(role))
        return
    painter.fillRect(bar, theme.colour("surface"))
    dash = theme.px(6)
    for top in range(0, math.ceil(rect.height()), dash + theme.px(2)):
        piece = QRectF(bar.left(), bar.top() + top, bar.width(), dash)
        painter.fillRect(piece.intersected(bar), theme.colour(role))


def _draw_class_letter(painter: QPainter, rect: QRectF, entry: Entry) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(entry.colour))
    painter.drawRoundedRect(rect, theme.px(3), theme.px(3))
    font = theme.font(11, 600)
    painter.setFont(font)
    painter.setPen(colours.ink_on(QColor(entry.colour)))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, entry.letter)
