"""Scored runs as JSON lines: the data of a summary, and all that is needed to repeat the run.

The first line describes the run. A line for each page follows, with the counts of each pane; then
come lines for readers that do not compute scores: the values of each page and pane, and the
means. A run that is read back has the same values, to the last digit.
"""

from __future__ import annotations

import dataclasses
import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import ScoreError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.gold import MIN_SHARE
from boilerscope.extractors.scoring.bootstrap import RESAMPLES, SEED
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.results import (
    ANSWERED,
    PageStatus,
    PaneScore,
    ScoredPage,
    ScoredRun,
    ScoreOptions,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

FORMAT = 1
"""Version of the file format."""

_RIGHT = "a scored run as boilerscope score --format jsonl writes it"


def about(run: ScoredRun) -> dict[str, Any]:
    """Return everything that is needed to repeat a run, as plain values."""
    options = run.options
    return {
        "text": options.text.value,
        "comments": options.comments,
        "measures": list(options.measures),
        "panes": {name: dict(pane) for name, pane in run.panes.items()},
        "used": run.used(),
        "corpus": run.digest,
        "n_pages": len(run.pages),
        "min_gold_share": MIN_SHARE,
        "resamples": RESAMPLES,
        "seed": SEED,
        "versions": dict(run.versions),
    }


def values_of(score: PaneScore, measures: Iterable[str]) -> dict[str, float | None]:
    """Return the value of each measure on one page; None if it is not scored, 0 for a failure."""
    values: dict[str, float | None] = {}
    for name in measures:
        measure = MEASURES[name]
        counts = score.counts.get(measure.counts)
        value = math.nan if counts is None else float(measure.value(np.array(counts)))
        if counts is not None and score.status not in ANSWERED:
            value = 0.0
        values[name] = None if math.isnan(value) else value
    return values


def lines(run: ScoredRun) -> Iterator[str]:
    """Yield a run as lines of JSON, without line ends."""
    yield _json({"kind": "run", "format": FORMAT, **about(run)})
    for page, row in zip(run.pages, run.scores, strict=True):
        table = dataclasses.asdict(page)
        yield _json(
            {"kind": "page", **table, "panes": {score.pane: _plain(score) for score in row}}
        )
    for row in run.scores:
        for score in row:
            yield _json(
                {
                    "kind": "score",
                    "set": score.page.set_name,
                    "page": score.page.page_id,
                    "pane": score.pane,
                    "status": score.status.value,
                    **values_of(score, run.options.measures),
                }
            )


def read(path: Path) -> ScoredRun:
    """Read a run.

    Raises
    ------
    ScoreError
        If the file is not a scored run; the message names the line.
    """
    about_run: dict[str, Any] | None = None
    pages: list[ScoredPage] = []
    rows: list[tuple[PaneScore, ...]] = []
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                where = f"{path}, line {number}"
                table = _table(line, where)
                kind = table.pop("kind", None)
                if about_run is None:
                    about_run = _about(kind, table, where)
                elif kind == "page":
                    page, row = _page(table, tuple(about_run["panes"]), where)
                    pages.append(page)
                    rows.append(row)
    except OSError as error:
        raise ScoreError(f"{path} cannot be read: {error.strerror or error}") from error
    if about_run is None:
        raise ScoreError(f"{path} is empty. Expected: {_RIGHT}")
    options = ScoreOptions(
        ScoredText(about_run["text"]), about_run["comments"], tuple(about_run["measures"])
    )
    return ScoredRun(options, about_run["panes"], tuple(pages), tuple(rows), about_run["versions"])


def _plain(score: PaneScore) -> dict[str, Any]:
    return {
        "status": score.status.value,
        "message": score.message,
        "seconds": score.seconds,
        "text": score.text.value,
        "aligned": score.aligned,
        "used": dict(score.used),
        "counts": {name: counts and list(counts) for name, counts in score.counts.items()},
    }


def _table(line: bytes, place: str) -> dict[str, Any]:
    try:
        table = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ScoreError(f"{place}: {error}. Expected: {_RIGHT}") from error
    if not isinstance(table, dict):
        raise ScoreError(f"{place} is not an object. Expected: {_RIGHT}")
    return table


def _about(kind: object, table: dict[str, Any], place: str) -> dict[str, Any]:
    if kind != "run" or table.get("format") != FORMAT:
        raise ScoreError(f"{place} does not describe a run of format {FORMAT}. Expected: {_RIGHT}")
    unknown = [name for name in table.get("measures", ()) if name not in MEASURES]
    if unknown:
        raise ScoreError(f"{place}: unknown measures: {', '.join(unknown)}")
    missing = {"text", "comments", "measures", "panes", "versions"} - table.keys()
    if missing:
        raise ScoreError(f"{place} lacks {', '.join(sorted(missing))}. Expected: {_RIGHT}")
    return table


def _page(
    table: dict[str, Any], panes: tuple[str, ...], place: str
) -> tuple[ScoredPage, tuple[PaneScore, ...]]:
    try:
        scores: Mapping[str, Any] = table.pop("panes")
        page = ScoredPage(**{**table, "status": PageStatus(table["status"])})
        return page, tuple(_score(page, pane, scores[pane]) for pane in panes)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise ScoreError(
            f"{place} is not a page of this run: {reason}. Expected: {_RIGHT}"
        ) from error


def _score(page: ScoredPage, pane: str, table: Mapping[str, Any]) -> PaneScore:
    counts = table["counts"].items()
    return PaneScore(
        page,
        pane,
        Status(table["status"]),
        table["message"],
        table["seconds"],
        ScoredText(table["text"]),
        table["aligned"],
        table["used"],
        {name: None if values is None else tuple(values) for name, values in counts},
    )


def _json(table: Mapping[str, Any]) -> str:
    return json.dumps(table, ensure_ascii=False, allow_nan=False)
