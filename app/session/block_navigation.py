"""Next and previous block or difference, for navigation by key. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.page.segments import segments
from widgets.picking import leading_block, selection_at, selection_of_block

if TYPE_CHECKING:
    from widgets.records import Scene, Selection


def next_block(scene: Scene, chosen: Selection | None, direction: int) -> Selection | None:
    """Return the block of the active pane after (1) or before (-1) a selection.

    Without a selection the first or the last block; at the end the same one; None where the pane
    has no block with text.
    """
    pane = scene.pane(scene.active)
    if pane is None or pane.shown is None:
        return None
    filled = np.flatnonzero(pane.shown.blocks.token_counts() > 0)
    if not len(filled):
        return None
    if chosen is None:
        return selection_of_block(pane, int(filled[0 if direction > 0 else -1]))
    here = leading_block(pane, chosen)
    place = int(np.searchsorted(filled, here, side="right" if direction > 0 else "left"))
    place = place if direction > 0 else place - 1
    return selection_of_block(pane, int(filled[min(max(place, 0), len(filled) - 1)]))


def next_difference(scene: Scene, chosen: Selection | None, direction: int) -> Selection | None:
    """Return the next (1) or previous (-1) place on which panes disagree, round the page.

    None where they agree on all of it, or fewer than two have a result.
    """
    page = scene.page
    masks = [pane.shown.mask for pane in scene.panes if pane.shown is not None]
    if page is None or len(masks) < 2:
        return None
    total = np.sum(masks, axis=0)
    split = (total > 0) & (total < len(masks))
    found = segments(page)
    differing = np.flatnonzero(found.mean(split) > 0)
    if not len(differing):
        return None
    at = -1 if direction > 0 else len(found)
    if chosen is not None and chosen.runs:
        at = int(np.searchsorted(found.token_start, chosen.start, side="right")) - 1
    after = differing[differing > at] if direction > 0 else differing[differing < at][::-1]
    segment = int(after[0]) if len(after) else int(differing[0 if direction > 0 else -1])
    start, end = int(found.token_start[segment]), int(found.token_end[segment])
    token = start + int(np.flatnonzero(split[start:end])[0])
    return selection_at(scene, token, scene.active)
