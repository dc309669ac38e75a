"""Records that the settings panel shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boilerscope.widgets.records import Lock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boilerscope.extractors.model.settings import Settings
    from boilerscope.extractors.page.records import FloatArray
    from boilerscope.widgets.settings.main_knobs import PaneSettings


@dataclass(frozen=True, slots=True)
class PaneChoice:
    """Entry of the combo box of panes.

    Attributes
    ----------
    name : str
        Unique name.
    """

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """Entry of the combo box of presets.

    Attributes
    ----------
    name : str
        Name of the preset, emitted by `SettingsPanel.preset_chosen`.
    help : str
        Description, one sentence.
    """

    name: str
    help: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class SettingsView:
    """Contents of the panel; a program with a single pane needs only `settings`.

    Attributes
    ----------
    settings : Settings
        The record to edit.
    panes : tuple of PaneChoice
        Entries of the combo box of panes, which is hidden without entries.
    presets : tuple of PresetChoice
        Entries of the combo box of presets besides "default"; it is hidden without entries.
    preset : str or None
        The current preset, empty for the defaults, None if the settings match no preset.
    distributions : mapping of str to array of float
        The page's measured quantities by column name, for the bars above sliders.
    decided : mapping of str to float
        Values that the page gave to automatic settings which `Settings.resolve` leaves to it.
    lock : Lock
        Fields that the main knobs move together; OFF if the pane is not linked.
    others : tuple of PaneSettings
        The other linked panes, if this pane is linked.
    can_undo, can_redo : bool or None
        Whether the buttons are enabled; None hides them.
    errors : mapping of str to str
        Messages of a run that rejected values, by field.
    """

    settings: Settings
    pane: str = ""
    panes: tuple[PaneChoice, ...] = ()
    presets: tuple[PresetChoice, ...] = ()
    preset: str | None = None
    distributions: Mapping[str, FloatArray] = field(default_factory=dict)
    decided: Mapping[str, float] = field(default_factory=dict)
    lock: Lock = Lock.OFF
    others: tuple[PaneSettings, ...] = ()
    can_undo: bool | None = None
    can_redo: bool | None = None
    errors: Mapping[str, str] = field(default_factory=dict)
