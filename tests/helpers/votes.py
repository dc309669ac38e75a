"""The choice of the members of a vote on pages with gold text, and its scores.

The member that raises the mean token F1 most is added repeatedly; the number of times that it
was added is its weight (ensemble selection with replacement: Caruana et al. 2004). The number of
additions is chosen on held-out pages: the smallest vote whose F1 is within one standard error of
the best vote (Breiman et al. 1984). The votes of a page are counted in one histogram, from which
the score at every threshold follows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.scoring.ratios import f1 as f1_of
from boilerscope.extractors.scoring.ratios import precision, recall

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

THRESHOLDS = np.round(np.arange(0.05, 1.0, 0.05), 2)
"""Thresholds to try, as shares of the weight."""

ROUNDS = 16
"""Maximum number of additions, including repetitions."""


@dataclass(slots=True, eq=False)
class Ballots:
    """Masks of all candidates on many pages, joined end to end.

    Attributes
    ----------
    kept : array of bool, shape (n_candidates, n_tokens)
        Mask of each candidate.
    gold : array of bool, shape (n_tokens,)
        Mask of the gold standard.
    page : array of int, shape (n_tokens,)
        Index of the page of each token.
    n_pages : int
        Number of pages.
    page_weight : array of float, shape (n_pages,)
        Weight of each page in the mean F1 that chooses the members.
    votes : array of bool, shape (n_candidates, n_pages)
        Whether the candidate keeps any text of the page; otherwise it abstains.
    """

    names: tuple[str, ...]
    kept: BoolArray
    gold: BoolArray
    page: IntArray
    n_pages: int
    page_weight: FloatArray
    votes: BoolArray = field(init=False)

    def __post_init__(self) -> None:
        votes = np.zeros((len(self.names), self.n_pages), dtype=np.bool_)
        for row in range(len(self.names)):
            votes[row] = np.bincount(self.page[self.kept[row]], minlength=self.n_pages) > 0
        self.votes = votes

    def take(self, pages: IntArray) -> Ballots:
        """Return the ballots of some pages."""
        new_index = np.full(self.n_pages, -1, dtype=np.int32)
        new_index[pages] = np.arange(len(pages))
        is_selected = new_index[self.page] >= 0
        return Ballots(
            self.names,
            self.kept[:, is_selected],
            self.gold[is_selected],
            new_index[self.page[is_selected]],
            len(pages),
            self.page_weight[pages],
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """Members of a vote, their weights and the threshold.

    Attributes
    ----------
    weights : mapping of str to int
        Weight of each member, the heaviest first.
    threshold : float
        Minimum share of the weight of the members that vote.
    f1 : float
        Weighted mean of the token F1 of the pages on which it was chosen.
    """

    weights: Mapping[str, int]
    threshold: float
    f1: float


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Scores of votes of each size on held-out pages.

    Attributes
    ----------
    f1 : tuple of float, length `ROUNDS`
        Weighted mean of the token F1 of the pages after each addition.
    error : tuple of float, length `ROUNDS`
        Standard error of that mean over the pages.
    """

    f1: tuple[float, ...]
    error: tuple[float, ...]

    def smallest_good(self, tolerance: float) -> int:
        """Return the smallest size whose F1 is within `tolerance` standard errors of the best."""
        best = max(range(len(self.f1)), key=self.f1.__getitem__)
        min_f1 = self.f1[best] - tolerance * self.error[best]
        return next(size for size, f1 in enumerate(self.f1, 1) if f1 >= min_f1)


def grow(ballots: Ballots) -> list[Choice]:
    """Return the vote after each addition of the member that raises F1 most."""
    counted = np.zeros(len(ballots.page), dtype=np.int32)
    weight = np.zeros(ballots.n_pages, dtype=np.int32)
    members: Counter[str] = Counter()
    choices: list[Choice] = []
    for _ in range(ROUNDS):
        scored = [
            _best_threshold(ballots, counted + ballots.kept[row], weight + ballots.votes[row])
            for row in range(len(ballots.names))
        ]
        row = int(np.argmax([f1 for f1, _ in scored]))
        members[ballots.names[row]] += 1
        counted += ballots.kept[row]
        weight += ballots.votes[row]
        f1, threshold = scored[row]
        choices.append(Choice(dict(members.most_common()), threshold, f1))
    return choices


def held_out(ballots: Ballots, count: int, seed: int) -> HeldOut:
    """Return the scores of votes of each size; votes for a fold are chosen on the other folds."""
    f1 = np.zeros((ROUNDS, ballots.n_pages))
    for held, other_pages in fold_splits(ballots.n_pages, count, seed):
        test = ballots.take(held)
        for size, choice in enumerate(grow(ballots.take(other_pages))):
            f1[size, held] = page_scores(test, vote(test, choice))[:, 2]
    weight = ballots.page_weight / ballots.page_weight.sum()
    mean = f1 @ weight
    error = np.sqrt(((f1 - mean[:, None]) ** 2) @ weight**2)
    return HeldOut(tuple(mean.tolist()), tuple(error.tolist()))


def choose(ballots: Ballots, sizes: HeldOut, tolerance: float) -> Choice:
    """Return the vote of the smallest size that was good enough on held-out pages."""
    return grow(ballots)[sizes.smallest_good(tolerance) - 1]


def vote(ballots: Ballots, choice: Choice) -> BoolArray:
    """Return the mask that a choice gives, shape (n_tokens,)."""
    counted = np.zeros(len(ballots.page), dtype=np.int32)
    weight = np.zeros(ballots.n_pages, dtype=np.int32)
    for name, times in choice.weights.items():
        row = ballots.names.index(name)
        counted += times * ballots.kept[row].astype(np.int32)
        weight += times * ballots.votes[row].astype(np.int32)
    return counted >= _needed(weight, choice.threshold)[ballots.page]


def page_scores(ballots: Ballots, kept: BoolArray) -> FloatArray:
    """Return precision, recall and F1 of each page, shape (n_pages, 3).

    The conventions are those of `boilerscope.extractors.scoring.ratios`.
    """
    n_predicted = np.bincount(ballots.page[kept], minlength=ballots.n_pages)
    n_gold = np.bincount(ballots.page[ballots.gold], minlength=ballots.n_pages)
    n_both = np.bincount(ballots.page[kept & ballots.gold], minlength=ballots.n_pages)
    return _scores(n_predicted, n_gold, n_both)


def folds(n_pages: int, count: int, seed: int = 0) -> Sequence[IntArray]:
    """Return the pages of each fold, shuffled with a fixed seed."""
    order = np.random.default_rng(seed).permutation(n_pages).astype(np.int32)
    return [np.sort(part) for part in np.array_split(order, count)]


def fold_splits(n_pages: int, count: int, seed: int) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield the pages of each fold, and the pages of all other folds."""
    all_pages = np.arange(n_pages, dtype=np.int32)
    for held in folds(n_pages, count, seed):
        yield held, np.setdiff1d(all_pages, held)


def _needed(weight: IntArray, threshold: float) -> IntArray:
    """Return the minimum weight of the members that keep a token; at least one member must."""
    needed: IntArray = np.maximum(np.ceil(weight * threshold - 1e-9), 1).astype(np.int32)
    return needed


def _best_threshold(ballots: Ballots, counted: IntArray, weight: IntArray) -> tuple[float, float]:
    """Return the best macro F1 over the thresholds, and its threshold nearest to a half.

    Parameters
    ----------
    counted : array of int, shape (n_tokens,)
        Weight of the members that keep each token.
    weight : array of int, shape (n_pages,)
        Weight of the members that vote on each page.
    """
    n_counts = int(counted.max(initial=0)) + 2
    shape = (ballots.n_pages, n_counts)
    cell = ballots.page.astype(np.int64) * n_counts + counted
    size = ballots.n_pages * n_counts
    n_tokens = np.bincount(cell, minlength=size).reshape(shape)
    n_gold = np.bincount(cell[ballots.gold], minlength=size).reshape(shape)
    # Tokens, and gold tokens, with at least each count.
    n_predicted = np.cumsum(n_tokens[:, ::-1], axis=1)[:, ::-1]
    n_both = np.cumsum(n_gold[:, ::-1], axis=1)[:, ::-1]
    pages = np.arange(ballots.n_pages)
    f1_of_thresholds: list[tuple[float, float]] = []
    for threshold in THRESHOLDS.tolist():
        needed = np.minimum(_needed(weight, threshold), n_counts - 1)
        scores = _scores(n_predicted[pages, needed], n_gold.sum(axis=1), n_both[pages, needed])
        mean = float(np.average(scores[:, 2], weights=ballots.page_weight))
        f1_of_thresholds.append((mean, threshold))
    best = max(f1 for f1, _ in f1_of_thresholds)
    return min(
        ((f1, threshold) for f1, threshold in f1_of_thresholds if f1 >= best - 1e-12),
        key=lambda item: abs(item[1] - 0.5),
    )


def _scores(predicted: NDArray[Any], gold: NDArray[Any], both: NDArray[Any]) -> FloatArray:
    counts = np.stack([both, predicted, gold], axis=-1)
    return np.stack([precision(counts), recall(counts), f1_of(counts)], axis=1)
