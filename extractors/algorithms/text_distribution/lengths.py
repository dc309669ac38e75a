"""Lengths of the texts that the walk compares, in characters or words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.text_distribution.settings import Measure
from extractors.algorithms.text_distribution.spread import measure, subnodes_of
from extractors.page.records import SlotFlag
from extractors.text.collapsed_text import text_lengths

if TYPE_CHECKING:
    from extractors.algorithms.text_distribution.settings import TextDistributionSettings
    from extractors.algorithms.text_distribution.spread import Measured
    from extractors.page import Page

LEFT_OUT = SlotFlag.NOSCRIPT | SlotFlag.TEMPLATE | SlotFlag.HEAD | SlotFlag.TITLE
"""Text that belongs to no node, besides scripts, styles and comments."""


def measure_page(page: Page, settings: TextDistributionSettings) -> Measured:
    """Return the coefficient of every element, its text measured as the settings say."""
    lengths = text_lengths(page, LEFT_OUT)
    by_words = settings.measure is Measure.WORDS
    of_element = lengths.element_tokens if by_words else lengths.element
    of_slot = lengths.slot_tokens if by_words else lengths.slot
    every = subnodes_of(page)
    part = np.concatenate((of_element, of_slot))[every.item + every.is_text * len(of_element)]
    used = part > 0
    if not settings.drop_empty:
        used |= ~every.is_text
        used[every.is_text] = lengths.slot[every.item[every.is_text]] > 0
    if not settings.text_nodes:
        used &= ~every.is_text
    return measure(every.chosen(used), part[used], of_element, settings.spread)
