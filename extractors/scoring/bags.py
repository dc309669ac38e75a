"""Bags of words, and of sequences of words: texts without the order of their parts."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.page.tokens import lowered_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

_WORD = re.compile(r"\w+")

Shingle = tuple[str, ...]
"""Words in a row: four of them, or all words of a shorter text, for shingles."""


def bag(text: str) -> Counter[str]:
    """Return the number of occurrences of each token of a text, in lower case."""
    return Counter(lowered_tokens(text))


def bag_f1(gold: Counter[str], kept: Counter[str]) -> float:
    """Return F1 of two bags: 2 x common tokens / tokens of both; 1 if both are empty."""
    total = gold.total() + kept.total()
    return 2 * (gold & kept).total() / total if total else 1.0


def words_of(text: str) -> list[str]:
    """Return the runs of letters, digits and underscores of a text, case kept."""
    words: list[str] = _WORD.findall(text)
    return words


def ngrams_of(words: Sequence[str], n: int) -> Counter[Shingle]:
    """Return the number of occurrences of each sequence of n words; none in a shorter text."""
    return Counter(zip(*(words[start:] for start in range(n)), strict=False))


def shared(gold: Counter[Any], kept: Counter[Any]) -> int:
    """Return the number of items that two bags have in common."""
    smaller, larger = sorted((gold, kept), key=len)
    return sum(min(count, larger[key]) for key, count in smaller.items() if key in larger)


def shingles_of(text: str) -> Counter[Shingle]:
    """Return the number of occurrences of each sequence of four words of a text.

    A word is a run of letters, digits and underscores, case is kept, and a text of one to three
    words is one shingle. Chinese and Japanese have few word boundaries, so that one such word is a
    whole clause.

    Notes
    -----
    Source: scrapinghub/article-extraction-benchmark, ``evaluate.py``.
    """
    words = words_of(text)
    if len(words) < 4:
        return Counter([tuple(words)] if words else [])
    return ngrams_of(words, 4)
