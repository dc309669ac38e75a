"""Report of a corpus: leaderboard, groups, the pages on which panes differ most, and failures."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from boilerscope.api.report.html_parts import (
    DIGEST_MARK,
    Cell,
    commands,
    document,
    safe,
    section,
    table,
)
from boilerscope.api.report.repeating import made_with
from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.extractors.model.settings import changed, to_table
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.report import primary_measure
from boilerscope.extractors.scoring.results import PageStatus
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.scoring.documents import ScoresDocument
    from boilerscope.extractors.scoring.leaderboard import Leaderboard
    from boilerscope.extractors.scoring.report import Table

_MAX_PAGES, _MAX_FAILURES = 30, 50
_WIDTH, _HEIGHT = 400, 14


@dataclass(frozen=True, slots=True, eq=False)
class CorpusReport:
    """What the report of a corpus is made of.

    Attributes
    ----------
    name : str
        Name of the corpus.
    document : ScoresDocument
        The scores: the tables of the report are those of the command ``score``.
    panes : sequence of Pane
        The panes with their settings.
    lines : sequence of str
        Commands that repeat it.
    has_text : bool
        Whether titles and addresses of pages are in the report; else their names and figures only.
    """

    name: str
    document: ScoresDocument
    panes: Sequence[Pane]
    lines: Sequence[str]
    has_text: bool = True
    made: datetime = field(default_factory=lambda: datetime.now(UTC))


def corpus_report(report: CorpusReport) -> str:
    """Return the report of a corpus as one HTML document without scripts."""
    run = report.document.run
    measure = report.document.measure or primary_measure(run.options.measures)
    board = leaderboard(
        run.table, run.mask, run.options.measures, baseline=report.document.baseline
    )
    written = report.document.report()
    parts = [("Leaderboard", _intervals(board, measure), "")]
    parts += [(found.title, _table(found), "") for found in written.tables]
    parts += _pages(report, measure)
    parts += _failures(report)
    parts.append(("Panes and settings", _panes(report), ""))
    note = f"Digest of this report: sha256 {DIGEST_MARK}."
    parts.append(("Repeat it", commands(report.lines), note))
    body = "".join(
        section(number, title, markup, note=below)
        for number, (title, markup, below) in enumerate(parts, 1)
    )
    notes = "".join(f"<li>{safe(text)}</li>" for text in written.notes)
    body += f'<section><h2>Notes</h2><ul class="note">{notes}</ul></section>'
    title = f"{report.name}: {counted(len(report.panes), 'extractor')} compared"
    foot = (
        "Self-contained: no script, no remote resource. The figures are those of boilerscope score."
    )
    return document(title, _facts(report, board), [body], foot)


def _facts(report: CorpusReport, board: Leaderboard) -> str:
    run = report.document.run
    languages = len({page.language for page in run.pages if page.language})
    spoken = f", {counted(languages, 'language')}" if languages else ""
    chosen = "; ".join(f"{name} {value}" for name, value in report.document.facts.items() if value)
    return (
        f"{counted(len(run.rows), 'page')}, {board.n_scored:,} scored{spoken};"
        f" {f'{chosen}; ' if chosen else ''}corpus {run.digest[:16]}. Made by"
        f" {made_with('boilerscope')} on {report.made:%Y-%m-%d %H:%M} UTC."
    )


def _table(found: Table) -> str:
    return table(found.header, found.rows)


def _intervals(board: Leaderboard, measure: str) -> str:
    """Return the panes in order, each with its mean and interval as a dot and a line."""
    ranked = board.sorted_by(measure)
    estimates = [row.mean(measure).answered for row in ranked]
    low, high = _range(estimates)
    rows: list[list[str | Cell]] = []
    for number, (row, estimate) in enumerate(zip(ranked, estimates, strict=True), 1):
        value = "–" if math.isnan(estimate.value) else f"{estimate.value:.3f}"
        drawn = Cell(_whisker(estimate, low, high))
        rows.append([f"{number}", row.pane, Cell(value, "best"), drawn, f"{row.n_failed:,}"])
    label = MEASURES[measure].label
    header = ("", "Pane", label, f"{low:.2f} to {high:.2f}, with the 95 % interval", "Failed")
    return table(header, rows, texts=(1, 3))


def _range(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """Return the ends of the axis: round numbers around all intervals."""
    ends = [end for each in estimates for end in (each.low, each.high, each.value)]
    known = [end for end in ends if not math.isnan(end)]
    if not known:
        return 0.0, 1.0
    low, high = math.floor(20 * min(known)) / 20, math.ceil(20 * max(known)) / 20
    return low, high if high > low else low + 0.05


def _whisker(estimate: Estimate, low: float, high: float) -> str:
    if math.isnan(estimate.value):
        return ""

    def x(value: float) -> str:
        return f"{(value - low) / (high - low) * (_WIDTH - 8) + 4:.1f}"

    middle = _HEIGHT / 2
    line = ""
    if not math.isnan(estimate.low):
        line = (
            f'<line x1="{x(estimate.low)}" x2="{x(estimate.high)}" y1="{middle}" y2="{middle}"'
            ' stroke="#525C67" stroke-width="2"/>'
        )
    return (
        f'<svg class="interval" viewBox="0 0 {_WIDTH} {_HEIGHT}" aria-hidden="true">{line}'
        f'<circle cx="{x(estimate.value)}" cy="{middle}" r="4" fill="#1A1E23"/></svg>'
    )


def _pages(report: CorpusReport, measure: str) -> Iterator[tuple[str, str, str]]:
    """Yield the pages with the widest spread between the panes."""
    run = report.document.run
    panes = list(run.panes)
    if len(panes) < 2:
        return
    found = []
    for row in run.rows.tolist():
        scores = run.table.scores(row)
        if scores[0].page.status is not PageStatus.SCORED:
            continue
        values = [
            score.values((measure,))[measure] if score.status in ANSWERED else None
            for score in scores
        ]
        known = [value for value in values if value is not None]
        if len(known) > 1:
            found.append((max(known) - min(known), scores[0].page, values))
    found.sort(key=lambda each: -each[0])
    rows: list[list[str | Cell]] = []
    for spread, page, values in found[:_MAX_PAGES]:
        best = max(value for value in values if value is not None)
        cells = [
            Cell("–" if value is None else f"{value:.3f}", "best" if value == best else "")
            for value in values
        ]
        rows.append(
            [page.name, page.page_type or "–", f"{page.n_tokens:,}", f"{spread:.3f}", *cells]
        )
    if rows:
        title = f"Pages on which the panes differ most ({len(rows)} of {len(found):,})"
        header = ("Page", "Type", "Words", "Spread", *panes)
        note = f"{MEASURES[measure].label} of each page; spread is the best minus the worst pane."
        yield title, table(header, rows, texts=(0, 1)), note


def _failures(report: CorpusReport) -> Iterator[tuple[str, str, str]]:
    """Yield the results that are missing, with their reasons."""
    run = report.document.run
    rows: list[list[str | Cell]] = []
    n_all = 0
    for row in run.rows.tolist():
        for score in run.table.scores(row):
            page = score.page
            if page.status is PageStatus.UNREAD:
                failed = (page.name, "all panes", page.status.value, page.message)
            elif score.status not in ANSWERED:
                failed = (page.name, score.pane, score.status.value, score.message)
            else:
                continue
            n_all += 1
            if len(rows) < _MAX_FAILURES:
                rows.append(list(failed))
            if page.status is PageStatus.UNREAD:
                break
    if rows:
        title = f"Failures ({len(rows)} of {n_all:,})" if n_all > len(rows) else "Failures"
        yield title, table(("Page", "Pane", "Status", "Reason"), rows, texts=range(4)), ""


def _panes(report: CorpusReport) -> str:
    rows: list[list[str | Cell]] = []
    for pane in report.panes:
        values = to_table(pane.settings)
        settings = ", ".join(f"{name}={values[name]}" for name in changed(pane.settings))
        rows.append([pane.name, pane.extractor, settings or "default"])
    return table(
        ("Pane", "Extractor", "Settings that differ from the default"), rows, texts=range(3)
    )
