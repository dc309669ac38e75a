"""Pixels of the strips: from a quantity per token to a picture of a window of the page; no Qt.

Sums from the start of the page are made once per quantity, so that a picture of any window costs
as much as it has pixels, however many tokens the page has. Pictures are made of indexes into one
table of 256 colours; a theme is another table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from extractors.page.records import BoolArray, FloatArray, IntArray

IndexArray = NDArray[np.uint8]

TRACK, CONTENT, SPLIT, MISSING, MISSING_DOT = 0, 1, 2, 3, 4
HATCH = 16
N_HATCH = 16
CLASSES = 40
N_CLASSES = 16
AGREEMENT = 64
N_AGREEMENT = 64
AMOUNT = 128
N_AMOUNT = 128
"""Where each group of colours stands in the table of 256."""

HATCH_EVERY = 5.0
HATCH_WIDTH = 1.2


@dataclass(frozen=True, slots=True)
class Window:
    """The visible part of the page.

    Attributes
    ----------
    start, end : float
        Range in tokens.
    """

    start: float
    end: float

    @property
    def length(self) -> float:
        """Tokens shown."""
        return self.end - self.start

    def token_at(self, share: float) -> float:
        """Return the place in tokens at a share of the width."""
        return self.start + share * self.length

    def share_of(self, token: float) -> float:
        """Return where a token lies, as a share of the width (outside 0 to 1: not visible)."""
        return (token - self.start) / self.length

    def zoomed(self, factor: float, share: float, n_tokens: int, *, least: float = 8.0) -> Window:
        """Return a window that shows `factor` times as much, with one place held still."""
        length = min(max(self.length * factor, min(least, n_tokens)), float(max(n_tokens, 1)))
        start = self.token_at(share) - share * length
        return Window(start, start + length).inside(n_tokens)

    def moved(self, tokens: float, n_tokens: int) -> Window:
        """Return the window moved along the page, not beyond its ends."""
        return Window(self.start + tokens, self.end + tokens).inside(n_tokens)

    def inside(self, n_tokens: int) -> Window:
        """Return the window pushed inside the page."""
        length = min(self.length, float(max(n_tokens, 1)))
        start = min(max(self.start, 0.0), max(n_tokens, 1) - length)
        return Window(start, start + length)

    def around(self, start: int, end: int, n_tokens: int) -> Window:
        """Return a window in which a range is visible: the same one if it is already."""
        if start >= self.start and end <= self.end:
            return self
        length = max(self.length, (end - start) * 1.2)
        middle = (start + end) / 2
        return Window(middle - length / 2, middle + length / 2).inside(n_tokens)


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Sums of a quantity from the start of the page.

    Attributes
    ----------
    total : array of float, shape (n_tokens + 1,)
        Sum of the measured values before each token.
    known : array of int, shape (n_tokens + 1,)
        Measured tokens before each token.
    """

    total: FloatArray
    known: IntArray

    @classmethod
    def of(cls, values: FloatArray | BoolArray) -> Sums:
        """Return the sums of a quantity, NaN where nothing was measured."""
        if values.dtype == np.bool_:
            return cls._of_mask(values)
        amounts = values.astype(np.float64)
        measured = ~np.isnan(amounts)
        total = np.zeros(len(amounts) + 1)
        np.cumsum(np.where(measured, amounts, 0.0), out=total[1:])
        known = np.zeros(len(amounts) + 1, dtype=np.int32)
        np.cumsum(measured, out=known[1:])
        return cls(total, known)

    @classmethod
    def _of_mask(cls, mask: NDArray[Any]) -> Sums:
        total = np.zeros(len(mask) + 1)
        np.cumsum(mask, out=total[1:])
        return cls(total, np.arange(len(mask) + 1, dtype=np.int32))

    def __len__(self) -> int:
        return len(self.total) - 1

    def mean(self, first: IntArray, last: IntArray) -> FloatArray:
        """Return the mean of the measured tokens of each range, NaN where there is none."""
        counts = self.known[last] - self.known[first]
        sums = self.total[last] - self.total[first]
        mean: FloatArray = np.divide(
            sums, counts, out=np.full(len(first), np.nan), where=counts > 0
        )
        return mean

    def mean_of(self, runs: Sequence[tuple[int, int]]) -> float:
        """Return the mean of the measured tokens of some ranges, NaN if there is none."""
        first, last = np.clip(np.array(runs, dtype=np.int32).T, 0, len(self))
        count = int((self.known[last] - self.known[first]).sum())
        return float((self.total[last] - self.total[first]).sum()) / count if count else np.nan

    def any(self, first: IntArray, last: IntArray) -> BoolArray:
        """Return whether any token of each range is more than zero (values are not negative)."""
        found: BoolArray = self.total[last] > self.total[first]
        return found


def ranges(window: Window, n_pixels: int, n_tokens: int) -> tuple[IntArray, IntArray]:
    """Return the tokens that each pixel stands for; never none.

    Parameters
    ----------
    window : Window
        What is shown.
    n_pixels, n_tokens : int
        Width of the picture and length of the page, both at least 1.

    Returns
    -------
    first, last : array of int, shape (n_pixels,)
        Token ranges.
    """
    edges = window.start + np.arange(n_pixels + 1) * (window.length / n_pixels)
    first = np.clip(np.floor(edges[:-1] + 1e-9), 0, n_tokens - 1).astype(np.int32)
    last = np.clip(np.ceil(edges[1:] - 1e-9), 1, n_tokens).astype(np.int32)
    return first, np.maximum(last, first + 1)


def label_picture(sums: Sums, window: Window, width: int, height: int, ratio: float) -> IndexArray:
    """Return kept as solid and dropped as hatched, each pixel by the majority of its tokens.

    Parameters
    ----------
    sums : Sums
        Of a mask.
    window : Window
        What is shown.
    width, height : int
        Size of the picture in device pixels.
    ratio : float
        Device pixels per pixel of the design.

    Returns
    -------
    array of uint8, shape (height, width)
    """
    first, last = ranges(window, width, len(sums))
    kept = sums.mean(first, last) >= 0.5
    picture = hatch_tile(width, height, ratio)
    picture[:, kept] = CONTENT
    return picture


def hatch_tile(width: int, height: int, ratio: float) -> IndexArray:
    """Return the hatch that marks boilerplate, anchored at the left edge."""
    every = HATCH_EVERY * ratio
    x, y = np.arange(width)[None, :], np.arange(height)[:, None]
    along = (x + y) % every
    away = np.minimum(along, every - along) / np.sqrt(2)
    cover = np.clip(HATCH_WIDTH * ratio / 2 + 0.5 - away, 0.0, 1.0)
    tile: IndexArray = (HATCH + np.round(cover * (N_HATCH - 1))).astype(np.uint8)
    return tile


def agreement_picture(
    sums: Sums, n_panes: int, window: Window, width: int, height: int, least: int = 1
) -> IndexArray:
    """Return how many panes keep each pixel: as height, and from boilerplate over split to content.

    Parameters
    ----------
    sums : Sums
        Of the number of panes that keep each token.
    n_panes : int
        All panes.
    window : Window
        What is shown.
    width, height : int
        Size of the picture in device pixels.
    least : int
        Height of a bar of nothing.
    """
    first, last = ranges(window, width, len(sums))
    share = np.nan_to_num(sums.mean(first, last) / max(n_panes, 1))
    colour = AGREEMENT + np.round(np.clip(share, 0, 1) * (N_AGREEMENT - 1))
    return _bars(share, colour.astype(np.uint8), width, height, least)


def amount_picture(
    sums: Sums, high: float, window: Window, width: int, height: int, least: int = 1
) -> IndexArray:
    """Return an amount as bars that carry it twice, by height and by colour.

    Pixels where nothing was measured show a pattern of dots.
    """
    first, last = ranges(window, width, len(sums))
    mean = sums.mean(first, last)
    share = np.clip(np.nan_to_num(mean / (high or 1.0)), 0, 1)
    colour = (AMOUNT + np.round(share * (N_AMOUNT - 1))).astype(np.uint8)
    picture = _bars(share, colour, width, height, least)
    missing = np.isnan(mean)
    if missing.any():
        picture[:, missing] = dot_tile(width, height)[:, missing]
    return picture


def class_picture(sums: Sums, window: Window, width: int, height: int) -> IndexArray:
    """Return classes as plain colours; a pixel shows the class of its middle token."""
    first, last = ranges(window, width, len(sums))
    middle = (first + last) // 2
    value = sums.mean(middle, np.minimum(middle + 1, len(sums)))
    known = ~np.isnan(value)
    codes = np.nan_to_num(value).astype(np.int64) % N_CLASSES
    row = np.where(known, CLASSES + codes, MISSING).astype(np.uint8)
    return np.repeat(row[None, :], height, axis=0)


def difference_picture(sums: Sums, window: Window, width: int, height: int) -> IndexArray:
    """Return where panes disagree: one differing token is enough to mark its pixel."""
    first, last = ranges(window, width, len(sums))
    row = np.where(sums.any(first, last), SPLIT, TRACK).astype(np.uint8)
    return np.repeat(row[None, :], height, axis=0)


def dot_tile(width: int, height: int) -> IndexArray:
    """Return the dot pattern of what was not measured."""
    x, y = np.arange(width)[None, :], np.arange(height)[:, None]
    dots = ((x % 4 == 0) & (y % 4 == 0)) | ((x % 4 == 2) & (y % 4 == 2))
    return np.where(dots, MISSING_DOT, MISSING).astype(np.uint8)


def _bars(share: FloatArray, colour: IndexArray, width: int, height: int, least: int) -> IndexArray:
    tall = np.maximum(np.round(share * height), least).astype(np.int32)
    rows = np.arange(height)[:, None]
    filled = rows >= height - tall[None, :]
    picture = np.full((height, width), TRACK, dtype=np.uint8)
    np.copyto(picture, np.broadcast_to(colour[None, :], picture.shape), where=filled)
    return picture


def section_runs(codes: IntArray) -> list[tuple[int, int, int]]:
    """Return runs of equal section codes as (start, end, code)."""
    if not len(codes):
        return []
    cuts = np.flatnonzero(np.diff(codes)) + 1
    starts = np.concatenate([[0], cuts])
    ends = np.concatenate([cuts, [len(codes)]])
    return list(zip(starts.tolist(), ends.tolist(), codes[starts].tolist(), strict=True))


def ticks(window: Window, n_pixels: float, apart: float) -> list[int]:
    """Return round numbers along the axis, at least so many pixels apart."""
    per_pixel = window.length / max(n_pixels, 1.0)
    step = nice_step(max(per_pixel * apart, 1.0))
    first = int(np.ceil(window.start / step)) * step
    return list(range(first, int(np.floor(window.end)) + 1, step))


def nice_step(least: float) -> int:
    """Return the next of 1, 2, 5, 10, 20, 50, ... at or above a number."""
    size: int = 10 ** int(np.floor(np.log10(least)))
    return next(factor * size for factor in (1, 2, 5, 10) if factor * size >= least - 1e-9)
