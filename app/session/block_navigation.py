"""Next and previous block or difference, for navigation by key. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.page.segments import segments
from widgets.picking import leading_block, selection_at, selection_of_block

if TYPE_CHECKING:
    from widgets.records import Scene, Selection


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
    """Return the next (1) or previous (-1) text on which panes disagree.

    After the last difference comes the first again. Return None if the panes agree on the whole
    page, or fewer than two panes have a result.
    """
    page = scene.page
    masks = [pane.shown.mask for pane in scene.panes if pane.shown is not None]
    if page is None or len(masks) < 2:
        return None
    total = np.sum(masks, axis=0)
    split = (total > 0) & (total < len(masks))
    table = segments(page)
    differing = np.flatnonzero(table.mean(split) > 0)
    if not len(differing):
        return None
    current = -1 if direction > 0 else len(table)
    if selection is not None and selection.runs:
        current = int(np.searchsorted(table.token_start, selection.start, side="right")) - 1
    after, before = differing[differing > current], differing[differing < current][::-1]
    beyond = after if direction > 0 else before
    segment = int(beyond[0]) if len(beyond) else int(differing[0 if direction > 0 else -1])
    start, end = int(table.token_start[segment]), int(table.token_end[segment])
    token = start + int(np.flatnonzero(split[start:end])[0])
    return selection_at(scene, token, scene.active)
