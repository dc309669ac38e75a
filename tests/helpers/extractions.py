"""What must hold for every extraction, whatever made it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.model.extraction import Status
from extractors.model.sentence import explain_step
from extractors.model.steps import evaluate

if TYPE_CHECKING:
    from extractors.model.extraction import Extraction
    from extractors.page import Page


def assert_sound(page: Page, made: Extraction) -> None:
    """Assert that the parts of an extraction fit together.

    The mask is the union of the kept blocks; every column, step and label has a value per block;
    the last step leaves the final state; every test of every rule that spoke holds on the figures
    shown; every sentence can be made; a result without text says why.
    """
    n_blocks = len(made.blocks)
    assert np.array_equal(made.mask, made.blocks.mask(made.content, page.n_tokens))
    assert made.content.shape == (n_blocks,)
    assert all(column.values.shape == (n_blocks,) for column in made.columns)
    assert made.labels is None or made.labels.shape == (n_blocks,)
    for step in made.steps:
        assert step.rule.shape == step.content.shape == (n_blocks,)
        assert step.rule.max(initial=0) <= len(step.rules)
        assert step.before is None or step.before.shape == (n_blocks,)
    if made.steps:
        assert np.array_equal(made.steps[-1].content, made.content)
    assert made.status in {Status.OK, Status.EMPTY}
    assert bool(made.own_text) == (made.status is Status.OK)
    assert made.status is Status.OK or made.message
    _assert_rules_hold(made)


def _assert_rules_hold(made: Extraction) -> None:
    columns = made.column_values()
    for step in made.steps:
        for block in range(len(made.blocks)):
            results = evaluate(step, block, columns, made.settings)
            assert all(result.holds for result in results), (step.code, block, results)
            assert bool(explain_step(made, step, block)) == bool(step.rule[block])


def assert_same(one: Extraction, other: Extraction) -> None:
    """Assert that two runs made the same of a page."""
    assert one.own_text == other.own_text
    assert one.status is other.status
    assert one.message == other.message
    assert one.warnings == other.warnings
    assert one.scores == other.scores
    assert np.array_equal(one.mask, other.mask)
    assert np.array_equal(one.content, other.content)
    for first, second in zip(one.columns, other.columns, strict=True):
        assert first.name == second.name
        assert np.array_equal(first.values, second.values, equal_nan=True)
    for before, after in zip(one.steps, other.steps, strict=True):
        assert before.rules == after.rules
        assert np.array_equal(before.rule, after.rule)


def rules_of(made: Extraction, step: str) -> list[str]:
    """Return the code of the rule that spoke on each block in a step, "" for none."""
    (found,) = [one for one in made.steps if one.code == step]
    spoken = (found.rule_of(block) for block in range(len(made.blocks)))
    return ["" if rule is None else rule.code for rule in spoken]


def is_subsequence(part: str, whole: str) -> bool:
    """Return whether the characters of one text stand in another in the same order."""
    rest = iter(whole)
    return all(character in rest for character in part)
