"""Candidates of a pane: states, columns, the text of a candidate, and its selection on the page."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from boilerscope.extractors.model.candidates import Candidate, CandidateState
from boilerscope.extractors.model.lazy import replaced
from boilerscope.widgets.candidates import CandidatesView
from boilerscope.widgets.candidates.model import CandidateColumn
from boilerscope.widgets.demo import demo_scene
from boilerscope.widgets.selection import SelectionModel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.records import PaneRecord, Scene

OWN = Candidate(
    "own extraction",
    CandidateState.USED,
    "Compare",
    11_480,
    decision="characters 11,480 > 5,000",
    source="library/core.py:9",
    ranges=((0, 3), (5, 8)),
)
FALLBACK = Candidate("fallback", CandidateState.NOT_RUN, "Compare", decision="characters 9 >= 5")
ELEMENT = Candidate(
    '<div class="a">', CandidateState.REJECTED, "Choose", 90, 4.25, "score 4.25 < 9"
)


@pytest.fixture
def scene(qapp: object) -> Scene:
    del qapp
    return demo_scene()


def _pane(scene: Scene, *candidates: Candidate) -> PaneRecord:
    pane = scene.panes[0]
    assert pane.extraction is not None
    extraction = replaced(pane.extraction, candidates=candidates)
    return dataclasses.replace(pane, extraction=extraction, last_good=extraction)


def _view(qtbot: QtBot, scene: Scene, *candidates: Candidate) -> CandidatesView:
    view = CandidatesView(SelectionModel())
    qtbot.addWidget(view)
    view.resize(900, 200)
    view.show_pane(scene.page, _pane(scene, *candidates))
    view.show()
    return view


def _cells(view: CandidatesView, row: int) -> list[str]:
    model = view.model
    return [model.data(model.index(row, column)) for column in CandidateColumn]


def test_each_candidate_has_its_state_length_and_reason(qtbot: QtBot, scene: Scene):
    view = _view(qtbot, scene, OWN, FALLBACK, ELEMENT)

    assert _cells(view, 0) == [
        "●  own extraction", "11,480", "", "used: characters 11,480 > 5,000", "Compare",
    ]  # fmt: skip
    assert _cells(view, 1)[1] == "–"
    assert _cells(view, 1)[3] == "not run: characters 9 ≥ 5"
    assert _cells(view, 2)[2] == "4.25"
    tip = view.model.data(view.model.index(0, 0), Qt.ItemDataRole.ToolTipRole)
    assert "library/core.py:9" in tip
    spoken = view.model.data(view.model.index(2, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == '<div class="a">: not used, score 4.25 < 9'


@pytest.mark.parametrize(
    ("candidates", "hidden"),
    [
        ((OWN, FALLBACK), {CandidateColumn.SCORE, CandidateColumn.CHOICE}),
        ((OWN, ELEMENT), set()),
    ],
)
def test_columns_without_values_are_hidden(
    qtbot: QtBot, scene: Scene, candidates: tuple[Candidate, ...], hidden: set[CandidateColumn]
):
    view = _view(qtbot, scene, *candidates)

    assert {column for column in CandidateColumn if view.table.isColumnHidden(column)} == hidden


def test_a_selected_row_shows_its_text_and_return_selects_it_on_the_page(
    qtbot: QtBot, scene: Scene
):
    view = _view(qtbot, scene, OWN, FALLBACK)
    assert scene.page is not None
    view.table.setCurrentIndex(view.model.index(0, 0))
    first = scene.page.token_text(0)

    assert view.text.toPlainText().startswith(first)
    assert view.text.toPlainText() == OWN.text(scene.page)
    view.table.confirmed.emit()
    selection = view._selection.selection  # noqa: SLF001 - given to it by this test
    assert selection is not None
    assert selection.runs == OWN.ranges

    view.table.setCurrentIndex(view.model.index(1, 0))
    assert view.text.toPlainText() == ""
    assert view.text.placeholderText() == "fallback: not run, characters 9 ≥ 5"


def test_a_pane_without_candidates_says_why(qtbot: QtBot, scene: Scene):
    view = _view(qtbot, scene)

    assert view.empty_note.isVisible()
    assert "judges each block" in view.empty_note.text()
    pane = _pane(scene)
    assert pane.extraction is not None
    untraced = replaced(pane.extraction, trace_problem="No trace: too slow.")
    view.show_pane(scene.page, dataclasses.replace(pane, extraction=untraced, last_good=untraced))
    assert view.empty_note.text().endswith("No trace: too slow.")
    view.show_pane(None, None)
    assert "when a page is open" in view.empty_note.text()
