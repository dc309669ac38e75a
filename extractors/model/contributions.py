"""Contributions: the terms of a sum that decided each block, as an additive model has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.page.records import FloatArray, IntArray

LINES = 8
"""Number of terms that are listed one by one."""


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """One term of the sum.

    Attributes
    ----------
    features : tuple of str
        Names of the columns that it depends on: one or two.
    of_page : bool
        Whether it is the same for all blocks of a page.
    cuts, values : array of float, shape (n_cuts,) and (n_cuts + 1,)
        Table of a term of one column: value k applies above cut k - 1, up to and including cut k.
        Empty if the term has no table of its own.
    """

    features: tuple[str, ...]
    of_page: bool
    cuts: FloatArray
    values: FloatArray


@dataclass(frozen=True, slots=True)
class ContributionLine:
    """One line of the list of a block.

    Attributes
    ----------
    features : tuple of str
        Columns of the term; empty for the sum of several terms.
    of_page : bool
        Whether the line is the sum of all terms of the page.
    n_terms : int
        Number of terms in the line.
    contribution : float
        Log-odds that the line adds, in nats.
    """

    features: tuple[str, ...]
    of_page: bool
    n_terms: int
    contribution: float


@dataclass(frozen=True, slots=True)
class Flip:
    """The nearest value of one column that moves its own term far enough to flip the block.

    Attributes
    ----------
    value, bound : float
        Its value, and the edge of the nearest range of its table that flips the block.
    above : bool
        Whether the column would have to be above the bound; if not, at most the bound.
    log_odds : float
        Log-odds of the block with that value, in nats.
    """

    feature: str
    value: float
    bound: float
    above: bool
    log_odds: float


@dataclass(frozen=True, slots=True, eq=False)
class Contributions:
    """The sum that decided each block: a base and the contribution of each term.

    Attributes
    ----------
    base : float
        Log-odds before any term, in nats.
    cut : float
        Log-odds from which a block is kept.
    values : array of float, shape (n_blocks, n_terms)
        Log-odds that each term adds to each block, in nats.
    """

    base: float
    cut: float
    terms: tuple[Term, ...]
    values: FloatArray

    def take(self, rows: IntArray) -> Contributions:
        """Return the contributions of some blocks, by number, in the given order."""
        return Contributions(self.base, self.cut, self.terms, self.values[rows])

    def log_odds(self) -> FloatArray:
        """Return the sum for each block, shape (n_blocks,)."""
        sums: FloatArray = self.base + self.values.sum(axis=1)
        return sums

    def lines(self, block: int, limit: int = LINES) -> tuple[ContributionLine, ...]:
        """Return the terms of a block, the largest first; with the base they add up to its sum.

        The terms of the page form one line, and so do all terms after the first `limit` lines.
        """
        values = self.values[block]
        of_page = np.array([term.of_page for term in self.terms], dtype=np.bool_)
        lines = [
            ContributionLine(term.features, False, 1, float(value))
            for term, value in zip(self.terms, values, strict=True)
            if not term.of_page
        ]
        if of_page.any():
            n_terms, total = int(of_page.sum()), float(values[of_page].sum())
            lines.append(ContributionLine((), True, n_terms, total))
        lines.sort(key=lambda line: -abs(line.contribution))
        rest = lines[limit:]
        if not rest:
            return tuple(lines)
        n_terms = sum(line.n_terms for line in rest)
        total = sum(line.contribution for line in rest)
        return (*lines[:limit], ContributionLine((), False, n_terms, total))

    def flips(self, block: int, measured: Mapping[str, float]) -> tuple[Flip, ...]:
        """Return the flips of a block by terms of one column, the smallest change first.

        Each term is changed alone; terms of two columns stay as they are. Changes are ordered by
        the ranges of the table that they pass.

        Parameters
        ----------
        measured : mapping of str to float
            Values of its columns.
        """
        total = float(self.log_odds()[block])
        flips: list[tuple[int, Flip]] = []
        for number, term in enumerate(self.terms):
            if not len(term.cuts) or term.of_page:
                continue
            rest = total - float(self.values[block, number])
            flip = _nearest(term, measured[term.features[0]], rest, self.cut, total >= self.cut)
            if flip is not None:
                flips.append(flip)
        flips.sort(key=lambda item: item[0])
        return tuple(flip for _, flip in flips)


def _nearest(
    term: Term,
    value: float,
    rest: float,
    cut: float,
    is_kept: bool,  # noqa: FBT001 - private, with one caller
) -> tuple[int, Flip] | None:
    """Return the nearest range of a table that flips the block, and how many ranges away it is."""
    current = int(term.cuts.searchsorted(value))
    is_flipped = (rest + term.values >= cut) != is_kept
    for distance in range(1, len(term.values)):
        for candidate in (current - distance, current + distance):
            if 0 <= candidate < len(term.values) and is_flipped[candidate]:
                above = candidate > current
                bound = float(term.cuts[candidate - 1] if above else term.cuts[candidate])
                log_odds = rest + float(term.values[candidate])
                return distance, Flip(term.features[0], value, bound, above, log_odds)
    return None
