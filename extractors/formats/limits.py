"""Limits of formats: parts of the structure that a format cannot hold as they are.

Each format declares its limits (`Format.limits`); the command line and the export dialog say once
what they concern.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.structure.nodes import (
    DefinitionList,
    Document,
    Figure,
    ItemList,
    Paragraph,
    Table,
)
from boilerscope.extractors.formats.structure.options import DEFAULT
from boilerscope.extractors.formats.structure.walking import nodes_in, nodes_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.formats.structure.options import StructureOptions
    from boilerscope.extractors.formats.structure.walking import Node


@dataclass(frozen=True, slots=True)
class Limit:
    """A part that a format cannot hold.

    Attributes
    ----------
    concerns : callable
        Whether it concerns a node, or the document as a whole.
    one, several : str
        What was found; ``{n}`` is the number of nodes.
    instead : str
        What the format has instead, and which formats keep the part.
    unless : str
        Option that keeps the part if it is on, a name of `StructureOptions`; empty for none.
    """

    code: str
    concerns: Callable[[Node | Document], bool]
    one: str
    several: str
    instead: str
    unless: str = ""

    def found(self, count: int) -> str:
        """Return what was found as a sentence."""
        return (self.one if count == 1 else self.several).format(n=f"{count:,}")


def concerned(
    limits: tuple[Limit, ...], document: Document, options: StructureOptions = DEFAULT
) -> dict[str, int]:
    """Return the number of nodes that each limit concerns, by code, without zeros."""
    effective = [
        limit for limit in limits if not limit.unless or not getattr(options, limit.unless)
    ]
    counts = dict.fromkeys((limit.code for limit in effective), 0)
    for node in chain((document,), nodes_of(document)) if effective else ():
        for limit in effective:
            counts[limit.code] += limit.concerns(node)
    return {code: count for code, count in counts.items() if count}


def first_block(limit: Limit, document: Document) -> int | None:
    """Return the index of the first block of a document with a node that a limit concerns."""
    for index, block in enumerate(document.blocks):
        if any(limit.concerns(node) for node in nodes_in((block,))):
            return index
    return None


def _has_spans(node: Node | Document) -> bool:
    return isinstance(node, Table) and any(
        cell.rowspan > 1 or cell.colspan > 1 for row in node.rows for cell in row.cells
    )


def _has_no_header(node: Node | Document) -> bool:
    return isinstance(node, Table) and not node.rows[0].is_header


def _has_header_rows(node: Node | Document) -> bool:
    return isinstance(node, Table) and sum(row.is_header for row in node.rows) > 1


def _has_tables(node: Node | Document) -> bool:
    if not isinstance(node, Table):
        return False
    blocks = (block for row in node.rows for cell in row.cells for block in cell.blocks)
    return any(isinstance(inner, Table) for inner in nodes_in(blocks))


def _has_negative_number(node: Node | Document) -> bool:
    return isinstance(node, ItemList) and any((item.number or 0) < 0 for item in node.items)


def _has_letters(node: Node | Document) -> bool:
    return isinstance(node, ItemList) and bool(node.numbering)


def _has_row_headers(node: Node | Document) -> bool:
    return isinstance(node, Table) and any(
        cell.is_header for row in node.rows if not row.is_header for cell in row.cells
    )


def _has_task_without_text(node: Node | Document) -> bool:
    return isinstance(node, ItemList) and any(
        item.is_checked is not None and not isinstance(item.blocks[0], Paragraph)
        for item in node.items
    )


def _has_caption_of_blocks(node: Node | Document) -> bool:
    if not isinstance(node, Table | Figure):
        return False
    return len(node.caption) > 1 or any(not isinstance(one, Paragraph) for one in node.caption)


MARKDOWN = (
    Limit(
        "spans",
        _has_spans,
        "{n} table has merged cells.",
        "{n} tables have merged cells.",
        "Markdown repeats their text in each cell; HTML, TEI and the tree keep the spans.",
    ),
    Limit(
        "no-header",
        _has_no_header,
        "{n} table has no header row.",
        "{n} tables have no header row.",
        "In Markdown the first row becomes the header; HTML, TEI and the tree keep it as a row.",
    ),
    Limit(
        "header-rows",
        _has_header_rows,
        "{n} table has several header rows.",
        "{n} tables have several header rows.",
        "Markdown has one; the others become rows. HTML, TEI and the tree keep them.",
    ),
    Limit(
        "tables-in-cells",
        _has_tables,
        "{n} table has tables in its cells.",
        "{n} tables have tables in their cells.",
        "Markdown writes these as lines; HTML, TEI and the tree keep them.",
    ),
    Limit(
        "definitions",
        lambda node: isinstance(node, DefinitionList),
        "{n} list has terms and descriptions.",
        "{n} lists have terms and descriptions.",
        "Markdown writes descriptions as items of a list; HTML, TEI and the tree keep them.",
    ),
    Limit(
        "negative-numbers",
        _has_negative_number,
        "{n} list has negative numbers.",
        "{n} lists have negative numbers.",
        "Markdown writes bullets; HTML, TEI and the tree keep the numbers.",
    ),
    Limit(
        "letters",
        _has_letters,
        "{n} list is numbered by letters or Roman numerals.",
        "{n} lists are numbered by letters or Roman numerals.",
        "Markdown writes numbers; HTML, TEI and the tree keep the letters.",
    ),
    Limit(
        "row-headers",
        _has_row_headers,
        "{n} table has headers of rows.",
        "{n} tables have headers of rows.",
        "Markdown writes them as other cells; HTML, TEI and the tree keep them.",
    ),
    Limit(
        "tasks",
        _has_task_without_text,
        "{n} list has check boxes without a text beside them.",
        "{n} lists have check boxes without a text beside them.",
        "Markdown writes items without boxes; HTML, TEI and the tree keep them.",
    ),
    Limit(
        "direction",
        lambda node: isinstance(node, Document) and node.direction == "rtl",
        "The page is written from right to left.",
        "{n} pages are written from right to left.",
        "Markdown has the direction only in its front matter (metadata); HTML, TEI and the tree"
        " keep it.",
        unless="metadata",
    ),
)
TEI = (
    Limit(
        "captions",
        _has_caption_of_blocks,
        "{n} caption has several paragraphs.",
        "{n} captions have several paragraphs.",
        "TEI has lines in one heading; Markdown, HTML and the tree keep the paragraphs.",
    ),
)
