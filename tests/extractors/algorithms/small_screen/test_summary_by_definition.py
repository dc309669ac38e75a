"""Keywords and summary sentences agree with a reading of their definition, word by word."""

from __future__ import annotations

from collections import Counter
from math import log2

from hypothesis import given
from hypothesis import strategies as st

from extractors.algorithms.small_screen.accordion.summary import summaries
from extractors.page.code_points import code_points
from extractors.text.sentences import sentences
from extractors.text.words import find_words

parts = st.sampled_from(
    ["a", "B", "b", "c", "Dd", "e-f", "e", "中", "文", "İ", ".", "!", "?", "。", ")", *[" "] * 8]
)
units = st.lists(st.lists(parts, min_size=1), max_size=8).map(
    lambda drawn: [text for one in drawn if (text := " ".join("".join(one).split()))]
)


def words_of(text: str) -> list[str]:
    return find_words(code_points(text.lower())).text


def keywords_of(texts: list[str], most: int, stop_words: frozenset[str]) -> list[dict[str, float]]:
    counts = [Counter(words_of(text)) for text in texts]
    holding = Counter(word for counted in counts for word in counted)
    made = []
    for counted in counts:
        weights = {
            word: n * log2(len(texts) / holding[word])
            for word, n in counted.items()
            if word not in stop_words and holding[word] < len(texts)
        }
        best = sorted(weights, key=weights.__getitem__, reverse=True)[:most]
        made.append({word: weights[word] for word in best})
    return made


def weight_of(sentence: str, keywords: dict[str, float], distance: int) -> float:
    words = words_of(sentence)
    places = [place for place, word in enumerate(words) if word in keywords]
    clusters: list[list[int]] = []
    for place in places:
        if clusters and place - clusters[-1][-1] - 1 <= distance:
            clusters[-1].append(place)
        else:
            clusters.append([place])
    total = 0.0
    for cluster in clusters:
        summed = 0.0
        for place in cluster:
            summed += keywords[words[place]]
        total += summed / (cluster[-1] - cluster[0] + 1)
    return total


@given(units, st.integers(1, 4), st.integers(0, 3), st.sampled_from([frozenset(), {"a", "文"}]))
def test_summaries_are_those_of_the_definition(
    texts: list[str], most: int, distance: int, stop_words: frozenset[str]
):
    made = summaries(texts, most, distance, stop_words)

    wanted = keywords_of(texts, most, stop_words)
    assert [list(made.of_unit(unit).keywords.items()) for unit in range(len(texts))] == [
        list(keywords.items()) for keywords in wanted
    ]
    assert made.best_weight.tolist() == [max(one.values(), default=0.0) for one in wanted]
    assert made.sentence == [
        max(sentences(text), key=lambda one: weight_of(one, keywords, distance))
        for text, keywords in zip(texts, wanted, strict=True)
    ]
