"""Find a short text on a page: titles and snippets, by the characters that alignment compares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.text.comparing import (
    compared,
    compared_page,
    compared_without_readings,
)

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.text.comparing import Compared

_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))


def find_text(page: Page, text: str) -> list[tuple[int, int]]:
    """Return the token ranges of the occurrences of a text on a page, in order.

    Parameters
    ----------
    page : Page
        The page; text of title, head and template is left out.
    text : str
        The text; white space and invisible characters are ignored, as are readings above words
        (ruby) if the text is not found with them.
    """
    searched = compared(text).as_text()
    ranges = _ranges(page, searched, compared_page(page), "text to search")
    without_readings = compared_without_readings(page)
    if not ranges and without_readings is not None:
        return _ranges(page, searched, without_readings, "text to search without readings")
    return ranges


def find_title(page: Page, title: str) -> tuple[int, int] | None:
    """Return the token range of a title: its first occurrence in a heading, else its first."""
    ranges = find_text(page, title)
    elements, tokens = page.elements, page.tokens
    is_heading = elements.at_or_below(elements.tagged(_HEADINGS))
    for first, last in ranges:
        if is_heading[page.slots.owner[tokens.slot[first]]]:
            return first, last
    return ranges[0] if ranges else None


def mask_of_texts(page: Page, texts: tuple[str, ...]) -> tuple[BoolArray, tuple[str, ...]]:
    """Return the tokens of the texts that occur once on a page, and the texts that are missing.

    A text that occurs more than once marks nothing, because the right occurrence is unknown.
    """
    mask = np.zeros(page.n_tokens, dtype=np.bool_)
    missing = []
    for text in texts:
        ranges = find_text(page, text)
        if len(ranges) == 1:
            mask[slice(*ranges[0])] = True
        elif not ranges:
            missing.append(text)
    return mask, tuple(missing)


def _ranges(page: Page, searched: str, ours: Compared, key: str) -> list[tuple[int, int]]:
    text = page.cached(key, lambda _: ours.as_text())
    tokens = page.tokens
    ranges = []
    offset = text.find(searched) if searched else -1
    while offset >= 0:
        start, end = ours.positions[offset], ours.positions[offset + len(searched) - 1] + 1
        # A token that only begins or ends in the text belongs to it if its middle does.
        middle = (tokens.start + tokens.end) // 2
        first, last = np.searchsorted(middle, [start, end]).tolist()
        if first < last:
            ranges.append((first, last))
        offset = text.find(searched, offset + len(searched))
    return ranges
