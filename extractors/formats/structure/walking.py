"""Walks over the nodes of a kept structure."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from boilerscope.extractors.formats.structure.nodes import (
    Block,
    CodeSpan,
    DefinitionList,
    Figure,
    Foreign,
    Heading,
    Image,
    Inline,
    ItemList,
    Link,
    Marked,
    Paragraph,
    Quote,
    Table,
    Text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.formats.structure.nodes import Blocks, Document, Inlines

Node: TypeAlias = Block | Inline


def nodes_of(document: Document) -> Iterator[Node]:
    """Yield all blocks and inline nodes of a document, each before its content, notes last."""
    yield from nodes_in(document.blocks)
    for note in document.notes:
        yield from nodes_in(note)


def nodes_in(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield nodes and all nodes in them, each before its content."""
    pending: list[Node] = [*nodes][::-1]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(_content(node)))


def _content(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly in a node."""
    content: tuple[Node, ...] = ()
    match node:
        case Heading() | Paragraph() | Marked() | Link() | Foreign():
            content = node.content
        case ItemList():
            content = tuple(block for item in node.items for block in item.blocks)
        case DefinitionList():
            content = tuple(
                part
                for entry in node.entries
                for group in (*entry.terms, *entry.descriptions)
                for part in group
            )
        case Table():
            cells = (cell for row in node.rows for cell in row.cells)
            content = (*node.caption, *(block for cell in cells for block in cell.blocks))
        case Figure():
            content = (*node.blocks, *node.caption)
        case Quote():
            content = node.blocks
        case _:
            pass
    return content


def plain_text(content: Inlines | Blocks) -> str:
    """Return the text of nodes without markup, a space for each break and between blocks."""
    texts: list[str] = []
    for node in nodes_in(content):
        match node:
            case Text() | CodeSpan():
                texts.append(node.text)
            case Image():
                texts.append(node.alt)
            case Marked() | Link() | Foreign():
                pass
            case _:
                texts.append(" ")
    return " ".join("".join(texts).split())
