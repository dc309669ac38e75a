"""Counts of words that papers of 2019 to 2026 report besides tokens and shingles."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from boilerscope.extractors.errors import ScoreError
from boilerscope.extractors.scoring import rouge
from boilerscope.extractors.scoring.bags import ngrams_of, shared, words_of
from boilerscope.extractors.system.installing import extra_command

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable

    from boilerscope.extractors.scoring.case import Prediction, Reference

_Overlap = tuple[int, int, int]


def lowered_words(reference: Reference, prediction: Prediction) -> _Overlap:
    """Return words in both texts, kept words and gold words, in lower case.

    Source: ``evaluate.py`` of the web-content-extraction-benchmark (WCXB), whose words are runs of
    letters, digits and underscores.
    """
    return _overlap(
        *(ngrams_of(words_of(side.text.lower()), 1) for side in (reference, prediction))
    )


def same_words(reference: Reference, prediction: Prediction) -> tuple[int, int]:
    """Return 1 if both texts have the same words in the same order, else 0; and 1.

    Source: accuracy in ``evaluate.py`` of the article-extraction-benchmark.
    """
    return int(words_of(reference.text) == words_of(prediction.text)), 1


def rouge_1(reference: Reference, prediction: Prediction) -> _Overlap:
    """Return ASCII words in both texts, kept words and gold words."""
    return _overlap(*(ngrams_of(side.ascii_words, 1) for side in (reference, prediction)))


def rouge_2(reference: Reference, prediction: Prediction) -> _Overlap:
    """Return pairs of ASCII words in both texts, of the kept text and of the gold text."""
    return _overlap(*(ngrams_of(side.ascii_words, 2) for side in (reference, prediction)))


def rouge_l(reference: Reference, prediction: Prediction) -> _Overlap | None:
    """Return the longest common subsequence, kept words and gold words: ASCII words.

    Returns
    -------
    tuple of int, or None
        None if the texts are too long to be compared.
    """
    gold, kept = reference.ascii_words, prediction.ascii_words
    common = rouge.common_length(gold, kept)
    return None if common is None else (common, len(kept), len(gold))


def rouge_5(reference: Reference, prediction: Prediction) -> _Overlap | None:
    """Return sequences of five tokens of jieba in both sides, of the result and of the gold.

    Both sides are Markdown if the gold has Markdown, else texts. Two empty sides agree.

    Returns
    -------
    tuple of int, or None
        None without the package jieba.
    """
    cut = _jieba()
    if cut is None:
        return None
    gold, kept = reference.markup.text, prediction.markup.text
    if reference.gold.markdown is None:
        gold, kept = reference.text, prediction.text
    if not gold.strip() and not kept.strip():
        return 1, 1, 1
    return _overlap(*(ngrams_of(cut(text), 5) for text in (gold, kept)))


def is_available(measure: str) -> bool:
    """Return whether the packages that a measure needs are installed; they are not imported."""
    return measure != "rouge_5" or find_spec("jieba") is not None


def require_packages(measures: Iterable[str]) -> None:
    """Raise unless the packages that measures need are installed.

    Raises
    ------
    ScoreError
        If `rouge_5` is one of them, and the package jieba is not installed; the message has the
        command that installs it.
    """
    if not all(map(is_available, measures)):
        command = extra_command("cjk")
        raise ScoreError(f"The score rouge_5 needs the package jieba. Install it with: {command}")


def _overlap(gold: Counter[Any], kept: Counter[Any]) -> _Overlap:
    return shared(gold, kept), kept.total(), gold.total()


@cache
def _jieba() -> Callable[[str], list[str]] | None:
    """Return the tokenizer of jieba, quiet; None if it is not installed."""
    try:
        import jieba
    except ImportError:
        return None
    jieba.setLogLevel("WARNING")
    cut: Callable[[str], list[str]] = jieba.Tokenizer().lcut
    return cut
