"""Keywords, summary sentences and folded texts of semantic textual units."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from math import log2
from typing import TYPE_CHECKING

from extractors.algorithms.plain_words import WORD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SENTENCE = re.compile(r"[^.!?。！？]++[.!?。！？]*+|[.!?。！？]++")


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

    @property
    def weight(self) -> float:
        """Weight of the best keyword, 0 if there is none."""
        return max(self.keywords.values(), default=0.0)


def summaries(
    texts: Sequence[str], n_keywords: int, distance: int, stop_words: frozenset[str]
) -> list[Summary]:
    """Return keywords and summary sentence of each unit.

    A word weighs tf x log2(N / df): its number in the unit, the units of the page, and those that
    hold it.

    Parameters
    ----------
    texts : sequence of str
        The units.
    n_keywords : int
        Most keywords of a unit; words of weight 0 are none, the earlier of equal ones is taken.
    distance : int
        Most other words between two keywords of one cluster.
    stop_words : frozenset of str
        Words that are no keywords, lower case.
    """
    counts = [Counter(words(text)) for text in texts]
    holding = Counter(word for counted in counts for word in counted)
    made = []
    for text, counted in zip(texts, counts, strict=True):
        weights = {
            word: n * log2(len(texts) / holding[word])
            for word, n in counted.items()
            if word not in stop_words and holding[word] < len(texts)
        }
        best = sorted(weights, key=weights.__getitem__, reverse=True)[:n_keywords]
        keywords = {word: weights[word] for word in best}
        made.append(Summary(keywords, summary_sentence(text, keywords, distance)))
    return made


def words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return WORD.findall(text.lower())


def sentences(text: str) -> list[str]:
    """Return a text cut after the signs that end a sentence."""
    found = (sentence.strip() for sentence in _SENTENCE.findall(text))
    return [sentence for sentence in found if sentence]


def summary_sentence(text: str, keywords: Mapping[str, float], distance: int) -> str:
    """Return the first sentence of the greatest weight; the first one without keywords."""
    found = sentences(text)
    return max(found, key=lambda one: _weight(one, keywords, distance), default="")


def _weight(sentence: str, keywords: Mapping[str, float], distance: int) -> float:
    """Return the sum over clusters of the keywords' weights by the cluster's words."""
    places = [
        (place, keywords[word]) for place, word in enumerate(words(sentence)) if word in keywords
    ]
    total = cluster = 0.0
    first = last = -1
    for place, weight in places:
        if last >= 0 and place - last - 1 > distance:
            total += cluster / (last - first + 1)
            first = -1
        if first < 0:
            first, cluster = place, 0.0
        cluster += weight
        last = place
    return total + cluster / (last - first + 1) if places else 0.0


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
