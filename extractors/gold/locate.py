"""Find a short text on a page, exactly except for white space: titles and snippets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.text.align import text_positions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray

_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))


def find_text(page: Page, text: str) -> list[tuple[int, int]]:
    """Return the token ranges of the occurrences of a text on a page, in order.

    Parameters
    ----------
    page : Page
        The page; text of title, head and template is left out.
    text : str
        The text; white space is ignored.
    """
    dense = page.cached("text without white space", _dense_text)
    searched = "".join(text.split())
    tokens = page.tokens
    ranges = []
    offset = dense.text.find(searched) if searched else -1
    while offset >= 0:
        start, end = dense.positions[offset], dense.positions[offset + len(searched) - 1] + 1
        # A token that only begins or ends in the text belongs to it if its middle does.
        middle = (tokens.start + tokens.end) // 2
        first, last = np.searchsorted(middle, [start, end]).tolist()
        if first < last:
            ranges.append((first, last))
        offset = dense.text.find(searched, offset + len(searched))
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


@dataclass(frozen=True, slots=True, eq=False)
class _DenseText:
    """The page text without white space, and the offset of each character in the page text."""

    text: str
    positions: NDArray[np.int64]


def _dense_text(page: Page) -> _DenseText:
    positions = text_positions(page)
    codes = page.codes[positions].astype("<u4")
    return _DenseText(codes.tobytes().decode("utf-32-le", "surrogatepass"), positions)
