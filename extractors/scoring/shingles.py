"""Shingles: word 4-grams, counted as the article-extraction-benchmark counts them.

Source: scrapinghub/article-extraction-benchmark, ``evaluate.py``. A word is a run of letters,
digits and underscores, case is kept, and a text of one to three words is one shingle. Chinese and
Japanese have few word boundaries, so that one such word is a whole clause.
"""

from __future__ import annotations

import re
from collections import Counter

_WORD = re.compile(r"\w+")

Shingle = tuple[str, ...]


def shingles(text: str) -> Counter[Shingle]:
    """Return the number of occurrences of each sequence of four words of a text."""
    words: list[str] = _WORD.findall(text)
    if len(words) < 4:
        return Counter([tuple(words)] if words else [])
    return Counter(zip(words, words[1:], words[2:], words[3:], strict=False))


def overlap(gold: Counter[Shingle], kept: Counter[Shingle]) -> tuple[int, int, int]:
    """Return the shingles in both texts, in the kept text and in the gold text."""
    smaller, larger = sorted((gold, kept), key=len)
    both = sum(min(count, larger[key]) for key, count in smaller.items() if key in larger)
    return both, kept.total(), gold.total()
