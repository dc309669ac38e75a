"""States of the blocks with other values of a threshold, from the quantities of one run.

The last step of some extractors is a list of rules of which the first match decides each block. If
nothing else reads a threshold of these rules, no new run is needed: the tests of the rules, with
another value, give the state of every block. An extractor declares such settings, see
`Extractor.thresholds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.model.steps import COMPARE, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.model.steps import Rule, Step, Test
    from boilerscope.extractors.page.records import BoolArray, FloatArray

_UNCHANGED = frozenset({Outcome.CONFIRM, Outcome.LABEL})


def restated(extraction: Extraction, field: str, values: Sequence[float]) -> BoolArray | None:
    """Return the state of each block with each value of a threshold of the last step.

    Parameters
    ----------
    field : str
        One of `Extractor.thresholds`.
    values : sequence of float
        Values of the setting. With a value that another setting contradicts, no block is kept.

    Returns
    -------
    array of bool, shape (n_values, n_blocks), or None
        None if the last step is another step, such as *minus template*, which could decide
        otherwise.
    """
    step = extraction.steps[-1] if extraction.steps else None
    if step is None or step.settings is not None or field not in _bounds(step):
        return None
    changed = [_with(extraction.settings, field, value) for value in values]
    numbers = {name: value for name, value in step.numbers.items() if name != field}
    columns = {**extraction.column_values(), **step.columns}
    content = np.zeros((len(values), len(extraction.blocks)), dtype=np.bool_)
    is_valid = np.array([settings is not None for settings in changed], dtype=np.bool_)
    is_open = is_valid[:, None] & (step.rule > 0)
    before = _state_before(extraction)
    for rule in step.rules:
        matched = is_open.copy()
        for test in rule.tests:
            measured = _measured(step, columns, test)
            matched &= COMPARE[test.op](measured, _bound(test, numbers, columns, changed))
        content |= matched & _state_after(rule, before)
        is_open &= ~matched
    return content


def _bounds(step: Step) -> set[str | float]:
    return {test.bound for rule in step.rules for test in rule.tests}


def _with(settings: Settings, field: str, value: float) -> Settings | None:
    try:
        return settings.replace(**{field: value}).resolve()
    except BoilerscopeError:
        return None


def _state_before(extraction: Extraction) -> BoolArray:
    """Return the state of each block before the last step."""
    step = extraction.steps[-1]
    if step.before is not None:
        return step.before
    return (
        extraction.steps[-2].content if len(extraction.steps) > 1 else np.zeros_like(step.content)
    )


def _state_after(rule: Rule, before: BoolArray) -> BoolArray | bool:
    """Return the state of the blocks that a rule matches."""
    return before if rule.outcome in _UNCHANGED else rule.outcome is Outcome.KEEP


def _measured(step: Step, columns: Mapping[str, NDArray[Any]], test: Test) -> FloatArray:
    """Return the value that a test reads for each block; 0 for a missing neighbour."""
    if test.quantity not in columns:
        raise KeyError(f"step {step.code} tests {test.quantity!r}, which is not measured")
    measured = columns[test.quantity].astype(np.float64)
    if not test.offset:
        return measured
    listed = step.previous if test.offset < 0 else step.next
    rows = np.arange(len(measured)) + test.offset if listed is None else listed
    return np.append(measured, 0.0)[np.where((rows >= 0) & (rows < len(measured)), rows, -1)]


def _bound(
    test: Test,
    numbers: Mapping[str, float],
    columns: Mapping[str, NDArray[Any]],
    changed: Sequence[Settings | None],
) -> FloatArray:
    """Return the bound of a test, in a shape that fits (n_values, n_blocks)."""
    if not isinstance(test.bound, str):
        return np.array(test.bound, dtype=np.float64)
    if test.bound in numbers:
        return np.array(numbers[test.bound], dtype=np.float64)
    if test.bound in columns:
        return columns[test.bound].astype(np.float64)
    values = [np.nan if settings is None else getattr(settings, test.bound) for settings in changed]
    return np.array(values, dtype=np.float64)[:, None]
