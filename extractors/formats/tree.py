"""JSON tree: the kept structure itself, with the names of its nodes and fields.

``docs/structure.md`` documents it, ``docs/structure.schema.json`` is its schema.
"""

from __future__ import annotations

import dataclasses
import json
import re
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.formats.kept_structure import document_of, image_address
from boilerscope.extractors.formats.structure.nodes import (
    Blocks,
    CodeSpan,
    Definition,
    DefinitionList,
    Document,
    Image,
    ItemList,
    NoteReference,
    Rule,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.formats.record import Result

VERSION = 1
"""Version of the tree; it changes if a field changes its meaning or disappears."""

_TYPES: dict[type, str] = {
    ItemList: "list",
    DefinitionList: "definitions",
    CodeSpan: "code_span",
    NoteReference: "note",
    Rule: "rule",
}
_ALWAYS = frozenset(
    (
        *("text", "latex", "blocks", "content", "rows", "cells", "items", "level", "column"),
        *("alt", "terms", "descriptions", "entries", "mark", "address", "is_numbered"),
    )
)
"""Fields that are written even if they have their default."""

_HALVES = re.compile("[\ud800-\udfff]")


def write(result: Result) -> str:
    """Return the kept structure as one JSON document; a result without a page has none."""
    if result.page is None:
        return ""
    tree = {
        "format": "boilerscope-tree",
        "version": VERSION,
        "source": result.source,
        "page_id": result.page_id,
        "pane": result.pane,
        **table_of(document_of(result), image_address(result)),
    }
    text = json.dumps(tree, ensure_ascii=False, allow_nan=False)
    return _HALVES.sub("\ufffd", text) + "\n"


def table_of(document: Document, address_of: Callable[[Image], str]) -> dict[str, Any]:
    """Return a document as plain values."""
    table = _plain(document, address_of)
    del table["type"]
    return {"title": document.title, "notes": [], **table}


def _plain(value: Any, address_of: Callable[[Image], str]) -> Any:
    if isinstance(value, tuple):
        return [_plain(item, address_of) for item in value]
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return value
    if isinstance(value, Image):
        return {"type": "image", "address": address_of(value), "alt": value.alt}
    kind = type(value)
    table: dict[str, Any] = {}
    if kind is not Definition:
        table["type"] = _TYPES.get(kind, kind.__name__.lower())
    for field in dataclasses.fields(value):
        content = getattr(value, field.name)
        if field.name in _ALWAYS or content != field.default:
            name = field.name.removeprefix("is_").removeprefix("n_")
            table[name] = _plain(content, address_of)
    return table


def blocks_table(blocks: Blocks) -> list[dict[str, Any]]:
    """Return blocks as plain values, for tests and scores that compare structures."""
    plain: list[dict[str, Any]] = _plain(blocks, lambda image: image.address)
    return plain
