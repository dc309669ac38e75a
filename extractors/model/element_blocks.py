"""Nested blocks: elements with all the text below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.blocks import Blocks
from boilerscope.extractors.page.ranges import run_edges

if TYPE_CHECKING:
    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, IntArray

MAX_RUNS = 1_000_000


def nested_blocks(
    page: Page, rows: IntArray, read: BoolArray, *, max_runs: int = MAX_RUNS
) -> Blocks:
    """Return a block per element: the tokens below it, without unread tokens.

    Unread tokens divide the blocks around them into runs. If there would be too many runs (a page
    can be built to have millions), each block contains only the text directly in its element; the
    union of an element and all its descendants is the same.

    Parameters
    ----------
    rows : array of int
        Elements in ascending order.
    read : array of bool, shape (n_slots,)
        Slots whose tokens belong to blocks.
    max_runs : int
        Maximum number of runs of all blocks together.
    """
    start, end = page.elements.token_start.take(rows), page.elements.token_end.take(rows)
    cut = cut_ranges(page, (start, end), rows, read, max_runs=max_runs)
    return _direct_blocks(page, rows, read) if cut is None else cut


def cut_ranges(
    page: Page,
    ranges: tuple[IntArray, IntArray],
    element: IntArray,
    read: BoolArray,
    *,
    max_runs: int = MAX_RUNS,
) -> Blocks | None:
    """Return a block per token range, without unread tokens.

    Parameters
    ----------
    ranges : (array of int, array of int)
        Start and end of each block; inner blocks come later.
    read : array of bool, shape (n_slots,)
        Slots whose tokens belong to blocks.
    max_runs : int
        Maximum number of runs of all blocks together.

    Returns
    -------
    Blocks or None
        None if there would be more runs.
    """
    start, end = ranges
    run_start, run_end = _read_runs(page, read)
    first = run_end.searchsorted(start, side="right")
    n_runs = np.maximum(run_start.searchsorted(end) - first, 0)
    first_run = np.zeros(len(element) + 1, dtype=np.int64)
    np.add.accumulate(n_runs, out=first_run[1:])
    if first_run[-1] > max_runs:
        return None
    run = np.arange(first_run[-1]) + (first - first_run[:-1]).repeat(n_runs)
    return Blocks(
        first_run.astype(np.int32),
        np.maximum(run_start.take(run), start.repeat(n_runs)),
        np.minimum(run_end.take(run), end.repeat(n_runs)),
        element,
        nested=True,
    )


def _read_runs(page: Page, read: BoolArray) -> tuple[IntArray, IntArray]:
    """Return the maximal runs of tokens that are read."""
    edges = run_edges(read.take(page.tokens.slot))
    return edges[::2], edges[1::2]


def _direct_blocks(page: Page, rows: IntArray, read: BoolArray) -> Blocks:
    slots = page.slots
    used = np.flatnonzero(read & (slots.token_end > slots.token_start))
    index = np.searchsorted(rows, slots.owner[used])
    is_row = np.append(rows, -1)[index] == slots.owner[used]
    used, index = used[is_row], index[is_row]
    order = np.argsort(index, kind="stable")
    used, index = used[order], index[order]
    first_run = np.searchsorted(index, np.arange(len(rows) + 1)).astype(np.int32)
    return Blocks(first_run, slots.token_start[used], slots.token_end[used], rows, nested=True)
