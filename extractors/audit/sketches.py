"""Sketches of texts: a few hashes that show how much two texts have in common.

Source: Broder, "On the resemblance and containment of documents", 1997. A text is the set of its
sequences of five words. Its sketch is the smallest hashes of that set; of two texts, the share of
the smallest hashes of their union that both sketches have estimates |A and B| / |A or B|.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Sketch = NDArray[np.uint64]

SIZE = 128
"""Hashes of a sketch: the standard error of a resemblance of 0.9 is 0.03."""

NEAR = 0.9
"""Resemblance from which two texts are nearly identical."""

MIN_WORDS = 30
"""Texts with fewer words are not compared: short notices resemble each other by chance."""

_N = 5
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_MAX_SHARED = 64
"""Pages that share one hash and are compared, in the order of the corpus. Beyond, each page is
compared with the page before it, so that 10,000 copies of a page cost 10,000 comparisons."""


def sketch_of(words: Sequence[str]) -> Sketch:
    """Return the sketch of a text, sorted; empty for a text of fewer than `MIN_WORDS` words."""
    if len(words) < MIN_WORDS:
        return np.zeros(0, dtype=np.uint64)
    hashes = np.fromiter(map(_hash, words), dtype=np.uint64, count=len(words))
    rows = np.zeros(len(hashes) - _N + 1, dtype=np.uint64)
    for offset in range(_N):
        rows = (rows ^ hashes[offset : offset + len(rows)]) * _MULTIPLIER
        rows ^= rows >> np.uint64(29)
    rows.sort()  # faster than a set of hashes, of which only the smallest are wanted
    is_new = np.concatenate(([True], rows[1:] != rows[:-1]))
    return rows[is_new][:SIZE]


def resemblance(one: Sketch, other: Sketch) -> float:
    """Return the estimated share of sequences of five words that two texts have in common."""
    if not len(one) or not len(other):
        return 0.0
    union = np.union1d(one, other)[:SIZE]
    both = np.intersect1d(np.intersect1d(one, other), union)
    return len(both) / len(union)


def near_pairs(sketches: Sequence[Sketch]) -> Iterator[tuple[int, int]]:
    """Yield pairs of texts that are nearly identical; each such text is in some pair.

    Of a group of such texts, not every pair is yielded, but enough pairs to connect it.
    """
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for number, sketch in enumerate(sketches):
        for value in sketch.tolist():
            holders[value].append(number)
    shared: defaultdict[tuple[int, int], int] = defaultdict(int)
    for numbers in holders.values():
        if len(numbers) > _MAX_SHARED:
            for pair in pairwise(numbers):
                shared[pair] += 1
            continue
        for index, later in enumerate(numbers):
            for earlier in numbers[:index]:
                shared[earlier, later] += 1
    for (one, other), n_shared in shared.items():
        smaller = min(len(sketches[one]), len(sketches[other]))
        is_likely = n_shared >= smaller / 2
        if is_likely and resemblance(sketches[one], sketches[other]) >= NEAR:
            yield one, other


@lru_cache(200_000)
def _hash(word: str) -> int:
    data = word.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
