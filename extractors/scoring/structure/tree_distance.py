"""Edit distance of ordered trees.

Source: Zhang and Shasha, "Simple fast algorithms for the editing distance between trees and related
problems", SIAM Journal on Computing 18, 1989. Deleting and inserting a node cost 1; replacing one
costs at most 1.

Most nodes of a table are leaves, and most others, its rows, have only leaves. The distance of a
leaf to a tree needs no table: all nodes of the tree are inserted but one, which replaces the leaf.
Two nodes with leaves only are two sequences, compared for all such nodes at a time. In the tables
of the other pairs, a row is one operation on arrays: insertions along it are a running minimum of
values minus their column.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

Label = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Tree:
    """Node of a tree: a label of two parts, and children in order."""

    label: Label
    children: list[Tree] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Number of nodes."""
        return 1 + sum(child.size for child in self.children)


@dataclass(frozen=True, slots=True)
class _Order:
    """A tree in postorder: the nodes below node i are leftmost[i] ... i - 1.

    Attributes
    ----------
    labels : list
        Label of each node.
    leftmost : array of int
        l(i): the leftmost leaf below each node, which is the node itself for a leaf.
    """

    labels: list[Label]
    leftmost: IntArray

    @property
    def is_leaf(self) -> BoolArray:
        """Mask of the leaves."""
        is_leaf: BoolArray = self.leftmost == np.arange(len(self.labels))
        return is_leaf

    def flat(self) -> list[int]:
        """Return the nodes that have children, all of them leaves."""
        n_inner = np.concatenate([[0], np.cumsum(~self.is_leaf)])
        below = n_inner[np.arange(len(self.labels))] - n_inner[self.leftmost]
        return np.flatnonzero(~self.is_leaf & (below == 0)).tolist()

    def inner_keyroots(self) -> list[int]:
        """Return the nodes with children that have a left sibling, and the root, in order."""
        last = {leaf: node for node, leaf in enumerate(self.leftmost.tolist())}
        return sorted(node for leaf, node in last.items() if node != leaf)


def tree_distance(
    first: Tree,
    second: Tree,
    replacing: Callable[[Sequence[Label], Sequence[Label]], FloatArray],
) -> float:
    """Return the least cost of edits that turn one tree into the other.

    Parameters
    ----------
    replacing : function
        Returns the costs of replacing each of some labels by each of others, from 0 for equal
        labels to 1, shape (n, m).
    """
    one, other = _ordered(first), _ordered(second)
    costs = replacing(one.labels, other.labels)
    distances = np.zeros_like(costs)
    _fill_leaves(distances, costs, one.is_leaf, other.leftmost)
    _fill_leaves(distances.T, costs.T, other.is_leaf, one.leftmost)
    flat, other_flat = one.flat(), other.flat()
    _fill_flat(distances, costs, (one, flat), (other, other_flat))
    is_flat, is_other_flat = set(flat), set(other_flat)
    for i in one.inner_keyroots():
        for j in other.inner_keyroots():
            if i in is_flat and j in is_other_flat:
                continue
            if i - one.leftmost[i] <= j - other.leftmost[j]:
                _fill(distances, costs, one.leftmost, other.leftmost, i, j)
            else:  # fewer rows, each of more columns
                _fill(distances.T, costs.T, other.leftmost, one.leftmost, j, i)
    return float(distances[-1, -1])


def _fill_leaves(
    distances: FloatArray, costs: FloatArray, is_leaf: BoolArray, leftmost: IntArray
) -> None:
    """Fill the distances of the leaves of one tree to all subtrees of the other one."""
    of_leaves = costs[is_leaf]
    filled = np.empty_like(of_leaves)
    for node, first in enumerate(leftmost.tolist()):
        filled[:, node] = node - first + of_leaves[:, first : node + 1].min(axis=1)
    distances[is_leaf] = filled


def _fill_flat(
    distances: FloatArray,
    costs: FloatArray,
    one: tuple[_Order, list[int]],
    other: tuple[_Order, list[int]],
) -> None:
    """Fill the distances of nodes with leaves only: that of their labels and of their leaves.

    Replacing both nodes is never worse than anything else, because it costs at most 1.
    """
    for n_leaves, nodes in _by_length(*one).items():
        for n_other, other_nodes in _by_length(*other).items():
            between = np.ix_(nodes, other_nodes)
            shape = costs[between].shape
            rows = [np.full(shape, float(column)) for column in range(n_other + 1)]
            for leaf in range(n_leaves):
                row = [np.full(shape, leaf + 1.0)]
                for column in range(n_other):
                    at = np.ix_(nodes - n_leaves + leaf, other_nodes - n_other + column)
                    least = np.minimum(rows[column + 1], row[column]) + 1.0
                    row.append(np.minimum(least, rows[column] + costs[at]))
                rows = row
            distances[between] = costs[between] + rows[-1]


def _by_length(order: _Order, nodes: list[int]) -> dict[int, IntArray]:
    """Return nodes by the number of their leaves."""
    by_length: dict[int, list[int]] = {}
    for node in nodes:
        by_length.setdefault(node - int(order.leftmost[node]), []).append(node)
    return {length: np.array(listed, dtype=np.int32) for length, listed in by_length.items()}


def _fill(
    distances: FloatArray,
    costs: FloatArray,
    left: IntArray,
    other_left: IntArray,
    i: int,
    j: int,
) -> None:
    """Fill the distances of all subtrees on the leftmost paths below two keyroots."""
    first, other_first = int(left[i]), int(other_left[j])
    columns = np.arange(j - other_first + 2, dtype=np.float64)
    inside = slice(other_first, j + 1)
    starts = other_left[inside] - other_first
    is_path = starts == 0
    forests = np.empty((i - first + 2, len(columns)))
    forests[0] = columns
    for di in range(first, i + 1):
        row = di - first + 1
        before = forests[row - 1]
        rest = forests[int(left[di]) - first][starts]
        matched = rest + distances[di, inside]
        if left[di] == first:
            matched = np.where(is_path, before[:-1] + costs[di, inside], matched)
        forests[row, 0] = row
        np.minimum(before[1:] + 1.0, matched, out=forests[row, 1:])
        forests[row] = np.minimum.accumulate(forests[row] - columns) + columns
        if left[di] == first:
            distances[di, inside] = np.where(is_path, forests[row, 1:], distances[di, inside])


def _ordered(tree: Tree) -> _Order:
    labels: list[Label] = []
    leftmost: list[int] = []
    for _ in _numbered(tree, labels, leftmost):
        pass
    return _Order(labels, np.array(leftmost, dtype=np.int32))


def _numbered(tree: Tree, labels: list[Label], leftmost: list[int]) -> Iterator[int]:
    """Append the nodes of a tree in postorder; yield the leftmost leaf of the tree."""
    own = -1
    for child in tree.children:
        for leaf in _numbered(child, labels, leftmost):
            own = leaf if own < 0 else own
    own = own if own >= 0 else len(labels)
    labels.append(tree.label)
    leftmost.append(own)
    yield own
