"""The tree of visual blocks, and the boxes of its nodes and separators on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.model.extraction import Column, PageBoxes, Tree
from boilerscope.extractors.system.wording import counted

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.vips.boxes import Ints
    from boilerscope.extractors.algorithms.vips.content import Choice
    from boilerscope.extractors.algorithms.vips.segmentation import Segmentation
    from boilerscope.extractors.algorithms.vips.tested_nodes import TestedNodes


def tree_of(segmentation: Segmentation, choice: Choice, nodes: TestedNodes) -> tuple[Ints, Tree]:
    """Return the tree in document order, and the node of the segmentation for each of its rows.

    A leaf with several blocks has a row below it for each block; the node of such a row is the
    leaf.
    """
    block_tree = segmentation.tree
    children: dict[int, list[int]] = {}
    for node, parent in enumerate(block_tree.parent):
        children.setdefault(parent, []).append(node)
    index_of_block = np.full(len(segmentation.node), -1)
    is_block = nodes.block >= 0
    index_of_block[nodes.block[is_block]] = np.flatnonzero(is_block)
    node_of_row: list[int] = []
    parents: list[int] = []
    blocks: list[int] = []
    labels: list[str] = []
    degrees: list[int] = []
    pending = [(node, -1) for node in children.get(-1, [])]
    while pending:
        node, parent_row = pending.pop()
        row = len(node_of_row)
        leaf_blocks = block_tree.leaf.get(node, [])
        node_of_row.append(node)
        parents.append(parent_row)
        blocks.append(int(index_of_block[leaf_blocks[0]]) if len(leaf_blocks) == 1 else -1)
        labels.append(_label(segmentation, node, leaf_blocks))
        degrees.append(segmentation.tree_doc[node])
        for block in leaf_blocks if len(leaf_blocks) > 1 else ():
            node_of_row.append(node)
            parents.append(row)
            blocks.append(int(index_of_block[block]))
            labels.append(_tag(segmentation, block))
            degrees.append(int(segmentation.doc[block]))
        pending.extend((child, row) for child in reversed(children.get(node, [])))
    rows = np.array(node_of_row, dtype=np.int64)
    return rows, Tree(
        parent=np.array(parents, dtype=np.int32),
        block=np.array(blocks, dtype=np.int32),
        label=tuple(labels),
        columns=_tree_columns(segmentation, choice, rows, np.array(degrees, dtype=np.int64)),
    )


def _tree_columns(
    segmentation: Segmentation, choice: Choice, rows: Ints, doc: Ints
) -> tuple[Column, ...]:
    weight = np.array(segmentation.tree.weight)[rows]
    index_of_leaf = np.full(len(segmentation.tree), -1)
    index_of_leaf[choice.leaves] = np.arange(len(choice.leaves))
    score = np.append(choice.score, np.nan)[index_of_leaf[rows]]
    return (
        Column("doc", "DoC", "", "Degree of coherence, 1 to 10.", doc),
        Column("weight", "Weight", "", "Weight of the separators that cut it, 0 for none.", weight),
        Column(
            "score", "Score", "characters", "Score of leaves at the permitted DoC (ours).", score
        ),
    )


def _label(segmentation: Segmentation, node: int, leaf_blocks: list[int]) -> str:
    if len(leaf_blocks) == 1:
        return _tag(segmentation, leaf_blocks[0])
    if leaf_blocks:
        return f"{counted(len(leaf_blocks), 'block')} without a separator"
    side = "beside" if segmentation.tree.axis[node] else "below"
    return f"parts {side} each other"


def _tag(segmentation: Segmentation, block: int) -> str:
    node = int(segmentation.node[block])
    boxes = segmentation.boxes
    return "text" if node >= len(boxes) else boxes.tag(node)


def page_boxes(
    segmentation: Segmentation, choice: Choice, nodes: TestedNodes, rows: Ints, tree: Tree
) -> PageBoxes:
    """Return the boxes of the rows of the tree and of the separators.

    Parameters
    ----------
    segmentation, choice, nodes
        The result.
    rows : array of int, shape (n_rows,)
        Node of the segmentation for each row of the tree.
    tree : Tree
        See `tree_of`.
    """
    block_tree, boxes = segmentation.tree, segmentation.boxes
    box = segmentation.tree_box[rows].reshape(-1, 4)
    # Rows below a leaf with several blocks have the boxes of these blocks.
    is_block_row = (tree.parent >= 0) & (rows == rows[tree.parent])
    block = tree.block[is_block_row]
    text_box = np.append(boxes.text_box, np.zeros((1, 4), np.int32), axis=0)
    box[is_block_row] = np.where(
        nodes.is_text[block][:, np.newaxis],
        text_box[nodes.text[block]],
        boxes.box[nodes.row[block]],
    )
    row_of_node = np.full(len(block_tree), -1)
    row_of_node[rows[~is_block_row]] = np.flatnonzero(~is_block_row)
    separators = block_tree.separators
    node = np.array([separator.node for separator in separators], dtype=np.int64)
    return PageBoxes(
        box=box.astype(np.int32),
        round=np.array(block_tree.round, dtype=np.int32)[rows],
        is_leaf=(choice.leaf_of_node[rows] == rows) & ~is_block_row,
        separator=np.array([separator.box for separator in separators], dtype=np.int32).reshape(
            -1, 4
        ),
        separator_weight=np.array([separator.weight for separator in separators], dtype=np.int32),
        separator_round=np.array([separator.round for separator in separators], dtype=np.int32),
        separator_node=row_of_node[node].astype(np.int32),
        threshold_field="pdoc",
    )
