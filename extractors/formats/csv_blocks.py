"""CSV: one row per block.

A file with one result has a column for each measured quantity. In a file with several results,
whose extractors measure different quantities, one column lists them all as name=value. The other
columns mean what they mean in Parquet (docs/tables.md); several candidates are divided by ``; ``.
"""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.formats.blocks import BlockRow, block_rows

if TYPE_CHECKING:
    from boilerscope.extractors.formats.record import Result

_FIRST = (
    *("page_id", "pane", "status", "block", "class", "tokens"),
    *("rule", "stage", "value", "threshold", "source", "labels", "candidates", "path", "text"),
)
HEADER = ",".join((*_FIRST, "figures")) + "\n"


def write(result: Result) -> str:
    """Return a table with a column for each quantity; a result without blocks has one row."""
    names = [column.name for column in result.extraction.columns]
    shown = [f"{name}_figure" if name in _FIRST else name for name in names]
    rows = [
        [*_common(result, row), *(_formatted(row.values[name]) for name in names)]
        for row in block_rows(result)
    ]
    return _table(
        [[*_FIRST, *shown], *(rows or [[*_without_blocks(result), *("" for _ in names)]])]
    )


def write_piece(result: Result) -> str:
    """Return the rows below `HEADER`; a result without blocks has one row."""
    rows = [
        [
            *_common(result, row),
            " ".join(f"{name}={_formatted(value)}" for name, value in row.values.items()),
        ]
        for row in block_rows(result)
    ]
    return _table(rows or [[*_without_blocks(result), ""]])


def _common(result: Result, row: BlockRow) -> list[Any]:
    return [
        result.page_id,
        result.pane,
        result.extraction.status.value,
        row.block,
        "C" if row.kept else "B",
        row.tokens,
        row.rule,
        row.stage,
        _formatted(row.value),
        _formatted(row.threshold),
        row.source,
        " ".join(row.labels),
        "; ".join(row.candidates),
        row.path,
        row.text,
    ]


def _without_blocks(result: Result) -> list[Any]:
    extraction = result.extraction
    known = {
        "page_id": result.page_id,
        "pane": result.pane,
        "status": extraction.status.value,
        "tokens": 0,
        "rule": extraction.message,
    }
    return [known.get(name, "") for name in _FIRST]


def _table(rows: list[list[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([_safe(value) for value in row] for row in rows)
    return out.getvalue()


def _formatted(value: object) -> str:
    if isinstance(value, float):
        return "" if math.isnan(value) else f"{value:.6g}"
    return str(value)


def _safe(value: object) -> object:
    """Quote text that a spreadsheet would read as a formula."""
    if isinstance(value, str) and value[:1] in {"=", "+", "-", "@", "\t", "\r"}:
        return value if _is_number(value) else "'" + value
    return value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
