"""The measures: the counts that a measure needs, and its value as a function of them.

Counts are computed once for each page and pane, see `boilerscope.extractors.scoring.counts`.
Values of a page, means over pages and their intervals all follow from these counts by the function
of the measure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boilerscope.extractors.scoring import ratios

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.extractors.scoring.ratios import Counts


@dataclass(frozen=True, slots=True)
class Measure:
    """A score.

    Attributes
    ----------
    name : str
        Identifier, as files and the command line use it.
    label : str
        Name on screen.
    formula, unit, source : str
        Formula, unit that is counted, and source; parts of the tip.
    counts : str
        Name in `boilerscope.extractors.scoring.counts.COUNTS`.
    value : function
        Returns the values of counts, shape (..., n_fields) to (...); NaN where it is not defined.
    mean_of : tuple of str
        Two measures; the mean over pages is the harmonic mean of their means. Empty if it is the
        mean of the values.
    """

    name: str
    label: str
    formula: str
    unit: str
    source: str
    counts: str
    value: Callable[[Counts], FloatArray]
    mean_of: tuple[str, ...] = ()

    @property
    def tip(self) -> str:
        """Formula, unit and source in sentences."""
        return f"{self.formula} Unit: {self.unit}. Source: {self.source}."


_TOKENS = "words, and characters of Chinese and Japanese; undecided and unmarked words do not count"
_TOKENS_SOURCE = "precision and recall of information retrieval, on the tokens of the page"
_SHINGLES = "sequences of four words; a clause of Chinese or Japanese is one word"
_SHINGLES_SOURCE = "article-extraction-benchmark, evaluate.py"
_ROUGE = "words of ASCII letters and digits only, so that Chinese and Japanese text scores 0"
_ROUGE_SOURCE = "Lin (2004), section 3.2; equal to rougeLsum of the package rouge-score"
_ROUGE_TOKENS = "words, and characters of Chinese and Japanese, in lower case"
_ROUGE_TOKENS_SOURCE = "as ROUGE-LSum of the package rouge-score, with our tokens"
_F1 = "2 × precision × recall / (precision + recall)"
_LSUM = "Hits: words in a longest common subsequence of a gold line with any kept line."

MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure(
            "token_precision",
            "Token precision",
            "Kept gold tokens / kept tokens.",
            _TOKENS,
            _TOKENS_SOURCE,
            "tokens",
            ratios.precision,
        ),
        Measure(
            "token_recall",
            "Token recall",
            "Kept gold tokens / gold tokens.",
            _TOKENS,
            _TOKENS_SOURCE,
            "tokens",
            ratios.recall,
        ),
        Measure(
            "token_f1",
            "Token F1",
            f"{_F1} of tokens.",
            _TOKENS,
            _TOKENS_SOURCE,
            "tokens",
            ratios.f1,
        ),
        Measure(
            "shingle_precision",
            "4-gram shingle precision",
            "Shingles in both texts / kept shingles, without pages on which nothing is kept.",
            _SHINGLES,
            _SHINGLES_SOURCE,
            "shingles",
            ratios.benchmark_precision,
        ),
        Measure(
            "shingle_recall",
            "4-gram shingle recall",
            "Shingles in both texts / gold shingles.",
            _SHINGLES,
            _SHINGLES_SOURCE,
            "shingles",
            ratios.benchmark_recall,
        ),
        Measure(
            "shingle_f1",
            "4-gram shingle F1",
            f"{_F1} of shingles; over pages, that of mean precision and mean recall.",
            _SHINGLES,
            _SHINGLES_SOURCE,
            "shingles",
            ratios.f1,
            mean_of=("shingle_precision", "shingle_recall"),
        ),
        Measure(
            "rouge_lsum_precision",
            "ROUGE-LSum precision",
            f"Hits / kept words. {_LSUM}",
            _ROUGE,
            _ROUGE_SOURCE,
            "rouge_lsum",
            ratios.rouge_precision,
        ),
        Measure(
            "rouge_lsum_recall",
            "ROUGE-LSum recall",
            f"Hits / gold words. {_LSUM}",
            _ROUGE,
            _ROUGE_SOURCE,
            "rouge_lsum",
            ratios.rouge_recall,
        ),
        Measure(
            "rouge_lsum",
            "ROUGE-LSum",
            f"{_F1} of hits. {_LSUM}",
            _ROUGE,
            _ROUGE_SOURCE,
            "rouge_lsum",
            ratios.rouge_f1,
        ),
        Measure(
            "rouge_lsum_tokens",
            "ROUGE-LSum of tokens",
            f"{_F1} of hits. {_LSUM}",
            _ROUGE_TOKENS,
            _ROUGE_TOKENS_SOURCE,
            "rouge_lsum_tokens",
            ratios.rouge_f1,
        ),
        Measure(
            "edit_similarity",
            "Edit similarity",
            "1 - Levenshtein distance / characters of the longer text, runs of white space as one"
            " space. Not computed beyond 100,000 × 100,000 characters.",
            "characters",
            "Levenshtein.normalized_similarity of rapidfuzz",
            "edit",
            ratios.share,
        ),
        Measure(
            "snippets_passed",
            "Snippets passed",
            "(Required snippets found + forbidden snippets not found) / snippets, runs of white"
            " space as one space, without regard to case. Pages without snippets are left out.",
            "snippets",
            "the snippets with and without of the web-content-extraction-benchmark (WCXB)",
            "snippets",
            ratios.share,
        ),
        Measure(
            "block_accuracy",
            "Accuracy per block",
            "Blocks on which gold and result agree / blocks. A block is main content if at least"
            " half of its tokens are.",
            "segments of the page, the same for every extractor",
            "accuracy of block classifiers, on blocks that all extractors share",
            "blocks",
            ratios.share,
        ),
    )
}
"""The measures, by name."""

DEFAULT_MEASURES = ("token_precision", "token_recall", "token_f1")


def count_names(measures: tuple[str, ...]) -> tuple[str, ...]:
    """Return the kinds of counts that measures need, without duplicates."""
    return tuple(dict.fromkeys(MEASURES[name].counts for name in measures))
