"""Marks of pages: the pages that can be marked, and the files of their marks. No Qt."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.app.session.sources import LISTED, SAMPLE, local_path
from boilerscope.extractors.gold.formats import own
from boilerscope.extractors.page.ranges import run_edges
from boilerscope.extractors.page.segments import segments

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from boilerscope.app.session.sources import PageRequest
    from boilerscope.extractors.page import Page
    from boilerscope.widgets.records import Scene, Selection

Runs = tuple[tuple[int, int], ...]


class Unit(StrEnum):
    """Unit that a click or drag marks."""

    BLOCK = "block"
    TEXT = "text"
    ELEMENT = "element"


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
    """Return the token range of the smallest element that contains some ranges and more text.

    Parameters
    ----------
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


def picked_runs(scene: Scene, unit: Unit, selection: Selection, token: int) -> Runs:
    """Return the token ranges that a click or drag selects.

    Parameters
    ----------
    scene : Scene
        Page and panes.
    unit : Unit
        Unit to mark: blocks of the active pane (a segment where it has none), words, or
        elements.
    selection : Selection
        The clicked block, or the words that were dragged over.
    token : int
        The clicked token, -1 after a drag.
    """
    page = scene.page
    if page is None or not selection.runs:
        return ()
    ranges = ((token, token + 1),) if token >= 0 else selection.runs
    if unit is Unit.TEXT:
        return ranges
    if unit is Unit.BLOCK:
        return selection.runs if token >= 0 else _touched_blocks(scene, page, ranges[0])
    starts, ends = page.elements.token_start, page.elements.token_end
    around = np.flatnonzero((starts <= ranges[0][0]) & (ends >= ranges[-1][1]))
    row = around[np.argmin((ends - starts)[around])]
    return ((int(starts[row]), int(ends[row])),)


def _touched_blocks(scene: Scene, page: Page, dragged: tuple[int, int]) -> Runs:
    """Return the ranges of the active pane's blocks that share words with a range.

    Words outside of blocks give the ranges of their segments.
    """
    pane = scene.pane(scene.active)
    owner = np.full(page.n_tokens, -1)
    if pane is not None and pane.shown is not None:
        owner = pane.shown.block_of_token
    touched = np.unique(owner[slice(*dragged)])
    marked = np.isin(owner, touched[touched >= 0])
    segment = segments(page).of_token()
    outside = np.unique(segment[slice(*dragged)][owner[slice(*dragged)] < 0])
    marked |= np.isin(segment, outside) & (owner < 0)
    starts, ends = run_edges(marked).reshape(-1, 2).T.tolist()
    return tuple(zip(starts, ends, strict=True))
