"""Separators: the gaps between the blocks of a group, for many groups and both axes at once.

The paper begins with one separator over the whole range, and every block splits, shortens or
deletes it. The gaps that the blocks' ranges leave free remain; here one pass over the blocks, in
the order of their positions, finds them.

Each group has a *lane* of positions for each axis. Lanes follow one another on one number line, so
that one pass finds the gaps of all groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.algorithms.vips.traits import colour_distance

if TYPE_CHECKING:
    from boilerscope.extractors.algorithms.vips.boxes import Ints
    from boilerscope.extractors.algorithms.vips.settings import VipsSettings
    from boilerscope.extractors.page.records import BoolArray, FloatArray

HORIZONTAL, VERTICAL = 0, 1
"""Axis of a separator: a horizontal one is between blocks above and below it."""

_REACH = 1 << 25  # positions are at most half of it away from zero
_CHANNELS = (0xFF0000, 0xFF00, 0xFF)
_WEIGHT, _SIZE, _PLAIN = range(len(_CHANNELS), len(_CHANNELS) + 3)
"""Rows of a style after the channels of the background: font weight, font size, plain text."""


@dataclass(frozen=True, slots=True, eq=False)
class BlockStyles:
    """Boxes and styles of visual blocks.

    Attributes
    ----------
    box : array of int, shape (n, 4)
        x, y, width, height.
    background : array of int, shape (n,)
        0xRRGGBB.
    font_size, font_weight : array, shape (n,)
        Font of the block's element.
    is_plain : array of bool, shape (n,)
        Whether the block contains only text.
    """

    box: Ints
    background: Ints
    font_size: FloatArray
    font_weight: Ints
    is_plain: BoolArray

    def subset(self, rows: Ints) -> BlockStyles:
        """Return some of the blocks."""
        return BlockStyles(
            self.box[rows],
            self.background[rows],
            self.font_size[rows],
            self.font_weight[rows],
            self.is_plain[rows],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """Gaps of all groups, in order of group, axis and position.

    Attributes
    ----------
    group, axis : array of int, shape (n_gaps,)
        Group of blocks, and `HORIZONTAL` or `VERTICAL`.
    low, high : array of int, shape (n_gaps,)
        Range on the axis, px.
    weight : array of int, shape (n_gaps,)
        Weight of the separator.
    """

    group: Ints
    axis: Ints
    low: Ints
    high: Ints
    weight: Ints

    def __len__(self) -> int:
        return len(self.group)

    def subset(self, mask: BoolArray) -> Gaps:
        """Return the gaps in a mask."""
        return Gaps(
            self.group[mask],
            self.axis[mask],
            self.low[mask],
            self.high[mask],
            self.weight[mask],
        )


def find_gaps(
    blocks: BlockStyles, group: Ints, hr_box: Ints, hr_group: Ints, settings: VipsSettings
) -> Gaps:
    """Return the separators inside every group of blocks.

    Parameters
    ----------
    group : array of int, shape (n,)
        Group of each block.
    hr_box : array of int, shape (n_hr, 4)
        Boxes of HR elements.
    hr_group : array of int, shape (n_hr,)
        Group that contains each HR element.
    """
    margin = 1 if settings.shrink_overlap else 0
    low, high = _ranges(blocks.box, group, margin)
    order = low.argsort(kind="stable")
    next_low = low[order][1:]
    highest_so_far = np.maximum.accumulate(high[order])[:-1]
    is_wide = next_low - highest_so_far >= max(settings.min_separator, 1)
    is_gap = is_wide & (_lane(next_low) == _lane(highest_so_far))
    start, end = highest_so_far[is_gap], next_low[is_gap]
    if not len(start):
        return Gaps(start, start, start, start, start)
    lane = _lane(start)
    axis = lane % 2
    is_horizontal = axis == HORIZONTAL
    sides = _Sides(_adjacent(blocks, high, start), _adjacent(blocks, low, end))
    bonus = settings.bonus()
    weight = _weights_by_width(end - start - 2 * margin, settings)
    weight += bonus["background"] * sides.backgrounds_differ(settings.colour_limit)
    weight += bonus["rule"] * _contain_hr(start, end, hr_box, hr_group)
    weight += bonus["font"] * (is_horizontal & sides.fonts_differ())
    weight += bonus["smaller font above"] * (is_horizontal & sides.font_is_smaller_before())
    weight += bonus["plain text"] * (is_horizontal & sides.are_plain())
    zero = _zero_of(lane)
    return Gaps(lane // 2, axis, start - zero, end - zero, np.maximum(weight, 1))


def box_positions(box: Ints, group: Ints, axis: Ints) -> Ints:
    """Return the start of boxes on an axis of their group; comparable with `gap_positions`."""
    start = np.where(axis == HORIZONTAL, box[:, 1], box[:, 0])
    return start + _zero_of(2 * group + axis)


def gap_positions(gaps: Gaps) -> Ints:
    """Return the start of gaps in ascending order; comparable with `box_positions`."""
    return gaps.low + _zero_of(2 * gaps.group + gaps.axis)


def _zero_of(lane: Ints) -> Ints:
    """Return position 0 of a lane on the number line."""
    return lane * (2 * _REACH) + _REACH


def _lane(position: Ints) -> Ints:
    return position // (2 * _REACH)


def _ranges(box: Ints, group: Ints, margin: int) -> tuple[Ints, Ints]:
    """Return start and end of every box on the number line: in y for all boxes, then in x."""
    zero = _zero_of(np.concatenate((2 * group, 2 * group + 1)))
    start = np.concatenate((box[:, 1], box[:, 0]))
    end = start + np.concatenate((box[:, 3], box[:, 2]))
    low = start + margin
    high = np.maximum(end - margin, low)
    return low + zero, high + zero


def _weights_by_width(width: Ints, settings: VipsSettings) -> Ints:
    """Return the weight of the widest step that each width exceeds, 1 for none."""
    widths, weights = settings.steps()
    step = np.array(widths).searchsorted(np.maximum(width, 1), side="left")
    return np.array([1, *weights])[step]


def _contain_hr(start: Ints, end: Ints, hr_box: Ints, hr_group: Ints) -> BoolArray:
    """Return which gaps contain an HR."""
    contains = np.zeros(len(start), dtype=np.bool_)
    low, high = _ranges(hr_box, hr_group, 0)
    gap = np.searchsorted(start, low, side="right") - 1
    is_inside = (gap >= 0) & (high <= end[gap])
    contains[gap[is_inside]] = True
    return contains


@dataclass(frozen=True, slots=True, eq=False)
class _Extremes:
    """Minimum and maximum of each style row among some blocks, shape (n_rows, n_gaps)."""

    minimum: FloatArray
    maximum: FloatArray


def _adjacent(blocks: BlockStyles, edge: Ints, gap_edge: Ints) -> _Extremes:
    """Return the extreme styles of the blocks that touch each gap on one side.

    Parameters
    ----------
    edge : array of int, shape (2 * n,)
        The edge of each block on that side, as in `_ranges`.
    gap_edge : array of int, shape (n_gaps,)
        The edge of each gap, ascending; at least one block touches it.
    """
    gap = np.minimum(gap_edge.searchsorted(edge), len(gap_edge) - 1)
    touching = np.flatnonzero(gap_edge[gap] == edge)
    touching = touching[gap[touching].argsort(kind="stable")]
    first = gap[touching].searchsorted(np.arange(len(gap_edge)))
    block = touching % len(blocks.box)  # there is an edge for each axis
    styles = np.array(
        [
            *(blocks.background[block] & channel for channel in _CHANNELS),
            blocks.font_weight[block],
            blocks.font_size[block],
            blocks.is_plain[block],
        ]
    )
    return _Extremes(
        np.minimum.reduceat(styles, first, axis=1), np.maximum.reduceat(styles, first, axis=1)
    )


class _Sides:
    """Comparison of the blocks before each gap with the blocks after it."""

    def __init__(self, before: _Extremes, after: _Extremes) -> None:
        self._before, self._after = before, after
        self._minimum = np.minimum(before.minimum, after.minimum)
        self._maximum = np.maximum(before.maximum, after.maximum)

    def backgrounds_differ(self, limit: float) -> BoolArray:
        """Return whether the colours of all blocks together differ by more than a limit."""
        lowest = self._minimum[:_WEIGHT].sum(axis=0).astype(np.int64)
        highest = self._maximum[:_WEIGHT].sum(axis=0).astype(np.int64)
        differ: BoolArray = colour_distance(lowest, highest) > limit
        return differ

    def fonts_differ(self) -> BoolArray:
        fonts = slice(_WEIGHT, _SIZE + 1)
        differ: BoolArray = (self._minimum[fonts] != self._maximum[fonts]).any(axis=0)
        return differ

    def font_is_smaller_before(self) -> BoolArray:
        is_smaller: BoolArray = self._before.minimum[_SIZE] < self._after.maximum[_SIZE]
        return is_smaller

    def are_plain(self) -> BoolArray:
        are_plain: BoolArray = self._minimum[_PLAIN] > 0
        return are_plain
