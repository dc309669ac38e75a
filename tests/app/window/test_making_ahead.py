"""The Corpus face is made ahead, in pauses and in parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject

from boilerscope.app.window import making_ahead
from boilerscope.app.window.making_ahead import MakingAhead

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.helpers.bench import WindowBench


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making_ahead, "_QUIET_MS", 1)
    monkeypatch.setattr(making_ahead, "_PAUSE_MS", 1)


def test_steps_are_taken_in_order_and_only_while_nothing_else_is_done(qtbot: QtBot):
    taken: list[int] = []
    answers = iter([False, True, False, True, True, False, True])
    taken_at_answer: list[int] = []

    def is_idle() -> bool:
        taken_at_answer.append(len(taken))
        return next(answers, True)

    parent = QObject()
    MakingAhead([lambda: taken.append(1), lambda: taken.append(2)], is_idle, parent)

    qtbot.waitUntil(lambda: taken == [1, 2])
    assert taken_at_answer[:8] == [0, 0, 0, 0, 0, 1, 1, 1], "two looks in turn find it idle"


def test_the_groups_of_settings_come_when_the_page_is_complete(bench: WindowBench, qtbot: QtBot):
    settings = bench.window.settings
    bench.window_controller.make_ahead()
    bench.open("<p>" + "A long line of plain words about a quiet lake. " * 4)

    qtbot.waitUntil(lambda: settings.page is not None)
    assert settings.page is not None
    qtbot.waitUntil(lambda: settings.page is not None and settings.page.is_whole)
    assert settings.page.form.rows


def test_the_face_is_made_in_parts_and_its_controllers_when_it_is_needed(
    bench: WindowBench, qtbot: QtBot
):
    window, controller = bench.window, bench.window_controller
    controller.make_ahead()

    qtbot.waitUntil(lambda: hasattr(window, "changes"), timeout=20_000)
    pages = window.pages
    assert not pages.isVisible()
    assert "switch_face" in controller.actions.missing(), "no controller is made"
    controller.actions.trigger("switch_face")
    qtbot.waitUntil(lambda: window.shows_corpus)
    assert window.pages is pages


def test_what_is_not_made_ahead_is_made_when_it_is_needed(bench: WindowBench):
    window, controller = bench.window, bench.window_controller
    parts = controller._parts_of_corpus_face()  # noqa: SLF001 - as the pauses take them
    for _ in range(3):
        next(parts)()
    leaderboard = window.leaderboard
    assert not hasattr(window, "changes")

    controller.actions.trigger("tab_changes")

    assert window.leaderboard is leaderboard
    assert window.shows_corpus
    for step in parts:
        step()
    assert window.leaderboard is leaderboard, "nothing is made twice"
