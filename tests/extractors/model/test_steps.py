"""Steps, which store the number of the deciding rule; values and sentences follow on demand."""

from __future__ import annotations

import dataclasses
import operator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.model.extraction import Column, Extraction, Status
from boilerscope.extractors.model.sentence import (
    deciding_step,
    deciding_steps,
    explain_decision,
    explain_step,
    format_value,
)
from boilerscope.extractors.model.settings import Settings, knob
from boilerscope.extractors.model.steps import (
    COMPARE,
    EvaluatedTest,
    Outcome,
    Rule,
    Step,
    Test,
    evaluate,
)


@dataclass(frozen=True)
class Limits(Settings):
    """Two thresholds and a switch."""

    min_words: int = knob(16, "Min. words", "...", low=0, high=1000)
    ratio: float | None = knob(None, "Ratio", "...", low=0, high=1)
    strict: bool = knob(True, "Strict", "...")

    def resolve(self) -> Self:
        """Return a copy in which an automatic ratio is one third."""
        return dataclasses.replace(self, ratio=1 / 3) if self.ratio is None else self


WORDS = np.array([55, 4, 1079, 0], dtype=np.int32)
DENSITY = np.array([0.0, 0.5, np.nan, 1.0])


def _step(*rules: Rule, rule: list[int], **facts: Any) -> Step:
    return Step("S1", "Test blocks", rules, np.array(rule), np.zeros(len(rule), np.bool_), **facts)


def _extraction(*steps: Step, settings: Settings | None = None) -> Extraction:
    n_blocks = len(WORDS)
    start = np.arange(n_blocks, dtype=np.int32)
    return Extraction(
        "any",
        Status.OK,
        settings=settings or Limits(),
        blocks=Blocks.from_ranges(start, start + 1, start),
        columns=(
            Column("words", "Words", "words", "...", WORDS),
            Column("link_density", "Link density", "", "...", DENSITY),
        ),
        steps=steps,
        content=np.zeros(n_blocks, dtype=np.bool_),
        mask=np.zeros(n_blocks, dtype=np.bool_),
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (55.0, "55"),
        (0.333333, "0.333"),
        (1079.0, "1,079"),
        (-3.0, "-3"),
        (16.5, "16.50"),
        (12345.678, "12,345.68"),
        (1e-7, "1e-07"),
        (1e20, "100,000,000,000,000,000,000.00"),
        (float("nan"), "-"),
        (float("inf"), "∞"),
        (float("-inf"), "-∞"),
    ],
)
def test_a_value_is_formatted_for_people(value: float, text: str):
    assert format_value(value) == text


PLAIN = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@pytest.mark.parametrize("op", list(COMPARE))
@pytest.mark.parametrize("bound", [15.0, 16.0, 17.0])
def test_every_operator_compares_as_in_python(op: str, bound: float):
    value = 16.0
    step = _step(
        Rule("R", Outcome.KEEP, (Test("words", op, bound),)),
        rule=[1],
        columns={"words": np.array([value])},
    )

    (result,) = evaluate(step, 0, {}, Limits())

    assert result.is_true is PLAIN[op](value, bound)


def test_a_bound_is_a_constant_a_number_of_the_step_or_a_setting():
    tests = tuple(Test("words", ">", bound) for bound in (3.5, "average", "min_words", "ratio"))
    step = _step(Rule("R", Outcome.KEEP, tests), rule=[1, 0, 0, 0], numbers={"average": 20.0})

    results = evaluate(step, 0, {"words": WORDS}, Limits())

    assert [result.bound for result in results] == [3.5, 20.0, 16.0, pytest.approx(1 / 3)]
    assert [result.bound_field for result in results] == ["", "", "min_words", "ratio"]
    assert results[0] == EvaluatedTest(tests[0], 55.0, 3.5, "", is_true=True)


def test_a_step_of_a_pipeline_reads_its_own_settings_which_are_not_fields_of_the_extractor():
    step = _step(
        Rule("R", Outcome.KEEP, (Test("words", ">", "min_words"),)),
        rule=[1],
        settings=Limits(min_words=99),
    )

    (result,) = evaluate(step, 0, {"words": WORDS}, Limits())

    assert (result.bound, result.bound_field, result.is_true) == (99.0, "", False)


def test_neighbours_are_the_adjacent_rows_and_outside_the_list_their_values_are_0():
    rule = Rule("R", Outcome.KEEP, (Test("words", ">", 1, -1), Test("words", ">", 1, 1)))
    step = _step(rule, rule=[1, 1, 1, 1])

    values = [
        [result.value for result in evaluate(step, n, {"words": WORDS}, Limits())] for n in range(4)
    ]

    assert values == [[0, 4], [55, 1079], [4, 0], [1079, 0]]


def test_neighbours_are_those_the_step_stores_if_it_stores_any():
    rule = Rule("R", Outcome.KEEP, (Test("words", ">", 1, -1), Test("words", ">", 1, 1)))
    step = _step(
        rule, rule=[1, 0, 1, 1], previous=np.array([-1, -1, 0, 2]), next=np.array([2, -1, 3, -1])
    )

    values = [
        [result.value for result in evaluate(step, n, {"words": WORDS}, Limits())] for n in (0, 2)
    ]

    assert values == [[0, 1079], [55, 0]]


def test_a_step_that_did_not_test_a_block_has_no_sentence_for_it():
    step = _step(Rule("R", Outcome.KEEP), rule=[0, 1, 1, 1])
    extraction = _extraction(step)

    assert step.rule_of(0) is None
    assert evaluate(step, 0, {}, Limits()) == []
    assert explain_step(extraction, step, 0) == ""
    assert explain_decision(extraction, 0) == "no rule tested this block"


def test_a_column_of_the_step_overrides_the_column_of_the_same_name():
    step = _step(
        Rule("R", Outcome.KEEP, (Test("words", ">", 16),)),
        rule=[1],
        columns={"words": np.array([7])},
    )

    assert explain_step(_extraction(step), step, 0) == "R: words 7 > 16"


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (Rule("R1", Outcome.KEEP, (Test("words", ">", "min_words"),)), "R1: words 55 > 16"),
        (
            Rule("R2", Outcome.DROP, (Test("words", "<=", 60), Test("link_density", "<", "ratio"))),
            "R2: words 55 <= 60, link density 0 < 0.333",
        ),
        (
            Rule("R3", Outcome.DROP, (Test("words", ">", 1, -1), Test("words", ">", 1, 1))),
            "R3: previous words 0 > 1, next words 4 > 1",
        ),
        (
            Rule(
                "R4",
                Outcome.CONFIRM,
                explanation="{words} of {largest}, {min_words} {strict} {ratio}",
            ),
            "R4: 55 of 1,079, 16 True 0.333",
        ),
        (
            Rule("R5", Outcome.KEEP, (Test("words", ">", 1),), "{local} beside"),
            "R5: words 55 > 1, 7 beside",
        ),
        (Rule("R6", Outcome.KEEP), "R6"),
        (Rule("R7", Outcome.KEEP, (Test("local", "==", 7),)), "R7: local 7 == 7"),
    ],
)
def test_a_rule_has_a_sentence_with_its_values(rule: Rule, sentence: str):
    local = {"local": np.array([7, 0, 0, 0])}
    step = _step(rule, rule=[1, 0, 0, 0], numbers={"largest": 1079.0}, columns=local)
    extraction = _extraction(step)

    assert explain_step(extraction, step, 0) == sentence
    assert explain_decision(extraction, 0) == sentence


def test_a_rule_that_reads_an_unmeasured_quantity_raises_an_error_that_names_it():
    tested = _step(Rule("R", Outcome.KEEP, (Test("height", ">", 1),)), rule=[1])
    mentioned = _step(Rule("R", Outcome.KEEP, explanation="{height} high"), rule=[1])

    with pytest.raises(KeyError, match="step S1 tests 'height', which is not measured"):
        explain_step(_extraction(tested), tested, 0)
    with pytest.raises(KeyError, match="a rule mentions 'height', which step S1 does not measure"):
        explain_step(_extraction(mentioned), mentioned, 0)


RULES = tuple(Rule(outcome.value, outcome) for outcome in Outcome)


def test_the_last_rule_that_kept_or_dropped_decides_or_else_the_last_rule():
    keep, drop, confirm, label = 1, 2, 3, 4
    extraction = _extraction(
        _step(*RULES, rule=[keep, drop, confirm, 0]),
        _step(*RULES, rule=[confirm, keep, label, 0]),
        _step(*RULES, rule=[label, confirm, 0, 0]),
    )

    assert [deciding_step(extraction, block) for block in range(4)] == [0, 1, 1, -1]
    assert [explain_decision(extraction, block) for block in range(4)] == [
        "keep",
        "keep",
        "label",
        "no rule tested this block",
    ]


@given(st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), max_size=5))
def test_the_deciding_steps_of_all_blocks_are_those_of_each_block(rules: list[list[int]]):
    extraction = _extraction(*(_step(*RULES, rule=rule) for rule in rules))

    assert deciding_steps(extraction).tolist() == [
        deciding_step(extraction, block) for block in range(4)
    ]


def test_a_bound_can_be_a_column_of_the_step():
    rule = Rule("R1", Outcome.DROP, (Test("linked", ">", "limit"),))
    columns = {"linked": np.array([30.0, 4.0, 9.0, 0.0]), "limit": np.array([20.0, 5.0, 8.5, 1.0])}
    step = _step(rule, rule=[1, 0, 1, 0], columns=columns)

    extraction = _extraction(step)

    assert explain_step(extraction, step, 0) == "R1: linked 30 > 20"
    assert explain_step(extraction, step, 2) == "R1: linked 9 > 8.50"


def test_a_note_of_a_block_follows_the_tests():
    rules = (Rule("R1", Outcome.DROP, (Test("words", ">", 10.0),)), Rule("R2", Outcome.DROP))
    step = _step(*rules, rule=[1, 2, 1, 0], notes=("class story-teaser", "tag nav", "", ""))

    extraction = _extraction(step)

    assert explain_step(extraction, step, 0) == "R1: words 55 > 10, class story-teaser"
    assert explain_step(extraction, step, 1) == "R2: tag nav"
    assert explain_step(extraction, step, 2) == "R1: words 1,079 > 10"
