"""Records of a session for the settings panel. No Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boilerscope.app.session.scene import preset_of
from boilerscope.extractors.model.settings import knobs
from boilerscope.widgets.records import Lock
from boilerscope.widgets.settings.main_knobs import PaneSettings
from boilerscope.widgets.settings.records import PaneChoice, PresetChoice, SettingsView

if TYPE_CHECKING:
    from boilerscope.app.session.presets import Presets
    from boilerscope.app.session.read_only import SessionView
    from boilerscope.widgets.records import PaneRecord


def settings_view(session: SessionView, presets: Presets) -> SettingsView | None:
    """Return the record that the panel shows for the active pane; None without a pane."""
    if not session.active:
        return None
    pane = session.pane(session.active)
    available = presets.of(pane.extractor)
    return SettingsView(
        settings=pane.settings,
        pane=pane.name,
        panes=tuple(PaneChoice(other.number, other.name) for other in session.panes),
        presets=tuple(PresetChoice(preset.name, preset.help) for preset in available),
        preset=preset_of(available, pane.settings),
        distributions=_pane_settings(pane).distributions,
        decided=_decided(pane),
        lock=session.lock if pane.linked else Lock.OFF,
        others=tuple(
            _pane_settings(other)
            for other in session.panes
            if other.name != pane.name and pane.linked and other.linked
        ),
        can_undo=session.can_undo(),
        can_redo=session.can_redo(),
    )


def _decided(pane: PaneRecord) -> dict[str, float]:
    """Return the values that the page gave to automatic settings."""
    if pane.shown is None:
        return {}
    automatic = [knob.name for knob in knobs(type(pane.settings)) if knob.auto]
    values = {name: pane.shown.setting(name) for name in automatic}
    return {name: value for name, value in values.items() if isinstance(value, int | float)}


def _pane_settings(pane: PaneRecord) -> PaneSettings:
    columns = {} if pane.shown is None else pane.shown.column_values()
    return PaneSettings(pane.name, pane.settings, columns)
