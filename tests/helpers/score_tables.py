"""Small tables of scores with given pages and values; `corpus_tables` has large random ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.listed_page import ListedPage
from boilerscope.extractors.model.settings import NoSettings
from boilerscope.extractors.scoring.results import PageResult, PaneScore, ScoredPage
from boilerscope.extractors.scoring.table import ScoreTable
from boilerscope.widgets.records import PaneRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import FloatArray

Outcomes = tuple[float | Status, ...]
"""Value of each pane on a page, or the status of its failure."""

MEASURES = ("token_f1", "token_precision", "token_recall")
_GOLD = 1_000


def pane_records(n_panes: int) -> tuple[PaneRecord, ...]:
    """Return panes ``pane-1``, ``pane-2``, ..."""
    return tuple(
        PaneRecord(number, f"pane-{number}", f"pane-{number}", f"Pane {number}", NoSettings())
        for number in range(1, n_panes + 1)
    )


def corpus_page(number: int, **facts: str) -> ListedPage:
    """Return a page that is never read."""
    defaults = {"language": ("en", "zh", "fr")[number % 3], "page_type": ("", "forum")[number % 2]}
    return ListedPage(
        facts.pop("page_id"),
        "news",
        None,  # type: ignore[arg-type]  # the page is not read
        url=f"https://example.org/{number}",
        title=f"Title {number}",
        **(defaults | facts),  # type: ignore[arg-type]  # fields by name
    )


def page_result(number: int, page: ListedPage, panes: Sequence[str], row: Outcomes) -> PageResult:
    """Return the results of a page; a value is used as precision and recall."""
    scored = ScoredPage(
        page.page_id,
        page.set_name,
        language=page.language,
        page_type=page.page_type,
        n_tokens=100 + 37 * number % 9_000,
        n_gold=_GOLD,
        digest=str(number),
    )
    scores = []
    for pane, outcome in zip(panes, row, strict=True):
        if isinstance(outcome, Status):
            is_empty = outcome is Status.EMPTY
            counts = {"tokens": (0, 0, _GOLD)}
            message = "" if is_empty else f"{pane} took too long"
            scores.append(PaneScore(scored, pane, outcome, message, counts=counts))
        else:
            n_common = round(outcome * _GOLD)
            counts = {"tokens": (n_common, _GOLD, _GOLD)}
            scores.append(PaneScore(scored, pane, Status.OK, seconds=0.002, counts=counts))
    return PageResult(number, scored, tuple(scores))


def take_expected(table: ScoreTable, rows: NDArray[np.int64], values: FloatArray) -> None:
    """Give a table the expected F1 of some pages, and no other figures without gold."""
    table.take_figures(rows, np.full(values.shape, np.nan), np.full(values.shape, np.nan), values)


def score_table(rows: Mapping[str, Outcomes] | Iterable[Outcomes], n_panes: int) -> ScoreTable:
    """Return a table with these results.

    Parameters
    ----------
    rows : mapping of str to tuple, or iterable of tuple
        Values of each page, by its name if that matters.
    n_panes : int
        Number of panes.
    """
    if not isinstance(rows, Mapping):
        rows = {f"page-{number:05}": row for number, row in enumerate(rows)}
    values = list(rows.values())
    pages = [corpus_page(number, page_id=page_id) for number, page_id in enumerate(rows)]
    panes = [pane.name for pane in pane_records(n_panes)]
    table = ScoreTable(pages, panes, MEASURES)
    for number, row in enumerate(values):
        table.add(page_result(number, pages[number], panes, row))
    return table
