"""Which pages can be marked, and where their marks are saved. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.session.sources import LISTED, SAMPLE, local_path
from extractors.gold.formats import own

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.session.sources import PageRequest
    from extractors.page import Page


def refusal(request: PageRequest, translate: Callable[[str], str]) -> str:
    """Return why a page cannot be marked, empty if it can."""
    if request.rendered:
        return translate("Marks belong to the page as fetched. Choose As fetched to mark it.")
    if request.address.startswith(LISTED):
        return translate(
            "Marks are saved beside the file of a page, and this page is a part of a larger file."
            " Save a snapshot of it and open that to mark it."
        )
    if request.address.startswith(SAMPLE) or local_path(request) is None:
        return translate(
            "Marks are saved beside a file. Save a snapshot of this page and open it to mark it."
        )
    return ""


def marks_file(request: PageRequest) -> tuple[Path, Path]:
    """Return the file of a page that can be marked, and the file of its marks.

    Raises
    ------
    ValueError
        If the page is not a file.
    """
    file = local_path(request)
    if file is None:
        raise ValueError(f"{request.address} is not a file")
    return file, own.marks_file(file)


def wider_runs(page: Page, runs: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...] | None:
    """Return the token range of the smallest element that contains more than some ranges.

    Parameters
    ----------
    page : Page
        The page.
    runs : sequence of (int, int)
        Token ranges, sorted.

    Returns
    -------
    tuple of (int, int), or None
        None if nothing is selected, or all of the page is.
    """
    if not runs:
        return None
    start, end = runs[0][0], runs[-1][1]
    covered = sum(stop - first for first, stop in runs)
    starts, ends = page.elements.token_start, page.elements.token_end
    around = np.flatnonzero((starts <= start) & (ends >= end) & (ends - starts > covered))
    if not len(around):
        return None
    row = around[np.argmin((ends - starts)[around])]
    return ((int(starts[row]), int(ends[row])),)
