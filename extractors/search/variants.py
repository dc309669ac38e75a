"""A pane beside variants of it: each is compared with the pane on the pages that both answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.runner import Pane
from boilerscope.extractors.runs.corpus_run import CorpusRun
from boilerscope.extractors.runs.steering import Steered
from boilerscope.extractors.scoring.averages import Average
from boilerscope.extractors.scoring.leaderboard import UNDEFINED, leaderboard
from boilerscope.extractors.scoring.loss_counts import GOLD_KEPT, MISSED, WRONGLY_KEPT
from boilerscope.extractors.scoring.losses.ledger import PaneLosses, take
from boilerscope.extractors.scoring.results import PageResult, PaneScore
from boilerscope.extractors.scoring.table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.runs.corpus_run import RunOptions
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.bootstrap import Estimate

MEASURE = "token_f1"
"""Measure of all comparisons: only its losses add up."""

MEASURES_OF_VARIANTS = (MEASURE, "token_precision", "token_recall")
"""Measures of variants from stored states."""

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


class Variants:
    """Scores of a pane, as `NOW`, and of its variants on some pages.

    Attributes
    ----------
    table : ScoreTable
        Scores so far.
    """

    def __init__(
        self, pages: Sequence[ListedPage], names: Iterable[str], measures: Sequence[str]
    ) -> None:
        self.table = ScoreTable(pages, (NOW, *names), measures)

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


class VariantRun(Steered, Variants):
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
        Steered.__init__(self)
        Variants.__init__(self, pages, variants, options.score.measures)
        named = {NOW: pane, **variants}
        rows = range(len(pages)) if indices is None else indices
        self._rows = [row for row in rows if pages[row].has_gold]
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


def stored_variants(
    table: ScoreTable,
    losses: PaneLosses,
    setting: str,
    numbers: Mapping[str, int],
    rows: NDArray[np.int64],
) -> Variants | None:
    """Return variants with other values of a threshold, from the states that the run has stored.

    Parameters
    ----------
    table : ScoreTable
        The run of the pane, for its pages.
    numbers : mapping of str to int
        Number of the value of each variant, see `threshold_values`.
    rows : array of int
        Pages to compare.

    Returns
    -------
    Variants or None
        None if a page has no such states: only a run gives the scores.
    """
    curves = losses.curves(setting, rows)
    if curves is None:
        return None
    variants = Variants(table.pages, numbers, MEASURES_OF_VARIANTS)
    words = losses.words(rows)
    gold = words[:, GOLD_KEPT] + words[:, MISSED]
    kept = words[:, GOLD_KEPT] + words[:, WRONGLY_KEPT]
    present = np.stack([words[:, GOLD_KEPT], kept], axis=1)
    pages = table.scored_pages(rows.tolist())
    for index, (page, row) in enumerate(zip(pages, rows.tolist(), strict=True)):
        pairs = [present[index], *(curves[index, number] for number in numbers.values())]
        scores = tuple(
            PaneScore(page, name, Status.OK, counts={"tokens": (*pair.tolist(), int(gold[index]))})
            for name, pair in zip(variants.table.panes, pairs, strict=True)
        )
        variants.table.add(PageResult(row, page, scores))
    return variants
