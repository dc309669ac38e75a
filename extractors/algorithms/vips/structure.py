"""Structure: visual blocks cut along their heaviest separators, level by level, into a tree.

The paper joins blocks from the lightest separators up. Cutting from the heaviest separators down
gives the same tree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.vips.separators import (
    HORIZONTAL,
    VERTICAL,
    BlockStyles,
    Gaps,
    box_positions,
    find_gaps,
    gap_positions,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.algorithms.vips.boxes import Ints
    from boilerscope.extractors.algorithms.vips.settings import VipsSettings

_MAX_DOC = 10


@dataclass(frozen=True, slots=True)
class Separator:
    """A separator along which a node was cut.

    Attributes
    ----------
    box : tuple of int
        x, y, width, height.
    round : int
        Round of division, from 1.
    """

    node: int
    box: tuple[int, int, int, int]
    weight: int
    round: int


@dataclass(slots=True)
class BlockTree:
    """Tree of visual blocks; parents come before their children.

    Attributes
    ----------
    parent : list of int
        Parent of each node, -1 for the root.
    weight, axis : list of int
        Weight and axis of the separators that cut each node; weight 0 for a leaf.
    round : list of int
        Round in which each node was added.
    leaf : dict of int to list of int
        Blocks of every leaf.
    separators : list of Separator
        All separators that cut a node.
    """

    parent: list[int] = field(default_factory=list)
    weight: list[int] = field(default_factory=list)
    axis: list[int] = field(default_factory=list)
    round: list[int] = field(default_factory=list)
    leaf: dict[int, list[int]] = field(default_factory=dict)
    separators: list[Separator] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.parent)

    def add(self, parent: int, round_number: int) -> int:
        """Add a node and return its number."""
        self.parent.append(parent)
        self.weight.append(0)
        self.axis.append(HORIZONTAL)
        self.round.append(round_number)
        return len(self.parent) - 1

    def leaf_blocks(self) -> tuple[Ints, Ints]:
        """Return, for every block in the tree, its leaf and the block itself, leaf by leaf."""
        sizes = list(map(len, self.leaf.values()))
        leaves = np.array(list(self.leaf), dtype=np.int64).repeat(sizes)
        return leaves, np.array(list(chain.from_iterable(self.leaf.values())), dtype=np.int64)

    def degrees(self, block_doc: list[int]) -> list[int]:
        """Return the DoC of every node.

        The DoC of a leaf is the lowest DoC of its blocks; that of a node with separators is
        ``max(1, 10 - ceil(9 * w / w_max))``, where w_max is the greatest weight on the page.
        """
        max_weight = max(self.weight, default=0)
        degrees = []
        for node, weight in enumerate(self.weight):
            if node in self.leaf:
                blocks = self.leaf[node]
                degrees.append(min((block_doc[block] for block in blocks), default=_MAX_DOC))
            else:
                degrees.append(max(1, _MAX_DOC - math.ceil(9 * weight / max_weight)))
        return degrees


def cut(
    tree: BlockTree,
    leaves: dict[int, list[int]],
    styles: BlockStyles,
    hr_box: Ints,
    settings: VipsSettings,
    round_number: int,
) -> None:
    """Cut leaves of a tree into smaller leaves as long as there are separators.

    All leaves of a level are cut at once; a *group* is the blocks of a leaf.

    Parameters
    ----------
    tree : BlockTree
        Gets the new nodes.
    leaves : dict of int to list of int
        Leaves to cut, with their blocks.
    hr_box : array of int, shape (n, 4)
        Boxes of HR elements.
    round_number : int
        Round of division, from 1.
    """
    nodes = np.array(list(leaves), dtype=np.int64)
    block = np.array(list(chain.from_iterable(leaves.values())), dtype=np.int64)
    group = np.arange(len(nodes)).repeat(list(map(len, leaves.values())))
    hr_box, hr_group = _groups_of_hr(hr_box, styles.box[block], group, len(nodes))
    while len(block):
        group_styles = styles.subset(block)
        gaps = find_gaps(group_styles, group, hr_box, hr_group, settings)
        heaviest, axis, weight = _heaviest(gaps, len(nodes))
        for number, node in enumerate(nodes.tolist()):
            tree.weight[node], tree.axis[node] = int(weight[number]), int(axis[number])
        is_cut = weight > 0
        for node, leaf_block, is_divided in zip(
            nodes[group].tolist(), block.tolist(), is_cut[group].tolist(), strict=True
        ):
            if not is_divided:
                tree.leaf.setdefault(node, []).append(leaf_block)
        if not len(heaviest):
            break
        bounds = _bounds(group_styles.box, group, len(nodes))
        tree.separators.extend(_separators(heaviest, nodes, bounds, round_number))
        cuts = gap_positions(heaviest)
        is_remaining = is_cut[group]
        part = _parts(group_styles.box[is_remaining], group[is_remaining], axis, cuts)
        block = block[is_remaining]
        parts, group = np.unique(part, return_inverse=True)
        if len(hr_box):
            hr_part = _parts(hr_box, hr_group, axis, cuts)
            is_inside = is_cut[hr_group] & np.isin(hr_part, parts)
            hr_box, hr_group = hr_box[is_inside], parts.searchsorted(hr_part[is_inside])
        parents = nodes[parts // (len(cuts) + 1)]
        nodes = np.array(
            [tree.add(parent, round_number) for parent in parents.tolist()], dtype=np.int64
        )


def _groups_of_hr(hr_box: Ints, box: Ints, group: Ints, n_groups: int) -> tuple[Ints, Ints]:
    """Return the HR boxes whose middle is within a group, and the first such group of each box."""
    bounds = _bounds(box, group, n_groups)
    group_of_hr = np.full(len(hr_box), -1)
    middle = hr_box[:, :2] + hr_box[:, 2:] // 2
    for number in reversed(range(n_groups)):  # the first group is written last
        low, high = bounds[number, :2], bounds[number, 2:]
        group_of_hr[((middle >= low) & (middle <= high)).all(axis=1)] = number
    is_inside = group_of_hr >= 0
    return hr_box[is_inside], group_of_hr[is_inside]


def _bounds(box: Ints, group: Ints, n_groups: int) -> Ints:
    """Return left, top, right, bottom of every group."""
    infinity = np.iinfo(np.int32).max
    bounds = np.full((4, n_groups), infinity, dtype=np.int64)
    bounds[2:] = -infinity
    for side in (0, 1):
        np.minimum.at(bounds[side], group, box[:, side])
        np.maximum.at(bounds[side + 2], group, box[:, side] + box[:, side + 2])
    return bounds.T


def _parts(box: Ints, group: Ints, axis: Ints, cuts: Ints) -> Ints:
    """Return the number of the part that contains each box, from its group and the cuts before."""
    n_before = cuts.searchsorted(box_positions(box, group, axis[group]), side="right")
    numbers: Ints = group * (len(cuts) + 1) + n_before
    return numbers


def _heaviest(gaps: Gaps, n_groups: int) -> tuple[Gaps, Ints, Ints]:
    """Return the gaps that cut, and the axis and weight of each group's cuts.

    They are the gaps with the greatest weight of the group: the horizontal ones if there are any.
    The weight of a group without gaps is 0.
    """
    weight = np.zeros(n_groups, dtype=np.int64)
    np.maximum.at(weight, gaps.group, gaps.weight)
    is_heaviest = gaps.weight == weight[gaps.group]
    axis = np.full(n_groups, VERTICAL, dtype=np.int64)
    axis[gaps.group[is_heaviest & (gaps.axis == HORIZONTAL)]] = HORIZONTAL
    return gaps.subset(is_heaviest & (gaps.axis == axis[gaps.group])), axis, weight


def _separators(gaps: Gaps, nodes: Ints, bounds: Ints, round_number: int) -> Iterator[Separator]:
    """Yield each gap as a separator across its whole group."""
    is_vertical = gaps.axis == VERTICAL
    edges = bounds[gaps.group]  # left, top, right, bottom
    edges[~is_vertical, 1], edges[~is_vertical, 3] = gaps.low[~is_vertical], gaps.high[~is_vertical]
    edges[is_vertical, 0], edges[is_vertical, 2] = gaps.low[is_vertical], gaps.high[is_vertical]
    edges[:, 2:] -= edges[:, :2]
    nodes_of_gaps, weights = nodes[gaps.group].tolist(), gaps.weight.tolist()
    for node, box, weight in zip(nodes_of_gaps, edges.tolist(), weights, strict=True):
        yield Separator(node, tuple(box), weight, round_number)
