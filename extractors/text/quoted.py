"""A few words of a page, as a user quotes them, and their tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.errors import PageError

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page

_MAX_QUOTED = 60


def tokens_of(page: Page, text: str) -> slice:
    """Return the tokens of the first occurrence of a text on a page, see `occurrences_of`."""
    return occurrences_of(page, text)[0]


def occurrences_of(page: Page, text: str) -> list[slice]:
    """Return the tokens of each occurrence of a text on a page, in page order.

    White space and, if need be, case are ignored.

    Raises
    ------
    PageError
        If the page does not contain the text.
    """
    searched = "".join(text.split())
    solid = "".join(page.text.split())
    found = _starts(solid, searched)
    if not found and len(solid.lower()) == len(solid):
        found = _starts(solid.lower(), searched.lower())
    is_solid = ~np.fromiter(map(str.isspace, page.text), np.bool_, len(page.text))
    offsets = np.flatnonzero(is_solid)
    occurrences = []
    for start in found:
        first_offset, end = offsets[start], offsets[start + len(searched) - 1] + 1
        first = int(page.tokens.end.searchsorted(first_offset, side="right"))
        last = int(page.tokens.start.searchsorted(end))
        if first < last:
            occurrences.append(slice(first, last))
    if not occurrences:
        quoted = text if len(text) <= _MAX_QUOTED else text[: _MAX_QUOTED - 1] + "…"
        raise PageError(f"{page.name!r} does not contain the words {quoted!r}.")
    return occurrences


def _starts(solid: str, searched: str) -> list[int]:
    """Return where a text starts in another, without overlaps; nothing for an empty text."""
    found = []
    start = solid.find(searched) if searched else -1
    while start >= 0:
        found.append(start)
        start = solid.find(searched, start + len(searched))
    return found
