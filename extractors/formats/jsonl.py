"""JSON lines: one record per page and pane, with blocks and settings."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from extractors.formats.blocks import BlockRow, block_rows
from extractors.model.settings import to_table

if TYPE_CHECKING:
    from extractors.formats.record import Result


def write(result: Result) -> str:
    """Return one line of JSON; ``text`` is the own text."""
    return json.dumps(record(result), ensure_ascii=False, allow_nan=False) + "\n"


def record(result: Result) -> dict[str, Any]:
    """Return the record of a line as plain values.

    ``title`` is the algorithm's title or, without one, the document's; ``title_from`` names which.
    """
    extraction, page = result.extraction, result.page
    return {
        "source": result.source,
        "page_id": result.page_id,
        "url": page.url if page is not None else None,
        "encoding": page.decoded.encoding if page is not None else None,
        "pane": result.pane,
        "extractor": extraction.extractor,
        "settings": to_table(extraction.settings, everything=True),
        "used": dict(extraction.used),
        "status": extraction.status.value,
        "message": extraction.message,
        "warnings": [
            *(warning.message for warning in (page.warnings if page else ())),
            *extraction.warnings,
        ],
        **_title(result),
        "published": extraction.published,
        "published_text": extraction.published_text,
        "related": [{"text": link.text, "address": link.address} for link in extraction.related],
        "text": extraction.own_text,
        "kept_tokens": int(extraction.mask.sum()),
        "page_tokens": len(extraction.mask),
        "scores": {name: _plain(value) for name, value in extraction.scores.items()},
        "aligned": _plain(extraction.aligned),
        "seconds": round(extraction.seconds, 6),
        "blocks": [_block(row) for row in block_rows(result)],
    }


def _title(result: Result) -> dict[str, str]:
    if result.extraction.title:
        return {"title": result.extraction.title, "title_from": "extractor"}
    title = result.page.title if result.page is not None else ""
    return {"title": title, "title_from": "page" if title else ""}


def _block(row: BlockRow) -> dict[str, Any]:
    return {
        "block": row.block,
        "kept": row.kept,
        "tokens": row.tokens,
        "runs": row.runs,
        "rule": row.rule,
        "labels": row.labels,
        "figures": {name: _plain(value) for name, value in row.values.items()},
        "path": row.path,
        "text": row.text,
    }


def _plain(value: Any) -> Any:
    """Return a value for JSON: rounded, or None if it is not finite."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    return value
