"""The Page face with a gold standard: its errors, and its marks."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton

from boilerscope.app.session import layers
from boilerscope.extractors.model.gold import GoldClass
from boilerscope.widgets.page.marking_bar import MarkingBar
from tests.helpers.gold_files import GOLD

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.bench import WindowBench


@pytest.fixture
def marked(bench: WindowBench, tmp_path: Path) -> WindowBench:
    """Return the window with a page that has marks."""
    for file in ("lake.html", "lake.html.gold.jsonl"):
        shutil.copy(GOLD / file, tmp_path / file)
    bench.open(str(tmp_path / "lake.html"))
    bench.qtbot.waitUntil(lambda: bench.controller.session.gold is not None)
    bench.settle()
    return bench


def test_the_last_error_is_said(marked: WindowBench):
    past = marked.window_controller.notifier.past
    for pane in marked.controller.session.panes:
        marked.controller.activate(pane.name)
        marked.controller.colour_by(layers.errors_key(pane.name))
        marked.window.selection.select(None)
        marked.settle()
        visited: list[object] = []
        for _ in range(40):
            marked.do("next_difference")
            selection = marked.window.selection.selection
            if selection in visited or selection is None:
                break
            visited.append(selection)
        expected = "No more errors in this direction" if visited else "has no errors on this page."

        assert expected in past[0].text, pane.name


def test_while_marking_the_page_shows_the_gold(marked: WindowBench):
    marked.do("mark_gold")
    marked.qtbot.waitUntil(lambda: marked.controller.session.is_marking)
    marked.settle()
    painted, gold = marked.view.overlay.layer, marked.controller.session.gold

    assert painted is not None
    assert painted.key == layers.GOLD
    assert gold is not None
    shown = np.where(np.isnan(painted.values), GoldClass.UNMARKED, painted.values)
    np.testing.assert_array_equal(shown, gold.classes)


def test_the_bar_says_what_a_click_marks_and_what_the_rest_becomes(marked: WindowBench):
    marked.do("mark_gold")
    marked.qtbot.waitUntil(lambda: marked.controller.session.is_marking)
    marked.settle()
    bar = marked.window.findChild(MarkingBar)
    assert bar is not None

    assert bar.unit.isVisible()
    assert [bar.unit.itemText(index) for index in range(3)] == ["Block", "Text", "Element"]
    assert "Rest is boilerplate" in {button.text() for button in bar.findChildren(QPushButton)}
    assert "of" in bar.count.text()
    assert bar.count.text().endswith("words marked")
