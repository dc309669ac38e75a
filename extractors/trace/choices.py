"""Choices: the text that a library left because another element had a better score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.trace.source_rules import FoundRule, FoundTest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.trace.history import History
    from boilerscope.extractors.trace.tracer import Trace


@dataclass(frozen=True, slots=True)
class Scored:
    """An element that was compared with a bound, and lost.

    Attributes
    ----------
    row : int
        Row of the page.
    score, bound : float
        What was compared.
    left, op, right : str
        The comparison as the library writes it, or other words for it.
    """

    row: int
    score: float
    bound: float
    left: str
    op: str
    right: str

    def rule(self, function: str, source: str) -> FoundRule:
        """Return the comparison as a rule."""
        text = f"{self.left} {self.op} {self.right}"
        test = FoundTest(text, self.left, self.op, self.right, self.score, self.bound)
        return FoundRule(f"{function}: {text}", (test,), source)


def drop_unchosen(
    trace: Trace,
    kept: BoolArray,
    lost: Iterable[Scored],
    other: FoundRule,
    source: str,
    history: History | None = None,
) -> None:
    """Drop the living text outside of a choice: the innermost compared element is its rule.

    Parameters
    ----------
    kept : array of bool, shape (n_tokens,)
        The chosen text.
    lost : iterable of Scored
        Elements that were compared and lost.
    other : FoundRule
        Rule of text in none of them.
    source : str
        Line of the library; the function's name is that of `other`.
    """
    of_tree = trace.current if history is None else history
    event = np.full(len(kept), trace.event(other), dtype=np.int32)
    function = other.text.partition(":")[0]
    for scored in sorted(lost, key=lambda scored: scored.row):  # inner elements come later
        if scored.row < 0:
            continue
        start, end = trace.index.tokens_of_row(scored.row)
        if (of_tree.alive[start:end] & ~kept[start:end]).any():
            event[start:end] = trace.event(scored.rule(function, source), scored.row)
    is_lost = ~kept & of_tree.alive
    of_tree.event[is_lost] = event[is_lost]


def mask_of(trace: Trace, elements: Iterable[Any]) -> BoolArray:
    """Return the tokens of several elements, found among the living tokens of their histories."""
    mask = np.zeros(trace.index.page.n_tokens, dtype=np.bool_)
    for element in elements:
        mask |= trace.index.mask(trace.runs(element))
    return mask
