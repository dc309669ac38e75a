"""Patterns that find any of several words, and lower case that keeps offsets."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST_NUMBER = 20


def plain_part(word: str) -> str:
    """Return the first part of a word of `any_word` that is neither a number nor white space."""
    return "".join(word.partition("#")[0].split()[:1])


_SMALL = (("İ", "i"), ("ı", "i"), ("ſ", "s"), ("Σ", "σ"), ("ς", "σ"))


def small_letters(text: str) -> str:
    """Return a text in lower case, one character for each character.

    Some letters are replaced first: those that `str.lower` turns into two characters or lowers
    depending on their neighbours, and small letters with the same capital letter as another letter.
    """
    for letter, small in _SMALL:
        text = text.replace(letter, small)
    return text.lower()


def any_word(words: Iterable[str], *, ignore_case: bool = False) -> re.Pattern[str]:
    """Return a pattern that finds any of some words, in time linear in the text.

    Parameters
    ----------
    words : iterable of str
        Literal words, except that ``#`` matches one to twenty ASCII digits. Empty words match
        nothing.
    ignore_case : bool
        Whether upper and lower case are equal.
    """
    return _any_word(tuple(words), ignore_case=ignore_case)


@lru_cache(maxsize=64)
def _any_word(words: tuple[str, ...], *, ignore_case: bool) -> re.Pattern[str]:
    number = f"[0-9]{{1,{_LONGEST_NUMBER}}}"
    parts = [number.join(map(re.escape, word.split("#"))) for word in words if word]
    return re.compile("|".join(parts) or "(?!)", re.IGNORECASE if ignore_case else 0)
