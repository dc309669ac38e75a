"""Scatter plot of one pane against another pane on the listed pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.averages import compared
from boilerscope.extractors.scoring.bootstrap import (
    Estimate,
    bootstrap,
    estimate,
    macro,
    without_interval,
)
from boilerscope.extractors.scoring.calibration import Calibration, calibration
from boilerscope.extractors.scoring.measures import measure_of
from boilerscope.extractors.scoring.order import EXPECTED_AXIS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, FloatArray
    from boilerscope.extractors.scoring.table import ScoreTable


@dataclass(frozen=True, slots=True, eq=False)
class Scatter:
    """Values of two panes on the pages that both answered.

    Attributes
    ----------
    rows : array of int
        Numbers of the pages.
    wins, ties, losses : int
        Numbers of pages on which the second pane is better, equal or worse.
    correlation : float
        Pearson's coefficient; NaN if it is not defined.
    n_failed : int
        Number of scored pages on which a pane failed.
    difference : Estimate
        Macro mean of the second pane minus that of the first pane on these pages.
    calibration : Calibration or None
        If the horizontal axis has the expected F1 of the pane of the vertical axis, how well it
        predicts the values.
    """

    rows: NDArray[np.int64]
    across: FloatArray
    up: FloatArray
    wins: int
    ties: int
    losses: int
    correlation: float
    n_failed: int
    difference: Estimate
    calibration: Calibration | None = None


def scatter(
    table: ScoreTable,
    mask: BoolArray,
    measure: str,
    axes: tuple[str, str],
    *,
    intervals: bool = False,
) -> Scatter:
    """Compare two panes on the scored pages among some pages.

    Parameters
    ----------
    table : ScoreTable
        Scores of the run.
    mask : array of bool, shape (n_pages,)
        Selected pages.
    measure : str
        Measure of the values.
    axes : tuple of (str, str)
        Panes of the horizontal and the vertical axis; the horizontal one may be `EXPECTED_AXIS`.
    intervals : bool
        Whether to compute an interval of the difference, which takes a second on 10,000 pages.
    """
    rows = np.flatnonzero(mask & table.counts_page)
    is_expected = axes[0] == EXPECTED_AXIS
    columns = [table.panes.index(pane) for pane in (axes[1] if is_expected else axes[0], axes[1])]
    values = table.values(measure)[rows][:, columns]
    if is_expected:
        values[:, 0] = table.expected[rows, columns[0]]
    has_values = ~np.isnan(values).any(axis=1)
    first, second = values[has_values].T
    signs = compared(second - first)
    wins, ties, losses = (int(np.count_nonzero(signs == sign)) for sign in (1, 0, -1))
    is_defined = len(first) > 1 and bool(first.std()) and bool(second.std())
    return Scatter(
        rows[has_values],
        first,
        second,
        wins,
        ties,
        losses,
        float(np.corrcoef(first, second)[0, 1]) if is_defined else np.nan,
        int(table.has_failed[rows][:, columns].any(axis=1).sum()),
        without_interval(float(second.mean() - first.mean()) if len(first) else np.nan, len(first))
        if is_expected
        else _paired(table, rows[has_values], measure, columns, intervals=intervals),
        calibration(first, second) if is_expected else None,
    )


def _paired(
    table: ScoreTable,
    rows: NDArray[np.int64],
    measure: str,
    columns: list[int],
    *,
    intervals: bool,
) -> Estimate:
    """Return the mean of the second column minus that of the first column on some pages."""
    definition = measure_of(measure)
    matrix = table.matrix(rows, (measure,))
    counts = matrix.counts(definition.counts)[:, columns]
    mean = macro(definition, counts, matrix.failed[:, columns])
    across, up = mean.value().tolist()
    value = up - across if len(rows) else float("nan")
    if not intervals:
        return without_interval(value, len(rows))
    resampled = bootstrap([mean], len(rows))[0]
    return estimate(value, resampled[:, 1] - resampled[:, 0], len(rows))
