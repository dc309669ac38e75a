"""A pane beside variants of it: each is compared with the pane on the pages that both answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun
from boilerscope.extractors.runs.steering import Steered
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.leaderboard import UNDEFINED, leaderboard
from boilerscope.extractors.scoring.losses.ledger import PaneLosses, take
from boilerscope.extractors.scoring.table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.runs.corpus_run import RunOptions
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.bootstrap import Estimate
    from boilerscope.extractors.scoring.results import PageResult

MEASURE = "token_f1"
"""Measure of all comparisons: only its losses add up."""

NOW = "now"
"""Name of the pane that variants are compared with."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Mean of a variant, and its difference to the pane.

    Attributes
    ----------
    mean : Estimate
        Mean of the variant on the pages that it and the pane answered.
    difference : Estimate
        The mean minus that of the pane on the same pages, with the paired interval.
    beside : mapping of str to (float, float)
        Means of further measures, of the pane and of the variant.
    """

    mean: Estimate
    difference: Estimate
    beside: Mapping[str, tuple[float, float]]

    @property
    def is_clear(self) -> bool:
        """Whether the interval of the difference excludes 0."""
        return not self.difference.includes_zero


class VariantRun(Steered):
    """Run of a pane and of its variants over pages with gold; a page is parsed once for all.

    Parameters
    ----------
    pages : sequence of ListedPage
        Pages of the corpus.
    pane : Pane
        The pane itself.
    variants : mapping of str to Pane
        Variants by name.
    options : RunOptions
        Options of running and scoring.
    store : ResultStore, optional
        Store of results.
    indices : sequence of int, optional
        Numbers of the pages; all by default. Pages without gold are left out.

    Attributes
    ----------
    table : ScoreTable
        Scores so far.
    losses : mapping of str to PaneLosses
        Losses so far, if `options` ask for them, of the pane and of each variant.
    """

    def __init__(
        self,
        pages: Sequence[ListedPage],
        pane: Pane,
        variants: Mapping[str, Pane],
        options: RunOptions,
        store: ResultStore | None = None,
        *,
        indices: Sequence[int] | None = None,
    ) -> None:
        super().__init__()
        named = {NOW: pane, **variants}
        rows = range(len(pages)) if indices is None else indices
        self._rows = [row for row in rows if pages[row].has_gold]
        self.table = ScoreTable(pages, list(named), options.score.measures)
        self.losses = {name: PaneLosses(len(pages)) for name in named}
        panes = [Pane(name, one.extractor, one.settings) for name, one in named.items()]
        self._run = CorpusRun(pages, panes, options, store, indices=self._rows)

    @property
    def n_pages(self) -> int:
        """Number of pages to run on."""
        return len(self._rows)

    @property
    def seconds(self) -> float:
        """Time of the run so far, seconds."""
        return self._run.progress().seconds

    def results(self) -> Generator[PageResult, None, None]:
        """Run, yield every finished page, and fill the table."""
        for result in self.steered(self._run):
            self.table.add(result)
            take(self.losses, result)
            yield result

    def comparison(
        self,
        name: str,
        mask: BoolArray,
        average: Average = Average.MACRO,
        *,
        intervals: bool = True,
    ) -> Comparison:
        """Compare a variant, or the pane itself, with the pane by token F1.

        Parameters
        ----------
        mask : array of bool, shape (n_pages,)
            Pages to average over.
        intervals : bool
            Whether the means have intervals.
        """
        measures = self.table.measures
        names = tuple(dict.fromkeys((NOW, name)))
        board = leaderboard(
            self.table.carried(names, measures),
            mask,
            measures,
            averages=(average,),
            intervals=(MEASURE,) if intervals else (),
        )
        mean = board.row(name).mean(MEASURE, average)
        beside = {
            measure: (
                board.row(NOW).mean(measure, average).answered.value,
                board.row(name).mean(measure, average).answered.value,
            )
            for measure in measures
            if measure != MEASURE
        }
        paired = UNDEFINED if mean.difference is None else mean.difference.estimate
        return Comparison(mean.answered, paired, beside)
