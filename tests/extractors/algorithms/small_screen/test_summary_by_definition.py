"""Keywords and summary sentences, compared with a literal reading of their definition."""

from __future__ import annotations

from collections import Counter
from math import log2

from hypothesis import given
from hypothesis import strategies as st

from boilerscope.extractors.algorithms.small_screen.accordion.summary import summaries
from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.text.sentences import sentences
from boilerscope.extractors.text.words import find_words

parts = st.sampled_from(
    ["a", "B", "b", "c", "Dd", "e-f", "e", "中", "文", "İ", ".", "!", "?", "。", ")", *[" "] * 8]
)
units = st.lists(st.lists(parts, min_size=1), max_size=8).map(
    lambda drawn: [text for unit in drawn if (text := " ".join("".join(unit).split()))]
)


def words_of(text: str) -> list[str]:
    return find_words(code_points(text.lower())).text


def keywords_of(
    texts: list[str], n_keywords: int, stop_words: frozenset[str]
) -> list[dict[str, float]]:
    counts = [Counter(words_of(text)) for text in texts]
    n_units = Counter(word for counted in counts for word in counted)
    keywords = []
    for counted in counts:
        weights = {
            word: n * log2(len(texts) / n_units[word])
            for word, n in counted.items()
            if word not in stop_words and n_units[word] < len(texts)
        }
        best = sorted(weights, key=weights.__getitem__, reverse=True)[:n_keywords]
        keywords.append({word: weights[word] for word in best})
    return keywords


def weight_of(sentence: str, keywords: dict[str, float], distance: int) -> float:
    words = words_of(sentence)
    positions = [position for position, word in enumerate(words) if word in keywords]
    clusters: list[list[int]] = []
    for position in positions:
        if clusters and position - clusters[-1][-1] - 1 <= distance:
            clusters[-1].append(position)
        else:
            clusters.append([position])
    total = 0.0
    for cluster in clusters:
        cluster_weight = 0.0
        for position in cluster:
            cluster_weight += keywords[words[position]]
        total += cluster_weight / (cluster[-1] - cluster[0] + 1)
    return total


@given(units, st.integers(1, 4), st.integers(0, 3), st.sampled_from([frozenset(), {"a", "文"}]))
def test_summaries_are_those_of_the_definition(
    texts: list[str], n_keywords: int, distance: int, stop_words: frozenset[str]
):
    unit_summaries = summaries(texts, n_keywords, distance, stop_words)

    expected = keywords_of(texts, n_keywords, stop_words)
    assert [list(unit_summaries.of_unit(unit).keywords.items()) for unit in range(len(texts))] == [
        list(keywords.items()) for keywords in expected
    ]
    assert unit_summaries.best_weight.tolist() == [
        max(keywords.values(), default=0.0) for keywords in expected
    ]
    assert unit_summaries.sentence == [
        max(sentences(text), key=lambda sentence: weight_of(sentence, keywords, distance))
        for text, keywords in zip(texts, expected, strict=True)
    ]
