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
    order = np.argsort(low, kind="stable")
    reached = np.maximum.accumulate(high[order])
    begins = low[order][1:]
    free = (begins > reached[:-1]) & (_lane(begins) == _lane(reached[:-1]))
    wide = free & (begins - reached[:-1] >= max(settings.min_separator, 1))
    start, end = reached[:-1][wide], begins[wide]
    lane = _lane(start)
    widths, weights = settings.steps()
    step = np.searchsorted(np.array(widths), np.maximum(end - start - 2 * margin, 1), side="left")
    weight = np.array([1, *weights])[step]
    looks = _Looks(members, high, low, start, end)
    bonus = settings.bonus()
    weight += bonus["background"] * looks.other_background(settings.colour_limit)
    weight += bonus["rule"] * _holds_rule(start, end, rules, rule_group)
    horizontal = lane % 2 == HORIZONTAL
    weight += bonus["font"] * (horizontal & looks.other_font())
    weight += bonus["smaller font above"] * (horizontal & looks.smaller_above())
    weight += bonus["plain text"] * (horizontal & looks.all_plain())
    return Gaps(
        group=lane // 2,
        axis=lane % 2,
        low=start - _origin(lane),
        high=end - _origin(lane),
        weight=np.maximum(weight, 1),
    )


def lane_places(box: Ints, group: Ints, axis: Ints) -> Ints:
    """Return where boxes begin on an axis of their group, comparable with `gap_places`."""
    side = np.where(axis == HORIZONTAL, box[:, 1], box[:, 0])
    return side + _origin(2 * group.astype(np.int64) + axis)


def gap_places(gaps: Gaps, chosen: BoolArray) -> Ints:
    """Return where some gaps begin, ascending, comparable with `lane_places`."""
    lane = 2 * gaps.group[chosen].astype(np.int64) + gaps.axis[chosen]
    return gaps.low[chosen] + _origin(lane)


def _origin(lane: Ints) -> Ints:
    """Return the place 0 of a lane: every group has a lane of places for each axis."""
    return lane.astype(np.int64) * (2 * _REACH) + _REACH


def _lane(place: Ints) -> Ints:
    return place // (2 * _REACH)


def _ranges(box: Ints, group: Ints, margin: int) -> tuple[Ints, Ints]:
    """Return begin and end of every block in its two lanes, horizontal separators first."""
    lane = np.concatenate((2 * group.astype(np.int64), 2 * group.astype(np.int64) + 1))
    low = np.concatenate((box[:, 1], box[:, 0])) + margin
    high = np.maximum(np.concatenate((box[:, 1] + box[:, 3], box[:, 0] + box[:, 2])) - margin, low)
    return low + _origin(lane), high + _origin(lane)


def _holds_rule(start: Ints, end: Ints, rules: Ints, rule_group: Ints) -> BoolArray:
    """Return in which gaps an HR lies."""
    held = np.zeros(len(start), dtype=np.bool_)
    if len(rules) and len(start):
        low, high = _ranges(rules, rule_group, 0)
        place = np.searchsorted(start, low, side="right") - 1
        inside = (place >= 0) & (high <= end[place])
        held[place[inside]] = True
    return held


class _Looks:
    """What the blocks that touch each gap look like."""

    def __init__(self, members: Members, high: Ints, low: Ints, start: Ints, end: Ints) -> None:
        self._n = len(start)
        self._members = members
        n = len(members.box)
        self._before = self._touching(high, start, n)
        self._after = self._touching(low, end, n)

    @staticmethod
    def _touching(edge: Ints, places: Ints, n: int) -> tuple[Ints, Ints]:
        """Return pairs of gap and block whose edge is the gap's."""
        if not len(places):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        gap = np.minimum(np.searchsorted(places, edge), len(places) - 1)
        hit = np.flatnonzero(places[gap] == edge)
        return gap[hit], hit % n

    def other_background(self, limit: float) -> BoolArray:
        """Return where colours on both sides together are farther apart than a limit."""
        colour = self._members.background
        lowest = np.zeros(self._n, dtype=np.int64)
        highest = np.zeros(self._n, dtype=np.int64)
        for channel in _CHANNELS:
            least, most = self._extremes(colour & channel)
            lowest |= least.astype(np.int64)
            highest |= most.astype(np.int64)
        return spread(lowest, highest) > limit

    def other_font(self) -> BoolArray:
        least, most = self._extremes(self._members.font_weight)
        small, large = self._extremes(self._members.font_size)
        differs: BoolArray = (least != most) | (small != large)
        return differs

    def smaller_above(self) -> BoolArray:
        size = self._members.font_size
        above = np.full(self._n, np.inf)
        below = np.full(self._n, -np.inf)
        np.minimum.at(above, self._before[0], size[self._before[1]])
        np.maximum.at(below, self._after[0], size[self._after[1]])
        smaller: BoolArray = above < below
        return smaller

    def all_plain(self) -> BoolArray:
        plain = np.ones(self._n, dtype=np.bool_)
        for gap, block in (self._before, self._after):
            np.logical_and.at(plain, gap, self._members.plain[block])
        return plain

    def _extremes(self, values: Ints | FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the least and greatest value among the blocks on both sides."""
        least, most = np.full(self._n, np.inf), np.full(self._n, -np.inf)
        for gap, block in (self._before, self._after):
            np.minimum.at(least, gap, values[block])
            np.maximum.at(most, gap, values[block])
        return least, most
