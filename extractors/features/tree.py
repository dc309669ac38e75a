"""Features of the position of a block in the tree: its own tag, its distance to certain elements.

A distance is the number of levels from the element of the block up to the nearest element of a
group: 0 for the element itself, at most 11, and 12 if no element is that near.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.class_names import KEYWORDS, keyword_groups
from boilerscope.extractors.features.feature import Feature

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.features.feature import Columns
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import BoolArray, FloatArray

NONE_NEAR = 12
"""Distance of a block that has no element of a group within eleven levels."""

TAG_GROUPS: Mapping[str, tuple[str, ...]] = {
    "article": ("article",),
    "main": ("main",),
    "aside": ("aside",),
    "navt": ("nav",),
    "footert": ("footer",),
    "headert": ("header",),
    "li": ("li",),
    "ul": ("ul", "ol"),
    "table": ("table",),
    "td": ("td", "th"),
    "form": ("form",),
    "section": ("section",),
    "figure": ("figure",),
    "bq": ("blockquote",),
    "dl": ("dl",),
    "details": ("details",),
    "button": ("button", "label", "select", "dialog"),
    "pre": ("pre", "code"),
    "h": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "p": ("p",),
    "address": ("address",),
    "noscript": ("noscript",),
}
"""Tags of each group, by the name of the group."""

OWN_TAGS = ("p", "li", "div", "td", "pre", "blockquote", "dd", "br", "section", "figcaption")
"""Tags that have a feature of their own."""

MEANINGS: Mapping[str, str] = {
    "ip_body": "itemprop articleBody or text",
    "ip_desc": "itemprop description",
    "ip_other": "another itemprop",
    "role_main": "role main or article",
    "role_nav": "role navigation, menu, banner or search",
    "role_compl": "role complementary, contentinfo, dialog or alert",
    "role_other": "another role",
    "hidden": "hidden or a style that hides",
    "ariahidden": "aria-hidden",
    "ip_comment": "itemprop comment",
    "artitem": "itemtype Article or BlogPosting",
}
"""Meanings of attributes, by the name of the group."""

_KEYWORD_CHARACTERS = 300
_WHOLE_PAGE = ("html", "body")
_MEANING_ATTRIBUTES = frozenset(("itemprop", "role", "hidden", "style", "aria-hidden", "itemtype"))
_MEANING_NUMBER = {name: number for number, name in enumerate(MEANINGS)}
_ITEMPROPS = {
    "articlebody": "ip_body",
    "text": "ip_body",
    "description": "ip_desc",
    "comment": "ip_comment",
}
_ROLES = {
    **dict.fromkeys(("main", "article"), "role_main"),
    **dict.fromkeys(("navigation", "menu", "banner", "search"), "role_nav"),
    **dict.fromkeys(("complementary", "contentinfo", "dialog", "alert"), "role_compl"),
}
_HIDING = ("display:none", "visibility:hidden")
_ARTICLES = ("article", "blogposting")


def _is_own(columns: Columns[Grid], tag: str) -> FloatArray:
    return columns.grid.tagged(tag)


def _distance(columns: Columns[Grid], group: str) -> FloatArray:
    return columns.shared(_distances)[:, group_number(group)]


def _distances(columns: Columns[Grid]) -> FloatArray:
    return distances(columns.grid)


def _heading_level(grid: Grid) -> FloatArray:
    level = np.zeros(len(grid))
    for number in range(1, 7):
        level += number * grid.tagged(f"h{number}")
    return level


def distances(grid: Grid) -> FloatArray:
    """Return the levels up to each group, shape (n, n_groups); keywords, tags, then meanings."""
    is_in_group, parent = groups_of_elements(grid), grid.page.elements.parent
    ancestors = [grid.element]
    for _ in range(1, NONE_NEAR):
        # The root counts as its own parent; its true distance, the smallest, is written last.
        ancestors.append(np.where(parent[ancestors[-1]] >= 0, parent[ancestors[-1]], 0))
    near = np.full((len(grid), len(_GROUPS)), float(NONE_NEAR))
    for level in range(NONE_NEAR - 1, -1, -1):
        near[is_in_group[ancestors[level]]] = level
    return near


def groups_of_elements(grid: Grid) -> BoolArray:
    """Return which elements are in each group, shape (n_elements, n_groups); cached on the page.

    Only elements with blocks have groups of keywords and meanings.
    """
    return grid.page.cached("groups of elements", lambda _page: _groups_of_elements(grid))


_GROUPS = (
    *(f"k_{name}" for name in KEYWORDS),
    *(f"t_{name}" for name in TAG_GROUPS),
    *(f"s_{name}" for name in MEANINGS),
)


def group_number(name: str) -> int:
    """Return the column of a group in `groups_of_elements` and `distances`."""
    return _GROUPS.index(name)


def _groups_of_elements(grid: Grid) -> BoolArray:
    elements = grid.page.elements
    keywords = keyword_groups(grid)
    keywords[elements.tagged(_WHOLE_PAGE)] = False
    tags = np.column_stack([elements.tagged(tags) for tags in TAG_GROUPS.values()])
    return np.concatenate((keywords, tags, _meanings(grid)), axis=1)


def _meanings(grid: Grid) -> BoolArray:
    """Return which elements have an attribute of each meaning, shape (n_elements, n_meanings)."""
    nodes = grid.page.elements.node
    meanings = np.zeros((len(nodes), len(MEANINGS)), dtype=np.bool_)
    for row in grid.rows():
        if not _MEANING_ATTRIBUTES.isdisjoint(nodes[row].keys()):
            attributes = {str(name): str(value) for name, value in nodes[row].items()}
            meanings[row, [_MEANING_NUMBER[name] for name in _meanings_of(attributes)]] = True
    return meanings


def _meanings_of(attributes: Mapping[str, str]) -> list[str]:
    """Return the groups of an element according to its attributes."""
    value = {name: attributes.get(name, "").strip().lower() for name in _MEANING_ATTRIBUTES}
    groups = [_ITEMPROPS.get(word, "ip_other") for word in value["itemprop"].split()]
    if value["role"]:
        groups.append(_ROLES.get(value["role"], "role_other"))
    if "hidden" in attributes or _hides(value["style"]):
        groups.append("hidden")
    if value["aria-hidden"] == "true":
        groups.append("ariahidden")
    if any(word in value["itemtype"] for word in _ARTICLES):
        groups.append("artitem")
    return groups


def _hides(style: str) -> bool:
    squeezed = "".join(style.split())
    return any(hiding in squeezed for hiding in _HIDING)


FEATURES: tuple[Feature[Grid], ...] = (
    *(
        Feature(
            f"own_{tag}",
            f"Is {tag}",
            "",
            f"1 if the element of the block is {tag}.",
            partial(_is_own, tag=tag),
        )
        for tag in OWN_TAGS
    ),
    Feature(
        "hlevel",
        "Heading",
        "level",
        "1 to 6 if the element is h1 to h6, else 0.",
        lambda c: _heading_level(c.grid),
    ),
    *(
        Feature(
            f"k_{name}",
            f"Keyword {name}",
            "levels",
            f"Levels up to the nearest class or id with a word of the group {name}; 12: none.",
            partial(_distance, group=f"k_{name}"),
        )
        for name in KEYWORDS
    ),
    *(
        Feature(
            f"t_{name}",
            f"Inside {' or '.join(tags)}",
            "levels",
            f"Levels up to the nearest {' or '.join(tags)}; 12: none.",
            partial(_distance, group=f"t_{name}"),
        )
        for name, tags in TAG_GROUPS.items()
    ),
    *(
        Feature(
            f"s_{name}",
            f"Inside {what}",
            "levels",
            f"Levels up to the nearest element with {what}; 12: none.",
            partial(_distance, group=f"s_{name}"),
        )
        for name, what in MEANINGS.items()
    ),
    Feature(
        "depth",
        "Depth",
        "levels",
        "Levels from the root to the element of the block.",
        lambda c: c.grid.page.elements.depth[c.grid.element].astype(np.float64),
    ),
)
