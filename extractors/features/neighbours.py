"""Features of the blocks around a block, and of the run of blocks that is richest in text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features.feature import Feature
from boilerscope.extractors.features.grid import log, ratio, sums_before

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from numpy.typing import NDArray

    from boilerscope.extractors.features.columns import Measurements
    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page.records import FloatArray

WINDOWS = (2, 5, 12)
_COSTS = {"mssa": 3.0, "mssb": 12.0}

FEATURES = (
    *(
        Feature(
            name,
            f"Blocks to the richest run, cost {cost:g}",
            "log blocks",
            "ln(1 + blocks to the run with the most words after costs), negative before, 0 in it.",
        )
        for name, cost in _COSTS.items()
    ),
    Feature(
        "n-2_words", "Words two before", "log words", "ln(1 + words) two blocks before; -1: none."
    ),
    Feature(
        "n-1_words", "Words before", "log words", "ln(1 + words) of the block before; -1: none."
    ),
    Feature("n-1_link", "Links before", "share", "Linked words of the block before; -1: none."),
    Feature(
        "n-1_stop",
        "Function words before",
        "per word",
        "Function words of the block before; -1: none.",
    ),
    Feature("n1_words", "Words after", "log words", "ln(1 + words) of the block after; -1: none."),
    Feature("n1_link", "Links after", "share", "Linked words of the block after; -1: none."),
    Feature(
        "n1_stop",
        "Function words after",
        "per word",
        "Function words of the block after; -1: none.",
    ),
    Feature(
        "n2_words", "Words two after", "log words", "ln(1 + words) two blocks after; -1: none."
    ),
    Feature(
        "same_el_prev",
        "Same element as before",
        "",
        "1 if the block before is in the same element.",
    ),
    Feature("next_h", "Heading after", "level", "Heading level of the block after; 0: no heading."),
    Feature(
        "prev_h", "Heading before", "level", "Heading level of the block before; 0: no heading."
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
            ),
            Feature(
                f"w{size}_para",
                f"Paragraphs within {size} blocks",
                "share",
                "Words of paragraphs divided by words.",
            ),
            Feature(
                f"w{size}_len",
                f"Block length within {size} blocks",
                "log words",
                "ln(1 + words per block).",
            ),
            Feature(
                f"w{size}_stop",
                f"Function words within {size} blocks",
                "per word",
                "Function words divided by words.",
            ),
        )
    ),
)

_NONE = -1.0
_NOT_PARAGRAPH = 0.5


def measure(grid: Grid, features: Mapping[str, FloatArray]) -> Measurements:
    """Return a function for each of `FEATURES` that measures its values, shape (n,).

    Parameters
    ----------
    features : mapping of str to array
        Features of text and tree.
    """
    element = grid.element.astype(np.float64)
    level = features["hlevel"]
    of_block = {name: features[name] for name in ("words", "link", "stop")}

    def at(name: str, offset: int) -> FloatArray:
        return _shifted(of_block[name], offset)

    columns: Measurements = {
        **{name: partial(_to_richest_run, grid, cost) for name, cost in _COSTS.items()},
        **{f"n{offset}_words": partial(at, "words", offset) for offset in (-2, -1, 1, 2)},
        **{
            f"n{offset}_{name}": partial(at, name, offset)
            for offset in (-1, 1)
            for name in ("link", "stop")
        },
        "same_el_prev": lambda: (element == _shifted(element, -1)).astype(np.float64),
        "next_h": lambda: _shifted(level, 1, fill=0.0),
        "prev_h": lambda: _shifted(level, -1, fill=0.0),
    }
    for size in WINDOWS:
        columns |= _window(grid, size)
    return columns


def _shifted(values: FloatArray, offset: int, fill: float = _NONE) -> FloatArray:
    """Return the value of the block at an offset from each block."""
    index = np.arange(len(values)) + offset
    exists = (index >= 0) & (index < len(values))
    return np.where(exists, values.take(index, mode="clip"), fill) if len(values) else values


def _window(grid: Grid, size: int) -> Measurements:
    """Return the measurements over the blocks up to `size` before and after each block."""
    index = np.arange(len(grid))
    first, last = np.maximum(index - size, 0), np.minimum(index + size + 1, len(grid))

    def over(values: NDArray[Any]) -> FloatArray:
        before = sums_before(values)
        return before[last] - before[first]

    words = over(grid.words)
    return {
        f"w{size}_link": lambda: ratio(over(grid.linked), words),
        f"w{size}_para": lambda: ratio(over(grid.paragraph_words), words),
        f"w{size}_len": lambda: log(ratio(words, last - first)),
        f"w{size}_stop": lambda: ratio(over(grid.function), words),
    }


def _to_richest_run(grid: Grid, cost: float) -> FloatArray:
    """Return the distance to the run of blocks with the largest sum of words minus costs.

    A block counts its words outside links, halved if it is not a paragraph, minus its linked words
    and a cost, so that a run continues over a short block but not over a menu.
    """
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
