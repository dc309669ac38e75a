"""Main knobs: the fields that a main knob drives, and their values after a move.

Fields that bound the same quantity in the same unit get the same value. Other fields follow only if
the user asks for it (`Lock.RANK`): they move by rank, each in its own range. The rank is 0 at the
low end, 0.5 at the field's default and 1 at the high end, so that moving a knob back to its default
restores all defaults.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from boilerscope.extractors.errors import SettingsError
from boilerscope.extractors.model.settings import Knob, MainKnob, Settings, knobs
from boilerscope.widgets.distribution import extent_of
from boilerscope.widgets.records import Lock
from boilerscope.widgets.settings.scale import Scale, scale_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boilerscope.extractors.page.records import FloatArray

_NUMBERS = frozenset({"int", "float"})


class Link(StrEnum):
    """Way in which a field follows a main knob."""

    LEADS = "leads"
    SAME = "same"
    RANK = "rank"


@dataclass(frozen=True, slots=True, eq=False)
class PaneSettings:
    """Settings of one pane, with the quantities of its blocks.

    Attributes
    ----------
    distributions : mapping of str to array of float
        Measured quantities of the page by column name.
    """

    name: str
    settings: Settings
    distributions: Mapping[str, FloatArray] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Driven:
    """One field that a main knob drives.

    Attributes
    ----------
    knob : Knob
        The field's declaration.
    link : Link
        Way in which the field follows.
    """

    pane: str
    knob: Knob
    link: Link


@dataclass(frozen=True, slots=True)
class FieldChange:
    """New value of one field of one pane."""

    pane: str
    field: str
    value: float


@dataclass(frozen=True, slots=True)
class MainMove:
    """Effect of moving a main knob.

    Attributes
    ----------
    value : float
        Value of the leading field.
    rank : float
        0 at the low end, 0.5 at the default, 1 at the high end of the leading field.
    settings : mapping of str to Settings
        New settings of each changed pane, by name.
    changes : tuple of FieldChange
        The changes, field by field.
    refused : tuple of FieldChange
        Values that a pane's other settings do not allow; these fields stay as they are.
    """

    main: MainKnob
    value: float
    rank: float
    settings: Mapping[str, Settings]
    changes: tuple[FieldChange, ...]
    refused: tuple[FieldChange, ...] = ()


def driven_fields(
    main: MainKnob, panes: Sequence[PaneSettings], active: str, lock: Lock = Lock.EQUAL
) -> tuple[Driven, ...]:
    """Return the fields that a main knob drives, the leading field first.

    Parameters
    ----------
    panes : sequence of PaneSettings
        All panes that may follow, including the active pane.
    active : str
        Name of the pane whose first such field leads. Without such a field, return no fields.
    lock : Lock
        RANK adds the fields of other quantities and units.
    """
    own = [pane for pane in panes if pane.name == active]
    others = [pane for pane in panes if pane.name != active]
    fields = [
        (pane.name, declared)
        for pane in own + others
        for declared in knobs(type(pane.settings))
        if declared.main is main and declared.kind in _NUMBERS
    ]
    if not fields or fields[0][0] != active:
        return ()
    leader = fields[0][1]
    followers = [
        Driven(pane, declared, link_between(leader, declared)) for pane, declared in fields[1:]
    ]
    return (
        Driven(active, leader, Link.LEADS),
        *(each for each in followers if lock is Lock.RANK or each.link is Link.SAME),
    )


def link_between(leader: Knob, follower: Knob) -> Link:
    """Return how a field follows another field: by value if quantity and unit are equal."""
    alike = (
        bool(leader.bounds) and leader.bounds == follower.bounds and leader.unit == follower.unit
    )
    return Link.SAME if alike else Link.RANK


def move(
    main: MainKnob,
    value: float,
    panes: Sequence[PaneSettings],
    active: str,
    lock: Lock = Lock.EQUAL,
) -> MainMove | None:
    """Return the effect of setting a main knob to a value of its leading field.

    Parameters
    ----------
    value : float
        New value of the leading field.
    panes : sequence of PaneSettings
        All panes that may follow, including the active pane.
    active : str
        The pane whose field leads.
    lock : Lock
        See `driven_fields`.

    Returns
    -------
    MainMove or None
        None if the active pane has no field of this knob.

    Raises
    ------
    SettingsError
        If the value is not valid for the leading field.
    """
    fields = driven_fields(main, panes, active, lock)
    if not fields:
        return None
    by_name = {pane.name: pane for pane in panes}
    leader = fields[0]
    rank = rank_of(by_name[active], leader.knob, value)
    result = _Moved({active: by_name[active].settings.replace(**{leader.knob.name: value})})
    result.changes.append(FieldChange(active, leader.knob.name, value))
    for driven in fields[1:]:
        pane = by_name[driven.pane]
        target = value if driven.link is Link.SAME else value_at(pane, driven.knob, rank)
        result.try_change(pane, driven.knob, _within(driven.knob, target))
    changes, refused = tuple(result.changes), tuple(result.refused)
    return MainMove(main, value, rank, result.settings, changes, refused)


def field_scale(pane: PaneSettings, declared: Knob) -> Scale:
    """Return the range in which a field moves, the scale of its slider."""
    default = default_value(pane.settings, declared)
    value = float(getattr(pane.settings.resolve(), declared.name))
    return scale_for(declared, default, value, extent_of(pane.distributions.get(declared.bounds)))


def default_value(settings: Settings, declared: Knob) -> float:
    """Return the actual default of a number; the low end if only the page decides it."""
    if declared.default is not None:
        return float(declared.default)  # type: ignore[arg-type]  # the default of a number
    try:
        automatic = settings.replace(**{declared.name: None})
    except SettingsError:
        automatic = type(settings)()
    value = getattr(automatic.resolve(), declared.name)
    return float((declared.low or 0.0) if value is None else value)


def rank_of(pane: PaneSettings, declared: Knob, value: float) -> float:
    """Return the rank of a value of a field: 0 low end, 0.5 default, 1 high end."""
    scale = field_scale(pane, declared)
    default = default_value(pane.settings, declared)
    if value >= default:
        room = scale.high - default
        return 0.5 + 0.5 * min((value - default) / room, 1.0) if room > 0 else 0.5
    return 0.5 * max((value - scale.low) / (default - scale.low), 0.0)


def value_at(pane: PaneSettings, declared: Knob, rank: float) -> float:
    """Return the value of a rank on a step of the field; rank 0.5 is exactly the default."""
    scale = field_scale(pane, declared)
    default = default_value(pane.settings, declared)
    if rank == 0.5:
        return int(default) if scale.whole else default
    if rank > 0.5:
        return scale.snap(default + (scale.high - default) * (rank - 0.5) * 2)
    return scale.snap(scale.low + (default - scale.low) * rank * 2)


class _Moved:
    """New settings of the panes while fields are moved one after another."""

    def __init__(self, settings: dict[str, Settings]) -> None:
        self.settings = settings
        self.changes: list[FieldChange] = []
        self.refused: list[FieldChange] = []

    def try_change(self, pane: PaneSettings, declared: Knob, value: float) -> None:
        before = self.settings.get(pane.name, pane.settings)
        change = FieldChange(pane.name, declared.name, value)
        if getattr(before.resolve(), declared.name) == value:
            return
        try:
            self.settings[pane.name] = before.replace(**{declared.name: value})
        except SettingsError:
            self.refused.append(change)
        else:
            self.changes.append(change)


def _within(declared: Knob, value: float) -> float:
    low = value if declared.low is None else max(value, declared.low)
    bounded = low if declared.high is None else min(low, declared.high)
    return round(bounded) if declared.kind == "int" else float(bounded)
