"""Bags of tokens: similarity of two texts regardless of the order of their words."""

from __future__ import annotations

from collections import Counter

from boilerscope.extractors.page.tokens import lowered_tokens


def bag(text: str) -> Counter[str]:
    """Return the number of occurrences of each token of a text, in lower case."""
    return Counter(lowered_tokens(text))


def bag_f1(gold: Counter[str], kept: Counter[str]) -> float:
    """Return F1 of two bags: 2 x common tokens / tokens of both; 1 if both are empty."""
    total = gold.total() + kept.total()
    return 2 * (gold & kept).total() / total if total else 1.0
