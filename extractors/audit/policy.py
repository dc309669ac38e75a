"""Policy of a gold: which kinds of elements it takes as main content, measured on its pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

_TAGS: Mapping[str, frozenset[str]] = {
    "title": frozenset(("h1",)),
    "lists": frozenset(("ul", "ol", "dl")),
    "tables": frozenset(("table",)),
    "captions": frozenset(("figcaption", "caption")),
    "quotations": frozenset(("blockquote",)),
    "code": frozenset(("pre",)),
}
_COMMENTS = re.compile(r"(?:^|[\s_-])(?:comments?|disqus)(?:$|[\s_-])", re.IGNORECASE)
_NEVER_COMMENTS = frozenset(("html", "body", "main", "article"))
_MIN_COMMENT_WORDS = 20
"""Smaller elements are counters and links."""

KINDS = (*_TAGS, "comments")
"""Kinds of elements, in the order of tables."""

TAKEN, LEFT = 0.8, 0.2
"""Shares of the words of a kind from which a gold takes it, and up to which it leaves it out."""


@dataclass(frozen=True, slots=True)
class Share:
    """Words of a kind of elements.

    Attributes
    ----------
    gold, words : int
        Words that are main content, and all words.
    """

    gold: int
    words: int


def policy_of(page: Page, main: BoolArray) -> dict[str, Share]:
    """Return the words of each kind of elements on a page; kinds without words are left out.

    Lists, tables, captions, quotations and code count only between the first and the last word of
    the gold, where the gold could have them: a menu is a list, too. Titles are ``h1`` anywhere.
    Comments are elements whose class or identifier has the word *comment* or *disqus*.

    Parameters
    ----------
    main : array of bool, shape (n_tokens,)
        Tokens of the gold, titles and comments included.
    """
    is_reached = np.zeros(page.n_tokens, dtype=np.bool_)
    gold = np.flatnonzero(main)
    if len(gold):
        is_reached[gold[0] : gold[-1] + 1] = True
    shares: dict[str, Share] = {}
    for kind, tags in _TAGS.items():
        words = _words_of(page, page.elements.tagged(tags))
        _add(shares, kind, words if kind == "title" else words & is_reached, main)
    _add(shares, "comments", _words_of(page, _are_comments(page)), main)
    return shares


def _add(shares: dict[str, Share], kind: str, words: BoolArray, main: BoolArray) -> None:
    n_words = int(np.count_nonzero(words))
    if n_words:
        shares[kind] = Share(int(np.count_nonzero(words & main)), n_words)


def _words_of(page: Page, selected: BoolArray) -> BoolArray:
    """Return the mask of the tokens below some elements, shape (n_tokens,)."""
    rows = np.flatnonzero(selected)
    changes = np.zeros(page.n_tokens + 1, dtype=np.int64)
    np.add.at(changes, page.elements.token_start[rows], 1)
    np.subtract.at(changes, page.elements.token_end[rows], 1)
    inside: BoolArray = np.cumsum(changes)[:-1] > 0
    return inside


def _are_comments(page: Page) -> BoolArray:
    elements = page.elements
    are_comments = np.zeros(len(elements), dtype=np.bool_)
    n_words = elements.token_end - elements.token_start
    for row in np.flatnonzero(n_words >= _MIN_COMMENT_WORDS).tolist():
        if elements.tag[row] not in _NEVER_COMMENTS:
            node = elements.node[row]
            words = f"{node.get('class') or ''} {node.get('id') or ''}"
            are_comments[row] = _COMMENTS.search(words) is not None
    return are_comments
