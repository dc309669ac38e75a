"""Markdown: the kept structure as blocks that an empty line separates."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.kept_structure import document_of, image_address
from boilerscope.extractors.formats.markdown.inline import Inliner, marks_of
from boilerscope.extractors.formats.markdown.table import table_block
from boilerscope.extractors.formats.own_output import own_output
from boilerscope.extractors.formats.structure.nodes import (
    Code,
    DefinitionList,
    Figure,
    Formula,
    Heading,
    Item,
    ItemList,
    Link,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
)
from boilerscope.extractors.formats.structure.walking import nodes_in, nodes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.formats.structure.nodes import Block, Blocks, Document

_SEPARATOR = "<!-- -->"
"""Between two lists that Markdown would join."""


def write(result: Result) -> str:
    """Return the kept structure as Markdown, with front matter if it is asked for."""
    if result.page is None:
        return ""
    own = own_output(result, "markdown")
    if own is not None:
        return own
    return _text(document_of(result), result)


def line_of(result: Result, index: int) -> int:
    """Return the line, from 1, at which a block of the document begins, by its index."""
    document = document_of(result)
    before = _text(replace(document, blocks=document.blocks[:index], notes=()), result)
    return before.count("\n") + 2 if before else 1


def _text(document: Document, result: Result) -> str:
    has_formulas = any(isinstance(node, Formula) for node in nodes_of(document))
    writer = _Writer(Inliner(image_address(result), has_formulas=has_formulas))
    blocks = writer.document(document)
    if result.options.metadata:
        blocks.insert(0, _front_matter(document))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _front_matter(document: Document) -> str:
    """Return the metadata as YAML, whose strings are those of JSON."""
    facts = {
        "title": document.title,
        "url": document.address,
        "date": document.published,
        "lang": document.language,
        "dir": document.direction,
    }
    lines = [
        f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items() if value
    ]
    return "\n".join(["---", *lines, "---"])


class _Writer:
    """Writes the blocks of one document; a block is a text of one or more lines."""

    def __init__(self, inliner: Inliner) -> None:
        self._inliner = inliner

    def document(self, document: Document) -> list[str]:
        blocks = self.blocks(document.blocks)
        for number, note in enumerate(document.notes, 1):
            text = "\n\n".join(self.blocks(note))
            blocks.append(_indented(text, f"[^{number}]: ", "    "))
        return blocks

    def blocks(self, blocks: Sequence[Block]) -> list[str]:
        written: list[str] = []
        previous: Block | None = None
        for block in blocks:
            texts = self._block(block)
            if isinstance(block, ItemList | DefinitionList) and _joins(previous, block):
                written.append(_SEPARATOR)
            written += texts
            previous = block if texts else previous
        return written

    def _block(self, block: Block) -> list[str]:  # noqa: C901, PLR0911 - a case for each kind
        match block:
            case Paragraph():
                return [self._marked(self._inliner.line(block.content), block)]
            case Heading():
                text = self._marked(self._inliner.heading(block.content), block)
                return [f"{'#' * block.level} {text}"]
            case Code():
                return [_code_block(block)]
            case Formula():
                return [f"$${block.latex}$$"]
            case Rule():
                return ["* * *"]
            case ItemList():
                return self._around(["\n".join(self._list(block))], block)
            case DefinitionList():
                return self._around(self._definitions(block), block)
            case Quote():
                inner = "\n\n".join(self.blocks(block.blocks))
                return self._around([_indented(inner, "> ", "> ")], block)
            case Table():
                table = table_block(block, self._inliner)
                return self._around([*self._caption(block.caption), table], block)
            case Figure():
                return self._around(
                    [*self.blocks(block.blocks), *self._caption(block.caption)], block
                )

    def _marked(self, text: str, block: Paragraph | Heading) -> str:
        marks = marks_of(block.language, block.direction)
        return f"<span{marks}>{text}</span>" if marks else text

    @staticmethod
    def _around(
        texts: list[str], block: ItemList | DefinitionList | Quote | Table | Figure
    ) -> list[str]:
        marks = marks_of(block.language, block.direction)
        return [f"<div{marks}>", *texts, "</div>"] if marks else texts

    def _caption(self, caption: Blocks) -> list[str]:
        """Return a caption in italics, if it is one line without markup."""
        written = self.blocks(caption)
        is_plain = all(isinstance(node, Paragraph | Text | Link) for node in nodes_in(caption))
        if is_plain and len(written) == 1:
            return [f"*{written[0]}*"]
        return written

    def _list(self, block: ItemList) -> list[str]:
        """Return the lines of a list; a number that does not follow begins another list."""
        items: list[str] = []
        expected: int | None = None
        is_loose = any(_is_loose(item) for item in block.items)
        lines: list[str] = []
        for item in block.items:
            marker = "- "
            if item.number is not None:
                if expected is not None and item.number != expected:
                    lines += ["", _SEPARATOR, ""]
                elif is_loose and lines:
                    lines.append("")
                marker = f"{item.number}. " if item.number >= 0 else "- "
                expected = item.number + 1
            elif is_loose and lines:
                lines.append("")
            items.append(marker)
            lines.append(self._item(item, marker, is_loose=is_loose))
        return lines

    def _item(self, item: Item, marker: str, *, is_loose: bool) -> str:
        blocks = self.blocks(item.blocks)
        if not is_loose and len(blocks) > 1 and _SEPARATOR not in blocks:
            content = "\n".join(blocks)
        else:
            content = "\n\n".join(blocks)
        marks = marks_of(item.language, item.direction)
        if marks and len(blocks) == 1 and isinstance(item.blocks[0], Paragraph):
            content = f"<span{marks}>{content}</span>"
        if item.is_checked is not None and isinstance(item.blocks[0], Paragraph):
            content = f"[{'x' if item.is_checked else ' '}] {content}"
        return _indented(content, marker, " " * len(marker))

    def _definitions(self, block: DefinitionList) -> list[str]:
        """Return each entry as its terms with a list of its descriptions."""
        texts: list[str] = []
        for entry in block.entries:
            lines = ["\\\n".join(self._inliner.line(term) for term in entry.terms)]
            items = [Item(description) for description in entry.descriptions]
            if items:
                lines += self._list(ItemList(tuple(items)))
            texts.append("\n".join(line for line in lines if line))
        return texts


def _joins(previous: Block | None, block: ItemList | DefinitionList) -> bool:
    """Return whether Markdown would join a list and the block before it."""
    if not isinstance(previous, ItemList | DefinitionList):
        return False
    if isinstance(block, DefinitionList):
        return not block.entries[0].terms
    return isinstance(previous, DefinitionList) or previous.is_numbered == block.is_numbered


def _is_loose(item: Item) -> bool:
    """Return whether an item needs empty lines between its blocks."""
    if not item.blocks:
        return False
    first, *others = item.blocks
    is_tight = all(isinstance(block, ItemList) and _interrupts(block) for block in others)
    if not is_tight or (isinstance(first, ItemList) and others):
        return True
    nested = (block for block in item.blocks if isinstance(block, ItemList))
    return any(_is_loose(inner) for block in nested for inner in block.items)


def _interrupts(block: ItemList) -> bool:
    """Return whether Markdown reads a list directly after text: not one with another number."""
    return block.items[0].number in {None, 1}


def _code_block(block: Code) -> str:
    fence = "`" * max(3, max((len(run) for run in re.findall("`+", block.text)), default=0) + 1)
    return f"{fence}{block.code_language}\n{block.text}\n{fence}"


def _indented(text: str, first: str, others: str) -> str:
    """Put `first` before the first line of a text and `others` before the other lines."""
    lines = text.split("\n")
    rest = [others + line if line else others.rstrip() for line in lines[1:]]
    return "\n".join([first + lines[0], *rest])
