"""Tables and code of the active pane against the gold, without a window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boilerscope.app.window.controllers.elements import ElementsController
from boilerscope.extractors.model.gold import Gold, GoldClass, Provenance
from boilerscope.widgets.elements.view import ElementsView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.helpers.controller_bench import ControllerBench

PROSE = "<p>" + ", ".join(f"alpha{number} beta" for number in range(60)) + ".</p>"
TABLE = (
    "<table><tr><th>Tide</th><th>Lamps</th></tr><tr><td>Spring</td><td>12</td></tr>"
    "<tr><td>Neap</td><td>34</td></tr></table>"
)
MARKDOWN = "| Tide | Lamps |\n| --- | --- |\n| Spring | 12 |\n| Neap | 34 |\n"


class Bench:
    """The controller and its view on a page with a table."""

    def __init__(self, shared: ControllerBench, qtbot: QtBot) -> None:
        self.shared, self.qtbot = shared, qtbot
        self.view = ElementsView()
        qtbot.addWidget(self.view)
        self.selection = shared.selection
        self.marks: list[bool] = []
        self.elements = ElementsController(
            shared.context, self.view, self.selection, lambda: self.marks.append(True)
        )

    def take_gold(self) -> None:
        """Make everything main content, with a Markdown that has a table."""
        page = self.shared.controller.session.page
        assert page is not None
        classes = np.full(page.n_tokens, GoldClass.MAIN, dtype=np.uint8)
        gold = Gold(classes, Provenance("webmainbench", ""), markdown=MARKDOWN)
        self.shared.controller.take_gold(gold, page)

    def refresh(self) -> None:
        """Refresh, and wait for the comparison."""
        self.elements.refresh()
        self.qtbot.waitUntil(lambda: bool(self.view.model.rows))


@pytest.fixture
def bench(shared: ControllerBench, qtbot: QtBot) -> Bench:
    elements_bench = Bench(shared, qtbot)
    shared.open(f"<html><body>{PROSE}{TABLE}{PROSE}</body></html>")
    elements_bench.view.show()
    return elements_bench


def test_a_selected_row_selects_its_text_on_the_page(bench: Bench):
    bench.take_gold()
    bench.refresh()

    row = bench.view.model.rows[0]
    bench.view.row_chosen.emit(row)

    selection, page = bench.selection.selection, bench.shared.controller.session.page
    assert selection is not None
    assert page is not None
    start, end = page.tokens.start[selection.start], page.tokens.end[selection.end - 1]
    assert "Spring" in page.text[start:end]


def test_a_text_that_is_not_on_the_page_is_told(bench: Bench):
    bench.take_gold()
    bench.refresh()
    row = bench.view.model.rows[0]

    bench.view.row_chosen.emit(row._replace(element=replace(row.element, gold="∮", kept="∮")))

    assert bench.shared.messages[-1] == "This text of the gold is not on the page."


def test_a_page_without_gold_offers_marking(bench: Bench):
    bench.elements.refresh()

    assert bench.view.empty_note.text() == "This page has no gold."
    bench.view.offer_chosen.emit("mark")
    assert bench.marks == [True]
