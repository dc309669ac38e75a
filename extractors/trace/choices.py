"""Choices: the text that a library left because another element had a better score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.trace.source_rules import FoundRule, FoundTest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.trace.history import History
    from boilerscope.extractors.trace.tracer import Trace


def compared(
    function: str, comparison: tuple[str, str, str], values: tuple[float, float], source: str
) -> FoundRule:
    """Return a comparison of two numbers as a rule.

    Parameters
    ----------
    function : str
        Function of the library that compares.
    comparison : tuple of str
        Left side, operator, right side: as the library writes them, or other words for them.
    values : tuple of float
        Both numbers.
    source : str
        Line of the library.
    """
    left, op, right = comparison
    text = f"{left} {op} {right}"
    test = FoundTest(text, left, op, right, float(values[0]), float(values[1]))
    return FoundRule(f"{function}: {text}", (test,), source)


def drop_unchosen(
    trace: Trace,
    kept: BoolArray,
    lost: Iterable[tuple[int, FoundRule]],
    other: FoundRule,
    history: History | None = None,
    *,
    best: tuple[int, float] | None = None,
) -> None:
    """Drop the living text outside of a choice, and list what was chosen from.

    Parameters
    ----------
    kept : array of bool, shape (n_tokens,)
        The chosen text.
    lost : iterable of (int, FoundRule)
        Rows of elements that were not chosen, and why; the last one that contains a text is its
        rule.
    other : FoundRule
        Rule of text in none of them.
    best : tuple of (int, float), optional
        Row and score of the chosen element, if the others were compared with it by their scores.
    """
    lost = [*lost]
    if best is not None:
        scored = [(row, rule.numeric[0].value, rule) for row, rule in lost if rule.numeric]
        trace.add_elements(best, scored)
    of_tree = trace.current if history is None else history
    is_lost = ~kept & of_tree.alive
    event = np.full(len(kept), trace.event(other), dtype=np.int32)
    for row, rule in lost:
        if row < 0:
            continue
        start, end = trace.index.tokens_of_row(row)
        if is_lost[start:end].any():
            event[start:end] = trace.event(rule, row)
    of_tree.event[is_lost] = event[is_lost]


def mask_of(trace: Trace, elements: Iterable[Any]) -> BoolArray:
    """Return the tokens of several elements, found among the living tokens of their histories."""
    mask = np.zeros(trace.index.page.n_tokens, dtype=np.bool_)
    for element in elements:
        mask |= trace.index.mask(trace.runs(element))
    return mask
