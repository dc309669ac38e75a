"""The selected page: read in the background, the newest page wins, failures are reported."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.app.session.corpus import RunLife
from boilerscope.app.window.controllers.corpus.selected import SelectedPageController
from boilerscope.extractors.scoring.order import PageOrder, Sort, SortKey
from boilerscope.resources.loader import resource_path
from boilerscope.widgets.corpus.selected_page import SelectedPagePanel
from boilerscope.widgets.page.view import PageView
from boilerscope.widgets.selection import SelectionModel
from boilerscope.widgets.strips.view import Strips
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, MARKUP

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.helpers.controller_bench import ControllerBench

PANES = (ARTICLE, LINK_RATIO)
GOLD = {"lake": "A short line.", "pond": "Ziggurat.", "sea": "A short line."}
LOAD_MS = 20_000
_LONGER_THAN_THE_PAUSE_MS = 500


class Selected:
    """Panel and strips with their controller, over a corpus whose first two pages have been run."""

    def __init__(self, qtbot: QtBot, shared: ControllerBench, folder: Path) -> None:
        self._shared = shared
        shared.add_panes(*PANES)
        self.panel = SelectedPagePanel()
        self.opened: list[int | None] = []
        self.views: list[PageView] = []
        self.strips = Strips(SelectionModel())
        self.strips.hide_votes()
        for widget in (self.panel, self.strips):
            qtbot.addWidget(widget)
        self.corpus = shared.context.corpus
        self.controller = SelectedPageController(
            shared.context,
            self.panel,
            self.strips,
            lambda: self.opened.append(self.corpus.state.choice.row),
            self._make_view,
        )
        shared.show(*self.controller.views())
        for name in GOLD:
            (folder / f"{name}.html").write_text(f"{MARKUP}<!-- {name} -->", encoding="utf-8")
        lines = ({"id": n, "html": f"{n}.html", "text": GOLD[n]} for n in GOLD)
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        (folder / "gold.jsonl").write_text(text, encoding="utf-8")
        self.corpus.open(folder)
        qtbot.waitUntil(lambda: self.corpus.state.table is not None, timeout=10_000)
        self.corpus.start(indices=[0, 1])
        qtbot.waitUntil(lambda: self.corpus.state.run.life is RunLife.DONE, timeout=30_000)
        self.corpus.show_face(True)
        self.corpus.list_pages(PageOrder(np.array([2, 0, 1])))

    def _make_view(self) -> PageView:
        self.views.append(PageView(SelectionModel(), resource_path("agent")))
        return self.views[-1]

    def select(self, row: int | None) -> None:
        """Select a page and wait until it has been read."""
        self.corpus.select(row)
        self.wait()

    def wait(self) -> None:
        self._shared.wait_for_work()


@pytest.fixture
def selected(
    qtbot: QtBot, shared: ControllerBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Selected]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "waters"
    folder.mkdir()
    bench = Selected(qtbot, shared, folder)
    yield bench
    bench.controller.stop()


def test_panel_and_strips_show_the_stored_results(selected: Selected):
    selected.select(0)

    texts = selected.panel.scores.texts()
    assert [line[0] for line in texts] == ["F1", *PANES]
    assert selected.panel.name.text() == "waters/lake"
    assert selected.panel.place.text() == "2 of 3"
    assert "100 % of the gold text found" in selected.panel.facts.text()
    titles = [row.title for row in selected.strips.rows]
    assert titles == ["Gold", *PANES, "Panes with errors"]
    scores = [selected.strips.book.value(row, ()) for row in selected.strips.rows[1:3]]
    assert scores == [f"F1 {line[1]}" for line in texts[1:]]
    assert selected.strips.book.value(selected.strips.rows[0], ()) == "3 words"


def test_the_scores_have_a_column_of_expected_f1_once_it_is_computed(
    selected: Selected, qtbot: QtBot
):
    selected.select(0)
    before = selected.panel.scores.texts()
    selected.corpus.sort_by(Sort(SortKey.EXPECTED))
    qtbot.waitUntil(lambda: selected.corpus.state.rescoring is None, timeout=30_000)
    selected.select(1)
    selected.select(0)

    table = selected.corpus.state.table
    assert table is not None
    values = [f"{value:.2f}" for value in table.expected[0]]
    lines = zip(before, ["Exp. F1", *values], strict=True)
    assert selected.panel.scores.texts() == [[*line, value] for line, value in lines]


def test_gold_of_another_page_is_questioned(selected: Selected):
    selected.select(1)

    assert selected.panel.facts.text().splitlines()[1:] == [
        "0 % of the gold text found",
        "Check that the gold belongs to this page.",
    ]


def test_a_page_that_has_not_run_shows_its_text_only(selected: Selected):
    selected.select(2)

    assert [line[1] for line in selected.panel.scores.texts()[1:]] == ["not run", "not run"]
    assert [row.sums for row in selected.strips.rows[1:]] == [None, None]
    assert selected.strips.n_tokens > 0


def test_the_newest_page_wins_and_no_selection_is_empty(selected: Selected):
    for row in (0, 1, 2, 1):
        selected.corpus.select(row)
    selected.wait()
    assert selected.panel.name.text() == "waters/pond"
    assert selected.strips.book.scene.page is not None
    assert selected.strips.book.scene.page.name == "pond"

    selected.select(None)
    assert selected.panel.empty.isVisibleTo(selected.panel)
    assert selected.strips.n_tokens == 0


def test_buttons_walk_through_the_list_and_open_the_page(selected: Selected):
    selected.select(0)
    selected.panel.next.click()
    selected.wait()
    assert selected.corpus.state.choice.row == 1
    assert not selected.panel.next.isEnabled()
    selected.panel.open.click()
    assert selected.opened == [1]


def test_a_deleted_page_is_reported(selected: Selected, tmp_path: Path):
    (tmp_path / "waters" / "pond.html").unlink()

    selected.select(1)

    assert "pond.html" in selected.panel.problem.text()
    assert selected.panel.problem.text().startswith("Page not read: ")
    assert selected.strips.n_tokens == 0


def test_the_picture_waits_for_the_panel_and_shows_the_whole_width(
    selected: Selected, qtbot: QtBot
):
    selected.select(0)
    qtbot.wait(_LONGER_THAN_THE_PAUSE_MS)
    assert not selected.views, "a hidden panel draws nothing"

    selected.panel.resize(280, 700)
    selected.panel.show()

    qtbot.waitUntil(lambda: selected.panel.picture.is_drawn, timeout=LOAD_MS)
    [view] = selected.views
    assert view.web_view is not None
    assert view.web_view.width() <= view.width(), "nothing is cut off at the right"


def test_a_failed_picture_shows_its_reason(selected: Selected, qtbot: QtBot):
    selected.panel.show()
    selected.select(0)
    qtbot.waitUntil(lambda: selected.panel.picture.is_drawn, timeout=LOAD_MS)

    selected.views[0].failed.emit("The page took too long.")

    assert not selected.panel.picture.is_drawn
    assert selected.panel.picture.note == "No picture: The page took too long."
