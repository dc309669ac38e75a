"""Nodes that a rule was tested on: the blocks of the result, and the choice among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.vips.rules import IS_DIVIDING, R1
from boilerscope.extractors.page.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.vips.boxes import Ints
    from boilerscope.extractors.algorithms.vips.content import Choice
    from boilerscope.extractors.algorithms.vips.segmentation import Segmentation
    from boilerscope.extractors.page.records import BoolArray, IntArray

LABELS = ("cut", "divided", "visual block", "main content")
_CUT, _DIVIDED, _BLOCK, _MAIN = (1 << bit for bit in range(len(LABELS)))


@dataclass(frozen=True, slots=True, eq=False)
class TestedNodes:
    """Nodes that a rule was tested on, in document order: the blocks of the result.

    Attributes
    ----------
    node : array of int, shape (n,)
        Element or text; see `Round`.
    is_text : array of bool, shape (n,)
        Whether the node is a text.
    order : array of int, shape (n,)
        Start of the node in document order; see `Boxes.order` and `Boxes.text_order`.
    row : array of int, shape (n,)
        The element; for a text the element that contains it.
    text : array of int, shape (n,)
        The text, 0 for an element.
    rules : array of int, shape (n_rounds, n)
        Rule that applied in each round, 0 for none.
    block : array of int, shape (n,)
        The visual block of the node, -1 for none.
    leaf : array of int, shape (n,)
        Index in `Choice.leaves` of nodes that are final blocks, -1 for other nodes.
    """

    __test__ = False

    node: Ints
    is_text: BoolArray
    order: Ints
    row: Ints
    text: Ints
    rules: Ints
    block: Ints
    leaf: Ints

    def __len__(self) -> int:
        return len(self.node)


def tested_nodes(segmentation: Segmentation, choice: Choice) -> TestedNodes:
    """Return the tested nodes in document order."""
    boxes = segmentation.boxes
    n_elements = len(boxes)
    is_tested = np.zeros(n_elements + len(boxes.text_owner), dtype=np.bool_)
    for division_round in segmentation.rounds:
        is_tested[division_round.nodes] = True
    order_of_node = np.concatenate((boxes.order, boxes.text_order))
    node = np.flatnonzero(is_tested)
    node = node[order_of_node[node].argsort(kind="stable")]
    is_text = node >= n_elements
    text = np.where(is_text, node - n_elements, 0)
    row = np.where(is_text, 0, node)
    row[is_text] = boxes.text_owner[text[is_text]]
    index_of_node = np.full(len(is_tested), -1)
    index_of_node[node] = np.arange(len(node))
    rules = np.zeros((len(segmentation.rounds), len(node)), dtype=np.int32)
    for number, division_round in enumerate(segmentation.rounds):
        rules[number, index_of_node[division_round.nodes]] = division_round.rules
    block, leaf = np.full((2, len(node)), -1)
    index_of_block = index_of_node[segmentation.node]
    block[index_of_block] = np.arange(len(index_of_block))
    leaf[index_of_block] = choice.leaf_of_block[block[index_of_block]]
    return TestedNodes(node, is_text, order_of_node[node], row, text, rules, block, leaf)


def kept_nodes(segmentation: Segmentation, choice: Choice, nodes: TestedNodes) -> BoolArray:
    """Return which nodes are main content: final blocks, and divided nodes of only such blocks."""
    is_final = nodes.leaf >= 0
    is_kept = np.zeros(len(nodes), dtype=np.bool_)
    is_kept[is_final] = choice.is_main[nodes.leaf[is_final]]
    end = np.where(nodes.is_text, nodes.order, segmentation.boxes.order_end[nodes.row])
    final_before, kept_before = prefix_sums(is_final), prefix_sums(is_kept)
    # The nodes in a node are itself and those that follow it and begin before its end.
    after = np.maximum(nodes.order.searchsorted(end), np.arange(1, len(nodes) + 1))
    n_final = final_before[after] - final_before[:-1]
    n_kept = kept_before[after] - kept_before[:-1]
    has_only_kept: BoolArray = (n_final > 0) & (n_kept == n_final)
    return np.where(is_final, is_kept, has_only_kept)


def labels_of(nodes: TestedNodes, kept: BoolArray) -> IntArray:
    """Return the labels of every node after the last step."""
    last_rule = np.zeros(len(nodes), dtype=np.int32)
    for rules in nodes.rules:
        last_rule = np.where(rules > 0, rules, last_rule)
    is_block = nodes.leaf >= 0
    labels = np.zeros(len(nodes), dtype=np.int32)
    labels[last_rule == R1] = _CUT
    labels[IS_DIVIDING[last_rule]] = _DIVIDED
    labels[is_block] = _BLOCK
    labels[is_block & kept] |= _MAIN
    return labels
