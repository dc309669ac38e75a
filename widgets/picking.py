"""Mapping between tokens, tree nodes, selections and the blocks of panes; no Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.segments import segments
from boilerscope.widgets.records import Selection

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boilerscope.extractors.model.extraction import Extraction, Tree
    from boilerscope.extractors.page.records import IntArray
    from boilerscope.extractors.page.segments import Segments
    from boilerscope.widgets.records import PaneRecord, Scene


def selection_of_block(pane: PaneRecord, block: int) -> Selection | None:
    """Return the selection of a block of a pane, None if the pane has no such block."""
    extraction = pane.shown
    if extraction is None or not 0 <= block < len(extraction.blocks):
        return None
    return Selection(tuple(extraction.blocks.runs(block)), pane.name, block)


def selection_of_node(pane: PaneRecord, node: int) -> Selection | None:
    """Return the selection of a node of a pane's tree.

    Select the text of the node's block, or of all blocks below the node if its block has no text.
    Return None if the pane has no such node or the node has no text.
    """
    extraction = pane.shown
    if extraction is None or extraction.tree is None or not 0 <= node < len(extraction.tree.parent):
        return None
    tree = extraction.tree
    block = int(tree.block[node])
    runs = _joined(extraction.blocks.runs(block)) if block >= 0 else []
    if not runs:
        below = {node}
        for row, parent in enumerate(tree.parent[node + 1 :].tolist(), node + 1):
            if parent in below:
                below.add(row)
        blocks = tree.block[sorted(below)]
        runs = _joined(
            run for inner in blocks[blocks >= 0] for run in extraction.blocks.runs(inner)
        )
    return Selection(tuple(runs), pane.name, block, node) if runs else None


def _joined(runs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return token ranges in order, with adjacent ranges joined and empty ranges removed."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(runs):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        elif end > start:
            joined.append((start, end))
    return joined


def node_of_selection(pane: PaneRecord, selection: Selection) -> int:
    """Return the node of a selection in a pane's tree, -1 for none.

    The tree may be newer than the selection, so the node must have the same text.
    """
    extraction = pane.shown
    if extraction is None or extraction.tree is None or selection.pane != pane.name:
        return -1
    node = selection.node
    if node < 0 <= selection.block:
        nodes = np.flatnonzero(extraction.tree.block == selection.block)
        node = int(nodes[0]) if len(nodes) else -1
    current = selection_of_node(pane, node)
    return node if current is not None and current.runs == selection.runs else -1


def node_around(tree: Tree, node: int, selected: int) -> int:
    """Return the node that a click on a node selects.

    If the clicked node or one of its ancestors is selected, the click selects the parent of the
    selected node; after the root, it selects the clicked node again.
    """
    chain = [node]
    while tree.parent[chain[-1]] >= 0:
        chain.append(int(tree.parent[chain[-1]]))
    if selected not in chain:
        return node
    return chain[(chain.index(selected) + 1) % len(chain)]


def selection_at(scene: Scene, token: int, pane_name: str = "") -> Selection | None:
    """Return the selection of a click on a token.

    Parameters
    ----------
    scene : Scene
        Page and panes.
    token : int
        Index of the token.
    pane_name : str
        Pane whose block is selected; if empty, the active pane. If the pane has no block at the
        token, the segment is selected.
    """
    if scene.page is None or not 0 <= token < scene.page.n_tokens:
        return None
    pane = scene.pane(pane_name or scene.active)
    if pane is not None and pane.shown is not None and token < len(pane.shown.mask):
        block = int(pane.shown.block_of_token[token])
        if block >= 0:
            return selection_of_block(pane, block)
    table = segments(scene.page)
    segment = int(np.searchsorted(table.token_start, token, side="right")) - 1
    if segment < 0:
        return None
    return Selection(((int(table.token_start[segment]), int(table.token_end[segment])),))


def leading_tokens(table: Segments, selection: Selection, token: int) -> list[int]:
    """Return the tokens whose line can represent a selection that was clicked at a token.

    These are the first token of the selection and, for a block of several segments, the first
    selected token of the clicked segment.
    """
    segment = int(np.searchsorted(table.token_start, token, side="right")) - 1
    run = next((start for start, end in selection.runs if start <= token < end), selection.start)
    return list(dict.fromkeys([selection.start, max(run, int(table.token_start[segment]))]))


def next_block(
    scene: Scene, pane_name: str, token: int, direction: int, current: Selection | None
) -> Selection | None:
    """Return the nearest other block at a token or beyond, None without another block.

    Parameters
    ----------
    scene : Scene
        Page and panes.
    pane_name : str
        Pane whose blocks are searched.
    token : int
        First token to look at.
    direction : int
        1 towards the end, -1 towards the start.
    current : Selection or None
        The current selection, which is skipped.
    """
    n_tokens = 0 if scene.page is None else scene.page.n_tokens
    while 0 <= token < n_tokens:
        selection = selection_at(scene, token, pane_name)
        if selection is not None and selection != current:
            return selection
        token += direction
    return None


def blocks_of(extraction: Extraction, selection: Selection) -> IntArray:
    """Return the blocks that share a token with a selection, in order."""
    owner = _owners(extraction, selection)
    return np.unique(owner[owner >= 0]).astype(np.int32)


def leading_block(pane: PaneRecord, selection: Selection) -> int:
    """Return the block of a pane that shares the most tokens with a selection, -1 for none.

    In its own pane, the selected block itself is returned, even if it contains other blocks.
    """
    extraction = pane.shown
    if extraction is None:
        return -1
    block = selection.block
    is_own = selection.pane == pane.name and 0 <= block < len(extraction.blocks)
    if is_own and tuple(extraction.blocks.runs(block)) == selection.runs:
        return block
    owner = _owners(extraction, selection)
    owner = owner[owner >= 0]
    if not len(owner):
        return -1
    blocks, counts = np.unique(owner, return_counts=True)
    return int(blocks[np.argmax(counts)])


def numbered_block(scene: Scene, selection: Selection) -> tuple[PaneRecord, int] | None:
    """Return the pane and the block whose number names a selection.

    This is the leading block of the active pane, else the leading block of the pane in which the
    selection was made; None if neither pane has a leading block.
    """
    for name in (scene.active, selection.pane):
        pane = scene.pane(name)
        block = -1 if pane is None else leading_block(pane, selection)
        if pane is not None and block >= 0:
            return pane, block
    return None


def _owners(extraction: Extraction, selection: Selection) -> IntArray:
    owner = extraction.block_of_token
    parts = [owner[start:end] for start, end in selection.runs]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int32)
