"""The matrix of the learned extractor: a row for each block of the grid, a column for each feature.

Source: ours, the specification of the learned extractor, section 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
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
from boilerscope.extractors.features.columns import Columns
from boilerscope.extractors.features.grid import grid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.features.columns import Measurements
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

OF_PAGE = frozenset(
    (
        *(feature.name for feature in totals.FEATURES),
        *metadata.TYPES,
        *("pg_jlbody", "has_title", "rd_page", "rd_best_share"),
        *("bigarticle_share", "bigcontent_share", "bigpost_share"),
    )
)
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
    return Matrix(blocks, Columns(measured, partial(_measurements, blocks, measured)))


def _nothing(_page: Page) -> dict[str, FloatArray]:
    return {}


def _measurements(blocks: Grid, measured: dict[str, FloatArray]) -> Measurements:
    measurements = {
        **text.measure(blocks),
        **tree.measure(blocks),
        **ancestors.measure(blocks),
        **containers.measure(blocks),
        **templates.measure(blocks),
        **metadata.measure(blocks),
    }
    cached = Columns(measured, lambda: measurements)
    measurements |= place.measure(blocks, cached)
    measurements |= neighbours.measure(blocks, cached)
    measurements |= totals.measure(blocks, cached)
    return measurements
