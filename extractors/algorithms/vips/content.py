"""The choice of the main content, which is ours: VIPS itself only segments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.page.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.vips.boxes import Ints
    from boilerscope.extractors.algorithms.vips.segmentation import Segmentation
    from boilerscope.extractors.algorithms.vips.settings import VipsSettings
    from boilerscope.extractors.page.records import BoolArray, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Leaves at the permitted degree of coherence, and the choice of main content among them.

    Attributes
    ----------
    leaf_of_node : array of int, shape (n_nodes,)
        The leaf that contains each node of the tree; -1 for nodes above the leaves.
    leaves : array of int, shape (n_leaves,)
        Nodes of the leaves, in the order of the tree.
    score : array of float, shape (n_leaves,)
        Score of each leaf, in characters.
    chars, linked : array of int, shape (n_leaves,)
        Characters, and characters in links.
    is_main : array of bool, shape (n_leaves,)
        Whether the leaf is main content.
    leaf_of_block : array of int, shape (n_blocks,)
        Index in `leaves` of every final block, -1 for other blocks.
    """

    leaf_of_node: Ints
    leaves: Ints
    score: FloatArray
    chars: Ints
    linked: Ints
    is_main: BoolArray
    leaf_of_block: Ints


def choose(segmentation: Segmentation, settings: VipsSettings) -> Choice:
    """Choose the best leaf, and its siblings with a similar score, as main content.

    ``score = characters outside links * (1 - link share) * centrality``, where ``centrality = 1 -
    0.5 * |centre x - page centre| / half page width``.
    """
    leaf_of_node = _leaves_at(segmentation, settings.pdoc)
    leaves = np.flatnonzero(leaf_of_node == np.arange(len(leaf_of_node)))
    index_of_leaf = np.full(len(leaf_of_node) + 1, -1)
    index_of_leaf[leaves] = np.arange(len(leaves))
    leaf_of_block = np.full(len(segmentation.node), -1)
    node_of_block, block = segmentation.tree.leaf_blocks()
    leaf_of_block[block] = index_of_leaf[leaf_of_node[node_of_block]]
    chars, linked = _sums_of_leaves(segmentation, leaf_of_block, len(leaves))
    half_width = max(segmentation.boxes.width / 2, 1)
    box = segmentation.tree_box[leaves]
    offset = np.abs(box[:, 0] + box[:, 2] / 2 - half_width) / half_width
    centrality = np.maximum(1 - 0.5 * offset, 0)
    unlinked = chars - linked
    score = unlinked * (unlinked / np.maximum(chars, 1)) * centrality
    is_main = np.zeros(len(leaves), dtype=np.bool_)
    if len(leaves) and score.max() > 0:
        best = int(score.argmax())
        parent = np.array(segmentation.tree.parent, dtype=np.int64)[leaves]
        is_sibling = parent == parent[best]
        is_main = is_sibling & (score >= settings.join_share * score[best]) & (score > 0)
    return Choice(leaf_of_node, leaves, score, chars, linked, is_main, leaf_of_block)


def _sums_of_leaves(
    segmentation: Segmentation, leaf_of_block: Ints, n_leaves: int
) -> tuple[Ints, Ints]:
    """Return the characters of every leaf, and its characters in links."""
    chars, linked = block_text(segmentation)
    is_counted = segmentation.final & (leaf_of_block >= 0)
    leaf = leaf_of_block[is_counted]
    leaf_chars = np.bincount(leaf, chars[is_counted], minlength=n_leaves)
    leaf_linked = np.bincount(leaf, linked[is_counted], minlength=n_leaves)
    return leaf_chars.astype(np.int64), leaf_linked.astype(np.int64)


def block_text(segmentation: Segmentation) -> tuple[Ints, Ints]:
    """Return the characters of every block, and its characters in links."""
    first, last = segmentation.texts
    chars = prefix_sums(segmentation.boxes.text_chars)
    linked = prefix_sums(segmentation.boxes.text_linked)
    return chars[last] - chars[first], linked[last] - linked[first]


def _leaves_at(segmentation: Segmentation, pdoc: int) -> Ints:
    """Return for each node the outermost node, at or above it, with at least the permitted DoC.

    A leaf of the tree counts at any DoC; the value is -1 for nodes above.
    """
    tree = segmentation.tree
    leaf_of_node: list[int] = []
    for node, (parent, doc) in enumerate(zip(tree.parent, segmentation.tree_doc, strict=True)):
        leaf = leaf_of_node[parent] if parent >= 0 else -1
        if leaf < 0 and (doc >= pdoc or node in tree.leaf):
            leaf = node
        leaf_of_node.append(leaf)
    return np.array(leaf_of_node, dtype=np.int64)
