"""Counts of the structure: parts that the kept part of a page has, by option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.formats.structure.nodes import (
    Code,
    DefinitionList,
    Formula,
    Heading,
    Image,
    ItemList,
    Link,
    Table,
)
from boilerscope.extractors.formats.structure.walking import nodes_of

if TYPE_CHECKING:
    from boilerscope.extractors.formats.structure.nodes import Document

_KINDS: dict[str, tuple[type, ...]] = {
    "outline": (Heading, ItemList, DefinitionList, Link),
    "tables": (Table,),
    "code": (Code,),
    "formulas": (Formula,),
    "images": (Image,),
}


def count_parts(document: Document) -> dict[str, int]:
    """Return the number of parts for each option of `StructureOptions` that concerns parts."""
    counts = dict.fromkeys(_KINDS, 0)
    for node in nodes_of(document):
        for name, kinds in _KINDS.items():
            counts[name] += isinstance(node, kinds)
    facts = (document.title, document.address, document.published, document.language)
    return {
        **counts,
        "footnotes": len(document.notes),
        "metadata": sum(map(bool, facts)),
    }
