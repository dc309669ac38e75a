"""Running sums and runs: what lies between two places follows from what lies before each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from extractors.page.records import BoolArray, IntArray


def sums_before(values: NDArray[Any]) -> IntArray:
    """Return the sum of the values before each place, and of all, shape (n_values + 1,).

    Parameters
    ----------
    values : array of int or bool, shape (n_values,)
        Lengths or counts, together below 2 ** 31.
    """
    summed = np.zeros(len(values) + 1, dtype=np.int32)
    np.add.accumulate(values, out=summed[1:])
    return summed


def run_edges(chosen: BoolArray) -> IntArray:
    """Return where the longest runs of chosen places begin and end, shape (2 * n_runs,).

    Begins and ends take turns; the end is the place after the run.
    """
    padded = np.zeros(len(chosen) + 2, dtype=np.bool_)
    padded[1:-1] = chosen
    edges: IntArray = (padded[1:] != padded[:-1]).nonzero()[0].astype(np.int32)
    return edges


def run_bounds(begins: BoolArray, n_items: int) -> NDArray[np.int64]:
    """Return where each run of items begins, and where the last one ends, shape (n_runs + 1,).

    Parameters
    ----------
    begins : array of bool, shape (n_items - 1,)
        Whether each item but the first begins a run.
    n_items : int
        How many there are, which may be none.
    """
    is_bound = np.empty(n_items + 1, dtype=np.bool_)
    is_bound[0] = is_bound[-1] = True
    is_bound[1:-1] = begins
    return is_bound.nonzero()[0]
