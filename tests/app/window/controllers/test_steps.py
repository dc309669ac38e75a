"""The keys for steps go through the steps of the active pane, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtCore import QObject, Signal

from boilerscope.app.window.controllers.steps import StepsController
from boilerscope.widgets.steps_view import StepsView
from tests.helpers.controller_bench import ARTICLE, ControllerBench

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.page.panel import PagePanel


class Panel(QObject):
    """The part of the page column that the controller uses."""

    back_to_result_asked = Signal()


@pytest.fixture
def panel() -> Panel:
    """Return the page column."""
    return Panel()


@pytest.fixture
def steps(shared: ControllerBench, qtbot: QtBot, panel: Panel) -> StepsController:
    """Return the controller of a page with results."""
    table = StepsView()
    qtbot.addWidget(table)
    shared.open()
    shared.controller.activate(ARTICLE)
    return StepsController(shared.context, shared.actions, table, cast("PagePanel", panel))


@pytest.mark.usefixtures("steps")
def test_keys_visit_the_steps_and_the_last_step_is_the_result(shared: ControllerBench):
    extraction = shared.controller.session.pane(ARTICLE).shown
    assert extraction is not None
    last = len(extraction.steps) - 1

    shared.do("step_back")
    before_last = shared.controller.session.step
    shared.do("step_forward")

    assert before_last == (ARTICLE, last - 1)
    assert shared.controller.session.step is None


@pytest.mark.usefixtures("steps")
def test_the_result_can_be_shown_again_while_a_step_is_shown(shared: ControllerBench, panel: Panel):
    shared.actions.refresh()
    without = shared.actions["back_to_result"].isEnabled()
    shared.controller.show_step(ARTICLE, 0)
    shared.actions.refresh()
    with_step = shared.actions["back_to_result"].isEnabled()

    panel.back_to_result_asked.emit()

    assert (without, with_step) == (False, True)
    assert shared.controller.session.step is None


@pytest.mark.usefixtures("steps")
def test_a_step_that_a_new_result_lacks_is_reported(shared: ControllerBench):
    shared.controller.step_lost.emit(ARTICLE, "R3")

    assert "R3" in shared.messages[-1]
    assert ARTICLE in shared.messages[-1]
