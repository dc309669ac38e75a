"""Runs of equal values in an array."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import IntArray


def equal_runs(codes: IntArray) -> list[tuple[int, int, int]]:
    """Return the runs of equal codes as (start, end, code)."""
    if not len(codes):
        return []
    cuts = np.flatnonzero(np.diff(codes)) + 1
    starts = np.concatenate([[0], cuts])
    ends = np.concatenate([cuts, [len(codes)]])
    return list(zip(starts.tolist(), ends.tolist(), codes[starts].tolist(), strict=True))
