"""Steps and rules: what each pass tested on each block, and what it decided.

A rule is declared once, as a list of tests. A step stores, per block, only the number of the
rule that spoke and the state after it; the sentence is made when somebody looks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.model.lazy import Lazy, LazyField

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from extractors.model.settings import Settings
    from extractors.page.records import BoolArray, IntArray


class Outcome(StrEnum):
    """Effect of a rule on a block that it matches."""

    KEEP = "keep"
    DROP = "drop"
    CONFIRM = "confirm"
    LABEL = "label"


COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}
"""Function of each operator of a test, on numbers and on arrays."""


@dataclass(frozen=True, slots=True)
class Test:
    """One comparison: a measured quantity of a block or its neighbour against a bound.

    Attributes
    ----------
    quantity : str
        Column name.
    op : str
        ``<``, ``<=``, ``>``, ``>=``, ``==`` or ``!=``.
    bound : str or float
        Name of a settings field, of a per-page score (`Step.numbers`), or a constant.
    offset : int
        0 the block itself, -1 the previous and +1 the next one of the step.
    """

    __test__ = False

    quantity: str
    op: str
    bound: str | float
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a step.

    Attributes
    ----------
    code : str
        Short stable name, such as ``R1``.
    outcome : Outcome
        What it does.
    tests : tuple of Test
        The rule matches if all tests do; empty if the rule does not compare values.
    explanation : str
        Sentence for a rule without tests, or an addition to them; ``{name}`` is replaced by the
        block's value in that column or by the step's number of that name.
    """

    code: str
    outcome: Outcome
    tests: tuple[Test, ...] = ()
    explanation: str = ""


@dataclass(frozen=True, eq=False)
class Step:
    """One pass over the blocks.

    Attributes
    ----------
    code, title : str
        Short stable name (``F3``) and what the step does, verb first.
    rules : tuple of Rule
        Rule k is ``rules[k - 1]``.
    rule : array of int, shape (n_blocks,)
        Number of the rule that spoke on each block, changed or confirmed; 0 = not tested.
    content : array of bool, shape (n_blocks,)
        State after the step.
    group : array of int or None, shape (n_blocks,)
        After a fusion: the leading block each one belongs to; None where nothing is fused.
    labels : array of int or None, shape (n_blocks,)
        Bit set of `Extraction.label_names` after the step.
    columns : mapping of str to array, shape (n_blocks,)
        Quantities as this step measured them, where they differ from the extraction's columns.
        Can be given as `Lazy`.
    previous, next : array of int or None, shape (n_blocks,)
        Neighbours this step looked at (-1 none); None means the rows before and after.
    numbers : mapping of str to float
        Figures of the whole page that rules compare with, such as an average.
    settings : Settings or None
        The step's own settings where it stands in a pipeline of the user's; None where its
        bounds are fields of the extractor's settings.
    before : array of bool or None, shape (n_blocks,)
        State before the step; None where it is that after the step before it, or, before the
        first step, where nothing is kept. A method that removes from the page begins with all.
    """

    code: str
    title: str
    rules: tuple[Rule, ...]
    rule: IntArray
    content: BoolArray
    group: IntArray | None = None
    labels: IntArray | None = None
    columns: LazyField[Mapping[str, NDArray[Any]]] = LazyField(Lazy(dict))
    previous: IntArray | None = None
    next: IntArray | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)
    settings: Settings | None = None
    before: BoolArray | None = None

    def rule_of(self, block: int) -> Rule | None:
        """Return the rule that spoke on a block, None if the step did not test it."""
        number = int(self.rule[block])
        return self.rules[number - 1] if number else None

    def neighbour(self, block: int, offset: int) -> int:
        """Return the block that a test with this offset reads, -1 outside the list."""
        if offset == 0:
            return block
        chosen = self.previous if offset < 0 else self.next
        if chosen is not None:
            return int(chosen[block])
        other = block + offset
        return other if 0 <= other < len(self.rule) else -1


def step_names(steps: Iterable[Step]) -> tuple[str, ...]:
    """Return what readers call each step: its code, and ``F6 (2)`` where the code occurs again.

    Codes stay as they are in files; a pipeline can use one filter several times.
    """
    uses: Counter[str] = Counter()
    names = []
    for step in steps:
        uses[step.code] += 1
        use = uses[step.code]
        names.append(step.code if use == 1 else f"{step.code} ({use})")
    return tuple(names)


@dataclass(frozen=True, slots=True)
class EvaluatedTest:
    """One test with its figures.

    Attributes
    ----------
    test : Test
        The declaration.
    value, bound : float
        Measured value and what it was compared with.
    bound_field : str
        The field of the extractor's settings that the bound is, empty if it is none.
    holds : bool
        Whether the comparison is true.
    """

    test: Test
    value: float
    bound: float
    bound_field: str
    holds: bool


def evaluate(
    step: Step, block: int, columns: Mapping[str, NDArray[Any]], settings: Settings
) -> list[EvaluatedTest]:
    """Return the tests of the rule that spoke on a block, with the figures they compared.

    A neighbour outside the list measures 0.
    """
    rule = step.rule_of(block)
    if rule is None or not rule.tests:
        return []
    resolved = (settings if step.settings is None else step.settings).resolve()
    return [_result(test, step, block, columns, resolved) for test in rule.tests]


def _result(
    test: Test,
    step: Step,
    block: int,
    columns: Mapping[str, NDArray[Any]],
    resolved: Settings,
) -> EvaluatedTest:
    measured = step.columns.get(test.quantity, columns.get(test.quantity))
    if measured is None:
        raise KeyError(f"step {step.code} tests {test.quantity!r}, which nobody measured")
    row = step.neighbour(block, test.offset)
    value = float(measured[row]) if row >= 0 else 0.0
    bound, bound_field = _bound(test, step, resolved)
    return EvaluatedTest(test, value, bound, bound_field, bool(COMPARE[test.op](value, bound)))


def _bound(test: Test, step: Step, resolved: Settings) -> tuple[float, str]:
    if not isinstance(test.bound, str):
        return float(test.bound), ""
    if test.bound in step.numbers:
        return float(step.numbers[test.bound]), ""
    return float(getattr(resolved, test.bound)), test.bound if step.settings is None else ""
