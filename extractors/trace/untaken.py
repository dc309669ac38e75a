"""Ways that a library did not take: the conditions around a call that it did not make."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from boilerscope.extractors.trace.source_rules import (
    FoundRule,
    Scope,
    false_tests,
    function_of,
    is_unknown,
    place_of,
    rule_of_tests,
    source_of,
    true_tests,
)

if TYPE_CHECKING:
    from types import CodeType


def uncalled_rule(code: CodeType, callee: str, scope: Scope) -> FoundRule | None:
    """Return why a function did not call another one; None if its source does not show it.

    Parameters
    ----------
    code : code
        The function.
    callee : str
        Name of the function that it calls on the way that it did not take.
    scope : Scope
        Its variables when it could have called it.
    """
    line = _call_line(code, callee)
    place = place_of(code, line) if line else None
    if place is None:
        return None
    for condition in reversed(place.false):  # earlier branches, and returns before the call
        value = scope.evaluate(condition)
        if not is_unknown(value) and value:
            tests = true_tests(condition, scope)
            return rule_of_tests(tests, place.name, source_of(code, condition.lineno))
    conditions = place.true[::-1]  # from the outside to the inside
    values = [scope.evaluate(condition) for condition in conditions]
    tests = next(
        (
            false_tests(condition, scope)
            for condition, value in zip(conditions, values, strict=True)
            if not is_unknown(value) and not value
        ),
        [],
    )
    if not tests:
        unknown = [
            part for part, value in zip(conditions, values, strict=True) if is_unknown(value)
        ]
        tests = false_tests(unknown[0], scope) if unknown else []
    return rule_of_tests(tests, place.name, source_of(code, line)) if tests else None


def branch_rule(code: CodeType, variable: str, scope: Scope) -> tuple[bool, FoundRule] | None:
    """Return the outcome of the first branch that begins with a variable, and why.

    Parameters
    ----------
    variable : str
        First variable of the condition, such as ``b_len`` of ``if b_len > len(text)``.
    """
    test = _branch(code, variable)
    value = scope.evaluate(test) if test is not None else None
    if test is None or is_unknown(value):
        return None
    tests = true_tests(test, scope) if value else false_tests(test, scope)
    return bool(value), rule_of_tests(tests, code.co_name, source_of(code, test.lineno))


@lru_cache(maxsize=256)
def _call_line(code: CodeType, callee: str) -> int:
    """Return the line of the first call of a function, 0 for none."""
    lines = [
        node.lineno
        for node in ast.walk(function_of(code) or ast.Pass())
        if isinstance(node, ast.Call) and _name(node.func) == callee
    ]
    return min(lines, default=0)


@lru_cache(maxsize=256)
def _branch(code: CodeType, variable: str) -> ast.expr | None:
    branches = [
        node
        for node in ast.walk(function_of(code) or ast.Pass())
        if isinstance(node, ast.If) and _first_name(node.test) == variable
    ]
    return min(branches, key=lambda node: node.lineno).test if branches else None


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _first_name(node: ast.expr) -> str:
    names = (part for part in ast.walk(node) if isinstance(part, ast.Name))
    ordered = sorted(names, key=lambda part: (part.lineno, part.col_offset))
    return ordered[0].id if ordered else ""
