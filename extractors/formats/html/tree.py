"""HTML of the kept structure: one document of plain elements, without styles and scripts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.html.head import base_markup
from boilerscope.extractors.formats.structure.nodes import (
    Break,
    Code,
    CodeSpan,
    DefinitionList,
    Figure,
    Foreign,
    Formula,
    Heading,
    Image,
    ItemList,
    Link,
    Mark,
    Marked,
    NoteReference,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.formats.structure.nodes import (
        Block,
        Blocks,
        Cell,
        Document,
        Inline,
        Inlines,
    )
    from boilerscope.extractors.page import Page

_TAGS = {
    Mark.EMPHASIS: "em",
    Mark.STRONG: "strong",
    Mark.DELETED: "del",
    Mark.INSERTED: "ins",
    Mark.UNDERLINED: "u",
    Mark.SUBSCRIPT: "sub",
    Mark.SUPERSCRIPT: "sup",
    Mark.HIGHLIGHT: "mark",
    Mark.QUOTATION: "q",
}
_BOXES = {
    None: "",
    True: '<input type="checkbox" checked disabled> ',
    False: '<input type="checkbox" disabled> ',
}
"""Beginnings of items."""


def html_of(document: Document, page: Page, image_address: Callable[[Image], str]) -> str:
    r"""Return a document as HTML that declares UTF-8 and the base of its addresses.

    Formulas are LaTeX between ``\(`` and ``\)`` in ``<span class="math inline">``, or between
    ``\[`` and ``\]`` in ``math display``, which MathJax and KaTeX render.
    """
    title = f"<title>{escape(document.title, quote=False)}</title>" if document.title else ""
    writer = _Writer(image_address)
    blocks = [*writer.lines(document.blocks), *writer.notes(document.notes)]
    return (
        f"<!DOCTYPE html>\n<html{_marks(document.language, document.direction)}><head>"
        f'<meta charset="utf-8">{base_markup(page)}{title}</head><body>'
        + "".join(f"{block}\n" for block in blocks)
        + "</body></html>\n"
    )


def _marks(language: str, direction: str) -> str:
    return _attributes(("lang", language), ("dir", direction))


def _attributes(*pairs: tuple[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in pairs if value)


def _number(name: str, value: int, default: int) -> tuple[str, str]:
    return name, "" if value == default else str(value)


class _Writer:
    """Writes the blocks of one document."""

    def __init__(self, image_address: Callable[[Image], str]) -> None:
        self._image_address = image_address
        self._referred: set[int] = set()

    def lines(self, blocks: Blocks) -> list[str]:
        """Return each block as markup."""
        return [self._block(block) for block in blocks]

    def notes(self, notes: tuple[Blocks, ...]) -> list[str]:
        """Return the footnotes as one section with links back to their first references."""
        if not notes:
            return []
        items = "".join(
            f'<li id="note-{number}">{self._content(note)}'
            f' <a href="#reference-{number}" role="doc-backlink">↩</a></li>\n'
            for number, note in enumerate(notes, 1)
        )
        return [f'<section role="doc-endnotes"><ol>\n{items}</ol></section>']

    def _content(self, blocks: Blocks) -> str:
        """Return the content of an item or cell: one paragraph without its tags."""
        if blocks and isinstance(blocks[0], Paragraph):
            first = blocks[0]
            others = blocks[1:]
            if not first.language and not first.direction and not _has_paragraph(others):
                return self._inlines(first.content) + "".join(self.lines(others))
        return "".join(self.lines(blocks))

    def _block(self, block: Block) -> str:  # noqa: C901, PLR0911 - a case for each kind
        match block:
            case Paragraph():
                marks = _marks(block.language, block.direction)
                return f"<p{marks}>{self._inlines(block.content)}</p>"
            case Heading():
                marks = _marks(block.language, block.direction)
                return f"<h{block.level}{marks}>{self._inlines(block.content)}</h{block.level}>"
            case ItemList():
                return self._list(block)
            case DefinitionList():
                return self._definitions(block)
            case Table():
                return self._table(block)
            case Code():
                name = f"language-{block.code_language}" if block.code_language else ""
                code = escape(block.text, quote=False)
                return f"<pre><code{_attributes(('class', name))}>{code}</code></pre>"
            case Formula():
                latex = escape(block.latex, quote=False)
                return f'<p><span class="math display">\\[{latex}\\]</span></p>'
            case Figure():
                marks = _marks(block.language, block.direction)
                caption = f"<figcaption>{self._content(block.caption)}</figcaption>"
                return f"<figure{marks}>{self._figure(block.blocks)}{caption}</figure>"
            case Quote():
                marks = _marks(block.language, block.direction)
                inner = "\n".join(self.lines(block.blocks))
                return f"<blockquote{marks}>\n{inner}\n</blockquote>"
            case Rule():
                return "<hr>"

    def _figure(self, blocks: Blocks) -> str:
        return "".join(
            self._inlines(block.content)
            if isinstance(block, Paragraph)
            and all(isinstance(node, Image) for node in block.content)
            else self._block(block)
            for block in blocks
        )

    def _list(self, block: ItemList) -> str:
        tag = "ol" if block.is_numbered else "ul"
        step = -1 if block.is_reversed else 1
        items: list[str] = []
        expected: int | None = None
        start = ""
        for item in block.items:
            value = ""
            if item.number is not None:
                if expected is None:
                    start = "" if item.number == 1 and step > 0 else str(item.number)
                elif item.number != expected:
                    value = str(item.number)
                expected = item.number + step
            marks = _marks(item.language, item.direction)
            attributes = _attributes(("value", value)) + marks
            box = _BOXES[item.is_checked]
            items.append(f"<li{attributes}>{box}{self._content(item.blocks)}</li>\n")
        marks = _attributes(("type", block.numbering), ("start", start))
        marks += " reversed" if block.is_reversed else ""
        marks += _marks(block.language, block.direction)
        return f"<{tag}{marks}>\n{''.join(items)}</{tag}>"

    def _definitions(self, block: DefinitionList) -> str:
        entries = "".join(
            "".join(f"<dt>{self._inlines(term)}</dt>\n" for term in entry.terms)
            + "".join(f"<dd>{self._content(blocks)}</dd>\n" for blocks in entry.descriptions)
            for entry in block.entries
        )
        return f"<dl{_marks(block.language, block.direction)}>\n{entries}</dl>"

    def _table(self, table: Table) -> str:
        caption = f"<caption>{self._content(table.caption)}</caption>\n" if table.caption else ""
        groups = {"thead": "", "tbody": ""}
        for row in table.rows:
            cells = "".join(map(self._cell, row.cells))
            groups["thead" if row.is_header else "tbody"] += f"<tr>{cells}</tr>\n"
        body = "".join(f"<{tag}>\n{rows}</{tag}>\n" for tag, rows in groups.items() if rows)
        return f"<table{_marks(table.language, table.direction)}>\n{caption}{body}</table>"

    def _cell(self, cell: Cell) -> str:
        tag = "th" if cell.is_header else "td"
        style = f"text-align: {cell.align}" if cell.align else ""
        attributes = _attributes(
            _number("rowspan", cell.rowspan, 1),
            _number("colspan", cell.colspan, 1),
            ("style", style),
        )
        attributes += _marks(cell.language, cell.direction)
        return f"<{tag}{attributes}>{self._content(cell.blocks)}</{tag}>"

    def _inlines(self, content: Inlines) -> str:
        return "".join(map(self._inline, content))

    def _inline(self, node: Inline) -> str:  # noqa: PLR0911 - a case for each kind
        match node:
            case Text():
                return escape(node.text, quote=False)
            case Break():
                return "<br>"
            case CodeSpan():
                return f"<code>{escape(node.text, quote=False)}</code>"
            case Formula():
                return f'<span class="math inline">\\({escape(node.latex, quote=False)}\\)</span>'
            case Image():
                address = ("src", self._image_address(node))
                return f'<img{_attributes(address)} alt="{escape(node.alt)}">'
            case NoteReference():
                number = node.number
                identifier = self._identifier(number)
                return (
                    f'<sup><a href="#note-{number}"{identifier} role="doc-noteref">'
                    f"{number}</a></sup>"
                )
            case Link():
                address = ("href", node.address)
                return f"<a{_attributes(address)}>{self._inlines(node.content)}</a>"
            case Foreign():
                marks = _marks(node.language, node.direction)
                return f"<{node.tag}{marks}>{self._inlines(node.content)}</{node.tag}>"
            case Marked():
                tag = _TAGS[node.mark]
                return f"<{tag}>{self._inlines(node.content)}</{tag}>"

    def _identifier(self, number: int) -> str:
        """Return the id of the first reference to a note, to which the note links back."""
        if number in self._referred:
            return ""
        self._referred.add(number)
        return f' id="reference-{number}"'


def _has_paragraph(blocks: Blocks) -> bool:
    return any(isinstance(block, Paragraph) for block in blocks)
