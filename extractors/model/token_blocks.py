"""Blocks from the owner of each token: source lines, or elements without nested elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.page.prefix_sums import prefix_sums
from boilerscope.extractors.page.ranges import run_bounds

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import ElementColumns, IntArray
    from boilerscope.extractors.text.exclusive_text import ExclusiveText


def blocks_of_tokens(
    page: Page, owner: IntArray, n_blocks: int, element: IntArray | None = None
) -> Blocks:
    """Return blocks that share no tokens.

    Parameters
    ----------
    owner : array of int, shape (n_tokens,)
        Block of each token, -1 for none.
    n_blocks : int
        Number of blocks, including those without tokens.
    element : array of int, shape (n_blocks,), optional
        Row of each block's element; by default the nearest common ancestor of the block's text.
    """
    edges = run_bounds(owner[1:] != owner[:-1], len(owner)).astype(np.int32)
    of_run = owner.take(edges[:-1])
    counts = np.bincount(of_run + 1, minlength=n_blocks + 1)
    order = of_run.argsort(kind="stable")[counts[0] :]  # without runs that belong to no block
    counts = counts[1:]
    start, end = edges.take(order), edges.take(order + 1)
    first_run = prefix_sums(counts)
    if element is None:
        element = np.full(n_blocks, -1, dtype=np.int32)
        filled = counts.nonzero()[0]
        first = page.slots.owner.take(page.tokens.slot.take(start.take(first_run[filled])))
        last = page.slots.owner.take(page.tokens.slot.take(end.take(first_run[filled + 1] - 1) - 1))
        element[filled] = common_ancestor(page.elements, first, last)
    return Blocks(first_run, start, end, element)


def exclusive_blocks(page: Page, units: ExclusiveText) -> Blocks:
    """Return one block per element: the tokens of its exclusive text."""
    return blocks_of_tokens(page, units.owner_of_token(page), len(units), units.element)


def common_ancestor(elements: ElementColumns, first: IntArray, last: IntArray) -> IntArray:
    """Return, for each pair of rows, the nearest element that is or contains both."""
    ancestor = np.minimum(first, last)
    far = np.maximum(first, last)
    outside = (elements.subtree_end.take(ancestor) <= far).nonzero()[0]
    while len(outside):
        ancestor[outside] = elements.parent.take(ancestor[outside])
        outside = outside[elements.subtree_end.take(ancestor[outside]) <= far[outside]]
    return ancestor
