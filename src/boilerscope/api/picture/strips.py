"""Strips: what each pane keeps along the tokens of a page, as drawings in SVG."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.api.picture.colours import VIRIDIS
from boilerscope.extractors.page.sections import SECTION_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.extractors.page import Page
    from boilerscope.extractors.page.records import BoolArray, FloatArray, IntArray

WIDTH = 1000
HEIGHT = 14
_N_BARS = 250
_MIN_LABEL = 0.05
"""Share of the page that a section needs for its name."""
_MAX_TICKS = 8


def decisions(mask: BoolArray) -> str:
    """Return the strip of a pane: blue where it keeps text, hatched orange where it drops it."""
    kept = resampled(mask.astype(np.float64), WIDTH) >= 0.5
    edges = np.flatnonzero(np.diff(np.concatenate(([False], kept, [False])).astype(np.int8)))
    path = "".join(
        f"M{start} 0h{end - start}v{HEIGHT}h{start - end}z"
        for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
    )
    return _svg('<rect width="1000" height="14" fill="url(#hatch)"/>' + _path(path, "kept"))


def agreement(votes: IntArray, n_panes: int) -> str:
    """Return the strip of the share of panes that keep the text, as a filled curve."""
    heights = resampled(votes / max(n_panes, 1), WIDTH // 2)
    steps = "".join(f"L{2 * x} {y:g}H{2 * x + 2}" for x, y in enumerate(_tops(heights)))
    return _svg(_path(f"M0 {HEIGHT}{steps}V{HEIGHT}z", "votes"))


def amounts(values: FloatArray) -> str:
    """Return the strip of a quantity as bars; values are shares of its scale."""
    means = resampled(values, _N_BARS)
    width = WIDTH // _N_BARS
    return _svg(
        "".join(
            f'<rect x="{width * x}" y="{top:g}" width="{width}" height="{HEIGHT - top:g}"'
            f' fill="{viridis(share)}"/>'
            for x, (share, top) in enumerate(zip(means.tolist(), _tops(means), strict=True))
            if top < HEIGHT
        )
    )


def sections(page: Page) -> Iterator[tuple[float, float, str]]:
    """Yield start and width, as percentages of the page, and name of each long section."""
    codes = page.sections
    edges = [0, *(np.flatnonzero(np.diff(codes)) + 1).tolist(), len(codes)]
    for start, end in pairwise(edges):
        if end - start >= _MIN_LABEL * len(codes) and codes[start]:
            share = 100 / len(codes)
            yield start * share, (end - start) * share, SECTION_NAMES[int(codes[start])]


def ticks(n_tokens: int) -> Iterator[tuple[float, str]]:
    """Yield position, as a percentage of the page, and label of round numbers of words."""
    step = next(
        (
            size * 10**power
            for power in range(9)
            for size in (1, 2, 5)
            if n_tokens <= _MAX_TICKS * size * 10**power
        ),
        10**9,
    )
    for number in range(0, n_tokens, step):
        yield 100 * number / n_tokens, f"{number:,}"


def resampled(values: FloatArray, size: int) -> FloatArray:
    """Return means of a quantity over `size` equal parts of the page, ignoring NaN.

    A part without a token, on a page with fewer tokens than parts, has the value of the nearest
    token before it.
    """
    if not len(values):
        return np.zeros(size)
    known = np.isfinite(values)
    sums = np.concatenate(([0.0], np.cumsum(np.where(known, values, 0.0))))
    counts = np.concatenate(([0], np.cumsum(known)))
    first = np.arange(size) * len(values) // size
    last = np.maximum((np.arange(size) + 1) * len(values) // size, first + 1)
    n_known = counts[last] - counts[first]
    means = np.zeros(size)
    np.divide(sums[last] - sums[first], n_known, out=means, where=n_known > 0)
    return means


def viridis(share: float) -> str:
    """Return the colour of a share from 0 to 1."""
    return VIRIDIS[round(min(max(share, 0.0), 1.0) * (len(VIRIDIS) - 1))]


def _tops(shares: FloatArray) -> list[float]:
    tops: list[float] = np.round(HEIGHT - HEIGHT * shares, 1).tolist()
    return tops


def _path(path: str, colour: str) -> str:
    return f'<path class="{colour}" d="{path}"/>' if path else ""


def _svg(content: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true">'
        f"{content}</svg>"
    )
