"""Writers of sweeps: text, Markdown or LaTeX for people; CSV, JSON lines, Parquet for programs."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.model.settings import to_table
from boilerscope.extractors.runs.score_task import versions
from boilerscope.extractors.scoring.bootstrap import RESAMPLES
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.report import Report, Table, with_interval
from boilerscope.extractors.scoring.writing import csv_rows, latex, markdown, parquet_rows, text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boilerscope.extractors.search.sweep import SweepPoint, SweepResult, SweepRun


def about(run: SweepRun) -> dict[str, Any]:
    """Return everything needed to repeat a sweep, as plain values."""
    sweep = run.sweep
    return {
        "extractor": sweep.pane.extractor,
        "settings": to_table(sweep.pane.settings, everything=True),
        "over": {axis.field: [_plain(value) for value in axis.values] for axis in sweep.axes},
        "measures": list(sweep.measures),
        "corpus": run.table.digest,
        "pages": run.n_pages,
        "share": sweep.share,
        "seed": sweep.seed,
        "resamples": RESAMPLES,
        "versions": versions(),
    }


def rows(run: SweepRun) -> list[dict[str, Any]]:
    """Return a row for each point, with everything needed to repeat the sweep."""
    result = run.result()
    repeat = json.dumps(about(run), ensure_ascii=False, sort_keys=True)
    best = result.best
    table_rows = []
    for point in result.points:
        row: dict[str, Any] = {
            axis.field: _plain(value)
            for axis, value in zip(run.sweep.axes, point.values, strict=True)
        }
        for side, means in (("training", point.training), ("validation", point.validation)):
            for name in run.sweep.measures:
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
            "about": repeat,
        }
        table_rows.append(row)
    return table_rows


def report(run: SweepRun) -> Report:
    """Return the report of a sweep: a line for each point, and notes."""
    result = run.result()
    measures = run.sweep.measures
    labels = [MEASURES[name].label for name in measures]
    header = (
        *(axis.field for axis in run.sweep.axes),
        *(f"{label}, training" for label in labels),
        f"{labels[0]}, validation",
        "failed",
    )
    table = Table(
        f"{run.sweep.pane.extractor}: {result.n_training:,} training pages,"
        f" {result.n_validation:,} validation pages",
        header,
        tuple(_line(result, point, measures) for point in result.points),
    )
    return Report((table,), tuple(_notes(run, result)))


def _line(result: SweepResult, point: SweepPoint, measures: tuple[str, ...]) -> tuple[str, ...]:
    mark = "*" if point is result.best else ""
    mark += "=" if point.values == result.present else ""
    values = [str(_plain(value)) for value in point.values]
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


def _notes(run: SweepRun, result: SweepResult) -> list[str]:
    notes = ["* marks the best point on training pages, = the current values."]
    best = result.best
    if best is not None:
        label = MEASURES[run.sweep.measures[0]].label
        training, validation = result.value(best), result.value(best, of="validation")
        notes.append(
            f"Report {validation:.3f}, not {training:.3f}: {label} of the best point on validation"
            f" pages, which were not used for the choice (gap {result.gap:+.3f})."
        )
        notes.append(
            f"{len(result.near_best):,} of {len(result.points):,} points are near the best point."
        )
    provenance = about(run)
    version = ", ".join(f"{name} {number}" for name, number in provenance["versions"].items())
    notes.append(
        f"Split by site, share {run.sweep.share:g}, seed {run.sweep.seed}. Intervals: 95 %,"
        f" bootstrap of {RESAMPLES:,} resamples of pages. Corpus {provenance['corpus'][:16]};"
        f" {version}."
    )
    return notes


def _json_lines(run: SweepRun) -> bytes:
    lines = [{"kind": "sweep", **about(run)}]
    for row in rows(run):
        del row["about"]
        lines.append({"kind": "point", **row})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def _plain(value: object) -> Any:
    return getattr(value, "value", value)


def _finite(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else value


FORMATS: Mapping[str, Callable[[SweepRun], bytes]] = {
    "table": lambda run: text(report(run)).encode(),
    "csv": lambda run: csv_rows(rows(run)),
    "jsonl": _json_lines,
    "latex": lambda run: latex(report(run)).encode(),
    "markdown": lambda run: markdown(report(run)).encode(),
    "parquet": lambda run: parquet_rows(rows(run), about(run)),
}
"""Writers by name."""
