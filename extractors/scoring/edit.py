"""Edit similarity of two texts: rapidfuzz's normalized Levenshtein distance."""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein

MAX_CELLS = 10_000_000_000
"""Largest comparison, characters times characters: some tenths of a second. Longer texts are not
scored."""


def matching(gold: str, kept: str) -> tuple[int, int] | None:
    """Return length of the longer text minus the edit distance, and that length.

    Runs of white space count as one space. Insertions, deletions and substitutions of a character
    cost 1 each.

    Returns
    -------
    tuple of int, or None
        None if the texts are too long to be compared, see `MAX_CELLS`.
    """
    left, right = " ".join(gold.split()), " ".join(kept.split())
    if len(left) * len(right) > MAX_CELLS:
        return None
    longer = max(len(left), len(right))
    return longer - Levenshtein.distance(left, right), longer
