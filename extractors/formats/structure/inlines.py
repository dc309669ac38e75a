"""Runs of text and atoms as inline nodes: white space is collapsed, marks become nodes."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from boilerscope.extractors.formats.inert import runs_script
from boilerscope.extractors.formats.structure.nodes import (
    Break,
    CodeSpan,
    Foreign,
    Link,
    Mark,
    Marked,
    Text,
)
from boilerscope.extractors.page.addresses import base_address, link_address
from boilerscope.extractors.page.segments import INLINE_TAGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boilerscope.extractors.formats.structure.nodes import Inline, Inlines
    from boilerscope.extractors.formats.structure.options import StructureOptions
    from boilerscope.extractors.page import Page

_KINDS: dict[str, str] = {
    "a": "link",
    "code": "code",
    "kbd": "code",
    "samp": "code",
    "tt": "code",
    "b": Mark.STRONG,
    "strong": Mark.STRONG,
    "i": Mark.EMPHASIS,
    "em": Mark.EMPHASIS,
    "dfn": Mark.EMPHASIS,
    "var": Mark.EMPHASIS,
    "del": Mark.DELETED,
    "s": Mark.DELETED,
    "strike": Mark.DELETED,
    "ins": Mark.INSERTED,
    "u": Mark.UNDERLINED,
    "sub": Mark.SUBSCRIPT,
    "sup": Mark.SUPERSCRIPT,
    "mark": Mark.HIGHLIGHT,
    "q": Mark.QUOTATION,
}
_MAX_CHAIN = 12
_SPACES = re.compile(r"\s+")
_DIRECTIONS = frozenset(["ltr", "rtl", "auto"])
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,5}$")

Chain = tuple[int, ...]


class Run(NamedTuple):
    """Text or an atom below the same marking elements, the outermost first."""

    content: str | Inline
    chain: Chain


def language_of(node: object) -> str:
    """Return the language that an element declares, empty without a valid one."""
    get = getattr(node, "get")  # noqa: B009 - an lxml element, whose type has no public name
    text = str(get("lang") or get("xml:lang") or "").strip()
    return text if _LANGUAGE.match(text) else ""


def direction_of(node: object, tag: str) -> str:
    """Return the direction that an element declares, empty without one."""
    get = getattr(node, "get")  # noqa: B009 - an lxml element, whose type has no public name
    text = str(get("dir") or ("auto" if tag == "bdi" else "")).strip().lower()
    return text if text in _DIRECTIONS else ""


class InlineBuilder:
    """Makes the inline nodes of one page."""

    def __init__(self, page: Page, options: StructureOptions) -> None:
        self._page, self._options = page, options
        self._base = base_address(page) if options.links != "page" else ""
        # Without another direction, "ltr" says nothing.
        self._is_mixed = any(
            direction_of(node, tag) not in {"", "ltr"}
            for node, tag in zip(page.elements.node, page.elements.tag, strict=True)
            if node.attrib or tag == "bdi"
        )
        self._kind_of: dict[int, str] = {}
        self.chains = self._chains() if options.outline else [()] * len(page.elements)

    def _kind(self, row: int) -> str | None:
        tag, node = self._page.elements.tag[row], self._page.elements.node[row]
        kind = _KINDS.get(tag)
        if kind == "link":
            return kind if self._options.links != "none" and self.address(row) else None
        if kind is None and tag in INLINE_TAGS:
            if tag in {"bdi", "bdo"} or node.get("lang"):
                return "foreign"
            if direction_of(node, tag) and (self._is_mixed or direction_of(node, tag) != "ltr"):
                return "foreign"
        return kind

    def _chains(self) -> list[Chain]:
        """Return for each element the marking elements at and above it, each kind once."""
        chains: list[Chain] = []
        kinds = self._kind_of
        for row, parent in enumerate(self._page.elements.parent.tolist()):
            chain = chains[parent] if parent >= 0 else ()
            kind = self._kind(row)
            if kind is not None and len(chain) < _MAX_CHAIN:
                kinds[row] = kind
                above = [kinds[other] for other in chain]
                if "code" in above:
                    if kind == "link" and "link" not in above:  # links are around code
                        place = above.index("code")
                        chain = (*chain[:place], row, *chain[place:])
                elif kind == "foreign" or kind not in above:
                    chain = (*chain, row)
            chains.append(chain)
        return chains

    def is_code(self, row: int) -> bool:
        """Return whether an element is in code."""
        return any(self._kind_of.get(other) == "code" for other in self.chains[row])

    def address(self, row: int) -> str:
        """Return the address of a link, empty if it does not lead away from the page."""
        address = link_address(self._page, row, self._base)
        return "" if runs_script("a", address) else address

    def inlines(self, runs: Sequence[Run]) -> Inlines:
        """Return runs as inline nodes without white space and breaks at both ends."""
        return self._grouped(_collapsed(runs), 0)

    def _grouped(self, runs: Sequence[Run], level: int) -> Inlines:
        nodes: list[Inline] = []
        keyed = groupby(runs, lambda run: run.chain[level] if level < len(run.chain) else -1)
        for row, group in keyed:
            if row < 0:
                nodes += self._plain([run.content for run in group])
            else:
                nodes += self._marked(row, list(group), level)
        return tuple(nodes)

    def _plain(self, contents: Sequence[str | Inline]) -> Iterator[Inline]:
        for is_text, group in groupby(contents, lambda content: isinstance(content, str)):
            if not is_text:
                yield from (content for content in group if not isinstance(content, str))
                continue
            yield Text("".join(content for content in group if isinstance(content, str)))

    def _marked(self, row: int, group: list[Run], level: int) -> Inlines:
        kind = self._kind_of[row]
        if kind == "code":
            return self._code(group)
        content = self._grouped(group, level + 1)
        if not any(not isinstance(node, Text) or node.text.strip() for node in content):
            return content
        lead, content, tail = _trimmed(content)
        node: Inline
        if kind == "link":
            node = Link(self.address(row), content)
        elif kind == "foreign":
            element, tag = self._page.elements.node[row], self._page.elements.tag[row]
            language, direction = language_of(element), direction_of(element, tag)
            if not language and not direction:
                return (*lead, *content, *tail)
            node = Foreign(content, language, direction, tag if tag in {"bdi", "bdo"} else "span")
        else:
            node = Marked(Mark(kind), content)
        return (*lead, node, *tail)

    @staticmethod
    def _code(group: list[Run]) -> Inlines:
        """Return a code span, with the atoms in it after one another."""
        nodes: list[Inline] = []
        for is_text, runs in groupby(group, lambda run: isinstance(run.content, str)):
            if not is_text:
                nodes += [run.content for run in runs if not isinstance(run.content, str)]
                continue
            text = "".join(run.content for run in runs if isinstance(run.content, str))
            if not text.strip():
                nodes.append(Text(text))
                continue
            nodes += [Text(" ")] * (text[0] == " ")
            nodes.append(CodeSpan(text.strip()))
            nodes += [Text(" ")] * (text[-1] == " ")
        return tuple(nodes)


def _collapsed(runs: Sequence[Run]) -> list[Run]:
    """Return runs with collapsed white space, without any at the ends and around breaks."""
    collapsed: list[Run] = []
    after_space = True
    for content, chain in runs:
        if isinstance(content, str):
            text = _SPACES.sub(" ", content)
            text = text.removeprefix(" ") if after_space else text
            if text:
                collapsed.append(Run(text, chain))
                after_space = text.endswith(" ")
        elif isinstance(content, Break):
            _strip_end(collapsed)
            if collapsed:
                collapsed.append(Run(content, ()))
            after_space = True
        else:
            collapsed.append(Run(content, chain))
            after_space = False
    _strip_end(collapsed)
    while collapsed and isinstance(collapsed[-1].content, Break):
        collapsed.pop()
        _strip_end(collapsed)
    return collapsed


def _strip_end(runs: list[Run]) -> None:
    while runs and isinstance(runs[-1].content, str):
        content, chain = runs.pop()
        text = str(content).rstrip(" ")
        if text:
            runs.append(Run(text, chain))
            return


def _trimmed(content: Inlines) -> tuple[Inlines, Inlines, Inlines]:
    """Return inline nodes without the spaces at their ends, between these spaces."""
    nodes = list(content)
    lead: Inlines = ()
    tail: Inlines = ()
    first = nodes[0]
    if isinstance(first, Text) and first.text.startswith(" "):
        lead, rest = (Text(" "),), first.text.lstrip(" ")
        nodes[:1] = [Text(rest)] if rest else []
    last = nodes[-1] if nodes else None
    if isinstance(last, Text) and last.text.endswith(" "):
        tail, rest = (Text(" "),), last.text.rstrip(" ")
        nodes[-1:] = [Text(rest)] if rest else []
    return lead, tuple(nodes), tail
