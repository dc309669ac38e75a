"""ROUGE-LSum: longest common subsequences, sentence by sentence, as ``rouge-score`` counts them.

Source: Lin, "ROUGE: a package for automatic evaluation of summaries", 2004, section 3.2, as
implemented in the package ``rouge-score`` (``rougeLsum`` without a stemmer). Each line is a
sentence. The hits of a gold sentence are its words in a longest common subsequence with any kept
sentence; a word counts at most as often as it is in the kept text.

Of several longest subsequences, the one that the package finds by backtracking counts, so all
columns of the table must be equal, not only its corner. Here a column is one integer with a bit
for each word of the gold sentence (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004):
set where the length grows from one row to the next. Only words that both sentences have change a
column, so only these are visited.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from boilerscope.extractors.page.tokens import lowered_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_COST = 3_000_000
"""Largest comparison, in machine words: some seconds. Longer texts are not scored."""

_WORD = re.compile(r"[a-z0-9]+")
_BITS = 64

Sentences = list[list[str]]
_Matches = list[tuple[int, int]]


def ascii_sentences(text: str) -> Sentences:
    """Return the words of each line as in the package: ASCII letters and digits only."""
    return [_WORD.findall(line.lower()) for line in text.split("\n")]


def token_sentences(text: str) -> Sentences:
    """Return the tokens of each line in lower case: words, and characters of Chinese, Japanese."""
    return [lowered_tokens(line) for line in text.split("\n")]


def common_length(gold: Sequence[str], kept: Sequence[str]) -> int | None:
    """Return the length of a longest common subsequence of two texts, for ROUGE-L.

    Returns
    -------
    int or None
        None if the texts are too long to be compared, see `MAX_COST`.
    """
    bits: defaultdict[str, int] = defaultdict(int)
    for row, word in enumerate(gold):
        bits[word] |= 1 << row
    matched = [bits[word] for word in kept if word in bits]
    if len(matched) * (1 + len(gold) // _BITS) > 100 * MAX_COST:
        return None
    all_rows = (1 << len(gold)) - 1
    flat = all_rows
    for rows in matched:
        common = flat & rows
        flat = (flat + common | flat & ~rows) & all_rows
    return len(gold) - flat.bit_count()


def overlap(gold: Sentences, kept: Sentences) -> tuple[int, int, int] | None:
    """Return hits, words of the kept text and words of the gold text.

    Returns
    -------
    tuple of int, or None
        None if the texts are too long to be compared, see `MAX_COST`.
    """
    positions = _positions(kept)
    if _cost(gold, positions) > MAX_COST:
        return None
    lengths = [len(sentence) for sentence in kept]
    kept_sentences = {tuple(sentence) for sentence in kept}
    hits: Counter[str] = Counter()
    for sentence in gold:
        if tuple(sentence) in kept_sentences:
            hits.update(sentence)
            continue
        union = _union(sentence, positions, lengths)
        hits.update(word for row, word in enumerate(sentence) if union >> row & 1)
    available = Counter({word: len(found) for word, found in positions.items()})
    return (hits & available).total(), sum(lengths), sum(map(len, gold))


def _positions(kept: Sentences) -> Mapping[str, list[tuple[int, int]]]:
    """Return the positions of each word: sentence, and index in it."""
    positions: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, sentence in enumerate(kept):
        for index, word in enumerate(sentence):
            positions[word].append((number, index))
    return dict(positions)


def _cost(gold: Sentences, positions: Mapping[str, list[tuple[int, int]]]) -> int:
    """Return the number of machine words that a comparison visits."""
    return sum(
        sum(len(positions.get(word, ())) for word in set(sentence)) * (1 + len(sentence) // _BITS)
        for sentence in gold
    )


def _union(
    sentence: Sequence[str],
    positions: Mapping[str, list[tuple[int, int]]],
    lengths: Sequence[int],
) -> int:
    """Return the words of a gold sentence that are hits, as bits.

    Kept sentences with many matches come first, so that most later sentences add no word.
    """
    bits: defaultdict[str, int] = defaultdict(int)
    for row, word in enumerate(sentence):
        bits[word] |= 1 << row
    of_sentence: defaultdict[int, _Matches] = defaultdict(list)
    for word, rows in bits.items():
        for number, position in positions.get(word, ()):
            of_sentence[number].append((position, rows))
    all_rows, union = (1 << len(sentence)) - 1, 0
    for number, matches in sorted(of_sentence.items(), key=_most_matches_first):
        if union == all_rows:
            break
        if any(rows & ~union for _, rows in matches):
            matches.sort()
            union |= _subsequence(matches, len(sentence), lengths[number])
    return union


def _most_matches_first(item: tuple[int, _Matches]) -> int:
    return -len(item[1])


def _subsequence(matches: _Matches, n_rows: int, n_columns: int) -> int:
    """Return the rows of the longest common subsequence that the package finds, as bits.

    Parameters
    ----------
    matches : list of (column, rows)
        Columns that match any row, in order, with the rows as bits.
    n_rows, n_columns : int
        Number of words of the gold sentence and of the kept sentence.
    """
    all_rows = (1 << n_rows) - 1
    flat, growths = all_rows, []
    for _, rows in matches:
        matched = flat & rows
        flat = (flat + matched | flat & ~rows) & all_rows
        growths.append(all_rows & ~flat)
    selected, row, after = 0, n_rows, n_columns
    for (column, rows), growth in zip(reversed(matches), reversed(growths), strict=True):
        if column + 1 < after:  # columns in between match nothing: go up to where the length grows
            row = (growth & (1 << row) - 1).bit_length()
        row = ((rows | growth) & (1 << row) - 1).bit_length()
        if not row:
            break
        if rows >> row - 1 & 1:
            row -= 1
            selected |= 1 << row
        after = column
    return selected
