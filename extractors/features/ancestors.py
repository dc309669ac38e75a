"""Features of the elements around a block.

The ancestors of a block are six elements: the innermost element that contains more than one block,
then the nearest elements above that each contain more blocks than the last; the outermost repeats.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import log, ratio, sums_before

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boilerscope.extractors.features.feature import Columns
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import FloatArray, IntArray

N_ANCESTORS = 6
_WITH_TEXT, _WITH_PLACE = 4, 3


def ancestor_rows(columns: Columns[Grid]) -> list[IntArray]:
    """Return `wider_ancestors` of the blocks, for `Columns.shared`."""
    return wider_ancestors(columns.grid)


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


def _at(
    columns: Columns[Grid], level: int, part: Callable[[Columns[Grid]], FloatArray]
) -> FloatArray:
    """Return a quantity of all elements at an ancestor of each block."""
    return columns.shared(part)[columns.shared(ancestor_rows)[level]]


def _words(columns: Columns[Grid]) -> FloatArray:
    return columns.grid.below(columns.grid.words)


def _share(columns: Columns[Grid]) -> FloatArray:
    return ratio(columns.shared(_words), columns.grid.words.sum())


def _link(columns: Columns[Grid]) -> FloatArray:
    return ratio(columns.grid.below(columns.grid.linked), columns.shared(_words))


def _paragraphs(columns: Columns[Grid]) -> FloatArray:
    return ratio(columns.grid.below(columns.grid.paragraph_words), columns.shared(_words))


def _block_length(columns: Columns[Grid]) -> FloatArray:
    n_blocks = (columns.grid.last - columns.grid.first).astype(np.float64)
    return log(ratio(columns.shared(_words), n_blocks))


def _commas(columns: Columns[Grid]) -> FloatArray:
    return ratio(columns.grid.below(columns.grid.commas), columns.shared(_words))


def _own(columns: Columns[Grid], level: int) -> FloatArray:
    return ratio(columns.grid.words, columns.shared(_words)[columns.shared(ancestor_rows)[level]])


def _position(columns: Columns[Grid], level: int) -> FloatArray:
    rows, before = columns.shared(ancestor_rows)[level], sums_before(columns.grid.words)
    return ratio(before[:-1] - before[columns.grid.first[rows]], columns.shared(_words)[rows])


def _declared() -> Iterator[Feature[Grid]]:
    for level in range(N_ANCESTORS):
        name, label = f"a{level}", f"Ancestor {level}"
        yield Feature(
            f"{name}_share",
            f"{label}, share",
            "share",
            "Its words divided by words of the page.",
            partial(_at, level=level, part=_share),
        )
        yield Feature(
            f"{name}_link",
            f"{label}, links",
            "share",
            "Its linked words divided by its words.",
            partial(_at, level=level, part=_link),
        )
        yield Feature(
            f"{name}_para",
            f"{label}, paragraphs",
            "share",
            "Words of its paragraphs divided by its words.",
            partial(_at, level=level, part=_paragraphs),
        )
        yield Feature(
            f"{name}_blocklen",
            f"{label}, block length",
            "log words",
            "ln(1 + words per block).",
            partial(_at, level=level, part=_block_length),
        )
        if level < _WITH_TEXT:
            yield Feature(
                f"{name}_own",
                f"{label}, this block",
                "share",
                "Words of the block divided by words of the ancestor.",
                partial(_own, level=level),
            )
            yield Feature(
                f"{name}_commas",
                f"{label}, commas",
                "per word",
                "Its commas divided by its words.",
                partial(_at, level=level, part=_commas),
            )
        if level < _WITH_PLACE:
            yield Feature(
                f"{name}_pos",
                f"{label}, position",
                "share",
                "Its words before the block divided by its words.",
                partial(_position, level=level),
            )


FEATURES: tuple[Feature[Grid], ...] = tuple(_declared())
