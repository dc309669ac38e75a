"""Rules read from a library's source: the conditions around a line, and what they compared.

The line is where a frame of the library stands: the call that removes an element, or the ``return``
of a function that judged it. The conditions are those of the ``if``, ``elif`` and ``while``
statements around the line, the returned expression, or, if there are none, the loop that chose the
element. They are evaluated with the variables of the frame. Only expressions of names, attributes,
constants, operators and calls of functions that are known to change nothing are evaluated; the rest
is shown as it is written.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import operator
import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import CodeType, FrameType

PURE = frozenset(
    [
        *("abs", "all", "any", "bool", "dict", "float", "getattr", "hasattr", "int", "isinstance"),
        *("len", "list", "max", "min", "range", "reversed", "round", "set", "sorted", "str", "sum"),
        *("tuple", "type", "zip", "enumerate", "frozenset", "map", "filter"),
    ]
)
"""Functions that change nothing."""

PURE_METHODS = frozenset(
    [
        *("count", "difference", "endswith", "find", "findall", "format", "fromkeys", "fullmatch"),
        *("get", "getnext", "getparent", "getprevious", "getroottree", "index", "intersection"),
        *("isdigit", "isspace", "issubset", "items", "iter", "iterancestors", "iterchildren"),
        *("iterdescendants", "itersiblings", "itertext", "join", "keys", "lower", "lstrip"),
        *("match", "replace", "rstrip", "search", "split", "startswith", "strip", "text_content"),
        *("title", "union", "upper", "values", "xpath", "group", "splitlines", "sub"),
    ]
)
"""Methods that change nothing, by name."""

_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_EXPRESSIONS = (
    *(ast.Name, ast.Attribute, ast.Constant, ast.Subscript, ast.Slice, ast.Starred),
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.NamedExpr),
    *(ast.Tuple, ast.List, ast.Set, ast.Dict, ast.JoinedStr, ast.FormattedValue),
    *(ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.comprehension, ast.Call, ast.keyword),
    *(ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_ENDS = (ast.Continue, ast.Return, ast.Break, ast.Raise)
_MAX_TESTS = 4
_MAX_CALLS = 2
_MAX_TEXT = 300
_UNKNOWN: Any = object()


@dataclass(frozen=True, slots=True)
class FoundTest:
    """One condition that was true.

    Attributes
    ----------
    text : str
        The condition as the library writes it.
    left, op, right : str
        Its sides and operator if it compares two numbers, else empty.
    value, bound : float
        The two numbers.
    note : str
        What it found in this element, such as the word that a pattern matched.
    """

    text: str
    left: str = ""
    op: str = ""
    right: str = ""
    value: float = 0.0
    bound: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A rule that decided on one element or text.

    Attributes
    ----------
    text : str
        The rule without the values of this element: the same for all that it decided.
    tests : tuple of FoundTest
        Its conditions.
    source : str
        File and line, ``trafilatura/htmlprocessing.py:197``; empty if unknown.
    note : str
        What it found in this element.
    is_named : bool
        Whether the rule is known, not only the place.
    """

    text: str
    tests: tuple[FoundTest, ...] = ()
    source: str = ""
    note: str = ""
    is_named: bool = True

    @property
    def numeric(self) -> tuple[FoundTest, ...]:
        """The conditions that compare two numbers."""
        return tuple(test for test in self.tests if test.op)


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The loop or list that chose an element, for a line without conditions.

    Attributes
    ----------
    variable : str
        Variable of the loop.
    iterated : ast.expr
        What it iterates over.
    conditions : tuple of ast.expr
        Conditions of a comprehension.
    """

    variable: str
    iterated: ast.expr
    conditions: tuple[ast.expr, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A line of a function: its conditions and loops, from the inside to the outside.

    Attributes
    ----------
    function : ast node
        The function.
    name : str
        Its name.
    true : tuple of ast.expr
        Conditions that are true there.
    n_inner : int
        How many of them are inside of the innermost loop.
    false : tuple of ast.expr
        Conditions that are false there: earlier branches, and guards that were passed.
    choices : tuple of Choice
        Loops around the line.
    statement : ast.stmt
        The statement of the line.
    """

    function: ast.AST
    name: str
    true: tuple[ast.expr, ...]
    n_inner: int
    false: tuple[ast.expr, ...]
    choices: tuple[Choice, ...]
    statement: ast.stmt


@dataclass(frozen=True, slots=True)
class Scope:
    """Variables for the evaluation of expressions.

    Attributes
    ----------
    variables : mapping of str to object
        Local variables.
    globals : dict of str to object
        Names of the module.
    pure : frozenset of str
        Functions and methods of the library that change nothing.
    """

    variables: Mapping[str, Any]
    globals: dict[str, Any]
    pure: frozenset[str] = frozenset()
    _merged: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, frame: FrameType, pure: frozenset[str] = frozenset()) -> Scope:
        """Return the variables of a frame."""
        return cls(dict(frame.f_locals), frame.f_globals, pure)

    def evaluate(self, node: ast.expr) -> Any:
        """Return the value of an expression, `UNKNOWN` if it is not evaluated."""
        code = _compiled(node, self.pure)
        if code is None:
            return _UNKNOWN
        if not self._merged:  # variables as globals: comprehensions have a scope of their own
            self._merged.update(self.globals, **self.variables)
        try:
            return eval(code, self._merged)  # noqa: S307 - checked by _is_pure
        except Exception:  # noqa: BLE001 - an expression of another branch may not apply here
            return _UNKNOWN

    def with_unknown(self, names: tuple[str, ...]) -> Scope:
        """Return the scope without the values of some variables."""
        unknown = dict.fromkeys(names, _UNKNOWN)
        return Scope({**self.variables, **unknown}, self.globals, self.pure)

    def with_result(self, name: str, result: object) -> Scope:
        """Return the scope with a function whose result is known, so that it is not called."""
        known = {**self.globals, name: lambda *_: result}
        return Scope(self.variables, known, self.pure | {name})

    def with_variable(self, name: str, value: object) -> Scope:
        """Return the scope with one other variable."""
        return Scope({**self.variables, name: value}, self.globals, self.pure)


def is_unknown(value: object) -> bool:
    """Return whether an expression was not evaluated."""
    return value is _UNKNOWN


def source_of(code: CodeType, line: int) -> str:
    """Return file and line as shown: the last two parts of the path."""
    return f"{_shown_file(code.co_filename)}:{line}"


def head_of(function: Any) -> str:
    """Return file and first line of a function, as `source_of`; empty without code."""
    code = getattr(function, "__code__", None)
    return source_of(code, code.co_firstlineno) if code is not None else ""


@lru_cache(maxsize=256)
def _shown_file(file: str) -> str:
    return "/".join(PurePath(file).parts[-2:])


def function_of(code: CodeType) -> ast.AST | None:
    """Return the function of a code object, None without source."""
    return _functions(code.co_filename).get((code.co_name, code.co_firstlineno))


def place_of(code: CodeType, line: int) -> Place | None:
    """Return the place of a line in its function, None without source."""
    return _place(code.co_filename, code.co_firstlineno, code.co_name, line)


@lru_cache(maxsize=4096)
def _place(file: str, first: int, name: str, line: int) -> Place | None:
    function = _functions(file).get((name, first))
    if function is None:
        return None
    path = _path(function, line)
    statement = next((node for node in path if isinstance(node, ast.stmt)), None)
    if statement is None:
        return None
    true: list[ast.expr] = []
    false: list[ast.expr] = []
    choices: list[Choice] = []
    n_inner: int | None = None
    for inner, outer in pairwise(path):
        if isinstance(outer, ast.If | ast.While):
            if not _contains(outer.body, inner):
                false += [outer.test] if _contains(outer.orelse, inner) else []
            elif isinstance(outer, ast.While) and isinstance(outer.test, ast.Name):
                choices.append(Choice("", outer.test))
                n_inner = len(true) if n_inner is None else n_inner
            elif not isinstance(outer.test, ast.Constant):
                true.append(outer.test)
        elif isinstance(outer, ast.For) and _contains(outer.body, inner):
            choices.append(Choice(_written(outer.target), outer.iter))
            n_inner = len(true) if n_inner is None else n_inner
        false += _guards(outer, inner)
    n_inner = len(true) if n_inner is None else n_inner
    return Place(function, name, tuple(true), n_inner, tuple(false), tuple(choices), statement)


def _path(function: ast.AST, line: int) -> list[ast.AST]:
    """Return the statement of a line and the nodes around it, up to the function."""
    path: list[ast.AST] = [function]
    while True:
        children = [
            child
            for child in ast.iter_child_nodes(path[-1])
            if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case)
            and getattr(child, "lineno", 0) <= line <= (getattr(child, "end_lineno", 0) or 0)
        ]
        if not children:
            return path[::-1]
        path.append(children[-1])


def _contains(body: list[ast.stmt], node: ast.AST) -> bool:
    return any(statement is node for statement in body)


def _guards(outer: ast.AST, inner: ast.AST) -> list[ast.expr]:
    """Return the conditions of earlier statements that would have left the block."""
    for block in (getattr(outer, "body", []), getattr(outer, "orelse", [])):
        if isinstance(block, list) and _contains(block, inner):
            before = block[: next(n for n, node in enumerate(block) if node is inner)]
            return [
                statement.test
                for statement in reversed(before)
                if isinstance(statement, ast.If)
                and not statement.orelse
                and isinstance(statement.body[-1], _ENDS)
            ]
    return []


def found_rule(
    place: Place | None, scope: Scope, source: str, *, returned: bool = False
) -> FoundRule | None:
    """Return the rule of a place, None if no condition decides there.

    Parameters
    ----------
    returned : bool
        Whether the line returns a verdict, so that the returned expression is a condition.
    """
    if place is None:
        return None
    tests: list[FoundTest] = []
    if returned and isinstance(place.statement, ast.Return) and place.statement.value is not None:
        value = place.statement.value
        value = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value
        if not isinstance(value, ast.Constant):
            tests += true_tests(value, scope)
    for condition in place.true:
        if len(tests) < _MAX_TESTS:
            tests += _without_flags(condition, place, scope)
    if not tests:
        for condition in place.false[:_MAX_TESTS]:
            tests += false_tests(condition, scope)
    if not tests:
        return None
    return rule_of_tests(tests, place.name, source)


def likely_return(function: Callable[..., Any], scope: Scope) -> FoundRule | None:
    """Return the rule of the line that most likely returned None, from the arguments alone.

    It is the first ``return None`` whose conditions are true for the arguments, or else the last
    one, with its conditions as they are written. Unlike the frame at the return it costs the
    library no time.
    """
    code = function.__code__
    rule = _matching_return(code, scope, _MAX_CALLS)
    if rule is not None:
        return rule
    last: FoundRule | None = None
    for line, conditions, call in _returns_of_none(code):
        if call is None:
            written = [FoundTest(_short(ast.unparse(part))) for part in conditions]
            last = rule_of_tests(written, code.co_name, source_of(code, line))
    return last


def _matching_return(code: CodeType, scope: Scope, depth: int) -> FoundRule | None:
    """Return the rule of the first line that returns None for the arguments.

    A line that returns what another function of the library returns is followed into it.
    """
    for line, conditions, call in _returns_of_none(code):
        tests = [test for part in conditions for test in true_tests(part, scope, strict=True)]
        if call is None and tests:
            return rule_of_tests(tests, code.co_name, source_of(code, line))
        if call is not None and depth and (tests or not conditions):
            inner = _called(call, scope)
            rule = inner and _matching_return(inner[0], inner[1], depth - 1)
            if rule:
                return rule
    return None


def _called(call: ast.Call, scope: Scope) -> tuple[CodeType, Scope] | None:
    """Return a called function and its arguments; None if they are not known."""
    function = scope.globals.get(call.func.id) if isinstance(call.func, ast.Name) else None
    function = getattr(function, "__wrapped__", function)
    code = getattr(function, "__code__", None)
    if code is None or len(call.args) > code.co_argcount:
        return None
    arguments = dict(
        zip(code.co_varnames, (scope.evaluate(node) for node in call.args), strict=False)
    )
    arguments |= {part.arg: scope.evaluate(part.value) for part in call.keywords if part.arg}
    return code, Scope(arguments, getattr(function, "__globals__", {}), scope.pure)


@lru_cache(maxsize=1024)
def _returns_of_none(
    code: CodeType,
) -> tuple[tuple[int, tuple[ast.expr, ...], ast.Call | None], ...]:
    """Return line, innermost condition and returned call of each line that may return None.

    A line without a condition has those of the earlier lines that would have returned.
    """
    function = function_of(code)
    returns: list[tuple[int, tuple[ast.expr, ...], ast.Call | None]] = []
    for node in ast.walk(function) if function is not None else ():
        if not isinstance(node, ast.Return):
            continue
        value = node.value
        if isinstance(value, ast.IfExp) and isinstance(value.orelse, ast.Constant):
            returns.append((node.lineno, (_denied(value.test),), None))
            continue
        is_none = value is None or (isinstance(value, ast.Constant) and value.value is None)
        if not is_none and not isinstance(value, ast.Call):
            continue
        place = _place(code.co_filename, code.co_firstlineno, code.co_name, node.lineno)
        if place is not None:
            conditions = place.true[:1]
            if not conditions and is_none:
                conditions = tuple(_denied(part) for part in place.false[:1])
            call = value if isinstance(value, ast.Call) else None
            returns.append((node.lineno, conditions, call))
    return tuple(sorted(returns, key=lambda found: found[0]))


def _denied(condition: ast.expr) -> ast.expr:
    return ast.fix_missing_locations(ast.UnaryOp(ast.Not(), condition))


def denied_return(code: CodeType, line: int, scope: Scope) -> FoundRule | None:
    """Return why a function returned something false: the conditions that make it so."""
    place = place_of(code, line)
    if place is None or not isinstance(place.statement, ast.Return):
        return None
    value = place.statement.value
    source = source_of(code, line)
    if value is None or isinstance(value, ast.Constant):
        return found_rule(place, scope, source)
    tests = [test for test in false_tests(value, scope) if test.op]
    return rule_of_tests(tests[:_MAX_TESTS], place.name, source) if tests else None


def rule_of_tests(tests: list[FoundTest], name: str, source: str) -> FoundRule:
    """Return a rule of several conditions."""
    unique = list({test.text: test for test in tests}.values())
    if not unique:
        return FoundRule(f"{name} returns nothing", source=source)
    telling = [test for test in unique if test.op or test.note] or unique
    rest = len(unique) - len(telling[:_MAX_TESTS])
    text = " and ".join(test.text for test in telling[:_MAX_TESTS])
    text += f" and {rest} more" if rest else ""
    note = ", ".join(test.note for test in unique if test.note)
    return FoundRule(f"{name}: {_short(text)}", tuple(unique), source, note)


def _without_flags(condition: ast.expr, place: Place, scope: Scope) -> list[FoundTest]:
    """Return the tests of a condition; of a bare flag, those of the line that set it."""
    if isinstance(condition, ast.Name):
        for test in _flag_places(place.function, condition.id):
            tests = [found for part in test for found in true_tests(part, scope, strict=True)]
            if tests:
                return tests
    return true_tests(condition, scope)


@lru_cache(maxsize=1024)
def _flag_places(function: ast.AST, flag: str) -> tuple[tuple[ast.expr, ...], ...]:
    """Return the condition of each line that sets a flag to True, the last line first."""
    places = []
    lines = [
        node.lineno
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and node.value.value is True
        and any(isinstance(target, ast.Name) and target.id == flag for target in node.targets)
    ]
    for line in sorted(lines, reverse=True):
        path = _path(function, line)
        conditions = tuple(
            outer.test
            for inner, outer in pairwise(path)
            if isinstance(outer, ast.If) and _contains(outer.body, inner)
        )
        if conditions:
            places.append(conditions[:1])
    return tuple(places)


def true_tests(node: ast.expr, scope: Scope, *, strict: bool = False) -> list[FoundTest]:
    """Return the conditions that make an expression true: all of an ``and``, one of an ``or``.

    Parameters
    ----------
    strict : bool
        Whether a condition that is false or cannot be evaluated gives no test at all.
    """
    node = _unchained(node)
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        tests: list[FoundTest] = []
        for value in node.values:
            part = true_tests(value, scope, strict=strict)
            if strict and not part:
                return []
            tests += part
        return tests
    if isinstance(node, ast.BoolOp):
        return _alternative(node, scope, strict=strict)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return false_tests(node.operand, scope, strict=strict)
    if isinstance(node, ast.IfExp):
        chosen = scope.evaluate(node.test)
        if chosen is not _UNKNOWN:
            branch = node.body if chosen else node.orelse
            why = true_tests if chosen else false_tests
            return [*true_tests(branch, scope, strict=strict), *why(node.test, scope)]
    return _single(node, scope, wanted=True, strict=strict)


def _alternative(node: ast.BoolOp, scope: Scope, *, strict: bool) -> list[FoundTest]:
    """Return the tests of the first part of an ``or`` that is true."""
    values = [scope.evaluate(value) for value in node.values]
    # A plain flag says least; it is shown only if nothing else is true.
    order = sorted(range(len(values)), key=lambda n: isinstance(node.values[n], ast.Name))
    for number in order:
        if values[number] is not _UNKNOWN and _is_true(values[number]):
            return true_tests(node.values[number], scope, strict=strict)
    unknown = [part for part, value in zip(node.values, values, strict=True) if value is _UNKNOWN]
    if len(unknown) == 1 and not strict:
        return true_tests(unknown[0], scope)
    return [] if strict else [FoundTest(_shown(node))]


def false_tests(node: ast.expr, scope: Scope, *, strict: bool = False) -> list[FoundTest]:
    """Return the conditions that make an expression false."""
    node = _unchained(node)
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        tests: list[FoundTest] = []
        for value in node.values:
            part = false_tests(value, scope, strict=strict)
            if strict and not part:
                return []
            tests += part
        return tests
    if isinstance(node, ast.BoolOp):
        return _first_false(node, scope, strict=strict)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return true_tests(node.operand, scope, strict=strict)
    return _single(node, scope, wanted=False, strict=strict)


def _first_false(node: ast.BoolOp, scope: Scope, *, strict: bool) -> list[FoundTest]:
    """Return the tests of the first part of an ``and`` that is false."""
    results = [scope.evaluate(value) for value in node.values]
    for value, result in zip(node.values, results, strict=True):
        if result is not _UNKNOWN and not _is_true(result):
            return false_tests(value, scope, strict=strict)
    if strict:
        return []
    unknown = [part for part, value in zip(node.values, results, strict=True) if value is _UNKNOWN]
    if len(unknown) == 1:  # the other parts are true
        return false_tests(unknown[0], scope)
    return [FoundTest(f"not ({_shown(node)})")]


def _unchained(node: ast.expr) -> ast.expr:
    """Return ``a < b < c`` as ``a < b and b < c``; other expressions as they are."""
    if not isinstance(node, ast.Compare) or len(node.ops) == 1:
        return node
    sides = [node.left, *node.comparators]
    parts: list[ast.expr] = [
        ast.copy_location(ast.Compare(left, [op], [right]), node)
        for left, op, right in zip(sides, node.ops, node.comparators, strict=False)
    ]
    return ast.copy_location(ast.BoolOp(ast.And(), parts), node)


def _single(node: ast.expr, scope: Scope, *, wanted: bool, strict: bool) -> list[FoundTest]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OPERATORS:
        test = _comparison(node, scope, wanted=wanted, strict=strict)
        if test is not None:
            return test
    result = scope.evaluate(node)
    if strict and (result is _UNKNOWN or _is_true(result) is not wanted):
        return []
    text = _shown(node)
    if not wanted:
        text = _negated_text(node, text)
    return [FoundTest(text, note=_note(node, result, scope, wanted=wanted))]


def _comparison(
    node: ast.Compare, scope: Scope, *, wanted: bool, strict: bool
) -> list[FoundTest] | None:
    """Return the test of a comparison of two numbers, None if it compares something else."""
    left, right = scope.evaluate(node.left), scope.evaluate(node.comparators[0])
    if not (_is_number(left) and _is_number(right)):
        return None
    op = _OPERATORS[type(node.ops[0])]
    if strict and bool(_COMPARE[op](left, right)) is not wanted:
        return []
    op = op if wanted else _NEGATED[op]
    first, second = _chosen(node.left, scope), _chosen(node.comparators[0], scope)
    if isinstance(node.left, ast.Constant):  # a number on the left: turn it round
        (first, second), (left, right) = (second, first), (right, left)
        op = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
    text = f"{_shown(first)} {op} {_shown(second)}"
    return [FoundTest(text, _written(first), op, _written(second), float(left), float(right))]


def _chosen(node: ast.expr, scope: Scope) -> ast.expr:
    """Return the branch of an ``a if c else b`` that applies."""
    if isinstance(node, ast.IfExp):
        chosen = scope.evaluate(node.test)
        if chosen is not _UNKNOWN:
            return node.body if chosen else node.orelse
    return node


def _negated_text(node: ast.expr, text: str) -> str:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        turned: dict[type[ast.cmpop], type[ast.cmpop]] = {
            ast.In: ast.NotIn,
            ast.NotIn: ast.In,
            ast.Is: ast.IsNot,
            ast.IsNot: ast.Is,
            ast.Eq: ast.NotEq,
            ast.NotEq: ast.Eq,
        }
        if type(node.ops[0]) in turned:
            op = turned[type(node.ops[0])]()
            return _short(ast.unparse(ast.Compare(node.left, [op], node.comparators)))
    return f"not {text}"


def _note(node: ast.expr, result: object, scope: Scope, *, wanted: bool) -> str:
    """Return what a condition found: the matched word, or the text that differs from a constant."""
    if isinstance(result, re.Match):
        return f"“{_short(result.group(0), 60)}” matches"
    told = ast.Eq | ast.In if wanted else ast.Eq
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], told):
        left = scope.evaluate(node.left)
        if isinstance(left, str) and not isinstance(node.left, ast.Constant):
            return f"{_short(_written(node.left), 60)} is “{_short(left, 60)}”"
    return ""


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def _is_true(value: Any) -> bool:
    """Return the truth of a value; of an element, whether it is there."""
    try:
        return value is not None and (bool(value) or hasattr(value, "iterancestors"))
    except Exception:  # noqa: BLE001 - the type is the library's
        return False


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@lru_cache(maxsize=1024)
def comprehension_of(function: ast.AST, variable: str) -> Choice | None:
    """Return how a list variable of a function is made, if by a comprehension.

    ``dict.fromkeys(x)`` and ``list(x)`` of a comprehension or another variable are looked through.
    """
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign) or not any(
            isinstance(target, ast.Name) and target.id == variable for target in node.targets
        ):
            continue
        made = unwrapped(node.value)
        if isinstance(made, ast.ListComp | ast.GeneratorExp | ast.SetComp):
            last = made.generators[-1]
            return Choice(_written(last.target), last.iter, tuple(last.ifs))
        if isinstance(made, ast.Name) and made.id != variable:
            return comprehension_of(function, made.id)
    return None


@lru_cache(maxsize=1024)
def all_choices(function: ast.AST) -> tuple[Choice, ...]:
    """Return all loops of a function, those of comprehensions too."""
    return tuple(
        Choice(_written(node.target), node.iter)
        for node in ast.walk(function)
        if isinstance(node, ast.For | ast.comprehension)
    )


@lru_cache(maxsize=1024)
def append_conditions(
    function: ast.AST, variable: str
) -> tuple[str, tuple[ast.expr, ...], tuple[str, ...]]:
    """Return what is appended to a list variable, and the conditions around that line.

    The third value has the variables that are assigned in the same loop: after the loop, they
    belong to its last round.
    """
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in {"append", "add"}
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == variable
        ):
            path = _path(function, node.lineno)
            conditions = tuple(
                outer.test
                for inner, outer in pairwise(path)
                if isinstance(outer, ast.If) and _contains(outer.body, inner)
            )
            loop = next((outer for outer in path if isinstance(outer, ast.For)), None)
            appended = _written(node.args[0]) if node.args else ""
            return appended, conditions, () if loop is None else _assigned(loop)
    return "", (), ()


def _assigned(loop: ast.For) -> tuple[str, ...]:
    return tuple(
        part.id
        for node in ast.walk(loop)
        if isinstance(node, ast.Assign)
        for target in node.targets
        for part in ast.walk(target)
        if isinstance(part, ast.Name)
    )


def unwrapped(node: ast.expr) -> ast.expr:
    """Return what a call such as ``list(x)``, ``reversed(x)`` or ``dict.fromkeys(x)`` is given."""
    while isinstance(node, ast.Call) and len(node.args) == 1:
        name = _written(node.func)
        if name not in {"list", "reversed", "sorted", "set", "tuple", "dict.fromkeys", "enumerate"}:
            break
        node = node.args[0]
    return node


@lru_cache(maxsize=4096)
def _compiled(node: ast.expr, pure: frozenset[str]) -> CodeType | None:
    if not _is_pure(node, pure):
        return None
    try:
        return compile(ast.Expression(node), "<rule>", "eval")
    except (SyntaxError, ValueError, RecursionError):
        return None


def _is_pure(node: ast.AST, pure: frozenset[str]) -> bool:
    for part in ast.walk(node):
        if not isinstance(part, _EXPRESSIONS):
            return False
        if isinstance(part, ast.Call) and not _is_pure_call(part.func, pure):
            return False
    return True


def _is_pure_call(function: ast.expr, pure: frozenset[str]) -> bool:
    if isinstance(function, ast.Name):
        return function.id in pure or (function.id in PURE and hasattr(builtins, function.id))
    return isinstance(function, ast.Attribute) and (
        function.attr in PURE_METHODS or function.attr in pure
    )


@lru_cache(maxsize=256)
def _functions(file: str) -> dict[tuple[str, int], ast.AST]:
    """Return the functions of a file by name and first line, that of a decorator if it has any."""
    source = "".join(linecache.getlines(file))
    if not source:
        return {}
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    functions: dict[tuple[str, int], ast.AST] = {}
    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            functions[node.name, first] = node
    return functions


@lru_cache(maxsize=8192)
def _written(node: ast.AST) -> str:
    """Return an expression as source; the same nodes are asked for again for each element."""
    return ast.unparse(node)


@lru_cache(maxsize=8192)
def _shown(node: ast.AST) -> str:
    """Return an expression as source, shortened."""
    return _short(_written(node))


def _short(text: str, limit: int = _MAX_TEXT) -> str:
    words = " ".join(text.split())
    return words if len(words) <= limit else f"{words[: limit - 1]}…"
