"""Imports of a module, read from its source without running it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

PACKAGE = "boilerscope"
ROOMS = ("app", "extractors", "resources", "widgets")
LATE = frozenset({"late_module", "late_call", "late_calls"})
"""Functions that name a module which is imported at first use, see `extractors.system.late`."""
FACE = "src/boilerscope"
"""Folder of the public names; what else is in it are links to the rooms."""


@dataclass(frozen=True, slots=True)
class Import:
    """One imported module.

    Attributes
    ----------
    module : str
        Full name; of ``from a import b`` it is ``a.b`` if that is a module of ours, else ``a``.
    line : int
        Line in the source, from 1.
    at_start : bool
        Whether it runs when the importing module is imported: neither inside a function nor only
        for type checkers.
    for_types : bool
        Whether only type checkers read it.
    package : str
        The package in ``from package import module``; else empty.
    """

    module: str
    line: int
    at_start: bool
    for_types: bool = False
    package: str = ""

    def is_below(self, *names: str) -> bool:
        """Return whether the module is one of the named packages or inside one of them."""
        return any(self.module == name or self.module.startswith(f"{name}.") for name in names)


def module_name(path: Path) -> str:
    """Return the import name of a source file of the repository."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if path.is_relative_to(ROOT / FACE):
        parts = parts[1:]
    package = (PACKAGE,) if parts[0] in ROOMS else ()
    return ".".join((*package, *(parts[:-1] if parts[-1] == "__init__" else parts)))


@cache
def source_of(module: str) -> Path | None:
    """Return the source file of a module of ours, or None if there is none."""
    names = module.split(".")
    if names[0] == PACKAGE and names[1:2] and names[1] in ROOMS:
        base = ROOT.joinpath(*names[1:])
    elif names[0] == PACKAGE:
        base = ROOT.joinpath(FACE, *names[1:])
    else:
        base = ROOT.joinpath(*names)
    if base.parent == ROOT and module.startswith(base.name):
        return None
    candidates = (base.with_suffix(".py"), base / "__init__.py")
    return next((path for path in candidates if path.is_file()), None)


def sources(room: str) -> list[Path]:
    """Return the source files of a room in a fixed order."""
    return sorted(
        path
        for path in (ROOT / room).rglob("*.py")
        if room != FACE or path.relative_to(ROOT / FACE).parts[0] not in ROOMS
    )


@cache
def imports_of(source: str) -> tuple[Import, ...]:
    """Return all imports of a source text: inside functions too, and those asked for by name."""
    return tuple(
        Import(name, line, at_start and not _is_late(node), for_types, package)
        for node, at_start, for_types in _walk(ast.parse(source))
        for name, line, package in _imported(node)
    )


def loaded_at_start(module: str) -> dict[str, str]:
    """Return all modules loaded by the import of a module of ours, each with its importer.

    Packages run before their modules; foreign modules are listed and not followed.
    """
    return _loaded((module,), lambda imported: imported.at_start)


def loaded_by_use(*modules: str) -> dict[str, str]:
    """Return all modules that modules of ours may load, also in functions, each with its importer.

    Foreign modules are listed and not followed.
    """
    return _loaded(modules, lambda imported: not imported.for_types)


def _loaded(modules: Iterable[str], counts: Callable[[Import], bool]) -> dict[str, str]:
    imported_by = dict.fromkeys(modules, "")
    waiting = [*imported_by]
    while waiting:
        importer = waiting.pop()
        path = source_of(importer)
        names = [importer.rpartition(".")[0]] if "." in importer else []
        if path is not None:
            imports = imports_of(path.read_text(encoding="utf-8"))
            names += [entry.module for entry in imports if counts(entry)]
        for name in names:
            if name not in imported_by:
                imported_by[name] = importer
                if name.split(".")[0] == PACKAGE:
                    waiting.append(name)
    return imported_by


def circles(imports: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return the groups of modules that import each other, directly or indirectly.

    Parameters
    ----------
    imports : mapping of str to iterable of str
        The modules that each module imports; modules without a key are left out.
    """
    reached = {module: _reached_from(module, imports) for module in imports}
    groups = {
        frozenset(peer for peer in reached[module] if module in reached[peer])
        for module in imports
        if module in reached[module]
    }
    return sorted(sorted(group) for group in groups)


def _reached_from(module: str, imports: Mapping[str, Iterable[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        for name in imports[waiting.pop()]:
            if name in imports and name not in reached:
                reached.add(name)
                waiting.append(name)
    return reached


def _walk(tree: ast.AST) -> Iterator[tuple[ast.AST, bool, bool]]:
    """Yield each node, whether it runs at the start, and whether only type checkers read it."""
    waiting = [(tree, True, False)]
    while waiting:
        node, at_start, for_types = waiting.pop()
        yield node, at_start, for_types
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += [(child, False, True) for child in node.body]
            waiting += [(child, at_start, for_types) for child in node.orelse]
            continue
        runs = not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        children = ast.iter_child_nodes(node)
        waiting += [(child, at_start and runs, for_types) for child in children]


def _imported(node: ast.AST) -> Iterator[tuple[str, int, str]]:
    """Yield the modules that a statement imports: name, line, and package of a `from` import."""
    match node:
        case ast.Import(names=names, lineno=line):
            for alias in names:
                yield alias.name, line, ""
        case ast.ImportFrom(module=module, names=names, lineno=line):
            for alias in names:
                name = f"{module}.{alias.name}"
                yield (name, line, f"{module}") if source_of(name) else (f"{module}", line, "")
        case ast.Call(func=function, args=[ast.Constant(value=str(name)), *_], lineno=line):
            if _name_of(function) in {"import_module", "__import__", *LATE}:
                yield name, line, ""


def _is_late(node: ast.AST) -> bool:
    """Return whether a node names a module that is imported at first use."""
    return isinstance(node, ast.Call) and _name_of(node.func) in LATE


def _name_of(function: ast.expr) -> str:
    name: str = getattr(function, "attr", getattr(function, "id", ""))
    return name
