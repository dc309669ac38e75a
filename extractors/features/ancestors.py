"""Features of the elements around a block.

The ancestors of a block are six elements: the first that holds more than one block, then each time
the next one up that holds more blocks than the one before; the last repeats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.features.feature import Feature
from extractors.features.grid import log, ratio, sums_before

if TYPE_CHECKING:
    from collections.abc import Iterator

    from extractors.features.grid import Grid
    from extractors.page.records import FloatArray, IntArray

N_ANCESTORS = 6
_WITH_TEXT, _WITH_PLACE = 4, 3


def _declared() -> Iterator[Feature]:
    for level in range(N_ANCESTORS):
        name, label = f"a{level}", f"Ancestor {level}"
        yield Feature(
            f"{name}_share", f"{label}, share", "share", "Its words by words of the page."
        )
        yield Feature(f"{name}_link", f"{label}, links", "share", "Its linked words by its words.")
        yield Feature(
            f"{name}_para", f"{label}, paragraphs", "share", "Words of its paragraphs by its words."
        )
        yield Feature(
            f"{name}_blocklen", f"{label}, block length", "log words", "ln(1 + words by blocks)."
        )
        if level < _WITH_TEXT:
            yield Feature(
                f"{name}_stop", f"{label}, function words", "per word", "Function words by words."
            )
            yield Feature(
                f"{name}_own", f"{label}, this block", "share", "Words of the block by its words."
            )
            yield Feature(f"{name}_commas", f"{label}, commas", "per word", "Its commas by words.")
        if level < _WITH_PLACE:
            yield Feature(
                f"{name}_pos", f"{label}, position", "share", "Its words before the block by words."
            )


FEATURES = tuple(_declared())


def measure(grid: Grid) -> dict[str, FloatArray]:
    """Return the values of `FEATURES`, shape (n,) each."""
    words = grid.below(grid.words)
    n_blocks = (grid.last - grid.first).astype(np.float64)
    of_element = {
        "share": ratio(words, grid.words.sum()),
        "link": ratio(grid.below(grid.linked), words),
        "para": ratio(grid.below(grid.paragraph_words), words),
        "blocklen": log(ratio(words, n_blocks)),
        "stop": ratio(grid.below(grid.function), words),
        "commas": ratio(grid.below(grid.commas), words),
    }
    before = sums_before(grid.words)
    columns: dict[str, FloatArray] = {}
    for level, rows in enumerate(wider_ancestors(grid)):
        columns |= {f"a{level}_{name}": values[rows] for name, values in of_element.items()}
        columns[f"a{level}_own"] = ratio(grid.words, words[rows])
        columns[f"a{level}_pos"] = ratio(before[:-1] - before[grid.first[rows]], words[rows])
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
