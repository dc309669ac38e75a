"""The tree of visual blocks, and where its nodes and separators lie on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from extractors.model.extraction import Column, PageBoxes, Tree

if TYPE_CHECKING:
    from extractors.algorithms.vips.boxes import Ints
    from extractors.algorithms.vips.content import Choice
    from extractors.algorithms.vips.segmentation import Segmentation
    from extractors.algorithms.vips.tested import Tested


def tree_of(found: Segmentation, choice: Choice, nodes: Tested) -> tuple[Ints, Tree]:
    """Return the tree in its own order, and the node of the segmentation each row stands for.

    A leaf with several blocks has a row below it for each; these stand for no node of their own.
    """
    grown = found.tree
    children: dict[int, list[int]] = {}
    for node, parent in enumerate(grown.parent):
        children.setdefault(parent, []).append(node)
    where = np.full(len(found.node), -1)
    is_block = nodes.block >= 0
    where[nodes.block[is_block]] = np.flatnonzero(is_block)
    order: list[int] = []
    parents: list[int] = []
    blocks: list[int] = []
    names: list[str] = []
    degrees: list[int] = []
    pending = [(node, -1) for node in children.get(-1, [])]
    while pending:
        node, above = pending.pop()
        here = len(order)
        held = grown.leaf.get(node, [])
        order.append(node)
        parents.append(above)
        blocks.append(int(where[held[0]]) if len(held) == 1 else -1)
        names.append(_name(found, node, held))
        degrees.append(found.tree_doc[node])
        for one in held if len(held) > 1 else ():
            order.append(node)
            parents.append(here)
            blocks.append(int(where[one]))
            names.append(_tag(found, one))
            degrees.append(int(found.doc[one]))
        pending.extend((child, here) for child in reversed(children.get(node, [])))
    rows = np.array(order, dtype=np.int64)
    return rows, Tree(
        parent=np.array(parents, dtype=np.int32),
        block=np.array(blocks, dtype=np.int32),
        label=tuple(names),
        columns=_tree_columns(found, choice, rows, np.array(degrees, dtype=np.int64)),
    )


def _tree_columns(found: Segmentation, choice: Choice, rows: Ints, doc: Ints) -> tuple[Column, ...]:
    weight = np.array(found.tree.weight)[rows]
    place = np.full(len(found.tree), -1)
    place[choice.leaves] = np.arange(len(choice.leaves))
    score = np.append(choice.score, np.nan)[place[rows]]
    return (
        Column("doc", "DoC", "", "Degree of coherence, 1 to 10.", doc),
        Column("weight", "Weight", "", "Of the separators that cut it, 0 for none.", weight),
        Column("score", "Score", "characters", "Of leaves at the permitted DoC (ours).", score),
    )


def _name(found: Segmentation, node: int, held: list[int]) -> str:
    if len(held) == 1:
        return _tag(found, held[0])
    if held:
        return f"{len(held)} blocks no separator parts"
    side = "beside" if found.tree.axis[node] else "below"
    return f"parts {side} each other"


def _tag(found: Segmentation, block: int) -> str:
    node = int(found.node[block])
    return "text" if node >= len(found.boxes) else found.boxes.tag(node)


def page_boxes(
    found: Segmentation, choice: Choice, nodes: Tested, order: Ints, tree: Tree
) -> PageBoxes:
    """Return where the rows of the tree and the separators lie on the page."""
    grown = found.tree
    box = found.tree_box[order].reshape(-1, 4)
    # Rows for the blocks of one leaf have the box of their block.
    shared = np.flatnonzero((tree.parent >= 0) & (order == order[tree.parent]))
    block = tree.block[shared]
    text_box = np.append(found.boxes.text_box, np.zeros((1, 4), np.int32), axis=0)
    box[shared] = np.where(
        nodes.is_text[block][:, None],
        text_box[nodes.text[block]],
        found.boxes.box[nodes.row[block]],
    )
    first = np.full(len(grown), -1)
    first[order[::-1]] = np.arange(len(order))[::-1]
    cuts = grown.separators
    return PageBoxes(
        box=box.astype(np.int32),
        round=np.array(grown.round, dtype=np.int32)[order],
        is_leaf=(choice.leaf[order] == order) & (first[order] == np.arange(len(order))),
        separator=np.array([one.box for one in cuts], dtype=np.int32).reshape(-1, 4),
        separator_weight=np.array([one.weight for one in cuts], dtype=np.int32),
        separator_round=np.array([one.round for one in cuts], dtype=np.int32),
        separator_node=first[np.array([one.node for one in cuts], dtype=np.int64)].astype(np.int32),
        threshold_field="pdoc",
    )
