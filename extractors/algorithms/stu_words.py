"""Words of semantic textual units: in which sentence each one stands, and what it weighs."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import count
from math import log2
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.plain_words import find_words
from extractors.page.tokens import code_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.page.records import BoolArray, FloatArray, IntArray
    from extractors.page.tokens import CodeArray

ENDS = ".!?。！？"
"""Signs that end a sentence."""

_LINE_BREAK = ord("\n")


@dataclass(frozen=True, slots=True, eq=False)
class UnitWords:
    """The words and the sentences of all units, in order.

    Attributes
    ----------
    number : dict of str to int
        What words there are, lower case, numbered as they are met.
    name, unit, sentence : array of int, shape (n_words,)
        Number of each word, its unit, and its sentence among those of all units.
    first_sentence : array of int, shape (n_units,)
        First sentence of each unit.
    text : str
        The units line by line.
    sentence_end : array of int, shape (n_sentences,)
        Where each sentence ends in `text`, white space around it not trimmed.
    """

    number: dict[str, int]
    name: IntArray
    unit: IntArray
    sentence: IntArray
    first_sentence: IntArray
    text: str
    sentence_end: IntArray

    def sentence_texts(self, chosen: IntArray) -> list[str]:
        """Return the texts of some sentences."""
        ends = self.sentence_end[chosen].tolist()
        starts = np.append(0, self.sentence_end)[chosen].tolist()
        return [self.text[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def unit_words(texts: Sequence[str]) -> UnitWords:
    """Return the words and sentences of units, texts without line breaks."""
    text = "\n".join([*texts, ""])
    lowered = text.lower()
    codes = code_points(lowered)
    words = find_words(codes)
    sentence_end = _sentence_ends(codes)
    unit_end = np.flatnonzero(codes == _LINE_BREAK).astype(np.int32)
    number: defaultdict[str, int] = defaultdict(count().__next__)
    name = map(number.__getitem__, words.text)
    return UnitWords(
        name=np.fromiter(name, dtype=np.int32, count=len(words.text)),
        number=number,
        unit=_part_of_each(words.start, unit_end),
        sentence=_part_of_each(words.start, sentence_end),
        first_sentence=np.append(0, np.searchsorted(sentence_end, unit_end) + 1)[:-1].astype(
            np.int32
        ),
        text=text,
        # Where a letter becomes two when lowered, places are not those in the text as it stands.
        sentence_end=sentence_end
        if len(lowered) == len(text)
        else _sentence_ends(code_points(text)),
    )


def _part_of_each(start: IntArray, ends: IntArray) -> IntArray:
    """Return the part in which each word begins, for parts with these ends."""
    sizes = np.diff(start.searchsorted(ends), prepend=0)
    return np.repeat(np.arange(len(ends), dtype=np.int32), sizes)


def _sentence_ends(codes: CodeArray) -> IntArray:
    """Return the places after line breaks, and after runs of signs that no line break follows."""
    is_break = codes == _LINE_BREAK
    is_end = is_break | _end_table().take(codes, mode="clip")
    closes = is_break
    closes[:-1] |= is_end[:-1] & ~is_end[1:]
    return (np.flatnonzero(closes) + 1).astype(np.int32)


@cache
def _end_table() -> BoolArray:
    """Return which code points are `ENDS`, as far as these go, the last one is none."""
    codes = code_points(ENDS)
    table = np.zeros(int(codes.max()) + 2, dtype=np.bool_)
    table[codes] = True
    return table


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The distinct words of each unit, by unit.

    Attributes
    ----------
    unit, name, first : array of int, shape (n_terms,)
        Unit, number of the word, and which of all words is the first of its kind there.
    weight : array of float, shape (n_terms,)
        tf x log2(N / df): its number in the unit, the units, and those that hold it; 0 for stop
        words.
    of_word : array of int, shape (n_words,)
        Term of each word.
    """

    unit: IntArray
    name: IntArray
    first: IntArray
    weight: FloatArray
    of_word: IntArray

    def best(self, most: int) -> IntArray:
        """Return the heaviest terms of each unit, heaviest first, the earlier of equal ones.

        Parameters
        ----------
        most : int
            How many of each unit; terms of weight 0 are none.

        Returns
        -------
        array of int, shape (n_best,)
            Places in these arrays, by unit.
        """
        heavy = np.flatnonzero(self.weight)
        unit, first = self.unit[heavy].astype(np.int64), self.first[heavy]
        lighter = np.unique(-self.weight[heavy], return_inverse=True)[1]
        # One key is sorted several times as fast as three.
        key = (unit * len(heavy) + lighter) * len(self.of_word) + first
        order = np.argsort(key)
        unit = unit[order]
        begins = np.searchsorted(unit, np.arange(unit.max(initial=0) + 1))
        rank = np.arange(len(order)) - begins[unit]
        return heavy[order[rank < most]].astype(np.int32)


def terms(words: UnitWords, stop_words: frozenset[str]) -> Terms:
    """Return the distinct words of each unit with their weights."""
    n_units, n_names = len(words.first_sentence), len(words.number)
    key = words.unit.astype(np.int64) * n_names + words.name
    order = np.argsort(key, kind="stable")
    fresh = np.diff(key[order], prepend=-1) != 0
    start = np.flatnonzero(fresh)
    first = order[start].astype(np.int32)
    of_word = np.empty(len(key), dtype=np.int32)
    of_word[order] = np.cumsum(fresh) - 1
    name = words.name[first]
    n_holding = np.bincount(name, minlength=n_names)
    rarity = [0.0, *(log2(n_units / held) for held in range(1, int(n_holding.max(initial=0)) + 1))]
    of_name = np.array(rarity)[n_holding]
    of_name[[words.number[word] for word in stop_words if word in words.number]] = 0.0
    return Terms(
        unit=words.unit[first],
        name=name,
        first=first,
        weight=np.diff(start, append=len(key)) * of_name[name],
        of_word=of_word,
    )
