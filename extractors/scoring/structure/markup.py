"""Small trees of HTML in Markdown, built and printed as the parser of WebMainBench's toolkit does.

The toolkit reads tables with ``html.parser`` through BeautifulSoup, which closes nothing by itself:
``<td>a<td>b`` is a cell in a cell. Scores that must equal those of the toolkit need this tree, and
not the tree of a browser.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_DEPTH = 100
"""Elements nested more deeply become siblings, so that no page exhausts the stack."""

_VOID = frozenset(
    (
        *("area", "base", "basefont", "bgsound", "br", "col", "command", "embed", "frame", "hr"),
        *("image", "img", "input", "isindex", "keygen", "link", "menuitem", "meta", "nextid"),
        *("param", "source", "spacer", "track", "wbr"),
    )
)
_SPACED = frozenset(("class", "accesskey", "dropzone", "headers", "rel", "rev"))
"""Attributes whose value is a list of words."""

_RAW = frozenset(("script", "style", "template"))
"""Elements whose text is not text of the elements around them."""

_KEEPING_SPACE = frozenset(("pre", "textarea"))


@dataclass(slots=True, eq=False)
class Comment:
    """Markup that is printed but has no text: a comment or a declaration."""

    markup: str


@dataclass(slots=True, eq=False)
class Node:
    """Element with its children: elements, texts and comments.

    Attributes
    ----------
    attributes : dict
        Values by name, in the order of the markup.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | Comment | str] = field(default_factory=list)

    @property
    def elements(self) -> list[Node]:
        """The children that are elements."""
        return [child for child in self.children if isinstance(child, Node)]

    def find_all(self, tag: str, closed: frozenset[str] = frozenset()) -> Iterator[Node]:
        """Yield the elements with a tag that are neither inside another one nor inside `closed`."""
        for child in self.elements:
            if child.tag == tag:
                yield child
            elif child.tag not in closed:
                yield from child.find_all(tag, closed)

    def find(self, tag: str) -> Node | None:
        """Return the first element with a tag, None if there is none."""
        return next(self.find_all(tag), None)

    @property
    def text(self) -> str:
        """The texts in the element, each without surrounding white space, joined."""
        return "".join(text.strip() for text in self._texts())

    def markup(self) -> str:
        """Return the element as HTML, attributes in alphabetical order."""
        sorted_attributes = sorted(self.attributes.items())
        attributes = "".join(f" {name}={_quoted(value)}" for name, value in sorted_attributes)
        if self.tag in _VOID:
            return f"<{self.tag}{attributes}/>"
        inner = "".join(
            child.markup()
            if isinstance(child, Node)
            else child.markup
            if isinstance(child, Comment)
            else child
            if self.tag in _RAW
            else _escaped(child)
            for child in self.children
        )
        return f"<{self.tag}{attributes}>{inner}</{self.tag}>"

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif isinstance(child, Node) and child.tag not in _RAW:
                yield from child._texts()  # noqa: SLF001 - of the same class


def parse_markup(text: str) -> Node:
    """Return the root of a text with HTML in it; its tag is empty."""
    builder = _Builder()
    builder.feed(text)
    builder.close()
    return builder.finished()


class _Builder(HTMLParser):
    """Builds the tree. An end tag closes the innermost open element with its name, or nothing."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self._root = Node("")
        self._open = [self._root]
        self._data: list[str] = []

    def finished(self) -> Node:
        self._flush()
        return self._root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._flush()
        node = Node(tag, {name: _value(name, value) for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in _VOID and len(self._open) < MAX_DEPTH:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self._flush()
        for level in range(len(self._open) - 1, 0, -1):
            if self._open[level].tag == tag:
                del self._open[level:]
                return

    def handle_data(self, data: str) -> None:
        self._data.append(data)

    def handle_entityref(self, name: str) -> None:
        character = unescape(f"&{name};")
        self._data.append(f"&{name}" if character.endswith(";") else character)

    def handle_charref(self, name: str) -> None:
        self._data.append(unescape(f"&#{name};"))

    def handle_comment(self, data: str) -> None:
        self._add_comment(f"<!--{self._collapsed(data)}-->")

    def handle_decl(self, decl: str) -> None:
        self._add_comment(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        self._add_comment(f"<?{data}>")

    def _add_comment(self, markup: str) -> None:
        self._flush()
        self._open[-1].children.append(Comment(markup))

    def _flush(self) -> None:
        data = self._collapsed("".join(self._data))
        self._data.clear()
        if data:
            self._open[-1].children.append(data)

    def _collapsed(self, data: str) -> str:
        """Return a text; white space alone becomes one character, except in preformatted text."""
        if not data or data.strip() or any(node.tag in _KEEPING_SPACE for node in self._open):
            return data
        return "\n" if "\n" in data else " "


def _value(name: str, value: str | None) -> str:
    text = value or ""
    return " ".join(re.findall(r"\S+", text)) if name in _SPACED else text


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(value: str) -> str:
    escaped = _escaped(value)
    if '"' not in escaped:
        return f'"{escaped}"'
    return f"'{escaped}'" if "'" not in escaped else f'"{escaped.replace(chr(34), "&quot;")}"'
