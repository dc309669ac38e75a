"""The steps view: counts by hand, choosing by key and mouse, texts for the reader."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from boilerscope.widgets.demo import demo_scene
from boilerscope.widgets.steps_view import StepsView, step_counts

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.records import PaneRecord


@pytest.fixture
def pane(qapp: object) -> PaneRecord:
    """Return a pane whose three steps keep 0, 3 and 2 blocks."""
    del qapp
    first = demo_scene().panes[0]
    extraction = first.shown
    assert extraction is not None
    step = extraction.steps[0]

    def state(*kept: int) -> np.ndarray:
        content = np.zeros(len(extraction.blocks), dtype=np.bool_)
        content[list(kept)] = True
        return content

    steps = tuple(
        dataclasses.replace(step, code=code, title="Do it", content=content)
        for code, content in (("S1", state()), ("S2", state(1, 8, 9)), ("S3", state(8, 9)))
    )
    counts = state(8, 9)
    changed = dataclasses.replace(
        extraction,
        steps=steps,
        content=counts,
        mask=extraction.blocks.mask(counts, len(extraction.mask)),
    )
    return dataclasses.replace(first, extraction=changed, last_good=changed)


@pytest.fixture
def view(qtbot: QtBot, pane: PaneRecord) -> StepsView:
    steps_view = StepsView()
    qtbot.addWidget(steps_view)
    steps_view.resize(400, 180)
    steps_view.show()
    steps_view.show_pane(pane, None)
    return steps_view


def test_counts_have_words_added_and_removed(pane: PaneRecord) -> None:
    extraction = pane.shown
    assert extraction is not None
    sizes = extraction.blocks.token_counts()

    first, second, third = step_counts(extraction)

    assert (first.kept, first.added, first.removed) == (0, 0, 0)
    assert second.added == second.kept == int(sizes[[1, 8, 9]].sum())
    assert (third.added, third.removed) == (0, int(sizes[1]))


def test_counts_of_a_removing_method_begin_with_all_words(pane: PaneRecord) -> None:
    extraction = pane.shown
    assert extraction is not None
    everything = np.ones(len(extraction.blocks), dtype=np.bool_)
    first = dataclasses.replace(extraction.steps[1], before=everything)

    figures = step_counts(dataclasses.replace(extraction, steps=(first, extraction.steps[2])))

    sizes = extraction.blocks.token_counts()
    kept = int(sizes[[1, 8, 9]].sum())
    assert (figures[0].added, figures[0].removed) == (0, int(sizes.sum()) - kept)
    assert (figures[1].added, figures[1].removed) == (0, int(sizes[1]))


@pytest.mark.parametrize("step", [3, 99, -1])
def test_step_that_the_result_lacks_shows_the_result(
    view: StepsView, pane: PaneRecord, step: int
) -> None:
    view.show_pane(pane, step)

    view.columns.grab()
    assert view.columns.shown_step == 2
    assert view.summary.text().startswith("after S3")


def test_columns_of_fewer_steps_are_painted_with_a_step_beyond_them(
    view: StepsView, pane: PaneRecord
) -> None:
    extraction = pane.shown
    assert extraction is not None

    view.columns.show_steps(step_counts(extraction)[:1], 2)

    assert not view.columns.grab().isNull()
    assert view.columns.shown_step == 0


def test_head_line_counts_added_and_removed_separately(view: StepsView, pane: PaneRecord) -> None:
    extraction = pane.shown
    assert extraction is not None
    sizes = extraction.blocks.token_counts()
    kept, added = int(sizes[[8, 9]].sum()), int(sizes[[1, 8, 9]].sum())

    view.show_pane(pane, 1)
    second = view.summary.text()
    view.show_pane(pane, 2, characters=True)

    assert second == f"after S2, do it: +{added} −0, {added} words kept"
    assert view.summary.text() == f"after S3, do it: +0 −{sizes[1]}, {kept} characters kept"


def test_columns_write_added_and_removed_in_their_colours(
    view: StepsView, pane: PaneRecord
) -> None:
    view.show_pane(pane, 0)

    image = view.columns.grab().toImage()

    def reddest(index: int, row: int) -> int:
        """Return by how much red exceeds blue in a row of counts: 1 added, 2 removed."""
        box = view.columns.column_box(index)
        bottom = view.columns.height() - 20 - (4 - row) * 15
        return max(
            (image.pixelColor(x, y).red() - image.pixelColor(x, y).blue())
            for x in range(int(box.left()) + 3, int(box.right()) - 3)
            for y in range(bottom, bottom + 15)
        )

    assert reddest(2, 2) > 90
    assert reddest(2, 1) < 40
    assert reddest(1, 2) < 40


def test_result_is_shown_at_first(view: StepsView) -> None:
    assert "S3" in view.columns.accessibleName()
    assert view.summary.text().startswith("after S3, do it")


def test_left_arrow_requests_the_step_before(view: StepsView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.step_chosen) as signal:
        QTest.keyClick(view.columns, Qt.Key.Key_Left)

    assert signal.args[1] == 1
    assert "S2" in view.columns.accessibleName()


def test_last_step_is_the_result(view: StepsView, qtbot: QtBot, pane: PaneRecord) -> None:
    view.show_pane(pane, 0)

    with qtbot.waitSignal(view.step_chosen) as signal:
        QTest.keyClick(view.columns, Qt.Key.Key_End)

    assert signal.args == [pane.name, None]


def test_click_on_a_column_chooses_its_step(view: StepsView, qtbot: QtBot) -> None:
    point = QPoint(int(view.columns.column_box(0).center().x()), 20)

    with qtbot.waitSignal(view.step_chosen) as signal:
        QTest.mouseClick(view.columns, Qt.MouseButton.LeftButton, pos=point)

    assert signal.args[1] == 0


def test_columns_up_to_the_shown_step_are_painted_in_full(
    view: StepsView, pane: PaneRecord
) -> None:
    view.show_pane(pane, 1)

    image = view.columns.grab().toImage()

    def blue(index: int) -> int:
        box = view.columns.column_box(index)
        y = view.columns.height() - 20 - 3 * 15 - 1
        colour = image.pixelColor(int(box.center().x()), y)
        return colour.blue() - colour.red()

    assert blue(1) > 120
    assert 0 < blue(2) < 60


def test_without_a_pane_the_view_explains_how_to_fill_it(view: StepsView) -> None:
    view.show_pane(None, None)

    assert view.empty_note.isVisible()
    assert view.empty_note.text() == "Steps appear here when a page is open."


def test_only_the_left_button_chooses_a_step(view: StepsView, qtbot: QtBot) -> None:
    point = QPoint(int(view.columns.column_box(0).center().x()), 20)

    with qtbot.assertNotEmitted(view.step_chosen):
        QTest.mouseClick(view.columns, Qt.MouseButton.RightButton, pos=point)
