"""Marks of several annotators for one page: their consensus, and how well they agree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.gold import Annotation, Gold, GoldClass, Provenance

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    ClassArray = NDArray[np.uint8]

_MAIN = (GoldClass.MAIN, GoldClass.TITLE)
_DECIDED = (*_MAIN, GoldClass.BOILERPLATE, GoldClass.COMMENT)


def consensus(annotations: Sequence[Annotation], n_tokens: int) -> ClassArray:
    """Return the class on which the annotators of a word agree, shape (n_tokens,).

    An annotator who left a word unmarked has no say. Where annotators contradict each other the
    word is undecided, so that no score counts it.
    """
    agreed: ClassArray = np.full(n_tokens, GoldClass.UNMARKED, dtype=np.uint8)
    for annotation in annotations:
        classes = annotation.classes
        is_marked = classes != GoldClass.UNMARKED
        is_first = is_marked & (agreed == GoldClass.UNMARKED)
        agreed[is_first] = classes[is_first]
        agreed[is_marked & (agreed != classes)] = GoldClass.UNDECIDED
    return agreed


def with_annotation(gold: Gold | None, annotation: Annotation, provenance: Provenance) -> Gold:
    """Return the gold with other marks of an annotator, or with those of another annotator.

    A word follows the consensus, unless the gold differed from it before: somebody has decided on
    the word, or the gold is older than the annotators.
    """
    n_tokens = len(annotation.classes)
    before = gold or Gold(np.zeros(n_tokens, dtype=np.uint8), provenance)
    others = [each for each in before.annotations if each.annotator != annotation.annotator]
    annotations = tuple(sorted((*others, annotation), key=lambda each: each.annotator))
    is_decided = before.classes != consensus(before.annotations, n_tokens)
    classes = np.where(is_decided, before.classes, consensus(annotations, n_tokens))
    return replace(
        before,
        classes=classes.astype(np.uint8),
        provenance=provenance,
        text=None,
        share=1.0,
        missing=(),
        annotations=annotations,
    )


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """How well two annotators agree on the words that both have decided on.

    Titles count as main content, comments as boilerplate, as in scores.

    Attributes
    ----------
    first, second : str
        Names of the annotators.
    both, only_first, only_second, neither : int
        Words that both, one or none of them marked as main content.
    n_pages : int
        Pages with such words.
    """

    first: str
    second: str
    both: int = 0
    only_first: int = 0
    only_second: int = 0
    neither: int = 0
    n_pages: int = 0

    @property
    def n_words(self) -> int:
        """Words that both have decided on."""
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def observed(self) -> float:
        """Share of equal words; NaN without words."""
        return (self.both + self.neither) / self.n_words if self.n_words else float("nan")

    @property
    def f1(self) -> float:
        """F1 of the main content of one against the other; 1 if both have none."""
        total = 2 * self.both + self.only_first + self.only_second
        return 2 * self.both / total if total else 1.0

    @property
    def kappa(self) -> float:
        """Agreement beyond chance (Cohen, 1960); NaN without words, or in one class alone."""
        if not self.n_words:
            return float("nan")
        first = (self.both + self.only_first) / self.n_words
        second = (self.both + self.only_second) / self.n_words
        chance = first * second + (1 - first) * (1 - second)
        return (self.observed - chance) / (1 - chance) if chance < 1 else float("nan")

    def plus(self, other: PairAgreement) -> PairAgreement:
        """Return the agreement over the words of both."""
        counts = ("both", "only_first", "only_second", "neither", "n_pages")
        sums = {name: getattr(self, name) + getattr(other, name) for name in counts}
        return replace(self, **sums)


def page_agreement(annotations: Iterable[Annotation]) -> list[PairAgreement]:
    """Return the agreement of each pair of annotators on a page, in the order of their names."""
    by_name = sorted(annotations, key=lambda each: each.annotator)
    return [_pair(first, second) for first, second in combinations(by_name, 2)]


def total_agreement(pages: Iterable[Iterable[PairAgreement]]) -> list[PairAgreement]:
    """Return the agreement of each pair over the words of all pages, ordered by name."""
    totals: dict[tuple[str, str], PairAgreement] = {}
    for pair in (pair for page in pages for pair in page):
        key = pair.first, pair.second
        totals[key] = totals[key].plus(pair) if key in totals else pair
    return [totals[key] for key in sorted(totals)]


def _pair(first: Annotation, second: Annotation) -> PairAgreement:
    is_decided = np.isin(first.classes, _DECIDED) & np.isin(second.classes, _DECIDED)
    ours, theirs = (np.isin(each.classes, _MAIN)[is_decided] for each in (first, second))
    masks = (ours & theirs, ours & ~theirs, ~ours & theirs, ~ours & ~theirs)
    both, only_first, only_second, neither = (int(np.count_nonzero(mask)) for mask in masks)
    return PairAgreement(
        *(first.annotator, second.annotator),
        both=both,
        only_first=only_first,
        only_second=only_second,
        neither=neither,
        n_pages=int(is_decided.any()),
    )
