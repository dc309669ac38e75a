"""Heatmap, theme, size and language follow the preferences, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session.preferences import Language, ThemeChoice
from boilerscope.app.window.appearance import apply_theme
from boilerscope.app.window.controllers.appearance import AppearanceController
from boilerscope.widgets import theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boilerscope.widgets.page.panel import PagePanel
    from tests.helpers.controller_bench import ControllerBench
    from tests.helpers.stub_page_view import StubPageView


@pytest.fixture
def redrawn() -> list[str]:
    """Return a list with one entry per redrawing of everything."""
    return []


@pytest.fixture
def appearance(
    shared: ControllerBench, panel: PagePanel, redrawn: list[str]
) -> Iterator[AppearanceController]:
    """Return the controller; theme and size are restored after the test."""
    before, size = theme.current(), theme.scale()
    shared.context.preferences.change(theme=ThemeChoice.LIGHT)
    apply_theme(theme.LIGHT, 1.0)
    yield AppearanceController(
        shared.context, shared.actions, panel, lambda: redrawn.append("redrawn")
    )
    apply_theme(before, size)


def current(shared: ControllerBench) -> dict[str, object]:
    preferences = shared.context.preferences.current
    return {
        "heatmap": preferences.heatmap,
        "values": preferences.values,
        "intensity": preferences.intensity,
    }


def test_preferences_are_applied_to_the_page(
    shared: ControllerBench, appearance: AppearanceController, stub: StubPageView
):
    shared.context.preferences.change(intensity=30, capture_width=900)

    appearance.apply()

    assert stub.asked("set_intensity")[-1] == (0.3,)
    assert stub.asked("set_heatmap_shown")[-1] == (True,)
    assert stub.asked("set_capture_width")[-1] == (900,)


@pytest.mark.usefixtures("appearance")
def test_heatmap_and_values_are_toggled_and_their_actions_are_checked(
    shared: ControllerBench, stub: StubPageView
):
    before = current(shared)

    shared.do("heatmap")
    shared.do("values")
    shared.actions.refresh()

    assert current(shared)["heatmap"] is not before["heatmap"]
    assert current(shared)["values"] is not before["values"]
    assert shared.actions["heatmap"].isChecked() is current(shared)["heatmap"]
    assert stub.asked("set_values_shown")[-1] == (current(shared)["values"],)


@pytest.mark.usefixtures("appearance")
def test_intensity_stays_between_its_limits(shared: ControllerBench):
    for _ in range(11):
        shared.do("intensity_up")
    highest = current(shared)["intensity"]
    for _ in range(11):
        shared.do("intensity_down")

    assert (highest, current(shared)["intensity"]) == (100, 0)


@pytest.mark.usefixtures("appearance")
def test_the_header_of_the_page_changes_the_heatmap(shared: ControllerBench, panel: PagePanel):
    panel.intensity_changed.emit(0.7)
    panel.heatmap_toggled.emit(False)

    assert current(shared)["intensity"] == 70
    assert current(shared)["heatmap"] is False


@pytest.mark.usefixtures("appearance")
def test_the_theme_is_toggled_and_everything_is_drawn_again(
    shared: ControllerBench, redrawn: list[str]
):
    shared.do("theme")
    dark = theme.current()
    shared.do("theme")

    assert dark is theme.DARK
    assert theme.current() is theme.LIGHT
    assert len(redrawn) == 2


@pytest.mark.usefixtures("appearance")
def test_the_size_of_the_interface_stays_between_its_limits(shared: ControllerBench):
    for _ in range(12):
        shared.do("larger")
    largest = theme.scale()
    shared.do("normal_size")
    normal = theme.scale()
    for _ in range(4):
        shared.do("smaller")

    assert (largest, normal, theme.scale()) == (2.0, 1.0, 0.8)


@pytest.mark.usefixtures("appearance")
def test_a_new_language_is_announced_for_the_next_start(shared: ControllerBench):
    shared.do("language")
    first = shared.context.preferences.current.language
    shared.do("language")

    assert first is Language.CHINESE
    assert shared.context.preferences.current.language is Language.ENGLISH
    assert shared.messages[0] == "The language changes at the next start."
