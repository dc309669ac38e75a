"""Jobs on the page: what-if suggestions and scores, without Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.window.work import page_jobs
from boilerscope.app.window.work.control import Control
from boilerscope.app.window.work.page_jobs import ENOUGH, WhatIfQuery, suggest
from boilerscope.extractors import registry, runner
from boilerscope.extractors.page import Page
from boilerscope.extractors.runs import workers
from tests.helpers import toy

if TYPE_CHECKING:
    from pathlib import Path

    from pebble import ProcessPool

PAGE = Page.from_text("<p>one two three four five</p><p>six</p>", name="page")


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    toy.install(monkeypatch, tmp_path, "toy")


def query(block: int) -> WhatIfQuery:
    return WhatIfQuery(PAGE, "toy", runner.run(PAGE, "toy", toy.ToySettings()), block)


def test_suggestions_come_one_by_one_until_there_are_enough():
    suggestions = list(suggest(query(1), Control()))

    assert "min_words" in [suggestion.field for suggestion in suggestions]
    assert len(suggestions) <= ENOUGH


def test_a_plug_in_is_tried_in_a_worker_process(monkeypatch: pytest.MonkeyPatch):
    question = query(1)
    ran_here: list[object] = []
    monkeypatch.setattr(runner, "run", lambda *details: ran_here.append(details))

    assert list(suggest(question, Control()))
    assert ran_here == []


def test_a_cancelled_search_makes_no_further_run(monkeypatch: pytest.MonkeyPatch):
    question, control = query(1), Control()
    monkeypatch.setattr(registry, "is_foreign", lambda *_use: False)
    ran: list[object] = []

    def run(*details: object) -> object:
        ran.append(details)
        control.cancel()
        return question.extraction

    monkeypatch.setattr(runner, "run", run)

    assert list(suggest(question, control)) == []
    assert len(ran) == 1


def test_the_worker_process_ends_after_an_error(monkeypatch: pytest.MonkeyPatch):
    ended: list[object] = []

    def fail(run: object, *_details: object, **_options: object) -> None:
        run(toy.ToySettings())  # type: ignore[operator]  # as what_if calls it
        raise ValueError("no such block")

    monkeypatch.setattr(page_jobs, "what_if", fail)
    end = workers.end

    def note_end(pool: ProcessPool) -> None:
        ended.append(pool)
        end(pool)

    monkeypatch.setattr(workers, "end", note_end)

    with pytest.raises(ValueError, match="no such block"):
        list(suggest(query(0), Control()))

    assert len(ended) == 1
