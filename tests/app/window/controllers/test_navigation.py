"""Keys move the selection, and page and panes scroll together, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QAccessible

from boilerscope.app.window.controllers.navigation import NavigationController
from boilerscope.widgets.panes.content import SegmentPosition
from boilerscope.widgets.records import Selection
from tests.helpers.controller_bench import ARTICLE, ControllerBench

if TYPE_CHECKING:
    from boilerscope.widgets.page.view import PageView
    from boilerscope.widgets.panes.row import PaneRow
    from tests.helpers.stub_page_view import StubPageView


@pytest.fixture
def navigation(shared: ControllerBench, view: PageView, row: PaneRow) -> NavigationController:
    """Return the controller of a page with results."""
    navigation = NavigationController(shared.context, shared.actions, shared.selection, view, row)
    shared.open()
    shared.controller.activate(ARTICLE)
    return navigation


def block(shared: ControllerBench) -> int:
    selection = shared.selection.selection
    assert selection is not None
    assert selection.pane == ARTICLE
    return selection.block


@pytest.mark.usefixtures("navigation")
def test_keys_go_from_block_to_block_and_stop_at_the_ends(shared: ControllerBench):
    shared.do("next_block")
    first = block(shared)
    shared.do("next_block")
    second = block(shared)
    shared.do("previous_block")
    back = block(shared)
    shared.do("previous_block")

    assert first < second
    assert back == first
    assert block(shared) == first


@pytest.mark.usefixtures("navigation")
def test_the_session_records_the_selection(shared: ControllerBench):
    shared.do("next_block")

    assert shared.controller.session.selection == shared.selection.selection


@pytest.mark.usefixtures("navigation")
def test_differences_are_visited_in_both_directions(shared: ControllerBench):
    masks = {
        tuple(pane.shown.mask.tolist())
        for pane in shared.controller.session.panes
        if pane.shown is not None
    }
    shared.do("next_difference")
    forward = shared.selection.selection
    shared.do("previous_difference")

    assert len(masks) > 1
    assert forward is not None
    assert shared.selection.selection is not None


@pytest.mark.usefixtures("navigation")
def test_panes_that_agree_on_the_whole_page_are_reported(shared: ControllerBench):
    for name in shared.names():
        if name != ARTICLE:
            shared.controller.remove_pane(name)
    shared.controller.duplicate_pane(ARTICLE)
    shared.finish()

    shared.do("next_difference")

    assert shared.messages == ["The panes agree on the whole page."]
    assert shared.selection.selection is None


@pytest.mark.usefixtures("navigation")
def test_a_new_page_clears_the_selection(shared: ControllerBench):
    shared.selection.select(Selection(((0, 1),)))

    shared.open("<p>Another page.")

    assert shared.selection.selection is None


@pytest.mark.usefixtures("navigation")
def test_panes_that_scroll_take_the_page_along(
    shared: ControllerBench, row: PaneRow, stub: StubPageView
):
    row.scrolled.emit([SegmentPosition(2, 40.0), SegmentPosition(3, 80.0)])
    row.scrolled.emit([])

    assert shared.controller.session.page is not None
    assert stub.asked("align") == [(2, 40.0)]


@pytest.mark.usefixtures("navigation")
def test_a_page_that_scrolls_takes_the_panes_along(
    monkeypatch: pytest.MonkeyPatch, row: PaneRow, stub: StubPageView
):
    aligned: list[object] = []
    monkeypatch.setattr(row, "align", aligned.append)

    stub.scrolled.emit(3, 12.0)
    stub.scrolled.emit(-1, 0.0)  # no segment in sight

    assert aligned == [[SegmentPosition(3, 12.0)]]


@pytest.mark.usefixtures("navigation")
def test_the_selected_block_and_its_reason_are_announced_to_screen_readers(
    shared: ControllerBench, monkeypatch: pytest.MonkeyPatch
):
    spoken: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: spoken.append(event.message())
    )

    shared.do("next_block")
    shared.do("next_block")

    assert len(spoken) == 2
    assert spoken[0] != spoken[1]
    assert all(f"by {ARTICLE}: " in sentence for sentence in spoken)
    assert spoken[1].startswith(f"Block {block(shared)}, ")
