"""Search for a pattern in many short texts at once, much faster than in each text alone."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import BoolArray

_SPECIAL = re.compile(r"\\\w|(?<!\\)[()\[\]{}.^$*+]")
"""Syntax that a list of words does not have: a special character without a backslash, or a letter
with a backslash."""

_CHARACTER = re.compile(r"\\?(.)(\??)")

_BETWEEN = "\0\n"
"""Separator of texts: a character that no match crosses, and a line end for ``^``."""


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
        """Return which texts a pattern matches, shape (n_texts,).

        Parameters
        ----------
        pattern : pattern
            Matches at least one character, compiled with ``re.MULTILINE`` if it has ``^`` or ``$``.
        """
        is_found: BoolArray = self.found_bits((pattern,)) != 0
        return is_found

    def found_bits(self, patterns: Iterable[re.Pattern[str]]) -> NDArray[np.int64]:
        """Return a bit set for each text: bit i is set if pattern i matches.

        Parameters
        ----------
        patterns : iterable of pattern
            At most 63, see `found`.

        Returns
        -------
        array of int, shape (n_texts,)
        """
        matches = [
            (offset, bit)
            for bit, pattern in enumerate(patterns)
            for offset in self._matches(pattern)
        ]
        offset, bit = np.array(matches, dtype=np.int64).reshape(-1, 2).T
        bits = np.zeros(len(self._end), dtype=np.int64)
        np.bitwise_or.at(bits, self._end.searchsorted(offset, side="right"), 1 << bit)
        return bits

    def _matches(self, pattern: re.Pattern[str]) -> Iterator[int]:
        """Yield the offset of each match's last character; its first may be before the text."""
        words = _words(pattern.pattern)
        if not words:
            yield from (match.end() - 1 for match in pattern.finditer(self._joined))
        for word in words:  # six times as fast as the pattern
            offset = self._joined.find(word)
            while offset >= 0:
                yield offset + len(word) - 1
                offset = self._joined.find(word, offset + 1)


@cache
def _words(pattern: str) -> tuple[str, ...]:
    """Return the words of a pattern that is only a list of words, else an empty tuple.

    A list of words is like ``cart|shop|pop-?up``: an optional character gives two words.
    """
    words: list[str] = []
    for alternative in pattern.split("|"):
        forms = [""]
        for character, optional in _CHARACTER.findall(alternative):
            shorter = forms if optional else []
            forms = [*(form + character for form in forms), *shorter]
        words += forms
    words = [word for word in words if not any(other in word and other != word for other in words)]
    return () if "" in words or _SPECIAL.search(pattern) else tuple(words)
