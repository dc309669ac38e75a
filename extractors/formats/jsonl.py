"""JSON lines with blocks: the slim record with settings, measured values and all blocks."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.formats.blocks import BlockRow, block_rows
from boilerscope.extractors.formats.slim import SlimRecord
from boilerscope.extractors.model.choices import candidates_of
from boilerscope.extractors.model.settings import to_table
from boilerscope.extractors.page.kept_text import runs_of

if TYPE_CHECKING:
    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.model.extraction import Extraction
    from boilerscope.extractors.page import Page


def write_slim(result: Result) -> str:
    """Return the slim record as one line of JSON."""
    return SlimRecord.of(result).line()


def write(result: Result) -> str:
    """Return one line of JSON; ``text`` is the own text."""
    return _line(record(result))


def record(result: Result) -> dict[str, Any]:
    """Return the record of a line as plain values: a `SlimRecord` and further fields.

    ``settings`` are the settings themselves, ``settings_digest`` is their digest. ``title_from``
    is the source of the title: ``extractor``, ``page``, or empty without a title. The kept words of
    a library are those of its trace if ``traced`` is a number (share of the dropped words with a
    known rule) and no warning says otherwise; else those of the alignment of its text.
    """
    extraction, page = result.extraction, result.page
    slim = SlimRecord.of(result).table()
    return {
        **slim,
        "settings": to_table(extraction.settings, everything=True),
        "settings_digest": slim["settings"],
        "encoding": page.decoded.encoding if page is not None else None,
        "used": dict(extraction.used),
        "title_from": "extractor" if extraction.title else "page" if slim["title"] else "",
        "published": extraction.published,
        "published_text": extraction.published_text,
        "related": [{"text": link.text, "address": link.address} for link in extraction.related],
        "kept_tokens": int(extraction.mask.sum()),
        "kept_runs": runs_of(extraction.mask),
        "page_tokens": len(extraction.mask),
        "scores": {name: _plain(value) for name, value in extraction.scores.items()},
        "aligned": _plain(extraction.aligned),
        "traced": _plain(extraction.traced),
        "candidates": [] if page is None else candidate_tables(page, extraction),
        "blocks": [block_table(row) for row in block_rows(result)],
    }


def write_of_batch(result: Result, *, blocks: bool) -> str:
    """Return the line of a batch: without ``seconds``; with blocks, ``settings`` is the digest."""
    if not blocks:
        return SlimRecord.of(result).line(timed=False)
    table = record(result)
    del table["seconds"]
    table["settings"] = table.pop("settings_digest")
    return _line(table)


def _line(table: dict[str, Any]) -> str:
    return json.dumps(table, ensure_ascii=False, allow_nan=False) + "\n"


def block_table(row: BlockRow) -> dict[str, Any]:
    """Return a block as plain values; measured values are rounded, None if not finite."""
    return {
        "block": row.block,
        "kept": row.kept,
        "tokens": row.tokens,
        "runs": row.runs,
        "rule": row.rule,
        "stage": row.stage,
        "value": _plain(row.value),
        "threshold": _plain(row.threshold),
        "source": row.source,
        "labels": row.labels,
        "candidates": row.candidates,
        "figures": {name: _plain(value) for name, value in row.values.items()},
        "path": row.path,
        "text": row.text,
    }


def candidate_tables(page: Page, extraction: Extraction) -> list[dict[str, Any]]:
    """Return the candidates as plain values; ``runs`` are token ranges."""
    return [
        {
            "name": candidate.name,
            "state": candidate.state.value,
            "choice": candidate.choice,
            "characters": candidate.characters if candidate.characters >= 0 else None,
            "score": _plain(candidate.score),
            "decision": candidate.decision,
            "source": candidate.source,
            "runs": [[start, end] for start, end in candidate.ranges],
        }
        for candidate in candidates_of(page, extraction)
    ]


def _plain(value: Any) -> Any:
    """Return a value for JSON: rounded, or None if it is not finite."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    return value
