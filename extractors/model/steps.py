"""Steps and rules: the tests of each pass on each block, and their decision.

A rule is declared once, as a list of tests. For each block a step stores only the number of the
rule that matched and the state after it; sentences are composed when they are read.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.model.lazy import Lazy, LazyField

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page.records import BoolArray, IntArray


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
    """One comparison: a measured quantity of a block or its neighbour with a bound.

    Attributes
    ----------
    quantity : str
        Column name.
    op : str
        ``<``, ``<=``, ``>``, ``>=``, ``==`` or ``!=``.
    bound : str or float
        Name of a value in `Step.numbers`, of a column in `Step.columns` or of a settings field, or
        a constant. A column gives the bound of a block in the row of that block.
    offset : int
        0 for the block itself, -1 for the previous and +1 for the next block of the step.
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
        Effect on the block.
    tests : tuple of Test
        The rule matches if all tests do; empty if the rule does not compare values.
    explanation : str
        Sentence for a rule without tests, or an addition to them; ``{name}`` is replaced by the
        block's value in that column or by the step's number of that name.
    source : str
        File and line of the library that contains the rule, ``readability/readability.py:640``;
        empty for a rule of this program.
    """

    code: str
    outcome: Outcome
    tests: tuple[Test, ...] = ()
    explanation: str = ""
    source: str = ""


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
        Number of the rule that matched each block, even if it only confirmed the state; 0 = not
        tested.
    content : array of bool, shape (n_blocks,)
        State after the step.
    group : array of int or None, shape (n_blocks,)
        After a fusion: the leading block of each block's group; None without fusion.
    labels : array of int or None, shape (n_blocks,)
        Bit set of `Extraction.label_names` after the step.
    columns : mapping of str to array, shape (n_blocks,)
        Quantities as measured by this step, if they differ from the extraction's columns. Can be a
        `Lazy`.
    previous, next : array of int or None, shape (n_blocks,)
        Neighbours that the step compared (-1 for none); None means the rows before and after.
    numbers : mapping of str to float
        Values of the whole page that rules compare with, such as an average.
    settings : Settings or None
        The step's own settings in a custom pipeline; None if its bounds are fields of the
        extractor's settings.
    before : array of bool or None, shape (n_blocks,)
        State before the step; None means the state after the previous step or, for the first step,
        that nothing is kept. A method that removes parts of the page starts with everything kept.
    notes : sequence of str, length 0 or n_blocks
        What the rule found in each block, such as the class name that matched an expression; empty
        texts add nothing. Can be a `Lazy`.
    chooses_by : str
        Quantity by which the step compared the blocks with each other to choose among them, such as
        the words of the largest; empty if it judged each block alone.
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
    notes: LazyField[Sequence[str]] = LazyField(())
    chooses_by: str = ""

    def rule_of(self, block: int) -> Rule | None:
        """Return the rule that matched a block, None if the step did not test it."""
        number = int(self.rule[block])
        return self.rules[number - 1] if number else None

    def neighbour(self, block: int, offset: int) -> int:
        """Return the block that a test with this offset reads, -1 if there is none."""
        if offset == 0:
            return block
        neighbours = self.previous if offset < 0 else self.next
        if neighbours is not None:
            return int(neighbours[block])
        row = block + offset
        return row if 0 <= row < len(self.rule) else -1


def step_names(steps: Iterable[Step]) -> tuple[str, ...]:
    """Return the display name of each step: its code, or ``F6 (2)`` if the code is repeated.

    Files keep the plain codes; a pipeline can use one filter several times.
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
    """One test and the values it compared.

    Attributes
    ----------
    value, bound : float
        Measured value, and the value it was compared with.
    bound_field : str
        The field of the extractor's settings that gives the bound, empty if none does.
    is_true : bool
        Whether the comparison is true.
    """

    test: Test
    value: float
    bound: float
    bound_field: str
    is_true: bool


def evaluate(
    step: Step, block: int, columns: Mapping[str, NDArray[Any]], settings: Settings
) -> list[EvaluatedTest]:
    """Return the tests of the rule that matched a block, with the values they compared.

    The quantities of a missing neighbour are 0.
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
        raise KeyError(f"step {step.code} tests {test.quantity!r}, which is not measured")
    row = step.neighbour(block, test.offset)
    value = float(measured[row]) if row >= 0 else 0.0
    bound, bound_field = _bound(test, step, block, resolved)
    return EvaluatedTest(test, value, bound, bound_field, bool(COMPARE[test.op](value, bound)))


def _bound(test: Test, step: Step, block: int, resolved: Settings) -> tuple[float, str]:
    if not isinstance(test.bound, str):
        return float(test.bound), ""
    if test.bound in step.numbers:
        return float(step.numbers[test.bound]), ""
    if test.bound in step.columns:
        return float(step.columns[test.bound][block]), ""
    return float(getattr(resolved, test.bound)), test.bound if step.settings is None else ""
