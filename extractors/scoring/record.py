"""Scored runs as JSON lines: the data of a summary, and all that is needed to repeat the run.

The first line describes the run. A line for each page follows, with the counts of each pane; then
come lines for readers that do not compute scores: the values of each page and pane, and the
means. A run that is read back has the same values, to the last digit.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import ScoreError
from boilerscope.extractors.model.extraction import Status, TemplateUse
from boilerscope.extractors.model.listed_page import ListedPage, UnreadPlace
from boilerscope.extractors.scoring.case import ScoredText
from boilerscope.extractors.scoring.measures import MEASURES
from boilerscope.extractors.scoring.results import (
    PageResult,
    PaneScore,
    ScoredPage,
    ScoreOptions,
)
from boilerscope.extractors.scoring.run import ScoredRun
from boilerscope.extractors.scoring.table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

FORMAT = 1
"""Version of the file format."""

_RIGHT = "a scored run as boilerscope score --format jsonl writes it"


def lines(run: ScoredRun) -> Iterator[dict[str, Any]]:
    """Yield a run as plain values, one mapping for each line of the file."""
    yield {"kind": "run", "format": FORMAT, **run.about()}
    pages = [run.table.scores(number) for number in run.rows.tolist()]
    for scores in pages:
        facts = scores[0].page.as_plain()
        panes = {score.pane: _plain(score) for score in scores}
        yield {"kind": "page", **facts, "panes": panes}
    for score in (score for scores in pages for score in scores):
        yield {
            "kind": "score",
            "set": score.page.set_name,
            "page": score.page.page_id,
            "pane": score.pane,
            "status": score.status.value,
            **score.values(run.options.measures),
        }


def read(path: Path) -> ScoredRun:
    """Read a run.

    Raises
    ------
    ScoreError
        If the file is not a scored run; the message names the line.
    """
    about_run: dict[str, Any] | None = None
    results: list[PageResult] = []
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                where = f"{path}, line {number}"
                table = _table(line, where)
                kind = table.pop("kind", None)
                if about_run is None:
                    about_run = _about(kind, table, where)
                elif kind == "page":
                    results.append(_page(len(results), table, tuple(about_run["panes"]), where))
    except OSError as error:
        raise ScoreError(f"{path} cannot be read: {error.strerror or error}") from error
    if about_run is None:
        raise ScoreError(f"{path} is empty. Expected: {_RIGHT}")
    options = ScoreOptions(
        ScoredText(about_run["text"]), about_run["comments"], tuple(about_run["measures"])
    )
    gold_by = about_run.get("gold_by", "")
    pages = [replace(listed_page(result.page), gold_by=gold_by) for result in results]
    scores = ScoreTable(pages, tuple(about_run["panes"]), options.measures)
    for result in results:
        scores.add(result)
    rows = np.arange(len(pages))
    return ScoredRun(scores, rows, options, about_run["panes"], about_run["versions"])


def listed_page(page: ScoredPage) -> ListedPage:
    """Return the entry of a list for a page whose scores are known; it cannot be read."""
    place = UnreadPlace(page.name, "A file of scores does not contain its pages. Open the corpus.")
    return ListedPage(
        page.page_id, page.set_name, place, language=page.language, page_type=page.page_type
    )


def _plain(score: PaneScore) -> dict[str, Any]:
    return {
        "status": score.status.value,
        "message": score.message,
        "seconds": score.seconds,
        "text": score.text.value,
        "aligned": score.aligned,
        "used": dict(score.used),
        "counts": {name: counts and list(counts) for name, counts in score.counts.items()},
        "template": score.template,
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


def _page(index: int, table: dict[str, Any], panes: tuple[str, ...], place: str) -> PageResult:
    try:
        scores: Mapping[str, Any] = table.pop("panes")
        page = ScoredPage.of_plain(table)
        return PageResult(index, page, tuple(_score(page, pane, scores[pane]) for pane in panes))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise ScoreError(
            f"{place} is not a page of this run: {reason}. Expected: {_RIGHT}"
        ) from error


def _score(page: ScoredPage, pane: str, table: Mapping[str, Any]) -> PaneScore:
    counts, template = table["counts"].items(), table.get("template")
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
        template=None if template is None else TemplateUse(template),
    )
