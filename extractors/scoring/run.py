"""A scored run: a table of scores with everything that is needed to repeat it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.model.settings import to_table
from boilerscope.extractors.scoring.bootstrap import RESAMPLES, SEED
from boilerscope.extractors.scoring.results import corpus_digest, versions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.scoring.results import PageStatus, ScoredPage, ScoreOptions
    from boilerscope.extractors.scoring.table import ScoreTable


@dataclass(frozen=True, slots=True, eq=False)
class ScoredRun:
    """Scores of panes on pages, with everything that is needed to repeat them.

    Attributes
    ----------
    table : ScoreTable
        The scores; its panes are those of the run.
    rows : array of int
        Numbers of the pages of the run, in the order in which they are written.
    panes : mapping of str to mapping
        Extractor and settings of each pane, as plain values.
    versions : mapping of str to str
        Versions of the program and of libraries that scores depend on.
    """

    table: ScoreTable
    rows: NDArray[np.int64]
    options: ScoreOptions
    panes: Mapping[str, Mapping[str, Any]]
    versions: Mapping[str, str] = field(default_factory=versions)

    @property
    def mask(self) -> BoolArray:
        """Mask of the pages of the run, shape (n_pages,)."""
        mask = np.zeros(len(self.table.pages), dtype=np.bool_)
        mask[self.rows] = True
        return mask

    @property
    def pages(self) -> list[ScoredPage]:
        """Pages of the run."""
        return self.table.scored_pages(self.rows.tolist())

    def pages_that_are(self, status: PageStatus) -> list[ScoredPage]:
        """Return the pages with a status."""
        return [page for page in self.pages if page.status is status]

    @property
    def digest(self) -> str:
        """SHA-256 over the names and digests of all pages: the version of the corpus."""
        return corpus_digest(self.table.scored_pages(np.sort(self.rows).tolist()))

    @property
    def gold_by(self) -> str:
        """Annotator whose marks are the gold; empty for the gold itself."""
        return next((page.gold_by for page in self.table.pages), "")

    def about(self) -> dict[str, Any]:
        """Return everything that is needed to repeat the run, as plain values."""
        options = self.options
        gold_by = {"gold_by": self.gold_by} if self.gold_by else {}
        return {
            "text": options.text.value,
            "comments": options.comments,
            **gold_by,
            "measures": list(options.measures),
            "panes": {name: dict(pane) for name, pane in self.panes.items()},
            "used": self.table.used(self.rows),
            "corpus": self.digest,
            "n_pages": len(self.rows),
            "min_gold_share": options.min_share,
            "resamples": RESAMPLES,
            "seed": SEED,
            "versions": dict(self.versions),
        }


def scored_run(
    table: ScoreTable,
    panes: Iterable[Pane],
    options: ScoreOptions,
    rows: Iterable[int] | None = None,
) -> ScoredRun:
    """Return the run of some panes over some pages of a table.

    Parameters
    ----------
    panes : iterable of Pane
        Panes with the settings of the results, in the order in which they are written.
    rows : iterable of int, optional
        Numbers of the pages, in the order in which they are written; all by default. Pages without
        an outcome of every pane are left out.
    """
    described = {
        pane.name: {
            "extractor": pane.extractor,
            "settings": to_table(pane.settings, everything=True),
        }
        for pane in panes
    }
    if (tuple(described), options.measures) != (table.panes, table.measures):
        table = table.carried(tuple(described), options.measures)
    is_finished = table.is_done & np.logical_and.reduce(table.status > 0, axis=1)
    chosen = range(len(table.pages)) if rows is None else rows
    finished = np.array([row for row in chosen if is_finished[row]], dtype=np.int64)
    return ScoredRun(table, finished, options, described)
