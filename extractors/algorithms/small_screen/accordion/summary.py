"""Keywords, summary sentences and folded texts of semantic textual units."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.small_screen.accordion.words import terms, unit_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from boilerscope.extractors.algorithms.small_screen.accordion.words import Terms, UnitWords
    from boilerscope.extractors.page.records import FloatArray


class Method(StrEnum):
    """States in which a unit unfolds."""

    INCREMENTAL = "incremental"
    ALL = "all"
    KEYWORDS = "keywords"
    SUMMARY = "summary"
    KEYWORD_SUMMARY = "keyword/summary"


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of a unit.

    Attributes
    ----------
    keywords : mapping of str to float
        The best words and their weights, best first.
    sentence : str
        The sentence in which the keywords are closest together.
    """

    keywords: Mapping[str, float]
    sentence: str


@dataclass(frozen=True, eq=False)
class Summaries:
    """Summaries of the units of a page, computed when read.

    n_keywords, distance, stop_words
        As in `summaries`.
    """

    texts: Sequence[str]
    words: UnitWords
    n_keywords: int
    distance: int
    stop_words: frozenset[str]

    @cached_property
    def terms(self) -> Terms:
        """The distinct words of each unit."""
        return terms(self.words, self.stop_words)

    @cached_property
    def sentence(self) -> list[str]:
        """Summary sentence of each unit."""
        sentence, has_choice = list(self.texts), self.words.n_sentences > 1
        # A unit with one sentence needs no weights.
        units = np.flatnonzero(has_choice)
        if len(units):
            best = self.terms.best(self.n_keywords, has_choice)
            weight = np.zeros(len(self.terms.weight))
            weight[best] = self.terms.weight[best]
            weight = weight[self.terms.of_word]
            heaviest = _heaviest_sentence(self.words, weight, self.distance)[units]
            for unit, text in zip(units.tolist(), self.words.sentence_texts(heaviest), strict=True):
                sentence[unit] = text
        return sentence

    def of_unit(self, unit: int) -> Summary:
        """Return the summary of one unit."""
        best, first = self._keywords
        terms_of_unit = best[first[unit] : first[unit + 1]]
        first_words, weights = (
            self.terms.first[terms_of_unit].tolist(),
            self.terms.weight[terms_of_unit].tolist(),
        )
        names = [self.words.word[word] for word in first_words]
        return Summary(dict(zip(names, weights, strict=True)), self.sentence[unit])

    @property
    def best_weight(self) -> FloatArray:
        """Weight of the best keyword of each unit, 0 if it has none."""
        best, first = self._keywords
        weight = np.append(self.terms.weight[best], 0.0)[first[:-1]]
        return np.where(np.diff(first) > 0, weight, 0.0)

    @cached_property
    def _keywords(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the terms that are keywords, and the first of each unit, best terms first."""
        n_units = len(self.texts)
        best = self.terms.best(self.n_keywords, np.ones(n_units, dtype=np.bool_))
        return best, self.terms.unit[best].searchsorted(np.arange(n_units + 1))


def summaries(
    texts: Sequence[str], n_keywords: int, distance: int, stop_words: frozenset[str]
) -> Summaries:
    """Return keywords and summary sentence of each unit.

    The weight of a word is tf x log2(N / df): its occurrences in the unit, the number of units, and
    the number of units that contain it. Keywords with few other words between them form a cluster;
    its weight is the sum of their weights divided by its number of words. The summary is the first
    sentence with the largest total weight of clusters, or the first sentence if there are no
    keywords.

    Parameters
    ----------
    texts : sequence of str
        The units, without line breaks.
    n_keywords : int
        Maximum number per unit. Words of weight 0 are not keywords; of words with equal weights the
        earlier comes first.
    distance : int
        Maximum number of other words between two keywords of a cluster.
    stop_words : frozenset of str
        Words that are not keywords, in lower case.
    """
    return Summaries(texts, unit_words(texts), n_keywords, distance, stop_words)


def _heaviest_sentence(words: UnitWords, weight: FloatArray, distance: int) -> NDArray[np.int64]:
    """Return the first of the heaviest sentences of each unit, shape (n_units,).

    Parameters
    ----------
    weight : array of float, shape (n_words,)
        Weight of each word that is a keyword of its unit, 0 for other words.
    distance : int
        As in `summaries`.
    """
    positions = np.flatnonzero(weight)
    sentence = words.sentence[positions]
    is_edge = np.ones(len(positions) + 1, dtype=np.bool_)
    is_edge[1:-1] = (positions[1:] - positions[:-1] - 1 > distance) | (
        sentence[1:] != sentence[:-1]
    )
    edges = np.flatnonzero(is_edge)
    first = edges[:-1]
    size = positions[edges[1:] - 1] - positions[first] + 1
    # Weights are added word by word; pairwise summation would round differently.
    cluster = np.bincount(is_edge[:-1].cumsum() - 1, weights=weight[positions]) / size
    total = np.bincount(sentence[first], weights=cluster, minlength=len(words.sentence_end))
    starts = words.first_sentence[:-1]
    largest = np.maximum.reduceat(total, starts)
    heaviest = np.flatnonzero(total == largest.repeat(words.n_sentences))
    first_heaviest: NDArray[np.int64] = heaviest[heaviest.searchsorted(starts)]
    return first_heaviest


def states(
    text: str, summary: Summary, method: Method, width: int, n_lines: int
) -> tuple[str, ...]:
    """Return the texts of a unit in its states, from the first to the full text.

    A unit without keywords shows its first line instead of them.

    Parameters
    ----------
    summary : Summary
        Its keywords and sentence.
    width : int
        Characters per line.
    n_lines : int
        Lines of the middle state.
    """
    keywords = ", ".join(summary.keywords)
    match method:
        case Method.INCREMENTAL:
            return (_head(text, width, 1), _head(text, width, n_lines), text)
        case Method.ALL:
            return (text,)
        case Method.KEYWORDS:
            return (keywords or _head(text, width, 1), _head(text, width, n_lines), text)
        case Method.SUMMARY:
            return (summary.sentence, text)
        case Method.KEYWORD_SUMMARY:
            return (keywords or _head(text, width, 1), summary.sentence, text)


def _head(text: str, width: int, n_lines: int) -> str:
    """Return the first lines of a text."""
    start = text[: (n_lines + 1) * (width + 1)]
    return "\n".join(textwrap.wrap(start, width, break_on_hyphens=False)[:n_lines])
