"""The run bar: its buttons follow the state, and a button that remains keeps the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QPushButton

from boilerscope.widgets.corpus.run_bar import RunBar, RunBarState, RunButton

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

RUN = RunButton("run_corpus", "play", "Run 6 panes on 223 pages", is_main=True)
PAUSE = RunButton("pause_corpus", "pause", "Pause")
CANCEL = RunButton("cancel_corpus", "close", "Cancel")


@pytest.fixture
def bar(qtbot: QtBot) -> RunBar:
    """Return a shown bar."""
    run_bar = RunBar()
    qtbot.addWidget(run_bar)
    run_bar.resize(1100, 42)
    run_bar.show()
    qtbot.waitExposed(run_bar)
    return run_bar


def test_a_button_emits_its_command_and_has_a_name(bar: RunBar):
    commands: list[str] = []
    bar.command.connect(commands.append)
    bar.show_state(RunBarState(buttons=(RUN,)))
    entry = bar.entry()
    assert entry is not None
    assert entry.accessibleName() == RUN.label

    assert isinstance(entry, QPushButton)
    entry.click()

    assert commands == ["run_corpus"]


def test_the_first_button_keeps_the_focus_when_the_run_begins(qtbot: QtBot, bar: RunBar):
    bar.show_state(RunBarState(buttons=(RUN,)))
    entry = bar.entry()
    assert entry is not None
    entry.setFocus()
    qtbot.waitUntil(entry.hasFocus)

    bar.show_state(RunBarState(buttons=(PAUSE, CANCEL), headline="0 of 223 pages", share=0.0))

    assert bar.entry() is entry
    assert entry.hasFocus()
    assert entry.accessibleName() == "Pause"


def test_failures_are_shown_only_if_there_are_any(bar: RunBar):
    commands: list[str] = []
    bar.command.connect(commands.append)
    bar.show_state(RunBarState(buttons=(RUN,)))
    assert not bar.failures.isVisible()

    bar.show_state(RunBarState(buttons=(RUN,), failures="2 failures, 32 empty", has_failed=True))
    assert bar.failures.isVisible()
    bar.failures.click()

    assert commands == ["list_failures"]
    assert not bar.failures.isChecked()  # the list decides


def test_a_problem_replaces_the_headline(bar: RunBar):
    bar.show_state(RunBarState(headline="All 223 pages done", details=("run 7",)))
    assert bar.headline.isVisible()
    assert not bar.problem.isVisible()

    bar.show_state(RunBarState(problem="A worker crashed 3 times on gne-sina-3."))

    assert not bar.headline.isVisible()
    assert bar.problem.text() == "A worker crashed 3 times on gne-sina-3."


def test_a_narrow_bar_shows_icons_but_the_main_button_keeps_its_label(bar: RunBar):
    bar.set_compact(True)
    bar.show_state(RunBarState(buttons=(PAUSE, CANCEL)))
    entry = bar.entry()
    assert entry is not None
    assert entry.property("text") == ""
    assert entry.toolTip()
    assert entry.accessibleName() == "Pause"

    bar.show_state(RunBarState(buttons=(RUN,)))

    assert entry.property("text") == RUN.label
