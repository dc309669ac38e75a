"""Export of the corpus view: leaderboard, pages, groups and trials, with their provenance."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.model.settings import to_table
from boilerscope.extractors.runs.score_task import scored_run
from boilerscope.extractors.scoring import record
from boilerscope.extractors.scoring.column_writing import FORMATS as SWEEP_FORMATS
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.report import Report, Table, report
from boilerscope.extractors.scoring.results import ANSWERED, PageStatus
from boilerscope.extractors.scoring.rows import mean_rows, page_rows
from boilerscope.extractors.scoring.summary import summarize, summarize_groups
from boilerscope.extractors.scoring.writing import csv_rows, latex, markdown, parquet_rows
from boilerscope.extractors.search.tune import TuneRun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.scoring.order import PageFilter
    from boilerscope.extractors.scoring.results import PaneScore, ScoredRun, ScoreOptions
    from boilerscope.extractors.scoring.rows import Row
    from boilerscope.extractors.scoring.table import ScoreTable
    from boilerscope.extractors.search.sweep import SweepRun

SUFFIXES: Mapping[str, str] = {
    "csv": ".csv",
    "latex": ".tex",
    "markdown": ".md",
    "parquet": ".parquet",
}
"""File suffixes by format."""


class Part(StrEnum):
    """Part of the corpus view to export."""

    LEADERBOARD = "leaderboard"
    PAGES = "pages"
    GROUPS = "groups"
    SWEEP = "sweep"
    TRIALS = "trials"


@dataclass(frozen=True, slots=True)
class CorpusExport:
    """Tables and rows to write.

    Attributes
    ----------
    part : Part
        Part to write: leaderboard, pages or groups.
    format : str
        A name in `SUFFIXES`.
    measure : str
        Measure of the table of pages.
    by : str
        Property that forms the groups, see `boilerscope.extractors.scoring.groups.GROUPS`.
    baseline : str
        Pane that other panes are compared with; the first pane if empty.
    about : mapping
        Provenance in addition to the run: filter, number of the run.
    """

    part: Part
    format: str
    measure: str = "token_f1"
    by: str = "type"
    baseline: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)


def run_of_table(
    table: ScoreTable, rows: Iterable[int], panes: Sequence[Pane], options: ScoreOptions
) -> ScoredRun:
    """Return some pages of a table as a run; pages without an outcome of every pane are left out.

    Parameters
    ----------
    rows : iterable of int
        Numbers of the pages, in the order in which they are written.
    panes : sequence of Pane
        Panes with the settings of the results.
    options : ScoreOptions
        Options of the scoring.
    """
    names = [pane.name for pane in panes]
    scores_by_page: list[list[PaneScore]] = []
    for row in rows:
        scores = {score.pane: score for score in table.scores(row)}
        if all(name in scores for name in names):
            scores_by_page.append([scores[name] for name in names])
    return scored_run(scores_by_page, panes, options)


def write(run: ScoredRun, export: CorpusExport) -> bytes:
    """Return a leaderboard, pages or groups as a file.

    Raises
    ------
    ScoreError
        If Parquet cannot be written here.
    """
    about = {**record.about(run), **export.about}
    if export.part is Part.PAGES:
        return _written(list(page_rows(run)), _pages_report(run, export), about, export)
    baseline = export.baseline or None
    summaries = {"all": [summarize(run, baseline=baseline)]}
    if export.part is Part.GROUPS:
        summaries[export.by] = summarize_groups(run, export.by, baseline=baseline)
    rows = list(mean_rows(run, summaries))
    full_report = report(run, summaries)
    if export.part is Part.GROUPS:
        rows = [row for row in rows if row["by"] != "all"]
        full_report = Report(full_report.tables[-1:], full_report.notes)
    return _written(rows, full_report, about, export)


def write_trials(run: SweepRun | TuneRun, format_name: str) -> bytes:
    """Return the points of a sweep or the trials of a search as a file.

    Raises
    ------
    ScoreError
        If Parquet cannot be written here.
    """
    if not isinstance(run, TuneRun):
        return SWEEP_FORMATS[format_name](run)
    repeat = json.dumps(run.about(), ensure_ascii=False, sort_keys=True)
    rows: list[Row] = [
        {
            "trial": trial.number + 1,
            **{
                axis.field: _plain(value)
                for axis, value in zip(run.tune.axes, trial.values, strict=True)
            },
            "training": None if trial.settings is None else trial.training,
            "validation": None if trial.settings is None else trial.validation,
            "problem": trial.problem,
            "is_best": trial is run.best,
            "settings": None if trial.settings is None else json.dumps(to_table(trial.settings)),
            "about": repeat,
        }
        for trial in run.trials
    ]
    return _BY_FORMAT[format_name](rows, _trials_report(run), run.about())


def filter_as_text(page_filter: PageFilter) -> str:
    """Return the set fields of a filter as JSON; empty without a filter."""
    empty = type(page_filter)()
    set_fields = {
        field.name: _plain(getattr(page_filter, field.name))
        for field in fields(page_filter)
        if getattr(page_filter, field.name) != getattr(empty, field.name)
    }
    return json.dumps(set_fields, ensure_ascii=False, sort_keys=True) if set_fields else ""


def _written(
    rows: list[Row], table_report: Report, about: Mapping[str, Any], export: CorpusExport
) -> bytes:
    columns = [{**row, **export.about} for row in rows]
    facts = "; ".join(f"{name} {value}" for name, value in export.about.items() if value != "")
    notes = (*table_report.notes, f"{facts}.") if facts else table_report.notes
    return _BY_FORMAT[export.format](columns, Report(table_report.tables, notes), about)


_BY_FORMAT: Mapping[str, Callable[[list[Row], Report, Mapping[str, Any]], bytes]] = {
    "csv": lambda rows, _report, _about: csv_rows(rows),
    "latex": lambda _rows, table_report, _about: latex(table_report).encode(),
    "markdown": lambda _rows, table_report, _about: markdown(table_report).encode(),
    "parquet": lambda rows, _report, about: parquet_rows(rows, about),
}


def _pages_report(run: ScoredRun, export: CorpusExport) -> Report:
    """Return a report with a line for each page and a column for each pane."""
    label = MEASURES[export.measure].label
    rows = []
    for page, scores in zip(run.pages, run.scores, strict=True):
        facts = (page.name, page.language, page.page_type, f"{page.n_tokens:,}")
        rows.append((*facts, *(_cell(score, export.measure) for score in scores)))
    header = ("page", "language", "type", "words", *run.panes)
    table = Table(f"{label} of {len(rows):,} pages", header, tuple(rows))
    full_report = report(run, {"all": [summarize(run, baseline=export.baseline or None)]})
    return Report((table,), full_report.notes)


def _cell(score: PaneScore, measure: str) -> str:
    if score.page.status is not PageStatus.SCORED:
        return score.page.status.value
    if score.status not in ANSWERED:
        return score.status.value
    value = record.values_of(score, (measure,))[measure]
    return "-" if value is None else f"{value:.3f}"


def _trials_report(run: TuneRun) -> Report:
    header = (
        "trial",
        *(axis.field for axis in run.tune.axes),
        *("training", "validation", "gap"),
    )
    done = [trial for trial in run.trials if trial.settings is not None]
    rows = tuple(
        (
            f"{trial.number + 1}",
            *(str(_plain(value)) for value in trial.values),
            f"{trial.training:.3f}",
            f"{trial.validation:.3f}",
            f"{trial.gap:+.3f}",
        )
        for trial in sorted(done, key=lambda trial: -trial.training)
    )
    label = MEASURES[run.tune.measure].label
    table = Table(f"{run.tune.pane.extractor}: {label} of {len(rows):,} trials", header, rows)
    notes = []
    if run.best is not None:
        notes.append(
            f"Report {run.best.validation:.3f}, not {run.best.training:.3f}: validation pages were"
            " not used for the choice."
        )
        notes.append(run.provenance(run.best))
    return Report((table,), tuple(notes))


def _plain(value: object) -> Any:
    """Return a value in the form for JSON."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(value)
    if hasattr(value, "__dataclass_fields__"):
        return {type(value).__name__.lower(): asdict(value)}  # type: ignore[call-overload]  # a record
    return value
