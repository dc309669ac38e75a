"""Jobs on the page: what-if suggestions and scores, without Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.window.work.control import Control
from boilerscope.app.window.work.page_jobs import WhatIfQuery, report, suggest
from boilerscope.extractors import registry, runner
from boilerscope.extractors.page import Page
from boilerscope.extractors.runs import block_runs, workers
from boilerscope.extractors.runs.block_runs import ENOUGH
from boilerscope.extractors.what_if import Trying
from tests.helpers import toy

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from pebble import ProcessPool

    from boilerscope.extractors.what_if import WhatIf

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


def test_a_search_reports_what_it_tries_and_whether_everything_was_tried():
    reported: list[object] = []
    control = Control(reported.append)

    def outcome(searching: Generator[WhatIf, None, bool]) -> bool:
        try:
            while True:
                next(searching)
        except StopIteration as end:
            return bool(end.value)

    assert outcome(suggest(query(1), control))
    assert reported
    assert all(isinstance(item, Trying) for item in reported)
    control.cancel()
    assert not outcome(suggest(query(1), control))


def test_the_worker_process_ends_after_an_error(monkeypatch: pytest.MonkeyPatch):
    ended: list[object] = []

    def fail(run: object, *_details: object, **_options: object) -> None:
        run(toy.ToySettings())  # type: ignore[operator]  # as what_if calls it
        raise ValueError("no such block")

    monkeypatch.setattr(block_runs, "what_if", fail)
    end = workers.end

    def note_end(pool: ProcessPool) -> None:
        ended.append(pool)
        end(pool)

    monkeypatch.setattr(workers, "end", note_end)

    with pytest.raises(ValueError, match="no such block"):
        list(suggest(query(0), Control()))

    assert len(ended) == 1


def test_a_report_is_written_in_a_worker_process_and_tells_its_progress():
    page = Page.from_text(
        "<html><body><div class='sidebar'><p>Most read today in the valley</p></div><article>"
        + "<p>The tram runs along the river, and people like it, they say.</p>" * 12
        + "</article></body></html>",
        name="page",
    )
    pool = workers.make_pool()
    try:
        settings = registry.extractor("readability_lxml").default_settings()
        use = "readability_lxml", settings
        extraction = workers.run_until(pool, page, use, lambda: False, explain=True)
    finally:
        workers.end(pool)
    block = int((~extraction.content).nonzero()[0][0])
    steps = report(WhatIfQuery(page, "readability_lxml", extraction, block), Control())
    progress, text = [], ""
    try:
        while True:
            progress.append(next(steps))
    except StopIteration as end:
        text = str(end.value)

    assert len(progress) > 2
    assert progress[-1].characters < progress[0].characters
    assert "**Stage:** Remove unlikely candidates" in text
    assert "sidebar" in text
