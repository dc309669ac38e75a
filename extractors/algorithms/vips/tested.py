"""Every node that some rule was asked about: the blocks of the result, and which are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.vips.rules import IS_DIVIDING, R1

if TYPE_CHECKING:
    from extractors.algorithms.vips.boxes import Ints
    from extractors.algorithms.vips.content import Choice
    from extractors.algorithms.vips.segmentation import Segmentation
    from extractors.page.records import BoolArray, IntArray

LABELS = ("cut", "divided", "visual block", "main content")
_CUT, _DIVIDED, _BLOCK, _MAIN = (1 << bit for bit in range(len(LABELS)))


@dataclass(frozen=True, slots=True, eq=False)
class Tested:
    """Every node that some rule was asked about, in document order: the blocks of the result.

    Attributes
    ----------
    node : array of int, shape (n,)
        See `Round`.
    is_text : array of bool, shape (n,)
    row : array of int, shape (n,)
        The element; of a text the one that holds it.
    text : array of int, shape (n,)
        The text, 0 where it is none.
    rules : array of int, shape (n_rounds, n)
        What spoke in each round, 0 for nothing.
    block : array of int, shape (n,)
        The visual block made of the node, -1 for none.
    leaf : array of int, shape (n,)
        Place in `Choice.leaves` of nodes that are blocks in the end, -1 for others.
    """

    node: Ints
    is_text: BoolArray
    row: Ints
    text: Ints
    rules: Ints
    block: Ints
    leaf: Ints

    def __len__(self) -> int:
        return len(self.node)


def tested_nodes(found: Segmentation, choice: Choice) -> Tested:
    """Return the nodes that were tested, in document order."""
    boxes = found.boxes
    n = len(boxes)
    all_nodes = np.array([one for each in found.rounds for one in each.nodes], dtype=np.int64)
    node = np.unique(all_nodes)
    is_text = node >= n
    text = np.where(is_text, node - n, 0)
    owner, text_place = np.append(boxes.text_owner, 0), np.append(boxes.text_place, 0)
    row = np.where(is_text, owner[text], np.minimum(node, n - 1))
    order = np.argsort(np.where(is_text, text_place[text], boxes.place[row]), kind="stable")
    node, is_text, row, text = node[order], is_text[order], row[order], text[order]
    where = np.full(n + len(boxes.text_owner), -1)
    where[node] = np.arange(len(node))
    spoken = np.zeros((len(found.rounds), len(node)), dtype=np.int32)
    for number, each in enumerate(found.rounds):
        spoken[number, where[each.nodes]] = each.rules
    block = np.full(len(node), -1)
    block[where[found.node]] = np.arange(len(found.node))
    leaf = np.append(choice.leaf_of_block, -1)[block]
    return Tested(node, is_text, row, text, spoken, block, leaf)


def kept_nodes(found: Segmentation, choice: Choice, nodes: Tested) -> BoolArray:
    """Return which nodes are main content; a divided one is if all blocks in it are."""
    kept = (nodes.leaf >= 0) & np.append(choice.chosen, False)[nodes.leaf]
    boxes, n = found.boxes, len(nodes)
    place = np.where(
        nodes.is_text, np.append(boxes.text_place, 0)[nodes.text], boxes.place[nodes.row]
    )
    last = np.where(nodes.is_text, place, boxes.place_end[nodes.row])
    final = nodes.leaf >= 0
    all_before = np.append(0, np.cumsum(final))
    kept_before = np.append(0, np.cumsum(kept))
    # Below a node stands what follows it and begins before it ends.
    after = np.maximum(np.searchsorted(place, last, side="left"), np.arange(n) + 1)
    n_final = all_before[after] - all_before[:-1]
    n_kept = kept_before[after] - kept_before[:-1]
    whole: BoolArray = (n_final > 0) & (n_kept == n_final)
    return np.where(final, kept, whole)


def labels_of(nodes: Tested, kept: BoolArray) -> IntArray:
    """Return the labels of every node at the end."""
    last = _last_rule(nodes)
    made = np.where(last == R1, _CUT, 0)
    is_block = nodes.leaf >= 0
    made = np.where(is_block, _BLOCK, np.where(IS_DIVIDING[last], _DIVIDED, made))
    return (made | np.where(is_block & kept, _MAIN, 0)).astype(np.int32)


def _last_rule(nodes: Tested) -> Ints:
    last = np.zeros(len(nodes), dtype=np.int32)
    for spoke in nodes.rules:
        last = np.where(spoke > 0, spoke, last)
    return last
