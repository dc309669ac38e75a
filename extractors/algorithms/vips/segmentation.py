"""A page divided into visual blocks and built up again as a tree of them, and the choice on top."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.vips.rules import R4, TEXT, Round, divide, judge
from extractors.algorithms.vips.separators import Members
from extractors.algorithms.vips.structure import BlockTree, cut
from extractors.algorithms.vips.traits import RULES, measure, tagged

if TYPE_CHECKING:
    from extractors.algorithms.vips.boxes import Boxes, Ints
    from extractors.algorithms.vips.settings import VipsSettings
    from extractors.algorithms.vips.traits import Traits
    from extractors.page.records import BoolArray

_MAX_RULES = 5_000


@dataclass(frozen=True, eq=False)
class Segmentation:
    """Segmentation of a page by VIPS.

    Attributes
    ----------
    boxes, traits
        The page.
    rounds : list of Round
        What the rules said.
    complete : bool
        Whether division came to its end.
    node, doc, rule : array of int, shape (n_blocks,)
        Node (see `Round`), DoC and rule of every visual block of every round.
    final : array of bool, shape (n_blocks,)
        Not divided in a later round.
    tree : BlockTree
        Over the final blocks.
    tree_box : array of int, shape (n_nodes, 4)
        x, y, width, height around the blocks below.
    tree_doc : list of int, length n_nodes
    """

    boxes: Boxes
    traits: Traits
    rounds: list[Round]
    complete: bool
    node: Ints
    doc: Ints
    rule: Ints
    final: BoolArray
    tree: BlockTree
    tree_box: Ints
    tree_doc: list[int]

    @cached_property
    def texts(self) -> tuple[Ints, Ints]:
        """The first text that every block holds, and the one after the last."""
        n = len(self.boxes)
        is_text = self.node >= n
        row = np.minimum(self.node, n - 1)
        first = np.where(is_text, self.node - n, self.traits.first_text.take(row))
        return first, np.where(is_text, first + 1, self.traits.last_text.take(row))


def segment(boxes: Boxes, settings: VipsSettings, traits: Traits | None = None) -> Segmentation:
    """Return the segmentation of a page.

    Parameters
    ----------
    boxes : Boxes
        The page.
    settings : VipsSettings
        How.
    traits : Traits, optional
        Of these boxes, where they are known.
    """
    traits = measure(boxes) if traits is None else traits
    rounds, complete = divide(boxes, traits, judge(boxes, traits, settings), settings.pdoc)
    node = np.array([one for each in rounds for one, _, _ in each.pieces], dtype=np.int64)
    doc = np.array([one for each in rounds for _, one, _ in each.pieces], dtype=np.int64)
    rule = _rules_of(rounds, node)
    members = _members(boxes, node, rule)
    tree, final = _build(boxes, rounds, members, settings)
    return Segmentation(
        boxes=boxes,
        traits=traits,
        rounds=rounds,
        complete=complete,
        node=node,
        doc=doc,
        rule=rule,
        final=final,
        tree=tree,
        tree_box=_tree_boxes(tree, members.box),
        tree_doc=tree.degrees(doc.tolist()),
    )


def _rules_of(rounds: list[Round], node: Ints) -> Ints:
    """Return the rule that made each block: the one that spoke in the block's own round."""
    rules: list[int] = []
    for each in rounds:
        spoken = dict(zip(each.nodes, each.rules, strict=True))
        rules.extend(spoken[one] for one, _, _ in each.pieces)
    return np.array(rules, dtype=np.int64).reshape(len(node))


def _members(boxes: Boxes, node: Ints, rule: Ints) -> Members:
    n = len(boxes)
    is_text = node >= n
    text = node[is_text] - n
    row = np.minimum(node, n - 1)
    row[is_text] = boxes.text_owner[text]
    box = boxes.box[row]
    box[is_text] = boxes.text_box[text]
    return Members(
        box=box,
        background=boxes.background.take(row),
        font_size=boxes.font_size.take(row),
        font_weight=boxes.font_weight.take(row),
        plain=(rule == R4) | (rule == TEXT),
    )


def _build(
    boxes: Boxes, rounds: list[Round], members: Members, settings: VipsSettings
) -> tuple[BlockTree, BoolArray]:
    """Return the tree, and which blocks are in it at the end."""
    tree = BlockTree()
    final = np.ones(len(members.box), dtype=np.bool_)
    hr = (tagged(boxes, RULES) & boxes.seen).nonzero()[0][:_MAX_RULES]
    leaves: dict[int, list[int]] = {}
    if len(members.box):
        leaves = {tree.add(-1, 1): list(range(len(rounds[0].pieces)))}
    cut(tree, leaves, members, boxes.box[hr], settings, 1)
    first = len(rounds[0].pieces)
    number = {node: block for block, (node, _, _) in enumerate(rounds[0].pieces)}
    for made_in, here in enumerate(rounds[1:], 2):
        leaf_of = {block: leaf for leaf, held in tree.leaf.items() for block in held}
        touched: dict[int, list[int]] = {}
        for node in here.divided:
            final[number[node]] = False
            leaf = leaf_of[number[node]]
            if leaf not in touched:
                touched[leaf] = tree.leaf.pop(leaf)
        for block, (node, _, origin) in enumerate(here.pieces, first):
            touched[leaf_of[number[origin]]].append(block)
            number[node] = block
        first += len(here.pieces)
        kept = {leaf: [one for one in held if final[one]] for leaf, held in touched.items()}
        cut(tree, kept, members, boxes.box[hr], settings, made_in)
    return tree, final


def _tree_boxes(tree: BlockTree, box: Ints) -> Ints:
    far = np.iinfo(np.int32).max
    leaf, block = tree.held_blocks()
    made = np.array([[far, far, -far, -far]], dtype=np.int64).repeat(len(tree), axis=0)
    if len(leaf):
        first = np.concatenate(([0], (leaf[1:] != leaf[:-1]).nonzero()[0] + 1))
        held = box[block]
        made[leaf[first], :2] = np.minimum.reduceat(held[:, :2], first)
        made[leaf[first], 2:] = np.maximum.reduceat(held[:, :2] + held[:, 2:], first)
    edges = made.tolist()
    for node in range(len(tree) - 1, 0, -1):
        above, here = edges[tree.parent[node]], edges[node]
        above[:2] = min(above[0], here[0]), min(above[1], here[1])
        above[2:] = max(above[2], here[2]), max(above[3], here[3])
    made = np.array(edges, dtype=np.int64).reshape(-1, 4)
    made[:, 2:] -= made[:, :2]
    return made
