"""Background work: the newest request of a name is answered, in the thread of the window."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.window.work.background import Background
from boilerscope.extractors.errors import CorpusError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def background(qtbot: QtBot) -> Iterator[Background]:
    """Return a background; its thread ends with the test."""
    del qtbot
    worker = Background()
    yield worker
    worker.stop()


def test_a_result_arrives_in_the_thread_of_the_window(qtbot: QtBot, background: Background):
    threads: list[threading.Thread] = []

    background.ask(
        "sum", threading.current_thread, lambda t: threads.extend((t, threading.current_thread()))
    )
    qtbot.waitUntil(lambda: bool(threads))

    assert threads[0] is not threading.main_thread()
    assert threads[1] is threading.main_thread()
    assert background.idle


def test_only_the_newest_request_of_a_name_is_answered(qtbot: QtBot, background: Background):
    begun, may_end = threading.Event(), threading.Event()
    answers: list[str] = []

    def slow() -> str:
        begun.set()
        may_end.wait()
        return "old"

    background.ask("board", slow, answers.append)
    begun.wait()
    background.ask("board", lambda: "between", answers.append)
    background.ask("board", lambda: "new", answers.append)
    background.ask("pages", lambda: "other", answers.append)
    may_end.set()
    qtbot.waitUntil(lambda: len(answers) == 2)

    assert sorted(answers) == ["new", "other"]


def test_a_dropped_request_is_not_answered(qtbot: QtBot, background: Background):
    answers: list[str] = []

    background.ask("board", lambda: "dropped", answers.append)
    background.drop("board")
    background.ask("pages", lambda: "kept", answers.append)
    qtbot.waitUntil(lambda: bool(answers))

    assert answers == ["kept"]


def test_an_error_names_its_request_and_later_ones_are_answered(
    qtbot: QtBot, background: Background
):
    failures: list[tuple[str, str]] = []
    background.failed.connect(lambda *failure: failures.append(failure))

    def refuse() -> None:
        raise CorpusError("gold.jsonl, line 17: not JSON.")

    def fail() -> None:
        raise ValueError("unexpected")

    background.ask("file", refuse, pytest.fail)
    background.ask("board", fail, pytest.fail)
    qtbot.waitUntil(lambda: len(failures) == 2)

    assert failures == [
        ("file", "gold.jsonl, line 17: not JSON."),
        ("board", "ValueError: unexpected"),
    ]
