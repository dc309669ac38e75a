"""Turn the record of a step into a sentence for the user."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.steps import EvaluatedTest, Outcome, Step, evaluate

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page.records import IntArray

_DECIDING = frozenset({Outcome.KEEP, Outcome.DROP})
_NEIGHBOUR = {-1: "previous ", 0: "", 1: "next "}

SYMBOLS = {"<=": "≤", ">=": "≥", "==": "=", "!=": "≠"}
"""Mathematical symbols of the operators of tests."""

MINUS = "\N{MINUS SIGN}"
"""Sign of negative numbers in texts for people."""

_HYPHEN = re.compile(r"(“[^”]*”)|(?<![\w.)\]-])-(?=[\d∞])")
"""A text of the page, in quotes, or the hyphen before a negative number."""


def format_value(value: float) -> str:
    """Format a measured value: whole numbers without decimals, other numbers with three digits.

    >>> format_value(55.0), format_value(0.333333), format_value(1079.0)
    ('55', '0.333', '1,079')
    """
    if math.isnan(value):
        return "-"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:.3g}" if abs(value) < 1 else f"{value:,.2f}"


def with_symbols(sentence: str) -> str:
    """Return a sentence with the symbols of operators and negative numbers, as people read it.

    >>> with_symbols("F5: words so far 2,022 >= 60")
    'F5: words so far 2,022 ≥ 60'
    >>> with_symbols("R7: class weight -25 < 0, style “margin: -5px”")
    'R7: class weight −25 < 0, style “margin: -5px”'
    """
    for operator, symbol in SYMBOLS.items():
        sentence = sentence.replace(f" {operator} ", f" {symbol} ")
    return _HYPHEN.sub(lambda match: match[1] or MINUS, sentence)


def explain_step(extraction: Extraction, step: Step, block: int) -> str:
    """Explain what a step did to a block; empty if the step did not test it.

    Examples: ``R1: words 55 > 16``, ``F8: not largest, 234 < 316 words``.
    """
    rule = step.rule_of(block)
    if rule is None:
        return ""
    parts = [
        _comparison(extraction, result)
        for result in evaluate(step, block, extraction.column_values(), extraction.settings)
    ]
    if rule.explanation:
        parts.append(rule.explanation.format_map(_Values(extraction, step, block)))
    if step.notes and step.notes[block]:
        parts.append(step.notes[block])
    return f"{rule.code}: " + ", ".join(parts) if parts else rule.code


def deciding_step(extraction: Extraction, block: int) -> int:
    """Return the last step whose rule kept or dropped the block, -1 if none did.

    A rule that only confirms or labels decides only if no other rule matched.
    """
    confirmed = -1
    for number in range(len(extraction.steps) - 1, -1, -1):
        rule = extraction.steps[number].rule_of(block)
        if rule is None:
            continue
        if rule.outcome in _DECIDING:
            return number
        if confirmed < 0:
            confirmed = number
    return confirmed


def deciding_steps(extraction: Extraction) -> IntArray:
    """Return `deciding_step` for every block, shape (n_blocks,)."""
    decided = np.full(len(extraction.blocks), -1, dtype=np.int32)
    confirmed = decided.copy()
    for number, step in enumerate(extraction.steps):
        decides = np.array([False, *(rule.outcome in _DECIDING for rule in step.rules)])
        confirmed[step.rule > 0] = number
        decided[decides[step.rule]] = number
    return np.where(decided >= 0, decided, confirmed)


def explain_decision(extraction: Extraction, block: int) -> str:
    """Return the sentence of the rule that decided a block."""
    number = deciding_step(extraction, block)
    if number < 0:
        return "no rule tested this block"
    return explain_step(extraction, extraction.steps[number], block)


def _comparison(extraction: Extraction, result: EvaluatedTest) -> str:
    column = extraction.column(result.test.quantity)
    name = result.test.quantity
    words = name.replace("_", " ") if name.isidentifier() else name  # else it is an expression
    label = column.label.lower() if column else words
    neighbour = _NEIGHBOUR.get(result.test.offset, f"block {result.test.offset:+d} ")
    value, bound = format_value(result.value), format_value(result.bound)
    return f"{neighbour}{label} {value} {result.test.op} {bound}"


class _Values(dict[str, str]):
    """Values for the placeholders of an explanation, formatted when they are used."""

    def __init__(self, extraction: Extraction, step: Step, block: int) -> None:
        super().__init__()
        self._extraction, self._step, self._block = extraction, step, block

    def __missing__(self, name: str) -> str:
        if name in self._step.numbers:
            return format_value(float(self._step.numbers[name]))
        values = self._step.columns.get(name)
        column = self._extraction.column(name)
        if values is None and column is not None:
            values = column.values
        if values is not None:
            return format_value(float(values[self._block]))
        resolved = (self._step.settings or self._extraction.settings).resolve()
        if name in type(resolved).__dataclass_fields__:
            return _setting(getattr(resolved, name))
        raise KeyError(f"a rule mentions {name!r}, which step {self._step.code} does not measure")


def _setting(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return format_value(float(value))
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)
