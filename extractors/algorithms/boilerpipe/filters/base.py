"""Filters: functions from a list of blocks to a decision, with their rules.

Rules are declared as lists of tests; a `RuleTable` decides by the same declaration from which the
reason is put into words later.
"""

from __future__ import annotations

import functools
import operator
import string
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from extractors.algorithms.boilerpipe.block_list import MEASURED
from extractors.model.lazy import Lazy
from extractors.model.steps import COMPARE, Outcome, Rule, Step, Test

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from extractors.algorithms.boilerpipe.block_list import BlockList, Rows
    from extractors.model.settings import Settings, StepKind
    from extractors.page import IntArray


class Decision(NamedTuple):
    """Decision of a filter on a list of blocks.

    Attributes
    ----------
    after : BlockList
        The list it leaves.
    rules : tuple of Rule
        Rule k is ``rules[k - 1]``.
    rule : array of int, shape (n_rows,)
        Number of the rule that spoke on each row of the list before; 0 = not tested.
    numbers : mapping of str to float
        Figures of the whole page that rules compare with or mention.
    columns : mapping of str to array, shape (n_rows,), or how to make it
        Quantities that only this filter measures.
    """

    after: BlockList
    rules: tuple[Rule, ...]
    rule: Rows
    numbers: Mapping[str, float] = MappingProxyType({})
    columns: Mapping[str, NDArray[Any]] | Lazy[Mapping[str, NDArray[Any]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Filter:
    """A filter that pipelines are made of.

    Attributes
    ----------
    code : str
        Short stable name, such as ``F3``.
    kind : StepKind
        Identifier, plain name, one sentence and settings.
    decide : callable
        Takes the list and a record of the kind's settings class, automatic values resolved.
    """

    code: str
    kind: StepKind
    decide: Callable[[BlockList, Any], Decision]

    def apply(self, blocks: BlockList, settings: Settings) -> tuple[BlockList, Step]:
        """Return the list after the filter, and the record of what it did."""
        decision = self.decide(blocks, settings.resolve())
        return decision.after, _step(self, blocks, decision)


def confirm(code: str, says: str, *tests: Test) -> Rule:
    """Return a rule that leaves a block as it is."""
    return Rule(code, Outcome.CONFIRM, tests, says)


class RuleTable:
    """Rules of which the first one that fits decides on a row.

    Each quantity is measured once and each test made once, however many rules ask.

    Parameters
    ----------
    rules : Rule
        In the order in which they are tried; bounds are settings or constants.
    """

    def __init__(self, *rules: Rule) -> None:
        self.rules = rules
        tests = list(dict.fromkeys(test for rule in rules for test in rule.tests))
        self._measures = list(dict.fromkeys((test.quantity, test.offset) for test in tests))
        self._tests = [
            (self._measures.index((test.quantity, test.offset)), COMPARE[test.op], test.bound)
            for test in tests
        ]
        self._parts = [[tests.index(test) for test in rule.tests] for rule in rules]
        self._keeps = np.array([False] + [rule.outcome is Outcome.KEEP for rule in rules])

    def decide(self, blocks: BlockList, settings: Settings) -> Decision:
        """Return the decision by the rules, under which a row that none fits is boilerplate."""
        rule = self.first_rule(blocks, settings)
        return Decision(blocks.with_content(self._keeps[rule]), self.rules, rule)

    def first_rule(self, blocks: BlockList, settings: Settings) -> IntArray:
        """Return for each row the number of the first rule of which all tests hold, 0 for none.

        Neighbours outside the list measure 0.
        """
        measured = [
            shifted(blocks.measure(quantity), offset) for quantity, offset in self._measures
        ]
        # As 64-bit floats, whatever was measured.
        bounds = [
            np.float64(getattr(settings, bound) if isinstance(bound, str) else bound)
            for _, _, bound in self._tests
        ]
        held = [
            compare(measured[place], bound)
            for (place, compare, _), bound in zip(self._tests, bounds, strict=True)
        ]
        chosen = np.zeros(len(blocks), dtype=np.int32)
        for number in range(len(self.rules), 0, -1):
            fits = functools.reduce(operator.and_, [held[part] for part in self._parts[number - 1]])
            chosen[fits] = number
        return chosen


def shifted(values: NDArray[Any], offset: int) -> NDArray[Any]:
    """Return for each row the value of the row before (-1), itself (0) or after (1), else 0."""
    if not offset:
        return values
    moved = np.zeros(len(values), dtype=values.dtype)
    if offset < 0:
        moved[1:] = values[:-1]
    else:
        moved[:-1] = values[1:]
    return moved


def _step(made_by: Filter, before: BlockList, decision: Decision) -> Step:
    after = decision.after
    previous = following = None
    if not before.is_whole and _read_neighbours(decision.rules):
        previous, following = _neighbours(before)
    return Step(
        code=made_by.code,
        title=made_by.kind.label,
        rules=decision.rules,
        rule=before.of_blocks(decision.rule.astype(np.int32, copy=False)),
        content=after.of_blocks(after.content, removed=False),
        group=_groups(after),
        labels=labels_of_blocks(after),
        columns=Lazy(lambda: _columns(before, decision)),
        previous=previous,
        next=following,
        numbers=dict(decision.numbers),  # one that can travel between processes
    )


def _columns(before: BlockList, decision: Decision) -> dict[str, NDArray[Any]]:
    """Return what a filter measured, and what its rules read where rows are not the blocks."""
    measured = decision.columns.value if isinstance(decision.columns, Lazy) else decision.columns
    columns = {name: before.of_blocks(values) for name, values in measured.items()}
    if not before.is_whole:
        for name in _quantities(decision.rules) - columns.keys() - decision.numbers.keys():
            columns[name] = before.of_blocks(before.measure(name))
    return columns


def labels_of_blocks(blocks: BlockList) -> IntArray:
    """Return the labels of each block, of removed ones those they had."""
    return blocks.of_blocks(blocks.labels, removed=blocks.removed_labels)


def _groups(blocks: BlockList) -> IntArray | None:
    """Return the leader of each block, None if no row holds several."""
    if blocks.is_whole:
        return None
    gone = blocks.gone
    n_held = len(blocks.row_of) - (0 if gone is None else np.count_nonzero(gone))
    if len(blocks) == n_held:
        return None
    numbers = np.arange(len(blocks.row_of), dtype=np.int32)
    return blocks.of_blocks(blocks.leader, removed=numbers)


def _neighbours(blocks: BlockList) -> tuple[IntArray, IntArray]:
    """Return the block that leads the row before and after each block's own, -1 for none."""
    previous, following = np.full((2, len(blocks)), -1, dtype=np.int32)
    previous[1:], following[:-1] = blocks.leader[:-1], blocks.leader[1:]
    return blocks.of_blocks(previous, removed=-1), blocks.of_blocks(following, removed=-1)


def _read_neighbours(rules: tuple[Rule, ...]) -> bool:
    """Tell whether the rules of a step read quantities of neighbours."""
    return any(test.offset for rule in rules for test in rule.tests)


def _quantities(rules: tuple[Rule, ...]) -> frozenset[str]:
    """Return what the rules of a step read of the quantities that lists measure."""
    tested = {test.quantity for rule in rules for test in rule.tests}
    named = (name for rule in rules for _, name, _, _ in string.Formatter().parse(rule.explanation))
    return MEASURED & (tested | {name for name in named if name})
