"""A few words of a page, as a user quotes them, and their tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.errors import PageError

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page

_MAX_QUOTED = 60


def tokens_of(page: Page, text: str) -> slice:
    """Return the tokens of the first occurrence of a text on a page.

    White space and, if need be, case are ignored.

    Raises
    ------
    PageError
        If the page does not contain the text.
    """
    searched = "".join(text.split())
    solid = "".join(page.text.split())
    found = solid.find(searched) if searched else -1
    if found < 0 and searched and len(solid.lower()) == len(solid):
        found = solid.lower().find(searched.lower())
    if found >= 0:
        is_solid = ~np.fromiter(map(str.isspace, page.text), np.bool_, len(page.text))
        offsets = np.flatnonzero(is_solid)
        start, end = offsets[found], offsets[found + len(searched) - 1] + 1
        first = int(page.tokens.end.searchsorted(start, side="right"))
        last = int(page.tokens.start.searchsorted(end))
        if first < last:
            return slice(first, last)
    quoted = text if len(text) <= _MAX_QUOTED else text[: _MAX_QUOTED - 1] + "…"
    raise PageError(f"{page.name!r} does not contain the words {quoted!r}.")
