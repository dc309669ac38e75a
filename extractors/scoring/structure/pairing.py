"""Which parts of two lists belong together: similar texts in the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.system.late import late_call, late_module

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    from boilerscope.extractors.page.records import FloatArray
else:
    Levenshtein = late_module("rapidfuzz.distance.Levenshtein")
    cdist = late_call("rapidfuzz.process", "cdist")

Pair = tuple[int | None, int | None]

MIN_SIMILARITY = 0.3
"""Texts below this edit similarity do not belong together."""

_MAX_PAIRS = 250_000
_MAX_CHARACTERS = 1_000_000_000
"""In longer lists, and pairs of more characters, only equal texts belong together."""

_MAX_EQUAL_PAIRS = 1_000_000_000
"""Still longer lists are paired by their positions."""


def paired(first: Sequence[str], second: Sequence[str]) -> Iterator[Pair]:
    """Yield pairs of indices, in order; each index once, None beside a text without a partner.

    Of all pairings that keep the order, it is the one with the largest sum of edit similarities.
    Equal texts at the start and the end are paired first.
    """
    start = _n_equal(first, second)
    rest = _n_equal(first[start:][::-1], second[start:][::-1])
    ours, theirs = first[start : len(first) - rest], second[start : len(second) - rest]
    yield from ((index, index) for index in range(start))
    for one, other in _paired_by_similarity(ours, theirs):
        yield (
            None if one is None else start + one,
            None if other is None else start + other,
        )
    yield from ((len(first) - left, len(second) - left) for left in range(rest, 0, -1))


def by_position(n_first: int, n_second: int) -> Iterator[Pair]:
    """Yield pairs of equal indices, then those without a partner."""
    for index in range(max(n_first, n_second)):
        yield index if index < n_first else None, index if index < n_second else None


def _n_equal(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how many texts at the start are equal."""
    n_equal = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        n_equal += 1
    return n_equal


def _paired_by_similarity(first: Sequence[str], second: Sequence[str]) -> Iterator[Pair]:
    if not first or not second:
        return by_position(len(first), len(second))
    n_pairs, n_characters = len(first) * len(second), sum(map(len, first)) * sum(map(len, second))
    if n_pairs > _MAX_EQUAL_PAIRS:
        return by_position(len(first), len(second))
    if n_pairs > _MAX_PAIRS or n_characters > _MAX_CHARACTERS:
        return _paired_by_edits(first, second)
    similarity: FloatArray = cdist(
        first,
        second,
        scorer=Levenshtein.normalized_similarity,
        score_cutoff=MIN_SIMILARITY,
        dtype=np.float64,
    )
    return _best_path(similarity)


def _paired_by_edits(first: Sequence[str], second: Sequence[str]) -> Iterator[Pair]:
    """Yield the pairs of the fewest edits that turn one list into the other."""
    for edit in Levenshtein.opcodes(first, second):
        lengths = edit.src_end - edit.src_start, edit.dest_end - edit.dest_start
        for one, other in by_position(*lengths):
            yield (
                None if one is None else edit.src_start + one,
                None if other is None else edit.dest_start + other,
            )


def _best_path(similarity: FloatArray) -> Iterator[Pair]:
    """Return the pairs on the path with the largest sum, as for the alignment of two sequences."""
    n_first, n_second = similarity.shape
    best = np.zeros((n_first + 1, n_second + 1))
    for row in range(n_first):
        diagonal = best[row, :-1] + similarity[row]
        best[row + 1, 1:] = np.maximum.accumulate(np.maximum(best[row, 1:], diagonal))
    pairs: list[Pair] = []
    row, column = n_first, n_second
    while row or column:
        here = best[row, column]
        gain = similarity[row - 1, column - 1] if row and column else 0.0
        if gain and here == best[row - 1, column - 1] + gain:
            row, column = row - 1, column - 1
            pairs.append((row, column))
        elif column and here == best[row, column - 1]:
            column -= 1
            pairs.append((None, column))
        else:
            row -= 1
            pairs.append((row, None))
    return reversed(pairs)
