"""Filters: functions from a list of blocks to a decision with its rules.

Rules are declared as lists of tests. The same declaration decides in a `RuleTable` and later
explains the decision.
"""

from __future__ import annotations

import functools
import operator
import string
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from boilerscope.extractors.algorithms.boilerpipe.block_list import MEASURED
from boilerscope.extractors.model.lazy import Lazy
from boilerscope.extractors.model.steps import COMPARE, Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from boilerscope.extractors.algorithms.boilerpipe.block_list import BlockList, Rows
    from boilerscope.extractors.model.settings import Settings, StepKind
    from boilerscope.extractors.page import IntArray


class Decision(NamedTuple):
    """Decision of a filter on a list of blocks.

    Attributes
    ----------
    rules : tuple of Rule
        Rule k is ``rules[k - 1]``.
    rule : array of int, shape (n_rows,)
        Number of the rule that matched each row of the list before; 0 = not tested.
    numbers : mapping of str to float
        Values of the whole page that rules compare with or mention.
    columns : mapping of str to array, shape (n_rows,), or a function that returns it
        Quantities measured only by this filter.
    """

    after: BlockList
    rules: tuple[Rule, ...]
    rule: Rows
    numbers: Mapping[str, float] = MappingProxyType({})
    columns: Mapping[str, NDArray[Any]] | Lazy[Mapping[str, NDArray[Any]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Filter:
    """A filter for pipelines.

    Attributes
    ----------
    code : str
        Short stable name, such as ``F3``.
    kind : StepKind
        Identifier, plain name, one sentence and settings.
    decide : callable
        Takes the list and a record of the kind's settings class with automatic values resolved.
    chooses_by : str
        As in `Step`.
    """

    code: str
    kind: StepKind
    decide: Callable[[BlockList, Any], Decision]
    chooses_by: str = ""

    def apply(self, blocks: BlockList, settings: Settings) -> tuple[BlockList, Step]:
        """Return the list after the filter, and the record of its decisions."""
        decision = self.decide(blocks, settings.resolve())
        return decision.after, _step(self, blocks, decision)


def confirm(code: str, explanation: str, *tests: Test) -> Rule:
    """Return a rule that leaves a block unchanged."""
    return Rule(code, Outcome.CONFIRM, tests, explanation)


class RuleTable:
    """Rules of which the first match decides a row.

    Each quantity is measured once and each test is made once, however many rules use them.

    Parameters
    ----------
    rules : Rule
        Rules in order of priority; bounds are settings or constants.
    """

    def __init__(self, *rules: Rule) -> None:
        self.rules = rules
        tests = list(dict.fromkeys(test for rule in rules for test in rule.tests))
        self._measures = list(dict.fromkeys((test.quantity, test.offset) for test in tests))
        self._tests = [
            (self._measures.index((test.quantity, test.offset)), COMPARE[test.op], test.bound)
            for test in tests
        ]
        self._tests_of_rule = [[tests.index(test) for test in rule.tests] for rule in rules]
        self._keeps = np.array([False] + [rule.outcome is Outcome.KEEP for rule in rules])

    def decide(self, blocks: BlockList, settings: Settings) -> Decision:
        """Decide by the rules; a row that no rule matches is boilerplate."""
        rule = self.first_rule(blocks, settings)
        return Decision(blocks.with_content(self._keeps[rule]), self.rules, rule)

    def first_rule(self, blocks: BlockList, settings: Settings) -> IntArray:
        """Return the number of the first matching rule for each row, 0 for none.

        The quantities of missing neighbours are 0.
        """
        measured = [
            shifted(blocks.measure(quantity), offset) for quantity, offset in self._measures
        ]
        # Compare as 64-bit floats, whatever the type of the column.
        bounds = [
            np.float64(getattr(settings, bound) if isinstance(bound, str) else bound)
            for _, _, bound in self._tests
        ]
        is_true = [
            compare(measured[index], bound)
            for (index, compare, _), bound in zip(self._tests, bounds, strict=True)
        ]
        first = np.zeros(len(blocks), dtype=np.int32)
        for number in range(len(self.rules), 0, -1):
            is_match = functools.reduce(
                operator.and_, [is_true[index] for index in self._tests_of_rule[number - 1]]
            )
            first[is_match] = number
        return first


def shifted(values: NDArray[Any], offset: int) -> NDArray[Any]:
    """Return the value of the previous row (-1), the row itself (0) or the next row (1), else 0."""
    if not offset:
        return values
    moved = np.zeros(len(values), dtype=values.dtype)
    if offset < 0:
        moved[1:] = values[:-1]
    else:
        moved[:-1] = values[1:]
    return moved


def _step(block_filter: Filter, before: BlockList, decision: Decision) -> Step:
    after = decision.after
    previous = following = None
    if not before.is_whole and _read_neighbours(decision.rules):
        previous, following = _neighbours(before)
    return Step(
        code=block_filter.code,
        title=block_filter.kind.label,
        rules=decision.rules,
        rule=before.of_blocks(decision.rule.astype(np.int32, copy=False)),
        content=after.of_blocks(after.content, removed=False),
        group=_groups(after),
        labels=labels_of_blocks(after),
        columns=Lazy(lambda: _columns(before, decision)),
        previous=previous,
        next=following,
        numbers=dict(decision.numbers),  # a type that can be pickled
        chooses_by=block_filter.chooses_by,
    )


def _columns(before: BlockList, decision: Decision) -> dict[str, NDArray[Any]]:
    """Return the filter's own quantities, and those its rules read if rows were fused."""
    measured = decision.columns.value if isinstance(decision.columns, Lazy) else decision.columns
    columns = {name: before.of_blocks(values) for name, values in measured.items()}
    if not before.is_whole:
        for name in _quantities(decision.rules) - columns.keys() - decision.numbers.keys():
            columns[name] = before.of_blocks(before.measure(name))
    return columns


def labels_of_blocks(blocks: BlockList) -> IntArray:
    """Return the labels of each block; removed blocks keep their last labels."""
    return blocks.of_blocks(blocks.labels, removed=blocks.removed_labels)


def _groups(blocks: BlockList) -> IntArray | None:
    """Return the leader of each block, None if no row has several blocks."""
    if blocks.is_whole:
        return None
    removed = blocks.removed
    n_listed = len(blocks.row_of) - (0 if removed is None else np.count_nonzero(removed))
    if len(blocks) == n_listed:
        return None
    numbers = np.arange(len(blocks.row_of), dtype=np.int32)
    return blocks.of_blocks(blocks.leader, removed=numbers)


def _neighbours(blocks: BlockList) -> tuple[IntArray, IntArray]:
    """Return the leaders of the rows before and after each block's row, -1 for none."""
    previous, following = np.full((2, len(blocks)), -1, dtype=np.int32)
    previous[1:], following[:-1] = blocks.leader[:-1], blocks.leader[1:]
    return blocks.of_blocks(previous, removed=-1), blocks.of_blocks(following, removed=-1)


def _read_neighbours(rules: tuple[Rule, ...]) -> bool:
    """Return whether the rules of a step read quantities of neighbours."""
    return any(test.offset for rule in rules for test in rule.tests)


def _quantities(rules: tuple[Rule, ...]) -> frozenset[str]:
    """Return which of the `MEASURED` quantities the rules of a step read."""
    tested = {test.quantity for rule in rules for test in rule.tests}
    named = (name for rule in rules for _, name, _, _ in string.Formatter().parse(rule.explanation))
    return MEASURED & (tested | {name for name in named if name})
