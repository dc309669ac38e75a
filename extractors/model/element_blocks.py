"""Blocks that lie inside one another: elements with all the text below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.model.blocks import Blocks
from extractors.page.ranges import run_edges

if TYPE_CHECKING:
    from extractors.page import Page
    from extractors.page.records import BoolArray, IntArray

MAX_RUNS = 1_000_000


def nested_blocks(
    page: Page, rows: IntArray, read: BoolArray, *, max_runs: int = MAX_RUNS
) -> Blocks:
    """Return a block per element: the tokens below it, without those that are not read.

    What is not read cuts the blocks around it into runs. Where that would make too many of them
    (a page built for it has millions) each block holds only the text that stands directly in its
    element; the union of an element and all below it is the same.

    Parameters
    ----------
    page : Page
        The page.
    rows : array of int
        The elements, ascending.
    read : array of bool, shape (n_slots,)
        Slots whose tokens belong to blocks.
    max_runs : int
        Runs that all blocks together may have.
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
    """Return a block per token range, without the tokens that are not read.

    Parameters
    ----------
    page : Page
        The page.
    ranges : (array of int, array of int)
        Begin and end of each block; inner ones come later.
    element : array of int
        The element of each.
    read : array of bool, shape (n_slots,)
        Slots whose tokens belong to blocks.
    max_runs : int
        Runs that all blocks together may have.

    Returns
    -------
    Blocks or None
        None where there would be more runs.
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
    """Return the longest runs of tokens that are read."""
    edges = run_edges(read.take(page.tokens.slot))
    return edges[::2], edges[1::2]


def _direct_blocks(page: Page, rows: IntArray, read: BoolArray) -> Blocks:
    slots = page.slots
    used = np.flatnonzero(read & (slots.token_end > slots.token_start))
    place = np.searchsorted(rows, slots.owner[used])
    known = np.append(rows, -1)[place] == slots.owner[used]
    used, place = used[known], place[known]
    order = np.argsort(place, kind="stable")
    used, place = used[order], place[order]
    first_run = np.searchsorted(place, np.arange(len(rows) + 1)).astype(np.int32)
    return Blocks(first_run, slots.token_start[used], slots.token_end[used], rows, nested=True)
