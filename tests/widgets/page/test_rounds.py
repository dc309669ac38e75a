"""The row of rounds, and the boxes in legend and tip; without an engine."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from boilerscope.extractors.model.settings import Settings, knob
from boilerscope.widgets.page.legend.entry import EntryKind
from boilerscope.widgets.page.rounds import RoundRow
from boilerscope.widgets.page.tip import node_lines
from boilerscope.widgets.picking import selection_of_node
from boilerscope.widgets.records import BoxLayer, Scene
from tests.helpers.boxes import extraction_of, layer_of, page_of_boxes

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from boilerscope.widgets.page.panel import PagePanel
    from boilerscope.widgets.selection import SelectionModel


@dataclass(frozen=True)
class Limited(Settings):
    """Limit of the division of boxes."""

    least: int = knob(5, "Least degree", "What lies below it is divided.", low=1, high=11)


def limited(up_to: int = 2, least: int = 5) -> BoxLayer:
    """Return boxes whose division is limited by a setting."""
    page = page_of_boxes()
    extraction = extraction_of(page)
    assert extraction.boxes is not None
    extraction = dataclasses.replace(
        extraction, boxes=dataclasses.replace(extraction.boxes, threshold_field="least")
    )
    return layer_of(page, extraction, up_to=up_to, settings=Limited(least=least))


@pytest.fixture
def row(qtbot: QtBot) -> RoundRow:
    """Return the visible row with two rounds."""
    round_row = RoundRow()
    qtbot.addWidget(round_row)
    round_row.resize(480, 34)
    round_row.show_boxes(limited())
    return round_row


# -- the row --------------------------------------------------------------------------------


def test_row_names_the_round_and_its_new_boxes(row: RoundRow):
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


def test_slider_chooses_a_round_or_always_the_last_round(row: RoundRow):
    emitted: list[object] = []
    row.round_chosen.connect(emitted.append)
    row.slider.setFocus()
    QTest.keyClick(row.slider, Qt.Key.Key_Home)
    QTest.keyClick(row.slider, Qt.Key.Key_End)

    assert emitted == [1, None]


def test_buttons_step_and_stop_at_the_ends(row: RoundRow):
    emitted: list[object] = []
    row.round_chosen.connect(emitted.append)
    at_end = row.back.isEnabled(), row.on.isEnabled()
    QTest.mouseClick(row.back, Qt.MouseButton.LeftButton)
    row.show_boxes(limited(1))
    at_start = row.back.isEnabled(), row.on.isEnabled()
    QTest.mouseClick(row.on, Qt.MouseButton.LeftButton)

    assert at_end == (True, False)
    assert at_start == (False, True)
    assert emitted == [1, None]


def test_showing_boxes_emits_no_choice(row: RoundRow):
    emitted: list[object] = []
    row.round_chosen.connect(emitted.append)
    row.limit_changed.connect(lambda *_: emitted.append("limit"))
    row.show_boxes(limited(1, least=9))
    row.show_boxes(limited(2, least=3))

    assert emitted == []


def test_a_single_round_leaves_nothing_to_choose(row: RoundRow):
    boxes = limited(1)
    once = dataclasses.replace(boxes.boxes, round=np.ones(5, dtype=np.int32))
    row.show_boxes(dataclasses.replace(boxes, boxes=once))

    assert row.position.text() == "1 of 1"
    assert not any(control.isEnabled() for control in (row.slider, row.back, row.on))


def test_limit_shows_the_setting_in_units_of_the_degree(row: RoundRow):
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


def test_boxes_without_a_limiting_setting_have_no_limit(row: RoundRow):
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
    assert [entry.kind for entry in entries] == kinds
    assert (entries[0].label, entries[0].ends) == ("DoC", ("1", "10"))
    assert panel.rounds.isVisible()


def test_legend_explains_boxes_that_a_later_round_divides(panel: PagePanel):
    show(panel, limited(1))
    first = [entry.kind for entry in panel.legend.entries]
    show(panel, None)

    assert EntryKind.OPEN in first
    assert not panel.rounds.isVisible()
    assert panel.legend.entries[0].kind is EntryKind.WORDS


def test_every_swatch_of_boxes_is_painted(panel: PagePanel):
    show(panel, limited(1))
    image = panel.legend.grab().toImage()

    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in (8, 12)}
    assert len(colours) > 10


def test_panel_forwards_the_requests(panel: PagePanel):
    emitted: list[object] = []
    panel.round_chosen.connect(emitted.append)
    panel.limit_changed.connect(lambda *change: emitted.append(change))
    show(panel, limited())
    QTest.mouseClick(panel.rounds.back, Qt.MouseButton.LeftButton)
    panel.rounds.limit.setValue(7)

    assert emitted == [1, ("demo", "least", 7.0)]


def test_tip_shows_name_values_round_and_size():
    boxes = limited()

    assert node_lines(boxes, 3) == ("b, leaf", "DoC 9", "created in round 2, 500 × 120 px")
    assert node_lines(boxes, 0)[0] == "all"


def test_tip_of_the_page_describes_the_box_under_the_pointer(
    panel: PagePanel, selection: SelectionModel
):
    boxes = limited()
    show(panel, boxes)
    selection.point(selection_of_node(boxes.pane, 3), panel.view)
    panel.view.pointed.emit(-1, QPoint(5, 5))

    assert panel.tip_lines == node_lines(boxes, 3)
