"""Demo of the settings panel with one setting of each kind."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from boilerscope.widgets.demo import demo_scene, run_demo
from boilerscope.widgets.settings.main_knobs import PaneSettings
from boilerscope.widgets.settings.panel import SettingsPanel
from boilerscope.widgets.settings.records import PaneChoice, PresetChoice, SettingsView
from boilerscope.widgets.settings.sample import OtherSettings, SampleSettings

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def make() -> QWidget:
    """Create the panel with sample data."""
    extraction = demo_scene().panes[0].extraction
    values = {} if extraction is None else extraction.column_values()
    panel = SettingsPanel()
    panel.show_view(
        SettingsView(
            SampleSettings(),
            pane="sample",
            panes=(PaneChoice(1, "sample"), PaneChoice(2, "other")),
            presets=(PresetChoice("strict", "Counts more strictly."),),
            preset="",
            distributions=values,
            others=(PaneSettings("other", OtherSettings(), values),),
            can_undo=True,
            can_redo=False,
        )
    )
    return panel


if __name__ == "__main__":
    sys.exit(run_demo(make, size=(320, 900)))
