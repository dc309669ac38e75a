"""Addresses: the step and rule that decided each word of a page, from the steps of an extraction.

A word belongs to the rule that decided its block last (`deciding_steps`), the rule that the
Inspector names. No extractor is known here: every result with steps has addresses.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.model.aligned import only_finds_text
from boilerscope.extractors.model.sentence import SYMBOLS, deciding_steps, format_value
from boilerscope.extractors.model.steps import step_names
from boilerscope.extractors.page.ranges import run_bounds

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from boilerscope.extractors.model.contributions import Contributions
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.model.steps import Rule, Step, Test
    from boilerscope.extractors.page.records import BoolArray, IntArray

_MAX_DESCRIBED = 10_000

_NEIGHBOUR = {-1: "previous ", 0: "", 1: "next "}
_VALUE = "…"
"""Stands for the value of a block in the sentence of a rule."""

BASE = "base"
"""Term of a block that no term moves to the side where it is."""

RULES_PER_STEP = 1_000_000
"""Step of `Address.order`, above the number of rules of any step."""


@dataclass(frozen=True, slots=True)
class Address:
    """A rule with one outcome, to which words belong.

    Attributes
    ----------
    step, title : str
        Name of the step (`step_names`) and what it does.
    rule : str
        Code of the rule.
    is_kept : bool
        Whether its words are kept. A rule that keeps words can only keep wrongly; a rule that drops
        words can only miss.
    text : str
        Sentence of the rule without values of blocks: ``link density (words) > 0.333``.
    tests : tuple of (str, str)
        Settings of the extractor that the rule compares values with, and how: field, operator. The
        operator is empty if the rule does not compare by a test.
    term : str
        Term of an additive model with the largest contribution to the side of the block; empty
        if no sum decided.
    changes : bool
        Whether the step changed the state of the block.
    order : int
        Position of the rule in the extraction, see `step_number` and `rule_number`.
    """

    step: str
    title: str
    rule: str
    is_kept: bool
    text: str = ""
    tests: tuple[tuple[str, str], ...] = ()
    term: str = ""
    changes: bool = False
    order: int = 0

    @property
    def fields(self) -> tuple[str, ...]:
        """Settings of the extractor that the rule compares values with."""
        return tuple(dict.fromkeys(field for field, _ in self.tests))

    @property
    def step_number(self) -> int:
        """Position of the step in the extraction."""
        return self.order // RULES_PER_STEP

    @property
    def rule_number(self) -> int:
        """Number of the rule in its step, see `Step.rule`."""
        return self.order % RULES_PER_STEP

    @property
    def name(self) -> str:
        """Short name: ``F3 R0``, or ``F8`` if the code of the rule contains that of its step."""
        if self.rule.startswith(self.step):
            return self.rule
        return f"{self.step} {self.rule}" if not self.step.startswith(self.rule) else self.step


NOT_TRACED = Address("", "", "not traced", is_kept=False)
"""Address of words that no rule decided."""

NO_RESULT = Address("", "", "no result", is_kept=False)
"""Address of all words of a page on which the pane failed."""


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """Address of each word of a page.

    Attributes
    ----------
    addresses : tuple of Address
        Addresses on the page.
    number : array of int, shape (n_tokens,)
        Index of the address of each word, -1 if no rule decided it.
    states : mapping of str to array of int, shape (n_tokens,)
        States of each word with other values of a threshold, see `word_states`.
    """

    addresses: tuple[Address, ...]
    number: IntArray
    states: Mapping[str, IntArray] = field(default_factory=dict)

    def are_of(self, is_of: Callable[[Address], bool]) -> BoolArray:
        """Return which words have an address for which a function holds, shape (n_tokens,)."""
        listed = np.array([*map(is_of, self.addresses), is_of(NOT_TRACED)], dtype=np.bool_)
        chosen: BoolArray = listed[self.number]  # -1 is the last one
        return chosen

    def runs(self) -> tuple[IntArray, IntArray]:
        """Return the first word and the number of each run of equal addresses."""
        bounds = run_bounds(self.number[1:] != self.number[:-1], len(self.number))
        start = bounds[:-1].astype(np.int32)
        return start, self.number[start].astype(np.int32)

    @classmethod
    def of_runs(
        cls, addresses: tuple[Address, ...], start: IntArray, number: IntArray, n_tokens: int
    ) -> Decisions:
        """Return the decisions of `runs`."""
        lengths = np.diff(np.append(start, n_tokens))
        return cls(addresses, number.repeat(lengths).astype(np.int32))


def decisions(extraction: Extraction) -> Decisions:
    """Return the address of each word of an extraction.

    Words outside every block, of blocks that no rule tested, and of a text whose place on the
    page was only found by comparison have none.
    """
    number = np.full(len(extraction.mask), -1, dtype=np.int32)
    if not extraction.steps:
        return Decisions((), number)
    block = _deciding_block(extraction)
    step_of = deciding_steps(extraction)
    for found in (k for k, step in enumerate(extraction.steps) if only_finds_text(step)):
        step_of[step_of == found] = -1
    has_rule = block >= 0
    has_rule[has_rule] = step_of[block[has_rule]] >= 0
    present, index = np.unique(block[has_rule], return_inverse=True)
    codes = _codes(extraction, present, step_of[present])
    listed, of_block = np.unique(codes, axis=0, return_inverse=True)
    number[has_rule] = of_block.reshape(-1)[index]
    names = step_names(extraction.steps)
    return Decisions(tuple(_address(extraction, names, code) for code in listed.tolist()), number)


def _deciding_block(extraction: Extraction) -> IntArray:
    """Return the block that decided each word: the innermost one that has its state, else -1."""
    mask, content = extraction.mask, extraction.content
    block = extraction.block_of_token.copy()
    differs = block >= 0
    differs[differs] = content[block[differs]] != mask[differs]
    if not differs.any():
        return block
    kept = np.flatnonzero(content).astype(np.int32)  # around a dropped block
    around = extraction.blocks.take(kept).block_of_token(len(mask))
    is_around = differs & mask & (around >= 0)
    block[differs] = -1
    block[is_around] = kept[around[is_around]]
    return block


def _codes(extraction: Extraction, blocks: IntArray, step_of: IntArray) -> IntArray:
    """Return step, rule, state, term (-1 for none) and change of each block: (n_blocks, 5)."""
    rule, is_kept = np.zeros(len(blocks), dtype=np.int64), extraction.content[blocks]
    changes = np.zeros(len(blocks), dtype=np.bool_)
    before = np.zeros(len(extraction.blocks), dtype=np.bool_)
    for number, step in enumerate(extraction.steps):
        before = before if step.before is None else step.before
        decided = step_of == number
        rule[decided] = step.rule[blocks[decided]]
        changes[decided] = (step.content != before)[blocks[decided]]
        before = step.content
    sums = extraction.contributions
    no_term = np.full(len(blocks), -1, dtype=np.int32)
    term = no_term if sums is None else _terms(sums, blocks, is_kept)
    return np.stack([step_of, rule, is_kept, term, changes], axis=1).astype(np.int64)


def _terms(contributions: Contributions, blocks: IntArray, is_kept: BoolArray) -> IntArray:
    """Return the term that adds most to the side of each block.

    -1 if the sum did not decide the block; the number of terms for the base.
    """
    values = contributions.values[blocks]
    n_terms = values.shape[1]
    if not n_terms:
        return np.full(len(blocks), -1, dtype=np.int32)
    towards = np.where(is_kept[:, None], values, -values)
    term = np.where(towards.max(axis=1) > 0, towards.argmax(axis=1), n_terms)
    is_decided = (contributions.log_odds()[blocks] >= contributions.cut) == is_kept
    return np.where(is_decided, term, -1).astype(np.int32)


def _address(extraction: Extraction, names: tuple[str, ...], code: Sequence[int]) -> Address:
    """Return an address; it is described once for all pages, because that reads lazy columns."""
    number, rule, *_ = code
    step = extraction.steps[number]
    settings = extraction.settings if step.settings is None else step.settings
    known = (names[number], step.title, step.rules[rule - 1], tuple(step.numbers))
    key = (extraction.extractor, settings, step.settings is None, known, tuple(code))
    address = _described.get(key)
    if address is None:
        if len(_described) >= _MAX_DESCRIBED:
            _described.clear()
        address = _described[key] = _describe(extraction, names[number], code)
    return address


_described: dict[Hashable, Address] = {}


def _describe(extraction: Extraction, name: str, code: Sequence[int]) -> Address:
    number, rule, kept, term, changes = code
    step = extraction.steps[number]
    matched = step.rules[rule - 1]
    settings = (extraction.settings if step.settings is None else step.settings).resolve()
    return Address(
        name,
        step.title,
        matched.code,
        bool(kept),
        _sentence(extraction, step, matched, settings),
        _tests(step, matched, settings),
        _term_name(extraction, term),
        bool(changes),
        number * RULES_PER_STEP + rule,
    )


def _term_name(extraction: Extraction, number: int) -> str:
    if number < 0 or extraction.contributions is None:
        return ""
    terms = extraction.contributions.terms
    if number == len(terms):
        return BASE
    return " × ".join(_label(extraction, name) for name in terms[number].features)


def _label(extraction: Extraction, quantity: str) -> str:
    column = extraction.column(quantity)
    return (column.label.lower() if column else quantity.replace("_", " ")).strip()


# -- the sentence of a rule --------------------------------------------------------------------


def _sentence(extraction: Extraction, step: Step, rule: Rule, settings: Settings) -> str:
    """Return the tests of a rule with their bounds, then its explanation, without values.

    An explanation that has values only adds to the tests what the tests compare; without tests,
    an ellipsis stands for each value.
    """
    parts = [_comparison(extraction, step, test, settings) for test in rule.tests]
    known = _known(step, settings)
    names = _placeholders(rule.explanation)
    if rule.explanation and (not parts or names <= known.keys()):
        values = {name: known.get(name, _VALUE) for name in names}
        parts.append(rule.explanation.format_map(values))
    return ", ".join(parts)


def _comparison(extraction: Extraction, step: Step, test: Test, settings: Settings) -> str:
    label = _label(extraction, test.quantity)
    neighbour = _NEIGHBOUR.get(test.offset, f"block {test.offset:+d} ")
    if not isinstance(test.bound, str):
        bound = format_value(float(test.bound))
    else:
        bound = _known(step, settings).get(test.bound) or _label(extraction, test.bound)
    return f"{neighbour}{label} {SYMBOLS.get(test.op, test.op)} {bound}"


def _known(step: Step, settings: Settings) -> Mapping[str, str]:
    """Return the settings that have one value on all pages, as texts."""
    values = {name: getattr(settings, name) for name in type(settings).__dataclass_fields__}
    return {
        name: _as_text(value)
        for name, value in values.items()
        if value is not None and name not in step.numbers
    }


def _as_text(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return format_value(float(value))
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _placeholders(explanation: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(explanation) if name}


def _tests(step: Step, rule: Rule, settings: Settings) -> tuple[tuple[str, str], ...]:
    """Return the settings of the extractor that a rule compares with; those of tests are first."""
    if step.settings is not None:
        return ()
    declared: Mapping[str, Any] = type(settings).__dataclass_fields__
    tested = [(test.bound, test.op) for test in rule.tests if isinstance(test.bound, str)]
    named = [(name, "") for name in sorted(_placeholders(rule.explanation))]
    known = {name for name, _ in tested}
    return (
        *((name, op) for name, op in tested if name in declared),
        *((name, op) for name, op in named if name in declared and name not in known),
    )
