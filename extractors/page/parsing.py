"""Text to tree: the parser, with repairs and reports of its silent losses.

Known defects of libxml2's HTML parser, all repaired or reported here: text after ``</html>``
becomes further roots that a walk from the first root misses; nesting beyond 2,047 levels ends the
page; input without an element gives no tree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lxml import etree

from boilerscope.extractors.errors import TooLargeError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 256 * 1024 * 1024
"""Maximum size of a page in bytes of UTF-8; larger pages are refused."""

MAX_LEVELS = 2047
"""Deepest level that the parser keeps; the root is level 0."""

_WRAPPERS = ("html", "head", "body")
_SPACES = {0x0B: " ", 0x0C: " "}
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\ufffe\uffff]")


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A parsed page.

    Attributes
    ----------
    root : lxml element
        The ``html`` element; only comments are beside it.
    n_moved : int
        Number of further roots whose content was moved to the end of the first body.
    hit_limit : bool
        Whether the parser reports that it stopped at one of its limits.
    """

    root: etree._Element
    n_moved: int
    hit_limit: bool


def parse(data: bytes, *, name: str = "") -> Tree:
    """Parse the text of a page into a tree.

    Parameters
    ----------
    data : bytes
        In UTF-8, without NUL.
    name : str, optional
        Name of the page in messages.

    Raises
    ------
    TooLargeError
        If there are more than `MAX_BYTES` bytes.
    """
    check_size(len(data), name=name)
    parser = make_parser()
    root = etree.fromstring(data, parser) if data else None
    if root is None:
        return Tree(_empty_root(), 0, hit_limit=False)
    hit_limit = any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)
    return Tree(root, _gather_roots(root), hit_limit)


def make_parser() -> etree.HTMLParser:
    """Return a new parser; each page needs its own, because a parser keeps its error log."""
    # Elements are never looked up by id, so the parser builds no table of ids.
    return etree.HTMLParser(encoding="utf-8", huge_tree=True, collect_ids=False)


def check_size(n_bytes: int, *, name: str = "") -> None:
    """Raise if a page has too many bytes.

    Raises
    ------
    TooLargeError
        The message gives the limit.
    """
    if n_bytes > MAX_BYTES:
        subject = repr(name) if name else "This page"
        raise TooLargeError(f"{subject} is larger than {MAX_BYTES // 2**20} MB, the limit.")


def _empty_root() -> etree._Element:
    root = etree.Element("html")
    etree.SubElement(root, "body")
    return root


def _gather_roots(root: etree._Element) -> int:
    """Move the content of further roots to the end of the first body; return their number.

    Content that the parser left between the first body and them is moved too, to keep the order.
    """
    further = [node for node in root.itersiblings("*") if len(node) or node.text]
    if not further:
        return 0
    body = root.find("body")
    if body is None:
        body = etree.SubElement(root, "body")
    between = list(body.itersiblings())
    moved = [body.tail, *between]
    for node in further:
        moved += ["\n", node]  # the parser drops the white space before a root
    body.tail = None
    for node in between:
        root.remove(node)
    last = body[-1] if len(body) else None
    texts: list[str] = []
    for part in _without_wrappers(moved):
        if isinstance(part, str):
            texts.append(part)
            continue
        _append_text(body, last, texts)
        body.append(part)  # its tail moves with it
        last, texts = part, []
    _append_text(body, last, texts)
    return len(further)


def _without_wrappers(parts: list[etree._Element | str | None]) -> Iterator[etree._Element | str]:
    """Yield elements and texts in document order; replace html, head and body by their content."""
    pending = parts[::-1]
    while pending:
        part = pending.pop()
        if isinstance(part, str):
            yield part
        elif part is not None and part.tag in _WRAPPERS:
            pending.extend(reversed([part.text, *part, part.tail]))
        elif part is not None:
            yield part


def _append_text(body: etree._Element, last: etree._Element | None, texts: list[str]) -> None:
    if not texts:
        return
    before = body.text if last is None else last.tail
    # The parser accepts control characters that lxml's setters reject.
    text = _CONTROL.sub("\ufffd", "".join([before or "", *texts]).translate(_SPACES))
    if last is None:
        body.text = text
    else:
        last.tail = text
