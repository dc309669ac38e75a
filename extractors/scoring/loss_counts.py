"""Words of a page and pane by the rule that decided them, against the gold of the page."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.scoring.loss_addresses import NO_RESULT, NOT_TRACED
from boilerscope.extractors.scoring.threshold_words import word_counts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.page.records import BoolArray, IntArray
    from boilerscope.extractors.scoring.case import Prediction, Reference
    from boilerscope.extractors.scoring.loss_addresses import Address, Decisions

GOLD_KEPT, MISSED, WRONGLY_KEPT, RIGHTLY_DROPPED, UNCOUNTED_KEPT, UNCOUNTED_DROPPED = range(6)
"""Counts of an address: words of the main content, of boilerplate, and without a decided class."""

N_COUNTS = 6


@dataclass(frozen=True, slots=True, eq=False)
class PageLosses:
    """Words of one page by address.

    Attributes
    ----------
    addresses : tuple of Address
        Addresses with a word on the page.
    counts : array of int32, shape (n_addresses, N_COUNTS)
        `GOLD_KEPT`, `MISSED`, `WRONGLY_KEPT`, `RIGHTLY_DROPPED`, then the words that do not count.
    curves : mapping of str to array of int32, shape (STEPS, 2)
        Words with other values of a threshold, see `word_counts`; empty if only a run gives them.
    """

    addresses: tuple[Address, ...]
    counts: IntArray
    curves: Mapping[str, IntArray] = field(default_factory=dict)


def page_losses(
    reference: Reference, predicted: Prediction, kept: BoolArray, decided: Decisions
) -> PageLosses:
    """Return the words of a scored page by address.

    A word whose scored state is not that of its rule (the own text is scored, and differs from
    the kept words) is not traced.

    Parameters
    ----------
    kept : array of bool, shape (n_tokens,)
        Words that the extractor kept, for the words that do not count.
    """
    state = np.where(reference.counted, predicted.mask, kept)
    kind = np.where(reference.main, GOLD_KEPT, WRONGLY_KEPT)
    losses = _counted(np.where(reference.counted, kind, UNCOUNTED_KEPT), state, decided)
    if not np.array_equal(predicted.mask, kept & reference.counted):
        return losses  # another text is scored than that of the states
    return replace(losses, curves=word_counts(reference, decided.states))


def page_decisions(kept: BoolArray, decided: Decisions) -> PageLosses:
    """Return the words of a page without gold by address: none of them counts."""
    return _counted(np.full(len(kept), UNCOUNTED_KEPT), kept, decided)


def losses_of_failure(n_gold: int) -> PageLosses:
    """Return the losses of a page on which the pane failed: all words of the gold are missed."""
    counts = np.zeros((1, N_COUNTS), dtype=np.int32)
    counts[0, MISSED] = n_gold
    return PageLosses((NO_RESULT,), counts)


def _counted(kind: IntArray, state: BoolArray, decided: Decisions) -> PageLosses:
    """Return the counts of words, each of a kind if it is kept and of the next kind if not."""
    n_addresses = len(decided.addresses)
    is_kept = np.array([*(address.is_kept for address in decided.addresses), False])
    number = np.where(decided.number < 0, n_addresses, decided.number)
    number = np.where(is_kept[number] == state, number, n_addresses)
    cells = np.bincount(number * N_COUNTS + kind + ~state, minlength=(n_addresses + 1) * N_COUNTS)
    counts = cells.reshape(n_addresses + 1, N_COUNTS).astype(np.int32)
    present = np.flatnonzero(counts.any(axis=1))
    listed = (*decided.addresses, NOT_TRACED)
    return PageLosses(tuple(listed[index] for index in present.tolist()), counts[present])
