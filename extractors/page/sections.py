"""The section of the page that a token is in, according to tags, roles and names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lxml import etree

    from boilerscope.extractors.page.records import (
        ElementColumns,
        IntArray,
        SlotColumns,
        TokenColumns,
    )

SECTION_NAMES = ("other", "header", "nav", "main", "article", "aside", "comments", "footer")
"""Names of the codes of `section_of_tokens`; 0 is ``other``."""

_CODE = {name: code for code, name in enumerate(SECTION_NAMES)}
_CODE_OF_TAG = {tag: _CODE[tag] for tag in ("header", "nav", "main", "article", "aside", "footer")}
_CODE_OF_ROLE = {
    "banner": _CODE["header"],
    "navigation": _CODE["nav"],
    "menubar": _CODE["nav"],
    "main": _CODE["main"],
    "article": _CODE["article"],
    "complementary": _CODE["aside"],
    "comment": _CODE["comments"],
    "contentinfo": _CODE["footer"],
}
# No tag marks comments; pages use these names, alone or within longer names.
_COMMENTS = re.compile(
    r"(?:^|[\s_-])(?:comments|commentlist|comment-list|disqus_thread)(?:$|[\s_-])", re.IGNORECASE
)
_MAX_NAME = 500


def section_of_tokens(
    elements: ElementColumns, slots: SlotColumns, tokens: TokenColumns
) -> IntArray:
    """Return the code of the innermost section around each token, shape (n_tokens,).

    The role of an element overrides its tag. A header or footer inside an article belongs to the
    article.
    """
    code: list[int] = []
    for row, parent in enumerate(elements.parent.tolist()):
        around = code[parent] if parent >= 0 else 0
        own = _own_code(elements.node[row], elements.tag[row])
        if own in (_CODE["header"], _CODE["footer"]) and around == _CODE["article"]:
            own = around
        code.append(own or around)
    owner = slots.owner[tokens.slot]
    return np.array(code, dtype=np.int32)[owner]


def _own_code(node: etree._Element, tag: str) -> int:
    role = node.get("role")
    if role and (code := _CODE_OF_ROLE.get(role.strip().lower())):
        return code
    for name in (node.get("id"), node.get("class")):
        if name and len(name) <= _MAX_NAME and _COMMENTS.search(name):
            return _CODE["comments"]
    return _CODE_OF_TAG.get(tag, 0)
