"""Boxes of a segmenter are drawn round by round, without a window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session import layers
from boilerscope.app.window.controllers.page.boxes import BoxOverlay
from tests.helpers.boxes import HTML, extraction_of, layout_of
from tests.helpers.controller_bench import ARTICLE, ControllerBench

if TYPE_CHECKING:
    from boilerscope.widgets.page.panel import PagePanel
    from boilerscope.widgets.records import BoxLayer
    from tests.helpers.stub_page_view import StubPageView

VIPS = "vips"


@pytest.fixture
def overlay(shared: ControllerBench, panel: PagePanel) -> BoxOverlay:
    """Return the controller of a page with a layout whose boxes are on screen."""
    overlay = BoxOverlay(shared.context, shared.actions, panel)
    page = shared.open(HTML)
    shared.controller.add_pane(VIPS)
    shared.controller.take_layout(layout_of(page), page)
    shared.finish()
    pane = shared.controller.session.pane(VIPS)
    two_rounds = replace(extraction_of(page), extractor=VIPS, settings=pane.settings)
    shared.controller.run_queue.finished.emit(VIPS, pane.run, two_rounds)
    shared.controller.colour_by(layers.boxes_key(VIPS))
    return overlay


def boxes(shared: ControllerBench) -> BoxLayer:
    layer = shared.context.views.scene.boxes
    assert layer is not None
    return layer


def test_boxes_are_drawn_once_until_they_change(
    shared: ControllerBench, overlay: BoxOverlay, stub: StubPageView
):
    overlay.refresh()
    overlay.refresh()
    shared.do("round_first")
    overlay.refresh()

    drawn = [layer.round for (layer,) in stub.asked("show_boxes")]
    assert drawn == [2, 1]


@pytest.mark.usefixtures("overlay")
def test_keys_go_from_round_to_round_and_stop_at_the_ends(shared: ControllerBench):
    rounds = []
    for action in ("round_first", "round_back", "round_forward", "round_last", "round_forward"):
        shared.do(action)
        rounds.append(boxes(shared).round)

    assert rounds == [1, 1, 2, 2, 2]
    assert shared.controller.session.round is None  # the last round, also of a later result


@pytest.mark.usefixtures("overlay")
def test_the_header_chooses_round_and_limit(shared: ControllerBench, panel: PagePanel):
    panel.round_chosen.emit(1)
    panel.limit_changed.emit(VIPS, "pdoc", 3)

    assert shared.controller.session.round == 1
    assert shared.controller.session.pane(VIPS).settings.pdoc == 3  # type: ignore[attr-defined]  # settings of this extractor


@pytest.mark.usefixtures("overlay")
def test_a_limit_that_the_setting_rejects_is_reported(shared: ControllerBench, panel: PagePanel):
    panel.limit_changed.emit(VIPS, "pdoc", 99)

    assert "pdoc" in shared.messages[-1]


@pytest.mark.usefixtures("overlay")
def test_choosing_boxes_activates_their_pane(shared: ControllerBench, panel: PagePanel):
    shared.controller.activate(ARTICLE)

    panel.colour_by_changed.emit(layers.label_key(VIPS))
    active = shared.controller.session.active
    panel.colour_by_changed.emit(layers.boxes_key(VIPS))

    assert active == ARTICLE
    assert shared.controller.session.active == VIPS


def test_a_different_layer_removes_the_boxes(
    shared: ControllerBench, overlay: BoxOverlay, stub: StubPageView
):
    overlay.refresh()

    shared.controller.colour_by(layers.label_key(ARTICLE))
    overlay.refresh()

    assert stub.asked("show_boxes")[-1] == (None,)
