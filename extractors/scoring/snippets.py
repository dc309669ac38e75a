"""Snippets: texts that an extraction must contain, and texts that it must not contain."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boilerscope.extractors.model.gold import Snippets


def passed(snippets: Snippets, kept: str) -> tuple[int, int]:
    """Return the number of snippets that pass, and of all snippets.

    A snippet is found if the text contains it, with runs of white space as one space and without
    regard to case. A required snippet passes if it is found, a forbidden one if it is not.
    """
    text = _normalized(kept)
    required = sum(_normalized(snippet) in text for snippet in snippets.required)
    forbidden = sum(_normalized(snippet) not in text for snippet in snippets.forbidden)
    return required + forbidden, len(snippets.required) + len(snippets.forbidden)


def _normalized(text: str) -> str:
    return " ".join(text.split()).lower()
