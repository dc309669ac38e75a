"""CSV: one row per block, figures as name=value in one column so that all extractors fit."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from extractors.formats.blocks import block_rows

if TYPE_CHECKING:
    from extractors.formats.record import Result

_FIRST = ("page_id", "pane", "status", "block", "class", "tokens", "rule", "labels", "path", "text")
HEADER = ",".join((*_FIRST, "figures")) + "\n"


def write(result: Result) -> str:
    """Return the rows of one result, without the header; a failed one has a row of its status."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    first = (result.page_id, result.pane, result.extraction.status.value)
    rows = list(block_rows(result))
    for row in rows:
        known = [row.pop(name) for name in _FIRST[3:]]
        row.pop("kept")
        figures = " ".join(f"{name}={_figure(value)}" for name, value in row.items())
        table.writerow([*first, *(_safe(value) for value in known), figures])
    if not rows:
        table.writerow([*first, "", "", 0, result.extraction.message, "", "", "", ""])
    return out.getvalue()


def table(result: Result) -> str:
    """Return one result as a table with a column per measured quantity."""
    out = io.StringIO()
    rows = list(block_rows(result))
    names = list(rows[0]) if rows else ["block"]
    written = csv.DictWriter(out, names, lineterminator="\n")
    written.writeheader()
    for row in rows:
        written.writerow({name: _safe(value) for name, value in row.items()})
    return out.getvalue()


def _figure(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _safe(value: object) -> object:
    """Return text so that a spreadsheet does not take it for a formula."""
    if isinstance(value, str) and value[:1] in {"=", "+", "-", "@", "\t", "\r"}:
        return "'" + value
    return value
