"""Precision, recall and F1 on tokens: words, and characters of Chinese and Japanese."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from extractors.page.records import BoolArray


@dataclass(frozen=True, slots=True)
class TokenScore:
    """Agreement of a prediction with gold on one page.

    Attributes
    ----------
    n_predicted, n_gold, n_both : int
        Tokens kept, tokens of the gold standard, tokens in both.
    """

    n_predicted: int
    n_gold: int
    n_both: int

    @property
    def precision(self) -> float:
        """Share of the kept tokens that are gold; 1 if nothing is kept and nothing is gold."""
        if self.n_predicted:
            return self.n_both / self.n_predicted
        return 0.0 if self.n_gold else 1.0

    @property
    def recall(self) -> float:
        """Share of the gold tokens that are kept; 1 if nothing is gold."""
        return self.n_both / self.n_gold if self.n_gold else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall, 0 where both are 0."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class MeanScore:
    """Macro average over pages: every page weighs the same."""

    precision: float
    recall: float
    f1: float
    n_pages: int


def score(predicted: BoolArray, gold: BoolArray) -> TokenScore:
    """Return the agreement of two masks over the tokens of one page, shape (n_tokens,)."""
    return TokenScore(int(predicted.sum()), int(gold.sum()), int((predicted & gold).sum()))


def macro(scores: Iterable[TokenScore]) -> MeanScore:
    """Return the macro average; zeros for no page."""
    listed = list(scores)
    n = len(listed)
    if not n:
        return MeanScore(0.0, 0.0, 0.0, 0)
    return MeanScore(
        sum(one.precision for one in listed) / n,
        sum(one.recall for one in listed) / n,
        sum(one.f1 for one in listed) / n,
        n,
    )
