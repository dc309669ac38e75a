"""Actions and commands of panes reach the session, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boilerscope.app.session import layers
from boilerscope.app.window.controllers.panes import PaneController
from boilerscope.widgets.records import ShowAs
from tests.helpers.controller_bench import ARTICLE, LINK_RATIO, ControllerBench

if TYPE_CHECKING:
    from boilerscope.widgets.panes.row import PaneRow


@pytest.fixture
def requests() -> list[str]:
    """Return the list of calls from the controller to other parts."""
    return []


@pytest.fixture
def panes(shared: ControllerBench, row: PaneRow, requests: list[str]) -> PaneController:
    """Return the controller of two panes."""
    shared.add_panes(ARTICLE, LINK_RATIO)
    return PaneController(
        shared.context,
        shared.actions,
        row,
        lay_out=lambda: requests.append("lay out"),
        apply_what_if=lambda: requests.append("what if"),
    )


@pytest.mark.usefixtures("panes")
def test_actions_duplicate_move_fold_and_remove_the_active_pane(shared: ControllerBench):
    shared.do("move_right")
    moved = shared.names()
    shared.do("fold_pane")
    folded = shared.controller.session.pane(ARTICLE).folded
    shared.do("duplicate_pane")
    duplicated = shared.names()
    shared.controller.activate(LINK_RATIO)
    shared.do("remove_pane")

    assert moved == [LINK_RATIO, ARTICLE]
    assert folded
    assert sorted(duplicated) == sorted([LINK_RATIO, ARTICLE, f"{ARTICLE}#2"])
    assert LINK_RATIO not in shared.names()


@pytest.mark.usefixtures("panes")
def test_actions_change_the_view_of_the_active_pane(shared: ControllerBench):
    shared.do("show_plain")
    plain = shared.controller.session.pane(ARTICLE).show_as
    shared.do("show_difference")
    compared = shared.controller.session.pane(ARTICLE)

    assert plain is ShowAs.PLAIN
    assert (compared.show_as, compared.compare_with) == (ShowAs.DIFFERENCE, LINK_RATIO)


@pytest.mark.usefixtures("panes")
def test_a_view_is_remembered_for_the_extractor(shared: ControllerBench, row: PaneRow):
    row.show_as_changed.emit(LINK_RATIO, ShowAs.SOURCE)

    assert shared.context.preferences.memory.show_as[LINK_RATIO] == ShowAs.SOURCE.value


def test_an_empty_table_offers_panes_and_extractors(shared: ControllerBench, panes: PaneController):
    panes.take_offer(f"pane:{LINK_RATIO}")
    active = shared.controller.session.active
    panes.take_offer("add:crunch")

    assert active == LINK_RATIO
    assert shared.names()[-1] == "crunch"


def test_a_pane_that_keeps_nothing_offers_the_suggestion(
    panes: PaneController, requests: list[str]
):
    panes.take_offer("offer")

    assert requests == ["what if"]


def test_a_pane_that_lacks_the_layout_offers_to_lay_the_page_out(
    shared: ControllerBench, panes: PaneController, requests: list[str]
):
    shared.controller.add_pane("vips")
    shared.controller.activate("vips")
    shared.open()

    panes.take_offer("offer")

    assert requests == ["lay out"]


@pytest.mark.usefixtures("panes")
def test_number_keys_activate_and_colour(shared: ControllerBench):
    shared.actions.serve(shared.window)
    keys = {key.shortcut().toString(): key for key in shared.window.actions()}

    keys["2"].trigger()
    keys["Alt+1"].trigger()

    assert shared.controller.session.active == LINK_RATIO
    assert shared.controller.session.colour_key == layers.label_key(ARTICLE)
