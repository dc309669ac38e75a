"""Structure: visual blocks cut along their heaviest separators, level by level, into a tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
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
    from collections.abc import Iterator

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

    def held_blocks(self) -> tuple[Ints, Ints]:
        """Return the leaves and their blocks: a row for each block, leaf by leaf."""
        sizes = list(map(len, self.leaf.values()))
        leaves = np.array(list(self.leaf), dtype=np.int64).repeat(sizes)
        return leaves, np.array(list(chain.from_iterable(self.leaf.values())), dtype=np.int64)

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
    block = np.array(list(chain.from_iterable(leaves.values())), dtype=np.int64)
    group = np.arange(len(nodes)).repeat(list(map(len, leaves.values())))
    rules, rule_group = _spread_rules(rules, members, block, group, len(nodes))
    while len(block):
        here = members.chosen(block)
        gaps = find_gaps(here, group, rules, rule_group, settings)
        heaviest, axis, weight = _heaviest(gaps, len(nodes))
        for node, one, side in zip(nodes.tolist(), weight.tolist(), axis.tolist(), strict=True):
            tree.weight[node], tree.axis[node] = one, side
        cuts = weight > 0
        going = cuts[group]
        _keep_leaves(tree, nodes[group], block, ~going)
        if not len(heaviest):
            break
        bounds = _bounds(here.box, group, len(nodes))
        tree.separators.extend(_separators(heaviest, nodes, bounds, made_in))
        places = gap_places(heaviest)
        block, part = block[going], _parts(here.box[going], group[going], axis, places)
        parts, group = np.unique(part, return_inverse=True)
        if len(rules):
            rule_part = _parts(rules, rule_group, axis, places)
            known = cuts[rule_group] & np.isin(rule_part, parts)
            rules, rule_group = rules[known], parts.searchsorted(rule_part[known])
        parents = nodes[parts // (len(places) + 1)]
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
    bounds = np.full((4, n_groups), far, dtype=np.int64)
    bounds[2:] = -far
    for side in (0, 1):
        np.minimum.at(bounds[side], group, box[:, side])
        np.maximum.at(bounds[side + 2], group, box[:, side] + box[:, side + 2])
    return bounds.T


def _parts(box: Ints, group: Ints, axis: Ints, places: Ints) -> Ints:
    """Return the numbers of the parts that boxes lie in: by their groups and the cuts before."""
    before = places.searchsorted(lane_places(box, group, axis[group]), side="right")
    numbers: Ints = group * (len(places) + 1) + before
    return numbers


def _heaviest(gaps: Gaps, n_groups: int) -> tuple[Gaps, Ints, Ints]:
    """Return the gaps that cut, and per group the axis and the weight (0: nothing cuts)."""
    weight = np.zeros(n_groups, dtype=np.int64)
    np.maximum.at(weight, gaps.group, gaps.weight)
    heaviest = gaps.weight == weight[gaps.group]
    axis = np.ones(n_groups, dtype=np.int64)
    axis[gaps.group[heaviest & (gaps.axis == HORIZONTAL)]] = HORIZONTAL
    return gaps.chosen(heaviest & (gaps.axis == axis[gaps.group])), axis, weight


def _separators(gaps: Gaps, nodes: Ints, bounds: Ints, made_in: int) -> Iterator[Separator]:
    """Yield gaps as separators through all of their groups."""
    side = gaps.axis != HORIZONTAL
    edges = bounds[gaps.group]
    edges[~side, 1], edges[~side, 3] = gaps.low[~side], gaps.high[~side]
    edges[side, 0], edges[side, 2] = gaps.low[side], gaps.high[side]
    edges[:, 2:] -= edges[:, :2]
    cut_nodes, weights = nodes[gaps.group].tolist(), gaps.weight.tolist()
    for node, box, weight in zip(cut_nodes, edges.tolist(), weights, strict=True):
        yield Separator(node, tuple(box), weight, made_in)


def _keep_leaves(tree: BlockTree, node: Ints, block: Ints, ends: BoolArray) -> None:
    for leaf, one in zip(node[ends].tolist(), block[ends].tolist(), strict=True):
        tree.leaf.setdefault(leaf, []).append(one)
