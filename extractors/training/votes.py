"""Choose the members of a vote on pages with gold text, and say how good the choice is.

A member is added again and again, each time the one that raises macro token F1 most; how often it
was added is its weight (ensemble selection with replacement: Caruana et al. 2004). How many are
added is decided on pages that the choice has not seen: the smallest vote whose F1 there is within
one standard error of the best (Breiman et al. 1984). Votes are counted per page in one histogram,
so that every threshold costs nothing more.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.scoring.ratios import f1 as f1_of
from extractors.scoring.ratios import precision, recall

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from extractors.page.records import BoolArray, FloatArray, IntArray

THRESHOLDS = np.round(np.arange(0.05, 1.0, 0.05), 2)
"""Shares of the weight that are tried."""

ROUNDS = 16
"""Members that are added at the most, repetitions counted."""


@dataclass(slots=True, eq=False)
class Ballots:
    """Masks of all candidates on many pages, joined end to end.

    Attributes
    ----------
    names : tuple of str
        Candidates.
    kept : array of bool, shape (n_candidates, n_tokens)
        What each keeps.
    gold : array of bool, shape (n_tokens,)
        The gold standard.
    page : array of int, shape (n_tokens,)
        Page of each token, from 0.
    n_pages : int
        Pages.
    votes : array of bool, shape (n_candidates, n_pages)
        Whether the candidate keeps anything of the page; else it abstains.
    """

    names: tuple[str, ...]
    kept: BoolArray
    gold: BoolArray
    page: IntArray
    n_pages: int
    votes: BoolArray = field(init=False)

    def __post_init__(self) -> None:
        held = np.zeros((len(self.names), self.n_pages), dtype=np.bool_)
        for row in range(len(self.names)):
            held[row] = np.bincount(self.page[self.kept[row]], minlength=self.n_pages) > 0
        self.votes = held

    def take(self, pages: IntArray) -> Ballots:
        """Return some of the pages."""
        place = np.full(self.n_pages, -1, dtype=np.int32)
        place[pages] = np.arange(len(pages))
        chosen = place[self.page] >= 0
        return Ballots(
            self.names,
            self.kept[:, chosen],
            self.gold[chosen],
            place[self.page[chosen]],
            len(pages),
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """Members of a vote, their weights and the threshold.

    Attributes
    ----------
    weights : mapping of str to int
        Members, the heaviest first.
    threshold : float
        Share of the weight of those that vote.
    f1 : float
        Macro token F1 on the pages it was chosen on.
    """

    weights: Mapping[str, int]
    threshold: float
    f1: float


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Scores of votes of each size on pages held out.

    Attributes
    ----------
    f1 : tuple of float, length `ROUNDS`
        Macro token F1 after each addition.
    error : tuple of float, length `ROUNDS`
        Its standard error over the pages.
    """

    f1: tuple[float, ...]
    error: tuple[float, ...]

    def smallest_good(self, tolerance: float) -> int:
        """Return the fewest additions within so many standard errors of the best."""
        best = max(range(len(self.f1)), key=self.f1.__getitem__)
        least = self.f1[best] - tolerance * self.error[best]
        return next(size for size, f1 in enumerate(self.f1, 1) if f1 >= least)


def grow(ballots: Ballots) -> list[Choice]:
    """Return the vote after each addition of the member that helps it most."""
    counted = np.zeros(len(ballots.page), dtype=np.int32)
    weight = np.zeros(ballots.n_pages, dtype=np.int32)
    members: Counter[str] = Counter()
    grown: list[Choice] = []
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
        grown.append(Choice(dict(members.most_common()), threshold, f1))
    return grown


def held_out(ballots: Ballots, count: int, seed: int) -> HeldOut:
    """Return how good the vote of each size is, chosen on all folds but the one it is tried on."""
    f1 = np.zeros((ROUNDS, ballots.n_pages))
    for held, others in fold_splits(ballots.n_pages, count, seed):
        test = ballots.take(held)
        for size, choice in enumerate(grow(ballots.take(others))):
            f1[size, held] = page_scores(test, vote(test, choice))[:, 2]
    error = f1.std(axis=1, ddof=1) / np.sqrt(ballots.n_pages)
    return HeldOut(tuple(f1.mean(axis=1).tolist()), tuple(error.tolist()))


def choose(ballots: Ballots, tried: HeldOut, tolerance: float) -> Choice:
    """Return the smallest vote that is good enough, by how good each size was when `tried`."""
    return grow(ballots)[tried.smallest_good(tolerance) - 1]


def vote(ballots: Ballots, choice: Choice) -> BoolArray:
    """Return what a choice keeps, shape (n_tokens,)."""
    counted = np.zeros(len(ballots.page), dtype=np.int32)
    weight = np.zeros(ballots.n_pages, dtype=np.int32)
    for name, times in choice.weights.items():
        row = ballots.names.index(name)
        counted += times * ballots.kept[row].astype(np.int32)
        weight += times * ballots.votes[row].astype(np.int32)
    return counted >= _needed(weight, choice.threshold)[ballots.page]


def page_scores(ballots: Ballots, kept: BoolArray) -> FloatArray:
    """Return precision, recall and F1 of each page, shape (n_pages, 3).

    The conventions are those of `extractors.scoring.ratios`.
    """
    n = ballots.n_pages
    predicted = np.bincount(ballots.page[kept], minlength=n)
    gold = np.bincount(ballots.page[ballots.gold], minlength=n)
    both = np.bincount(ballots.page[kept & ballots.gold], minlength=n)
    return _scores(predicted, gold, both)


def folds(n_pages: int, count: int, seed: int = 0) -> Sequence[IntArray]:
    """Return the pages of each fold, shuffled with a fixed seed."""
    order = np.random.default_rng(seed).permutation(n_pages).astype(np.int32)
    return [np.sort(part) for part in np.array_split(order, count)]


def fold_splits(n_pages: int, count: int, seed: int) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield each fold and the pages of all others."""
    every = np.arange(n_pages, dtype=np.int32)
    for held in folds(n_pages, count, seed):
        yield held, np.setdiff1d(every, held)


def _needed(weight: IntArray, threshold: float) -> IntArray:
    needed: IntArray = np.maximum(np.ceil(weight * threshold - 1e-9), 1).astype(np.int32)
    return needed


def _best_threshold(ballots: Ballots, counted: IntArray, weight: IntArray) -> tuple[float, float]:
    """Return the best macro F1 over the thresholds, and the threshold nearest to a half."""
    most = int(counted.max(initial=0)) + 1
    slot = ballots.page.astype(np.int64) * (most + 1) + counted
    size = ballots.n_pages * (most + 1)
    shape = (ballots.n_pages, most + 1)
    everything = np.bincount(slot, minlength=size).reshape(shape)
    right = np.bincount(slot[ballots.gold], minlength=size).reshape(shape)
    predicted = np.cumsum(everything[:, ::-1], axis=1)[:, ::-1]
    both = np.cumsum(right[:, ::-1], axis=1)[:, ::-1]
    gold = right.sum(axis=1)
    pages = np.arange(ballots.n_pages)
    found: list[tuple[float, float]] = []
    for threshold in THRESHOLDS.tolist():
        needed = np.minimum(_needed(weight, threshold), most)
        f1 = _scores(predicted[pages, needed], gold, both[pages, needed])[:, 2].mean()
        found.append((float(f1), threshold))
    top = max(f1 for f1, _ in found)
    return min(
        ((f1, threshold) for f1, threshold in found if f1 >= top - 1e-12),
        key=lambda one: abs(one[1] - 0.5),
    )


def _scores(predicted: NDArray[Any], gold: NDArray[Any], both: NDArray[Any]) -> FloatArray:
    counts = np.stack([both, predicted, gold], axis=-1)
    return np.stack([precision(counts), recall(counts), f1_of(counts)], axis=1)
