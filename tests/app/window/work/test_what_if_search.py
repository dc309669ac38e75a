"""The newest query of a search is answered, and the search ends with the window."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.window.work import what_if_search
from boilerscope.app.window.work.what_if_search import WhatIfQuery, WhatIfSearch
from boilerscope.extractors import registry, runner
from boilerscope.extractors.page import Page
from tests.helpers import toy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from boilerscope.extractors.what_if import WhatIf

PAGE = Page.from_text("<p>one two three four five</p><p>six</p>", name="page")
_RUN_MS = 5_000


@pytest.fixture
def search(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[WhatIfSearch]:
    """Return a search that can run the toy extractor; the search ends with the test."""
    del qtbot
    toy.install(monkeypatch, tmp_path, "toy")
    search = WhatIfSearch()
    yield search
    search.stop()


def query(block: int) -> WhatIfQuery:
    return WhatIfQuery(PAGE, "toy", runner.run(PAGE, "toy", toy.ToySettings()), block)


def test_suggestions_arrive_one_by_one_until_the_search_has_ended(
    qtbot: QtBot, search: WhatIfSearch
):
    answers: list[tuple[WhatIfQuery, tuple[WhatIf, ...], bool]] = []
    search.suggested.connect(lambda *answer: answers.append(answer))
    question = query(1)

    search.ask(question)
    qtbot.waitUntil(lambda: bool(answers) and answers[-1][2], timeout=_RUN_MS)

    fields = [suggestion.field for suggestion in answers[-1][1]]
    assert "min_words" in fields
    assert all(answer[0] is question for answer in answers)
    assert [ended for *_, ended in answers[:-1]] == [False] * (len(answers) - 1)


def test_a_plug_in_is_tried_in_a_worker_process(
    qtbot: QtBot, search: WhatIfSearch, monkeypatch: pytest.MonkeyPatch
):
    question = query(1)
    ran_here: list[object] = []
    monkeypatch.setattr(runner, "run", lambda *details: ran_here.append(details))

    with qtbot.waitSignal(
        search.suggested,
        timeout=_RUN_MS,
        check_params_cb=lambda _asked, _suggestions, ended: ended,
    ) as answer:
        search.ask(question)

    assert answer.args is not None
    assert answer.args[1]
    assert ran_here == []


def test_a_newer_query_replaces_the_older_one(
    qtbot: QtBot, search: WhatIfSearch, monkeypatch: pytest.MonkeyPatch
):
    running, go_on = threading.Event(), threading.Event()
    run = runner.run

    def slow_run(*details: object) -> object:
        running.set()
        go_on.wait()
        return run(*details)  # type: ignore[arg-type]  # passed on unchanged

    answered: list[WhatIfQuery] = []
    search.suggested.connect(
        lambda answered_query, _suggestions, _ended: answered.append(answered_query)
    )
    first, second = query(0), query(1)
    monkeypatch.setattr(runner, "run", slow_run)
    monkeypatch.setattr(registry, "is_foreign", lambda *_use: False)

    search.ask(first)
    running.wait()
    search.ask(second)
    go_on.set()
    qtbot.waitUntil(lambda: bool(answered), timeout=_RUN_MS)

    assert set(answered) == {second}


def test_an_error_is_reported_and_the_search_answers_the_next_query(
    qtbot: QtBot, search: WhatIfSearch, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_details: object, **_options: object) -> None:
        raise ValueError("no such block")

    messages: list[str] = []
    search.failed.connect(messages.append)
    with monkeypatch.context() as patch:
        patch.setattr(what_if_search, "what_if", fail)
        with qtbot.waitSignals([search.failed, search.suggested], timeout=_RUN_MS):
            search.ask(query(0))
    with qtbot.waitSignal(search.suggested, timeout=_RUN_MS) as signal:
        search.ask(query(1))

    assert messages == ["ValueError: no such block"]
    assert signal.args is not None


def test_a_search_that_is_running_is_reported_when_the_window_does_not_wait(
    search: WhatIfSearch, monkeypatch: pytest.MonkeyPatch
):
    running, go_on = threading.Event(), threading.Event()
    question = query(0)

    def slow_run(*_details: object) -> object:
        running.set()
        go_on.wait()
        return question.extraction

    monkeypatch.setattr(runner, "run", slow_run)
    monkeypatch.setattr(registry, "is_foreign", lambda *_use: False)
    search.ask(question)
    running.wait()
    at_once = search.stop(wait=False)
    go_on.set()

    assert not at_once
    assert search.stop()
