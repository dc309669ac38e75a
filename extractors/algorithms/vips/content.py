"""The main content of a segmentation: a choice of ours, VIPS itself only segments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.page.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from extractors.algorithms.vips.boxes import Ints
    from extractors.algorithms.vips.segmentation import Segmentation
    from extractors.algorithms.vips.settings import VipsSettings
    from extractors.page.records import BoolArray, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Choice of the leaves that are main content.

    Attributes
    ----------
    leaf : array of int, shape (n_nodes,)
        The leaf at the permitted degree of coherence that each node lies in; -1 above them.
    leaves : array of int, shape (n_leaves,)
        These leaves, in the tree's order.
    score : array of float, shape (n_leaves,)
    chars, linked : array of int, shape (n_leaves,)
        Characters, and those in links.
    chosen : array of bool, shape (n_leaves,)
    leaf_of_block : array of int, shape (n_blocks,)
        Place in `leaves` of every final block, -1 for others.
    """

    leaf: Ints
    leaves: Ints
    score: FloatArray
    chars: Ints
    linked: Ints
    chosen: BoolArray
    leaf_of_block: Ints


def choose(found: Segmentation, settings: VipsSettings) -> Choice:
    """Return the leaves that are main content: the best one and its like among its siblings.

    The score is the characters outside links, times the share of them, times how central the leaf
    is: half as much where its middle lies at the edge of the page.
    """
    leaf = _leaves_at(found, settings.pdoc)
    leaves = (leaf == np.arange(len(leaf))).nonzero()[0]
    place = np.full(len(leaf) + 1, -1)
    place[leaves] = np.arange(len(leaves))
    of_block = np.full(len(found.node), -1)
    held_by, blocks = found.tree.held_blocks()
    of_block[blocks] = place[leaf[held_by]]
    chars, linked = block_text(found)
    held = found.final & (of_block >= 0)
    n = len(leaves)
    leaf_chars = np.bincount(of_block[held], chars[held], minlength=n).astype(np.int64)
    leaf_linked = np.bincount(of_block[held], linked[held], minlength=n).astype(np.int64)
    half = max(found.boxes.width / 2, 1)
    box = found.tree_box[leaves]
    aside = np.abs(box[:, 0] + box[:, 2] / 2 - half) / half
    own = leaf_chars - leaf_linked
    score = own * (own / np.maximum(leaf_chars, 1)) * np.maximum(1 - 0.5 * aside, 0)
    chosen = np.zeros(n, dtype=np.bool_)
    if n and score.max() > 0:
        best = int(score.argmax())
        parent = np.array(found.tree.parent, dtype=np.int64)[leaves]
        chosen = (parent == parent[best]) & (score >= settings.join_share * score[best])
        chosen &= score > 0
    return Choice(leaf, leaves, score, leaf_chars, leaf_linked, chosen, of_block)


def block_text(found: Segmentation) -> tuple[Ints, Ints]:
    """Return the characters of every block, and those of them in links."""
    first, last = found.texts
    chars = prefix_sums(found.boxes.text_chars)
    linked = prefix_sums(found.boxes.text_linked)
    return chars[last] - chars[first], linked[last] - linked[first]


def _leaves_at(found: Segmentation, pdoc: int) -> Ints:
    """Return for each node the outermost node at or above it that is coherent enough."""
    tree = found.tree
    leaf: list[int] = []
    for node, (parent, doc) in enumerate(zip(tree.parent, found.tree_doc, strict=True)):
        above = leaf[parent] if parent >= 0 else -1
        if above < 0 and (doc >= pdoc or node in tree.leaf):
            above = node
        leaf.append(above)
    return np.array(leaf, dtype=np.int64)
