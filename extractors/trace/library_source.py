"""The source of a library's function around a line, read from the installed package."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import BoilerscopeError
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_BYTES = 2_000_000
"""Largest file that is read."""

_AROUND = 30
"""Lines before and after a line that is in no function."""


@dataclass(frozen=True, slots=True)
class LibrarySource:
    """A function of a library.

    Attributes
    ----------
    path : Path
        Its file.
    name : str
        Name of the function with its class, empty outside of functions.
    first : int
        Number of the first line of the text.
    line : int
        Number of the line that was asked for.
    text : str
        The lines of the function, with its decorators.
    """

    path: Path
    name: str
    first: int
    line: int
    text: str


def library_source(source: str, packages: Sequence[str]) -> LibrarySource:
    """Return the function around a line of a library, without importing the library.

    Parameters
    ----------
    source : str
        File and line as rules name them, ``trafilatura/htmlprocessing.py:197``.
    packages : sequence of str
        Top-level modules of the library, in which the file may be deeper.

    Raises
    ------
    BoilerscopeError
        If the file is not installed, cannot be read, or does not have the line.
    """
    shown, _, number = source.rpartition(":")
    if not number.isdigit() or not shown:
        raise BoilerscopeError(f"{source!r} does not name a file and a line")
    line = int(number)
    path = next(_files(shown, packages), None)
    if path is None:
        raise BoilerscopeError(f"{shown} is not installed here")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BoilerscopeError(f"{shown} has more than {MAX_BYTES:,} bytes")
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (OSError, ValueError, SyntaxError) as error:
        raise BoilerscopeError(f"{shown} cannot be read: {error}") from error
    lines = text.splitlines()
    if not 1 <= line <= len(lines):
        raise BoilerscopeError(f"{shown} has {counted(len(lines), 'line')}, not {line:,}")
    name, first, last = _function(tree, line)
    if not name:
        first, last = max(1, line - _AROUND), min(len(lines), line + _AROUND)
    return LibrarySource(path, name, first, line, "\n".join(lines[first - 1 : last]))


def _files(shown: str, packages: Sequence[str]) -> Iterator[Path]:
    """Yield the installed files whose path ends like the shown one."""
    parts = Path(shown).parts
    for package in dict.fromkeys((parts[0], *packages)):
        if not package.isidentifier():
            continue
        try:
            spec = find_spec(package)
        except (ImportError, ValueError):
            continue
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            if parts[0] == package:
                exact = Path(folder).joinpath(*parts[1:])
                if exact.is_file():
                    yield exact
            for path in sorted(Path(folder).rglob(parts[-1])):
                if path.parts[-len(parts) :] == parts:
                    yield path


def _function(tree: ast.Module, line: int) -> tuple[str, int, int]:
    """Return name and lines of the innermost function around a line; an empty name for none."""
    names: list[str] = []
    found: tuple[str, int, int] = ("", 0, 0)
    node: ast.AST | None = tree
    while node is not None:
        node = next(
            (
                child
                for child in ast.iter_child_nodes(node)
                if isinstance(child, ast.stmt)
                and _first(child) <= line <= (child.end_lineno or child.lineno)
            ),
            None,
        )
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.append(node.name)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found = ".".join(names), _first(node), node.end_lineno or node.lineno
    return found


def _first(node: ast.stmt) -> int:
    """Return the first line of a statement, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
