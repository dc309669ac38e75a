"""Plot of a search: the score of each trial, and the best score so far on both sides."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.names import short_measure
from boilerscope.widgets.corpus.plane import Plane, draw_across_axis, draw_up_axis, ticks
from boilerscope.widgets.corpus.sweep.records import SearchView
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent, QPaintEvent

    from boilerscope.extractors.search.tune import Trial

_REACH = 8


class BestSoFar(QWidget):
    """The plot.

    Signals
    -------
    selected(int)
        Number of the trial whose dot the user clicked, from 0.
    """

    selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._view = SearchView()
        self._current = -1
        theme.signals().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(490), theme.px(260))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(200), theme.px(110))

    def show_search(self, view: SearchView, current: int) -> None:
        """Show the trials, and mark a trial by its number."""
        self._view, self._current = view, current
        best = view.ranked[0] if view.ranked else None
        self.setAccessibleName(
            self.tr("Best so far: no trial yet")
            if best is None
            else self.tr("Best so far: trial {n}, {measure} {training} on training pages").format(
                n=number(best.number + 1),
                measure=short_measure(view.measure),
                training=number(best.training, decimals=3),
            )
        )
        self.update()

    def steps(self) -> list[Trial]:
        """Return the trials that were the best at their end, in order."""
        best: list[Trial] = []
        for trial in sorted(self._view.ranked, key=lambda trial: trial.number):
            if not best or trial.training > best[-1].training:
                best.append(trial)
        return best

    @property
    def plane(self) -> Plane:
        """The axes: trials from 1, and scores."""
        left, below, top = theme.px(44), theme.px(38), theme.px(10)
        rect = QRectF(left, top, self.width() - left - theme.px(16), self.height() - top - below)
        return Plane(rect, (0.0, float(max(self._view.n_trials, 2))), self._up())

    def _up(self) -> tuple[float, float]:
        """Return the range from the lower tenth of the scores, so that one bad trial fits in."""
        scores = sorted(trial.training for trial in self._view.ranked)
        scores += [trial.validation for trial in self.steps() if not math.isnan(trial.validation)]
        if not scores:
            return 0.0, 1.0
        n_low = len(self._view.ranked) // 10
        low, high = min(scores[n_low:]), max(scores)
        room = max((high - low) * 0.08, 0.01)
        return low - room, high + room

    def mousePressEvent(self, event: QMouseEvent) -> None:
        plane = self.plane
        near = [
            ((self.point_of(plane, trial) - event.position()).manhattanLength(), trial.number)
            for trial in self._view.ranked
        ]
        distance, chosen = min(near, default=(math.inf, -1))
        if distance <= theme.px(_REACH):
            self.selected.emit(chosen)

    @staticmethod
    def point_of(plane: Plane, trial: Trial) -> QPointF:
        """Return the position of the dot of a trial."""
        low, high = plane.up
        return plane.point(trial.number + 1, min(max(trial.training, low), high))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plane = self.plane
        draw_up_axis(painter, plane, ticks(*plane.up, max(int(plane.rect.height() / 45), 2)))
        whole_ticks = [tick for tick in ticks(*plane.across, 6) if tick == int(tick)]
        draw_across_axis(painter, plane, whole_ticks)
        painter.setPen(theme.colour("ink2"))
        below = QRectF(
            plane.rect.left(), plane.rect.bottom() + theme.px(19), plane.rect.width(), theme.px(16)
        )
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self.tr("trial"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("strong_line"))
        for trial in self._view.ranked:
            painter.drawEllipse(self.point_of(plane, trial), theme.px(2.4), theme.px(2.4))
        self._paint_steps(painter, plane)
        for trial in self._view.ranked:
            if trial.number == self._current:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.colour("selection"))
                painter.drawEllipse(self.point_of(plane, trial), theme.px(5), theme.px(5))

    def _paint_steps(self, painter: QPainter, plane: Plane) -> None:
        steps = self.steps()
        if not steps:
            return
        last = max(trial.number for trial in self._view.trials) + 1.0
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("ink3"), 1.5 * theme.scale()))
        measured = [trial for trial in steps if not math.isnan(trial.validation)]
        validation = [(trial.number + 1.0, trial.validation) for trial in measured]
        painter.drawPolyline(_staircase(plane, validation, last))
        painter.setBrush(theme.colour("surface"))
        painter.setPen(QPen(theme.colour("ink"), 1.5 * theme.scale()))
        for across, up in validation:
            painter.drawEllipse(plane.point(across, up), theme.px(4), theme.px(4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("ink"), 2 * theme.scale()))
        painter.drawPolyline(
            _staircase(plane, [(trial.number + 1.0, trial.training) for trial in steps], last)
        )


def _staircase(plane: Plane, steps: list[tuple[float, float]], last: float) -> QPolygonF:
    """Return the points of a staircase line through steps."""
    points: list[QPointF] = []
    for index, (across, up) in enumerate(steps):
        until = steps[index + 1][0] if index + 1 < len(steps) else last
        points += [plane.point(across, up), plane.point(until, up)]
    return QPolygonF(points)
