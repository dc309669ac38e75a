"""Actions have the handlers that controllers give, and are enabled and checked as these decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget

from boilerscope.app.window.action_registry import ActionRegistry
from boilerscope.app.window.actions import ACTIONS, REASONS, Menu

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.helpers.bench import WindowBench

NEEDS = tuple(REASONS)


class Handler:
    """Handler that counts its calls; its state can be changed."""

    def __init__(self) -> None:
        self.n_calls = 0
        self.state = False

    def __call__(self) -> None:
        self.n_calls += 1

    def is_on(self) -> bool:
        return self.state


@pytest.fixture
def available() -> dict[str, bool]:
    """Return the availability of each need of actions."""
    return dict.fromkeys(NEEDS, False)


@pytest.fixture
def registry(qtbot: QtBot, available: dict[str, bool]) -> ActionRegistry:
    """Return a registry without handlers."""
    window = QWidget()
    qtbot.addWidget(window)
    return ActionRegistry(window, {name: lambda name=name: available[name] for name in NEEDS})  # type: ignore[misc]  # mypy infers no lambda with a default


def test_a_triggered_action_calls_its_handler(registry: ActionRegistry):
    handler = Handler()
    registry.add("focus_address", handler)

    registry.trigger("focus_address")

    assert handler.n_calls == 1


def test_rows_without_a_handler_are_named(registry: ActionRegistry):
    registry.add("quit", Handler())

    missing = registry.missing()

    assert "quit" not in missing
    assert len(missing) == len(ACTIONS) - 1


def test_a_handler_without_a_row_is_refused(registry: ActionRegistry):
    with pytest.raises(ValueError, match="no row no_such_action"):
        registry.add("no_such_action", Handler())


def test_a_second_handler_is_refused(registry: ActionRegistry):
    registry.add("quit", Handler())

    with pytest.raises(ValueError, match="has a handler already"):
        registry.add("quit", Handler())


def test_checkable_actions_need_a_state_and_no_other_action_has_one(registry: ActionRegistry):
    with pytest.raises(ValueError, match="checkable"):
        registry.add("heatmap", Handler())
    with pytest.raises(ValueError, match="checkable"):
        registry.add("quit", Handler(), checked=Handler().is_on)


def test_an_action_is_enabled_while_its_need_is_met(
    registry: ActionRegistry, available: dict[str, bool]
):
    registry.add("reload", Handler())
    registry.refresh()
    before = registry["reload"].isEnabled()
    available["page"] = True
    registry.refresh()

    assert not before
    assert registry["reload"].isEnabled()


def test_a_controller_can_decide_what_is_enabled_and_checked(registry: ActionRegistry):
    undo, heatmap = Handler(), Handler()
    registry.add("undo", undo, enabled=undo.is_on)
    registry.add("heatmap", heatmap, checked=heatmap.is_on)
    registry.refresh()
    before = (registry["undo"].isEnabled(), registry["heatmap"].isChecked())
    undo.state = heatmap.state = True
    registry.refresh()

    assert before == (False, False)
    assert (registry["undo"].isEnabled(), registry["heatmap"].isChecked()) == (True, True)


def test_the_menu_has_every_action_once_under_its_heading(registry: ActionRegistry):
    for row in ACTIONS:
        handler = Handler()
        registry.add(row.id, handler, checked=handler.is_on if row.checkable else None)

    menu = registry.menu()

    parts = [part for part in menu.findChildren(QMenu) if part.title()]
    assert [part.title() for part in parts] == [heading.value for heading in Menu]
    assert sum(len(part.actions()) for part in parts) == len(ACTIONS)


def test_a_switch_cannot_be_left_for_later(registry: ActionRegistry):
    with pytest.raises(ValueError, match="checkable"):
        registry.leave_rest(lambda: None)


def _add_switches(registry: ActionRegistry) -> None:
    for row in ACTIONS:
        if row.checkable:
            registry.add(row.id, Handler(), checked=Handler().is_on)


def test_the_first_of_the_actions_left_for_later_makes_their_controllers(registry: ActionRegistry):
    made: list[bool] = []
    open_corpus, run = Handler(), Handler()

    def make() -> None:
        made.append(True)
        registry.add("open_corpus", open_corpus)
        registry.add("run_corpus", run, enabled=run.is_on)

    _add_switches(registry)
    registry.leave_rest(make)
    registry.refresh()
    run_before = registry["run_corpus"].isEnabled()
    registry.trigger("open_corpus")
    registry.trigger("open_corpus")
    run.state = True
    registry.refresh()
    registry.trigger("run_corpus")

    assert (len(made), open_corpus.n_calls, run.n_calls) == (1, 2, 1)
    assert not run_before
    assert registry["run_corpus"].isEnabled()
    assert "focus_address" in registry.missing()


def test_an_action_that_the_controllers_made_for_it_do_not_handle_is_an_error(
    registry: ActionRegistry, qtbot: QtBot
):
    _add_switches(registry)
    registry.leave_rest(lambda: None)

    with qtbot.captureExceptions() as faults:
        registry.trigger("open_corpus")

    assert [str(fault[1]) for fault in faults] == ["no controller handles the action open_corpus"]


def test_every_row_has_a_handler_in_the_window(bench: WindowBench):
    left_for_later = bench.window_controller.actions.missing()
    bench.do("switch_face")

    assert "run_corpus" in left_for_later
    assert bench.window_controller.actions.missing() == []


@pytest.mark.parametrize("page", ["", "sample:news-en"])
def test_actions_have_the_same_reasons_before_and_after_the_corpus_face_is_made(
    bench: WindowBench, page: str
):
    actions = bench.window_controller.actions
    if page:
        bench.open(page)
    before = {row.id: actions.reason(row.id) for row in ACTIONS}
    made = bench.window_controller.of_corpus

    assert {row.id: actions.reason(row.id) for row in ACTIONS} == before
    assert bench.window_controller.of_corpus is made


def test_an_action_that_is_not_available_says_why_by_key_menu_and_trigger(
    bench: WindowBench,
) -> None:
    actions, past = bench.window_controller.actions, bench.window_controller.notifier.past
    actions.refresh()
    bench.window_controller.actions.trigger("reload")
    by_trigger = past[0].text
    bench.window.activateWindow()
    bench.window.start.entry().setFocus()
    bench.qtbot.waitUntil(bench.window.start.entry().hasFocus)
    QTest.keyClick(bench.window.windowHandle(), Qt.Key.Key_N)
    by_key = past[0].text
    silent = [
        row.id
        for row in ACTIONS
        if not actions[row.id].isEnabled() and not actions[row.id].toolTip()
    ]

    assert by_trigger == by_key == "Open a page on the Page face first."
    assert not actions["reload"].isEnabled()
    assert silent == []
