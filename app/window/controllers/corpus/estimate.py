"""Estimate of the time of a sweep: from the run of its pane, then from earlier sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.app.window.corpus.controller import n_jobs

if TYPE_CHECKING:
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.widgets.records import PaneRecord

_READING_S = 0.02
"""Measured time to read, parse and score a page; part of every estimate."""

_SHARED = 0.25
"""Cost of another point in runs of the pane: shared stages are computed once per page."""

_START_S = 1.0
"""Time to start the worker processes."""


class SweepTime:
    """Estimates the time of sweeps, and learns from finished sweeps."""

    def __init__(self) -> None:
        self._point_s: dict[str, float] = {}
        """Time of a point on a page in the last sweep of each extractor."""

    def about(self, pane: PaneRecord, table: ScoreTable, n_points: int, n_pages: int) -> float:
        """Return the estimated time of a sweep, seconds; 0 if the pane has not run yet."""
        point_s = self._point_s.get(pane.extractor)
        if point_s is None:
            if pane.name not in table.panes:
                return 0.0
            took = table.seconds[:, table.panes.index(pane.name)]
            took = took[~np.isnan(took)]
            if not len(took):
                return 0.0
            single = float(took.mean())
            point_s = single * _SHARED + (single + _READING_S) / max(n_points, 1)
        return _START_S + n_points * n_pages * point_s / n_jobs()

    def learn(self, extractor: str, n_runs: int, seconds: float) -> None:
        """Remember the time that a number of runs took."""
        if n_runs:
            self._point_s[extractor] = max(seconds - _START_S, 0.0) * n_jobs() / n_runs
