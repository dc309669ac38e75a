"""Features of the elements around a block.

The ancestors of a block are six elements: the innermost element that contains more than one block,
then the nearest elements above that each contain more blocks than the last; the outermost repeats.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.columns import Columns
from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import log, ratio, sums_before

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.features.columns import Measurements
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import FloatArray, IntArray

N_ANCESTORS = 6
_WITH_TEXT, _WITH_PLACE = 4, 3


def _declared() -> Iterator[Feature]:
    for level in range(N_ANCESTORS):
        name, label = f"a{level}", f"Ancestor {level}"
        yield Feature(
            f"{name}_share", f"{label}, share", "share", "Its words divided by words of the page."
        )
        yield Feature(
            f"{name}_link", f"{label}, links", "share", "Its linked words divided by its words."
        )
        yield Feature(
            f"{name}_para",
            f"{label}, paragraphs",
            "share",
            "Words of its paragraphs divided by its words.",
        )
        yield Feature(
            f"{name}_blocklen", f"{label}, block length", "log words", "ln(1 + words per block)."
        )
        if level < _WITH_TEXT:
            yield Feature(
                f"{name}_stop",
                f"{label}, function words",
                "per word",
                "Its function words divided by its words.",
            )
            yield Feature(
                f"{name}_own",
                f"{label}, this block",
                "share",
                "Words of the block divided by words of the ancestor.",
            )
            yield Feature(
                f"{name}_commas", f"{label}, commas", "per word", "Its commas divided by its words."
            )
        if level < _WITH_PLACE:
            yield Feature(
                f"{name}_pos",
                f"{label}, position",
                "share",
                "Its words before the block divided by its words.",
            )


FEATURES = tuple(_declared())


def measure(grid: Grid) -> Measurements:
    """Return a function for each of `FEATURES` that measures its values, shape (n,)."""
    words = grid.below(grid.words)
    n_blocks = (grid.last - grid.first).astype(np.float64)
    before = sums_before(grid.words)
    of_element: Measurements = {
        "share": lambda: ratio(words, grid.words.sum()),
        "link": lambda: ratio(grid.below(grid.linked), words),
        "para": lambda: ratio(grid.below(grid.paragraph_words), words),
        "blocklen": lambda: log(ratio(words, n_blocks)),
        "stop": lambda: ratio(grid.below(grid.function), words),
        "commas": lambda: ratio(grid.below(grid.commas), words),
    }
    cached = Columns({}, lambda: of_element)

    def measured(name: str, rows: IntArray) -> FloatArray:
        if name == "own":
            return ratio(grid.words, words[rows])
        if name == "pos":
            return ratio(before[:-1] - before[grid.first[rows]], words[rows])
        return cached[name][rows]

    columns: Measurements = {}
    for level, rows in enumerate(wider_ancestors(grid)):
        for name in (*of_element, "own", "pos"):
            columns[f"a{level}_{name}"] = partial(measured, name, rows)
    return {feature.name: columns[feature.name] for feature in FEATURES}


def wider_ancestors(grid: Grid) -> list[IntArray]:
    """Return the row of each of the six ancestors, shape (n,) each, innermost first."""
    elements = grid.page.elements
    n_blocks, parent = grid.last - grid.first, elements.parent
    is_top = np.ones(len(elements), dtype=np.bool_)
    is_top[1:] = n_blocks[parent[1:]] > n_blocks[1:]
    top = elements.innermost(is_top)
    wider = np.where(parent[top] >= 0, parent[top], 0)
    rows = np.where(n_blocks[grid.element] > 1, grid.element, wider[grid.element])
    levels = [rows]
    for _ in range(1, N_ANCESTORS):
        levels.append(wider[levels[-1]])
    return levels
