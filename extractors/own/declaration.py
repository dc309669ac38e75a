"""Declarations of functions in a file of code, read without running the file."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import ExtractorError

if TYPE_CHECKING:
    from pathlib import Path

_SIGNATURE = "def name(html: str, *, min_words: int = 20) -> str"


@dataclass(frozen=True, slots=True)
class Parameter:
    """Argument with a default, which becomes a setting.

    Attributes
    ----------
    default : bool, int, float, str or tuple of str
        Default of the argument.
    low, high : float or None
        Range of a number, from ``Annotated[int, low, high]``; None: derived from the default.
    choices : tuple of str
        Values of ``Literal["a", "b"]``, else empty.
    """

    name: str
    default: Any
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FunctionDeclaration:
    """Declaration of a function from a page's markup to text.

    Attributes
    ----------
    doc : str
        Docstring, empty if the function has none.
    parameters : tuple of Parameter
        Settings of the function.
    """

    name: str
    doc: str
    parameters: tuple[Parameter, ...]


def read_declaration(file: Path, name: str) -> FunctionDeclaration | None:
    """Return the declaration of a function; None for an object that is not a function.

    Raises
    ------
    ExtractorError
        If the file cannot be read or lacks the name, or the function has a wrong signature.
    """
    try:
        tree = ast.parse(file.read_bytes(), str(file))
    except (OSError, SyntaxError, ValueError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        reason = error.msg if isinstance(error, SyntaxError) else error
        raise ExtractorError(f"{file}{line}: {reason}.") from error
    functions = {
        node.name: node
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    if name in functions:
        return _declaration(functions[name], f"{file}, line {functions[name].lineno}")
    if name in _bound_names(tree):
        return None
    names = ", ".join(sorted(functions)) or "none"
    raise ExtractorError(f"{file} has no {name}. Functions in it: {names}.")


def _bound_names(tree: ast.Module) -> set[str]:
    """Return the names that statements of a module bind, except by star imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names.update(alias.asname or alias.name.partition(".")[0] for alias in aliases)
            case _:
                pass
    return names


def _declaration(
    function: ast.FunctionDef | ast.AsyncFunctionDef, origin: str
) -> FunctionDeclaration:
    if isinstance(function, ast.AsyncFunctionDef):
        raise ExtractorError(f"{origin}: {function.name} is async. Write {_SIGNATURE}.")
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    if not positional:
        raise ExtractorError(
            f"{origin}: {function.name} has no argument for the page. Write {_SIGNATURE}."
        )
    returned = ast.unparse(function.returns) if function.returns is not None else "str"
    if returned.strip("'\"") != "str":
        raise ExtractorError(
            f"{origin}: {function.name} returns {returned}, not str. Write {_SIGNATURE}."
        )
    first = len(positional) - len(arguments.defaults)
    pairs = [
        *zip(positional[first:], arguments.defaults, strict=True),
        *(
            (argument, value)
            for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        ),
    ]
    missing = [argument.arg for argument in positional[1:first]]
    missing += [argument.arg for argument, value in pairs if value is None]
    if missing:
        raise ExtractorError(
            f"{origin}: the argument {missing[0]} of {function.name} has no default. Only the first"
            f" argument, the page, needs no default. Write {_SIGNATURE}."
        )
    settings = [
        _parameter(argument, value, origin)
        for argument, value in pairs
        if value is not None and argument is not positional[0]
    ]
    return FunctionDeclaration(function.name, ast.get_docstring(function) or "", tuple(settings))


def _parameter(argument: ast.arg, value: ast.expr, origin: str) -> Parameter:
    try:
        default = ast.literal_eval(value)
    except ValueError:
        default = None
    if isinstance(default, list):
        default = tuple(default)
    is_list = isinstance(default, tuple) and all(isinstance(item, str) for item in default)
    if not is_list and not isinstance(default, bool | int | float | str):
        raise ExtractorError(
            f"{origin}: the default of {argument.arg} is {ast.unparse(value)}. A setting is True or"
            " False, a number, a text, or a list of texts."
        )
    name, arguments = _subscript(argument.annotation)
    if name == "Literal":
        choices = tuple(item for item in arguments if isinstance(item, str))
        if default not in choices or len(choices) < 2:
            raise ExtractorError(
                f"{origin}: the default of {argument.arg} must be one of at least two texts in"
                " Literal."
            )
        return Parameter(argument.arg, default, choices=choices)
    numbers = [item for item in arguments if isinstance(item, int | float)]
    if name == "Annotated" and len(numbers) == 2:
        low, high = numbers
        is_number = isinstance(default, int | float) and not isinstance(default, bool)
        if not is_number or not low <= default <= high:
            raise ExtractorError(
                f"{origin}: the default of {argument.arg} is not a number from {low} to {high}."
            )
        return Parameter(argument.arg, default, float(low), float(high))
    return Parameter(argument.arg, default)


def _subscript(annotation: ast.expr | None) -> tuple[str, list[Any]]:
    """Return name and constants of an annotation such as ``Annotated[int, 0, 100]``."""
    if not isinstance(annotation, ast.Subscript):
        return "", []
    name = ast.unparse(annotation.value).rpartition(".")[2]
    subscript = annotation.slice
    items = subscript.elts if isinstance(subscript, ast.Tuple) else [subscript]
    constants = []
    for item in items:
        try:
            constants.append(ast.literal_eval(item))
        except ValueError:
            continue
    return name, constants
