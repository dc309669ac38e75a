"""Sweeps: scores over the ranges of one or two settings, on training and validation pages.

A sweep is a run with a pane for each combination of values. A page is parsed once for all panes,
and cached results that do not depend on the swept settings are computed once.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.bootstrap import RESAMPLES
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.report import Report, Table, with_interval
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.extractors.search.base import SEED, SHARE, Axis, SearchRun, Variations, plain
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.runs.corpus_run import RunOptions
    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.scoring.results import PageResult
    from boilerscope.extractors.scoring.rows import Row

MAX_POINTS = 2_000
NEAR_BEST = 0.01
"""Points within this distance of the best mean are near it: a plateau is safer than a peak."""


@dataclass(frozen=True)
class Sweep(Variations):
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
        combinations = itertools.product(*(axis.values for axis in self.axes))
        return tuple((values, *self.settings(values)) for values in combinations)

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


class SweepRun(SearchRun):
    """Sweep over the pages with gold of a corpus, or over some of these pages.

    Parameters
    ----------
    pages, options, indices
        See `SearchRun`. The measures come from the sweep.
    sweep : Sweep
        Definition of the sweep.

    Attributes
    ----------
    table : ScoreTable
        Scores so far, with a pane for each point.
    """

    kind, kind_of_row = "sweep", "point"

    def __init__(
        self,
        pages: Sequence[ListedPage],
        sweep: Sweep,
        options: RunOptions,
        *,
        indices: Sequence[int] | None = None,
    ) -> None:
        super().__init__(pages, sweep, options, indices)
        panes = sweep.panes()
        self.sweep = sweep
        self.table = ScoreTable(pages, [pane.name for pane in panes], sweep.measures)
        self._run = CorpusRun(pages, panes, options, indices=self._rows)

    @property
    def n_runs(self) -> int:
        """Number of pages: each is run once, for all points."""
        return self.n_pages

    @property
    def digest(self) -> str:
        """SHA-256 of the finished pages."""
        return self.table.digest

    def results(self) -> Generator[PageResult, None, None]:
        """Run the points, yield every finished page, and fill the table."""
        for result in self.steered(self._run):
            self.table.add(result)
            yield result

    def result(self, *, intervals: bool = True) -> SweepResult:
        """Return the scores of the pages finished so far."""
        sweep, table = self.sweep, self.table
        sides = {"training": self.training, "validation": self.validation}
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
        return SweepResult(
            sweep, tuple(points), n_scored["training"], n_scored["validation"], sweep.current
        )

    def _means(self, mask: BoolArray, *, intervals: bool) -> dict[str, dict[str, Estimate]]:
        measures = self.sweep.measures
        board = leaderboard(
            self.table,
            mask,
            measures,
            averages=(Average.MACRO,),
            intervals=measures[:1] if intervals else (),
        )
        return {
            row.pane: {name: row.mean(name).answered for name in measures} for row in board.rows
        }

    # -- document --------------------------------------------------------------------------

    def facts(self) -> Mapping[str, Any]:
        """Return the measures."""
        return {"measures": list(self.sweep.measures)}

    def combinations(self) -> list[Row]:
        """Return a row for each point, with means and intervals of both sides."""
        result = self.result()
        best = result.best
        rows = []
        for point in result.points:
            row = self.sweep.columns(point.values)
            for side, means in (("training", point.training), ("validation", point.validation)):
                for name in self.sweep.measures:
                    estimate = means.get(name)
                    for end, part in (("", "value"), ("_low", "low"), ("_high", "high")):
                        value = None if estimate is None else getattr(estimate, part)
                        row[f"{side}_{name}{end}"] = _finite(value)
            row |= {
                "training_pages": result.n_training,
                "validation_pages": result.n_validation,
                "failed": point.n_failed,
                "problem": point.problem,
                "is_best": point is best,
                "is_present": point.values == result.present,
            }
            rows.append(row)
        return rows

    def report(self) -> Report:
        """Return a line for each point, and notes."""
        result, sweep = self.result(), self.sweep
        labels = [MEASURES[name].label for name in sweep.measures]
        header = (
            *(axis.field for axis in sweep.axes),
            *(f"{label}, training" for label in labels),
            f"{labels[0]}, validation",
            "failed",
        )
        table = Table(
            f"{sweep.pane.extractor}: {counted(result.n_training, 'training page')},"
            f" {counted(result.n_validation, 'validation page')}",
            header,
            tuple(_line(result, point) for point in result.points),
        )
        return Report((table,), tuple(self._notes(result)))

    def _notes(self, result: SweepResult) -> Iterator[str]:
        yield "* marks the best point on training pages, = the current values."
        best = result.best
        if best is not None:
            label = MEASURES[self.sweep.measures[0]].label
            training, validation = result.value(best), result.value(best, of="validation")
            yield (
                f"Report {validation:.3f}, not {training:.3f}: {label} of the best point on"
                f" validation pages, which were not used for the choice (gap {result.gap:+z.3f})."
            )
            yield (
                f"{len(result.near_best):,} of {counted(len(result.points), 'point')} near the"
                " best point."
            )
            yield from self.wider(best.values)
        yield from self.contamination(self.table)
        used = ", ".join(f"{name} {number}" for name, number in self.versions().items())
        yield (
            f"Split by site, share {self.sweep.share:g}, seed {self.sweep.seed}. Intervals: 95 %,"
            f" bootstrap of {RESAMPLES:,} resamples of pages. Corpus {self.digest[:16]}; {used}."
        )


def _line(result: SweepResult, point: SweepPoint) -> tuple[str, ...]:
    measures = result.sweep.measures
    mark = "*" if point is result.best else ""
    mark += "=" if point.values == result.present else ""
    values = [str(plain(value)) for value in point.values]
    if point.problem:
        gaps = ["-"] * (len(measures) + 1)
        return (*values, *gaps, point.problem)
    return (
        values[0] + mark,
        *values[1:],
        *(with_interval(point.training[name]) for name in measures),
        with_interval(point.validation[measures[0]]),
        f"{point.n_failed:,}",
    )


def _finite(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else value
