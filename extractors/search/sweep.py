"""Sweeps: scores over the ranges of one or two settings, on training and validation pages.

A sweep is a run with a pane for each combination of values. A page is parsed once for all panes,
and cached results that do not depend on the swept settings are computed once.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors import registry
from boilerscope.extractors.errors import BoilerscopeError, SettingsError
from boilerscope.extractors.model.settings import find_knob
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun, RunOptions
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.sources.sites import training_pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Knob, Settings
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.bootstrap import Estimate

STEPS = 21
SHARE = 0.5
SEED = 20_100_204
MAX_POINTS = 2_000
NEAR_BEST = 0.01
"""Points within this distance of the best mean are near it: a plateau is safer than a peak."""

_DIGITS = 10


@dataclass(frozen=True, slots=True)
class Axis:
    """Setting with its values.

    Attributes
    ----------
    values : tuple
        Values in order.
    """

    field: str
    values: tuple[object, ...]


@dataclass(frozen=True)
class Sweep:
    """Definition of a sweep.

    Attributes
    ----------
    pane : Pane
        Extractor, and the settings that are not swept.
    axes : tuple of Axis
        One or two settings.
    measures : tuple of str
        Measures to score; the first measure determines the best point.
    share : float
        Share of the pages for training.
    seed : int
        Seed of the split.
    """

    pane: Pane
    axes: tuple[Axis, ...]
    measures: tuple[str, ...] = ("token_f1", "token_precision", "token_recall")
    share: float = SHARE
    seed: int = SEED

    def __post_init__(self) -> None:
        fields = [axis.field for axis in self.axes]
        if len(fields) not in {1, 2} or len(set(fields)) < len(fields):
            raise SettingsError(f"A sweep takes one or two different settings, got {fields}.")
        n_points = math.prod(len(axis.values) for axis in self.axes)
        if not 2 <= n_points <= MAX_POINTS:
            raise SettingsError(
                f"A sweep has 2 to {MAX_POINTS:,} points, got {n_points:,}. Change the steps."
            )

    @cached_property
    def points(self) -> tuple[tuple[tuple[object, ...], Settings | None, str], ...]:
        """Values, settings and problem of each point; the last axis varies fastest."""
        points: list[tuple[tuple[object, ...], Settings | None, str]] = []
        for values in itertools.product(*(axis.values for axis in self.axes)):
            changes = {axis.field: value for axis, value in zip(self.axes, values, strict=True)}
            try:
                points.append((values, self.pane.settings.replace(**changes), ""))
            except BoilerscopeError as error:
                points.append((values, None, str(error)))
        return tuple(points)

    def panes(self) -> tuple[Pane, ...]:
        """Return a pane for each valid point, named after its number."""
        return tuple(
            Pane(str(number), self.pane.extractor, settings)
            for number, (_, settings, _) in enumerate(self.points)
            if settings is not None
        )


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """Scores at one combination of values.

    Attributes
    ----------
    values : tuple
        Value of each setting.
    training, validation : mapping of str to Estimate
        Mean of each measure; empty if the point could not be run.
    n_failed : int
        Pages without a result.
    problem : str
        Reason why the point could not be run; else empty.
    """

    values: tuple[object, ...]
    training: dict[str, Estimate]
    validation: dict[str, Estimate]
    n_failed: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class SweepResult:
    """Scores of all points.

    Attributes
    ----------
    sweep : Sweep
        Definition of the sweep.
    points : tuple of SweepPoint
        Points in the order of `Sweep.points`.
    n_training, n_validation : int
        Number of scored training and validation pages.
    present : tuple
        Current values of the pane.
    """

    sweep: Sweep
    points: tuple[SweepPoint, ...]
    n_training: int
    n_validation: int
    present: tuple[object, ...]

    def value(self, point: SweepPoint, *, of: str = "training") -> float:
        """Return the mean of the first measure at a point; NaN if the point has no mean."""
        means: dict[str, Estimate] = getattr(point, of)
        estimate = means.get(self.sweep.measures[0])
        return math.nan if estimate is None else estimate.value

    @property
    def best(self) -> SweepPoint | None:
        """Point with the highest mean on training pages; of equal points the middle one.

        None if no point has a mean.
        """
        values = np.array([self.value(point) for point in self.points])
        if np.isnan(values).all():
            return None
        equal = np.flatnonzero(values == np.nanmax(values))
        return self.points[int(equal[(len(equal) - 1) // 2])]

    @property
    def near_best(self) -> tuple[SweepPoint, ...]:
        """Points within `NEAR_BEST` of the best point."""
        best = self.best
        if best is None:
            return ()
        lowest = self.value(best) - NEAR_BEST
        return tuple(point for point in self.points if self.value(point) >= lowest)

    @property
    def gap(self) -> float:
        """Mean of the best point on training pages minus its mean on validation pages."""
        if self.best is None:
            return math.nan
        return self.value(self.best) - self.value(self.best, of="validation")


class SweepRun:
    """Sweep over the pages with gold of a corpus, or over some of these pages.

    Parameters
    ----------
    sweep : Sweep
        Definition of the sweep.
    options : RunOptions
        Options of the run; the measures come from the sweep.
    indices : sequence of int, optional
        Numbers of the pages, such as the open page.

    Attributes
    ----------
    run : CorpusRun
        Run of the points; add its results to `table`. It can be paused and cancelled.
    table : ScoreTable
        Scores so far, with a pane for each point.
    """

    def __init__(
        self,
        pages: Sequence[ListedPage],
        sweep: Sweep,
        options: RunOptions,
        *,
        indices: Sequence[int] | None = None,
    ) -> None:
        rows = range(len(pages)) if indices is None else indices
        rows = [row for row in rows if pages[row].has_gold]
        panes = sweep.panes()
        self.sweep = sweep
        self.table = ScoreTable(pages, [pane.name for pane in panes], sweep.measures)
        self.run = CorpusRun(pages, panes, options, indices=rows)
        self.n_pages = len(rows)
        self.training = training_pages(pages, rows, sweep.share, sweep.seed)
        self._all = np.zeros(len(pages), dtype=np.bool_)
        self._all[rows] = True

    def result(self, *, intervals: bool = True) -> SweepResult:
        """Return the scores of the pages finished so far."""
        sweep, table = self.sweep, self.table
        sides = {"training": self.training, "validation": self._all & ~self.training}
        means = {name: self._means(mask, intervals=intervals) for name, mask in sides.items()}
        n_failed = table.has_failed.sum(axis=0).tolist()
        columns = {name: column for column, name in enumerate(table.panes)}
        points = [
            SweepPoint(
                values,
                means["training"].get(str(number), {}),
                means["validation"].get(str(number), {}),
                0 if settings is None else n_failed[columns[str(number)]],
                problem,
            )
            for number, (values, settings, problem) in enumerate(sweep.points)
        ]
        n_scored = {name: int((mask & table.is_scored).sum()) for name, mask in sides.items()}
        resolved = sweep.pane.settings.resolve()
        present = tuple(getattr(resolved, axis.field) for axis in sweep.axes)
        return SweepResult(
            sweep, tuple(points), n_scored["training"], n_scored["validation"], present
        )

    def _means(self, mask: BoolArray, *, intervals: bool) -> dict[str, dict[str, Estimate]]:
        board = leaderboard(self.table, mask, self.sweep.measures, intervals=intervals)
        return {row.pane: dict(row.means) for row in board.rows}


def make_axis(
    extractor: str,
    field: str,
    *,
    low: float | None = None,
    high: float | None = None,
    steps: int = STEPS,
    values: Sequence[object] | None = None,
) -> Axis:
    """Return an axis for a setting.

    Parameters
    ----------
    low, high : float, optional
        Range of a number; the declared range by default.
    steps : int
        Number of values in the range; duplicate whole numbers are left out.
    values : sequence, optional
        Values; for a switch or a choice, all values by default.

    Raises
    ------
    UnknownNameError
        If the extractor or setting does not exist.
    SettingsError
        If a range is missing or empty, or this kind of setting cannot be swept.
    """
    knob = find_knob(registry.extractor(extractor).settings_class, field)
    if values is not None:
        return Axis(field, tuple(dict.fromkeys(values)))
    if knob.kind == "bool":
        return Axis(field, (False, True))
    if knob.kind == "choice":
        return Axis(field, knob.choices)
    if knob.kind not in {"int", "float"}:
        raise SettingsError(f"{field} is not a number, a switch or a choice.", field=field)
    return Axis(field, _spaced(knob, low, high, steps))


def _spaced(knob: Knob, low: float | None, high: float | None, steps: int) -> tuple[object, ...]:
    name = knob.name
    first = knob.low if low is None else low
    last = knob.high if high is None else high
    if first is None or last is None:
        raise SettingsError(f"{name} has no declared range. Give a range, such as 0:10", field=name)
    if not first < last or steps < 2:
        requested = f"{first:g}:{last:g} in {steps} steps"
        raise SettingsError(
            f"{name}: {requested} is not a range with two values or more", field=name
        )
    spaced = np.linspace(first, last, steps).tolist()
    if knob.kind == "int":
        return tuple(dict.fromkeys(round(value) for value in spaced))
    return tuple(round(value, _DIGITS) for value in spaced)
