"""Conditions on every extraction, whatever extractor made it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.model.sentence import explain_step
from boilerscope.extractors.model.settings import knobs
from boilerscope.extractors.model.steps import evaluate

if TYPE_CHECKING:
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.model.extractor import Extractor
    from boilerscope.extractors.model.settings import Knob, Settings
    from boilerscope.extractors.page import Page


def variants(extractor: Extractor[Any]) -> list[Settings]:
    """Return the defaults, every preset, and the defaults with one choice or switch changed."""
    default = extractor.default_settings()
    found = [default, *(extractor.preset_settings(preset) for preset in extractor.presets)]
    for knob in knobs(type(default)):
        values: list[object] = [choice for choice in knob.choices if choice is not knob.default]
        if knob.kind == "bool":
            values = [not getattr(default.resolve(), knob.name)]
        found += [
            default.replace(**{knob.name: value})
            for value in values
            if _is_valid(default, knob, value)
        ]
    return found


def _is_valid(default: Settings, knob: Knob, value: object) -> bool:
    """Return whether a value is valid together with the other defaults."""
    try:
        default.replace(**{knob.name: value})
    except SettingsError:
        return False
    return True


def assert_sound(page: Page, extraction: Extraction) -> None:
    """Assert that the parts of an extraction fit together.

    The mask is the union of the kept blocks; every column, step and label has a value per block;
    the last step has the final state; every test of every rule that matched is true for the values
    shown; every sentence can be written; a result without text has a message.
    """
    n_blocks = len(extraction.blocks)
    assert np.array_equal(
        extraction.mask, extraction.blocks.mask(extraction.content, page.n_tokens)
    )
    assert extraction.content.shape == (n_blocks,)
    assert all(column.values.shape == (n_blocks,) for column in extraction.columns)
    assert extraction.labels is None or extraction.labels.shape == (n_blocks,)
    for step in extraction.steps:
        assert step.rule.shape == step.content.shape == (n_blocks,)
        assert step.rule.max(initial=0) <= len(step.rules)
        assert step.before is None or step.before.shape == (n_blocks,)
    if extraction.steps:
        assert np.array_equal(extraction.steps[-1].content, extraction.content)
    assert extraction.status in {Status.OK, Status.EMPTY}
    assert bool(extraction.own_text) == (extraction.status is Status.OK)
    assert extraction.status is Status.OK or extraction.message
    _assert_rules_hold(extraction)


def _assert_rules_hold(extraction: Extraction) -> None:
    columns = extraction.column_values()
    for step in extraction.steps:
        for block in range(len(extraction.blocks)):
            results = evaluate(step, block, columns, extraction.settings)
            assert all(result.is_true for result in results), (step.code, block, results)
            assert bool(explain_step(extraction, step, block)) == bool(step.rule[block])


def assert_same(result: Extraction, expected: Extraction) -> None:
    """Assert that two runs gave the same result."""
    assert result.own_text == expected.own_text
    assert result.status is expected.status
    assert result.message == expected.message
    assert result.warnings == expected.warnings
    assert result.scores == expected.scores
    assert np.array_equal(result.mask, expected.mask)
    assert np.array_equal(result.content, expected.content)
    for first, second in zip(result.columns, expected.columns, strict=True):
        assert first.name == second.name
        assert np.array_equal(first.values, second.values, equal_nan=True)
    for before, after in zip(result.steps, expected.steps, strict=True):
        assert before.rules == after.rules
        assert np.array_equal(before.rule, after.rule)


def rules_of(extraction: Extraction, step: str) -> list[str]:
    """Return the code of the rule that matched each block in a step, "" for none."""
    (record,) = [candidate for candidate in extraction.steps if candidate.code == step]
    spoken = (record.rule_of(block) for block in range(len(extraction.blocks)))
    return ["" if rule is None else rule.code for rule in spoken]


def is_subsequence(part: str, text: str) -> bool:
    """Return whether the characters of one text occur in a second text in the same order."""
    rest = iter(text)
    return all(character in rest for character in part)
