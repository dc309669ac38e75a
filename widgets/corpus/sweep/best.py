"""Plot of a search: the score of each trial, and the best score so far on both sides."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt, Signal

from boilerscope.widgets import theme
from boilerscope.widgets.corpus.names import short_measure
from boilerscope.widgets.corpus.sweep.records import SearchView
from boilerscope.widgets.plots.graph import pg
from boilerscope.widgets.plots.parts import solid
from boilerscope.widgets.plots.plot import Plot, Room
from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QWidget

    from boilerscope.extractors.search.tune import Trial

_REACH = 8
_MARGIN = 0.015
"""Space left of 0, as a share of the trials, so that the first circle is complete."""


class BestSoFar(Plot):
    """The plot.

    Signals
    -------
    selected(int)
        Number of the trial whose dot the user clicked, from 0.
    """

    selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        room = Room(left=44, top=10, right=16, bottom=35)
        super().__init__(parent, room=room, grids=("left",))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._view = SearchView()
        self._current = -1
        self.axes["bottom"].whole = True
        self.axes["bottom"].show_title(self.tr("trial"))
        self._trials = pg.ScatterPlotItem(antialias=True)
        self._validation = pg.PlotDataItem(antialias=True)
        self._circles = pg.ScatterPlotItem(antialias=True)
        self._training = pg.PlotDataItem(antialias=True)
        self._marked = pg.ScatterPlotItem(antialias=True)
        for item in (
            self._trials,
            self._validation,
            self._circles,
            self._training,
            self._marked,
        ):
            self.addItem(item, ignoreBounds=True)
        self.restyle()

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
        self._draw()

    def steps(self) -> list[Trial]:
        """Return the trials that were the best at their end, in order."""
        best: list[Trial] = []
        for trial in sorted(self._view.ranked, key=lambda trial: trial.number):
            if not best or trial.training > best[-1].training:
                best.append(trial)
        return best

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
        if event.button() != Qt.MouseButton.LeftButton:
            return
        near = [
            ((self.point_of(trial) - event.position()).manhattanLength(), trial.number)
            for trial in self._view.ranked
        ]
        distance, chosen = min(near, default=(math.inf, -1))
        if distance <= theme.px(_REACH):
            self.selected.emit(chosen)

    def point_of(self, trial: Trial) -> QPointF:
        """Return the pixel of the dot of a trial."""
        return self.point(*self._dot(trial))

    def _dot(self, trial: Trial) -> tuple[float, float]:
        """Return the values of a dot; a worse trial than the range shows is at its lower end."""
        low, high = self._up()
        return trial.number + 1.0, max(trial.training, low + (high - low) * 0.02)

    def restyle(self) -> None:
        super().restyle()
        self._draw()

    def _draw(self) -> None:
        view = self._view
        n = float(max(view.n_trials, 2))
        self.show_range((-_MARGIN * n, n), self._up())
        dots = [self._dot(trial) for trial in view.ranked]
        marked = [self._dot(trial) for trial in view.ranked if trial.number == self._current]
        self._trials.setData(
            pos=dots, size=theme.px(4.8), pen=None, brush=theme.colour("strong_line")
        )
        self._marked.setData(
            pos=marked, size=theme.px(10), pen=None, brush=theme.colour("selection")
        )
        steps = self.steps()
        last = max((trial.number for trial in view.trials), default=0) + 1.0
        training = [(trial.number + 1.0, trial.training) for trial in steps]
        validation = [
            (trial.number + 1.0, trial.validation)
            for trial in steps
            if not math.isnan(trial.validation)
        ]
        self._training.setData(*_staircase(training, last), pen=solid("ink", 2))
        self._validation.setData(*_staircase(validation, last), pen=solid("ink3", 1.5))
        self._circles.setData(
            pos=validation, size=theme.px(8), pen=solid("ink", 1.5), brush=theme.colour("surface")
        )


def _staircase(steps: list[tuple[float, float]], last: float) -> tuple[list[float], list[float]]:
    """Return x and y of a line that keeps each score until the next."""
    x = [position for position, _ in steps for _ in range(2)]
    y = [score for _, score in steps for _ in range(2)]
    return [*x[1:], last][: len(x)], y
