"""Features of the blocks around a block, and of the run of blocks that is richest in text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import log, ratio, sums_before

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from boilerscope.extractors.features.feature import Columns
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import BoolArray, FloatArray

WINDOWS = (2, 5, 12)
_COSTS = {"mssa": 3.0, "mssb": 12.0}

_NONE = -1.0
_NOT_PARAGRAPH = 0.5


def _shifted(values: FloatArray, offset: int, fill: float = _NONE) -> FloatArray:
    """Return the value of the block at an offset from each block."""
    index = np.arange(len(values)) + offset
    exists = (index >= 0) & (index < len(values))
    return np.where(exists, values.take(index, mode="clip"), fill) if len(values) else values


def _is_in_element_before(grid: Grid) -> FloatArray:
    element: FloatArray = grid.element.astype(np.float64)
    is_same: BoolArray = element == _shifted(element, -1)
    return is_same.astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Window:
    """The blocks up to a number before and after each block: from `first` to before `last`."""

    first: NDArray[Any]
    last: NDArray[Any]

    def over(self, values: NDArray[Any]) -> FloatArray:
        """Return the sum over the window of each block."""
        before = sums_before(values)
        sums: FloatArray = before[self.last] - before[self.first]
        return sums


def _window(columns: Columns[Grid], size: int) -> _Window:
    n, index = len(columns.grid), np.arange(len(columns.grid))
    return _Window(np.maximum(index - size, 0), np.minimum(index + size + 1, n))


def _window_words(columns: Columns[Grid], size: int) -> FloatArray:
    return columns.shared(_window, size).over(columns.grid.words)


def _window_link(columns: Columns[Grid], size: int) -> FloatArray:
    linked = columns.shared(_window, size).over(columns.grid.linked)
    return ratio(linked, columns.shared(_window_words, size))


def _window_paragraphs(columns: Columns[Grid], size: int) -> FloatArray:
    words = columns.shared(_window, size).over(columns.grid.paragraph_words)
    return ratio(words, columns.shared(_window_words, size))


def _window_length(columns: Columns[Grid], size: int) -> FloatArray:
    window = columns.shared(_window, size)
    return log(ratio(columns.shared(_window_words, size), window.last - window.first))


def _to_richest_run(columns: Columns[Grid], cost: float) -> FloatArray:
    """Return the distance to the run of blocks with the largest sum of words minus costs.

    A block counts its words outside links, halved if it is not a paragraph, minus its linked words
    and a cost, so that a run continues over a short block but not over a menu.
    """
    grid = columns.grid
    n = len(grid)
    if not n:
        return np.zeros(0)
    part = np.where(grid.is_paragraph, 1.0, _NOT_PARAGRAPH)
    before = sums_before((grid.words - grid.linked) * part - cost - grid.linked)
    lowest = np.minimum.accumulate(before[:-1])
    last = int((before[1:] - lowest).argmax())
    first = int((before[: last + 1] == lowest[last]).nonzero()[0][-1])
    index = np.arange(n)
    return log(index - last) - log(first - index)


FEATURES: tuple[Feature[Grid], ...] = (
    *(
        Feature(
            name,
            f"Blocks to the richest run, cost {cost:g}",
            "log blocks",
            "ln(1 + blocks to the run with the most words after costs), negative before, 0 in it.",
            partial(_to_richest_run, cost=cost),
        )
        for name, cost in _COSTS.items()
    ),
    Feature(
        "n-2_words",
        "Words two before",
        "log words",
        "ln(1 + words) two blocks before; -1: none.",
        lambda c: _shifted(c["words"], -2),
    ),
    Feature(
        "n-1_words",
        "Words before",
        "log words",
        "ln(1 + words) of the block before; -1: none.",
        lambda c: _shifted(c["words"], -1),
    ),
    Feature(
        "n-1_link",
        "Links before",
        "share",
        "Linked words of the block before; -1: none.",
        lambda c: _shifted(c["link"], -1),
    ),
    Feature(
        "n1_words",
        "Words after",
        "log words",
        "ln(1 + words) of the block after; -1: none.",
        lambda c: _shifted(c["words"], 1),
    ),
    Feature(
        "n1_link",
        "Links after",
        "share",
        "Linked words of the block after; -1: none.",
        lambda c: _shifted(c["link"], 1),
    ),
    Feature(
        "n2_words",
        "Words two after",
        "log words",
        "ln(1 + words) two blocks after; -1: none.",
        lambda c: _shifted(c["words"], 2),
    ),
    Feature(
        "same_el_prev",
        "Same element as before",
        "",
        "1 if the block before is in the same element.",
        lambda c: _is_in_element_before(c.grid),
    ),
    Feature(
        "next_h",
        "Heading after",
        "level",
        "Heading level of the block after; 0: no heading.",
        lambda c: _shifted(c["hlevel"], 1, fill=0.0),
    ),
    Feature(
        "prev_h",
        "Heading before",
        "level",
        "Heading level of the block before; 0: no heading.",
        lambda c: _shifted(c["hlevel"], -1, fill=0.0),
    ),
    *(
        feature
        for size in WINDOWS
        for feature in (
            Feature(
                f"w{size}_link",
                f"Links within {size} blocks",
                "share",
                "Linked words divided by words.",
                partial(_window_link, size=size),
            ),
            Feature(
                f"w{size}_para",
                f"Paragraphs within {size} blocks",
                "share",
                "Words of paragraphs divided by words.",
                partial(_window_paragraphs, size=size),
            ),
            Feature(
                f"w{size}_len",
                f"Block length within {size} blocks",
                "log words",
                "ln(1 + words per block).",
                partial(_window_length, size=size),
            ),
        )
    ),
)
