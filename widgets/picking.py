"""From a place on the page to blocks, and from a selection to the blocks of any pane; no Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.page.segments import segments
from widgets.records import Selection

if TYPE_CHECKING:
    from collections.abc import Iterable

    from extractors.model.extraction import Extraction, Tree
    from extractors.page.records import IntArray
    from extractors.page.segments import Segments
    from widgets.records import PaneRecord, Scene


def selection_of_block(pane: PaneRecord, block: int) -> Selection | None:
    """Return the selection of one block of a pane, None if the pane has no such block."""
    shown = pane.shown
    if shown is None or not 0 <= block < len(shown.blocks):
        return None
    return Selection(tuple(shown.blocks.runs(block)), pane.name, block)


def selection_of_node(pane: PaneRecord, node: int) -> Selection | None:
    """Return the selection of one node of a pane's tree.

    The text of its block, or of all blocks below it where it has none of its own; None where the
    pane has no such node or the node holds no text.
    """
    shown = pane.shown
    if shown is None or shown.tree is None or not 0 <= node < len(shown.tree.parent):
        return None
    tree = shown.tree
    block = int(tree.block[node])
    runs = _filled(shown.blocks.runs(block)) if block >= 0 else []
    if not runs:
        below = {node}
        for place, parent in enumerate(tree.parent[node + 1 :].tolist(), node + 1):
            if parent in below:
                below.add(place)
        held = tree.block[sorted(below)]
        runs = _filled(run for one in held[held >= 0].tolist() for run in shown.blocks.runs(one))
    return Selection(tuple(runs), pane.name, block, node) if runs else None


def _filled(runs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return token ranges in order, joined where they meet, without empty ones."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(runs):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        elif end > start:
            joined.append((start, end))
    return joined


def node_of_selection(pane: PaneRecord, selection: Selection) -> int:
    """Return the node of a pane's tree that a selection means, -1 for none.

    A selection that is older than the tree means a node only if the same text stands for it.
    """
    shown = pane.shown
    if shown is None or shown.tree is None or selection.pane != pane.name:
        return -1
    node = selection.node
    if node < 0 <= selection.block:
        found = np.flatnonzero(shown.tree.block == selection.block)
        node = int(found[0]) if len(found) else -1
    meant = selection_of_node(pane, node)
    return node if meant is not None and meant.runs == selection.runs else -1


def node_around(tree: Tree, node: int, chosen: int) -> int:
    """Return the node that a click on a node means.

    Where it or one around it is chosen already, that is the next one around; after the outermost
    comes the one hit again.
    """
    chain = [node]
    while tree.parent[chain[-1]] >= 0:
        chain.append(int(tree.parent[chain[-1]]))
    if chosen not in chain:
        return node
    return chain[(chain.index(chosen) + 1) % len(chain)]


def selection_at(scene: Scene, token: int, pane_name: str = "") -> Selection | None:
    """Return what a click on a token selects.

    Parameters
    ----------
    scene : Scene
        Page and panes.
    token : int
        Number of the token.
    pane_name : str
        Pane whose blocks count; the active one if empty. Where it has no block at the token, the
        segment is selected.
    """
    if scene.page is None or not 0 <= token < scene.page.n_tokens:
        return None
    pane = scene.pane(pane_name or scene.active)
    if pane is not None and pane.shown is not None and token < len(pane.shown.mask):
        block = int(pane.shown.block_of_token[token])
        if block >= 0:
            return selection_of_block(pane, block)
    found = segments(scene.page)
    number = int(np.searchsorted(found.token_start, token, side="right")) - 1
    if number < 0:
        return None
    return Selection(((int(found.token_start[number]), int(found.token_end[number])),))


def beginnings(found: Segments, selection: Selection, token: int) -> list[int]:
    """Return the tokens whose line may stand for a selection that was clicked at a token.

    Its own beginning; and that of the clicked paragraph, for a block that reaches over many.
    """
    segment = int(np.searchsorted(found.token_start, token, side="right")) - 1
    run = next((start for start, end in selection.runs if start <= token < end), selection.start)
    return list(dict.fromkeys([selection.start, max(run, int(found.token_start[segment]))]))


def next_block(
    scene: Scene, pane_name: str, token: int, way: int, chosen: Selection | None
) -> Selection | None:
    """Return the nearest other block at a token or beyond it, None at the end of the page.

    Parameters
    ----------
    scene : Scene
        Page and panes.
    pane_name : str
        Pane whose blocks count.
    token : int
        Where to begin.
    way : int
        1 towards the end, -1 towards the start.
    chosen : Selection or None
        What is selected; it is no answer.
    """
    n_tokens = 0 if scene.page is None else scene.page.n_tokens
    while 0 <= token < n_tokens:
        found = selection_at(scene, token, pane_name)
        if found is not None and found != chosen:
            return found
        token += way
    return None


def blocks_of(extraction: Extraction, selection: Selection) -> IntArray:
    """Return the blocks that share a token with a selection, in order."""
    owner = _owners(extraction, selection)
    return np.unique(owner[owner >= 0]).astype(np.int32)


def leading_block(pane: PaneRecord, selection: Selection) -> int:
    """Return the block of a pane that shares most tokens with a selection, -1 if none does.

    The selected block itself leads in its own pane, also where it nests others.
    """
    shown = pane.shown
    if shown is None:
        return -1
    own = selection.block
    is_own = selection.pane == pane.name and 0 <= own < len(shown.blocks)
    if is_own and tuple(shown.blocks.runs(own)) == selection.runs:
        return own
    owner = _owners(shown, selection)
    owner = owner[owner >= 0]
    if not len(owner):
        return -1
    blocks, counts = np.unique(owner, return_counts=True)
    return int(blocks[np.argmax(counts)])


def numbered_block(scene: Scene, selection: Selection) -> tuple[PaneRecord, int] | None:
    """Return the block by whose number views call a selection, and its pane.

    That is the leading block of the active pane; where it has none there, that of the pane in
    which the block was selected. None for text in no block of either.
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
