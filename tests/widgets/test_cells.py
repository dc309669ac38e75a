"""Cells are read from their model: ``index.data()`` of a model in Python has crashed in Qt."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tests.helpers.material import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

_INDEX = {"index", "currentIndex", "indexAt", "sibling", "siblingAtColumn", "siblingAtRow"}


def _is_index(expression: ast.expr) -> bool:
    if isinstance(expression, ast.Call):
        expression = expression.func
    if isinstance(expression, ast.Attribute):
        return expression.attr in _INDEX
    return isinstance(expression, ast.Name) and expression.id in _INDEX


def cells_read_from_an_index(source: str) -> Iterator[str]:
    """Yield each call of ``data`` of an index of a model."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr == "data" and _is_index(node.func.value):
            yield ast.unparse(node)


def test_a_cell_read_from_an_index_is_found():
    source = (
        "index.data(1); model.index(2, 3).data(); view.currentIndex().data(); model.data(index)"
    )

    assert list(cells_read_from_an_index(source)) == [
        "index.data(1)",
        "model.index(2, 3).data()",
        "view.currentIndex().data()",
    ]


def test_cells_are_read_from_their_model():
    found = [
        f"{file.relative_to(ROOT).as_posix()}: {call}"
        for folder in ("app", "widgets")
        for file in sorted((ROOT / folder).rglob("*.py"))
        for call in cells_read_from_an_index(file.read_text(encoding="utf-8"))
    ]

    assert not found, "\n".join(["use model.data(index, role):", *found])
