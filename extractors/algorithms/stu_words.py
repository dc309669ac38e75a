"""Words of semantic textual units: in which sentence each one stands, and what it weighs."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import count
from math import log2
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.plain_words import find_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.page.records import FloatArray, IntArray

ENDS = ".!?。！？"
"""Signs that end a sentence."""

_RUN_OF_ENDS = re.compile(f"[{ENDS}]++")


@dataclass(frozen=True, slots=True, eq=False)
class UnitWords:
    """The words of all units, in order.

    Attributes
    ----------
    names : list of str
        What words there are, lower case.
    name, unit, sentence : array of int, shape (n_words,)
        Place of each word in `names`, its unit, and its sentence as a place in that unit.
    n_ends : array of int, shape (n_units,)
        Runs of signs that end a sentence.
    """

    names: list[str]
    name: IntArray
    unit: IntArray
    sentence: IntArray
    n_ends: IntArray


def unit_words(texts: Sequence[str]) -> UnitWords:
    """Return the words of units, texts without line breaks."""
    lowered = [text.lower() for text in texts]
    joined = "\n".join(lowered)
    words = find_words(joined)
    ends_of_units = np.cumsum([len(text) + 1 for text in lowered], dtype=np.int32)
    ends = np.array([found.start() for found in _RUN_OF_ENDS.finditer(joined)], dtype=np.int32)
    unit = np.searchsorted(ends_of_units, words.start, side="right").astype(np.int32)
    n_ends = np.diff(np.searchsorted(ends, ends_of_units), prepend=0)
    before_unit = np.cumsum(n_ends) - n_ends
    number_of: defaultdict[str, int] = defaultdict(count().__next__)
    name = map(number_of.__getitem__, words.text)
    return UnitWords(
        name=np.fromiter(name, dtype=np.int32, count=len(words.text)),
        names=list(number_of),
        unit=unit,
        sentence=(np.searchsorted(ends, words.start) - before_unit[unit]).astype(np.int32),
        n_ends=n_ends.astype(np.int32),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The distinct words of each unit, by unit.

    Attributes
    ----------
    unit, name, first : array of int, shape (n_terms,)
        Unit, place in `UnitWords.names`, and which of all words is the first of its kind there.
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
        rank = np.arange(len(order)) - np.searchsorted(unit, unit)
        return heavy[order[rank < most]].astype(np.int32)


def terms(words: UnitWords, stop_words: frozenset[str]) -> Terms:
    """Return the distinct words of each unit with their weights."""
    n_units, n_names = len(words.n_ends), len(words.names)
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
    of_name[[place for place, name in enumerate(words.names) if name in stop_words]] = 0.0
    return Terms(
        unit=words.unit[first],
        name=name,
        first=first,
        weight=np.diff(start, append=len(key)) * of_name[name],
        of_word=of_word,
    )
