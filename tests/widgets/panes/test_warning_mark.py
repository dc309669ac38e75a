"""The mark of a result with warnings in the head of its pane."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from extractors.model.extraction import Extraction, Status
from widgets.demo import DemoSettings, demo_scene
from widgets.panes.output_pane import OutputPane
from widgets.selection import SelectionModel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from widgets.records import Scene

SCENE = demo_scene()
NAME = "boilerpipe.article"


def scene_with(*warnings: str, failed: bool = False) -> Scene:
    assert SCENE.panes[0].shown is not None
    made = replace(SCENE.panes[0].shown, warnings=warnings)
    newest = Extraction("x", Status.ERROR, DemoSettings(), "broke") if failed else made
    pane = replace(SCENE.panes[0], extraction=newest, last_good=made)
    return replace(SCENE, panes=(pane, *SCENE.panes[1:]))


@pytest.fixture
def pane(qtbot: QtBot) -> OutputPane:
    made = OutputPane(NAME, SelectionModel())
    qtbot.addWidget(made)
    made.resize(260, 600)
    made.show()
    made.show_scene(scene_with("Trained with this page.", "Less than <half> is left."))
    return made


def test_a_result_without_warnings_has_no_mark(pane: OutputPane):
    pane.show_scene(SCENE)

    assert not pane.header.warning.isVisible()


def test_the_mark_says_how_many_and_what(pane: OutputPane):
    mark = pane.header.warning

    assert mark.isVisible()
    assert mark.accessibleName() == "2 warnings: Trained with this page. Less than <half> is left."
    assert "Less than &lt;half&gt; is left." in mark.toolTip()
    assert mark.width() >= 24
    assert mark.height() >= 24


def test_one_warning_is_said_in_the_singular(pane: OutputPane):
    pane.show_scene(scene_with("Less than half is left."))

    assert pane.header.warning.accessibleName() == "1 warning: Less than half is left."


def test_a_failed_run_does_not_warn_of_the_last_good_text(pane: OutputPane):
    pane.show_scene(scene_with("Less than half is left.", failed=True))

    assert not pane.header.warning.isVisible()


def test_a_click_asks_for_the_result(pane: OutputPane, qtbot: QtBot):
    with qtbot.waitSignal(pane.command) as told:
        QTest.mouseClick(pane.header.warning, Qt.MouseButton.LeftButton)

    assert told.args == ["show_result"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_keys_ask_for_the_result(pane: OutputPane, qtbot: QtBot, key: Qt.Key):
    pane.header.warning.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(pane.command) as told:
        QTest.keyClick(pane.header.warning, key)

    assert told.args == ["show_result"]


@pytest.mark.parametrize("width", [216, 260, 480])
def test_words_share_and_mark_never_overlap_and_time_gives_way(pane: OutputPane, width: int):
    pane.resize(width, 600)
    header = pane.header
    shown = [header.status_label, header.detail_label, header.warning, header.time_label]
    edges = [(one.x(), one.x() + one.width()) for one in shown if one.width()]

    assert all(end <= start for (_, end), (start, _) in pairwise(edges))
    assert edges[-1][1] <= width
    assert header.detail_label.width() >= header.detail_label.sizeHint().width()
