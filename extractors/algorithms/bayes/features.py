"""Features of the Bayes decision: seven properties of a block, counted in fine steps.

A value is kept as a whole number of steps of its feature. Edges are whole steps too, so that a
model which counted values can be asked with any edges, without being trained again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.model.extraction import Column
from extractors.model.token_blocks import exclusive_blocks
from extractors.text.exclusive_text import exclusive_text, is_read, signs_of_slots

if TYPE_CHECKING:
    from collections.abc import Mapping

    from extractors.model.blocks import Blocks
    from extractors.page import Page
    from extractors.page.records import FloatArray, IntArray
    from extractors.text.exclusive_text import ExclusiveText

SIGNS = ",，.。;；:：!！?？、"
"""The signs that are counted as punctuation."""

_PARAGRAPHS = frozenset(("p", "br"))


@dataclass(frozen=True, slots=True)
class Feature:
    """One property of a block.

    Attributes
    ----------
    name, label, unit, meaning : str
        As those of a column.
    step : float
        Values are counted in whole steps of this size; a value between two counts as the lower.
    cap : int
        Most steps that are told apart.
    is_flag : bool
        Whether the value is 0 or 1, without edges.
    """

    name: str
    label: str
    unit: str
    meaning: str
    step: float
    cap: int
    is_flag: bool = False


FEATURES: Mapping[str, Feature] = {
    each.name: each
    for each in (
        Feature(
            "link_share",
            "Link share",
            "ratio",
            "Linked characters by all characters of the own text.",
            0.01,
            100,
        ),
        Feature(
            "characters",
            "Characters",
            "characters",
            "Characters of the own text, white space collapsed.",
            1.0,
            2000,
        ),
        Feature(
            "punctuation",
            "Punctuation",
            "signs",
            f"How many of {SIGNS} stand in the own text.",
            1.0,
            100,
        ),
        Feature(
            "tag_density",
            "Tag density",
            "elements / 1,000 characters",
            "1,000 x elements in the block / characters; blocks inside it count as one each.",
            1.0,
            2000,
        ),
        Feature(
            "position",
            "Position",
            "ratio",
            "Where the middle of the block lies in the text of all blocks, 0 to 1.",
            0.01,
            100,
        ),
        Feature("p_br", "p or br", "", "1 if a p or br stands in the block.", 1.0, 1, is_flag=True),
        Feature(
            "notice",
            "Notice",
            "",
            "1 if the own text holds a copyright notice or links to other pages of a series.",
            1.0,
            1,
            is_flag=True,
        ),
    )
}
"""The features by name, in the order of the specification."""

_STEPS = np.array([[each.step] for each in FEATURES.values()])
_CAPS = np.array([[each.cap] for each in FEATURES.values()])


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredBlocks:
    """The blocks of a page: framework elements with own text.

    Attributes
    ----------
    units : ExclusiveText
        All framework elements.
    chosen : array of int, shape (n_blocks,)
        Places in `units` of those that have text.
    blocks : Blocks
        The tokens of each of these.
    values : mapping of str to array of float, shape (n_blocks,)
        Values of each feature.
    steps : mapping of str to array of int, shape (n_blocks,)
        The same in whole steps.
    """

    units: ExclusiveText
    chosen: IntArray
    blocks: Blocks
    values: Mapping[str, FloatArray]
    steps: Mapping[str, IntArray]

    def columns(self) -> tuple[Column, ...]:
        """Return the values as columns."""
        return tuple(
            Column(each.name, each.label, each.unit, each.meaning, self.values[each.name])
            for each in FEATURES.values()
        )


def measure(page: Page, framework: frozenset[str], words: tuple[str, ...]) -> MeasuredBlocks:
    """Return the blocks of a page with their features, cached on it.

    Parameters
    ----------
    page : Page
        The page.
    framework : frozenset of str
        Tags of the elements that are blocks.
    words : tuple of str
        What makes the feature ``notice`` 1; capital and small letters are the same.
    """
    key = ("bayes features", framework, words)
    return page.cached(key, lambda one: _measure(one, framework, words))


def _measure(page: Page, framework: frozenset[str], words: tuple[str, ...]) -> MeasuredBlocks:
    units = exclusive_text(page, framework)
    chosen = np.flatnonzero(units.length).astype(np.int32)
    read = is_read(page)
    length = units.length[chosen].astype(np.float64)
    middle = length.cumsum() - length / 2
    paragraphs = units.count_rows(read & page.elements.tagged(_PARAGRAPHS))[chosen]
    by_name = {
        "link_share": units.link_length[chosen] / length,
        "characters": length,
        "punctuation": units.sum_slots(signs_of_slots(page, SIGNS))[chosen],
        "tag_density": 1000 * units.count_rows(read)[chosen] / length,
        "position": middle / max(length.sum(), 1),
        "p_br": paragraphs > 0,
        "notice": units.contains(words, ignore_case=True)[chosen],
    }
    values = np.array([by_name[name] for name in FEATURES], dtype=np.float64)
    steps = np.minimum(np.floor(values / _STEPS + 1e-9), _CAPS).astype(np.int32)
    return MeasuredBlocks(
        units,
        chosen,
        exclusive_blocks(page, units).take(chosen),
        dict(zip(FEATURES, values, strict=True)),
        dict(zip(FEATURES, steps, strict=True)),
    )
