"""Pages are shown, rendered and laid out in the page column, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session import layers
from boilerscope.app.session.sources import PageRequest
from boilerscope.app.window.controllers.page.column import PageColumnController
from boilerscope.extractors.model.extraction import Status
from boilerscope.extractors.page import Page
from boilerscope.widgets.load_state import LoadPhase
from boilerscope.widgets.page.policy import Policy
from tests.helpers.controller_bench import ARTICLE, MARKUP, ControllerBench
from tests.helpers.layout import flow_layout

if TYPE_CHECKING:
    from pathlib import Path

    from boilerscope.widgets.page.panel import PagePanel
    from tests.helpers.stub_page_view import StubPageView

VIPS = "vips"
DOM = '[["html"], ["body"], "By script.", 2]'


@pytest.fixture
def brought_up() -> list[str]:
    """Return a list with one entry per time that the page column is brought to the front."""
    return []


@pytest.fixture
def column(
    shared: ControllerBench, panel: PagePanel, brought_up: list[str]
) -> PageColumnController:
    """Return the controller; no page is open."""
    return PageColumnController(
        shared.context, shared.actions, panel, lambda: brought_up.append("page")
    )


@pytest.mark.usefixtures("column")
def test_a_page_is_shown_with_the_access_of_its_source(
    shared: ControllerBench, stub: StubPageView, tmp_path: Path
):
    file = tmp_path / "lake.html"
    file.write_text(MARKUP, encoding="utf-8")

    shared.open()
    with shared.waits(shared.controller.page_shown):
        shared.controller.open(str(file))

    pasted, local = stub.asked("show_page")
    assert pasted[1] is Policy.SNAPSHOT
    assert (local[1], local[3]) == (Policy.LOCAL, tmp_path)
    assert shared.controller.load.state.phase is LoadPhase.IDLE


@pytest.mark.usefixtures("column")
def test_a_snapshot_whose_resources_cannot_be_read_is_reported(
    shared: ControllerBench, stub: StubPageView, tmp_path: Path
):
    failures: list[str] = []
    shared.controller.failed.connect(lambda message, _can_retry: failures.append(message))
    page = Page.from_text(MARKUP, name="gone.bscope")

    shared.controller.show_page(PageRequest(str(tmp_path / "gone.bscope")), page)

    assert "gone.bscope" in failures[0]
    assert stub.asked("show_page") == []


def test_the_overlay_shows_the_layer_that_colours_the_page(
    shared: ControllerBench, column: PageColumnController, stub: StubPageView
):
    shared.open()
    shared.controller.activate(ARTICLE)
    shared.do("colour_agreement")

    column.refresh_overlay()

    (layer,) = stub.asked("show_layer")[-1]
    (reference,) = stub.asked("set_reference")[-1]
    assert layer.key == layers.AGREEMENT
    assert reference.name == ARTICLE


def test_the_head_names_the_step_on_screen(
    shared: ControllerBench, column: PageColumnController, panel: PagePanel
):
    shared.open()
    shared.controller.show_step(ARTICLE, 0)
    column.refresh_head()
    step = panel.step_row.text
    shared.controller.show_step(ARTICLE, None)
    column.refresh_head()

    assert step.startswith(f"Showing 1 {ARTICLE} after ")
    assert panel.step_row.text == ""
    assert panel.what.currentText() == "Decision"


@pytest.mark.usefixtures("column")
def test_the_header_chooses_the_layer(shared: ControllerBench, panel: PagePanel):
    shared.open()

    panel.colour_by_changed.emit(layers.label_key("link_ratio"))

    assert shared.controller.session.colour_key == layers.label_key("link_ratio")


# -- layout ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("column")
def test_a_pane_that_needs_a_layout_gets_it_once(shared: ControllerBench, stub: StubPageView):
    page = shared.open()
    shared.controller.add_pane(VIPS)
    shared.finish()
    requests = stub.asked("collect_layout")
    stub.layout_ready.emit(flow_layout(page), page)
    shared.finish()

    extraction = shared.controller.session.pane(VIPS).extraction
    assert requests == [(1280,)]
    assert stub.asked("collect_layout") == requests
    assert extraction is not None
    assert extraction.status is Status.OK


@pytest.mark.usefixtures("column")
def test_the_preferences_turn_the_automatic_layout_off(shared: ControllerBench, stub: StubPageView):
    shared.context.preferences.change(lay_out=False)
    shared.open()
    shared.controller.add_pane(VIPS)
    shared.finish()
    before = stub.asked("collect_layout")

    shared.do("lay_out")

    assert before == []
    assert stub.asked("collect_layout") == [(1280,)]


# -- rendering ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("column")
def test_a_page_is_rendered_on_screen_and_its_capture_is_shown(
    shared: ControllerBench, stub: StubPageView, panel: PagePanel, brought_up: list[str]
):
    shared.open()

    panel.rendering_asked.emit()
    loaded = stub.asked("load_live")
    with shared.waits(shared.controller.page_shown):
        stub.captured.emit(DOM, "http://pasted.invalid/")

    page = shared.controller.session.page
    assert brought_up == ["page"]
    assert len(loaded) == 1
    assert page is not None
    assert page.text == "By script."
    assert stub.asked("adopt") == [(page,)]


@pytest.mark.usefixtures("column")
def test_a_snapshot_cannot_be_rendered(shared: ControllerBench, stub: StubPageView, tmp_path: Path):
    failures: list[str] = []
    shared.controller.failed.connect(lambda message, _can_retry: failures.append(message))

    shared.controller.request_page(
        PageRequest(str(tmp_path / "page.bscope"), "", "", rendered=True)
    )

    assert "snapshot" in failures[0]
    assert stub.asked("load_live") == []


@pytest.mark.usefixtures("column")
def test_a_page_that_the_browser_cannot_show_is_cleared(
    shared: ControllerBench, stub: StubPageView
):
    failures: list[str] = []
    shared.controller.failed.connect(lambda message, _can_retry: failures.append(message))
    shared.open()
    stub.adopt(Page.from_text("<p>Another page.", name="other"))

    stub.failed.emit("The page does not answer.")

    assert failures == ["The page does not answer."]
    assert stub.asked("cancel") == [()]
    assert stub.asked("clear") == [()]
    assert shared.controller.load.state.behind


@pytest.mark.usefixtures("column")
def test_a_stopped_page_is_drawn_again_when_the_user_asks(
    shared: ControllerBench, stub: StubPageView, panel: PagePanel
):
    shared.open()

    panel.veil.show_asked.emit()

    assert len(stub.asked("show_page")) == 2


@pytest.mark.usefixtures("column")
def test_a_page_may_reach_private_networks_after_the_user_allows_it(
    shared: ControllerBench, stub: StubPageView, panel: PagePanel
):
    shared.open()

    with shared.waits(shared.controller.page_shown):
        panel.private_asked.emit()

    assert stub.asked("allow_private") == [()]
    assert len(stub.asked("show_page")) == 2


# -- notices --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("column")
def test_a_page_that_hides_its_text_offers_rendering(
    shared: ControllerBench, stub: StubPageView, panel: PagePanel
):
    shared.open()

    stub.text_hidden.emit(True)
    hidden = panel.hidden_row.text
    stub.text_hidden.emit(False)

    assert hidden == "This page hides its text until its scripts run."
    assert panel.hidden_row.text == ""


@pytest.mark.usefixtures("column")
def test_a_link_of_the_page_is_reported_and_not_followed(
    shared: ControllerBench, stub: StubPageView
):
    stub.link_refused.emit("https://lake.example/")

    assert shared.messages == ["Links are not followed. Address: https://lake.example/"]


@pytest.mark.usefixtures("column")
def test_capturing_again_begins_only_if_a_rendered_page_is_on_screen(
    shared: ControllerBench, stub: StubPageView
):
    shared.open()

    shared.do("capture_again")

    assert stub.asked("capture_again") == []
    assert "As rendered" in shared.actions.reason("capture_again")
    assert shared.controller.load.state.phase is LoadPhase.IDLE
