"""Structure: visual blocks cut along their heaviest separators, level by level, into a tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.vips.separators import (
    HORIZONTAL,
    Gaps,
    Members,
    find_gaps,
    gap_places,
    lane_places,
)

if TYPE_CHECKING:
    from extractors.algorithms.vips.boxes import Ints
    from extractors.algorithms.vips.settings import VipsSettings
    from extractors.page.records import BoolArray

_BEST = 10


@dataclass(frozen=True, slots=True)
class Separator:
    """A gap along which a node was cut.

    Attributes
    ----------
    node : int
        The node that was cut.
    box : tuple of int
        x, y, width, height.
    weight : int
    round : int
        Of division, from 1.
    """

    node: int
    box: tuple[int, int, int, int]
    weight: int
    round: int


@dataclass(slots=True)
class BlockTree:
    """The tree as it grows; parents come before their children.

    Attributes
    ----------
    parent, weight, axis, round : list of int
        Per node; weight 0 where it was not cut, the round in which it was made.
    leaf : dict of int to list of int
        The blocks of every leaf.
    separators : list of Separator
    """

    parent: list[int] = field(default_factory=list)
    weight: list[int] = field(default_factory=list)
    axis: list[int] = field(default_factory=list)
    round: list[int] = field(default_factory=list)
    leaf: dict[int, list[int]] = field(default_factory=dict)
    separators: list[Separator] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.parent)

    def add(self, parent: int, made_in: int) -> int:
        """Add a node and return its number."""
        self.parent.append(parent)
        self.weight.append(0)
        self.axis.append(HORIZONTAL)
        self.round.append(made_in)
        return len(self.parent) - 1

    def degrees(self, block_doc: list[int]) -> list[int]:
        """Return the DoC of every node.

        Parameters
        ----------
        block_doc : list of int
            DoC of every block.
        """
        heaviest = max(self.weight, default=0)
        return [
            min((block_doc[one] for one in self.leaf[node]), default=_BEST)
            if node in self.leaf
            else max(1, _BEST + -9 * weight // heaviest)
            for node, weight in enumerate(self.weight)
        ]


def cut(
    tree: BlockTree,
    leaves: dict[int, list[int]],
    members: Members,
    rules: Ints,
    settings: VipsSettings,
    made_in: int,
) -> None:
    """Cut leaves of a tree into smaller ones as long as separators are found.

    Parameters
    ----------
    tree : BlockTree
        Is added to.
    leaves : dict of int to list of int
        Leaves to cut, with their blocks.
    members : Members
        All blocks by number.
    rules : array of int, shape (n, 4)
        Boxes of HR elements.
    settings : VipsSettings
    made_in : int
        Round of division, from 1.
    """
    nodes = np.array(list(leaves), dtype=np.int64)
    block = np.array([one for group in leaves.values() for one in group], dtype=np.int64)
    sizes = np.array([len(group) for group in leaves.values()], dtype=np.int64)
    group = np.repeat(np.arange(len(nodes)), sizes)
    rules, rule_group = _spread_rules(rules, members, block, group, len(nodes))
    while len(block):
        here = members.chosen(block)
        gaps = find_gaps(here, group, rules, rule_group, settings)
        chosen, axis, weight = _heaviest(gaps, len(nodes))
        bounds = _bounds(here.box, group, len(nodes))
        for gap in np.flatnonzero(chosen).tolist():
            tree.separators.append(_separator(gaps, gap, nodes, bounds, made_in))
        for node, one, side in zip(nodes.tolist(), weight.tolist(), axis.tolist(), strict=True):
            tree.weight[node], tree.axis[node] = one, side
        places = gap_places(gaps, chosen)
        part = np.searchsorted(places, lane_places(here.box, group, axis[group]), side="right")
        rule_part = np.searchsorted(
            places, lane_places(rules, rule_group, axis[rule_group]), side="right"
        )
        _keep_leaves(tree, nodes[group], block, weight[group] == 0)
        going, rules_going = weight[group] > 0, weight[rule_group] > 0
        # A part is known by its group and the cuts before it.
        key = np.concatenate((group[going], rule_group[rules_going])) * (len(places) + 1)
        key += np.concatenate((part[going], rule_part[rules_going]))
        n_going = int(going.sum())
        parts, place = np.unique(key[:n_going], return_inverse=True)
        parents = nodes[parts // (len(places) + 1)]
        block, group = block[going], place
        rule_place = np.searchsorted(parts, key[n_going:])
        known = np.append(parts, -1)[rule_place] == key[n_going:]
        rules, rule_group = rules[rules_going][known], rule_place[known]
        nodes = np.array([tree.add(parent, made_in) for parent in parents.tolist()], dtype=np.int64)


def _spread_rules(
    rules: Ints, members: Members, block: Ints, group: Ints, n_groups: int
) -> tuple[Ints, Ints]:
    """Return the HR boxes that lie within a group, and which; the first one takes it."""
    if not len(rules) or not n_groups:
        return rules[:0], np.zeros(0, dtype=np.int64)
    bounds = _bounds(members.box[block], group, n_groups)
    owner = np.full(len(rules), -1)
    middle = rules[:, :2] + rules[:, 2:] // 2
    for number in range(n_groups - 1, -1, -1):
        low, high = bounds[number, :2], bounds[number, 2:]
        owner[((middle >= low) & (middle <= high)).all(axis=1)] = number
    return rules[owner >= 0], owner[owner >= 0]


def _bounds(box: Ints, group: Ints, n_groups: int) -> Ints:
    """Return left, top, right, bottom of every group."""
    far = np.iinfo(np.int32).max
    bounds = np.empty((n_groups, 4), dtype=np.int64)
    bounds[:, :2], bounds[:, 2:] = far, -far
    np.minimum.at(bounds[:, :2], group, box[:, :2])
    np.maximum.at(bounds[:, 2:], group, box[:, :2] + box[:, 2:])
    return bounds


def _heaviest(gaps: Gaps, n_groups: int) -> tuple[BoolArray, Ints, Ints]:
    """Return which gaps cut, and per group the axis and the weight (0: nothing cuts)."""
    weight = np.zeros(n_groups, dtype=np.int64)
    np.maximum.at(weight, gaps.group, gaps.weight)
    heaviest = gaps.weight == weight[gaps.group]
    axis = np.ones(n_groups, dtype=np.int64)
    axis[gaps.group[heaviest & (gaps.axis == HORIZONTAL)]] = HORIZONTAL
    return heaviest & (gaps.axis == axis[gaps.group]), axis, weight


def _separator(gaps: Gaps, gap: int, nodes: Ints, bounds: Ints, made_in: int) -> Separator:
    group = int(gaps.group[gap])
    left, top, right, bottom = bounds[group].tolist()
    low, high = int(gaps.low[gap]), int(gaps.high[gap])
    if gaps.axis[gap] == HORIZONTAL:
        box = (left, low, right - left, high - low)
    else:
        box = (low, top, high - low, bottom - top)
    return Separator(int(nodes[group]), box, int(gaps.weight[gap]), made_in)


def _keep_leaves(tree: BlockTree, node: Ints, block: Ints, ends: BoolArray) -> None:
    for leaf, one in zip(node[ends].tolist(), block[ends].tolist(), strict=True):
        tree.leaf.setdefault(leaf, []).append(one)
