"""What the settings panel is handed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from extractors.model.settings import Settings
    from extractors.page.records import FloatArray
    from widgets.settings.main_knobs import PaneSettings


@dataclass(frozen=True, slots=True)
class PaneChoice:
    """One entry of the pane chooser.

    Attributes
    ----------
    number : int
        As on the pane's badge.
    name : str
        Unique name.
    """

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class PresetChoice:
    """One entry of the preset chooser.

    Attributes
    ----------
    name : str
        What it is called, and what `SettingsPanel.preset_chosen` hands back.
    help : str
        One sentence.
    """

    name: str
    help: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class SettingsView:
    """Everything the panel shows; a program that has one pane leaves all but `settings` out.

    Attributes
    ----------
    settings : Settings
        The record to edit.
    pane : str
        Name of the pane it belongs to.
    panes : tuple of PaneChoice
        Entries of the pane chooser; it is hidden where there is none.
    presets : tuple of PresetChoice
        Entries of the preset chooser, beside "default"; it is hidden where there is none.
    preset : str or None
        The preset in force, empty for the defaults, None for settings of the user's own.
    distributions : mapping of str to array of float
        The page's measured quantities by column name, for the bars above sliders.
    linked : bool
        Whether the main knobs move those of other panes as well, see `others`.
    others : tuple of PaneSettings
        The other linked panes, where this one is linked.
    can_undo, can_redo : bool or None
        Whether the two buttons do something; None hides them.
    errors : mapping of str to str
        Messages about fields that a run refused, by field.
    """

    settings: Settings
    pane: str = ""
    panes: tuple[PaneChoice, ...] = ()
    presets: tuple[PresetChoice, ...] = ()
    preset: str | None = None
    distributions: Mapping[str, FloatArray] = field(default_factory=dict)
    linked: bool = True
    others: tuple[PaneSettings, ...] = ()
    can_undo: bool | None = None
    can_redo: bool | None = None
    errors: Mapping[str, str] = field(default_factory=dict)
