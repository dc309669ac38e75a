"""What if: token F1 over the setting of the selected rule, and the two ways to use it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.losses.records import WhatIf
from boilerscope.widgets.corpus.names import signed
from boilerscope.widgets.empty_note import EmptyNote
from boilerscope.widgets.labels import ElidedLabel, TextLabel
from boilerscope.widgets.plain import plain
from boilerscope.widgets.plots.area import Band
from boilerscope.widgets.plots.graph import pg
from boilerscope.widgets.plots.parts import dashed, draw_note, solid
from boilerscope.widgets.plots.plot import Plot, Room
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter


class WhatIfCurve(Plot):
    """The curve with its interval, the present value and the best value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, room=Room(44, 22, 14, 32), grids=("left",))
        self._shown = WhatIf()
        self._band, self._line = Band(), pg.PlotDataItem(connect="finite", antialias=True)
        self._dots = pg.ScatterPlotItem(size=4, pen=None, antialias=True)
        for item in (self._band, self._line, self._dots):
            self.addItem(item, ignoreBounds=True)
        self.restyle()

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(180), theme.px(110))

    def sizeHint(self) -> QSize:
        return QSize(theme.px(290), theme.px(160))

    def show_curve(self, shown: WhatIf) -> None:
        """Show another curve."""
        self._shown = shown
        self._draw()
        self.viewport().update()

    def restyle(self) -> None:
        super().restyle()
        self._draw()

    def tip(self, position: QPointF) -> str:
        """Return value, mean and interval of the nearest point."""
        shown = self._shown
        if not shown.x:
            return ""
        index = int(np.argmin(np.abs(np.array(shown.x) - self.values(position)[0])))
        text = f"{shown.field} {number(shown.x[index])}"
        if math.isnan(shown.y[index]):
            return str(self.tr("{setting}: not run")).format(setting=text)
        text = f"{text}: F1 {number(shown.y[index], decimals=3)}"
        if math.isnan(shown.low[index]):
            return text
        low, high = (number(ends[index], decimals=3) for ends in (shown.low, shown.high))
        return str(self.tr("{mean}, {low} to {high}")).format(mean=text, low=low, high=high)

    def _draw(self) -> None:
        shown = self._shown
        x, y = np.array(shown.x), np.array(shown.y)
        ends = np.array([shown.low, shown.high])
        known = np.concatenate([y, *ends, [shown.now_mean]]) if len(x) else np.zeros(0)
        known = known[~np.isnan(known)]
        if not len(known):
            self._band.setVisible(False)
            self._line.setData([], [])
            self._dots.setData([], [])
            return
        room = max(float(known.max() - known.min()) * 0.12, 0.005)
        width = float(x.max() - x.min()) or 1.0
        self.show_range(
            (float(x.min()), float(x.min()) + width),
            (
                float(known.min()) - room,
                float(known.max()) + room,
            ),
        )
        self._band.setVisible(True)
        self._band.show_band(x, ends[0], ends[1], theme.colour("hover"))
        self._line.setData(x, y, pen=solid("ink", 1.8))
        self._dots.setData(x[~np.isnan(y)], y[~np.isnan(y)], brush=theme.colour("ink"))

    def draw_over(self, painter: QPainter, area: QRectF) -> None:
        shown = self._shown
        if not shown.x:
            return
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        self._draw_now(painter, area)
        if not math.isnan(shown.best) and shown.best != shown.now:
            self._draw_best(painter, area)
        painter.setFont(theme.font(11))
        painter.setPen(theme.colour("ink2"))
        below = QRectF(area.left(), self.height() - theme.px(15), area.width(), theme.px(14))
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, shown.field)

    def _draw_now(self, painter: QPainter, area: QRectF) -> None:
        shown = self._shown
        if math.isnan(shown.now):
            self._draw_automatic(painter, area)
            return
        x = min(max(self.point(shown.now, 0.0).x(), area.left()), area.right())
        painter.setPen(dashed("ink", 1.3, (3.0, 2.5)))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        text = self.tr("now {value}").format(value=number(shown.now))
        mean = shown.y[shown.x.index(shown.now)] if shown.now in shown.x else math.nan
        if not math.isnan(mean):
            text = f"{text}: {number(mean, decimals=3)}"
        self._note(painter, area, x, area.top() - theme.px(18), text)

    def _draw_automatic(self, painter: QPainter, area: QRectF) -> None:
        """Draw the present mean as a level: an automatic value has no place on the axis."""
        mean = self._shown.now_mean
        if math.isnan(mean):
            return
        y = self.point(0.0, mean).y()
        painter.setPen(dashed("ink", 1.3, (3.0, 2.5)))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        text = self.tr("now automatic: {mean}").format(mean=number(mean, decimals=3))
        self._note(painter, area, area.left(), area.top() - theme.px(18), text)

    def _draw_best(self, painter: QPainter, area: QRectF) -> None:
        shown = self._shown
        mean = shown.y[shown.x.index(shown.best)]
        tip = self.point(shown.best, mean)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("ink"))
        painter.drawEllipse(tip, theme.px(4), theme.px(4))
        text = self.tr("best {value}: {mean}").format(
            value=number(shown.best), mean=number(mean, decimals=3)
        )
        top = tip.y() - theme.px(20)
        if top < area.top():
            top = tip.y() + theme.px(6)
        self._note(painter, area, tip.x(), top, text)

    def _note(self, painter: QPainter, area: QRectF, x: float, top: float, text: str) -> None:
        painter.setFont(theme.font(11, 600))
        width = painter.fontMetrics().horizontalAdvance(text) + theme.px(4)
        right = area.right() + theme.px(12)
        left = min(max(x - width / 2, area.left()), right - width)
        draw_note(painter, QRectF(left, top, width, theme.px(15)), text, "ink")


class WhatIfView(QWidget):
    """Curve with its heading, the sentence about the best value, and buttons.

    Signals
    -------
    applied()
        Set the best value in the pane.
    sweep_asked()
        Open the sweep with this setting.
    run_asked()
        Run the values.
    """

    applied = Signal()
    sweep_asked = Signal()
    run_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("whatIfCorpus")
        self.setProperty("role", "surface")
        self.shown = WhatIf()
        self._title = TextLabel(self.tr("What if"), weight=600)
        self.facts = ElidedLabel(size=12, role="ink2")
        self.facts.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.curve = WhatIfCurve()
        self.sentence = TextLabel(size=12, wrap=True)
        self.apply = QPushButton()
        self.sweep = QPushButton(self.tr("Open in Sweep"))
        self.verdict = TextLabel(size=12, role="ink2", wrap=True)
        self.empty = EmptyNote()
        self.apply.clicked.connect(self.applied)
        self.sweep.clicked.connect(self.sweep_asked)
        self.empty.chosen.connect(lambda _command: self.run_asked.emit())
        self._assemble()
        self.show_curve(WhatIf())

    def entry(self) -> QWidget | None:
        """Return the widget that takes the focus."""
        return self.apply if self.apply.isVisible() and self.apply.isEnabled() else None

    def show_curve(self, shown: WhatIf) -> None:
        """Show the curve of a setting, or why there is none."""
        self.shown = shown
        has_curve = bool(shown.x)
        self._stack.setCurrentIndex(int(has_curve))
        self.facts.setText(self._facts(shown))
        self.facts.setToolTip(plain(self._source(shown)))
        if not has_curve:
            text = shown.note or self.tr("This rule has no threshold.")
            self.empty.show_note(text, [("run", shown.offer)] if shown.offer else [])
            return
        self.curve.show_curve(shown)
        self.curve.setAccessibleName(self.tr("Token F1 over {setting}").format(setting=shown.field))
        is_better = not math.isnan(shown.best) and shown.best != shown.now
        self.sentence.setText(self._sentence(shown) if is_better else shown.note)
        self.apply.setVisible(is_better and shown.can_apply)
        self.apply.setText(self.tr("Apply to pane {number}").format(number=number(shown.pane)))
        self.apply.setProperty("role", "primary" if shown.is_clear else "")
        self.apply.style().polish(self.apply)
        self.verdict.setText(self._verdict(shown) if is_better else self._no_gain(shown))

    def _facts(self, shown: WhatIf) -> str:
        if not shown.x:
            return ""
        values = self.tr("{field}, {n} values").format(field=shown.field, n=number(len(shown.x)))
        if shown.is_stored:
            return self.tr("{values}, from stored quantities").format(values=values)
        if shown.note or not shown.seconds:
            return values
        return self.tr("{values}, {seconds} s").format(
            values=values, seconds=number(max(round(shown.seconds), 1))
        )

    def _source(self, shown: WhatIf) -> str:
        """Return where the values come from, as a tip."""
        if not shown.x:
            return ""
        if shown.is_stored:
            return self.tr(
                "Only the last step reads this setting, so the measured quantity of each block"
                " decides exactly. Nothing was run."
            )
        return self.tr("The stored quantities do not decide, so the pane was run with each value.")

    def _sentence(self, shown: WhatIf) -> str:
        difference, low, high = shown.difference
        now = self.tr("automatic") if math.isnan(shown.now) else number(shown.now)
        change = f"{now} → {number(shown.best)}: F1 {signed(difference)}"
        if math.isnan(low):
            return change
        return self.tr("{change}, {low} to {high}").format(
            change=change, low=signed(low), high=signed(high)
        )

    def _verdict(self, shown: WhatIf) -> str:
        if math.isnan(shown.difference[1]):
            return shown.note
        if shown.is_clear:
            return self.tr("Chosen on the pages that score it: check it in Sweep.")
        return self.tr("Not a clear gain: the interval includes 0.")

    def _no_gain(self, shown: WhatIf) -> str:
        if shown.note or math.isnan(shown.now_mean):
            return ""
        if math.isnan(shown.now):
            return self.tr("No value for all pages is better than the automatic ones.")
        return self.tr("No value is better than the present value.")

    def _assemble(self) -> None:
        head = theme.spaced(QHBoxLayout(), (12, 6, 12, 2), 8)
        head.addWidget(self._title)
        head.addWidget(self.facts, 1)
        buttons = theme.spaced(QHBoxLayout(), spacing=8)
        for button in (self.apply, self.sweep):
            buttons.addWidget(button)
        buttons.addStretch(1)
        filled = QWidget()
        column = theme.spaced(QVBoxLayout(filled), (12, 0, 12, 6), 4)
        column.addWidget(self.curve, 1)
        column.addWidget(self.sentence)
        column.addLayout(buttons)
        column.addWidget(self.verdict)
        body = QWidget()
        self._stack = QStackedLayout(body)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(filled)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(body, 1)
