"""The seven features of a block that the Bayes decision uses.

A value is rounded down to whole steps of its feature. Bin edges are whole steps too, so a model
that counts values works with any edges, without being trained again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Column
from boilerscope.extractors.model.token_blocks import exclusive_blocks
from boilerscope.extractors.text.exclusive_text import count_in_slots, exclusive_text, is_read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.model.blocks import Blocks
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray, IntArray
    from boilerscope.extractors.text.exclusive_text import ExclusiveText

PUNCTUATION = ",，.。;；:：!！?？、"
"""Characters that count as punctuation."""

_PARAGRAPHS = frozenset(("p", "br"))


@dataclass(frozen=True, slots=True)
class Feature:
    """One property of a block.

    Attributes
    ----------
    name, label, unit, meaning : str
        As those of a column.
    step : float
        Values are rounded down to a multiple of this size.
    cap : int
        Maximum number of steps; a greater value counts as this number.
    is_flag : bool
        Whether the value is 0 or 1, without bin edges.
    """

    name: str
    label: str
    unit: str
    meaning: str
    step: float
    cap: int
    is_flag: bool = False


FEATURES: Mapping[str, Feature] = {
    feature.name: feature
    for feature in (
        Feature(
            "link_share",
            "Link share",
            "ratio",
            "Linked characters / characters of the exclusive text.",
            0.01,
            100,
        ),
        Feature(
            "characters",
            "Characters",
            "characters",
            "Characters of the exclusive text, white space collapsed.",
            1.0,
            2000,
        ),
        Feature(
            "punctuation",
            "Punctuation",
            "characters",
            f"Number of the characters {PUNCTUATION} in the exclusive text.",
            1.0,
            100,
        ),
        Feature(
            "tag_density",
            "Tag density",
            "elements / 1,000 characters",
            "1,000 x elements in the block / characters; a nested block counts as one element.",
            1.0,
            2000,
        ),
        Feature(
            "position",
            "Position",
            "ratio",
            "Position of the middle of the block in the text of all blocks, from 0 to 1.",
            0.01,
            100,
        ),
        Feature("p_br", "p or br", "", "1 if the block contains a p or br.", 1.0, 1, is_flag=True),
        Feature(
            "notice",
            "Notice",
            "",
            "1 if the exclusive text contains a notice word, such as of copyright or of a series"
            " of pages.",
            1.0,
            1,
            is_flag=True,
        ),
    )
}
"""The features by name, in the order of the specification."""


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredBlocks:
    """Blocks of a page: framework elements with exclusive text.

    Attributes
    ----------
    selected : array of int, shape (n_blocks,)
        Indices in `units` of the elements that have text: one block each.
    blocks : Blocks
        Tokens of each block.
    values : mapping of str to array of float, shape (n_blocks,)
        Values of each feature.
    steps : mapping of str to array of int, shape (n_blocks,)
        Values of each feature in whole steps.
    """

    units: ExclusiveText
    selected: IntArray
    blocks: Blocks
    values: Mapping[str, FloatArray]
    steps: Mapping[str, IntArray]

    def columns(self) -> tuple[Column, ...]:
        """Return the values as columns."""
        return tuple(
            Column(name, feature.label, feature.unit, feature.meaning, self.values[name])
            for name, feature in FEATURES.items()
        )


def measure(page: Page, framework: frozenset[str], words: tuple[str, ...]) -> MeasuredBlocks:
    """Return the blocks of a page with their features, cached on the page.

    Parameters
    ----------
    framework : frozenset of str
        Tags of the elements that are blocks.
    words : tuple of str
        Notice words: the feature ``notice`` is 1 for a text with such a word, in any letter case.
    """
    key = ("bayes features", framework, words)
    return page.cached(key, lambda page: _measure(page, framework, words))


def _measure(page: Page, framework: frozenset[str], words: tuple[str, ...]) -> MeasuredBlocks:
    units = exclusive_text(page, framework)
    selected = np.flatnonzero(units.length).astype(np.int32)
    is_element = is_read(page)
    length = units.length[selected].astype(np.float64)
    middle = length.cumsum() - length / 2
    is_paragraph = is_element & page.elements.tagged(_PARAGRAPHS)
    values = {
        "link_share": units.link_length[selected] / length,
        "characters": length,
        "punctuation": units.sum_slots(count_in_slots(page, PUNCTUATION))[selected],
        "tag_density": 1000 * units.count_rows(is_element)[selected] / length,
        "position": middle / max(length.sum(), 1),
        "p_br": units.count_rows(is_paragraph)[selected] > 0,
        "notice": units.contains(words, ignore_case=True)[selected],
    }
    values = {name: value.astype(np.float64) for name, value in values.items()}
    return MeasuredBlocks(
        units,
        selected,
        exclusive_blocks(page, units).take(selected),
        values,
        {name: _whole_steps(FEATURES[name], value) for name, value in values.items()},
    )


def _whole_steps(feature: Feature, values: FloatArray) -> IntArray:
    """Return values in whole steps of a feature; a little is added for binary rounding."""
    steps = np.floor(values / feature.step + 1e-9)
    return np.minimum(steps, feature.cap).astype(np.int32)
