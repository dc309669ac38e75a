"""The legend of the page's heatmap: classes with swatch, letter and words; ramps with ends."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets import theme
from widgets.marks import draw_letter
from widgets.page.paint import class_letters
from widgets.records import LayerKind
from widgets.words import declared, number

if TYPE_CHECKING:
    from widgets.records import Layer

_HEIGHT = 28
_SWATCH = 24
_RAMP = 120
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine)


class Legend(QWidget):
    """One row that says what the colours over the page mean."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Legend"))
        self._layer: Layer | None = None
        self._words: tuple[str, str] = ("", "")
        self._n_panes = 0
        theme.signals().changed.connect(self._restyle)
        self._restyle()

    def show_layer(self, layer: Layer | None, n_panes: int, units: str) -> None:
        """Explain a layer.

        Parameters
        ----------
        layer : Layer or None
            What the page is coloured by.
        n_panes : int
            Panes that have a result.
        units : str
            ``words``, or ``characters`` on Chinese and Japanese pages.
        """
        self._layer, self._n_panes = layer, n_panes
        if layer is not None and layer.kind is LayerKind.LABEL:
            kept = int(np.nansum(layer.values))
            self._words = (
                self.tr("Main content, {count} {units}").format(count=number(kept), units=units),
                self.tr("Boilerplate, {count} {units}").format(
                    count=number(len(layer.values) - kept), units=units
                ),
            )
        self.setToolTip("" if layer is None else declared(layer.meaning))
        self.setAccessibleDescription(self._sentence())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(300), theme.px(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        layer = self._layer
        if layer is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font(12))
        x = float(theme.px(12))
        if layer.kind is LayerKind.LABEL:
            x = self._class(painter, x, self._words[0], kept=True)
            x = self._class(painter, x, self._words[1], kept=False)
        elif layer.kind is LayerKind.AGREEMENT:
            x = self._agreement(painter, x)
        elif layer.kind is LayerKind.AMOUNT:
            x = self._amount(painter, x, layer)
        else:
            x = self._classes(painter, x, layer)
        self._selected(painter, x)

    # -- parts -----------------------------------------------------------------------------

    def _swatch(self, x: float) -> QRectF:
        return QRectF(x, (self.height() - theme.px(14)) / 2, theme.px(_SWATCH), theme.px(14))

    def _write(self, painter: QPainter, x: float, text: str, role: str = "ink") -> float:
        painter.setPen(theme.colour(role))
        width = painter.fontMetrics().horizontalAdvance(text)
        painter.drawText(QRectF(x, 0, width + 2, self.height()), _MIDDLE, text)
        return x + width + theme.px(16)

    def _class(self, painter: QPainter, x: float, words: str, *, kept: bool) -> float:
        role = "content" if kept else "boilerplate"
        box = self._swatch(x)
        painter.fillRect(box, theme.colour(f"{role}_fill"))
        if not kept:
            painter.fillRect(box, theme.hatch())
        painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), theme.colour(role))
        side = theme.px(16)
        letter = QRectF(box.right() + theme.px(4), (self.height() - side) / 2, side, side)
        draw_letter(painter, letter, kept=kept)
        return self._write(painter, letter.right() + theme.px(6), words)

    def _agreement(self, painter: QPainter, x: float) -> float:
        total = max(self._n_panes, 1)
        for kept in range(total + 1):
            role = "boilerplate" if kept == 0 else "content" if kept == total else "split"
            box = self._swatch(x)
            colour = theme.colour(role)
            middle = 0.35 + 0.5 * kept / total
            colour.setAlphaF(0.45 if kept in {0, total} else middle)
            painter.fillRect(box, colour)
            if kept == 0:
                painter.fillRect(box, theme.hatch())
            x = self._write(painter, box.right() + theme.px(6), f"{kept}/{total}")
        return x

    def _amount(self, painter: QPainter, x: float, layer: Layer) -> float:
        name = declared(layer.label) + (f", {declared(layer.unit)}" if layer.unit else "")
        x = self._write(painter, x, name) - theme.px(4)
        x = self._write(painter, x, "0", "ink2") - theme.px(10)
        box = QRectF(x, (self.height() - theme.px(12)) / 2, theme.px(_RAMP), theme.px(12))
        painter.drawImage(box, _ramp())
        if 0 <= layer.threshold <= layer.high:
            at = box.left() + box.width() * layer.threshold / layer.high
            painter.setPen(QPen(theme.colour("ink"), theme.px(2)))
            painter.drawLine(QPointF(at, box.top() - 3), QPointF(at, box.bottom() + 3))
        high = number(layer.high) + ("+" if layer.clipped else "")
        x = self._write(painter, box.right() + theme.px(6), high, "ink2")
        if not math.isnan(layer.threshold):
            words = self.tr("threshold {value}").format(value=number(layer.threshold))
            x = self._write(painter, x, words, "ink2")
        return x

    def _classes(self, painter: QPainter, x: float, layer: Layer) -> float:
        letters = class_letters(layer.classes)
        held = {int(value) for value in np.unique(layer.values) if not math.isnan(value)}
        for place, (name, letter) in enumerate(zip(layer.classes, letters, strict=True)):
            if place not in held:
                continue
            box = self._swatch(x)
            colour = QColor(theme.CLASS_COLOURS[place % len(theme.CLASS_COLOURS)])
            painter.fillRect(box, colour)
            painter.setPen(QColor("#14171B" if colour.lightness() > 130 else "#FFFFFF"))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), letter)
            x = self._write(painter, box.right() + theme.px(6), name.lower().replace("_", " "))
        return x

    def _selected(self, painter: QPainter, x: float) -> None:
        words = self.tr("Selected")
        needed = theme.px(_SWATCH + 6) + painter.fontMetrics().horizontalAdvance(words)
        if x + needed > self.width():
            return
        painter.setBrush(theme.colour("selection_fill"))
        painter.setPen(QPen(theme.colour("selection"), theme.px(2)))
        box = self._swatch(x)
        painter.drawRoundedRect(box, 2, 2)
        self._write(painter, box.right() + theme.px(6), words)

    def _sentence(self) -> str:
        layer = self._layer
        if layer is None:
            return ""
        if layer.kind is LayerKind.LABEL:
            return "; ".join(self._words)
        if layer.kind is LayerKind.AMOUNT:
            return f"{declared(layer.label)}, 0 … {number(layer.high)} {declared(layer.unit)}"
        return declared(layer.label)

    def _restyle(self) -> None:
        self.setFixedHeight(theme.px(_HEIGHT))
        self.update()


def _ramp() -> QImage:
    """Return the amount scale as a picture of one row."""
    colours = theme.viridis(128)
    row = np.ascontiguousarray(colours[None, :, :])
    return QImage(row.data, 128, 1, 128 * 3, QImage.Format.Format_RGB888).copy()
