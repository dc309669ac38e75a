"""The bodies of a page: the ranges of word runs with the most words and the fewest tags.

The paper chooses the tokens i and j that maximise ``tags before i + words in i ... j + tags after
j``. All tags together are a constant, so this is the range with the greatest sum where a word is
+1 and a tag -1. The best range begins and ends with a word run (words without a tag among them),
so the search goes over word runs instead of tokens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import FloatArray, IntArray

Body = tuple[int, int]
"""First word run of a body, and the word run after its last."""


class _Chain(NamedTuple):
    """Bodies one after the other, linked backwards.

    Attributes
    ----------
    score : float
        Words minus the cost of tags of all bodies; minus infinity if so many bodies do not fit.
    last : Body or None
        The last body, None in an empty chain.
    previous : _Chain or None
        The chain of the bodies before the last body.
    """

    score: float
    last: Body | None = None
    previous: _Chain | None = None

    def bodies(self) -> list[Body]:
        """Return the bodies in page order."""
        bodies: list[Body] = []
        chain: _Chain | None = self
        while chain is not None and chain.last is not None:
            bodies.append(chain.last)
            chain = chain.previous
        return bodies[::-1]


_EMPTY = _Chain(0.0)
_IMPOSSIBLE = _Chain(float("-inf"))


def best_bodies(words: IntArray, cost: FloatArray, max_bodies: int) -> list[Body]:
    """Return the bodies with the greatest sum of scores, by dynamic programming.

    Fewer bodies win a tie, then the bodies that begin first, then those that end first.

    Parameters
    ----------
    words : array of int, shape (n_runs,)
        Words of each word run.
    cost : array of float, shape (n_runs,)
        Cost of the tags between each word run and the previous run.
    max_bodies : int
        Maximum number of bodies.
    """
    best = _EMPTY
    chains = [_EMPTY] * (len(words) + 1)
    for _ in range(max_bodies):
        chains = _with_another_body(words.tolist(), cost.tolist(), chains)
        if chains[-1].score > best.score:
            best = chains[-1]
    return best.bodies()


def _with_another_body(words: list[int], cost: list[float], chains: list[_Chain]) -> list[_Chain]:
    """Return the best chains with one body more.

    Parameters
    ----------
    words, cost : list
        As in `best_bodies`.
    chains : list of _Chain, length n_runs + 1
        Item k is the best chain within the first k word runs.

    Returns
    -------
    list of _Chain, length n_runs + 1
        The same for chains with one body more.
    """
    best = _IMPOSSIBLE
    longer = [best]
    score = best.score  # of the best chain whose last body ends with the current word run
    first, previous = 0, best
    for run, (n_words, tag_cost) in enumerate(zip(words, cost, strict=True)):
        score -= tag_cost
        if score < chains[run].score:  # a new body is better than the tags before this run
            score = chains[run].score
            first, previous = run, chains[run]
        score += n_words
        if score > best.score:
            best = _Chain(score, (first, run + 1), previous)
        longer.append(best)
    return longer


def greedy_bodies(words: IntArray, cost: FloatArray, max_bodies: int) -> list[Body]:
    """Return the best body, then the best body in the rest, and so on; in page order."""
    bodies: list[Body] = []
    candidates = [(_best_body(words, cost, 0, len(words)), 0, len(words))]
    while candidates and len(bodies) < max_bodies:
        best = max(candidates, key=lambda candidate: (candidate[0].score, -candidate[1]))
        candidates.remove(best)
        (score, body, _), first, end = best
        if body is None or score <= 0:
            break
        bodies.append(body)
        for rest_first, rest_end in ((first, body[0]), (body[1], end)):
            if rest_end > rest_first:
                rest = _best_body(words, cost, rest_first, rest_end)
                candidates.append((rest, rest_first, rest_end))
    return sorted(bodies)


def _best_body(words: IntArray, cost: FloatArray, first: int, end: int) -> _Chain:
    """Return the chain of the best body within some word runs; empty if there is none."""
    bodies = best_bodies(words[first:end], cost[first:end], 1)
    if not bodies:
        return _EMPTY
    body = (bodies[0][0] + first, bodies[0][1] + first)
    return _Chain(body_score(words, cost, body), body)


def published_body(words: IntArray, cost: FloatArray) -> list[Body]:
    """Return the body that the fast function of the 2009 program finds; none if it is empty.

    The program maximises, over word runs i <= j, ``tags before i + words in i ... j - 1 + tags
    after j``. This is an off-by-one: run j is in neither part, so the last word run of a page is
    never in the body. The first maximum by i, then by j, wins.
    """
    if not len(words):
        return []
    # Words minus tag cost before each word run: the objective is value[j] - value[i] + all tags.
    value = np.append(0, np.cumsum(words[:-1])) - np.cumsum(cost) + cost[0]
    greatest_from = np.maximum.accumulate(value[::-1])[::-1]  # max of value[j] for j >= i
    first = int(np.argmax(greatest_from - value))
    end = first + int(np.argmax(value[first:]))
    return [(first, end)] if end > first else []


def body_score(words: IntArray, cost: FloatArray, body: Body) -> float:
    """Return the words of a body minus the cost of the tags inside it."""
    first, end = body
    return float(words[first:end].sum() - cost[first + 1 : end].sum())


def running_sums(words: IntArray, cost: FloatArray) -> FloatArray:
    """Return for each word run the best score of a body that ends with it."""
    # The score of a body is the increase of `value` from before its first word to its end.
    value: FloatArray = np.cumsum(words, dtype=np.float64) - np.cumsum(cost)
    before = value - words  # the tags before its first word are outside the body
    return value - np.minimum.accumulate(before)
