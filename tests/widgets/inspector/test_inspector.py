"""The inspector, by real events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from boilerscope.extractors.page import Page, segments
from boilerscope.widgets import theme
from boilerscope.widgets.demo import DemoSettings, demo_extraction
from boilerscope.widgets.inspector import Inspector
from boilerscope.widgets.inspector.parts import DecisionRow, StepRow, WhatIfRow
from boilerscope.widgets.picking import selection_of_block
from boilerscope.widgets.records import NOT_SEARCHING, PaneRecord, Scene, SearchView, WhatIfView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.selection import SelectionModel

LEFT = Qt.MouseButton.LeftButton
SUGGESTION = WhatIfView("min_words", "Min. words", "words", 16, 9, keeps=True, gained=179)


@pytest.fixture
def inspector(qtbot: QtBot, scene: Scene, selection: SelectionModel) -> Inspector:
    inspector = Inspector(selection)
    qtbot.addWidget(inspector)
    inspector.resize(320, 640)
    inspector.show_scene(scene)
    inspector.show()
    qtbot.waitExposed(inspector)
    return inspector


@pytest.fixture
def inspector_of_block(inspector: Inspector, scene: Scene, selection: SelectionModel) -> Inspector:
    """Return the inspector with block 11 selected."""
    selection.select(selection_of_block(scene.panes[0], 11))
    return inspector


def shown_verdicts(inspector: Inspector) -> list[DecisionRow]:
    """Return the lines of the panes."""
    return [
        row for row in inspector.decisions.rows if isinstance(row, DecisionRow) and row.isVisible()
    ]


def shown_steps(inspector: Inspector) -> list[StepRow]:
    """Return the lines of the steps."""
    return [row for row in inspector.step_rows.rows if isinstance(row, StepRow) and row.isVisible()]


def test_without_selection_it_explains_how_to_select(inspector: Inspector):
    assert inspector.empty.isVisible()
    assert inspector.empty.text() == "Click a block in the page, a strip, the table or a pane."


def test_a_selection_fills_every_part(inspector_of_block: Inspector):
    assert not inspector_of_block.empty.isVisible()
    assert inspector_of_block.quote.text().startswith("“Heavy books stay low.")
    assert inspector_of_block.block.text() == "Block 11"
    assert (
        next(row.words.text() for row in shown_verdicts(inspector_of_block)) == "R3: words 45 ≥ 16"
    )
    assert len(shown_verdicts(inspector_of_block)) == 4
    assert len(shown_steps(inspector_of_block)) == 1
    assert inspector_of_block.path.path.text() == "main > article > p[4]"


def test_clearing_the_selection_empties_it(
    inspector_of_block: Inspector, selection: SelectionModel
):
    selection.select(None)

    assert inspector_of_block.empty.isVisible()
    assert inspector_of_block.block.text() == ""


def test_a_click_on_a_line_opens_the_steps_of_its_pane(qtbot: QtBot, inspector_of_block: Inspector):
    row = shown_verdicts(inspector_of_block)[2]
    with qtbot.waitSignal(inspector_of_block.pane_chosen) as signal:
        QTest.mouseClick(row, LEFT)

    assert signal.args == ["link_ratio"]
    assert inspector_of_block.steps.title.text() == "Steps of 3 link_ratio"
    assert "4" in shown_steps(inspector_of_block)[0].words.text()


def test_enter_on_a_line_opens_its_steps(qtbot: QtBot, inspector_of_block: Inspector):
    row = shown_verdicts(inspector_of_block)[1]
    row.setFocus()
    with qtbot.waitSignal(inspector_of_block.pane_chosen) as signal:
        QTest.keyClick(row, Qt.Key.Key_Return)

    assert signal.args == ["cx_extractor"]


def test_a_newly_active_pane_shows_its_steps(inspector_of_block: Inspector, scene: Scene):
    inspector_of_block.show_scene(replace(scene, active="cx_extractor"))

    assert inspector_of_block.steps.title.text() == "Steps of 2 cx_extractor"


def test_a_run_keeps_the_opened_pane(inspector_of_block: Inspector, scene: Scene):
    QTest.mouseClick(shown_verdicts(inspector_of_block)[2], LEFT)
    inspector_of_block.show_scene(replace(scene))

    assert inspector_of_block.steps.title.text() == "Steps of 3 link_ratio"


def test_steps_are_opened_by_name_and_focused(inspector_of_block: Inspector):
    inspector_of_block.steps.set_open(False)
    inspector_of_block.open_steps("link_ratio")

    assert shown_steps(inspector_of_block)
    assert inspector_of_block.steps.title.text() == "Steps of 3 link_ratio"


def test_a_suggestion_is_shown_and_applied(qtbot: QtBot, inspector_of_block: Inspector):
    inspector_of_block.show_what_if((SUGGESTION, replace(SUGGESTION, new=4)), NOT_SEARCHING)
    rows = [row for row in inspector_of_block.what_ifs.rows if isinstance(row, WhatIfRow)]
    with qtbot.waitSignal(inspector_of_block.apply_asked) as signal:
        QTest.mouseClick(rows[1].button, LEFT)

    assert rows[0].change.text() == "Min. words 16 → 9"
    assert rows[0].effect.text() == "keeps it, and 179 other words"
    assert rows[0].button.property("role") == "main"
    assert inspector_of_block.what_if.note.text() == "nearest found"
    assert signal.args == [1]


def test_all_other_parts_are_shown_during_the_search_for_suggestions(inspector_of_block: Inspector):
    assert inspector_of_block.search.text.text() == "Looking for a setting that flips this block…"
    assert shown_verdicts(inspector_of_block)


def test_an_empty_search_is_reported(inspector_of_block: Inspector):
    inspector_of_block.show_what_if((), NOT_SEARCHING)

    assert (
        inspector_of_block.search.text.text()
        == "No setting, and no pair of settings, flips this block."
    )


def test_a_search_says_how_far_it_is_and_can_be_stopped(
    qtbot: QtBot, inspector_of_block: Inspector
):
    row = inspector_of_block.search
    inspector_of_block.show_what_if((), SearchView(True, 3, 12))
    with qtbot.waitSignal(inspector_of_block.search_stopped):
        QTest.mouseClick(row.button, LEFT)

    assert row.text.text() == "Looking for settings that flip this block: 3 of 12…"
    inspector_of_block.show_what_if((), SearchView(True, 40, 45, is_paired=True))
    assert row.text.text() == "No single setting flips this block. Trying pairs: 40 of 45…"
    inspector_of_block.show_what_if((SUGGESTION,), SearchView(True, 4, 12))
    assert row.button.isVisible()
    inspector_of_block.show_what_if((SUGGESTION,), NOT_SEARCHING)
    assert not row.isVisible()


def test_the_end_of_a_search_moves_no_button(qtbot: QtBot, inspector_of_block: Inspector):
    def place_of_apply() -> int:
        row = inspector_of_block.what_ifs.rows[0]
        assert isinstance(row, WhatIfRow)
        QApplication.processEvents()
        return row.mapTo(inspector_of_block, QPoint()).y()

    inspector_of_block.show_what_if((SUGGESTION,), SearchView(True, 4, 12))
    qtbot.waitUntil(inspector_of_block.search.isVisible)
    while_searching = place_of_apply()
    inspector_of_block.show_what_if((SUGGESTION,), NOT_SEARCHING)
    qtbot.waitUntil(lambda: not inspector_of_block.search.isVisible())

    assert place_of_apply() == while_searching


def test_a_stopped_search_does_not_say_that_there_is_no_setting(inspector_of_block: Inspector):
    inspector_of_block.show_what_if((), SearchView(is_running=False, is_stopped=True))

    sentence = inspector_of_block.search.text.text()
    assert sentence == "Stopped. What was tried so far does not flip this block."


def test_a_new_selection_clears_suggestions(
    inspector_of_block: Inspector, scene: Scene, selection: SelectionModel
):
    inspector_of_block.show_what_if((SUGGESTION,), NOT_SEARCHING)
    selection.select(selection_of_block(scene.panes[0], 12))

    assert not any(row.isVisible() for row in inspector_of_block.what_ifs.rows)


def test_the_chevrons_request_the_neighbours(qtbot: QtBot, inspector_of_block: Inspector):
    with qtbot.waitSignal(inspector_of_block.step_asked) as back:
        QTest.mouseClick(inspector_of_block.before, LEFT)
    with qtbot.waitSignal(inspector_of_block.step_asked) as forth:
        QTest.mouseClick(inspector_of_block.after, LEFT)

    assert (back.args, forth.args) == ([-1], [1])


def test_the_source_is_requested_at_the_line_of_the_block(
    qtbot: QtBot, inspector_of_block: Inspector
):
    with qtbot.waitSignal(inspector_of_block.source_asked) as signal:
        QTest.mouseClick(inspector_of_block.path.button, LEFT)

    assert signal.args == [15]
    assert inspector_of_block.path.button.text() == "line 15"


def test_sections_fold(inspector_of_block: Inspector):
    QTest.mouseClick(inspector_of_block.quantities, LEFT)

    assert not inspector_of_block.quantity_rows.isVisible()


def test_the_value_is_marked_in_magenta(inspector_of_block: Inspector):
    mark = inspector_of_block.quantity_rows.rows[0][2]
    image = mark.grab().toImage()
    colours = {image.pixelColor(x, 3).name() for x in range(image.width())}

    assert theme.colour("selection").name() in colours


def test_rows_are_created_once(
    inspector_of_block: Inspector, scene: Scene, selection: SelectionModel
):
    before = list(inspector_of_block.decisions.rows)
    for block in range(12):
        selection.select(selection_of_block(scene.panes[0], block))

    assert inspector_of_block.decisions.rows == before
    assert len(inspector_of_block.step_rows.rows) <= 2


def test_every_line_has_a_name_for_screen_readers(inspector_of_block: Inspector):
    assert (
        shown_verdicts(inspector_of_block)[0].accessibleName()
        == "1 boilerpipe.article, kept: R3: words 45 ≥ 16"
    )
    assert shown_steps(inspector_of_block)[0].accessibleName().endswith("B → C")


def test_lines_are_high_enough_to_click(inspector_of_block: Inspector):
    assert all(row.height() >= 24 for row in shown_verdicts(inspector_of_block))


def test_a_very_long_word_does_not_make_it_wider_than_its_column(
    inspector: Inspector, selection: SelectionModel
):
    page = Page.from_text(
        f"<body><p>{'incomprehensibilities' * 12} and a few more words</body>", name="x"
    )
    kept = np.ones(len(segments(page)), dtype=np.bool_)
    extraction = demo_extraction(page, kept, DemoSettings(), extractor="x" * 80)
    pane = PaneRecord(
        1, "x" * 80, "x", "x", DemoSettings(), extraction=extraction, last_good=extraction
    )
    inspector.show_scene(Scene(page, (pane,), pane.name))

    selection.select(selection_of_block(pane, 0))
    width = inspector.area.viewport().width()
    too_wide = [
        widget
        for widget in inspector.findChildren(QWidget)
        if widget.isVisible() and widget.minimumSizeHint().width() > width
    ]

    assert len(shown_steps(inspector)) == 2
    assert too_wide == []
