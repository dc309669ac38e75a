"""Data tables as Markdown; layout tables are not written as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.page.kept_text import Line

if TYPE_CHECKING:
    from boilerscope.extractors.formats.markdown.holders import Holder
    from boilerscope.extractors.formats.markdown.inline import Inline
    from boilerscope.extractors.page import Page

_CELLS = ("td", "th")
_MAX_COLUMNS = 50
"""Maximum number of columns."""


def is_data_table(page: Page, table: Holder) -> bool:
    """Return whether a table is a data table, which is written as a table.

    A data table has at least two rows and two columns with kept text, only one line in each cell,
    and few enough columns to be read.
    """
    if page.elements.node[table.row].get("role") in {"presentation", "none"}:
        return False
    rows = _rows(table)
    cells = [cell for row in rows for cell in row.parts]
    return (
        len(rows) == len(table.parts) >= 2
        and any(len(row.parts) >= 2 for row in rows)
        and all(_is_single(cell) for cell in cells)
        and all(max(_columns(page, row.row).values()) < _MAX_COLUMNS for row in rows)
    )


def table_block(page: Page, table: Holder, inline: Inline) -> str:
    """Return a table with its first kept row as header and every cell in its own column."""
    written = [_cells(page, row, inline) for row in _rows(table)]
    width = max(max(cells) for cells in written) + 1
    lines = [
        "| " + " | ".join(cells.get(column, "") for column in range(width)) + " |"
        for cells in written
    ]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _rows(table: Holder) -> list[Holder]:
    return [part for part in table.parts if not isinstance(part, Line) and part.tag == "tr"]


def _is_single(cell: Line | Holder) -> bool:
    if isinstance(cell, Line) or cell.tag not in _CELLS:
        return False
    return len(cell.parts) == 1 and isinstance(cell.parts[0], Line)


def _cells(page: Page, row: Holder, inline: Inline) -> dict[int, str]:
    """Return the text of each kept cell by column."""
    columns = _columns(page, row.row)
    cells: dict[int, str] = {}
    for cell in row.parts:
        if not isinstance(cell, Line) and isinstance(cell.parts[0], Line):
            cells[columns[cell.row]] = inline.line(cell.parts[0]).replace("|", "\\|")
    return cells


def _columns(page: Page, row: int) -> dict[int, int]:
    """Return the column in which each cell of a table row begins."""
    columns: dict[int, int] = {}
    column = 0
    child, end = row + 1, int(page.elements.subtree_end[row])
    while child < end:
        if page.elements.tag[child] in _CELLS:
            columns[child] = column
            column += _span(page.elements.node[child].get("colspan"))
        child = int(page.elements.subtree_end[child])
    return columns


def _span(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and 0 < len(text) < 4 else 1
