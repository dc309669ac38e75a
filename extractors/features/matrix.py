"""The matrix of the learned extractor: a row for each block of the grid, a column for each feature.

Source: ours, the specification of the learned extractor, section 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.features import (
    ancestors,
    containers,
    metadata,
    neighbours,
    place,
    templates,
    text,
    totals,
    tree,
)
from boilerscope.extractors.features.feature import Columns
from boilerscope.extractors.features.grid import grid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.features.grid import Grid
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import FloatArray

FEATURES = (
    *text.FEATURES,
    *tree.FEATURES,
    *ancestors.FEATURES,
    *containers.FEATURES,
    *templates.FEATURES,
    *metadata.FEATURES,
    *place.FEATURES,
    *neighbours.FEATURES,
    *totals.FEATURES,
)
"""Columns of the matrix, in order."""

NAMES = tuple(feature.name for feature in FEATURES)
"""Names of the columns, in order."""

OF_PAGE = frozenset(feature.name for feature in FEATURES if feature.of_page)
"""Features that are the same for all blocks of a page."""


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """Blocks of a page with their features.

    Attributes
    ----------
    columns : mapping of str to array of float, shape (n_blocks,)
        The values of each of `FEATURES`, by name.
    """

    grid: Grid
    columns: Mapping[str, FloatArray]

    def values(self) -> FloatArray:
        """Return the matrix, shape (n_blocks, n_features), a column for each of `FEATURES`."""
        return np.column_stack([self.columns[feature.name] for feature in FEATURES])


def matrix(page: Page) -> Matrix:
    """Return the blocks of a page, cached on it; a feature is measured when it is first read."""
    blocks, measured = grid(page), page.cached("features of the block grid", _nothing)
    return Matrix(blocks, Columns(blocks, FEATURES, measured))


def _nothing(_page: Page) -> dict[str, FloatArray]:
    return {}
