"""Settings in which two records differ, and the words that each of them changes alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.extraction import ANSWERED, Extraction
from boilerscope.extractors.model.settings import Knob, Settings, knobs

if TYPE_CHECKING:
    from boilerscope.extractors.page.records import BoolArray

Run = Callable[[Settings], Extraction]
"""Function that runs the extractor with other settings on the same page."""


@dataclass(frozen=True, slots=True)
class SettingDifference:
    """One setting with two values.

    Attributes
    ----------
    knob : Knob
        Its declaration, with label, unit, default and the source of the default.
    first, second : object
        Its value in each record; None for an automatic value.
    """

    knob: Knob
    first: object
    second: object


@dataclass(frozen=True, slots=True, eq=False)
class SingleChange:
    """Effect of the second value of one setting, while all others keep their first value.

    Attributes
    ----------
    field : str
        Name of the setting; empty for all differing settings together.
    gained, lost : int
        Number of tokens that the change also keeps, or drops.
    mask : array of bool, shape (n_tokens,), or None
        The mask with the changed value; None without a result.
    message : str
        Why there is no result, else empty.
    """

    field: str
    gained: int = 0
    lost: int = 0
    mask: BoolArray | None = None
    message: str = ""


def setting_differences(first: Settings, second: Settings) -> tuple[SettingDifference, ...]:
    """Return the settings in which two records differ, in the order of their declaration.

    Raises
    ------
    SettingsError
        If the records belong to different extractors.
    """
    if type(first) is not type(second):
        raise SettingsError("Settings of different extractors cannot be compared")
    values = (
        SettingDifference(knob, getattr(first, knob.name), getattr(second, knob.name))
        for knob in knobs(type(first))
    )
    return tuple(each for each in values if each.first != each.second)


def single_changes(
    run: Run,
    base: Extraction,
    second: Settings,
    *,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[SingleChange]:
    """Yield the effect of each differing setting alone, then that of all of them together.

    Parameters
    ----------
    run : callable
        Runs the extractor with given settings on the same page.
    base : Extraction
        Result of the first settings; changes are counted against its mask.
    second : Settings
        The settings from which the changed values are taken.
    cancelled : callable
        Called before every run; True ends the search.
    """
    first = base.settings
    differences = setting_differences(first, second)
    for each in differences:
        if cancelled():
            return
        yield _change(run, base, each.knob.name, {each.knob.name: each.second})
    if differences and not cancelled():
        yield _change(run, base, "", {each.knob.name: each.second for each in differences})


def only_together(base: BoolArray, changes: Sequence[SingleChange]) -> int | None:
    """Return the number of tokens that change only with several of the settings together.

    None if the effect of a setting, or of all of them together, is not known.
    """
    masks = {change.field: change.mask for change in changes}
    together = masks.pop("", None)
    singles = [mask for mask in masks.values() if mask is not None]
    if together is None or len(singles) < len(masks):
        return None
    alone = np.zeros(len(base), dtype=np.bool_)
    for mask in singles:
        alone |= mask != base
    return int(np.count_nonzero((together != base) & ~alone))


def _change(run: Run, base: Extraction, field: str, values: dict[str, object]) -> SingleChange:
    try:
        result = run(base.settings.replace(**values))
    except SettingsError as error:  # a value that the other settings do not allow
        return SingleChange(field, message=str(error))
    if result.status not in ANSWERED:
        return SingleChange(field, message=result.message or result.status.value)
    if len(result.mask) != len(base.mask):
        return SingleChange(field, message=result.message)
    gained = int(np.count_nonzero(result.mask & ~base.mask))
    lost = int(np.count_nonzero(base.mask & ~result.mask))
    return SingleChange(field, gained, lost, result.mask)
