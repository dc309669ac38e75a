"""Counts of a page and pane that measures are computed from: a function for each kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.segments import segments
from boilerscope.extractors.scoring import markup_counts, ratios, rouge, word_counts
from boilerscope.extractors.scoring.bags import shared, shingles_of
from boilerscope.extractors.system.late import late_module

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rapidfuzz.distance import Levenshtein

    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.extractors.scoring.case import Prediction, Reference
else:
    Levenshtein = late_module("rapidfuzz.distance.Levenshtein")

MAX_CELLS = 10_000_000_000
"""Largest comparison of `edit`, characters times characters: some tenths of a second. Longer texts
are not scored."""

_OVERLAP = ("both", "kept", "gold")
_SHARE = ("right", "all")


@dataclass(frozen=True, slots=True)
class CountKind:
    """Counts of a page that one or several measures use.

    Attributes
    ----------
    fields : tuple of str
        Names of the counts. The last count is the size of the gold, or of all that can be right.
    count : function
        Returns the counts of a page, None if the page cannot be scored this way.
    """

    name: str
    fields: tuple[str, ...]
    count: Callable[[Reference, Prediction], tuple[int, ...] | None]


def tokens(reference: Reference, prediction: Prediction) -> tuple[int, int, int]:
    """Return the number of tokens that both keep, that are kept, and that are gold."""
    return ratios.overlap(reference.main, prediction.mask)


def shingles(reference: Reference, prediction: Prediction) -> tuple[int, int, int]:
    """Return the number of shingles in both texts, in the kept text and in the gold text.

    Counted as the article-extraction-benchmark counts them, see `shingles_of`.
    """
    gold, kept = reference.shingles, shingles_of(prediction.text)
    return shared(gold, kept), kept.total(), gold.total()


def rouge_lsum(reference: Reference, prediction: Prediction) -> tuple[int, int, int] | None:
    """Return hits, words of the kept text and words of the gold text: ASCII words only."""
    return rouge.overlap(reference.ascii_sentences, rouge.ascii_sentences(prediction.text))


def rouge_lsum_tokens(reference: Reference, prediction: Prediction) -> tuple[int, int, int] | None:
    """Return hits, tokens of the kept text and tokens of the gold text."""
    return rouge.overlap(reference.token_sentences, rouge.token_sentences(prediction.text))


def edit(reference: Reference, prediction: Prediction) -> tuple[int, int] | None:
    """Return length of the longer text minus the edit distance, and that length.

    Runs of white space count as one space. Insertions, deletions and substitutions of a character
    cost 1 each.

    Returns
    -------
    tuple of int, or None
        None if the texts are too long to be compared, see `MAX_CELLS`.
    """
    gold, kept = _spaced(reference.text), _spaced(prediction.text)
    if len(gold) * len(kept) > MAX_CELLS:
        return None
    longer = max(len(gold), len(kept))
    return longer - Levenshtein.distance(gold, kept), longer


def snippets(reference: Reference, prediction: Prediction) -> tuple[int, int] | None:
    """Return the number of snippets that pass, and of all snippets.

    A snippet is found if the text contains it, with runs of white space as one space and without
    regard to case. A required snippet passes if it is found, a forbidden one if it is not.

    Returns
    -------
    tuple of int, or None
        None if the gold of the page has no snippets.
    """
    listed = reference.gold.snippets
    if listed is None or not (listed.required or listed.forbidden):
        return None
    text = _spaced(prediction.text).lower()
    required = sum(_spaced(snippet).lower() in text for snippet in listed.required)
    forbidden = sum(_spaced(snippet).lower() not in text for snippet in listed.forbidden)
    return required + forbidden, len(listed.required) + len(listed.forbidden)


def blocks(reference: Reference, prediction: Prediction) -> tuple[int, int]:
    """Return the number of segments on which both masks agree, and the number of segments.

    A segment is in a mask if at least half of its counted tokens are. Segments without a counted
    token are left out. They are the same for every extractor.
    """
    page_segments, counted = segments(reference.page), reference.counted
    start, end = page_segments.token_start, page_segments.token_end

    def sizes(mask: BoolArray) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        before = prefix_sums(mask & counted)
        return before[end] - before[start]

    n_counted = sizes(counted)
    in_gold, in_kept = (2 * sizes(mask) >= n_counted for mask in (reference.main, prediction.mask))
    has_tokens = n_counted > 0
    n_equal = np.count_nonzero((in_gold == in_kept) & has_tokens)
    return int(n_equal), int(np.count_nonzero(has_tokens))


COUNTS: Mapping[str, CountKind] = {
    kind.name: kind
    for kind in (
        CountKind("tokens", _OVERLAP, tokens),
        CountKind("shingles", _OVERLAP, shingles),
        CountKind("words", _OVERLAP, word_counts.lowered_words),
        CountKind("same_words", _SHARE, word_counts.same_words),
        CountKind("rouge_1", _OVERLAP, word_counts.rouge_1),
        CountKind("rouge_2", _OVERLAP, word_counts.rouge_2),
        CountKind("rouge_5", _OVERLAP, word_counts.rouge_5),
        CountKind("rouge_l", _OVERLAP, word_counts.rouge_l),
        CountKind("rouge_lsum", _OVERLAP, rouge_lsum),
        CountKind("rouge_lsum_tokens", _OVERLAP, rouge_lsum_tokens),
        CountKind("edit", _SHARE, edit),
        CountKind("snippets", _SHARE, snippets),
        CountKind("blocks", _SHARE, blocks),
        CountKind("markdown_text", _SHARE, markup_counts.markdown_text),
        CountKind("code", _SHARE, markup_counts.code),
        CountKind("formulas", _SHARE, markup_counts.formulas),
        CountKind("tables", _SHARE, markup_counts.tables),
        CountKind("table_nodes", _SHARE, markup_counts.table_nodes),
        CountKind("published_table_nodes", _SHARE, markup_counts.published_table_nodes),
        CountKind("structure", _SHARE, markup_counts.structure),
    )
}
"""Kinds of counts, by name."""


def count(
    reference: Reference, prediction: Prediction, names: tuple[str, ...]
) -> dict[str, tuple[int, ...] | None]:
    """Return the counts of one page and pane, by name in `COUNTS`."""
    return {name: COUNTS[name].count(reference, prediction) for name in names}


def _spaced(text: str) -> str:
    return " ".join(text.split())
