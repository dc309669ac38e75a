"""Inline nodes as Markdown: links, emphasis, code, formulas, and escaped punctuation."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.structure.nodes import (
    Break,
    CodeSpan,
    Foreign,
    Formula,
    Image,
    Link,
    Mark,
    Marked,
    NoteReference,
    Text,
)
from boilerscope.extractors.formats.structure.walking import nodes_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from boilerscope.extractors.formats.structure.nodes import Inline, Inlines

_MARKERS = {Mark.STRONG: ("**", "__"), Mark.EMPHASIS: ("*", "_"), Mark.DELETED: ("~~",)}
_TAGS = {
    Mark.STRONG: "strong",
    Mark.EMPHASIS: "em",
    Mark.DELETED: "del",
    Mark.INSERTED: "ins",
    Mark.UNDERLINED: "u",
    Mark.SUBSCRIPT: "sub",
    Mark.SUPERSCRIPT: "sup",
    Mark.HIGHLIGHT: "mark",
    Mark.QUOTATION: "q",
}

# Characters with a meaning anywhere (underscores only outside words), and text that looks like a
# tag or an entity.
_MEANING = re.compile(r"[\\`*\[\]~]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w{1,31};)")
# Lines that would be headings, items, quotes, rules, underlines, or the rule below table headers.
_BEGINNING = re.compile(r"(?:#{1,6}|[-+])(?=\s|$)|>|[-=]+[ \t]*$|[|:-][|:\s-]*$")
_NUMBER = re.compile(r"(\d{1,9})[.)](?=\s|$)")
# Links and notes before a colon that would be definitions of addresses.
_DEFINITION = re.compile(r"\[(?:[^\\\]]|\\.)*\]:")
_NOTHING = "<span></span>"
_HARD_BREAK = "\\\n"


class Inliner:
    """Writes inline nodes.

    Parameters
    ----------
    image_address : callable
        Returns the address under which an image is written.
    has_formulas : bool
        Whether the document has formulas, so that every ``$`` in text is escaped.
    """

    def __init__(self, image_address: Callable[[Image], str], *, has_formulas: bool) -> None:
        self._image_address = image_address
        self._has_formulas = has_formulas
        self._escapes_dollars = has_formulas

    def line(self, content: Inlines) -> str:
        """Return the text of a paragraph, with hard line breaks."""
        written = self._paragraph(content, _HARD_BREAK)
        return _HARD_BREAK.join(map(_escaped_beginning, written.split(_HARD_BREAK)))

    def heading(self, content: Inlines) -> str:
        """Return the text of a heading: one line, without emphasis of all of it."""
        while len(content) == 1 and isinstance(content[0], Marked):
            if content[0].mark not in {Mark.STRONG, Mark.EMPHASIS}:
                break
            content = content[0].content
        written = self._paragraph(content, " ").strip()
        return re.sub(r"(?<=\s)(#+)$|^(#+)$", r"\\\g<0>", written)

    def cell(self, content: Inlines) -> str:
        """Return the text in a cell of a table: one line, bars escaped."""
        return self._paragraph(content, "<br>").strip().replace("|", "\\|")

    def _paragraph(self, content: Inlines, line_break: str) -> str:
        n_dollars = sum(
            node.text.count("$") for node in nodes_in(content) if isinstance(node, Text | CodeSpan)
        )
        self._escapes_dollars = self._has_formulas or n_dollars > 1
        return self._written(content, line_break, ("", "")).strip(" \n")  # an indent is kept

    def _written(self, content: Inlines, line_break: str, around: tuple[str, str]) -> str:
        written = ""
        for index, node in enumerate(content):
            following = content[index + 1] if index + 1 < len(content) else None
            after = _first_character(following) if following is not None else around[1]
            before = written[-1:] or around[0]
            if isinstance(node, Link) and written.endswith("!") and not written.endswith("\\!"):
                written = written[:-1] + "\\!"
            if isinstance(node, NoteReference) and written.endswith("!"):
                written = written[:-1] + "\\!"
            written += self._node(node, line_break, (before, after))
        return written

    def _node(  # noqa: PLR0911 - a case for each kind
        self, node: Inline, line_break: str, around: tuple[str, str]
    ) -> str:
        match node:
            case Text():
                return self._text(node.text, after=around[1])
            case Break():
                return line_break
            case CodeSpan():
                return _code(node.text, before=around[0])
            case Formula():
                return f"${node.latex}$"
            case Image():
                return f"![{_escaped(node.alt)}]({_address(self._image_address(node))})"
            case NoteReference():
                return f"[^{node.number}]"
            case Link():
                text = self._written(node.content, line_break, ("", ""))
                return f"[{text}]({_address(node.address)})"
            case Foreign():
                return self._foreign(node, line_break)
            case Marked():
                return self._marked(node, line_break, around)

    def _text(self, text: str, *, after: str) -> str:
        written = _escaped(text)
        if self._escapes_dollars:
            written = written.replace("$", "\\$")
        if written.endswith("!") and after in {"[", "!"}:
            written = written[:-1] + "\\!"
        return written

    def _foreign(self, node: Foreign, line_break: str) -> str:
        marks = marks_of(node.language, node.direction)
        return (
            f"<{node.tag}{marks}>{self._written(node.content, line_break, ('', ''))}</{node.tag}>"
        )

    def _marked(self, node: Marked, line_break: str, around: tuple[str, str]) -> str:
        markers = _MARKERS.get(node.mark)
        if markers is not None:
            # The characters beside the content are the markers.
            inner = self._written(node.content, line_break, ("", ""))
            if not any(character.isalnum() for character in inner):
                return inner  # punctuation alone does not show its marks
            marked = _emphasised(inner, markers, *around)
            if marked:
                return marked
        tag = _TAGS[node.mark]
        return f"<{tag}>{self._written(node.content, line_break, ('', ''))}</{tag}>"


def marks_of(language: str, direction: str) -> str:
    """Return the HTML attributes of a language and a direction."""
    marks = f' lang="{escape(language)}"' if language else ""
    return marks + (f' dir="{escape(direction)}"' if direction else "")


def _first_character(node: Inline) -> str:  # noqa: PLR0911 - a case for each kind
    """Return a character like the first one that a node is written as, as far as it matters."""
    match node:
        case Text():
            return node.text[:1]
        case Link() | NoteReference():
            return "["
        case Image():
            return "!"
        case Break():
            return " "
        case CodeSpan():
            return "`"
        case Formula():
            return "$"
        case Foreign():
            return "<"
        case Marked():
            return _MARKERS[node.mark][0][0] if node.mark in _MARKERS else "<"


def _address(address: str) -> str:
    address = re.sub(r"[\s<>\\]", lambda match: f"%{ord(match[0]):02X}", address)
    address = re.sub(r"&(?=#?\w{1,31};)", "&amp;", address)
    return f"<{address}>" if re.search(r"[()]", address) else address


def _emphasised(core: str, markers: tuple[str, ...], before: str, after: str) -> str:
    """Return text between markers, empty if Markdown would not read them as markers."""
    for marker in markers:
        touches = before == marker[0] or after == marker[0] or marker[0] in (core[0], core[-1])
        within_word = marker[0] == "_" and (before.isalnum() or after.isalnum())
        opens = (
            not _is_punctuation(core[0])
            or not before
            or before.isspace()
            or _is_punctuation(before)
        )
        closes = (
            not _is_punctuation(core[-1]) or not after or after.isspace() or _is_punctuation(after)
        )
        if opens and closes and not within_word and not touches:
            return f"{marker}{core}{marker}"
    return ""


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _code(text: str, *, before: str) -> str:
    if before == "`":  # the markers would run together
        return f"<code>{_escaped(text)}</code>"
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _escaped(text: str) -> str:
    return _MEANING.sub(r"\\\g<0>", text)


def _escaped_beginning(line: str) -> str:
    number = _NUMBER.match(line)
    if number:
        return f"{number[1]}\\{line[number.end(1) :]}"
    if _DEFINITION.match(line):
        return _NOTHING + line
    return "\\" + line if _BEGINNING.match(line) else line
