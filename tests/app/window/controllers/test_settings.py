"""Settings reach the session, and rejected values are reported, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.window.controllers.settings import SettingsController
from boilerscope.extractors.algorithms.link_ratio.settings import LinkRatioSettings
from boilerscope.widgets.curves import CurvesView
from boilerscope.widgets.settings.panel import SettingsPanel
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, ControllerBench

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

OTHER = LinkRatioSettings(rate=2.0)


@pytest.fixture
def revealed() -> list[QWidget]:
    """Return the views that the controller requested to be shown."""
    return []


@pytest.fixture
def panel(qtbot: QtBot) -> SettingsPanel:
    """Return the panel."""
    settings_panel = SettingsPanel()
    qtbot.addWidget(settings_panel)
    return settings_panel


@pytest.fixture
def settings(
    shared: ControllerBench, qtbot: QtBot, panel: SettingsPanel, revealed: list[QWidget]
) -> SettingsController:
    """Return the controller of a link ratio pane and a boilerpipe pane."""
    shared.add_panes(ARTICLE, LINK_RATIO)
    shared.controller.activate(LINK_RATIO)
    curves = CurvesView(shared.selection)
    qtbot.addWidget(curves)
    return SettingsController(shared.context, shared.actions, panel, curves, revealed.append)


def changed_of(shared: ControllerBench) -> object:
    """Return the settings of the link ratio pane."""
    return shared.controller.session.pane(LINK_RATIO).settings


def test_a_change_in_the_panel_is_set_undone_and_redone(
    shared: ControllerBench, settings: SettingsController, panel: SettingsPanel
):
    settings.refresh()
    before = changed_of(shared)

    panel.changed.emit(OTHER)
    changed = changed_of(shared)
    shared.controller.undo()
    undone = changed_of(shared)
    shared.controller.redo()

    assert (changed, undone, changed_of(shared)) == (OTHER, before, OTHER)


def test_a_removed_preset_is_reported(shared: ControllerBench, settings: SettingsController):
    before = changed_of(shared)

    settings.apply_preset(LINK_RATIO, "no such preset")

    assert "no such preset" in shared.messages[-1]
    assert changed_of(shared) == before
    assert "settings" in shared.refreshed()


def test_a_rejected_value_is_reported(shared: ControllerBench, settings: SettingsController):
    before = changed_of(shared)

    settings.set_field(LINK_RATIO, "rate", 99.0)

    assert "rate" in shared.messages[-1]
    assert changed_of(shared) == before


def test_going_to_a_setting_activates_its_pane_and_shows_the_panel(
    shared: ControllerBench,
    settings: SettingsController,
    panel: SettingsPanel,
    revealed: list[QWidget],
):
    shared.controller.activate(ARTICLE)

    settings.go_to_setting(LINK_RATIO, "rate")

    assert shared.controller.session.active == LINK_RATIO
    assert revealed == [panel]


@pytest.mark.usefixtures("settings")
def test_reset_all_restores_the_defaults_of_the_active_pane(shared: ControllerBench):
    before = changed_of(shared)
    shared.controller.set_settings({LINK_RATIO: OTHER})

    shared.do("reset_all")

    assert changed_of(shared) == before
