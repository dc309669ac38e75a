"""Scale of a slider: its ends and its stops."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boilerscope.extractors.model.settings import Knob
    from boilerscope.widgets.distribution import Extent

_MAX_STOPS = 10_000
_ROOM = 3.0
"""A declared end is ignored if it is more than this many times the range that the page needs."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Stops of a slider.

    Attributes
    ----------
    low, high : float
        Ends of the scale.
    step : float
        Distance between stops.
    whole : bool
        Whether values are whole numbers.
    """

    low: float
    high: float
    step: float
    whole: bool

    @property
    def n_stops(self) -> int:
        """Index of the last stop; the first stop has index 0."""
        return max(math.ceil((self.high - self.low) / self.step - 1e-9), 1)

    @property
    def decimals(self) -> int:
        """Number of decimals of a stop."""
        return 0 if self.whole else decimals_of(self.step)

    def stop(self, value: float) -> int:
        """Return the index of the stop nearest to a value."""
        return min(max(round((value - self.low) / self.step), 0), self.n_stops)

    def value(self, stop: int) -> float:
        """Return the value of a stop, an int if values are whole."""
        if stop >= self.n_stops:
            return int(self.high) if self.whole else self.high
        amount = self.low + stop * self.step
        return round(amount) if self.whole else round(amount, self.decimals + 2)

    def snap(self, value: float) -> float:
        """Return the stop value nearest to a value."""
        return self.value(self.stop(value))

    def share_of(self, value: float) -> float:
        """Return the position of a value between the ends, 0 to 1."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


def decimals_of(step: float) -> int:
    """Return the number of decimals of a step: 2 for 0.01."""
    for digits in range(7):
        if math.isclose(round(step, digits), step, rel_tol=1e-9):
            return digits
    return 7


def round_step(pixel: float) -> float:
    """Return the step of a drag: the smallest 1, 2 or 5 times a power of ten that fits.

    Parameters
    ----------
    pixel : float
        Value of a pixel; a step is at least as large, so that the mouse can reach each step.
    """
    size = 10.0 ** math.floor(math.log10(pixel))
    return next(f * size for f in (1, 2, 5, 10) if pixel <= f * size * (1 + 1e-9))


def scale_for(knob: Knob, default: float, value: float, extent: Extent | None = None) -> Scale:
    """Return the scale of a number's slider.

    Use the declared range if it is similar to the range of the values on the page. Replace a
    distant or missing end by the range that the page, the default and the value need; otherwise
    all useful values would be at the start of the slider.

    Parameters
    ----------
    knob : Knob
        Declaration of a number.
    default, value : float
        Values that must be on the scale.
    extent : Extent, optional
        Extent of the quantity on the page.
    """
    smallest = knob.step or (1.0 if knob.kind == "int" else 0.1)
    needed = max(3 * abs(default), 10 * smallest if extent is None else extent.reach * 1.05)
    if abs(value) > needed:
        needed = 1.5 * abs(value)
    lowest = 0.0 if extent is None else extent.low
    low = _low(knob, min(default, value, lowest, 0.0), needed)
    high = _nice(needed)
    if knob.high is not None and (knob.high <= low + _ROOM * (needed - low) or high > knob.high):
        high = knob.high
    step = _step(knob, low, high)
    return Scale(low, max(high, low + step), step, knob.kind == "int")


def _low(knob: Knob, minimum: float, needed: float) -> float:
    if knob.low is not None and knob.low >= -_ROOM * needed:
        return knob.low
    low = 0.0 if minimum >= 0 else -_nice(max(-minimum, needed))
    return low if knob.low is None else max(low, knob.low)


def _step(knob: Knob, low: float, high: float) -> float:
    if knob.step:
        step = knob.step
    elif knob.kind == "int":
        step = 1.0
    else:
        step = 10.0 ** math.floor(math.log10(max(high - low, 1e-6) / 100))
    while (high - low) / step > _MAX_STOPS:
        step *= 10
    return step


def _nice(amount: float) -> float:
    """Return the next round number at or above a number; 1 if it is not positive."""
    if amount <= 0:
        return 1.0
    size = 10.0 ** math.floor(math.log10(amount))
    for factor in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10):
        if amount <= factor * size * (1 + 1e-9):
            return factor * size
    return 10 * size


def fitting(knob: Knob, value: float) -> float:
    """Return the nearest value in the declared range and on a step."""
    step = knob.step or (1.0 if knob.kind == "int" else 0.0)
    if step:
        base = knob.low or 0.0
        value = round(base + round((value - base) / step) * step, 9)
    if knob.low is not None:
        value = max(value, knob.low)
    if knob.high is not None:
        value = min(value, knob.high)
    return round(value) if knob.kind == "int" else float(value)
