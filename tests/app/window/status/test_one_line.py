"""The status bar is one line: messages and facts are never on it together."""

from __future__ import annotations

import ast
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from boilerscope.app.window.notifier import Notifier
from boilerscope.app.window.status.bar import StatusBar
from boilerscope.app.window.status.messages import MessageQueue
from boilerscope.resources.loader import resource_path

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

ROOT = Path(str(resource_path("agent"))).resolve().parents[1]
SOON_MS, LONG_MS = 40, 60_000

steps = st.one_of(
    st.tuples(st.just("message"), st.sampled_from(["Copied.", "A long sentence. " * 20])),
    st.tuples(st.just("runs"), st.sampled_from(["", "5 of 5 extractors done"])),
    st.tuples(st.just("warnings"), st.booleans()),
    st.tuples(st.just("corpus"), st.booleans()),
    st.tuples(st.just("width"), st.sampled_from([400, 1000, 1600])),
)


@pytest.fixture
def bar(qtbot: QtBot) -> StatusBar:
    """Return the status bar on screen."""
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(1600, 28)
    bar.show()
    return bar


def written(bar: StatusBar) -> list[tuple[QWidget, QRect]]:
    """Return the texts and buttons on screen, with their places in the bar."""
    parts: list[QWidget] = [*bar.findChildren(QLabel), *bar.findChildren(QToolButton)]
    return [
        (part, QRect(part.mapTo(bar, QPoint()), part.size())) for part in parts if part.isVisible()
    ]


def do(bar: StatusBar, step: tuple[str, object]) -> None:
    """Do one step of a sequence."""
    name, value = step
    match name:
        case "message":
            bar.show_message(str(value), LONG_MS)
        case "runs":
            bar.show_runs(str(value))
            bar.page.setText("394 blocks, 2,129 words")
        case "warnings":
            bar.warnings.setText("2 warnings")
            bar.warnings.setVisible(bool(value))
        case "corpus":
            bar.show_corpus(
                "Running: 3 of 9 pages", "9 pages scored", tab="sweep" if value else "pages"
            )
        case "width":
            assert isinstance(value, int)
            bar.resize(value, 28)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(steps, max_size=12))
def test_no_two_texts_are_printed_over_each_other(qtbot: QtBot, sequence: list[tuple[str, object]]):
    bar = StatusBar()
    bar.resize(1600, 28)
    bar.show()
    for step in sequence:
        do(bar, step)
        qtbot.wait(1)
        overlaps = [
            (first[0], second[0])
            for first, second in combinations(written(bar), 2)
            if first[1].intersects(second[1])
        ]
        beside = [part for part, _ in written(bar) if part not in {bar.message, bar.past}]

        assert not overlaps
        assert not (bar.message.isVisible() and beside)
    bar.hide()
    bar.deleteLater()


def test_nothing_uses_the_messages_of_qt_which_hide_labels_only_once():
    calls = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for room in ("app", "widgets")
        for file in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in {"showMessage", "setStatusTip", "clearMessage"}
    ]

    assert calls == []


def test_messages_follow_one_another_and_then_the_facts_return(qtbot: QtBot):
    queue = MessageQueue()
    shown: list[str] = []
    queue.changed.connect(shown.append)

    queue.add("First.", SOON_MS)
    queue.add("Second.", SOON_MS)
    queue.add("Second.", SOON_MS)
    qtbot.waitUntil(lambda: shown[-1] == "")

    assert shown == ["First.", "Second.", ""]


def test_a_message_that_others_wait_for_stays_until_it_can_have_been_read(qtbot: QtBot):
    queue = MessageQueue()
    shown: list[str] = []
    queue.changed.connect(shown.append)

    queue.add("A short message.", LONG_MS)
    queue.add("Another one.", SOON_MS)
    at_once = list(shown)
    qtbot.waitUntil(lambda: "Another one." in shown, timeout=LONG_MS)

    assert at_once == ["A short message."]
    assert queue.n_waiting == 0


def test_a_message_replaces_those_of_its_kind_on_screen_and_in_the_queue():
    queue = MessageQueue()
    shown: list[str] = []
    queue.changed.connect(shown.append)

    queue.add("1 row copied.", LONG_MS, "copied")
    queue.add("2 rows copied.", LONG_MS, "copied")
    queue.add("Written to a file.", LONG_MS)
    queue.add("3 rows copied.", LONG_MS, "copied")

    assert shown == ["1 row copied.", "2 rows copied.", "3 rows copied."]
    assert (queue.current, queue.n_waiting) == ("3 rows copied.", 1)


def test_past_messages_are_found_again_newest_first(bar: StatusBar, qtbot: QtBot):
    notifier = Notifier(bar.show_message)
    has_button_before = bar.past.isVisible()

    notifier.notify("First.")
    notifier.notify("Second.")
    with qtbot.waitSignal(bar.past_asked):
        bar.past.click()

    assert not has_button_before
    assert [message.text for message in notifier.past] == ["Second.", "First."]
    assert bar.currentMessage() == "First."


def test_a_message_on_a_written_file_has_a_button_that_shows_it(bar: StatusBar, qtbot: QtBot):
    notifier = Notifier(bar.show_message, bar.offer_file)
    notifier.notify("Written to a.md", 2, kind="a", file=Path("a.md"))
    has_button = bar.show_file.isVisible()

    with qtbot.waitSignal(bar.file_asked):
        bar.show_file.click()
    qtbot.waitUntil(lambda: bar.currentMessage() == "")
    notifier.notify("Copied.")

    assert has_button
    assert not bar.show_file.isVisible()
    assert notifier.written == Path("a.md")
