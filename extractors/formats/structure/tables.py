"""Data tables of a page: their grid, header rows and cells.

A table is a data table if it has a header cell or a caption, or if it has at least two rows, a row
with two filled cells, and only short cells without blocks that make sections. The decision is made
on the whole page, so that a partly kept table stays a table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

CELLS = frozenset(["td", "th"])
_MAX_COLUMNS = 200
_MAX_WORDS = 100
"""Maximum number of words in a cell of a table without header cells and caption."""

_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
"""Sections of a layout table, but not of a table with header cells or a caption."""

_SECTIONS = frozenset(["article", "main", "nav", "form", "section", "iframe"])
_ALIGN = re.compile(r"text-align\s*:\s*(left|center|right|start|end)", re.IGNORECASE)
_SIDES = {"start": "left", "end": "right"}


@dataclass(slots=True)
class GridCell:
    """Place of a cell: first column, number of rows and columns."""

    row: int
    column: int
    rowspan: int = 1
    colspan: int = 1


@dataclass(slots=True)
class Grid:
    """A data table.

    Attributes
    ----------
    rows : list of int
        Its ``tr`` elements.
    n_headers : int
        Number of header rows at the top.
    cells : dict of int to GridCell
        By row of their element.
    """

    rows: list[int]
    n_headers: int
    n_columns: int
    cells: dict[int, GridCell]


@dataclass(slots=True)
class _Parts:
    """Elements of one table, without those of tables in its cells."""

    rows: dict[int, list[int]] = field(default_factory=dict)
    has_caption: bool = False
    is_marked: bool = False


def data_tables(page: Page) -> dict[int, Grid]:
    """Return the data tables of a page by the row of their element, cached on it."""
    return page.cached("data tables", lambda made: dict(_data_tables(made)))


def _data_tables(page: Page) -> Iterator[tuple[int, Grid]]:
    elements = page.elements
    n_sections = np.append(0, np.cumsum(elements.tagged(_SECTIONS)))
    n_parts = n_sections + np.append(0, np.cumsum(elements.tagged(_HEADINGS)))
    n_tables = np.append(0, np.cumsum(elements.tagged({"table"})))
    for table, parts in _parts(page).items():
        if (elements.node[table].get("role") or "").lower() in {"presentation", "none"}:
            continue
        cells = [cell for row in parts.rows.values() for cell in row]
        counts = n_sections if parts.is_marked or parts.has_caption else n_parts
        has_sections = any(counts[elements.subtree_end[cell]] > counts[cell] for cell in cells)
        has_tables = any(n_tables[elements.subtree_end[cell]] > n_tables[cell] for cell in cells)
        # By HTML, a border says that a table with tables in its cells is not for layout.
        has_tables &= _span(elements.node[table].get("border"), missing=0) == 0
        if has_sections or not cells or not _is_data(page, parts, has_tables=has_tables):
            continue
        grid = _grid(page, parts)
        if grid is not None:
            yield table, grid


def _parts(page: Page) -> dict[int, _Parts]:
    elements = page.elements
    table_of = elements.innermost(elements.tagged({"table"}))
    row_of = elements.innermost(elements.tagged({"table", "tr"}))
    tables: dict[int, _Parts] = {}
    wanted = elements.tagged({"table", "tr", "td", "th", "caption"})
    for row in np.flatnonzero(wanted).tolist():
        tag, parent = elements.tag[row], int(elements.parent[row])
        table = int(table_of[parent]) if parent >= 0 else -1
        if tag == "table":
            tables[row] = _Parts()
        elif table < 0:
            continue
        elif tag == "tr":
            tables[table].rows[row] = []
        elif tag == "caption":
            tables[table].has_caption |= bool(elements.token_end[row] > elements.token_start[row])
        elif int(row_of[parent]) in tables[table].rows:
            tables[table].rows[int(row_of[parent])].append(row)
            node = elements.node[row]
            has_words = elements.token_end[row] > elements.token_start[row]
            marks = node.get("scope") or node.get("headers")
            tables[table].is_marked |= bool((tag == "th" and has_words) or marks)
    for parts in tables.values():
        parts.rows = _in_order(page, parts.rows)
    return tables


def _in_order(page: Page, rows: dict[int, list[int]]) -> dict[int, list[int]]:
    """Return rows as a browser shows them: the first head above the others, the first foot below.

    HTML 4 has the foot before the body.
    """
    elements = page.elements
    group_of = {row: int(elements.parent[row]) for row in rows}
    groups = {elements.tag[group]: group for group in reversed(group_of.values())}
    place = {groups.get("thead", -1): 0, groups.get("tfoot", -1): 2, -1: 1}
    return {row: rows[row] for row in sorted(rows, key=lambda row: place.get(group_of[row], 1))}


def _is_data(page: Page, parts: _Parts, *, has_tables: bool) -> bool:
    filled = [[cell for cell in row if _is_filled(page, cell)] for row in parts.rows.values()]
    filled = [row for row in filled if row]
    width = max((len(row) for row in filled), default=0)
    if parts.is_marked or parts.has_caption:
        return len(filled) >= 2 or (len(filled) == 1 and width >= 2)
    elements = page.elements
    is_short = all(
        elements.token_end[cell] - elements.token_start[cell] <= _MAX_WORDS
        for row in filled
        for cell in row
    )
    return len(filled) >= 2 and width >= 2 and is_short and not has_tables


def _is_filled(page: Page, cell: int) -> bool:
    elements = page.elements
    if elements.token_end[cell] > elements.token_start[cell]:
        return True
    return "img" in elements.tag[cell + 1 : int(elements.subtree_end[cell])]


def _grid(page: Page, parts: _Parts) -> Grid | None:
    """Return the cells in their columns, None if there are too many columns."""
    elements = page.elements
    rows = list(parts.rows)
    group_end = _group_ends(page, rows)
    cells: dict[int, GridCell] = {}
    # Cells of rows above that reach into the row: first column, end, row after the last one.
    reaching: list[tuple[int, int, int]] = []
    for number, row in enumerate(rows):
        reaching = sorted(span for span in reaching if span[2] > number)
        if len(reaching) + len(parts.rows[row]) > _MAX_COLUMNS:
            return None
        column, added, blocks = 0, [], list(reaching)
        for cell in parts.rows[row]:
            while blocks and blocks[0][0] <= column:
                column = max(column, blocks.pop(0)[1])
            node = elements.node[cell]
            width = max(_span(node.get("colspan")), 1)
            height = _span(node.get("rowspan"))
            last = min(number + height, group_end[number]) if height else group_end[number]
            if blocks:
                width = min(width, blocks[0][0] - column)
            cells[cell] = GridCell(cell, column, last - number, width)
            added.append((column, column + width, last))
            column += width
        reaching += [span for span in added if span[2] > number + 1]
    starts = sorted({placed.column for placed in cells.values()})
    for placed in cells.values():
        first = int(np.searchsorted(starts, placed.column))
        end = int(np.searchsorted(starts, placed.column + placed.colspan))
        placed.column, placed.colspan = first, max(end - first, 1)
    if len(starts) > _MAX_COLUMNS:
        return None
    return Grid(rows, _n_headers(page, parts), len(starts), cells)


def _group_ends(page: Page, rows: list[int]) -> list[int]:
    """Return, for each row of a table, the number of the row after the last one of its group."""
    ends = [len(rows)] * len(rows)
    for number in range(len(rows) - 2, -1, -1):
        is_same = page.elements.parent[rows[number]] == page.elements.parent[rows[number + 1]]
        ends[number] = ends[number + 1] if is_same else number + 1
    return ends


def _n_headers(page: Page, parts: _Parts) -> int:
    """Return the number of rows at the top that are in ``thead`` or have only ``th`` cells.

    The first cells may be empty ``td``: above the names of the rows.
    """
    elements = page.elements
    number = 0
    for row, cells in parts.rows.items():
        in_head = elements.tag[int(elements.parent[row])] == "thead"
        named = list(dropwhile(lambda cell: not _is_filled(page, cell), cells))
        if not in_head and not (named and all(elements.tag[cell] == "th" for cell in named)):
            break
        number += 1
    return number if number < len(parts.rows) else min(number, 1)


def _span(text: str | None, missing: int = 1) -> int:
    is_number = bool(text) and text is not None and text.strip().isdigit() and text.isascii()
    return min(int(text.strip()[:6]), 65_534) if is_number and text is not None else missing


def with_headers(page: Page, mask: BoolArray) -> BoolArray:
    """Return the kept tokens, with the header rows of the tables of which a row is kept."""
    elements = page.elements
    extended = mask
    for grid in data_tables(page).values():
        if not grid.n_headers or grid.n_headers >= len(grid.rows):
            continue
        body = grid.rows[grid.n_headers :]
        spans = ((elements.token_start[row], elements.token_end[row]) for row in body)
        if not any(mask[start:end].any() for start, end in spans):
            continue
        for row in grid.rows[: grid.n_headers]:
            start, end = elements.token_start[row], elements.token_end[row]
            if not mask[start:end].all():
                extended = mask.copy() if extended is mask else extended
                extended[start:end] = True
    return extended


def alignment(page: Page, cell: int) -> str:
    """Return the alignment of a cell: ``left``, ``center``, ``right``, or empty."""
    node = page.elements.node[cell]
    style = _ALIGN.search(node.get("style") or "")
    side = (style[1] if style else node.get("align") or "").lower()
    side = _SIDES.get(side, side)
    return side if side in {"left", "center", "right"} else ""
