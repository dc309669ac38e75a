"""Titles that an extractor finds, against the title that the page gives itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.extractors.page.tokens import lowered_tokens

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page


def is_another_title(page: Page, title: str) -> bool:
    """Return whether a title shares no word with that of the page, in any case.

    False if one of them has no words.
    """
    own, found = set(lowered_tokens(page.title)), set(lowered_tokens(title))
    return bool(own and found) and own.isdisjoint(found)
