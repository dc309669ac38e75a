"""Positions, to be cached: elements among siblings, lines and tokens in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.code_points import code_points
from boilerscope.extractors.page.ranges import run_bounds

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import ElementColumns, IntArray, SourcePositions


def sibling_numbers(elements: ElementColumns) -> IntArray:
    """Return each element's number among the siblings of its tag, from 1; 0 without siblings."""
    family = elements.parent.astype(np.int64) * len(elements.tag_names) + elements.tag_id
    order = family.argsort(kind="stable")
    family = family[order]
    first = run_bounds(family[1:] != family[:-1], len(family))
    size = first[1:] - first[:-1]
    number = np.empty(len(family), dtype=np.int32)
    counted = np.arange(1, len(family) + 1) - first[:-1].repeat(size)
    number[order] = np.where((size > 1).repeat(size), counted, 0)
    return number


def line_starts(source: str) -> IntArray:
    """Return the offset of each line of a text, shape (n_lines,)."""
    line_feeds = (code_points(source) == ord("\n")).nonzero()[0]
    starts = np.zeros(len(line_feeds) + 1, dtype=np.int32)
    starts[1:] = line_feeds + 1
    return starts


def token_offsets(positions: SourcePositions) -> IntArray:
    """Return the start of each token in the source, shape (n_tokens,), never decreasing.

    A token that was not found gets the offset of the token before it, or -1 at the start.
    """
    return np.maximum.accumulate(positions.start)
