"""Features of repetition: blocks that share a position in the page's template, or their text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.ancestors import ancestor_rows
from boilerscope.extractors.features.class_names import classes
from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import group_sums, log, ratio

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from numpy.typing import NDArray

    from boilerscope.extractors.features.feature import Columns
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import FloatArray, IntArray

_KINDS = {"tc": "tags and classes", "tp": "path of tags"}
_DIGITS = re.compile(r"\d")


def _duplicates(grid: Grid) -> FloatArray:
    number: dict[str, int] = {}
    texts = np.array([number.setdefault(text, len(number)) for text in grid.lowered_texts()])
    return log(np.bincount(texts)[texts] - 1) if len(texts) else np.zeros(0)


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """Groups of blocks, with sums over the group of each block, shape (n,)."""

    group: NDArray[Any]
    words: FloatArray
    n_blocks: FloatArray

    def over(self, values: NDArray[Any]) -> FloatArray:
        """Return the sum over the group of each block."""
        return group_sums(values, group=self.group)


def _groups(columns: Columns[Grid], kind: str) -> _Groups:
    grid = columns.grid
    if kind == "tc":
        name_of, parent, own = columns.shared(_names), grid.page.elements.parent, grid.element
        above = np.where(parent[own] >= 0, parent[own], own)
        top = np.where(parent[above] >= 0, parent[above], above)
        group: NDArray[Any] = _numbered(name_of[own], name_of[above], name_of[top])
    else:
        group = _paths(grid)[grid.element]
    words = group_sums(grid.words, group=group)
    return _Groups(group, words, group_sums(np.ones(len(grid)), group=group))


def _names(columns: Columns[Grid]) -> IntArray:
    return _tag_and_class(columns.grid)


def _number(columns: Columns[Grid], kind: str) -> FloatArray:
    return log(columns.shared(_groups, kind).n_blocks)


def _share(columns: Columns[Grid], kind: str) -> FloatArray:
    return ratio(columns.shared(_groups, kind).words, columns.grid.words.sum())


def _link(columns: Columns[Grid], kind: str) -> FloatArray:
    groups = columns.shared(_groups, kind)
    return ratio(groups.over(columns.grid.linked), groups.words)


def _length(columns: Columns[Grid], kind: str) -> FloatArray:
    groups = columns.shared(_groups, kind)
    return log(ratio(groups.words, groups.n_blocks))


def _sentence_ends(columns: Columns[Grid], kind: str) -> FloatArray:
    groups = columns.shared(_groups, kind)
    return ratio(groups.over(columns.grid.sentence_ends), groups.words)


def _repeats(columns: Columns[Grid], level: int) -> FloatArray:
    """Return, for the ancestor of each block, the number of distinct ancestors like it."""
    name_of, parent = columns.shared(_names), columns.grid.page.elements.parent
    distinct, of_block = np.unique(columns.shared(ancestor_rows)[level], return_inverse=True)
    above = np.where(parent[distinct] >= 0, parent[distinct], distinct)
    alike = _numbered(name_of[distinct], name_of[above])
    return log(np.bincount(alike, minlength=1)[alike])[of_block]


def _numbered(*keys: IntArray) -> NDArray[np.intp]:
    """Return a number for each combination of keys; equal combinations have the same number."""
    combined = np.zeros(len(keys[0]), dtype=np.int64)
    for key in keys:
        combined = combined * (int(key.max(initial=0)) + 1) + key
    return np.unique(combined, return_inverse=True)[1]


def _tag_and_class(grid: Grid) -> IntArray:
    """Return a number for the tag and class of each element, with digits read as 0."""
    tags, class_of = grid.page.elements.tag_id.tolist(), classes(grid)
    same = {name: _DIGITS.sub("0", name) for name in dict.fromkeys(class_of)}
    number: dict[tuple[int, str], int] = {}
    names = np.zeros(len(tags), dtype=np.int32)
    for row in grid.rows():
        names[row] = number.setdefault((tags[row], same[class_of[row]]), len(number))
    return names


def _paths(grid: Grid) -> IntArray:
    """Return a number for the path of tags from the root to each element with blocks."""
    elements = grid.page.elements
    tag, parent = elements.tag_id.tolist(), elements.parent.tolist()
    number: dict[tuple[int, int], int] = {}
    path = [-1] * len(tag)
    for row in grid.rows():
        above = path[parent[row]] if parent[row] >= 0 else -1
        path[row] = number.setdefault((above, tag[row]), len(number))
    return np.array(path, dtype=np.int32)


def _declared() -> Iterator[Feature[Grid]]:
    for name, what in _KINDS.items():
        same = f"Blocks of the same {what}"
        yield Feature(
            f"{name}_n",
            f"{same}, number",
            "log blocks",
            f"ln(1 + {same.lower()}).",
            partial(_number, kind=name),
        )
        yield Feature(
            f"{name}_share",
            f"{same}, share",
            "share",
            "Their words divided by words of the page.",
            partial(_share, kind=name),
        )
        yield Feature(
            f"{name}_link",
            f"{same}, links",
            "share",
            "Their linked words divided by their words.",
            partial(_link, kind=name),
        )
        yield Feature(
            f"{name}_len",
            f"{same}, length",
            "log words",
            "ln(1 + words per block).",
            partial(_length, kind=name),
        )
        yield Feature(
            f"{name}_sent",
            f"{same}, sentence ends",
            "per word",
            "Their sentence ends divided by their words.",
            partial(_sentence_ends, kind=name),
        )
    for level in (0, 1):
        yield Feature(
            f"rep{level}",
            f"Repeats of ancestor {level}",
            "log elements",
            f"ln(1 + elements that are an ancestor {level} with the same tags and classes).",
            partial(_repeats, level=level),
        )
    yield Feature(
        "dup",
        "Same text",
        "log blocks",
        "ln(1 + further blocks with the same text).",
        lambda c: _duplicates(c.grid),
    )


FEATURES: tuple[Feature[Grid], ...] = tuple(_declared())
