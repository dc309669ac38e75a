"""Agreement of panes by rule, from stored results: what can be said of pages without gold."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import ANSWERED
from boilerscope.extractors.runs.results_by_page import stored_results
from boilerscope.extractors.scoring.loss_addresses import NOT_TRACED

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from boilerscope.extractors.model.listed_page import ListedPage
    from boilerscope.extractors.runner import Pane
    from boilerscope.extractors.runs.kept import KeptResult
    from boilerscope.extractors.runs.store import ResultStore
    from boilerscope.extractors.scoring.loss_addresses import Address
    from boilerscope.extractors.scoring.results import ScoreOptions


class Agreement:
    """How often the other panes decide as the rules of a pane do.

    Attributes
    ----------
    decided : Counter of Address
        Decisions: words of an address times other panes with a result.
    same : Counter of Address
        Decisions of other panes that are equal.
    """

    def __init__(self) -> None:
        self.decided: Counter[Address] = Counter()
        self.same: Counter[Address] = Counter()

    def share(self, addresses: Iterable[Address]) -> float:
        """Return the share of equal decisions for some addresses; NaN without other panes."""
        listed = tuple(addresses)
        decided = sum(self.decided[address] for address in listed)
        same = sum(self.same[address] for address in listed)
        return same / decided if decided else float("nan")

    def n_different(self, addresses: Iterable[Address]) -> int:
        """Return the number of decisions of other panes that differ."""
        return sum(self.decided[address] - self.same[address] for address in addresses)


def agreements(
    pages: Sequence[ListedPage],
    panes: Sequence[Pane],
    options: ScoreOptions,
    store: ResultStore,
    found: dict[str, Agreement],
) -> Generator[int, None, None]:
    """Compare the stored results of panes word by word, and yield the number of each page.

    Pages without stored results are left out; so are panes without a result on a page.

    Parameters
    ----------
    options : ScoreOptions
        Options with which the results were stored.
    found : dict of str to Agreement
        Filled by pane.
    """
    found |= {pane.name: Agreement() for pane in panes}
    for row, stored in stored_results(pages, panes, options, store):
        results = {
            pane.name: result
            for pane, result in zip(panes, stored, strict=True)
            if result is not None and result.outcome.status in ANSWERED
        }
        _compare(results, found)
        yield row


def _compare(results: dict[str, KeptResult], found: dict[str, Agreement]) -> None:
    """Add the decisions of one page."""
    if len(results) < 2:
        return
    masks = np.array([result.mask for result in results.values()])
    n_others, votes = len(results) - 1, masks.sum(axis=0)
    for (name, result), mask in zip(results.items(), masks, strict=True):
        decided = result.decided
        if decided is None:
            continue
        same = np.where(mask, votes - 1, n_others - votes)
        listed = (*decided.addresses, NOT_TRACED)
        number = np.where(decided.number < 0, len(listed) - 1, decided.number)
        n_words = np.bincount(number, minlength=len(listed))
        n_same = np.bincount(number, same, minlength=len(listed))
        for address, words, equal in zip(listed, n_words.tolist(), n_same.tolist(), strict=True):
            if words:
                found[name].decided[address] += words * n_others
                found[name].same[address] += round(equal)
