"""A live document: the browser's walk of it, built into a tree and written as markup.

The walk arrives as a flat list of steps: ``[tag, name, value, ...]`` opens an element, a string is
a text, a number n closes n elements. A flat list has no nesting limit. The nested form ``[tag,
[[name, value], ...], [child or text, ...]]`` is read as well. One pass builds the tree and writes
the markup, so the offset of every text in the markup is known.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from lxml import etree

from boilerscope.extractors.errors import PageError
from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.page.raw_text import without_tags
from boilerscope.extractors.page.records import PageWarning, SourcePositions
from boilerscope.extractors.system.wording import agreeing, counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from boilerscope.extractors.page.columns import Columns

Step = str | int | list[str]

DOCTYPE = "<!DOCTYPE html>\n"
"""Text before the document element in the markup of a built document."""

_VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "frame",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)
_LITERAL = frozenset(["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"])
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_ESCAPED = str.maketrans(_ESCAPES)
_QUOTED = str.maketrans({"&": "&amp;", '"': "&quot;"})
# Characters forbidden in an XML tree; form feed and vertical tab are white space in a browser.
_SPACE = re.compile(r"[\x0b\x0c]")
_FORBIDDEN = re.compile("[\x00-\x08\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NOT_IN_NAME = re.compile("[\x00-\x20\x7f\"'<>/=&{}\ud800-\udfff\ufffe\uffff]")


_REPLACED = "control characters or lone surrogates"


@dataclass(frozen=True, slots=True, eq=False)
class DomTree:
    """A built document.

    Attributes
    ----------
    slot_start : list of int
        Start of each text in `source`, in document order.
    slot_literal : list of bool
        Whether `source` has the text unchanged, without escapes.
    n_replaced : int
        Characters forbidden in a tree, each replaced by U+FFFD.
    warnings : tuple of PageWarning
        One for each kind of repair.
    """

    root: etree._Element
    source: str
    slot_start: list[int]
    slot_literal: list[bool]
    n_replaced: int
    warnings: tuple[PageWarning, ...]


def build_dom(tree: str | list[Any]) -> DomTree:
    """Build the tree of a walked document.

    Parameters
    ----------
    tree : str or list
        Steps or the nested form, as JSON text or parsed.

    Raises
    ------
    PageError
        If it is neither form, or not exactly one element.
    """
    steps = _read_json(tree) if isinstance(tree, str) else tree
    is_nested = len(steps) > 0 and isinstance(steps[0], str)
    builder = _Builder()
    try:
        for step in _steps_of_nested(steps) if is_nested else steps:
            builder.take(step)
    except (TypeError, ValueError, IndexError, KeyError) as error:
        raise PageError(f"The captured document cannot be read: {error}.") from error
    return builder.finished()


def walk(root: etree._Element) -> list[Step]:
    """Return the steps of a built document; `build_dom` rebuilds the document from them."""
    steps: list[Step] = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "start":
            steps.append([element.tag, *(text for pair in element.items() for text in pair)])
            text = element.text
        else:
            steps.append(1)
            text = element.tail if element is not root else None
        if text:
            steps.append(text)
    return steps


def locate_slots(dom: DomTree, columns: Columns) -> SourcePositions:
    """Return the range of each token in the markup that was written with the tree."""
    codes = code_points(columns.text)
    widened = np.zeros(len(codes) + 1, dtype=np.int32)
    for character, escape in _ESCAPES.items():
        widened[1:][codes == ord(character)] = len(escape) - 1
    slots, tokens = columns.slots, columns.tokens
    for slot in np.flatnonzero(dom.slot_literal).tolist():
        widened[1:][slots.start[slot] : slots.end[slot]] = 0
    # Difference between markup offset and page text offset at each slot.
    ahead = np.cumsum(widened, dtype=np.int32)
    shift = np.array(dom.slot_start, dtype=np.int32) - slots.start - ahead[slots.start]
    start = tokens.start + ahead[tokens.start] + shift[tokens.slot]
    end = tokens.end + ahead[tokens.end] + shift[tokens.slot]
    return SourcePositions(start, end, 0)


def _read_json(tree: str) -> list[Any]:
    try:
        nodes = json.loads(tree)
    except (ValueError, RecursionError) as error:
        raise PageError(f"The captured document cannot be read: {error}.") from error
    if not isinstance(nodes, list):
        raise PageError("The captured document cannot be read: it is not a list.")
    return nodes


def _steps_of_nested(tree: list[Any]) -> Iterator[Step]:
    pending: list[Iterator[Any]] = [iter([tree])]
    while pending:
        part = next(pending[-1], None)
        if part is None:
            pending.pop()
            if pending:
                yield 1
        elif isinstance(part, str):
            yield part
        else:
            tag, attributes, children = part
            yield [tag, *(text for pair in attributes for text in pair)]
            pending.append(iter(children))


@dataclass(slots=True)
class _Builder:
    """Build the tree and write the markup, step by step."""

    open: list[etree._Element] = field(default_factory=list)
    root: etree._Element | None = None
    last: etree._Element | None = None
    """The last closed child of the innermost open element: a text that follows is its tail."""
    texts: list[str] = field(default_factory=list)
    markup: list[str] = field(default_factory=lambda: [DOCTYPE])
    offset: int = len(DOCTYPE)
    slot_start: list[int] = field(default_factory=list)
    slot_literal: list[bool] = field(default_factory=list)
    n_renamed: int = 0
    n_replaced: int = 0

    def take(self, step: Step) -> None:
        if isinstance(step, str):
            self.texts.append(step)
        elif isinstance(step, int):
            self._flush()
            if not 0 < step <= len(self.open):
                raise ValueError(f"{step} elements are closed where {len(self.open)} are open")
            for _ in range(step):
                self._close()
        elif all(isinstance(part, str) for part in step):
            self._flush()
            self._open(step[0], step[1::2], step[2::2])
        else:
            raise ValueError("a name or a value is not text")

    def finished(self) -> DomTree:
        if self.root is None or self.open or self.texts:
            raise PageError("The captured document cannot be read: it is not one whole element.")
        warnings = []
        if self.n_renamed:
            warnings.append(
                PageWarning(
                    "renamed-names",
                    f"{counted(self.n_renamed, 'name')} of elements or attributes"
                    f" {agreeing(self.n_renamed, 'was not a valid name', 'were not valid names')}"
                    f" and {agreeing(self.n_renamed, 'was', 'were')} changed.",
                )
            )
        if self.n_replaced:
            warnings.append(
                PageWarning(
                    "replaced-characters",
                    f"{counted(self.n_replaced, 'control character or lone surrogate', _REPLACED)}"
                    f" {agreeing(self.n_replaced, 'was', 'were')} replaced.",
                )
            )
        return DomTree(
            self.root,
            "".join(self.markup),
            self.slot_start,
            self.slot_literal,
            self.n_replaced,
            tuple(warnings),
        )

    def _write(self, markup: str) -> None:
        self.markup.append(markup)
        self.offset += len(markup)

    def _open(self, tag: str, names: Iterable[str], values: Iterable[str]) -> None:
        if self.root is not None and not self.open:
            raise ValueError(f"{tag!r} is beside the document element")
        attributes = {}
        for name, value in zip(names, values, strict=True):
            attributes[self._name(name)] = self._clean(value)
        element = self._element(self._tag(tag), attributes)
        self.open.append(element)
        self.last = None
        written = "".join(
            f' {name}="{value.translate(_QUOTED)}"' for name, value in attributes.items()
        )
        self._write(f"<{element.tag}{written}>")

    def _element(self, tag: str, attributes: dict[str, str]) -> etree._Element:
        if self.open:
            return etree.SubElement(self.open[-1], tag, attributes)
        self.root = etree.HTMLParser().makeelement(tag, attributes)
        return self.root

    def _close(self) -> None:
        element = self.open.pop()
        self.last = element
        if element.tag not in _VOID or len(element) or element.text:
            self._write(f"</{element.tag}>")

    def _flush(self) -> None:
        """Write the texts since the last tag as one slot."""
        text = self._clean("".join(self.texts))
        self.texts = []
        if not text:
            return
        if not self.open:
            raise ValueError("text is outside the document element")
        owner = self.open[-1]
        if owner.tag == "noscript":  # a browser with scripts reads its markup as text
            text = without_tags(text)
        if self.last is None:
            owner.text = text
        else:
            self.last.tail = text
        is_literal = owner.tag in _LITERAL
        self.slot_start.append(self.offset)
        self.slot_literal.append(is_literal)
        self._write(text if is_literal else text.translate(_ESCAPED))

    def _clean(self, text: str) -> str:
        if text.isprintable():
            return text
        text = _SPACE.sub(" ", text)
        text, n_replaced = _FORBIDDEN.subn("\ufffd", text)
        self.n_replaced += n_replaced
        return text

    def _name(self, name: str) -> str:
        """Return a name that is valid in tree and markup; a valid name stays the same."""
        valid = _NOT_IN_NAME.sub("_", name) or "_"
        self.n_renamed += valid != name
        return valid

    def _tag(self, name: str) -> str:
        tag = self._name(name.lower())
        if "a" <= tag[0] <= "z":
            return tag
        self.n_renamed += 1
        return f"x{tag}"
