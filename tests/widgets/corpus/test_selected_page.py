"""The panel of the selected page: its texts, and the requests of its buttons."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from boilerscope.extractors.model.extraction import Status
from boilerscope.widgets.corpus.selected_page import PaneLine, SelectedPage, SelectedPagePanel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

PAGE = SelectedPage(
    title="A <b>bold</b> title",
    name="news/page-1",
    address="https://example.org/1",
    facts=("en, article, 2,563 words", "100 % of the gold text found"),
    place="12 of 168",
    headings=("F1", "P", "R"),
    lines=(
        PaneLine(1, "bte", Status.OK, (1.0, 0.994, 1.0)),
        PaneLine(2, "crunch", Status.TIMEOUT, (math.nan,) * 3),
        PaneLine(3, "vips", None, (math.nan,) * 3),
    ),
    active="bte",
    opens_at="Opens at the first error of pane 1",
    has_next=True,
)


@pytest.fixture
def panel(qtbot: QtBot) -> SelectedPagePanel:
    selected_page_panel = SelectedPagePanel()
    qtbot.addWidget(selected_page_panel)
    selected_page_panel.resize(300, 420)
    selected_page_panel.show()
    return selected_page_panel


def test_without_a_page_it_explains_what_to_do(panel: SelectedPagePanel):
    assert panel.empty.isVisible()
    assert panel.empty.text() == "Select a page or a cell"
    assert panel.entry() is None


def test_a_page_shows_its_facts_and_the_score_of_each_pane(panel: SelectedPagePanel):
    panel.show_page(PAGE)

    assert panel.title.text() == PAGE.title
    assert panel.facts.text().split("\n") == list(PAGE.facts)
    assert panel.place.text() == "12 of 168"
    assert panel.scores.texts() == [
        ["F1", "P", "R"],
        ["bte", "1.00", "0.99", "1.00"],
        ["crunch", "timeout"],
        ["vips", "not run"],
    ]
    assert panel.entry() is panel.open


def test_buttons_request_the_page_and_its_neighbours(panel: SelectedPagePanel, qtbot: QtBot):
    panel.show_page(PAGE)
    assert not panel.previous.isEnabled()

    with qtbot.waitSignal(panel.stepped, check_params_cb=lambda by: by == 1):
        panel.next.click()
    with qtbot.waitSignal(panel.open_asked):
        panel.open.click()


def test_an_unreadable_page_is_reported_and_does_not_open(panel: SelectedPagePanel):
    problem = "Page not read: page-1.html: no such file."
    panel.show_page(replace(PAGE, problem=problem))

    assert panel.problem.isVisible()
    assert panel.problem.text() == problem
    assert not panel.open.isEnabled()
    panel.show_page(PAGE)
    assert panel.problem.isHidden()


def test_nothing_overlaps_in_a_low_panel(panel: SelectedPagePanel, qtbot: QtBot):
    panel.show_page(replace(PAGE, title="A long title that needs three lines " * 3))
    panel.resize(260, 240)
    parts = (panel.title, panel.name, panel.address, panel.facts, panel.picture, panel.scores)

    def are_apart() -> None:
        ends = [(part.geometry().top(), part.geometry().bottom()) for part in parts]
        for (_, bottom), (top, _) in pairwise(ends):
            assert bottom <= top

    qtbot.waitUntil(are_apart)
