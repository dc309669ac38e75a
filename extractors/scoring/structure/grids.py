"""Cells of one table in HTML or Markdown, row by row, with the places that a reader counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from boilerscope.extractors.scoring.structure.markup import parse_markup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.scoring.structure.markup import Node

_PIPE = re.compile(r"(?<!\\)\|")
_RULER = re.compile(r"[\s|:-]*-[\s|:-]*")


class Cell(NamedTuple):
    """A cell of a table.

    Attributes
    ----------
    text : str
        Its text, white space collapsed.
    is_header : bool
        Whether it is a header cell.
    columns, rows : str
        Its ``colspan`` and ``rowspan``, as written.
    """

    text: str
    is_header: bool = False
    columns: str = "1"
    rows: str = "1"


def cells_of(table: str) -> list[list[Cell]]:
    """Return the rows of a table, in HTML or with ``|`` between its cells."""
    if "<table" in table.lower():
        return [list(_html_cells(row)) for row in parse_markup(table).find_all("tr", frozenset())]
    lines = [line.strip() for line in table.split("\n")]
    rows = [line for line in lines if "|" in line and not _RULER.fullmatch(line)]
    return [
        [Cell(" ".join(cell.split()), is_header=not number) for cell in _pipe_cells(row)]
        for number, row in enumerate(rows)
    ]


def _html_cells(row: Node) -> Iterator[Cell]:
    for cell in row.elements:
        if cell.tag in {"td", "th"}:
            columns, rows = (cell.attributes.get(name, "1") for name in ("colspan", "rowspan"))
            yield Cell(" ".join(cell.text.split()), cell.tag == "th", columns, rows)


def _pipe_cells(row: str) -> list[str]:
    cells = _PIPE.split(row)
    first = 0 if cells[0].strip() else 1
    last = len(cells) if cells[-1].strip() else len(cells) - 1
    return cells[first:last]
