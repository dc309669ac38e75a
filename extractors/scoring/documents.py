"""Scores of a run as a document to write: leaderboard, groups, or pages and panes."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from enum import Enum, StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring import record
from boilerscope.extractors.scoring.leaderboard import groups, leaderboard
from boilerscope.extractors.scoring.order import Box, PageFilter
from boilerscope.extractors.scoring.parts import Compared, Ended, OfRule, Within
from boilerscope.extractors.scoring.report import Report, pages_report, primary_measure, report
from boilerscope.extractors.scoring.rows import mean_rows, page_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from boilerscope.extractors.scoring.leaderboard import Leaderboard
    from boilerscope.extractors.scoring.report import Boards
    from boilerscope.extractors.scoring.rows import Row
    from boilerscope.extractors.scoring.run import ScoredRun


_CONDITIONS = {each.__name__.lower(): each for each in (Box, Ended, Within, Compared, OfRule)}
"""Conditions of a filter that are records, by their names in texts."""


class Part(StrEnum):
    """Part of the scores to write."""

    LEADERBOARD = "leaderboard"
    PAGES = "pages"
    GROUPS = "groups"


@dataclass(frozen=True, eq=False)
class ScoresDocument:
    """Scores of a run as `boilerscope score` and the window write them.

    Attributes
    ----------
    part : Part
        The leaderboard, with the groups of `by` after it; only the groups; or pages and panes.
    by : tuple of str
        Properties that form groups, see `boilerscope.extractors.scoring.groups.GROUPS`.
    baseline : str
        Pane that other panes are compared with; the first pane if empty.
    measure : str
        Measure of the table of pages; by default, the measure that panes are ordered by.
    facts : mapping
        Facts about the choice of the pages, such as a filter: columns of each row, and a note.
    """

    run: ScoredRun
    part: Part = Part.LEADERBOARD
    by: tuple[str, ...] = ()
    baseline: str = ""
    measure: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def _overall(self) -> Leaderboard:
        run = self.run
        return leaderboard(run.table, run.mask, run.options.measures, baseline=self.baseline)

    @cached_property
    def _boards(self) -> Boards:
        run, measures = self.run, self.run.options.measures
        return {
            "all": [self._overall],
            **{
                by: groups(run.table, run.mask, by, measures, baseline=self.baseline)
                for by in self.by
            },
        }

    def about(self) -> Mapping[str, Any]:
        """Return everything that is needed to repeat the run."""
        return {**self.run.about(), **self.facts}

    def report(self) -> Report:
        """Return the tables of the part, and notes."""
        if self.part is Part.PAGES:
            measure = self.measure or primary_measure(self.run.options.measures)
            written = pages_report(self.run, self._overall, measure)
        else:
            written = report(self.run, self._boards)
        tables = written.tables[-len(self.by) :] if self.part is Part.GROUPS else written.tables
        facts = "; ".join(f"{name} {value}" for name, value in self.facts.items())
        return Report(tables, (*written.notes, f"{facts}.") if facts else written.notes)

    def rows(self) -> list[Row]:
        """Return a row for each mean, or for each page and pane."""
        if self.part is Part.PAGES:
            return [{**row, **self.facts} for row in page_rows(self.run)]
        boards = {by: boards for by, boards in self._boards.items() if by in self.by}
        shown = boards if self.part is Part.GROUPS else self._boards
        return [{**row, **self.facts} for row in mean_rows(self.run, shown)]

    def lines(self) -> Iterator[Mapping[str, Any]]:
        """Yield the whole run, then its means; `record.read` reads it."""
        described, *others = record.lines(self.run)
        yield {**described, **self.facts}
        yield from others
        for row in mean_rows(self.run, self._boards):
            yield {"kind": "mean", **row}


def filter_as_text(page_filter: PageFilter) -> str:
    """Return the set fields of a filter as JSON; empty without a filter."""
    empty = type(page_filter)()
    set_fields = {
        field.name: _plain(getattr(page_filter, field.name))
        for field in fields(page_filter)
        if getattr(page_filter, field.name) != getattr(empty, field.name)
    }
    return json.dumps(set_fields, ensure_ascii=False, sort_keys=True) if set_fields else ""


def filter_of_text(text: str) -> PageFilter:
    """Return the filter of a text of `filter_as_text`.

    Raises
    ------
    ValueError
        If it is not the text of a filter.
    """
    try:
        table = dict(json.loads(text)) if text else {}
        return PageFilter(**{name: _condition(value) for name, value in table.items()})
    except (TypeError, LookupError, AttributeError) as error:
        raise ValueError(f"not a filter of pages: {text[:200]}: {error}") from error


def _condition(value: Any) -> Any:
    """Return a condition of a filter from its form for JSON."""
    if isinstance(value, list):
        return frozenset(map(str, value))
    if not isinstance(value, dict):
        return value
    [(name, table)] = value.items()
    record_class: Any = _CONDITIONS[name]
    return record_class(**{key: _part_value(key, of_key) for key, of_key in table.items()})


def _part_value(key: str, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(int, value))
    return Status(value) if key == "status" else value


def _plain(value: object) -> Any:
    """Return a value in the form for JSON."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(value)
    if hasattr(value, "__dataclass_fields__"):
        return {type(value).__name__.lower(): asdict(value)}  # type: ignore[call-overload]  # a record
    return value
