"""Entries chosen in the palette are carried out, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from boilerscope.app.window.controllers.palette import PaletteController
from boilerscope.widgets.palette import PaletteDialog
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, ControllerBench

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.app.window.controllers.settings import SettingsController


class Settings:
    """Stand-in for the settings that records the calls of the palette."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def apply_preset(self, name: str, preset: str) -> None:
        self.asked.append(("preset", name, preset))

    def go_to_setting(self, name: str, field: str) -> None:
        self.asked.append(("setting", name, field))


@pytest.fixture
def settings() -> Settings:
    """Return the stand-in for the settings."""
    return Settings()


@pytest.fixture
def dialog(shared: ControllerBench, qtbot: QtBot, settings: Settings) -> PaletteDialog:
    """Return the palette over two panes, with its controller."""
    shared.add_panes(ARTICLE, LINK_RATIO)
    palette = PaletteDialog(shared.window)
    qtbot.addWidget(palette)
    PaletteController(
        shared.context,
        shared.actions,
        palette,
        cast("SettingsController", settings),
        lambda term: shared.messages.append(f"glossary: {term}"),
    )
    return palette


def test_an_action_is_done_and_remembered(shared: ControllerBench, dialog: PaletteDialog):
    calls: list[str] = []
    shared.actions.add("quit", lambda: calls.append("quit"))

    dialog.chosen.emit("action:quit", "")

    assert calls == ["quit"]
    assert "action:quit" in shared.context.preferences.memory.palette


def test_an_extractor_is_added_and_a_layer_colours_the_page(
    shared: ControllerBench, dialog: PaletteDialog
):
    dialog.chosen.emit("extractor:crunch", "")
    dialog.chosen.emit("layer:agreement", "")

    assert shared.names()[-1] == "crunch"
    assert shared.controller.session.colour_key == "agreement"


def test_a_typed_number_is_set_and_a_rejected_number_is_reported(
    shared: ControllerBench, dialog: PaletteDialog
):
    dialog.chosen.emit(f"setting:{LINK_RATIO}:rate", "2.0")
    rate = shared.controller.session.pane(LINK_RATIO).settings.resolve()
    dialog.chosen.emit(f"setting:{LINK_RATIO}:rate", "99")

    assert getattr(rate, "rate", None) == pytest.approx(2.0)
    assert "rate" in shared.messages[-1]


def test_settings_and_presets_are_left_to_the_settings(settings: Settings, dialog: PaletteDialog):
    dialog.chosen.emit(f"setting:{LINK_RATIO}:rate", "")
    dialog.chosen.emit(f"preset:{ARTICLE}:Strict: mine", "")

    assert settings.asked == [
        ("setting", LINK_RATIO, "rate"),
        ("preset", ARTICLE, "Strict: mine"),
    ]
