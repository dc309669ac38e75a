"""The additive model: log-odds are a base plus a table for each feature and each pair of features.

Source: ours, the specification of the learned extractor, section 5. A table has a value for each
range between two cut points; a range includes its upper cut point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from boilerscope.extractors.features.matrix import NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from boilerscope.extractors.page.records import FloatArray

_NO_TABLE = np.zeros(0)
_BLOCKS_AT_ONCE = 2048
"""The indices of so many blocks fit into the processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A term: log-odds by range of one or two features.

    Attributes
    ----------
    cuts : tuple of array of float
        Increasing cut points of each feature.
    values : array of float
        Log-odds by range of each feature, shape (n_cuts + 1,) or (n_cuts_1 + 1, n_cuts_2 + 1).
    """

    features: tuple[str, ...]
    cuts: tuple[FloatArray, ...]
    values: FloatArray

    def of(self, columns: Mapping[str, NDArray[Any]]) -> FloatArray:
        """Return the log-odds that the term adds to each block, shape (n_blocks,)."""
        index: Any = 0
        for feature, cuts in zip(self.features, self.cuts, strict=True):
            index = index * (len(cuts) + 1) + cuts.searchsorted(columns[feature])
        added: FloatArray = self.values.ravel().take(index)
        return added


@dataclass(frozen=True, slots=True, eq=False)
class AdditiveModel:
    """An additive model: a base and tables.

    Attributes
    ----------
    base : float
        Log-odds of a block to which all terms add their mean.
    cuts : mapping of str to array of float
        All cut points of each feature that the model reads, from all tables. Neighbouring cut
        points bound a range.
    values : array of float
        The values of all tables, one after the other.
    feature : array of int, shape (2, n_tables)
        Index in `cuts` of the features of each table; the second is 0 for a single feature.
    step : array of int, shape (2, n_tables, n_ranges)
        Terms of the index of a table's value in `values`: the index is the sum of the terms of
        the ranges of its features.
    """

    base: float
    tables: tuple[Table, ...]
    cuts: Mapping[str, FloatArray]
    values: FloatArray
    feature: NDArray[np.intp]
    step: NDArray[np.intp]

    @property
    def features(self) -> tuple[str, ...]:
        """The distinct features that the model reads."""
        return tuple(self.cuts)

    @property
    def terms(self) -> tuple[tuple[str, ...], ...]:
        """Features of each term."""
        return tuple(table.features for table in self.tables)

    def points(self, feature: str) -> FloatArray:
        """Return the cut points of a feature, none if the model does not read it."""
        return self.cuts.get(feature, _NO_TABLE)

    def added(self, columns: Mapping[str, NDArray[Any]], n_blocks: int) -> FloatArray:
        """Return the log-odds that each term adds to each block, shape (n_blocks, n_terms).

        The values are those of `Table.of`; a feature is looked up once for all tables that share
        it.
        """
        if not self.tables:
            return np.zeros((n_blocks, 0))
        measured = [(cuts, columns[name]) for name, cuts in self.cuts.items()]
        added = np.empty((len(self.tables), n_blocks))
        for first in range(0, n_blocks, _BLOCKS_AT_ONCE):
            part = slice(first, first + _BLOCKS_AT_ONCE)
            ranges = [cuts.searchsorted(values[part]) for cuts, values in measured]
            added[:, part] = self.values[self._index(np.array(ranges))]
        return added.T

    def _index(self, ranges: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the index in `values` of each table and block, from the ranges of the features."""
        table = np.arange(len(self.tables))[:, None]
        first, second = self.feature
        index: NDArray[np.intp] = (
            self.step[0][table, ranges[first]] + self.step[1][table, ranges[second]]
        )
        return index


def make_model(base: float, tables: tuple[Table, ...]) -> AdditiveModel:
    """Return the model of a base and tables."""
    points: dict[str, list[FloatArray]] = {}
    for table in tables:
        for feature, cuts in zip(table.features, table.cuts, strict=True):
            points.setdefault(feature, []).append(cuts)
    all_cuts = {feature: np.unique(np.concatenate(cuts)) for feature, cuts in points.items()}
    number = {feature: index for index, feature in enumerate(all_cuts)}
    feature_of = np.zeros((2, len(tables)), dtype=np.intp)
    step = np.zeros(
        (2, len(tables), 1 + max(map(len, all_cuts.values()), default=0)), dtype=np.intp
    )
    offset = 0
    for row, table in enumerate(tables):
        size = table.values.size
        for position, (feature, cuts) in enumerate(zip(table.features, table.cuts, strict=True)):
            size //= len(cuts) + 1
            upper = np.append(all_cuts[feature], np.inf)  # a range includes its upper cut point
            feature_of[position, row] = number[feature]
            step[position, row, : len(upper)] = cuts.searchsorted(upper) * size
        step[0, row] += offset
        offset += table.values.size
    values = np.concatenate([table.values.ravel() for table in tables] or [_NO_TABLE])
    return AdditiveModel(base, tables, all_cuts, values, feature_of, step)


def parse(content: Any) -> AdditiveModel:
    """Build a model from plain values.

    Raises
    ------
    KeyError, TypeError, ValueError
        If they do not describe a model.
    """
    return make_model(float(content["base"]), tuple(map(_table, content["terms"])))


def as_values(model: AdditiveModel) -> dict[str, Any]:
    """Return a model as plain values, to be written as JSON."""
    return {
        "base": model.base,
        "terms": [
            {
                "features": list(table.features),
                "cuts": [cuts.tolist() for cuts in table.cuts],
                "values": table.values.tolist(),
            }
            for table in model.tables
        ],
    }


def _table(content: Any) -> Table:
    features = tuple(content["features"])
    unknown = [feature for feature in features if feature not in NAMES]
    if unknown or not 1 <= len(features) <= 2:
        raise ValueError(f"a term has one or two known features, got {features}")
    cuts = tuple(np.array(points, dtype=np.float64) for points in content["cuts"])
    values = np.array(content["values"], dtype=np.float64)
    if values.shape != tuple(len(points) + 1 for points in cuts) or len(cuts) != len(features):
        raise ValueError(f"the table of {features} has the shape {values.shape}")
    if any((np.diff(points) <= 0).any() for points in cuts) or not np.isfinite(values).all():
        raise ValueError(f"the table of {features} needs increasing cut points and finite values")
    return Table(features, cuts, values)
