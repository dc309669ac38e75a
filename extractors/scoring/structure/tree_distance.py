"""Edit distance of ordered trees.

Source: Zhang and Shasha, "Simple fast algorithms for the editing distance between trees and related
problems", SIAM Journal on Computing 18, 1989. Deleting and inserting a node cost 1; the cost of
replacing one is a function of both labels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_Table = list[list[float]]


@dataclass(frozen=True, slots=True)
class Tree:
    """Node of a tree: a label of two parts, and children in order."""

    label: tuple[str, str]
    children: list[Tree] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Number of nodes."""
        return 1 + sum(child.size for child in self.children)


@dataclass(frozen=True, slots=True)
class _Order:
    """A tree in postorder.

    Attributes
    ----------
    labels : list
        Label of each node.
    leftmost : list of int
        l(i): the leftmost leaf below each node.
    """

    labels: list[tuple[str, str]]
    leftmost: list[int]

    def keyroots(self) -> list[int]:
        """Return the nodes that have a left sibling, and the root, in ascending order."""
        return sorted({leaf: node for node, leaf in enumerate(self.leftmost)}.values())


def tree_distance(
    first: Tree, second: Tree, replacing: Callable[[tuple[str, str], tuple[str, str]], float]
) -> float:
    """Return the least cost of edits that turn one tree into the other.

    Parameters
    ----------
    replacing : function
        Returns the cost of replacing a node by another one, 0 for equal labels.
    """
    one, other = _ordered(first), _ordered(second)
    distances: _Table = [[0.0] * len(other.labels) for _ in one.labels]
    costs = [[replacing(a, b) for b in other.labels] for a in one.labels]
    for i in one.keyroots():
        for j in other.keyroots():
            _fill(distances, costs, one.leftmost, other.leftmost, i, j)
    return distances[-1][-1]


def _fill(
    distances: _Table, costs: _Table, left: list[int], other_left: list[int], i: int, j: int
) -> None:
    """Fill the distances of all subtrees below a pair of keyroots whose paths lead there."""
    first, other_first = left[i], other_left[j]
    width = j - other_first + 2
    before = [float(column) for column in range(width)]
    forests = [before]
    for di in range(first, i + 1):
        row = [before[0] + 1.0]
        is_path = left[di] == first
        for dj in range(other_first, j + 1):
            column = dj - other_first
            least = min(before[column + 1], row[column]) + 1.0
            if is_path and other_left[dj] == other_first:
                least = min(least, before[column] + costs[di][dj])
                distances[di][dj] = least
            else:
                rest = forests[left[di] - first][other_left[dj] - other_first]
                least = min(least, rest + distances[di][dj])
            row.append(least)
        forests.append(row)
        before = row


def _ordered(tree: Tree) -> _Order:
    order = _Order([], [])
    for _ in _numbered(tree, order):
        pass
    return order


def _numbered(tree: Tree, order: _Order) -> Iterator[int]:
    """Append the nodes of a tree in postorder; yield the leftmost leaf of the tree."""
    leftmost = -1
    for child in tree.children:
        for leaf in _numbered(child, order):
            leftmost = leaf if leftmost < 0 else leftmost
    own = leftmost if leftmost >= 0 else len(order.labels)
    order.labels.append(tree.label)
    order.leftmost.append(own)
    yield own
