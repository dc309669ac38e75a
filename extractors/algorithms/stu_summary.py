"""Keywords, summary sentences and folded texts of semantic textual units."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.stu_words import ENDS, terms, unit_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from extractors.algorithms.stu_words import UnitWords
    from extractors.page.records import FloatArray, IntArray

_SENTENCE = re.compile(f"[^{ENDS}]++[{ENDS}]*+|[{ENDS}]++")


class Method(StrEnum):
    """How a unit unfolds."""

    INCREMENTAL = "incremental"
    ALL = "all"
    KEYWORDS = "keywords"
    SUMMARY = "summary"
    KEYWORD_SUMMARY = "keyword/summary"


@dataclass(frozen=True, slots=True)
class Summary:
    """What a unit is about.

    Attributes
    ----------
    keywords : mapping of str to float
        The best words with their weights, best first.
    sentence : str
        The sentence in which they stand closest.
    """

    keywords: Mapping[str, float]
    sentence: str


@dataclass(frozen=True, slots=True, eq=False)
class Summaries:
    """What the units of a page are about.

    Attributes
    ----------
    sentence : list of str, length n_units
        Summary sentence of each unit.
    first : array of int, shape (n_units + 1,)
        The keywords of unit u are first[u] ... first[u + 1] - 1, best first.
    name : list of str, length n_keywords
    weight : array of float, shape (n_keywords,)
    """

    sentence: list[str]
    first: IntArray
    name: list[str]
    weight: FloatArray

    def of_unit(self, unit: int) -> Summary:
        """Return the summary of one unit."""
        chosen = slice(self.first[unit], self.first[unit + 1])
        keywords = zip(self.name[chosen], self.weight[chosen].tolist(), strict=True)
        return Summary(dict(keywords), self.sentence[unit])

    @property
    def best_weight(self) -> FloatArray:
        """Weight of the best keyword of each unit, 0 if it has none."""
        first = self.first[:-1]
        return np.where(np.diff(self.first) > 0, np.append(self.weight, 0.0)[first], 0.0)


def summaries(
    texts: Sequence[str], n_keywords: int, distance: int, stop_words: frozenset[str]
) -> Summaries:
    """Return keywords and summary sentence of each unit.

    A word weighs tf x log2(N / df): its number in the unit, the units of the page, and those that
    hold it. Keywords with few other words between them are a cluster, which weighs the sum of
    their weights by its words. The summary is the first sentence whose clusters weigh most, the
    first one of all where there is no keyword.

    Parameters
    ----------
    texts : sequence of str
        The units, without line breaks.
    n_keywords : int
        Most keywords of a unit; words of weight 0 are none, the earlier of equal ones is taken.
    distance : int
        Most other words between two keywords of one cluster.
    stop_words : frozenset of str
        Words that are no keywords, lower case.
    """
    words = unit_words(texts)
    all_terms = terms(words, stop_words)
    best = all_terms.best(n_keywords)
    weight = np.zeros(len(all_terms.weight))
    weight[best] = all_terms.weight[best]
    names = list(words.number)
    return Summaries(
        sentence=words.sentence_texts(
            _heaviest_sentence(words, weight[all_terms.of_word], distance)
        ),
        first=np.searchsorted(all_terms.unit[best], np.arange(len(texts) + 1)).astype(np.int32),
        name=[names[number] for number in all_terms.name[best].tolist()],
        weight=all_terms.weight[best],
    )


def sentences(text: str) -> list[str]:
    """Return a text cut after the signs that end a sentence."""
    found = (sentence.strip() for sentence in _SENTENCE.findall(text))
    return [sentence for sentence in found if sentence]


def _heaviest_sentence(words: UnitWords, weight: FloatArray, distance: int) -> IntArray:
    """Return the first of the heaviest sentences of each unit, shape (n_units,).

    Parameters
    ----------
    words : UnitWords
        The words of all units.
    weight : array of float, shape (n_words,)
        Weight of each word that is a keyword of its unit, 0 for others.
    distance : int
        As that of `summaries`.
    """
    place = np.flatnonzero(weight)
    sentence = words.sentence[place]
    is_far = np.diff(place, prepend=-1) - 1 > distance
    opens = is_far | (np.diff(sentence, prepend=-1) != 0)
    first = np.flatnonzero(opens)
    last = np.append(first[1:], len(place))[: len(first)] - 1
    # Weights are added up word by word, as sums by halves would round otherwise.
    summed = np.bincount(np.cumsum(opens) - 1, weights=weight[place])
    cluster = summed / (place[last] - place[first] + 1)
    n_sentences = len(words.sentence_end)
    total = np.bincount(sentence[first], weights=cluster, minlength=n_sentences)
    begins = words.first_sentence
    most = np.maximum.reduceat(total, begins)
    heaviest = np.flatnonzero(total == np.repeat(most, np.diff(begins, append=n_sentences)))
    return heaviest[np.searchsorted(heaviest, begins)].astype(np.int32)


def states(
    text: str, summary: Summary, method: Method, width: int, n_lines: int
) -> tuple[str, ...]:
    """Return what a unit shows from its first state to the last one, which is all of it.

    A unit without keywords shows its first line where they would stand.

    Parameters
    ----------
    text : str
        The unit.
    summary : Summary
        Its keywords and sentence.
    method : Method
        How it unfolds.
    width : int
        Characters of a line.
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
    enough = text[: (n_lines + 1) * (width + 1)]
    return "\n".join(textwrap.wrap(enough, width, break_on_hyphens=False)[:n_lines])
