"""TEI P5 of the kept structure: a text whose sections are those of the headings.

The elements, all of TEI P5: ``TEI``, ``teiHeader`` with ``fileDesc``, ``encodingDesc`` and
``profileDesc``; ``text``, ``body``, ``div``, ``head``, ``p``, ``ab``, ``list``, ``item``,
``label``, ``table``, ``row``, ``cell``, ``figure``, ``graphic``, ``desc``, ``formula``, ``code``,
``quote``, ``q``, ``note``, ``ref``, ``hi``, ``del``, ``add``, ``seg``, ``foreign``, ``lb`` and
``milestone``.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from boilerscope.extractors.formats.kept_structure import document_of, image_address
from boilerscope.extractors.formats.own_output import own_output
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
from boilerscope.extractors.formats.structure.walking import plain_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.formats.record import Result
    from boilerscope.extractors.formats.structure.nodes import (
        Block,
        Blocks,
        Cell,
        Document,
        Inline,
        Inlines,
        Item,
    )

NAMESPACE = "http://www.tei-c.org/ns/1.0"
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NOT_IN_ADDRESS = re.compile(r"""[\x00-\x20"<>\\^`{|}\x7f-\x9f\[\]]|%(?![0-9A-Fa-f]{2})""")
_RENDERED = {
    Mark.EMPHASIS: ("hi", "italic"),
    Mark.STRONG: ("hi", "bold"),
    Mark.UNDERLINED: ("hi", "underline"),
    Mark.SUBSCRIPT: ("hi", "sub"),
    Mark.SUPERSCRIPT: ("hi", "sup"),
    Mark.HIGHLIGHT: ("hi", "highlight"),
    Mark.DELETED: ("del", ""),
    Mark.INSERTED: ("add", ""),
    Mark.QUOTATION: ("q", ""),
}
_NUMBERINGS = {
    "": "",
    "a": "lower-alpha",
    "A": "upper-alpha",
    "i": "lower-roman",
    "I": "upper-roman",
}
_BOXES = {None: "", True: "checked", False: "unchecked"}


def write(result: Result) -> str:
    """Return the kept structure as a TEI document; a result without a page has none."""
    if result.page is None:
        return ""
    own = own_output(result, "tei")
    if own is not None:
        return own
    document = document_of(result)
    writer = _Writer(document, image_address(result))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<TEI xmlns="{NAMESPACE}">\n{_header(document, result.pane)}'
        f"<text{_marks(document.language, document.direction)}>\n<body>\n"
        f"{writer.body()}</body>\n</text>\n</TEI>\n"
    )


def _text(text: str) -> str:
    return escape(_FORBIDDEN.sub("\ufffd", text), quote=False)


def _attributes(*pairs: tuple[str, str]) -> str:
    return "".join(
        f' {name}="{escape(_FORBIDDEN.sub(chr(0xFFFD), value))}"' for name, value in pairs if value
    )


def _marks(language: str, direction: str, more: str = "") -> str:
    style = f"direction: {direction}{more}" if direction in {"ltr", "rtl"} else ""
    return _attributes(("xml:lang", language), ("style", style))


def _header(document: Document, pane: str) -> str:
    source = f"<title>{_text(document.title)}</title>"
    if document.address:
        source += f"<ptr{_attributes(('target', _pointer(document.address)))}/>"
    if document.published:
        source += f"<date>{_text(document.published)}</date>"
    languages = ""
    if document.language:
        ident = _attributes(("ident", document.language))
        languages = f"<profileDesc><langUsage><language{ident}/></langUsage></profileDesc>\n"
    return (
        "<teiHeader>\n<fileDesc>\n"
        f"<titleStmt><title>{_text(document.title)}</title></titleStmt>\n"
        "<publicationStmt><p>Main content of a web page.</p></publicationStmt>\n"
        f"<sourceDesc><bibl>{source}</bibl></sourceDesc>\n</fileDesc>\n"
        f"<encodingDesc><p>Kept by {_text(pane)} of Boilerscope.</p></encodingDesc>\n"
        f"{languages}</teiHeader>\n"
    )


def _pointer(address: str) -> str:
    """Return an address in which every character is one of addresses."""
    before, mark, fragment = address.partition("#")
    whole = before + mark + fragment.replace("#", "%23")
    return _NOT_IN_ADDRESS.sub(lambda match: quote(match[0], safe=""), whole)


class _Writer:
    """Writes one document; a note is at its first reference."""

    def __init__(self, document: Document, image_address: Callable[[Image], str]) -> None:
        self._document, self._image_address = document, image_address
        self._written_notes: set[int] = set()

    def body(self) -> str:
        """Return the blocks, with a ``div`` for each section."""
        written = ""
        levels: list[int] = []
        for block in self._document.blocks:
            if isinstance(block, Heading):
                while levels and levels[-1] >= block.level:
                    levels.pop()
                    written += "</div>\n"
                levels.append(block.level)
                marks = _marks(block.language, block.direction)
                head = f"<head{marks}>{self._inlines(block.content)}</head>"
                written += f"<div{_attributes(('n', str(block.level)))}>\n{head}\n"
            else:
                written += self._block(block) + "\n"
        return (written or "<p/>\n") + "</div>\n" * len(levels)

    def _blocks(self, blocks: Blocks) -> str:
        return "".join(map(self._block, blocks))

    def _content(self, blocks: Blocks) -> str:
        """Return the content of an item or cell; a single paragraph has no tags."""
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            paragraph = blocks[0]
            if not paragraph.language and not paragraph.direction:
                return self._inlines(paragraph.content)
        return self._blocks(blocks)

    def _block(self, block: Block) -> str:  # noqa: C901, PLR0911 - a case for each kind
        match block:
            case Paragraph():
                marks = _marks(block.language, block.direction)
                return f"<p{marks}>{self._inlines(block.content)}</p>"
            case Heading():  # not at the beginning of a section
                level = _attributes(("type", "head"), ("n", str(block.level)))
                marks = _marks(block.language, block.direction)
                return f"<ab{level}{marks}>{self._inlines(block.content)}</ab>"
            case ItemList():
                return self._list(block)
            case DefinitionList():
                return self._definitions(block)
            case Table():
                return self._table(block)
            case Code():
                language = _attributes(("lang", block.code_language))
                code = f'<code{language} xml:space="preserve">{_text(block.text)}</code>'
                return f'<ab type="code">{code}</ab>'
            case Formula():
                return (
                    f'<p><formula notation="TeX" rend="display">{_text(block.latex)}</formula></p>'
                )
            case Figure():
                marks = _marks(block.language, block.direction)
                head = f"<head>{self._line_of(block.caption)}</head>"
                return f"<figure{marks}>{head}{self._figure(block.blocks)}</figure>"
            case Quote():
                marks = _marks(block.language, block.direction)
                return f"<quote{marks}>{self._blocks(block.blocks)}</quote>"
            case Rule():
                return '<milestone unit="section" rend="rule"/>'

    def _figure(self, blocks: Blocks) -> str:
        return "".join(
            self._inlines(block.content)
            if isinstance(block, Paragraph)
            and all(isinstance(node, Image) and self._image_address(node) for node in block.content)
            else self._block(block)
            for block in blocks
        )

    def _line_of(self, blocks: Blocks) -> str:
        """Return blocks as one line of a heading, with line breaks between them."""
        lines = [
            self._inlines(block.content)
            if isinstance(block, Paragraph | Heading)
            else _text(plain_text((block,)))
            for block in blocks
        ]
        return "<lb/>".join(lines)

    def _list(self, block: ItemList) -> str:
        numbered = f"numbered {_NUMBERINGS[block.numbering]}".rstrip()
        rend = numbered if block.is_numbered else "bulleted"
        items = "".join(map(self._item, block.items))
        return f'<list rend="{rend}"{_marks(block.language, block.direction)}>\n{items}</list>'

    def _item(self, item: Item) -> str:
        number = "" if item.number is None else str(item.number)
        attributes = _attributes(("n", number), ("rend", _BOXES[item.is_checked]))
        attributes += _marks(item.language, item.direction)
        return f"<item{attributes}>{self._content(item.blocks)}</item>\n"

    def _definitions(self, block: DefinitionList) -> str:
        """Return pairs of label and item; a further description has an empty label."""
        pairs: list[str] = []
        for entry in block.entries:
            label = "<lb/>".join(map(self._inlines, entry.terms))
            for index, blocks in enumerate(entry.descriptions or ((),)):
                name = label if index == 0 else ""
                pairs.append(f"<label>{name}</label><item>{self._content(blocks)}</item>\n")
        marks = _marks(block.language, block.direction)
        return f'<list type="gloss"{marks}>\n{"".join(pairs)}</list>'

    def _table(self, table: Table) -> str:
        head = f"<head>{self._line_of(table.caption)}</head>\n" if table.caption else ""
        rows = "".join(
            f"<row{_attributes(('role', 'label' if row.is_header else ''))}>"
            f"{''.join(map(self._cell, row.cells)) or '<cell/>'}</row>\n"
            for row in table.rows
        )
        return f"<table{_marks(table.language, table.direction)}>\n{head}{rows}</table>"

    def _cell(self, cell: Cell) -> str:
        attributes = _attributes(
            ("role", "label" if cell.is_header else ""),
            ("rows", "" if cell.rowspan == 1 else str(cell.rowspan)),
            ("cols", "" if cell.colspan == 1 else str(cell.colspan)),
            ("rend", cell.align),
        )
        attributes += _marks(cell.language, cell.direction)
        return f"<cell{attributes}>{self._content(cell.blocks)}</cell>"

    def _inlines(self, content: Inlines) -> str:
        return "".join(map(self._inline, content))

    def _inline(self, node: Inline) -> str:  # noqa: PLR0911 - a case for each kind
        match node:
            case Text():
                return _text(node.text)
            case Break():
                return "<lb/>"
            case CodeSpan():
                return f"<code>{_text(node.text)}</code>"
            case Formula():
                return f'<formula notation="TeX">{_text(node.latex)}</formula>'
            case Image():
                return self._image(node)
            case NoteReference():
                return self._note(node.number)
            case Link():
                target = _attributes(("target", _pointer(node.address)))
                return f"<ref{target}>{self._inlines(node.content)}</ref>"
            case Foreign():
                tag = "foreign" if node.language else "seg"
                more = "; unicode-bidi: bidi-override" if node.tag == "bdo" else ""
                marks = _marks(node.language, node.direction, more)
                return f"<{tag}{marks}>{self._inlines(node.content)}</{tag}>"
            case Marked():
                tag, rend = _RENDERED[node.mark]
                return f"<{tag}{_attributes(('rend', rend))}>{self._inlines(node.content)}</{tag}>"

    def _image(self, image: Image) -> str:
        address = self._image_address(image)
        if not address:
            return f'<seg type="image">{_text(image.alt)}</seg>'
        description = f"<desc>{_text(image.alt)}</desc>" if image.alt else ""
        return f"<graphic{_attributes(('url', _pointer(address)))}>{description}</graphic>"

    def _note(self, number: int) -> str:
        """Return a note at its first reference, a link to it at the others."""
        if number in self._written_notes:
            return f'<ref type="note" target="#note-{number}">{number}</ref>'
        self._written_notes.add(number)
        content = self._content(self._document.notes[number - 1])
        return f'<note place="foot" n="{number}" xml:id="note-{number}">{content}</note>'
