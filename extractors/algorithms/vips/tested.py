"""Every node that some rule was asked about: the blocks of the result, and which are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.vips.rules import IS_DIVIDING, R1
from extractors.page.prefix_sums import prefix_sums

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
    place : array of int, shape (n,)
        Where the node begins, ascending: see `Boxes.place` and `Boxes.text_place`.
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
    place: Ints
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
    was_tested = np.zeros(n + len(boxes.text_owner), dtype=np.bool_)
    for each in found.rounds:
        was_tested[each.nodes] = True
    node = was_tested.nonzero()[0]
    is_text = node >= n
    text = np.where(is_text, node - n, 0)
    row = np.minimum(node, n - 1)
    row[is_text] = boxes.text_owner[text[is_text]]
    place = boxes.place[row]
    place[is_text] = boxes.text_place[text[is_text]]
    order = place.argsort(kind="stable")
    node, is_text, place = node[order], is_text[order], place[order]
    row, text = row[order], text[order]
    where = np.full(len(was_tested), -1)
    where[node] = np.arange(len(node))
    spoken = np.zeros((len(found.rounds), len(node)), dtype=np.int32)
    for number, each in enumerate(found.rounds):
        spoken[number, where[each.nodes]] = each.rules
    block, leaf = np.full((2, len(node)), -1)
    made = where[found.node]
    block[made] = np.arange(len(made))
    leaf[made] = choice.leaf_of_block[block[made]]
    return Tested(node, is_text, place, row, text, spoken, block, leaf)


def kept_nodes(found: Segmentation, choice: Choice, nodes: Tested) -> BoolArray:
    """Return which nodes are main content; a divided one is if all blocks in it are."""
    final = nodes.leaf >= 0
    kept = np.zeros(len(nodes), dtype=np.bool_)
    kept[final] = choice.chosen[nodes.leaf[final]]
    last = np.where(nodes.is_text, nodes.place, found.boxes.place_end[nodes.row])
    all_before, kept_before = prefix_sums(final), prefix_sums(kept)
    # Below a node stands what follows it and begins before it ends.
    after = np.maximum(nodes.place.searchsorted(last), np.arange(1, len(nodes) + 1))
    n_final = all_before[after] - all_before[:-1]
    n_kept = kept_before[after] - kept_before[:-1]
    whole: BoolArray = (n_final > 0) & (n_kept == n_final)
    return np.where(final, kept, whole)


def labels_of(nodes: Tested, kept: BoolArray) -> IntArray:
    """Return the labels of every node at the end."""
    last = _last_rule(nodes)
    made = np.where(last == R1, _CUT, 0)
    is_block = nodes.leaf >= 0
    made = np.where(is_block, _BLOCK, np.where(IS_DIVIDING.take(last), _DIVIDED, made))
    return (made | np.where(is_block & kept, _MAIN, 0)).astype(np.int32)


def _last_rule(nodes: Tested) -> Ints:
    last = np.zeros(len(nodes), dtype=np.int32)
    for spoke in nodes.rules:
        last = np.where(spoke > 0, spoke, last)
    return last
