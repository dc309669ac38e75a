"""Scored runs written as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.scoring.results import PaneScore, ScoredPage, ScoredRun, ScoreOptions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    return ScoredRun(
        ScoreOptions(measures=measures),
        {pane: {"extractor": pane, "settings": {}} for pane in cells},
        tuple(pages),
        tuple(
            tuple(score_of(page, pane, row[number], kind) for pane, row in cells.items())
            for number, page in enumerate(pages)
        ),
    )
