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
_ASCII = "words of ASCII letters and digits only, in lower case"
_ROUGE_SCORE = "Lin (2004); equal to {} of the package rouge-score, without a stemmer"
_WORDS = "words of letters, digits and underscores, in lower case, in any order"
_WCXB = "evaluate.py of the web-content-extraction-benchmark (WCXB)"
_WEBMAIN = "the toolkit of WebMainBench, webmainbench 0.1.0, without its language model"
_SIMILAR = (
    "1 - Levenshtein distance / characters of the longer {}. Pages on which neither side has {}"
    " are left out."
)
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
            "rouge_1",
            "ROUGE-1",
            f"{_F1} of words, in any order.",
            _ASCII,
            _ROUGE_SCORE.format("rouge1"),
            "rouge_1",
            ratios.rouge_f1,
        ),
        Measure(
            "rouge_2",
            "ROUGE-2",
            f"{_F1} of pairs of words.",
            _ASCII,
            _ROUGE_SCORE.format("rouge2"),
            "rouge_2",
            ratios.rouge_f1,
        ),
        Measure(
            "rouge_5",
            "ROUGE-5",
            f"{_F1} of sequences of five words. Both sides are Markdown if the gold has Markdown.",
            "words and white space as the package jieba divides text, which must be installed",
            f"{_WEBMAIN} (rouge_n)",
            "rouge_5",
            ratios.rouge_f1,
        ),
        Measure(
            "rouge_l",
            "ROUGE-L",
            f"{_F1} of words in a longest common subsequence of the texts.",
            _ASCII,
            _ROUGE_SCORE.format("rougeL"),
            "rouge_l",
            ratios.rouge_f1,
        ),
        Measure(
            "word_precision",
            "Word precision",
            "Words in both texts / kept words.",
            _WORDS,
            _WCXB,
            "words",
            ratios.precision,
        ),
        Measure(
            "word_recall",
            "Word recall",
            "Words in both texts / gold words.",
            _WORDS,
            _WCXB,
            "words",
            ratios.bag_recall,
        ),
        Measure("word_f1", "Word F1", f"{_F1} of words.", _WORDS, _WCXB, "words", ratios.f1),
        Measure(
            "exact_match",
            "Exact match",
            "1 if both texts have the same words in the same order, else 0.",
            "texts; a word is a run of letters, digits and underscores, case is kept",
            "accuracy of the article-extraction-benchmark, evaluate.py",
            "same_words",
            ratios.share,
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
        Measure(
            "structure",
            "Structure",
            "Mean of the five scores of Markdown, code, formulas and tables that a page has.",
            "scores",
            f"{_WEBMAIN} (overall)",
            "structure",
            ratios.share_or_nothing,
        ),
        Measure(
            "markdown_similarity",
            "Markdown similarity",
            _SIMILAR.format("Markdown", "any"),
            "characters of the exported Markdown and of the gold's",
            f"{_WEBMAIN} (text_edit)",
            "markdown_text",
            ratios.share_or_nothing,
        ),
        Measure(
            "code_similarity",
            "Code similarity",
            _SIMILAR.format("code", "code"),
            "characters of fenced and indented code",
            f"{_WEBMAIN} (code_edit)",
            "code",
            ratios.share_or_nothing,
        ),
        Measure(
            "formula_similarity",
            "Formula similarity",
            _SIMILAR.format("formulas", "formulas"),
            "characters of LaTeX between dollars or backslashed brackets",
            f"{_WEBMAIN} (formula_edit)",
            "formulas",
            ratios.share_or_nothing,
        ),
        Measure(
            "table_similarity",
            "Table similarity",
            _SIMILAR.format("tables", "tables"),
            "characters of tables, as HTML",
            f"{_WEBMAIN} (table_edit)",
            "tables",
            ratios.share_or_nothing,
        ),
        Measure(
            "table_teds",
            "TEDS",
            "1 - edit distance of the trees of all tables / nodes of the larger tree. Two cells"
            " differ by the edit distance of their texts. Pages on which neither side has a table"
            " are left out, and tables of more than 1,000 × 1,000 nodes.",
            "tables, rows and cells of the exported Markdown and of the gold's",
            "Zhong et al., ECCV 2020; Zhang and Shasha (1989)",
            "table_nodes",
            ratios.share_or_nothing,
        ),
        Measure(
            "table_teds_published",
            "TEDS as published",
            "1 - edit distance of the first tables, as one node each, / nodes of the larger table."
            " The toolkit compares two texts here and no trees, so that the distance is at most 1.",
            "nodes of tables; the text of the whole table is one label",
            f"{_WEBMAIN} (table_TEDS)",
            "published_table_nodes",
            ratios.share_or_nothing,
        ),
    )
}
"""The measures, by name."""

_RESULTS = "words, and characters of Chinese and Japanese, of the page text"

WITHOUT_GOLD: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure(
            "agreement",
            "Agreement",
            f"Mean token F1 against the result of each other pane. {_F1}.",
            _RESULTS,
            "ours; needs no gold",
            "agreement",
            ratios.share_or_nothing,
        ),
        Measure(
            "kept_share",
            "Kept share",
            "Kept words / words of the page.",
            _RESULTS,
            "ours; needs no gold",
            "kept",
            ratios.share_or_nothing,
        ),
        Measure(
            "expected_f1",
            "Expected F1",
            "Token F1 to expect, from the probabilities of learned, the agreement of the panes and"
            " the kind of page.",
            _RESULTS,
            "ours, boilerscope expect; needs no gold",
            "expected",
            ratios.share_or_nothing,
        ),
    )
}
"""Scores that need no gold, by name.

Two of them depend on the other panes, so they are computed when the results of all panes are there,
see `boilerscope.extractors.runs.expecting`.
"""

DEFAULT_MEASURES = ("token_precision", "token_recall", "token_f1")


def measure_of(name: str) -> Measure:
    """Return a measure, with gold or without."""
    return MEASURES.get(name) or WITHOUT_GOLD[name]


def count_names(measures: tuple[str, ...]) -> tuple[str, ...]:
    """Return the kinds of counts that measures need, without duplicates."""
    return tuple(dict.fromkeys(measure_of(name).counts for name in measures))
