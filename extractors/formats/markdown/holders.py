"""Lists, items, quotes, headings, code and tables of a page, each with its kept lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.kept_text import Line

LISTS = frozenset(["ul", "ol", "menu", "dir"])
ITEMS = frozenset(["li", "dd"])
HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6"])
_HOLDERS = LISTS | {"dl"} | ITEMS | HEADINGS | {"blockquote", "pre", "table", "tr", "td", "th"}
_MAX_DEPTH = 30
"""Maximum nesting of lists, quotes and tables; deeper levels are written flat."""


@dataclass(slots=True)
class Holder:
    """A list, item, quote, heading, code or table with its kept lines.

    Attributes
    ----------
    row : int
        Row of its element, -1 for the whole page.
    tag : str
        Tag of its element, empty for the whole page.
    parts : list
        Lines and nested holders, in order.
    """

    row: int
    tag: str
    parts: list[Line | Holder] = field(default_factory=list)


def gathered(page: Page, lines: Iterable[Line]) -> Holder:
    """Return the lines in the holders around them."""
    around = _holders(page)
    root = Holder(-1, "")
    open_holders = [root]
    for line in lines:
        path: list[int] = []
        row = around[line.element]
        while row >= 0:
            path.append(row)
            parent = int(page.elements.parent[row])
            row = around[parent] if parent >= 0 else -1
        path.reverse()
        common = 0
        for open_holder, row in zip(open_holders[1:], path, strict=False):
            if open_holder.row != row:
                break
            common += 1
        del open_holders[common + 1 :]
        for row in path[common:]:
            holder = Holder(row, page.elements.tag[row])
            open_holders[-1].parts.append(holder)
            open_holders.append(holder)
        open_holders[-1].parts.append(line)
    return root


def _holders(page: Page) -> list[int]:
    """Return the innermost holder at or around each element, -1 if none."""
    around: list[int] = []
    depth: list[int] = []
    tags = page.elements.tag
    for row, parent in enumerate(page.elements.parent.tolist()):
        outer, level = (around[parent], depth[parent]) if parent >= 0 else (-1, 0)
        is_text = outer >= 0 and (tags[outer] in HEADINGS or tags[outer] == "pre")
        if tags[row] in _HOLDERS and level < _MAX_DEPTH and not is_text:
            outer, level = row, level + 1
        around.append(outer)
        depth.append(level)
    return around
