"""The conditions around the assignment that was executed explain the value of a variable."""

from __future__ import annotations

import sys

import pytest

from boilerscope.extractors.trace.assigned import assigned_rule
from boilerscope.extractors.trace.source_rules import FoundRule, Scope


def _rule(name: str = "kept") -> FoundRule | None:
    frame = sys._getframe(1)  # noqa: SLF001 - of the caller
    return assigned_rule(frame.f_code, name, Scope.of(frame))


def _tree(words: int, links: float) -> FoundRule | None:
    if links <= 0.5:
        if words > 10:  # noqa: SIM108 - as libraries write it
            kept = True
        else:
            kept = False
    else:
        kept = False
    assert isinstance(kept, bool)
    return _rule()


def _formula(words: int, links: float) -> FoundRule | None:
    is_long = words > 10
    is_linked = links > 0.5 and words < 40
    kept = is_long and not is_linked
    assert isinstance(kept, bool)
    return _rule()


@pytest.mark.parametrize(
    ("words", "links", "text"),
    [
        (12, 0.1, "_tree: words > 10 and links <= 0.5"),
        (4, 0.1, "_tree: words <= 10 and links <= 0.5"),
        (12, 0.9, "_tree: links > 0.5"),
    ],
)
def test_a_decision_tree(words: int, links: float, text: str):
    rule = _tree(words, links)

    assert rule is not None
    assert rule.text == text
    assert {test.value for test in rule.numeric} <= {float(words), links}


@pytest.mark.parametrize(
    ("words", "links", "text"),
    [
        (4, 0.1, "_formula: words <= 10"),
        (50, 0.1, "_formula: words > 10 and links <= 0.5"),
        (12, 0.9, "_formula: links > 0.5 and words < 40"),
    ],
)
def test_variables_of_a_formula_are_looked_up(words: int, links: float, text: str):
    rule = _formula(words, links)

    assert rule is not None
    assert rule.text == text


def test_a_variable_without_an_assignment():
    assert _rule("missing") is None
