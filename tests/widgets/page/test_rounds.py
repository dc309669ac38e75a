"""The row of rounds, and what legend and tip say of boxes; without an engine."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from extractors.model.settings import Settings, knob
from tests.helpers.boxes import extraction_of, layer_of, page_of_boxes
from widgets.page.legend.entry import EntryKind
from widgets.page.rounds import RoundRow
from widgets.page.tip import node_lines
from widgets.picking import selection_of_node
from widgets.records import BoxLayer, Scene

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from widgets.page.panel import PagePanel
    from widgets.selection import SelectionModel


@dataclass(frozen=True)
class Limited(Settings):
    """How far boxes are divided."""

    least: int = knob(5, "Least degree", "What lies below it is divided.", low=1, high=11)


def limited(up_to: int = 2, least: int = 5) -> BoxLayer:
    """Return boxes whose division a setting limits."""
    page = page_of_boxes()
    made = extraction_of(page)
    assert made.boxes is not None
    made = dataclasses.replace(made, boxes=dataclasses.replace(made.boxes, threshold_field="least"))
    return layer_of(page, made, up_to=up_to, settings=Limited(least=least))


@pytest.fixture
def row(qtbot: QtBot) -> RoundRow:
    """Return the row, on screen, with two rounds."""
    made = RoundRow()
    qtbot.addWidget(made)
    made.resize(480, 34)
    made.show_boxes(limited())
    return made


# -- the row --------------------------------------------------------------------------------


def test_row_says_which_round_it_is_and_what_it_brings(row: RoundRow):
    assert row.isVisible()
    assert row.position.text() == "2 of 2"
    assert row.counts.text() == "Boxes +2, separators +1"

    row.show_boxes(limited(1))
    assert row.position.text() == "1 of 2"
    assert row.counts.text() == "Boxes +3, separators +1"
    assert row.slider.accessibleDescription() == "1 of 2, Boxes +3, separators +1"


def test_row_is_hidden_without_boxes(row: RoundRow):
    row.show_boxes(None)

    assert not row.isVisible()


def test_slider_chooses_a_round_and_the_last_one_for_good(row: RoundRow):
    chosen: list[object] = []
    row.round_chosen.connect(chosen.append)
    row.slider.setFocus()
    QTest.keyClick(row.slider, Qt.Key.Key_Home)
    QTest.keyClick(row.slider, Qt.Key.Key_End)

    assert chosen == [1, None]


def test_buttons_step_and_stop_at_the_ends(row: RoundRow):
    chosen: list[object] = []
    row.round_chosen.connect(chosen.append)
    at_end = row.back.isEnabled(), row.on.isEnabled()
    QTest.mouseClick(row.back, Qt.MouseButton.LeftButton)
    row.show_boxes(limited(1))
    at_start = row.back.isEnabled(), row.on.isEnabled()
    QTest.mouseClick(row.on, Qt.MouseButton.LeftButton)

    assert at_end == (True, False)
    assert at_start == (False, True)
    assert chosen == [1, None]


def test_showing_boxes_chooses_nothing(row: RoundRow):
    chosen: list[object] = []
    row.round_chosen.connect(chosen.append)
    row.limit_changed.connect(lambda *_: chosen.append("limit"))
    row.show_boxes(limited(1, least=9))
    row.show_boxes(limited(2, least=3))

    assert chosen == []


def test_one_round_leaves_nothing_to_choose(row: RoundRow):
    boxes = limited(1)
    once = dataclasses.replace(boxes.boxes, round=np.ones(5, dtype=np.int32))
    row.show_boxes(dataclasses.replace(boxes, boxes=once))

    assert row.position.text() == "1 of 1"
    assert not any(one.isEnabled() for one in (row.slider, row.back, row.on))


def test_limit_shows_the_setting_in_the_units_of_the_degree(row: RoundRow):
    assert row.limit.isVisible()
    assert row.limit.text() == "DoC ≥ 5"
    assert (row.limit.minimum(), row.limit.maximum()) == (1, 11)
    assert row.limit.accessibleName() == "Least degree"


def test_limit_changes_the_setting_of_the_pane(row: RoundRow):
    changed: list[tuple[str, str, float]] = []
    row.limit_changed.connect(lambda *change: changed.append(change))
    row.limit.setFocus()
    QTest.keyClick(row.limit, Qt.Key.Key_Up)

    assert changed == [("demo", "least", 6.0)]


def test_boxes_that_no_setting_limits_have_no_limit(row: RoundRow):
    row.show_boxes(layer_of(page_of_boxes()))

    assert row.isVisible()
    assert not row.limit.isVisible()


# -- legend and tip -------------------------------------------------------------------------


def show(panel: PagePanel, boxes: BoxLayer | None) -> None:
    scene = Scene(page_of_boxes(), () if boxes is None else (boxes.pane,), "demo", boxes=boxes)
    panel.show_scene(scene, "boxes:demo", {"demo": [("boxes:demo", "Boxes")]})


def test_legend_explains_degrees_leaves_and_separators(panel: PagePanel):
    show(panel, limited())
    entries = panel.legend.entries

    kinds = [EntryKind.RAMP, EntryKind.LEAF, EntryKind.BAND, EntryKind.SELECTED]
    assert [one.kind for one in entries] == kinds
    assert (entries[0].label, entries[0].ends) == ("DoC", ("1", "10"))
    assert panel.rounds.isVisible()


def test_legend_explains_what_a_later_round_divides(panel: PagePanel):
    show(panel, limited(1))
    first = [one.kind for one in panel.legend.entries]
    show(panel, None)

    assert EntryKind.OPEN in first
    assert not panel.rounds.isVisible()
    assert panel.legend.entries[0].kind is EntryKind.WORDS


def test_every_swatch_of_boxes_is_painted(panel: PagePanel):
    show(panel, limited(1))
    image = panel.legend.grab().toImage()

    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in (8, 12)}
    assert len(colours) > 10


def test_panel_hands_the_wishes_on(panel: PagePanel):
    told: list[object] = []
    panel.round_chosen.connect(told.append)
    panel.limit_changed.connect(lambda *change: told.append(change))
    show(panel, limited())
    QTest.mouseClick(panel.rounds.back, Qt.MouseButton.LeftButton)
    panel.rounds.limit.setValue(7)

    assert told == [1, ("demo", "least", 7.0)]


def test_tip_tells_name_figures_round_and_size():
    boxes = limited()

    assert node_lines(boxes, 3) == ("b, leaf", "DoC 9", "made in round 2, 500 × 120 px")
    assert node_lines(boxes, 0)[0] == "all"


def test_tip_of_the_page_is_that_of_the_box_under_the_pointer(
    panel: PagePanel, selection: SelectionModel
):
    boxes = limited()
    show(panel, boxes)
    selection.point(selection_of_node(boxes.pane, 3), panel.view)
    panel.view.pointed.emit(-1, QPoint(5, 5))

    assert panel.tip_lines == node_lines(boxes, 3)
