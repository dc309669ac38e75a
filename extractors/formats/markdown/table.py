"""Tables as Markdown: merged cells are repeated, the first row is the header."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.structure.nodes import (
    Code,
    DefinitionList,
    Figure,
    Formula,
    Heading,
    ItemList,
    Paragraph,
    Quote,
    Table,
)

if TYPE_CHECKING:
    from boilerscope.extractors.formats.markdown.inline import Inliner
    from boilerscope.extractors.formats.structure.nodes import Block, Blocks, Cell

_RULES = {"": "---", "left": ":---", "center": ":---:", "right": "---:"}
_MAX_REPEATED = 1_000_000
"""Maximum number of characters by which repetition makes a table longer."""


def table_block(table: Table, inliner: Inliner) -> str:
    """Return a table of which every cell is in its own columns."""
    grid = _filled(table, inliner)
    width = table.n_columns
    lines = [
        "| " + " | ".join(row.get(column, "") for column in range(width)) + " |" for row in grid
    ]
    rules = [_RULES[side] for side in _sides(table)]
    return "\n".join([lines[0], "| " + " | ".join(rules) + " |", *lines[1:]])


def _filled(table: Table, inliner: Inliner) -> list[dict[int, str]]:
    """Return the text in each row by column, merged cells repeated."""
    grid: list[dict[int, str]] = [{} for _ in table.rows]
    n_repeated = 0
    for number, row in enumerate(table.rows):
        for cell in row.cells:
            text = cell_text(cell.blocks, inliner)
            n_places = cell.rowspan * cell.colspan
            n_repeated += len(text) * (n_places - 1)
            repeats = n_repeated <= _MAX_REPEATED
            for below in range(number, min(number + cell.rowspan, len(grid))):
                for column in range(cell.column, cell.column + cell.colspan):
                    is_first = below == number and column == cell.column
                    grid[below].setdefault(column, text if is_first or repeats else "")
    return grid


def _sides(table: Table) -> list[str]:
    """Return the alignment of each column: that of all of its cells, else none."""
    sides: list[set[str]] = [set() for _ in range(table.n_columns)]
    for row in table.rows:
        for cell in row.cells:
            if cell.blocks and cell.colspan == 1 and not row.is_header:
                sides[cell.column].add(cell.align)
    return [next(iter(side)) if len(side) == 1 else "" for side in sides]


def cell_text(blocks: Blocks, inliner: Inliner) -> str:
    """Return the blocks of a cell on one line, with breaks and lists as HTML."""
    written = ""
    for block in blocks:
        text = _block(block, inliner)
        is_apart = not written or written.endswith(("</ul>", "</ol>"))
        is_apart |= text.startswith(("<ul", "<ol"))
        written += text if is_apart else f"<br>{text}"
    return written


def _block(block: Block, inliner: Inliner) -> str:  # noqa: PLR0911 - a case for each kind
    match block:
        case Paragraph() | Heading():
            return inliner.cell(block.content)
        case Formula():
            return f"${block.latex}$".replace("|", "\\|")
        case Code():
            lines = (_inert(escape(line, quote=False)) for line in block.text.split("\n"))
            return f"<code>{'<br>'.join(lines)}</code>".replace("|", "\\|")
        case ItemList():
            return _list(block, inliner)
        case DefinitionList():
            parts = [
                part
                for entry in block.entries
                for part in (
                    *(inliner.cell(term) for term in entry.terms),
                    *(cell_text(blocks, inliner) for blocks in entry.descriptions),
                )
            ]
            return "<br>".join(parts)
        case Figure():
            return cell_text((*block.blocks, *block.caption), inliner)
        case Quote():
            return cell_text(block.blocks, inliner)
        case Table():
            return _nested(block, inliner)
        case _:
            return ""


def _list(block: ItemList, inliner: Inliner) -> str:
    tag = "ol" if block.is_numbered else "ul"
    written, expected = "", 1
    for item in block.items:
        value = "" if item.number in {None, expected} else f' value="{item.number}"'
        expected = expected if item.number is None else item.number + 1
        written += f"<li{value}>{cell_text(item.blocks, inliner)}</li>"
    return f"<{tag}>{written}</{tag}>"


def _nested(table: Table, inliner: Inliner) -> str:
    """Return a table in a cell as lines, its cells separated by semicolons."""
    caption = [cell_text(table.caption, inliner)] if table.caption else []
    return "<br>".join([*caption, *(_row(row.cells, inliner) for row in table.rows)])


def _row(cells: tuple[Cell, ...], inliner: Inliner) -> str:
    return "; ".join(cell_text(cell.blocks, inliner) for cell in cells if cell.blocks)


def _inert(code: str) -> str:
    """Return code in which Markdown finds no markup: every punctuation with a meaning escaped."""
    return "".join(
        f"\\{character}" if character in "\\`*_[]~$" else character for character in code
    )
