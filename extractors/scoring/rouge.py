"""ROUGE-LSum: longest common subsequences, sentence by sentence, as ``rouge-score`` counts them.

Source: Lin, "ROUGE: a package for automatic evaluation of summaries", 2004, section 3.2, in the
reading of the package ``rouge-score`` (``rougeLsum`` without a stemmer). Each line is a sentence.
For each gold sentence, the words of it that are in a longest common subsequence with any kept
sentence are its hits; a word counts at most as often as it is in the kept text.

Of several longest subsequences the one that the package walks back to decides, hence the columns of
the table must be equal, not its corner only. Here a column of the table is one integer with a bit
for each word of the gold sentence (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004):
set where the length grows from one row to the next. Only words that both sentences have change a
column, so only these are visited.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from extractors.page.tokens import lowered_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_COST = 3_000_000
"""Longest comparison, in machine words: some seconds. Longer texts are not scored."""

_WORD = re.compile(r"[a-z0-9]+")
_BITS = 64

Sentences = list[list[str]]
_Matches = list[tuple[int, int]]


def ascii_sentences(text: str) -> Sentences:
    """Return the words of each line as the package finds them: ASCII letters and digits only."""
    return [_WORD.findall(line.lower()) for line in text.split("\n")]


def token_sentences(text: str) -> Sentences:
    """Return the tokens of each line in lower case: words, and characters of Chinese, Japanese."""
    return [lowered_tokens(line) for line in text.split("\n")]


def overlap(gold: Sentences, kept: Sentences) -> tuple[int, int, int] | None:
    """Return hits, words of the kept text and words of the gold text.

    Returns
    -------
    tuple of int, or None
        None if the texts are too long to be compared, see `MAX_COST`.
    """
    places = _places(kept)
    if _cost(gold, places) > MAX_COST:
        return None
    lengths = [len(sentence) for sentence in kept]
    whole = {tuple(sentence) for sentence in kept}
    hits: Counter[str] = Counter()
    for sentence in gold:
        if tuple(sentence) in whole:
            hits.update(sentence)
            continue
        union = _union(sentence, places, lengths)
        hits.update(word for row, word in enumerate(sentence) if union >> row & 1)
    available = Counter({word: len(where) for word, where in places.items()})
    return (hits & available).total(), sum(lengths), sum(map(len, gold))


def _places(kept: Sentences) -> Mapping[str, list[tuple[int, int]]]:
    """Return where each word is: sentence, and position in it."""
    places: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, sentence in enumerate(kept):
        for position, word in enumerate(sentence):
            places[word].append((number, position))
    return dict(places)


def _cost(gold: Sentences, places: Mapping[str, list[tuple[int, int]]]) -> int:
    """Return how many machine words a comparison visits."""
    return sum(
        sum(len(places.get(word, ())) for word in set(sentence)) * (1 + len(sentence) // _BITS)
        for sentence in gold
    )


def _union(
    sentence: Sequence[str],
    places: Mapping[str, list[tuple[int, int]]],
    lengths: Sequence[int],
) -> int:
    """Return the words of a gold sentence that are hits, as bits.

    Kept sentences with many matches come first, so that most others have no word to add.
    """
    bits: defaultdict[str, int] = defaultdict(int)
    for row, word in enumerate(sentence):
        bits[word] |= 1 << row
    of_sentence: defaultdict[int, _Matches] = defaultdict(list)
    for word, rows in bits.items():
        for number, position in places.get(word, ()):
            of_sentence[number].append((position, rows))
    everything, union = (1 << len(sentence)) - 1, 0
    for number, matches in sorted(of_sentence.items(), key=_most_matches_first):
        if union == everything:
            break
        if any(rows & ~union for _, rows in matches):
            matches.sort()
            union |= _subsequence(matches, len(sentence), lengths[number])
    return union


def _most_matches_first(item: tuple[int, _Matches]) -> int:
    return -len(item[1])


def _subsequence(matches: _Matches, n_rows: int, n_columns: int) -> int:
    """Return the rows of the longest common subsequence that the package walks back to, as bits.

    Parameters
    ----------
    matches : list of (column, rows)
        Columns that match any row, in order, with the rows as bits.
    n_rows, n_columns : int
        Words of the gold sentence and of the kept one.
    """
    everything = (1 << n_rows) - 1
    flat, growths = everything, []
    for _, rows in matches:
        met = flat & rows
        flat = (flat + met | flat & ~rows) & everything
        growths.append(everything & ~flat)
    chosen, row, after = 0, n_rows, n_columns
    for (column, rows), growth in zip(reversed(matches), reversed(growths), strict=True):
        if column + 1 < after:  # columns in between match nothing: go up to where the length grows
            row = (growth & (1 << row) - 1).bit_length()
        row = ((rows | growth) & (1 << row) - 1).bit_length()
        if not row:
            break
        if rows >> row - 1 & 1:
            row -= 1
            chosen |= 1 << row
        after = column
    return chosen
