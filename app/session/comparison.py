"""Two panes side by side, and the two records of settings whose differences are listed. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boilerscope.extractors.runner import Pane, free_name
from boilerscope.extractors.setting_differences import setting_differences
from boilerscope.widgets.comparison.records import Comparison

if TYPE_CHECKING:
    from boilerscope.app.session.presets import Presets
    from boilerscope.app.session.read_only import SessionView
    from boilerscope.extractors.model.settings import Settings
    from boilerscope.widgets.records import PaneRecord, Scene

PANE, PRESET = "pane:", "preset:"
"""Beginnings of the keys of a second side; the preset without a name is that of the defaults."""


def comparison_of(scene: Scene, *, characters: bool) -> Comparison | None:
    """Return the comparison on screen, None without one or before both panes have a result."""
    if len(scene.judged) != 2 or not scene.compared:
        return None
    first, second = (scene.pane(name) for name in scene.compared)
    if first is None or second is None or first.shown is None or second.shown is None:
        return None
    kept, other = first.shown.mask, second.shown.mask
    is_same_kind = type(first.settings) is type(second.settings)
    return Comparison(
        (first.number, first.name),
        (second.number, second.name),
        both=int(np.count_nonzero(kept & other)),
        only_first=int(np.count_nonzero(kept & ~other)),
        only_second=int(np.count_nonzero(other & ~kept)),
        neither=int(np.count_nonzero(~kept & ~other)),
        n_settings=len(setting_differences(first.settings, second.settings))
        if is_same_kind
        else None,
        characters=characters,
    )


@dataclass(frozen=True, slots=True)
class Side:
    """One of two records of settings.

    Attributes
    ----------
    key : str
        `PANE` or `PRESET` with the name.
    title : str
        ``2 boilerpipe.article#2``, or the name of the preset; empty for the defaults.
    settings : Settings
        The record.
    """

    key: str
    title: str
    settings: Settings


def base_of(session: SessionView) -> PaneRecord | None:
    """Return the pane whose settings come first: the first compared pane, else the active pane."""
    name = session.compared[0] if session.compared is not None else session.active
    return session.pane(name) if name and session.has(name) else None


def sides_of(session: SessionView, presets: Presets) -> list[Side]:
    """Return what the first pane can be compared with: panes of its extractor, then presets."""
    base = base_of(session)
    if base is None:
        return []
    panes = [
        Side(f"{PANE}{pane.name}", f"{pane.number} {pane.name}", pane.settings)
        for pane in session.panes
        if pane.name != base.name and pane.extractor == base.extractor
    ]
    defaults = Side(PRESET, "", presets.settings(base.extractor, ""))
    named = [
        Side(f"{PRESET}{preset.name}", preset.name, presets.settings(base.extractor, preset.name))
        for preset in presets.of(base.extractor)
    ]
    return [*panes, defaults, *named]


def side_in_force(session: SessionView, sides: list[Side], chosen: str) -> Side | None:
    """Return the second side: the second compared pane, else the chosen side, else a default.

    The default is another pane of the extractor, else the default settings.
    """
    by_key = {side.key: side for side in sides}
    if chosen in by_key:
        return by_key[chosen]
    if session.compared is not None and f"{PANE}{session.compared[1]}" in by_key:
        return by_key[f"{PANE}{session.compared[1]}"]
    return sides[0] if sides else None


def as_panes(base: PaneRecord, other: Side) -> tuple[Pane, Pane]:
    """Return both sides as panes of a settings file."""
    is_pane = other.key.startswith(PANE)
    name = other.key.removeprefix(PANE) if is_pane else free_name(base.extractor, [base.name])
    return (
        Pane(base.name, base.extractor, base.settings),
        Pane(name, base.extractor, other.settings),
    )
