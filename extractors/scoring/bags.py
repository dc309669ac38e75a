"""Bags of words, and of sequences of words: texts without the order of their parts."""

from __future__ import annotations

import re
from collections import Counter

from boilerscope.extractors.page.tokens import lowered_tokens

_WORD = re.compile(r"\w+")

Shingle = tuple[str, ...]
"""Four words, or all words of a shorter text."""


def bag(text: str) -> Counter[str]:
    """Return the number of occurrences of each token of a text, in lower case."""
    return Counter(lowered_tokens(text))


def bag_f1(gold: Counter[str], kept: Counter[str]) -> float:
    """Return F1 of two bags: 2 x common tokens / tokens of both; 1 if both are empty."""
    total = gold.total() + kept.total()
    return 2 * (gold & kept).total() / total if total else 1.0


def shingles_of(text: str) -> Counter[Shingle]:
    """Return the number of occurrences of each sequence of four words of a text.

    A word is a run of letters, digits and underscores, case is kept, and a text of one to three
    words is one shingle. Chinese and Japanese have few word boundaries, so that one such word is a
    whole clause.

    Notes
    -----
    Source: scrapinghub/article-extraction-benchmark, ``evaluate.py``.
    """
    words: list[str] = _WORD.findall(text)
    if len(words) < 4:
        return Counter([tuple(words)] if words else [])
    return Counter(zip(words, words[1:], words[2:], words[3:], strict=False))
