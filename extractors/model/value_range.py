"""Values of a setting over its range, as sweeps and curves take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.errors import SettingsError

if TYPE_CHECKING:
    from boilerscope.extractors.model.settings import Knob

STEPS = 21
"""Default number of values."""

_DIGITS = 10


def values_in_range(
    knob: Knob, low: float | None = None, high: float | None = None, steps: int = STEPS
) -> tuple[float, ...]:
    """Return evenly spaced values of a number, rising.

    Parameters
    ----------
    low, high : float, optional
        Ends of the range; the declared range by default.
    steps : int
        Number of values; duplicate whole numbers are left out.

    Raises
    ------
    SettingsError
        If a range is missing or empty.
    """
    name = knob.name
    first = knob.low if low is None else low
    last = knob.high if high is None else high
    if first is None or last is None:
        raise SettingsError(f"{name} has no declared range. Give a range, such as 0:10", field=name)
    if not first < last or steps < 2:
        requested = f"{first:g}:{last:g} in {steps} steps"
        raise SettingsError(
            f"{name}: {requested} is not a range with two values or more", field=name
        )
    spaced = np.linspace(first, last, steps).tolist()
    if knob.kind == "int":
        return tuple(dict.fromkeys(round(value) for value in spaced))
    return tuple(round(value, _DIGITS) for value in spaced)
