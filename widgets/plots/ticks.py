"""Round values on an axis, and the texts beside them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from boilerscope.widgets.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

_FACTORS = (1, 2, 5, 10)


def ticks(low: float, high: float, n: int, *, whole: bool = False) -> list[float]:
    """Return about `n` round values from low to high; with `whole`, only whole numbers."""
    if not high > low:
        return [low]
    rough = (high - low) / max(n, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = min(
        (factor * power for factor in _FACTORS), key=lambda candidate: abs(candidate - rough)
    )
    if whole:
        step = max(step, 1.0)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(index * step, 12) for index in range(first, last + 1)]


def powers_of_ten(low: float, high: float) -> list[float]:
    """Return the logarithms of round values between two logarithms: 1, 2 and 5 in each decade.

    Over more than three decades, only the powers of ten.
    """
    factors = (1,) if high - low > 3 else (1, 2, 5)
    decades = range(math.floor(low), math.ceil(high) + 1)
    logarithms = [decade + math.log10(factor) for decade in decades for factor in factors]
    return [logarithm for logarithm in logarithms if low <= logarithm <= high]


def labels(values: Sequence[float]) -> list[str]:
    """Return the texts of ticks with the same, sufficient number of decimals."""
    for decimals in range(7):
        if all(math.isclose(round(value, decimals), value, abs_tol=1e-9) for value in values):
            break
    return [
        number(value, decimals=0 if value == int(value) and decimals < 2 else decimals)
        for value in values
    ]


def stride(size: float, distance: float) -> int:
    """Return k so that every k-th text fits: its size, and the distance from text to text."""
    return max(math.ceil(size / max(distance, 1e-9)), 1)


def spread(tops: Sequence[float], height: float, low: float, high: float) -> list[float]:
    """Return positions close to the requested positions and at least `height` apart.

    Parameters
    ----------
    tops : sequence of float
        Requested positions, in any order.
    height : float
        Minimum distance.
    low, high : float
        Limits of the positions, if the space suffices.
    """
    order = sorted(range(len(tops)), key=lambda index: tops[index])
    placed = [0.0] * len(tops)
    above = low - height
    for index in order:
        placed[index] = above = max(tops[index], above + height)
    below = high + height
    for index in reversed(order):
        placed[index] = below = min(placed[index], below - height)
    return placed
