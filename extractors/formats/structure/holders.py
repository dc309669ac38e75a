"""Holders: the elements of a page that are structure, and the innermost one around each element."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boilerscope.extractors.formats.structure.tables import CELLS

if TYPE_CHECKING:
    from collections.abc import Collection

    from boilerscope.extractors.formats.structure.inlines import Run
    from boilerscope.extractors.formats.structure.nodes import Block
    from boilerscope.extractors.page import Page

LISTS = frozenset(["ul", "ol", "menu", "dir"])
HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
NOTE, TOP = "note", ""
_OUTLINE = LISTS | HEADINGS | {"li", "dl", "dt", "dd", "blockquote"}
_TABLE_PARTS = CELLS | {"tr", "caption"}
_FIGURES = frozenset(["wp-caption", "thumb", "captioned-image", "image-with-caption"])
_CAPTIONS = frozenset(["wp-caption-text", "thumbcaption", "image-caption", "gallerytext"])
_MAX_DEPTH = 30
"""Maximum nesting of lists, quotes and tables; deeper levels are written flat."""


@dataclass(slots=True)
class Line:
    """Runs of one paragraph.

    Attributes
    ----------
    element : int
        The block-level element around it.
    """

    element: int
    runs: list[Run] = field(default_factory=list)


@dataclass(slots=True)
class Holder:
    """A structural element with its kept parts.

    Attributes
    ----------
    row : int
        Row of its element, -1 for the whole page.
    kind : str
        Its tag, ``figure`` or ``figcaption`` for what is one by its class, `NOTE` or `TOP`.
    parts : list
        Lines, finished blocks and nested holders, in order.
    """

    row: int
    kind: str
    parts: list[Line | Block | Holder] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Holders:
    """Holders of a page.

    Attributes
    ----------
    kind : dict of int to str
        Kind of each holder by row.
    path : list of tuple of int
        Holders at and around each element, the outermost first.
    """

    kind: dict[int, str]
    path: list[tuple[int, ...]]


def find_holders(
    page: Page, tables: Collection[int], notes: Collection[int], *, has_outline: bool
) -> Holders:
    """Return the holders of a page.

    Parameters
    ----------
    tables : collection of int
        Data tables; other tables and their cells hold nothing.
    notes : collection of int
        Elements of footnotes, which begin a path of their own.
    has_outline : bool
        Whether headings, lists and quotations are holders.
    """
    elements = page.elements
    kinds: dict[int, str] = {}
    paths: list[tuple[int, ...]] = []
    tables_around: list[int] = []
    outline = _OUTLINE if has_outline else frozenset()
    for row, parent in enumerate(elements.parent.tolist()):
        path = paths[parent] if parent >= 0 else ()
        table = tables_around[parent] if parent >= 0 else -1
        tag = elements.tag[row]
        if tag == "table":
            table = row if row in tables else -1
        kind = tag if tag in outline else ""
        if tag in {"figure", "figcaption"}:
            kind = tag
        elif tag == "table" or tag in _TABLE_PARTS:
            kind = tag if table >= 0 else ""
        elif not kind and tag in {"div", "p", "span"}:
            node = elements.node[row]
            kind = _kind_by_class(node.get("class"))
            if outline and (node.get("role") or "").strip().lower() == "heading":
                kind = _heading_level(node.get("aria-level"))
        inner = kinds[path[-1]] if path else ""
        if row in notes:
            kinds[row], path = NOTE, (row,)
        elif kind and inner not in HEADINGS and len(path) < _MAX_DEPTH:
            kinds[row] = kind
            path = (*_outer(path, kinds, kind), row)
        paths.append(path)
        tables_around.append(table)
    return Holders(kinds, paths)


def _kind_by_class(classes: str | None) -> str:
    if not classes:
        return ""
    names = classes.lower().split()
    if not _CAPTIONS.isdisjoint(names):
        return "figcaption"
    return "figure" if not _FIGURES.isdisjoint(names) else ""


def _heading_level(level: str | None) -> str:
    """Return the kind of a heading by its role; without a level it is of the second, as by ARIA."""
    number = (level or "").strip()
    return f"h{min(max(int(number), 1), 6)}" if re.fullmatch("[0-9]{1,3}", number) else "h2"


def _outer(path: tuple[int, ...], kinds: dict[int, str], kind: str) -> tuple[int, ...]:
    """Return the path around a holder; a term in an open description is its sibling.

    End tags of ``dt`` and ``dd`` may be left out, and the parser does not close them.
    """
    if kind not in {"dt", "dd"}:
        return path
    for index in range(len(path) - 1, -1, -1):
        if kinds[path[index]] in {"dt", "dd"}:
            return path[:index]
        if kinds[path[index]] == "dl":
            break
    return path
