"""Regions are shown, focused, folded and searched, without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from boilerscope.app.window.controllers.regions import FindController, RegionController

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.helpers.controller_bench import ControllerBench


class Arrangement(QObject):
    """Stand-in for the arrangement that records its calls."""

    opened = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[object] = []

    def reveal(self, view: QWidget, /) -> None:
        self.calls.append(view)

    def toggle_bottom(self) -> None:
        self.calls.append("bottom")

    def toggle_right(self) -> None:
        self.calls.append("right")

    def toggle_whole_row(self) -> None:
        self.calls.append("whole row")

    def default(self) -> None:
        self.calls.append("default")


@pytest.fixture
def arrangement() -> Arrangement:
    """Return the arrangement."""
    return Arrangement()


@pytest.fixture
def views(shared: ControllerBench) -> list[QLineEdit]:
    """Return three views on screen, all without the focus."""
    column = QVBoxLayout(shared.window)
    fields = [QLineEdit() for _ in range(3)]
    for field in fields:
        column.addWidget(field)
    shared.window.show()
    shared.window.activateWindow()
    shared.window.setFocus()
    return fields


@pytest.fixture
def regions(
    shared: ControllerBench, arrangement: Arrangement, views: list[QLineEdit]
) -> RegionController:
    """Return the controller of the three views."""
    shown = {"tab_blocks": views[0], "show_inspector": views[1]}
    return RegionController(shared.context, shared.actions, arrangement, shown, lambda: views)


@pytest.mark.usefixtures("regions")
def test_an_action_reveals_its_view_and_gives_it_the_focus(
    shared: ControllerBench, arrangement: Arrangement, views: list[QLineEdit]
):
    shared.do("show_inspector")

    assert arrangement.calls == [views[1]]
    assert QApplication.focusWidget() is views[1]


@pytest.mark.usefixtures("regions")
def test_f6_visits_the_regions_in_order_and_starts_again(
    shared: ControllerBench, views: list[QLineEdit]
):
    visited = []
    for action in (*["next_region"] * 4, "previous_region"):
        shared.do(action)
        visited.append(QApplication.focusWidget())

    assert visited == [views[0], views[1], views[2], views[0], views[2]]


@pytest.mark.usefixtures("regions")
def test_f6_leaves_out_a_region_that_cannot_have_the_focus(
    shared: ControllerBench, views: list[QLineEdit]
):
    views[0].setEnabled(False)

    shared.do("next_region")

    assert QApplication.focusWidget() is views[1]


@pytest.mark.usefixtures("regions")
def test_views_are_folded_and_restored_to_the_default_arrangement(
    shared: ControllerBench, arrangement: Arrangement
):
    for action in ("fold_tables", "fold_right", "default_arrangement"):
        shared.do(action)

    assert arrangement.calls == ["bottom", "right", "default"]


@pytest.mark.usefixtures("regions")
def test_a_view_opened_from_the_rail_gets_the_focus(
    arrangement: Arrangement, views: list[QLineEdit]
):
    arrangement.opened.emit(views[2])

    assert QApplication.focusWidget() is views[2]


# -- find -----------------------------------------------------------------------------------------


def test_find_goes_to_the_search_field_of_the_focused_view(
    shared: ControllerBench, views: list[QLineEdit], qtbot: QtBot
):
    view, fallbacks = QWidget(), []
    qtbot.addWidget(view)
    shared.window.layout().addWidget(view)  # type: ignore[union-attr]  # the fixture set a layout
    child = QLineEdit(view)
    child.show()
    view.show()
    main: list[QLineEdit | None] = [None]
    FindController(
        shared.actions, {view: views[0]}, lambda: fallbacks.append("pane"), lambda: main[0]
    )

    child.setFocus()
    shared.do("find")
    in_view = QApplication.focusWidget()
    views[1].setFocus()
    shared.do("find")

    assert in_view is views[0]
    assert fallbacks == ["pane"]
    main[0] = views[2]
    shared.do("find")
    assert QApplication.focusWidget() is views[2]
