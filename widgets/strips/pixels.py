"""Pixels of the strips: pictures of a quantity of tokens in a window of the page; no Qt.

Each quantity has prefix sums, so that the cost of a picture depends on its pixels and not on the
number of tokens. Pictures consist of indexes into a table of 256 colours; each theme has a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boilerscope.extractors.model.gold import GoldClass, Outcome
from boilerscope.extractors.page.prefix_sums import prefix_sums

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray
    from boilerscope.widgets.strips.window import Window

IndexArray = NDArray[np.uint8]

TRACK, CONTENT, SPLIT, MISSING, MISSING_DOT = 0, 1, 2, 3, 4
PALE_CONTENT, TITLE, COMMENT, COMMENT_LINE, UNDECIDED = 5, 6, 7, 8, 9
HATCH = 16
N_HATCH = 16
PALE_HATCH = 32
N_PALE_HATCH = 8
CLASSES = 40
N_CLASSES = 16
AGREEMENT = 64
N_AGREEMENT = 64
AMOUNT = 128
N_AMOUNT = 128
"""First index of each group of colours in the table, and sizes of the groups."""

HATCH_EVERY = 5.0
HATCH_WIDTH = 1.2


@dataclass(frozen=True, slots=True, eq=False)
class PrefixSums:
    """Prefix sums of a quantity of tokens.

    Attributes
    ----------
    total : array of float, or of int for a mask, shape (n_tokens + 1,)
        Sum of the values before each token.
    n_values : array of int, shape (n_tokens + 1,)
        Number of tokens with a value before each token.
    """

    total: FloatArray | IntArray
    n_values: IntArray

    @classmethod
    def of(cls, values: FloatArray | BoolArray) -> PrefixSums:
        """Compute the prefix sums of a quantity; NaN means no value."""
        if values.dtype == np.bool_:  # ten times as fast as sums of floats
            return cls(prefix_sums(values), np.arange(len(values) + 1, dtype=np.int32))
        has_value = ~np.isnan(values)
        total = np.zeros(len(values) + 1)
        np.copyto(total[1:], values, where=has_value)
        np.cumsum(total, out=total)
        return cls(total, prefix_sums(has_value))

    def __len__(self) -> int:
        return len(self.total) - 1

    def mean(self, first: IntArray, last: IntArray) -> FloatArray:
        """Return the mean of the values in each range, NaN without values."""
        counts = self.n_values[last] - self.n_values[first]
        sums = self.total[last] - self.total[first]
        mean: FloatArray = np.divide(
            sums, counts, out=np.full(len(first), np.nan), where=counts > 0
        )
        return mean

    def mean_of(self, runs: Sequence[tuple[int, int]]) -> float:
        """Return the mean of the values in some ranges, NaN without values."""
        first, last = np.clip(np.array(runs, dtype=np.int32).T, 0, len(self))
        count = int((self.n_values[last] - self.n_values[first]).sum())
        return float((self.total[last] - self.total[first]).sum()) / count if count else np.nan

    def most_frequent(self, runs: Sequence[tuple[int, int]]) -> int:
        """Return the most frequent value in some ranges, values being codes; -1 without values."""
        codes = [
            np.diff(self.total[start : end + 1])[np.diff(self.n_values[start : end + 1]) > 0]
            for start, end in runs
        ]
        values = np.concatenate([np.zeros(0), *codes]).astype(np.int64)
        return int(np.bincount(values).argmax()) if len(values) else -1

    def any(self, first: IntArray, last: IntArray) -> BoolArray:
        """Return whether each range has a value above 0 (values are not negative)."""
        is_any: BoolArray = self.total[last] > self.total[first]
        return is_any


def ranges(window: Window, n_pixels: int, n_tokens: int) -> tuple[IntArray, IntArray]:
    """Return the token range of each pixel; never empty.

    Parameters
    ----------
    window : Window
        Visible part of the page.
    n_pixels, n_tokens : int
        Width of the picture and length of the page, both at least 1.

    Returns
    -------
    first, last : array of int, shape (n_pixels,)
        Start and end of the ranges.
    """
    edges = window.start + np.arange(n_pixels + 1) * (window.length / n_pixels)
    first = np.clip(np.floor(edges[:-1] + 1e-9), 0, n_tokens - 1).astype(np.int32)
    last = np.clip(np.ceil(edges[1:] - 1e-9), 1, n_tokens).astype(np.int32)
    return first, np.maximum(last, first + 1)


def label_picture(
    sums: PrefixSums, window: Window, width: int, height: int, ratio: float
) -> IndexArray:
    """Return the picture of a mask: kept solid, dropped hatched, by the majority of each pixel.

    Parameters
    ----------
    window : Window
        Visible part of the page.
    width, height : int
        Size of the picture in device pixels.
    ratio : float
        Device pixels per pixel of the design.

    Returns
    -------
    array of uint8, shape (height, width)
    """
    first, last = ranges(window, width, len(sums))
    is_kept = sums.mean(first, last) >= 0.5
    picture = hatch_tile(width, height, ratio)
    picture[:, is_kept] = CONTENT
    return picture


def change_picture(
    sums: PrefixSums, window: Window, width: int, height: int, ratio: float
) -> IndexArray:
    """Return the picture of words that would be kept (solid) or dropped (hatched), and no others.

    A pixel with a changed word shows it, however many unchanged words it has.
    """
    first, last = ranges(window, width, len(sums))
    mean = sums.mean(first, last)
    picture = np.full((height, width), TRACK, dtype=np.uint8)
    dropped, kept = mean < 0.5, mean >= 0.5
    picture[:, dropped] = hatch_tile(width, height, ratio)[:, dropped]
    picture[:, kept] = CONTENT
    return picture


def hatch_tile(width: int, height: int, ratio: float) -> IndexArray:
    """Return the hatching of boilerplate, anchored at the left edge."""
    every = HATCH_EVERY * ratio
    x, y = np.arange(width)[None, :], np.arange(height)[:, None]
    along = (x + y) % every
    away = np.minimum(along, every - along) / np.sqrt(2)
    cover = np.clip(HATCH_WIDTH * ratio / 2 + 0.5 - away, 0.0, 1.0)
    tile: IndexArray = (HATCH + np.round(cover * (N_HATCH - 1))).astype(np.uint8)
    return tile


def agreement_picture(
    sums: PrefixSums, n_panes: int, window: Window, width: int, height: int, min_height: int = 1
) -> IndexArray:
    """Return the picture of an agreement: height and colour show how many panes keep each pixel.

    Parameters
    ----------
    sums : PrefixSums
        Prefix sums of the number of panes that keep each token.
    n_panes : int
        Number of panes.
    window : Window
        Visible part of the page.
    width, height : int
        Size of the picture in device pixels.
    min_height : int
        Minimum height of a bar.
    """
    first, last = ranges(window, width, len(sums))
    share = np.nan_to_num(sums.mean(first, last) / max(n_panes, 1))
    colour = AGREEMENT + np.round(np.clip(share, 0, 1) * (N_AGREEMENT - 1))
    return _bars(share, colour.astype(np.uint8), width, height, min_height)


def amount_picture(
    sums: PrefixSums, high: float, window: Window, width: int, height: int, min_height: int = 1
) -> IndexArray:
    """Return the picture of a quantity as bars; height and colour show the value.

    Pixels without a value show a pattern of dots.
    """
    first, last = ranges(window, width, len(sums))
    mean = sums.mean(first, last)
    share = np.clip(np.nan_to_num(mean / (high or 1.0)), 0, 1)
    colour = (AMOUNT + np.round(share * (N_AMOUNT - 1))).astype(np.uint8)
    picture = _bars(share, colour, width, height, min_height)
    missing = np.isnan(mean)
    if missing.any():
        picture[:, missing] = dot_tile(width, height)[:, missing]
    return picture


def class_picture(sums: PrefixSums, window: Window, width: int, height: int) -> IndexArray:
    """Return the picture of classes; a pixel has the colour of the class of its middle token."""
    value = _middle_values(sums, window, width)
    has_value = ~np.isnan(value)
    codes = np.nan_to_num(value).astype(np.int64) % N_CLASSES
    row = np.where(has_value, CLASSES + codes, MISSING).astype(np.uint8)
    return np.repeat(row[None, :], height, axis=0)


def gold_picture(
    sums: PrefixSums, window: Window, width: int, height: int, ratio: float
) -> IndexArray:
    """Return the picture of a gold standard; a pixel shows the class of its middle token.

    Parameters
    ----------
    sums : PrefixSums
        Prefix sums of a `GoldClass` for each token.
    window : Window
        Visible part of the page.
    width, height : int
        Size of the picture in device pixels.
    ratio : float
        Device pixels per pixel of the design.
    """
    code = _middle_values(sums, window, width).astype(np.uint8)
    x = np.arange(width)
    every = max(round(3 * ratio), 2)
    looks: dict[GoldClass, IndexArray | int] = {
        GoldClass.UNMARKED: dot_tile(width, height),
        GoldClass.MAIN: CONTENT,
        GoldClass.BOILERPLATE: hatch_tile(width, height, ratio),
        GoldClass.TITLE: TITLE,
        GoldClass.COMMENT: np.where(x % every < every / 2, COMMENT_LINE, COMMENT).astype(np.uint8),
        GoldClass.UNDECIDED: UNDECIDED,
    }
    return _mosaic(code, looks, width, height)


def error_picture(
    outcomes: PrefixSums,
    kept: PrefixSums,
    window: Window,
    width: int,
    height: int,
    ratio: float,
) -> IndexArray:
    """Return the picture of a pane's errors: errors are strong, correct text is pale.

    Text without a class is empty, or a line if the pane keeps it.

    Parameters
    ----------
    outcomes : PrefixSums
        Prefix sums of an `Outcome` for each token.
    kept : PrefixSums
        Prefix sums of the pane's mask.
    window : Window
        Visible part of the page.
    width, height : int
        Size of the picture in device pixels.
    ratio : float
        Device pixels per pixel of the design.
    """
    value = _middle_values(outcomes, window, width)
    hatch = hatch_tile(width, height, ratio)
    pale = (PALE_HATCH + (hatch - HATCH) * N_PALE_HATCH // N_HATCH).astype(np.uint8)
    looks: dict[Outcome, IndexArray | int] = {
        Outcome.KEPT: PALE_CONTENT,
        Outcome.DROPPED: pale,
        Outcome.WRONGLY_KEPT: CONTENT,
        Outcome.MISSED: hatch,
    }
    picture = _mosaic(np.nan_to_num(value, nan=-1).astype(np.int16), looks, width, height)
    first, last = ranges(window, width, len(kept))
    lined = np.isnan(value) & (kept.mean(first, last) >= 0.5)
    middle = slice(height // 2, height // 2 + max(round(ratio), 1))
    picture[middle, lined] = MISSING_DOT
    return picture


def _middle_values(sums: PrefixSums, window: Window, width: int) -> FloatArray:
    """Return the value of the middle token of each pixel."""
    first, last = ranges(window, width, len(sums))
    middle = (first + last) // 2
    return sums.mean(middle, np.minimum(middle + 1, len(sums)))


def _mosaic(
    codes: NDArray[Any], looks: Mapping[Any, IndexArray | int], width: int, height: int
) -> IndexArray:
    """Return a picture in which each column has the look of its code; other codes are empty."""
    picture = np.full((height, width), TRACK, dtype=np.uint8)
    for code, look in looks.items():
        columns = codes == code
        if columns.any():
            full = np.broadcast_to(np.asarray(look, dtype=np.uint8), picture.shape)
            picture[:, columns] = full[:, columns]
    return picture


def difference_picture(sums: PrefixSums, window: Window, width: int, height: int) -> IndexArray:
    """Return the picture of differences: one differing token marks its pixel."""
    first, last = ranges(window, width, len(sums))
    row = np.where(sums.any(first, last), SPLIT, TRACK).astype(np.uint8)
    return np.repeat(row[None, :], height, axis=0)


def dot_tile(width: int, height: int) -> IndexArray:
    """Return the dot pattern of tokens without a value."""
    x, y = np.arange(width)[None, :], np.arange(height)[:, None]
    dots = ((x % 4 == 0) & (y % 4 == 0)) | ((x % 4 == 2) & (y % 4 == 2))
    return np.where(dots, MISSING_DOT, MISSING).astype(np.uint8)


def _bars(
    share: FloatArray, colour: IndexArray, width: int, height: int, min_height: int
) -> IndexArray:
    bar_height = np.maximum(np.round(share * height), min_height).astype(np.int32)
    rows = np.arange(height)[:, None]
    filled = rows >= height - bar_height[None, :]
    picture = np.full((height, width), TRACK, dtype=np.uint8)
    np.copyto(picture, np.broadcast_to(colour[None, :], picture.shape), where=filled)
    return picture


def ticks(window: Window, n_pixels: float, distance: float) -> list[int]:
    """Return round numbers along the axis, at least `distance` pixels apart."""
    per_pixel = window.length / max(n_pixels, 1.0)
    step = nice_step(max(per_pixel * distance, 1.0))
    first = int(np.ceil(window.start / step)) * step
    return list(range(first, int(np.floor(window.end)) + 1, step))


def nice_step(minimum: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50, ... that is at least `minimum`."""
    size: int = 10 ** int(np.floor(np.log10(minimum)))
    return next(factor * size for factor in (1, 2, 5, 10) if factor * size >= minimum - 1e-9)
