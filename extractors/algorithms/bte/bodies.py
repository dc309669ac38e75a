"""Where bodies begin and end: the runs of words with most words and fewest tags among them.

A body never begins or ends inside a run of words without tags, so that runs are all there is to
choose from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from extractors.page.records import FloatArray, IntArray

Body = tuple[int, int]
"""First run of a body, and the run after its last one."""

_Chain = tuple[Body, object]
_NONE = float("-inf")


def best_bodies(words: IntArray, cost: FloatArray, most: int) -> list[Body]:
    """Return the bodies that together hold most words less cost, by dynamic programming.

    Fewer bodies win a tie, then the ones that begin first, then those that end first.

    Parameters
    ----------
    words : array of int, shape (n_runs,)
        Words of each run.
    cost : array of float, shape (n_runs,)
        What the tags between each run and the one before it cost.
    most : int
        Largest number of bodies.
    """
    gains, prices = words.tolist(), cost.tolist()
    behind = _Best([0.0] * (len(gains) + 1), [None] * (len(gains) + 1))
    highest, chosen = 0.0, None
    for n_left in range(most - 1, -1, -1):
        noted = _Best([_NONE], [None]) if n_left else None
        score, chain = _with_one_more(gains, prices, behind, noted)
        if score > highest:
            highest, chosen = score, chain
        behind = noted or behind
    return _unlinked(chosen)


@dataclass(frozen=True, slots=True)
class _Best:
    """Before each run and behind the last one, the best that a number of bodies can be.

    Attributes
    ----------
    score : list of float, length n_runs + 1
        Their words minus their cost; minus infinity if so many bodies do not fit.
    chain : list of chains, length n_runs + 1
        The bodies: the last one and the chain of those before it.
    """

    score: list[float]
    chain: list[_Chain | None]


def _with_one_more(
    gains: list[float], prices: list[float], behind: _Best, noted: _Best | None
) -> tuple[float, _Chain | None]:
    """Return score and chain of the best with a further body after those of another number.

    What is best before each later run is noted for a number of bodies that is one greater yet.
    """
    inside = best = _NONE
    begin, link = -1, None
    chain: _Chain | None = None
    # What is behind the last run is not asked for.
    runs = zip(gains, prices, behind.score, behind.chain, strict=False)
    for run, (gain, price, before, linked) in enumerate(runs):
        inside -= price
        if inside >= before:
            inside += gain
        else:
            inside = before + gain
            begin, link = run, linked
        if inside > best:
            best, chain = inside, ((begin, run + 1), link)
        if noted is not None:
            noted.score.append(best)
            noted.chain.append(chain)
    return best, chain


def greedy_bodies(words: IntArray, cost: FloatArray, most: int) -> list[Body]:
    """Return the best body, then the best in what is left, and so on; in page order."""
    found: list[Body] = []
    left = [(_best(words, cost, (0, len(words))), (0, len(words)))]
    while len(found) < most and left:
        place = max(range(len(left)), key=lambda at: (left[at][0][0], -left[at][1][0]))
        (score, body), (first, end) = left.pop(place)
        if score <= 0:
            break
        found.append(body)
        left += [
            (_best(words, cost, part), part)
            for part in ((first, body[0]), (body[1], end))
            if part[1] > part[0]
        ]
    return sorted(found)


def published_body(words: IntArray, cost: FloatArray) -> list[Body]:
    """Return the body that the fast function of the 2009 program finds, none if it is empty.

    Both cuts are runs of words, and the second one is in no part: neither its words nor the tags
    before it count for the body, but those tags are lost. First of the best by the first cut, then
    by the second.
    """
    if not len(words):
        return []
    value = np.append(0, np.cumsum(words[:-1])) - np.cumsum(cost) + cost[0]
    best_end = np.maximum.accumulate(value[::-1])[::-1]
    first = int(np.argmax(best_end - value))
    end = first + int(np.argmax(value[first:]))
    return [(first, end)] if end > first else []


def body_score(words: IntArray, cost: FloatArray, body: Body) -> float:
    """Return words less cost of the tags within a body."""
    first, end = body
    return float(words[first:end].sum() - cost[first + 1 : end].sum())


def running_sums(words: IntArray, cost: FloatArray) -> FloatArray:
    """Return for each run the best score of a body that ends with it."""
    # Words less cost from the first run on; a body gains what it rose since it began.
    value: FloatArray = np.cumsum(words, dtype=np.float64) - np.cumsum(cost)
    before = value - words  # the tags before its first run are free
    return value - np.minimum.accumulate(before)


def _best(words: IntArray, cost: FloatArray, part: tuple[int, int]) -> tuple[float, Body]:
    first, end = part
    bodies = best_bodies(words[first:end], cost[first:end], 1)
    if not bodies:
        return 0.0, (first, first)
    body = (bodies[0][0] + first, bodies[0][1] + first)
    return body_score(words, cost, body), body


def _unlinked(chain: _Chain | None) -> list[Body]:
    bodies: list[Body] = []
    link: object = chain
    while isinstance(link, tuple):
        bodies.append(link[0])
        link = link[1]
    return bodies[::-1]
