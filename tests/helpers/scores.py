"""Scored runs written as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.gold import Gold, Provenance
from boilerscope.extractors.page import Page
from boilerscope.extractors.scoring.case import Prediction, Reference
from boilerscope.extractors.scoring.leaderboard import leaderboard
from boilerscope.extractors.scoring.record import listed_page
from boilerscope.extractors.scoring.results import PageResult, PaneScore, ScoredPage, ScoreOptions
from boilerscope.extractors.scoring.run import ScoredRun
from boilerscope.extractors.scoring.table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.model.gold import Snippets
    from boilerscope.extractors.scoring.leaderboard import Leaderboard

    Cell = tuple[int, int, int] | Status | None


def score_of(page: ScoredPage, pane: str, cell: Cell, kind: str = "tokens") -> PaneScore:
    """Return a score: counts, a failure, or None for a result that cannot be scored."""
    if isinstance(cell, Status):
        return PaneScore(page, pane, cell, "No result.")
    status = Status.OK if cell is None or cell[1] else Status.EMPTY
    return PaneScore(page, pane, status, counts={kind: cell})


def run_of(
    cells: Mapping[str, Sequence[Cell]],
    *,
    measures: tuple[str, ...] = ("token_f1",),
    pages: Sequence[ScoredPage] | None = None,
    kind: str = "tokens",
) -> ScoredRun:
    """Return a run with a row of cells for each pane."""
    n_pages = len(next(iter(cells.values())))
    if pages is None:
        pages = [ScoredPage(f"{number:03}", "set", n_gold=number) for number in range(n_pages)]
    table = ScoreTable([listed_page(page) for page in pages], tuple(cells), measures)
    for number, page in enumerate(pages):
        scores = (score_of(page, pane, row[number], kind) for pane, row in cells.items())
        table.add(PageResult(number, page, tuple(scores)))
    described = {pane: {"extractor": pane, "settings": {}} for pane in cells}
    options = ScoreOptions(measures=measures)
    return ScoredRun(table, np.arange(len(pages)), options, described)


def board_of(run: ScoredRun, *, baseline: str = "") -> Leaderboard:
    """Return the leaderboard of all pages of a run."""
    return leaderboard(run.table, run.mask, run.options.measures, baseline=baseline)


def texts_to_score(
    gold: str, kept: str, snippets: Snippets | None = None
) -> tuple[Reference, Prediction]:
    """Return a gold text and a kept text as measures read them, on a page without words."""
    page = Page.from_bytes(b"", name="empty")
    classes = np.zeros(page.n_tokens, dtype=np.uint8)
    of_page = Gold(classes, Provenance("test", "test"), text=gold, snippets=snippets)
    return Reference(page, of_page), Prediction(page, classes.astype(np.bool_), kept)
