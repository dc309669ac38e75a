"""Class and id of the elements of a page, and the groups of keywords in them."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.word_lists import word_lists
from boilerscope.extractors.text.searching import JoinedTexts

if TYPE_CHECKING:
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import BoolArray

KEYWORDS = tuple(word_lists().keywords)
"""Groups of keywords in class and id."""

_SEARCHED_CHARACTERS = 300


def classes(grid: Grid) -> list[str]:
    """Return the class attribute of each element, empty without one; cached on the page.

    Elements in which no block begins are not read: no block is inside them.
    """
    return grid.page.cached("classes of elements", lambda _page: _classes(grid))


def keyword_groups(grid: Grid) -> BoolArray:
    """Return the keyword groups of each element, shape (n_elements, n_groups).

    The words of the first 300 characters of class and id are searched, in lower case. A page
    uses few different words, so each is searched once. Elements without blocks have no group.
    """
    rows, nodes, class_of = grid.rows(), grid.page.elements.node, classes(grid)
    names = [f"{class_of[row]} {nodes[row].get('id') or ''}" for row in rows]
    words_of = {name: name[:_SEARCHED_CHARACTERS].lower().split() for name in dict.fromkeys(names)}
    words = list(dict.fromkeys(word for used in words_of.values() for word in used))
    word_bits = JoinedTexts(words).found_bits(word_lists().keywords.values())
    bits_of = dict(zip(words, word_bits.tolist(), strict=True))
    of_name = {
        name: reduce(or_, map(bits_of.__getitem__, used), 0) for name, used in words_of.items()
    }
    bits = np.array([of_name[name] for name in names], dtype=np.int64)
    in_group = np.zeros((len(nodes), len(KEYWORDS)), dtype=np.bool_)
    in_group[rows] = bits[:, None] >> np.arange(len(KEYWORDS)) & 1
    return in_group


def _classes(grid: Grid) -> list[str]:
    nodes = grid.page.elements.node
    class_of = [""] * len(nodes)
    for row in grid.rows():
        class_of[row] = nodes[row].get("class") or ""
    return class_of
