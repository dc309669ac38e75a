"""Next and previous block or difference, for navigation by key. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.app.session.layers import differs
from boilerscope.extractors.model.gold import Outcome
from boilerscope.extractors.page.segments import segments
from boilerscope.widgets.picking import leading_block, selection_at, selection_of_block

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray
    from boilerscope.widgets.records import Scene, Selection


def next_block(scene: Scene, selection: Selection | None, direction: int) -> Selection | None:
    """Return the block of the active pane after (1) or before (-1) a selection.

    Without a selection, return the first or the last block; at the end, the selected block. Return
    None if the pane has no block with text.
    """
    pane = scene.pane(scene.active)
    if pane is None or pane.shown is None:
        return None
    blocks = np.flatnonzero(pane.shown.blocks.token_counts() > 0)
    if not len(blocks):
        return None
    if selection is None:
        return selection_of_block(pane, int(blocks[0 if direction > 0 else -1]))
    current = leading_block(pane, selection)
    index = int(np.searchsorted(blocks, current, side="right" if direction > 0 else "left"))
    index = index if direction > 0 else index - 1
    return selection_of_block(pane, int(blocks[min(max(index, 0), len(blocks) - 1)]))


def next_difference(scene: Scene, selection: Selection | None, direction: int) -> Selection | None:
    """Return the next (1) or previous (-1) text on which the panes, or the two compared, disagree.

    After the last difference comes the first again. Return None if the panes agree on the whole
    page, or fewer than two panes have a result.
    """
    is_differing = differs(scene.judged)
    return _next_marked(scene, selection, direction, is_differing) if len(is_differing) else None


def is_beyond(selection: Selection | None, match: Selection, direction: int) -> bool:
    """Return whether a search went round the page to reach a match."""
    if selection is None or not selection.runs:
        return False
    return (match.start - selection.start) * direction <= 0


def next_error(scene: Scene, selection: Selection | None, direction: int) -> Selection | None:
    """Return the next (1) or previous (-1) error of the pane whose errors colour the page.

    Return None if the pane keeps and drops all text as in the gold standard.
    """
    pane = scene.pane(scene.error_pane)
    outcomes = None if pane is None else scene.outcomes(pane)
    if outcomes is None:
        return None
    wrong = np.isin(outcomes, [Outcome.WRONGLY_KEPT, Outcome.MISSED])
    return _next_marked(scene, selection, direction, wrong)


def _next_marked(
    scene: Scene, selection: Selection | None, direction: int, marked: BoolArray
) -> Selection | None:
    """Return the next segment with a marked token, round the page; None without such a segment."""
    if scene.page is None:
        return None
    units = segments(scene.page)
    candidates = np.flatnonzero(units.mean(marked) > 0)
    if not len(candidates):
        return None
    current = -1 if direction > 0 else len(units)
    if selection is not None and selection.runs:
        current = int(np.searchsorted(units.token_start, selection.start, side="right")) - 1
    if direction > 0:
        ahead = candidates[candidates > current]
    else:
        ahead = candidates[candidates < current][::-1]
    segment = int(ahead[0]) if len(ahead) else int(candidates[0 if direction > 0 else -1])
    start, end = int(units.token_start[segment]), int(units.token_end[segment])
    token = start + int(np.flatnonzero(marked[start:end])[0])
    return selection_at(scene, token, scene.active)
