"""Search a pattern in many short texts at once, which is much faster than one search for each."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from extractors.page.records import BoolArray

_SPECIAL = frozenset(r"()[]{}.^$*+\\")
"""Characters that make a pattern more than a list of words."""

_CHARACTER = re.compile(r"(.)(\??)")

_BETWEEN = "\0\n"
"""Between two texts: a line end for ``^``, and a character that no pattern joins with others."""


class JoinedTexts:
    """Several texts, each of one line, to be searched together.

    Parameters
    ----------
    texts : sequence of str
        The texts, without line ends.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._joined = _BETWEEN.join(texts)
        lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
        self._end = (lengths + len(_BETWEEN)).cumsum()

    def found(self, pattern: re.Pattern[str]) -> BoolArray:
        """Return which texts a pattern is found in, shape (n_texts,).

        Parameters
        ----------
        pattern : pattern
            Matches at least one character, compiled with ``re.MULTILINE`` if it has ``^`` or ``$``.
        """
        is_found = np.zeros(len(self._end), dtype=np.bool_)
        is_found[self._end.searchsorted(list(self._matches(pattern)), side="right")] = True
        return is_found

    def _matches(self, pattern: re.Pattern[str]) -> Iterator[int]:
        """Yield the last character of each match; its first may be before the text."""
        words = _words(pattern.pattern)
        if not words:
            yield from (match.end() - 1 for match in pattern.finditer(self._joined))
        for word in words:  # six times as fast as the pattern
            place = self._joined.find(word)
            while place >= 0:
                yield place + len(word) - 1
                place = self._joined.find(word, place + 1)


@cache
def _words(pattern: str) -> tuple[str, ...]:
    """Return the words of a pattern that is nothing but a list of words, else nothing.

    A list of words is like ``cart|shop|pop-?up``: characters that may be missing make two words.
    """
    words: list[str] = []
    for alternative in pattern.split("|"):
        forms = [""]
        for character, optional in _CHARACTER.findall(alternative):
            shorter = forms if optional else []
            forms = [*(form + character for form in forms), *shorter]
        words += forms
    return () if "" in words or not _SPECIAL.isdisjoint(pattern) else tuple(words)
