"""Lengths of texts in characters or words, and the coefficients that follow from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.text_distribution.settings import Measure
from boilerscope.extractors.algorithms.text_distribution.spread import measure, subnodes_of
from boilerscope.extractors.page.records import SlotFlag
from boilerscope.extractors.text.collapsed_text import text_lengths

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.text_distribution.settings import (
        TextDistributionSettings,
    )
    from boilerscope.extractors.algorithms.text_distribution.spread import Measures
    from boilerscope.extractors.page import Page

LEFT_OUT = SlotFlag.NOSCRIPT | SlotFlag.TEMPLATE | SlotFlag.HEAD | SlotFlag.TITLE
"""Text that does not count, in addition to scripts, styles and comments."""


def measure_page(page: Page, settings: TextDistributionSettings) -> Measures:
    """Return the coefficient of every element, with the subnodes and lengths of the settings."""
    lengths = text_lengths(page, LEFT_OUT)
    subnodes = subnodes_of(page)
    is_text, item = subnodes.is_text, subnodes.item
    if settings.measure is Measure.WORDS:
        of_element, of_slot = lengths.element_tokens, lengths.slot_tokens
    else:
        of_element, of_slot = lengths.element, lengths.slot
    length = np.zeros(len(item), dtype=np.int32)
    length[is_text] = of_slot[item[is_text]]
    length[~is_text] = of_element[item[~is_text]]
    counts = length > 0
    if (
        not settings.drop_empty
    ):  # then empty elements and text without words count, but not blank text
        counts[~is_text] = True
        counts[is_text] = lengths.slot[item[is_text]] > 0
    if not settings.text_nodes:
        counts &= ~is_text
    return measure(subnodes.subset(counts), length[counts], of_element, settings.spread)
