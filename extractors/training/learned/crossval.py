"""Cross-validation by site: every page is scored by models that saw no page of its site."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.algorithms.learned.cut import page_cut, probability_of
from boilerscope.extractors.algorithms.learned.sums import sums_of
from boilerscope.extractors.features.matrix import NAMES
from boilerscope.extractors.scoring.bags import bag_f1

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from boilerscope.extractors.algorithms.learned.model import LearnedModel
    from boilerscope.extractors.algorithms.learned.settings import LearnedSettings
    from boilerscope.extractors.page.records import IntArray
    from boilerscope.extractors.training.learned.rows import Rows

N_RESAMPLES = 2_000


@dataclass(frozen=True, slots=True)
class MeanScore:
    """Mean F1 of some pages.

    Attributes
    ----------
    n_pages : int
        Number of pages.
    mean, low, high : float
        Mean, and its 95 % interval by bootstrap.
    """

    n_pages: int
    mean: float
    low: float
    high: float


def folds(pages: Sequence[Rows], count: int, seed: int) -> IntArray:
    """Return the fold of each page; all pages of a site, and their copies, are in one fold."""
    sites = sorted({page.site for page in pages})
    order = np.random.default_rng(seed).permutation(len(sites))
    of_site = {sites[index]: number % count for number, index in enumerate(order.tolist())}
    return np.array([of_site[page.site] for page in pages], dtype=np.int32)


def score(page: Rows, file: LearnedModel, settings: LearnedSettings) -> float:
    """Return F1 of the bag of kept tokens of a page against the bag of its gold text."""
    kept: Counter[str] = Counter()
    n_words = 0.0
    if len(page):
        columns = {
            name: page.features[:, number].astype(np.float64) for number, name in enumerate(NAMES)
        }
        sums = sums_of(file, columns, page.words, settings)
        probability = probability_of(sums.log_odds)
        cut = page_cut(probability, page.tokens, sums.body, settings)
        for block in (probability >= cut.probability).nonzero()[0].tolist():
            kept.update(page.bags[block])
            n_words += float(page.words[block])
    if n_words < settings.min_words and page.fallback.total() > kept.total():
        kept = page.fallback
    return bag_f1(page.gold, kept)


def grouped(pages: Sequence[Rows], scores: Sequence[float]) -> dict[str, MeanScore]:
    """Return the mean score of all pages, of each set and of each type of page."""
    groups: dict[str, list[float]] = {"all": []}
    for page, value in zip(pages, scores, strict=True):
        for name in ("all", page.entry.set_name, page.entry.page_type):
            if name:
                groups.setdefault(name, []).append(value)
    return {name: mean_score(values) for name, values in groups.items()}


def mean_score(values: Iterable[float]) -> MeanScore:
    """Return the mean of scores with a 95 % interval by bootstrap, with a fixed seed."""
    scores = np.array(list(values))
    picks = np.random.default_rng(0).integers(0, len(scores), (N_RESAMPLES, len(scores)))
    low, high = np.quantile(scores[picks].mean(axis=1), (0.025, 0.975))
    return MeanScore(len(scores), float(scores.mean()), float(low), float(high))


def as_values(scores: dict[str, MeanScore]) -> dict[str, Any]:
    """Return mean scores as plain values: pages, mean, low, high."""
    return {
        name: [score.n_pages, *(round(v, 4) for v in (score.mean, score.low, score.high))]
        for name, score in scores.items()
    }
