"""The scale of a slider: from where to where it runs, and the figures it stops at."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from widgets.distribution import measured, reach

if TYPE_CHECKING:
    from extractors.model.settings import Knob
    from extractors.page.records import FloatArray

_MOST_STOPS = 10_000
_ROOM = 3.0
"""A declared end further away than this many times what the page needs is not drawn."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Stops of a slider.

    Attributes
    ----------
    low, high : float
        Ends.
    step : float
        Distance of stops.
    whole : bool
        Whether values are whole numbers.
    """

    low: float
    high: float
    step: float
    whole: bool

    @property
    def n_stops(self) -> int:
        """Number of the last stop; the first one is 0."""
        return max(math.ceil((self.high - self.low) / self.step - 1e-9), 1)

    @property
    def decimals(self) -> int:
        """Digits after the point that a stop needs."""
        return 0 if self.whole else decimals_of(self.step)

    def stop(self, value: float) -> int:
        """Return the stop nearest to a value."""
        return min(max(round((value - self.low) / self.step), 0), self.n_stops)

    def value(self, stop: int) -> float:
        """Return the value of a stop, int where values are whole."""
        if stop >= self.n_stops:
            return int(self.high) if self.whole else self.high
        amount = self.low + stop * self.step
        return round(amount) if self.whole else round(amount, self.decimals + 2)

    def snap(self, value: float) -> float:
        """Return the stop value nearest to a value."""
        return self.value(self.stop(value))

    def place(self, value: float) -> float:
        """Return where a value lies between the ends, 0 to 1."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


def decimals_of(step: float) -> int:
    """Return how many digits after the point a step has: 0.01 has two."""
    for digits in range(7):
        if math.isclose(round(step, digits), step, rel_tol=1e-9):
            return digits
    return 7


def round_step(pixel: float) -> float:
    """Return the step at which a hand stops: the least 1, 2 or 5 times a power of ten.

    Parameters
    ----------
    pixel : float
        How much a pixel is worth; a step is worth at least as much, so each can be met.
    """
    size = 10.0 ** math.floor(math.log10(pixel))
    return next(f * size for f in (1, 2, 5, 10) if pixel <= f * size * (1 + 1e-9))


def scale_for(knob: Knob, default: float, value: float, values: FloatArray | None = None) -> Scale:
    """Return the scale on which a number is set.

    The declared range is used where it is of the size of what is measured on the page; a far-off
    or missing end gives way to what the page, the default and the value need, because a slider
    on which everything happens in the first millimetre is no slider.

    Parameters
    ----------
    knob : Knob
        Declaration of a number.
    default, value : float
        Must both lie on the scale.
    values : array of float, optional
        The quantity on this page.
    """
    seen = np.zeros(0) if values is None else measured(values)
    smallest = knob.step or (1.0 if knob.kind == "int" else 0.1)
    needed = max(3 * abs(default), reach(seen) * 1.05 if len(seen) else 10 * smallest)
    if abs(value) > needed:
        needed = 1.5 * abs(value)
    low = _low(knob, min(default, value, float(seen.min(initial=0.0))), needed)
    high = _nice(needed)
    if knob.high is not None and (knob.high <= low + _ROOM * (needed - low) or high > knob.high):
        high = knob.high
    step = _step(knob, low, high)
    return Scale(low, max(high, low + step), step, knob.kind == "int")


def _low(knob: Knob, least: float, needed: float) -> float:
    if knob.low is not None and knob.low >= -_ROOM * needed:
        return knob.low
    low = 0.0 if least >= 0 else -_nice(max(-least, needed))
    return low if knob.low is None else max(low, knob.low)


def _step(knob: Knob, low: float, high: float) -> float:
    if knob.step:
        step = knob.step
    elif knob.kind == "int":
        step = 1.0
    else:
        step = 10.0 ** math.floor(math.log10(max(high - low, 1e-6) / 100))
    while (high - low) / step > _MOST_STOPS:
        step *= 10
    return step


def _nice(amount: float) -> float:
    """Return the next round number at or above a positive amount."""
    if amount <= 0:
        return 1.0
    size = 10.0 ** math.floor(math.log10(amount))
    for factor in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10):
        if amount <= factor * size * (1 + 1e-9):
            return factor * size
    return 10 * size
