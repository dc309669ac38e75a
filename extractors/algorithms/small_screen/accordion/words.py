"""Words of semantic textual units: the sentence and the weight of each word."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.page.code_points import character_table, code_points
from boilerscope.extractors.text.sentences import ENDS
from boilerscope.extractors.text.words import find_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.page.code_points import CodeArray
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

_LINE_BREAK = ord("\n")


@dataclass(frozen=True, slots=True, eq=False)
class UnitWords:
    """The words and the sentences of all units, in order.

    Attributes
    ----------
    word : list of str, length n_words
        The words in lower case.
    first_index : dict of str to int
        Index of the first occurrence of each distinct word.
    name, unit, sentence : array of int, shape (n_words,)
        Index of the first equal word, unit, and sentence (counted over all units) of each word.
    first_sentence : array of int, shape (n_units + 1,)
        First sentence of each unit, then the number of sentences.
    text : str
        The units, one per line.
    sentence_end : array of int, shape (n_sentences,)
        End of each sentence in `text`, with the white space around it.
    """

    word: list[str]
    first_index: dict[str, int]
    name: IntArray
    unit: IntArray
    sentence: IntArray
    first_sentence: IntArray
    text: str
    sentence_end: IntArray

    @property
    def n_sentences(self) -> IntArray:
        """Number of sentences of each unit, shape (n_units,)."""
        return self.first_sentence[1:] - self.first_sentence[:-1]

    def sentence_texts(self, sentences: NDArray[np.int64]) -> list[str]:
        """Return the texts of some sentences."""
        edges = np.zeros(len(self.sentence_end) + 1, dtype=np.int32)
        edges[1:] = self.sentence_end
        ranges = zip(edges[sentences].tolist(), edges[sentences + 1].tolist(), strict=True)
        return [self.text[start:end].strip() for start, end in ranges]


def unit_words(texts: Sequence[str]) -> UnitWords:
    """Return the words and sentences of units, texts without line breaks."""
    text = "\n".join([*texts, ""])
    lowered = text.lower()
    codes = code_points(lowered)
    words = find_words(codes)
    sentence_end = _sentence_ends(codes)
    unit_end = np.flatnonzero(codes == _LINE_BREAK).astype(np.int32) + 1
    first_sentence = np.zeros(len(unit_end) + 1, dtype=np.int32)
    first_sentence[1:] = sentence_end.searchsorted(unit_end) + 1
    first_index: dict[str, int] = {}
    n_words = len(words.text)
    name = map(first_index.setdefault, words.text, range(n_words))
    return UnitWords(
        word=words.text,
        name=np.fromiter(name, dtype=np.int32, count=n_words),
        first_index=first_index,
        unit=_part_of_each(words.start, unit_end),
        sentence=_part_of_each(words.start, sentence_end),
        first_sentence=first_sentence,
        text=text,
        # Offsets refer to the lowered text: lowering can turn one letter into two.
        sentence_end=sentence_end
        if len(lowered) == len(text)
        else _sentence_ends(code_points(text)),
    )


def _part_of_each(start: IntArray, ends: IntArray) -> IntArray:
    """Return the part in which each word starts, for parts with the given ends."""
    edges = np.zeros(len(ends) + 1, dtype=np.int64)
    edges[1:] = start.searchsorted(ends)
    return np.arange(len(ends), dtype=np.int32).repeat(edges[1:] - edges[:-1])


def _sentence_ends(codes: CodeArray) -> IntArray:
    """Return the offsets after line breaks, and after runs of sentence ends."""
    is_break = codes == _LINE_BREAK
    is_end = is_break | character_table(ENDS)[codes]
    closes = is_break
    closes[:-1] |= is_end[:-1] & ~is_end[1:]
    ends: IntArray = np.flatnonzero(closes).astype(np.int32) + 1
    return ends


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The distinct words of each unit, ordered by word, then by unit.

    Attributes
    ----------
    unit, first : array of int, shape (n_terms,)
        Unit, and index of the first occurrence there.
    weight : array of float, shape (n_terms,)
        tf x log2(N / df): occurrences in the unit, number of units, units that contain it; 0 for
        stop words.
    of_word : array of int, shape (n_words,)
        Term of each word.
    """

    unit: IntArray
    first: NDArray[np.int64]
    weight: FloatArray
    of_word: NDArray[np.int64]

    def best(self, n_best: int, is_included: BoolArray) -> NDArray[np.int64]:
        """Return the heaviest terms of units, heaviest first, earlier terms first if equal.

        Parameters
        ----------
        n_best : int
            Maximum number per unit; terms of weight 0 are left out.
        is_included : array of bool, shape (n_units,)
            Units to include.

        Returns
        -------
        array of int, shape (n_best,)
            Indices of terms, by unit.
        """
        candidates = np.flatnonzero((self.weight > 0) & is_included[self.unit])
        small = _small(max(len(self.of_word), len(is_included)))
        first, unit = self.first[candidates].astype(small), self.unit[candidates].astype(small)
        candidates = candidates[np.lexsort((first, -self.weight[candidates], unit))]
        unit = self.unit[candidates]
        is_best = np.ones(len(candidates), dtype=np.bool_)
        is_best[n_best:] = unit[n_best:] != unit[:-n_best]
        return candidates[is_best]


def _small(highest: int) -> np.dtype[Any]:
    """Return an integer type for a maximum; numpy sorts 16-bit numbers in linear time."""
    return np.min_scalar_type(highest)


def terms(words: UnitWords, stop_words: frozenset[str]) -> Terms:
    """Return the distinct words of each unit with their weights."""
    n_units, n_words = len(words.first_sentence) - 1, len(words.word)
    name = words.name.astype(_small(n_words), copy=False)  # words are in the order of their units
    order = name.argsort(kind="stable")
    name, unit = name[order], words.unit[order]
    is_first = np.ones(n_words, dtype=np.bool_)
    is_first[1:] = (name[1:] != name[:-1]) | (unit[1:] != unit[:-1])
    of_word = np.empty(n_words, dtype=np.int64)
    of_word[order] = is_first.cumsum() - 1
    name = name[is_first]
    n_containing = np.bincount(name, minlength=n_words)
    rarity = [
        0.0,
        *(
            log2(n_units / n_with_word)
            for n_with_word in range(1, int(n_containing.max(initial=0)) + 1)
        ),
    ]
    of_name = np.array(rarity)[n_containing]
    indices = map(words.first_index.get, stop_words)
    of_name[[index for index in indices if index is not None]] = 0.0
    return Terms(
        unit=unit[is_first],
        first=order[is_first],
        weight=np.bincount(of_word) * of_name[name],
        of_word=of_word,
    )
