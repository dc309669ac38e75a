"""Segmentation of a page: visual blocks, and the tree into which separators divide them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.vips.rules import (
    R4,
    TEXT,
    Round,
    divide,
    evaluate_conditions,
)
from boilerscope.extractors.algorithms.vips.separators import BlockStyles
from boilerscope.extractors.algorithms.vips.structure import BlockTree, cut
from boilerscope.extractors.algorithms.vips.traits import HR, measure, tagged

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.vips.boxes import Boxes, Ints
    from boilerscope.extractors.algorithms.vips.settings import VipsSettings
    from boilerscope.extractors.algorithms.vips.traits import Traits
    from boilerscope.extractors.page.records import BoolArray

_MAX_HR = 5_000


@dataclass(frozen=True, eq=False)
class Segmentation:
    """Segmentation of a page by VIPS.

    Attributes
    ----------
    boxes, traits
        The page.
    rounds : list of Round
        Nodes and rules of each round of division.
    is_complete : bool
        False if division stopped at a limit.
    node, doc, rule : array of int, shape (n_blocks,)
        Node (see `Round`), DoC and rule of every visual block of every round.
    final : array of bool, shape (n_blocks,)
        Whether no later round divided the block.
    tree : BlockTree
        Tree of the final blocks.
    tree_box : array of int, shape (n_nodes, 4)
        x, y, width, height around the blocks of each node of the tree.
    tree_doc : list of int, length n_nodes
        DoC of each node of the tree.
    """

    boxes: Boxes
    traits: Traits
    rounds: list[Round]
    is_complete: bool
    node: Ints
    doc: Ints
    rule: Ints
    final: BoolArray
    tree: BlockTree
    tree_box: Ints
    tree_doc: list[int]

    @cached_property
    def texts(self) -> tuple[Ints, Ints]:
        """The first text in every block, and the text after its last text."""
        n = len(self.boxes)
        is_text = self.node >= n
        row = np.minimum(self.node, n - 1)
        first = np.where(is_text, self.node - n, self.traits.first_text[row])
        return first, np.where(is_text, first + 1, self.traits.last_text[row])


def segment(boxes: Boxes, settings: VipsSettings, traits: Traits | None = None) -> Segmentation:
    """Divide a page into visual blocks, and cut these along separators into a tree.

    Parameters
    ----------
    traits : Traits, optional
        Traits of these boxes, if they have been measured.
    """
    traits = measure(boxes) if traits is None else traits
    conditions = evaluate_conditions(boxes, traits, settings)
    rounds, is_complete = divide(boxes, traits, conditions, settings.pdoc)
    blocks = [block for division_round in rounds for block in division_round.blocks]
    node = np.array([node for node, _, _ in blocks], dtype=np.int64)
    doc = np.array([doc for _, doc, _ in blocks], dtype=np.int64)
    rule = _rules_of_blocks(rounds)
    styles = _block_styles(boxes, node, rule)
    tree, final = _build_tree(boxes, rounds, styles, settings)
    return Segmentation(
        boxes=boxes,
        traits=traits,
        rounds=rounds,
        is_complete=is_complete,
        node=node,
        doc=doc,
        rule=rule,
        final=final,
        tree=tree,
        tree_box=_tree_boxes(tree, styles.box),
        tree_doc=tree.degrees(doc.tolist()),
    )


def _rules_of_blocks(rounds: list[Round]) -> Ints:
    """Return the rule that made each block, in the block's round."""
    rules: list[int] = []
    for division_round in rounds:
        rule_of = dict(zip(division_round.nodes, division_round.rules, strict=True))
        rules.extend(rule_of[node] for node, _, _ in division_round.blocks)
    return np.array(rules, dtype=np.int64)


def _block_styles(boxes: Boxes, node: Ints, rule: Ints) -> BlockStyles:
    n = len(boxes)
    is_text = node >= n
    text = node[is_text] - n
    row = np.minimum(node, n - 1)
    row[is_text] = boxes.text_owner[text]
    box = boxes.box[row]
    box[is_text] = boxes.text_box[text]
    return BlockStyles(
        box=box,
        background=boxes.background[row],
        font_size=boxes.font_size[row],
        font_weight=boxes.font_weight[row],
        is_plain=(rule == R4) | (rule == TEXT),
    )


def _build_tree(
    boxes: Boxes, rounds: list[Round], styles: BlockStyles, settings: VipsSettings
) -> tuple[BlockTree, BoolArray]:
    """Return the tree after the last round, and which blocks are final."""
    tree = BlockTree()
    final = np.ones(len(styles.box), dtype=np.bool_)
    hr_rows = np.flatnonzero(tagged(boxes, HR) & boxes.seen)[:_MAX_HR]
    hr_box = boxes.box[hr_rows]
    n_blocks = len(rounds[0].blocks)
    if n_blocks:
        root = tree.add(-1, 1)
        cut(tree, {root: list(range(n_blocks))}, styles, hr_box, settings, 1)
    block_of_node = {node: block for block, (node, _, _) in enumerate(rounds[0].blocks)}
    for number, division_round in enumerate(rounds[1:], 2):
        leaf_of_block = {block: leaf for leaf, blocks in tree.leaf.items() for block in blocks}
        changed: dict[int, list[int]] = {}  # leaves with divided blocks; they are cut again
        for node in division_round.divided:
            block = block_of_node[node]
            final[block] = False
            leaf = leaf_of_block[block]
            if leaf not in changed:
                changed[leaf] = tree.leaf.pop(leaf)
        for block, (node, _, divided_node) in enumerate(division_round.blocks, n_blocks):
            changed[leaf_of_block[block_of_node[divided_node]]].append(block)
            block_of_node[node] = block
        n_blocks += len(division_round.blocks)
        leaves = {
            leaf: [block for block in blocks if final[block]] for leaf, blocks in changed.items()
        }
        cut(tree, leaves, styles, hr_box, settings, number)
    return tree, final


def _tree_boxes(tree: BlockTree, box: Ints) -> Ints:
    """Return the box around the blocks of every node, shape (n_nodes, 4)."""
    far = np.iinfo(np.int32).max
    unions = [[far, far, -far, -far] for _ in range(len(tree))]  # left, top, right, bottom
    edges = np.concatenate((box[:, :2], box[:, :2] + box[:, 2:]), axis=1).tolist()
    for leaf, blocks in tree.leaf.items():
        for block in blocks:
            _extend(unions[leaf], edges[block])
    for node in range(len(tree) - 1, 0, -1):  # children come after their parents
        _extend(unions[tree.parent[node]], unions[node])
    tree_box = np.array(unions, dtype=np.int64).reshape(-1, 4)
    tree_box[:, 2:] -= tree_box[:, :2]
    return tree_box


def _extend(union: list[int], edges: list[int]) -> None:
    union[0], union[1] = min(union[0], edges[0]), min(union[1], edges[1])
    union[2], union[3] = max(union[2], edges[2]), max(union[3], edges[3])
