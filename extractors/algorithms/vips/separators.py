"""Separators: the gaps between blocks, in many groups of blocks and on both axes at once.

Gaps are what the union of the blocks' ranges leaves free inside a group. This is the paper's way
of splitting, cutting back and deleting one separator by every block, in the order of their places.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from extractors.algorithms.vips.traits import spread

if TYPE_CHECKING:
    from extractors.algorithms.vips.boxes import Ints
    from extractors.algorithms.vips.settings import VipsSettings
    from extractors.page.records import BoolArray, FloatArray

HORIZONTAL, VERTICAL = 0, 1

_REACH = 1 << 25  # no place lies farther than half of it from zero
_CHANNELS = (0xFF0000, 0xFF00, 0xFF)
_WEIGHT, _SIZE, _PLAIN = range(len(_CHANNELS), len(_CHANNELS) + 3)
"""Looks of a block, as rows of numbers: the channels of its background, and these."""


@dataclass(frozen=True, slots=True, eq=False)
class Members:
    """Visual blocks as separators see them.

    Attributes
    ----------
    box : array of int, shape (n, 4)
        x, y, width, height.
    background : array of int, shape (n,)
        0xRRGGBB.
    font_size, font_weight : array, shape (n,)
    plain : array of bool, shape (n,)
        Nothing but text.
    """

    box: Ints
    background: Ints
    font_size: FloatArray
    font_weight: Ints
    plain: BoolArray

    def chosen(self, rows: Ints) -> Members:
        """Return some of them."""
        return Members(
            self.box[rows],
            self.background[rows],
            self.font_size[rows],
            self.font_weight[rows],
            self.plain[rows],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """Separators of all groups, in order of group, axis and place.

    Attributes
    ----------
    group, axis : array of int, shape (n_gaps,)
        Group of blocks; `HORIZONTAL` separators lie between blocks above and below.
    low, high : array of int
        Range on the axis, pixels.
    weight : array of int
    """

    group: Ints
    axis: Ints
    low: Ints
    high: Ints
    weight: Ints

    def __len__(self) -> int:
        return len(self.group)

    def chosen(self, these: BoolArray) -> Gaps:
        """Return some of them."""
        return Gaps(
            self.group[these],
            self.axis[these],
            self.low[these],
            self.high[these],
            self.weight[these],
        )


def find_gaps(
    members: Members, group: Ints, rules: Ints, rule_group: Ints, settings: VipsSettings
) -> Gaps:
    """Return the separators inside every group of blocks.

    Parameters
    ----------
    members : Members
        The blocks.
    group : array of int, shape (n,)
        The group of each.
    rules : array of int, shape (n_rules, 4)
        Boxes of HR elements.
    rule_group : array of int, shape (n_rules,)
        The group each lies in.
    settings : VipsSettings
    """
    margin = 1 if settings.shrink_overlap else 0
    low, high = _ranges(members.box, group, margin)
    order = low.argsort(kind="stable")
    reached = np.maximum.accumulate(high[order])[:-1]
    begins = low[order][1:]
    wide = (begins - reached >= max(settings.min_separator, 1)) & (_lane(begins) == _lane(reached))
    start, end = reached[wide], begins[wide]
    if not len(start):
        return Gaps(start, start, start, start, start)
    lane = _lane(start)
    axis, origin = lane % 2, _origin(lane)
    weight = _weights_by_width(end - start - 2 * margin, settings)
    horizontal = axis == HORIZONTAL
    looks = _Looks(_Touching(members, high, start), _Touching(members, low, end))
    bonus = settings.bonus()
    weight += bonus["background"] * looks.other_background(settings.colour_limit)
    weight += bonus["rule"] * _holds_rule(start, end, rules, rule_group)
    weight += bonus["font"] * (horizontal & looks.other_font())
    weight += bonus["smaller font above"] * (horizontal & looks.smaller_above())
    weight += bonus["plain text"] * (horizontal & looks.all_plain())
    return Gaps(lane // 2, axis, start - origin, end - origin, np.maximum(weight, 1))


def lane_places(box: Ints, group: Ints, axis: Ints) -> Ints:
    """Return where boxes begin on an axis of their group, comparable with `gap_places`."""
    side = np.where(axis == HORIZONTAL, box[:, 1], box[:, 0])
    return side + _origin(2 * group + axis)


def gap_places(gaps: Gaps) -> Ints:
    """Return where gaps begin, ascending, comparable with `lane_places`."""
    return gaps.low + _origin(2 * gaps.group + gaps.axis)


def _origin(lane: Ints) -> Ints:
    """Return the place 0 of a lane: every group has a lane of places for each axis."""
    return lane * (2 * _REACH) + _REACH


def _lane(place: Ints) -> Ints:
    return place // (2 * _REACH)


def _ranges(box: Ints, group: Ints, margin: int) -> tuple[Ints, Ints]:
    """Return begin and end of every block in its two lanes, horizontal separators first."""
    origin = _origin(np.concatenate((2 * group, 2 * group + 1)))
    first = np.concatenate((box[:, 1], box[:, 0]))
    low = first + margin
    high = np.maximum(first + np.concatenate((box[:, 3], box[:, 2])) - margin, low)
    return low + origin, high + origin


def _weights_by_width(width: Ints, settings: VipsSettings) -> Ints:
    widths, weights = settings.steps()
    step = np.array(widths).searchsorted(np.maximum(width, 1), side="left")
    return np.array([1, *weights])[step]


def _holds_rule(start: Ints, end: Ints, rules: Ints, rule_group: Ints) -> BoolArray:
    """Return in which gaps an HR lies."""
    held = np.zeros(len(start), dtype=np.bool_)
    if len(rules) and len(start):
        low, high = _ranges(rules, rule_group, 0)
        place = np.searchsorted(start, low, side="right") - 1
        inside = (place >= 0) & (high <= end[place])
        held[place[inside]] = True
    return held


class _Touching:
    """The blocks that each gap touches with one of its edges; there are always some."""

    def __init__(self, members: Members, edge: Ints, places: Ints) -> None:
        gap = np.minimum(places.searchsorted(edge), len(places) - 1)
        hit = (places[gap] == edge).nonzero()[0]
        gap = gap[hit]
        order = gap.argsort(kind="stable")
        self._first = gap[order].searchsorted(np.arange(len(places)))
        block = hit[order] % len(members.box)  # an edge in each of two lanes
        colour = members.background[block]
        channels = [colour & channel for channel in _CHANNELS]
        self._looks = np.array(
            [*channels, members.font_weight[block], members.font_size[block], members.plain[block]]
        )

    def least(self) -> FloatArray:
        """Return the least of each look, shape (n_looks, n_gaps)."""
        least: FloatArray = np.minimum.reduceat(self._looks, self._first, axis=1)
        return least

    def most(self) -> FloatArray:
        """Return the greatest of each look, shape (n_looks, n_gaps)."""
        most: FloatArray = np.maximum.reduceat(self._looks, self._first, axis=1)
        return most


class _Looks:
    """Appearance of the blocks on both sides of each gap."""

    def __init__(self, before: _Touching, after: _Touching) -> None:
        least_before, most_after = before.least(), after.most()
        self._smaller: BoolArray = least_before[_SIZE] < most_after[_SIZE]
        self._least = np.minimum(least_before, after.least())
        self._most = np.maximum(before.most(), most_after)

    def other_background(self, limit: float) -> BoolArray:
        """Return where colours on both sides together are farther apart than a limit."""
        lowest, highest = (side[:_WEIGHT].sum(axis=0) for side in (self._least, self._most))
        differs: BoolArray = spread(lowest.astype(np.int64), highest.astype(np.int64)) > limit
        return differs

    def other_font(self) -> BoolArray:
        differs: BoolArray = (self._least != self._most)[_WEIGHT : _SIZE + 1].any(axis=0)
        return differs

    def smaller_above(self) -> BoolArray:
        return self._smaller

    def all_plain(self) -> BoolArray:
        plain: BoolArray = self._least[_PLAIN] > 0
        return plain
