"""The scores of the page on screen, computed only while their view is visible, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.app.window.controllers.scores import ScoresController
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.widgets.scores.view import ScoresView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.helpers.controller_bench import ControllerBench

PROVENANCE = Provenance("boilerscope", "")


class Bench:
    """The controller, its view, and the requests for marking."""

    def __init__(self, shared: ControllerBench, qtbot: QtBot) -> None:
        self.shared, self.qtbot = shared, qtbot
        self.view = ScoresView()
        qtbot.addWidget(self.view)
        self.marks: list[bool] = []
        self.scores = ScoresController(shared.context, self.view, lambda: self.marks.append(True))

    def take_gold(self, share: float = 1.0) -> None:
        """Make the second half of the page main content."""
        page = self.shared.controller.session.page
        assert page is not None
        classes = np.full(page.n_tokens, GoldClass.BOILERPLATE, dtype=np.uint8)
        classes[page.n_tokens // 2 :] = GoldClass.MAIN
        classes[-2:] = GoldClass.COMMENT
        self.shared.controller.take_gold(Gold(classes, PROVENANCE, share=share), page)

    def values(self) -> list[float | None]:
        """Refresh, wait for all scores, and return F1 of each pane."""
        self.scores.refresh()
        rows = self.view.model
        self.qtbot.waitUntil(lambda: all(not row.is_waiting for row in rows.rows), timeout=30_000)
        return [row.values["token_f1"] for row in rows.rows]


@pytest.fixture
def bench(shared: ControllerBench, qtbot: QtBot) -> Bench:
    scores_bench = Bench(shared, qtbot)
    shared.open()
    scores_bench.view.show()
    return scores_bench


def test_each_pane_is_scored_and_a_choice_changes_scores_and_headers(bench: Bench):
    bench.take_gold()
    before = bench.values()
    headers = [pane.gold_score for pane in bench.shared.context.views.scene.panes]
    bench.view.comments_chosen.emit(True)
    after = bench.values()

    assert before == [score.f1 for score in headers if score is not None]
    assert after != before
    assert bench.view.comments.currentText() == "Comments: main"
    assert "Comments count as main content." in bench.view.caption.text()


def test_the_chosen_text_is_named_in_the_caption(bench: Bench):
    bench.take_gold()
    bench.values()
    bench.view.text_chosen.emit("own")
    bench.values()

    assert bench.view.text.currentText() == "Own text"
    assert "Own text" in bench.view.caption.text()


def test_a_page_without_gold_can_be_marked(bench: Bench):
    bench.scores.refresh()
    (button,) = bench.view.empty_note.buttons
    button.click()

    assert bench.view.empty_note.text() == "This page has no gold."
    assert bench.marks == [True]


def test_gold_of_another_page_is_named_and_not_scored(bench: Bench):
    bench.take_gold(share=0.12)
    bench.scores.refresh()

    assert "12\xa0% of the gold text was found" in bench.view.empty_note.text()
    assert all(pane.gold_score is None for pane in bench.shared.context.views.scene.panes)


def test_nothing_is_computed_while_the_view_is_hidden(bench: Bench):
    bench.view.hide()
    bench.take_gold()
    bench.scores.refresh()

    assert not bench.view.model.rows
