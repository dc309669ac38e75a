"""Features of repetition: blocks that share a position in the page's template, or their text."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.ancestors import wider_ancestors
from boilerscope.extractors.features.class_names import classes
from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import group_sums, log, ratio

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from numpy.typing import NDArray

    from boilerscope.extractors.features.columns import Measurements
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import FloatArray, IntArray

_KINDS = {"tc": "tags and classes", "tp": "path of tags"}
_DIGITS = re.compile(r"\d")


def _declared() -> Iterator[Feature]:
    for name, what in _KINDS.items():
        same = f"Blocks of the same {what}"
        yield Feature(f"{name}_n", f"{same}, number", "log blocks", f"ln(1 + {same.lower()}).")
        yield Feature(
            f"{name}_share", f"{same}, share", "share", "Their words divided by words of the page."
        )
        yield Feature(
            f"{name}_link", f"{same}, links", "share", "Their linked words divided by their words."
        )
        yield Feature(f"{name}_len", f"{same}, length", "log words", "ln(1 + words per block).")
        yield Feature(
            f"{name}_stop",
            f"{same}, function words",
            "per word",
            "Their function words divided by their words.",
        )
        yield Feature(
            f"{name}_sent",
            f"{same}, sentence ends",
            "per word",
            "Their sentence ends divided by their words.",
        )
    for level in (0, 1):
        yield Feature(
            f"rep{level}",
            f"Repeats of ancestor {level}",
            "log elements",
            f"ln(1 + elements that are an ancestor {level} with the same tags and classes).",
        )
    yield Feature("dup", "Same text", "log blocks", "ln(1 + further blocks with the same text).")


FEATURES = tuple(_declared())


def measure(grid: Grid) -> Measurements:
    """Return a function for each of `FEATURES` that measures its values, shape (n,)."""
    name_of = _tag_and_class(grid)
    parent = grid.page.elements.parent
    own = grid.element
    above = np.where(parent[own] >= 0, parent[own], own)
    top = np.where(parent[above] >= 0, parent[above], above)
    classes = _numbered(name_of[own], name_of[above], name_of[top])
    return {
        **_group("tc", classes, grid),
        **_group("tp", _paths(grid)[own], grid),
        **{
            f"rep{level}": partial(_repeats, rows, name_of, parent)
            for level, rows in enumerate(wider_ancestors(grid)[:2])
        },
        "dup": lambda: _duplicates(grid),
    }


def _duplicates(grid: Grid) -> FloatArray:
    number: dict[str, int] = {}
    texts = np.array([number.setdefault(text, len(number)) for text in grid.lowered_texts()])
    return log(np.bincount(texts)[texts] - 1) if len(texts) else np.zeros(0)


def _group(name: str, group: NDArray[Any], grid: Grid) -> Measurements:
    """Return the measurements over all blocks of each block's group."""
    over = partial(group_sums, group=group)
    words, n_blocks = over(grid.words), over(np.ones(len(grid)))
    return {
        f"{name}_n": lambda: log(n_blocks),
        f"{name}_share": lambda: ratio(words, grid.words.sum()),
        f"{name}_link": lambda: ratio(over(grid.linked), words),
        f"{name}_len": lambda: log(ratio(words, n_blocks)),
        f"{name}_stop": lambda: ratio(over(grid.function), words),
        f"{name}_sent": lambda: ratio(over(grid.sentence_ends), words),
    }


def _repeats(rows: IntArray, name_of: IntArray, parent: IntArray) -> FloatArray:
    """Return, for the ancestor of each block, the number of distinct ancestors like it."""
    distinct, of_block = np.unique(rows, return_inverse=True)
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
