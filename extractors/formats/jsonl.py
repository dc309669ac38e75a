"""JSON lines: one record per page and pane, with blocks and settings."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from extractors.formats.blocks import block_rows
from extractors.model.settings import to_table

if TYPE_CHECKING:
    from extractors.formats.record import Result


def write(result: Result) -> str:
    """Return one line of JSON; ``text`` is the own text."""
    return json.dumps(record(result), ensure_ascii=False, allow_nan=False) + "\n"


def record(result: Result, *, blocks: bool = True) -> dict[str, Any]:
    """Return what a line holds, as plain values.

    Parameters
    ----------
    result : Result
        Page, pane and extraction.
    blocks : bool
        Whether the blocks with their figures are written as well.
    """
    made = result.extraction
    line: dict[str, Any] = {
        "source": result.source,
        "page_id": result.page_id,
        "url": result.page.url if result.page is not None else None,
        "pane": result.pane,
        "extractor": made.extractor,
        "settings": to_table(made.settings, everything=True),
        "status": made.status.value,
        "message": made.message,
        "warnings": [
            *(one.message for one in (result.page.warnings if result.page else ())),
            *made.warnings,
        ],
        "title": made.title,
        "published": made.published,
        "related": [{"text": link.text, "address": link.address} for link in made.related],
        "text": made.own_text,
        "kept_tokens": int(made.mask.sum()),
        "page_tokens": len(made.mask),
        "scores": {name: _number(value) for name, value in made.scores.items()},
        "aligned": made.aligned,
        "seconds": round(made.seconds, 6),
    }
    if blocks:
        line["blocks"] = [
            {name: _number(value) for name, value in row.items()} for row in block_rows(result)
        ]
    return line


def _number(value: Any) -> Any:
    if isinstance(value, float):
        return None if math.isnan(value) or math.isinf(value) else round(value, 6)
    return value
