"""Rules of a variable: the conditions under which a function gave it the value that it has.

A function such as a decision tree sets a variable in one of many branches and uses it after them.
The line that uses it has no conditions. Those around the assignment that was executed are the rule.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from boilerscope.extractors.trace.source_rules import (
    FoundRule,
    FoundTest,
    Scope,
    false_tests,
    function_of,
    is_unknown,
    rule_of_tests,
    source_of,
    true_tests,
)

if TYPE_CHECKING:
    from types import CodeType

_MAX_DEPTH = 4


def assigned_rule(code: CodeType, variable: str, scope: Scope) -> FoundRule | None:
    """Return the rule of the value of a variable; None if no assignment explains it.

    Parameters
    ----------
    code : code
        The function.
    variable : str
        A variable that is true or false.
    scope : Scope
        The variables of the function when it used the variable.
    """
    function = function_of(code)
    if function is None or variable not in scope.variables:
        return None
    is_true = bool(scope.variables[variable])
    for line, value, branches in _assignments(function, variable):
        if isinstance(value, ast.Constant) and bool(value.value) is not is_true:
            continue
        if not _is_taken(branches, scope):
            continue
        tests = _branch_tests(branches, scope)
        if not isinstance(value, ast.Constant):
            tests += _value_tests(function, value, scope, is_true=is_true)
        if tests:
            return rule_of_tests(tests, code.co_name, source_of(code, line))
    return None


@lru_cache(maxsize=256)
def _assignments(
    function: ast.AST, variable: str
) -> tuple[tuple[int, ast.expr, tuple[tuple[ast.expr, bool], ...]], ...]:
    """Return line, value and branches of each assignment, the last one first.

    A branch is a condition and whether it is true there, from the inside to the outside.
    """
    found = []
    for path in _paths([function]):
        node = path[0]
        if not isinstance(node, ast.Assign) or not any(
            isinstance(target, ast.Name) and target.id == variable for target in node.targets
        ):
            continue
        branches = tuple(
            (outer.test, inner not in outer.orelse)
            for inner, outer in pairwise(path)
            if isinstance(outer, ast.If)
        )
        found.append((node.lineno, node.value, branches))
    return tuple(reversed(found))


def _paths(path: list[ast.AST]) -> list[list[ast.AST]]:
    """Return the path of each statement: itself and the statements around it."""
    paths = []
    for child in ast.iter_child_nodes(path[0]):
        if isinstance(child, ast.stmt | ast.ExceptHandler):
            longer = [child, *path]
            paths += [longer, *_paths(longer)]
    return paths


def _is_taken(branches: tuple[tuple[ast.expr, bool], ...], scope: Scope) -> bool:
    """Return whether all branches were taken. Most were not, so their tests are not made."""
    for condition, wanted in branches:
        value = scope.evaluate(condition)
        if is_unknown(value) or bool(value) is not wanted:
            return False
    return True


def _branch_tests(branches: tuple[tuple[ast.expr, bool], ...], scope: Scope) -> list[FoundTest]:
    """Return the conditions of all branches."""
    tests: list[FoundTest] = []
    for condition, wanted in branches:
        tests += true_tests(condition, scope) if wanted else false_tests(condition, scope)
    return tests


def _value_tests(
    function: ast.AST, value: ast.expr, scope: Scope, *, is_true: bool, depth: int = 0
) -> list[FoundTest]:
    """Return why an expression is true or false; variables in it are looked up in turn."""
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
        return _value_tests(function, value.operand, scope, is_true=not is_true, depth=depth)
    if isinstance(value, ast.BoolOp):
        decides_alone = isinstance(value.op, ast.Or) is is_true
        parts: list[FoundTest] = []
        for part in value.values:
            result = scope.evaluate(part)
            if is_unknown(result) or bool(result) is is_true:
                tests = _value_tests(function, part, scope, is_true=is_true, depth=depth)
                if decides_alone:
                    return tests
                parts += tests
        return parts
    if isinstance(value, ast.Name) and depth < _MAX_DEPTH:
        for _, inner, branches in _assignments(function, value.id):
            if not isinstance(inner, ast.Constant) and _is_taken(branches, scope):
                return _value_tests(function, inner, scope, is_true=is_true, depth=depth + 1)
    return true_tests(value, scope) if is_true else false_tests(value, scope)
