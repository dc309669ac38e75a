"""Scores of single tables, code blocks and formulas, and the cells and lines that differ.

Elements of one kind are paired in order, see `boilerscope.extractors.scoring.structure.pairing`.
The score of a pair is the one that the measures of a page have: tree edit similarity (TEDS) of a
table, edit similarity of code and formulas. An element without a partner has the score 0.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from boilerscope.extractors.scoring.structure.grids import Cell, cells_of
from boilerscope.extractors.scoring.structure.pairing import by_position, paired
from boilerscope.extractors.scoring.structure.records import (
    Change,
    Difference,
    ElementKind,
    ElementScore,
)
from boilerscope.extractors.scoring.structure.structured_text import table_as_html
from boilerscope.extractors.scoring.structure.teds import MAX_CELLS, teds
from boilerscope.extractors.system.late import late_module

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rapidfuzz.distance import Levenshtein

    from boilerscope.extractors.scoring.structure.structured_text import StructuredText
else:
    Levenshtein = late_module("rapidfuzz.distance.Levenshtein")


def score_elements(gold: StructuredText, kept: StructuredText) -> list[ElementScore]:
    """Return the elements of two texts in Markdown: tables, code, formulas, each in order."""
    kinds = (
        (ElementKind.TABLE, gold.table_parts, kept.table_parts),
        (ElementKind.CODE, gold.code_parts, kept.code_parts),
        (ElementKind.FORMULA, gold.formula_parts, kept.formula_parts),
    )
    return [
        _element(kind, golds, kepts, at, kept_at)
        for kind, golds, kepts in kinds
        for at, kept_at in paired(
            *([_text(kind, part) for part in parts] for parts in (golds, kepts))
        )
    ]


def _element(
    kind: ElementKind,
    golds: Sequence[str],
    kepts: Sequence[str],
    at: int | None,
    kept_at: int | None,
) -> ElementScore:
    gold, kept = "" if at is None else golds[at], "" if kept_at is None else kepts[kept_at]
    text, kept_text = _text(kind, gold), _text(kind, kept)
    number, kept_number = (0 if found is None else found + 1 for found in (at, kept_at))
    if at is None or kept_at is None:
        end = len(text or kept_text)
        whole = Difference(_change(at, kept_at), gold=text, kept=kept_text, end=end)
        return ElementScore(kind, number, kept_number, 0.0, text, kept_text, (whole,))
    score = _table_score(gold, kept) if kind is ElementKind.TABLE else _similarity(gold, kept)
    differences = tuple(_DIFFERENCES[kind](gold, kept))
    return ElementScore(kind, number, kept_number, score, text, kept_text, differences)


def _text(kind: ElementKind, part: str) -> str:
    return _plain(cells_of(part)) if kind is ElementKind.TABLE else part


def _table_score(gold: str, kept: str) -> float | None:
    counts = teds(table_as_html(gold), table_as_html(kept))
    if counts is None:
        return None
    return counts[0] / counts[1] if counts[1] else 1.0


def _similarity(gold: str, kept: str) -> float | None:
    if len(gold) * len(kept) > MAX_CELLS:
        return None
    return 1 - Levenshtein.distance(gold, kept) / max(len(gold), len(kept), 1)


def _table_differences(gold_table: str, kept_table: str) -> Iterator[Difference]:
    gold, kept = cells_of(gold_table), cells_of(kept_table)
    rows, kept_rows = ([_row_text(row) for row in table] for table in (gold, kept))
    starts = _cell_starts(gold), _cell_starts(kept)
    for at, kept_at in paired(rows, kept_rows):
        if at is None or kept_at is None:
            number = (kept_at if at is None else at) or 0
            text = kept_rows[number] if at is None else rows[number]
            if text:
                yield Difference(
                    _change(at, kept_at),
                    row=number + 1,
                    gold="" if at is None else text,
                    kept=text if at is None else "",
                    start=starts[at is None][number][0],
                    end=starts[at is None][number][-1],
                )
            continue
        for part in _cell_differences(gold[at], kept[kept_at]):
            is_added = part.change is Change.ADDED
            row = kept_at if is_added else at
            start, end = starts[is_added][row][part.column - 1 : part.column + 1]
            yield replace(part, row=row + 1, start=start, end=end)


def _cell_differences(cells: Sequence[Cell], kept_cells: Sequence[Cell]) -> Iterator[Difference]:
    """Yield the cells of two rows that differ; rows of equal length are compared by position."""
    pairs = (
        by_position(len(cells), len(kept_cells))
        if len(cells) == len(kept_cells)
        else paired([cell.text for cell in cells], [cell.text for cell in kept_cells])
    )
    for column, kept_column in pairs:
        ours = None if column is None else cells[column]
        theirs = None if kept_column is None else kept_cells[kept_column]
        text, kept_text = _described(ours, theirs)
        if text != kept_text:
            place = (kept_column if column is None else column) or 0
            change = _change(column, kept_column)
            yield Difference(change, column=place + 1, gold=text, kept=kept_text)


def _line_differences(gold: str, kept: str) -> Iterator[Difference]:
    lines, kept_lines = (code.split("\n") if code else [] for code in (gold, kept))
    starts = _starts(lines), _starts(kept_lines)
    for at, kept_at in paired(lines, kept_lines):
        ours = "" if at is None else lines[at]
        theirs = "" if kept_at is None else kept_lines[kept_at]
        if at is not None and kept_at is not None and ours == theirs:
            continue
        number = (kept_at if at is None else at) or 0
        yield Difference(
            _change(at, kept_at),
            line=number + 1,
            gold=ours,
            kept=theirs,
            start=starts[at is None][number],
            end=starts[at is None][number + 1],
        )


def _formula_differences(gold: str, kept: str) -> Iterator[Difference]:
    if gold != kept:
        yield Difference(Change.CHANGED, gold=gold, kept=kept, end=len(gold))


_DIFFERENCES = {
    ElementKind.TABLE: _table_differences,
    ElementKind.CODE: _line_differences,
    ElementKind.FORMULA: _formula_differences,
}


def _change(at: int | None, kept_at: int | None) -> Change:
    if at is None:
        return Change.ADDED
    return Change.MISSING if kept_at is None else Change.CHANGED


def _described(gold: Cell | None, kept: Cell | None) -> tuple[str, str]:
    """Return the texts of two cells, with what else differs if their texts are equal."""
    texts = "" if gold is None else gold.text, "" if kept is None else kept.text
    if gold is None or kept is None or gold == kept or texts[0] != texts[1]:
        return texts
    return _with_kind(gold, kept), _with_kind(kept, gold)


def _with_kind(cell: Cell, other: Cell) -> str:
    facts = []
    if cell.is_header != other.is_header:
        facts.append("header cell" if cell.is_header else "data cell")
    if cell.columns != other.columns:
        facts.append(f"colspan {cell.columns}")
    if cell.rows != other.rows:
        facts.append(f"rowspan {cell.rows}")
    return f"{cell.text} ({', '.join(facts)})"


def _row_text(row: Sequence[Cell]) -> str:
    return " | ".join(cell.text for cell in row).rstrip(" |")


def _plain(rows: Sequence[Sequence[Cell]]) -> str:
    return "\n".join(cell.text for row in rows for cell in row)


def _cell_starts(rows: Sequence[Sequence[Cell]]) -> list[list[int]]:
    """Return the offset of each cell in the plain text of its table; a row has at least one."""
    start, starts = 0, []
    for row in rows:
        inside = [start, *(start + end for end in accumulate(len(cell.text) + 1 for cell in row))]
        starts.append(inside)
        start = inside[-1]
    return starts


def _starts(lines: Sequence[str]) -> list[int]:
    return [0, *accumulate(len(line) + 1 for line in lines)]
