"""Choose the members of a vote on pages with gold text, and say how good the choice is.

A member is added again and again, each time the one that raises macro token F1 most; how often it
was added is its weight (ensemble selection with replacement). Votes are counted per page in one
histogram, so that every threshold costs nothing more.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    """Who votes, how much, and how many votes are enough.

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


def choose(ballots: Ballots) -> Choice:
    """Return the best vote that adding members one at a time finds."""
    counted = np.zeros(len(ballots.page), dtype=np.int32)
    weight = np.zeros(ballots.n_pages, dtype=np.int32)
    members: list[int] = []
    best = Choice({}, 0.5, -1.0)
    for _ in range(ROUNDS):
        scored = [
            _best_threshold(ballots, counted + ballots.kept[row], weight + ballots.votes[row])
            for row in range(len(ballots.names))
        ]
        row = int(np.argmax([f1 for f1, _ in scored]))
        members.append(row)
        counted += ballots.kept[row]
        weight += ballots.votes[row]
        f1, threshold = scored[row]
        if f1 > best.f1 + 1e-9:
            counts = Counter(ballots.names[one] for one in members)
            best = Choice(dict(counts.most_common()), threshold, f1)
    return best


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

    The conventions are those of `extractors.scoring.tokens.TokenScore`.
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
    nothing = np.where(gold > 0, 0.0, 1.0)
    precision = np.divide(both, predicted, out=nothing.copy(), where=predicted > 0)
    recall = np.divide(both, gold, out=np.ones(len(gold)), where=gold > 0)
    total = precision + recall
    f1 = np.divide(2 * precision * recall, total, out=np.zeros(len(gold)), where=total > 0)
    return np.stack([precision, recall, f1], axis=1)
