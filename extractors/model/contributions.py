"""Contributions: the terms of the sum that decided each block, and what would flip it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

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
    """

    features: tuple[str, ...]
    of_page: bool


class SumModel(Protocol):
    """A model whose log-odds are a base plus terms, steps of the values of its columns."""

    @property
    def base(self) -> float:
        """Log-odds before any term, in nats."""

    @property
    def features(self) -> tuple[str, ...]:
        """The distinct columns that it reads."""

    def points(self, feature: str) -> FloatArray:
        """Return the increasing values of a column after which the log-odds can change."""

    def added(self, columns: Mapping[str, FloatArray], n_blocks: int) -> FloatArray:
        """Return the log-odds that each term adds to each block, shape (n_blocks, n_terms)."""


@dataclass(frozen=True, slots=True, eq=False)
class WeightedModel:
    """A model that decided blocks, alone or with others.

    Attributes
    ----------
    weight : array of float, shape (n_blocks,)
        Weight of its log-odds in the sum of each block.
    """

    model: SumModel
    weight: FloatArray


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
    """The nearest value of one column that flips the block while all others stay.

    Attributes
    ----------
    value, bound : float
        Its value, and the edge of the nearest range of values that flips the block.
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
    base : array of float, shape (n_blocks,)
        Log-odds before any term, in nats.
    cut : float
        Log-odds from which a block is kept.
    values : array of float, shape (n_blocks, n_terms)
        Log-odds that each term adds to each block, in nats.
    models : tuple of WeightedModel
        The models that gave the terms; without them no flip is known.
    """

    base: FloatArray
    cut: float
    terms: tuple[Term, ...]
    values: FloatArray
    models: tuple[WeightedModel, ...] = ()

    def take(self, rows: IntArray) -> Contributions:
        """Return the contributions of some blocks, by number, in the given order."""
        models = tuple(WeightedModel(part.model, part.weight[rows]) for part in self.models)
        return Contributions(self.base[rows], self.cut, self.terms, self.values[rows], models)

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
        """Return the flips of a block by single columns, the smallest change first.

        Each column is changed alone, and the models compute the log-odds anew. Columns of the page
        are left out. Changes are ordered by the ranges that they pass: neighbouring points of a
        column bound a range, and each model has one value in it.

        Parameters
        ----------
        measured : mapping of str to float
            Values of the columns of the block.
        """
        total = float(self.log_odds()[block])
        ranges = self._ranges()
        if not ranges:
            return ()
        rows = self._changed(measured, ranges)
        change = np.zeros(len(rows[next(iter(rows))]))
        for part in self.models:
            sums = part.model.added(rows, len(change)).sum(axis=1)
            change += float(part.weight[block]) * (sums - sums[-1])
        flips: list[tuple[int, Flip]] = []
        first = 0
        for feature, points in ranges.items():
            log_odds = total + change[first : first + len(points) + 1]
            first += len(log_odds)
            flip = _nearest(feature, measured[feature], points, log_odds, total, self.cut)
            if flip is not None:
                flips.append(flip)
        flips.sort(key=lambda item: item[0])
        return tuple(flip for _, flip in flips)

    def _read(self) -> dict[str, None]:
        """Return the distinct columns that the models read, in order."""
        return dict.fromkeys(name for part in self.models for name in part.model.features)

    def _ranges(self) -> dict[str, FloatArray]:
        """Return the points of each column that is not of the page, from all models."""
        of_page = {feature for term in self.terms if term.of_page for feature in term.features}
        return {
            name: np.unique(np.concatenate([part.model.points(name) for part in self.models]))
            for name in self._read()
            if name not in of_page
        }

    def _changed(
        self, measured: Mapping[str, float], ranges: Mapping[str, FloatArray]
    ) -> dict[str, FloatArray]:
        """Return the columns of a block with a row for each range of each column.

        The value of a range is its upper point; the last row is the block as it is.
        """
        n_rows = sum(len(points) + 1 for points in ranges.values()) + 1
        rows = {name: np.full(n_rows, measured[name]) for name in self._read()}
        first = 0
        for name, points in ranges.items():
            rows[name][first : first + len(points) + 1] = np.append(points, np.inf)
            first += len(points) + 1
        return rows


def _nearest(
    feature: str,
    value: float,
    points: FloatArray,
    log_odds: FloatArray,
    total: float,
    cut: float,
) -> tuple[int, Flip] | None:
    """Return the nearest range of a column that flips the block, and how many ranges away it is."""
    current = int(points.searchsorted(value))
    is_flipped = (log_odds >= cut) != (total >= cut)
    for distance in range(1, len(log_odds)):
        for candidate in (current - distance, current + distance):
            if 0 <= candidate < len(log_odds) and is_flipped[candidate]:
                above = candidate > current
                bound = float(points[candidate - 1] if above else points[candidate])
                return distance, Flip(feature, value, bound, above, float(log_odds[candidate]))
    return None
