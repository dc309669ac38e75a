"""The gold beside a page is found and shown, without a window."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session import layers
from boilerscope.app.session.sources import PageRequest
from boilerscope.app.window.controllers.gold import GoldController
from boilerscope.app.window.work.gold_files import GoldFiles
from boilerscope.extractors.page import Page
from tests.helpers.controller_bench import ARTICLE, MARKUP, ControllerBench

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def gold(shared: ControllerBench) -> GoldController:
    files = GoldFiles(shared.context.work, shared.window)
    return GoldController(shared.context, shared.actions, files)


@pytest.fixture
def page_file(tmp_path: Path) -> Path:
    """Return a page of a gold set whose main content is its short line."""
    file = tmp_path / "lake.html"
    file.write_text(MARKUP, encoding="utf-8")
    line = {"id": "lake", "html": "lake.html", "text": "A short line.", "lang": "en"}
    (tmp_path / "gold.jsonl").write_text(f"{json.dumps(line)}\n", encoding="utf-8")
    return file


def show(shared: ControllerBench, file: Path) -> None:
    page = Page.from_text(MARKUP, name="lake.html")
    shared.controller.show_page(PageRequest(str(file)), page)
    shared.finish()


@pytest.mark.usefixtures("gold")
def test_panes_are_scored_once_the_gold_is_found(
    shared: ControllerBench, page_file: Path, qtbot: QtBot
):
    show(shared, page_file)
    qtbot.waitUntil(lambda: shared.controller.session.gold is not None)

    score = shared.context.views.scene.panes[0].gold_score
    assert score is not None
    assert 0 <= score.f1 < 1
    assert sum(count for _, count in score.outcomes) == shared.controller.session.page.n_tokens  # type: ignore[union-attr]  # a page is shown


@pytest.mark.usefixtures("gold")
def test_the_page_is_coloured_by_the_errors_of_the_active_pane_and_back(
    shared: ControllerBench, page_file: Path, qtbot: QtBot
):
    show(shared, page_file)
    qtbot.waitUntil(lambda: shared.controller.session.gold is not None)
    shared.controller.activate(ARTICLE)
    shared.do("colour_gold")
    by_errors = shared.context.views.scene.by_errors
    shared.do("colour_gold")

    assert by_errors
    assert shared.controller.session.colour_key == layers.label_key(ARTICLE)


@pytest.mark.usefixtures("gold")
def test_unreadable_gold_is_reported_with_its_line(shared: ControllerBench, page_file: Path):
    (page_file.parent / "gold.jsonl").write_text("{}\n", encoding="utf-8")
    show(shared, page_file)
    shared.wait_for_message()

    assert "gold.jsonl, line 1" in shared.messages[-1]
    assert shared.controller.session.gold is None


@pytest.mark.usefixtures("gold")
def test_a_new_page_does_not_keep_the_gold_of_the_old_page(
    shared: ControllerBench, page_file: Path, qtbot: QtBot
):
    show(shared, page_file)
    qtbot.waitUntil(lambda: shared.controller.session.gold is not None)
    shared.open()

    assert shared.controller.session.gold is None
